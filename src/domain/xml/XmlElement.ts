/** The small part of XML that messages and lists use: elements with attributes that hold either elements or text. */

/** Where something begins in an XML text. Both count from one; a column counts UTF-16 units. */
export interface XmlPosition {
  readonly line: number
  readonly column: number
}

/** An attribute other than a namespace declaration. `namespace` is empty for an attribute without a prefix. */
export interface XmlAttribute {
  readonly name: string
  readonly namespace: string
  readonly value: string
}

/** An element. It holds child elements or text, never both: there is no mixed content. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string
  /** The namespace that the name stands in; empty when there is none. */
  readonly namespace: string
  readonly attributes: ReadonlyArray<XmlAttribute>
  readonly children: ReadonlyArray<XmlElement>
  readonly text: string
  /** Where the element was found; absent on elements that were built. */
  readonly at?: XmlPosition
}

/** The value of an attribute without a namespace, or `undefined`. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.name === name && attribute.namespace === "")?.value
