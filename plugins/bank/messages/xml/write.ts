/** Writes elements as XML text: UTF-8, no indentation, one default namespace per change of namespace. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { firstIllegalXml, type XmlAttribute, type XmlElement } from "../../../../src/plugin.ts"

/** A name without a prefix. XML allows more letters; names in payment messages are ASCII. */
const plainName = /^[A-Za-z_][A-Za-z0-9_.-]*$/

/** An element cannot be written: its name is no name, or a text has a character that XML has no way to carry. */
export class XmlUnwritable extends Data.TaggedError("XmlUnwritable")<{
  readonly path: string
  readonly problem: string
}> {}

/** What stands before the first element of every document that is written. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'

const marked = /[&<>\r]/

const inText = (text: string): string =>
  marked.test(text)
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;")
    : text

const inAttribute = (text: string): string =>
  inText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;")

/** The first problem of an element or of one inside it. */
const problemOf = (element: XmlElement): XmlUnwritable | undefined => {
  const refuse = (problem: string) => new XmlUnwritable({ path: `/${element.name}`, problem })
  if (!plainName.test(element.name)) return refuse(`${JSON.stringify(element.name)} is not a name`)
  if (element.children.length > 0 && element.text !== "") return refuse("has both elements and text")
  if (firstIllegalXml(element.text) !== -1) return refuse("has a character that XML does not allow")
  for (const { name, namespace, value } of element.attributes) {
    if (!plainName.test(name) || namespace !== "" || name === "xmlns") return refuse(`cannot carry attribute ${name}`)
    if (firstIllegalXml(value) !== -1) return refuse(`attribute ${name} has a character that XML does not allow`)
  }
  for (const child of element.children) {
    const inside = problemOf(child)
    if (inside === undefined) continue
    return new XmlUnwritable({ path: `/${element.name}${inside.path}`, problem: inside.problem })
  }
  return undefined
}

const attributeText = ({ name, value }: XmlAttribute): string => ` ${name}="${inAttribute(value)}"`

const elementText = (element: XmlElement, inherited: string): string => {
  // An element built without a namespace stands in that of its parent.
  const namespace = element.namespace === "" ? inherited : element.namespace
  let head = element.name
  if (namespace !== inherited) head += ` xmlns="${inAttribute(namespace)}"`
  for (const attribute of element.attributes) head += attributeText(attribute)
  let content = inText(element.text)
  for (const child of element.children) content += elementText(child, namespace)
  return content === "" ? `<${head}/>` : `<${head}>${content}</${element.name}>`
}

/** An element as text, without a declaration, so that it can be put inside another document. */
export const writeElement = (element: XmlElement): Result.Result<string, XmlUnwritable> => {
  const problem = problemOf(element)
  return problem === undefined ? Result.succeed(elementText(element, "")) : Result.fail(problem)
}

/** A whole document with its declaration. The same element always gives the same bytes. */
export const writeDocument = (root: XmlElement): Result.Result<string, XmlUnwritable> =>
  Result.map(writeElement(root), (text) => xmlDeclaration + text)
