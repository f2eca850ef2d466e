/** Start and end tags of the XML reader, with their attributes and namespaces. */
import type { Cursor } from "./Cursor.ts"
import type { XmlAttribute, XmlElement } from "./XmlElement.ts"

/** Namespaces by prefix, as they hold inside an element. The empty prefix is the default namespace. */
export type Scope = ReadonlyMap<string, string>

/** The namespace that XML itself binds to the prefix `xml`. */
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"
const xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

const outermost: Scope = new Map([
  ["", ""],
  ["xml", xmlNamespace]
])

const space = /[ \t\r\n]+/y
const qualifiedName = /[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?/y
const equals = /[ \t\r\n]*=[ \t\r\n]*/y

/** An element whose content is being read. */
interface OpenElement extends XmlElement {
  readonly children: Array<XmlElement>
  text: string
}

/** A start tag. */
export interface OpenTag {
  readonly qualifiedName: string
  readonly scope: Scope
  readonly element: OpenElement
  /** Whether the tag closes itself. */
  readonly empty: boolean
}

interface RawAttribute {
  readonly name: string
  readonly value: string
  readonly index: number
}

const parts = (name: string): readonly [prefix: string, local: string] => {
  const colon = name.indexOf(":")
  return colon === -1 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)]
}

const quoted = (cursor: Cursor): string => {
  const quote = cursor.text.charAt(cursor.at)
  if (quote !== '"' && quote !== "'") cursor.refuse("an attribute value is not quoted")
  cursor.at++
  const end = cursor.text.indexOf(quote, cursor.at)
  if (end === -1) cursor.refuse("an attribute value is not closed")
  const less = cursor.text.indexOf("<", cursor.at)
  if (less !== -1 && less < end) cursor.refuse("< in an attribute value", less)
  const value = cursor.resolved(end, (piece) => piece.replace(/\r\n|[\t\r\n]/g, " "))
  cursor.at = end + 1
  return value
}

const none: ReadonlyArray<never> = []

const rawAttributes = (cursor: Cursor, most: number): ReadonlyArray<RawAttribute> => {
  const found: Array<RawAttribute> = []
  for (;;) {
    const separated = cursor.take(space) !== undefined
    const index = cursor.at
    const name = cursor.take(qualifiedName)
    if (name === undefined) return found
    if (!separated) cursor.refuse("attributes are not separated by a space", index)
    if (found.length >= most) cursor.refuse(`more than ${most} attributes`, index)
    if (found.some((other) => other.name === name)) cursor.refuse(`attribute ${name} is given twice`, index)
    if (cursor.take(equals) === undefined) cursor.refuse(`attribute ${name} has no value`)
    found.push({ name, value: quoted(cursor), index })
  }
}

const isDeclaration = ({ name }: RawAttribute): boolean => name === "xmlns" || name.startsWith("xmlns:")

const scopeOf = (cursor: Cursor, outer: Scope, declarations: ReadonlyArray<RawAttribute>): Scope => {
  if (declarations.length === 0) return outer
  const scope = new Map(outer)
  for (const { name, value, index } of declarations) {
    const prefix = name === "xmlns" ? "" : parts(name)[1]
    if (prefix !== "" && value === "") cursor.refuse(`prefix ${prefix} is bound to nothing`, index)
    if (prefix === "xml" || prefix === "xmlns" || value === xmlNamespace || value === xmlnsNamespace) {
      cursor.refuse("a reserved prefix or namespace is bound", index)
    }
    scope.set(prefix, value)
  }
  return scope
}

const namespaceOf = (cursor: Cursor, scope: Scope, prefix: string, index: number): string => {
  const namespace = scope.get(prefix)
  if (namespace === undefined) cursor.refuse(`prefix ${prefix} is not bound to a namespace`, index)
  return namespace
}

const attributesOf = (cursor: Cursor, scope: Scope, raw: ReadonlyArray<RawAttribute>): ReadonlyArray<XmlAttribute> => {
  const attributes: Array<XmlAttribute> = []
  for (const { name, value, index } of raw) {
    const [prefix, local] = parts(name)
    // The default namespace does not hold for attributes.
    const namespace = prefix === "" ? "" : namespaceOf(cursor, scope, prefix, index)
    if (attributes.some((other) => other.name === local && other.namespace === namespace)) {
      cursor.refuse(`attribute ${local} is given twice`, index)
    }
    attributes.push({ name: local, namespace, value })
  }
  return attributes
}

const greater = ">".charCodeAt(0)

/** A start tag without attributes, as most are. */
const bareTag = (cursor: Cursor, scope: Scope, qualifiedName: string, start: number): OpenTag => {
  const [prefix, name] = parts(qualifiedName)
  const namespace = namespaceOf(cursor, scope, prefix, start)
  const element = { name, namespace, attributes: none, children: [], text: "", at: cursor.position(start) }
  cursor.at++
  return { qualifiedName, scope, element, empty: false }
}

/** Reads a start tag at the cursor. */
export const openTag = (cursor: Cursor, outer: Scope = outermost, mostAttributes: number): OpenTag => {
  const start = cursor.at++
  const name = cursor.take(qualifiedName)
  if (name === undefined) cursor.refuse("< begins no tag", start)
  if (cursor.isAt(greater)) return bareTag(cursor, outer, name, start)
  const raw = rawAttributes(cursor, mostAttributes)
  const scope = scopeOf(cursor, outer, raw.filter(isDeclaration))
  const empty = cursor.startsWith("/>")
  if (!empty && !cursor.isAt(greater)) cursor.refuse(`the tag <${name}> is malformed`)
  const [prefix, local] = parts(name)
  const element = {
    name: local,
    namespace: namespaceOf(cursor, scope, prefix, start),
    attributes: attributesOf(
      cursor,
      scope,
      raw.filter((attribute) => !isDeclaration(attribute))
    ),
    children: [],
    text: "",
    at: cursor.position(start)
  }
  cursor.at += empty ? 2 : 1
  return { qualifiedName: name, scope, element, empty }
}

/** Reads an end tag at the cursor and answers its name, which is mostly the expected one. */
export const closeTag = (cursor: Cursor, expected?: string): string => {
  const start = cursor.at
  cursor.at += 2
  if (expected !== undefined && cursor.startsWith(expected) && cursor.isAt(greater, expected.length)) {
    cursor.at += expected.length + 1
    return expected
  }
  const name = cursor.take(qualifiedName)
  cursor.take(space)
  if (name === undefined || !cursor.startsWith(">")) cursor.refuse("the end tag is malformed", start)
  cursor.at++
  return name
}
