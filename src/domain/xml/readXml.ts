/**
 * Reads XML text strictly. It knows elements, attributes, namespaces, comments, CDATA and the five predefined
 * entities; it refuses document types, other entities, processing instructions and mixed content, never loads
 * anything, and stops at bounds of size, depth and count.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { Cursor } from "./Cursor.ts"
import { isSpace } from "./characters.ts"
import { closeTag, openTag, type OpenTag } from "./tags.ts"
import type { XmlElement } from "./XmlElement.ts"

/** The bounds of one document. */
export interface XmlLimits {
  /** UTF-16 units of the whole text. */
  readonly characters: number
  readonly depth: number
  readonly elements: number
  readonly attributesPerElement: number
  /** Whether processing instructions are passed over; else they are refused. */
  readonly skipsInstructions?: boolean
  /** Whether the text may say that it came in another encoding than UTF-8: whoever brings it has decoded it. */
  readonly isDecoded?: boolean
}

/** The text is not XML as this reader takes it. Says what is wrong, where, and inside which element. */
export class XmlRefused extends Data.TaggedError("XmlRefused")<{
  readonly problem: string
  readonly line: number
  readonly column: number
  /** The names of the open elements, such as `/Document/FIToFICstmrCdtTrf`; `/` before the first. */
  readonly path: string
}> {}

const pathOf = (open: ReadonlyArray<OpenTag>): string => `/${open.map(({ element }) => element.name).join("/")}`

/** Steps over the optional declaration; only version 1.0 is read, and UTF-8 unless the text is decoded. */
const readDeclaration = (cursor: Cursor, { isDecoded = false }: XmlLimits): void => {
  if (!/^<\?xml\s/.test(cursor.text.slice(cursor.at, cursor.at + 6))) return
  const declaration = cursor.upTo("?>", "the XML declaration is not closed")
  const fields =
    /^<\?xml\s+version\s*=\s*(["'])([^"']*)\1(?:\s+encoding\s*=\s*(["'])([^"']*)\3)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\5)?\s*$/.exec(
      declaration
    )
  if (fields === null) cursor.refuse("the XML declaration is malformed")
  if (fields[2] !== "1.0") cursor.refuse(`XML version ${JSON.stringify(fields[2])} is not read, only 1.0`)
  const encoding = fields[4] ?? "UTF-8"
  if (!isDecoded && encoding.toUpperCase() !== "UTF-8")
    cursor.refuse(`the encoding ${JSON.stringify(encoding)} is not UTF-8`)
}

/** Steps over what begins with `<!` or `<?` outside of text, or refuses it. */
const skipMarkup = (cursor: Cursor, { skipsInstructions = false }: XmlLimits): void => {
  if (cursor.startsWith("<!--")) {
    const comment = cursor.upTo("-->", "a comment is not closed")
    if (comment.indexOf("--", 4) !== -1 || comment.endsWith("-")) cursor.refuse("a comment has -- inside")
    return
  }
  if (cursor.startsWith("<?") && skipsInstructions && !/^<\?xml\s/i.test(cursor.text.slice(cursor.at, cursor.at + 6))) {
    cursor.upTo("?>", "a processing instruction is not closed")
    return
  }
  if (cursor.startsWith("<?")) cursor.refuse("processing instructions are not read")
  if (cursor.startsWith("<!DOCTYPE")) cursor.refuse("document type declarations are not read")
  cursor.refuse("this markup is not read")
}

const close = (open: Array<OpenTag>, cursor: Cursor): XmlElement => {
  const element = open.pop()?.element
  if (element === undefined) cursor.refuse("an end tag without a start tag")
  if (element.children.length > 0) {
    if (element.text.trim() !== "") cursor.refuse(`${element.name} has both elements and text`)
    element.text = ""
  }
  return element
}

const less = "<".charCodeAt(0)

/** The state of one reading: the elements that are open, and the root once it is closed. */
class Reading {
  readonly open: Array<OpenTag> = []
  root: XmlElement | undefined
  #elements = 0
  readonly cursor: Cursor
  readonly limits: XmlLimits

  constructor(cursor: Cursor, limits: XmlLimits) {
    this.cursor = cursor
    this.limits = limits
  }

  /** The next tag, comment or piece of text. */
  step(): void {
    const { cursor } = this
    if (!cursor.isAt(less)) return this.#characters(cursor.characters())
    if (cursor.startsWith("</")) return this.#end()
    if (cursor.startsWith("<![CDATA[")) return this.#characters(cursor.cdata())
    if (cursor.startsWith("<!") || cursor.startsWith("<?")) return skipMarkup(cursor, this.limits)
    this.#start()
  }

  #characters(text: string): void {
    const inside = this.open.at(-1)?.element
    if (inside !== undefined) inside.text += text
    else if (!Array.from(text).every(isSpace)) this.cursor.refuse("text outside of the root element")
  }

  #start(): void {
    const { cursor, limits, open } = this
    if (this.root !== undefined) cursor.refuse("a second root element")
    if (open.length >= limits.depth) cursor.refuse(`more than ${limits.depth} elements deep`)
    if (++this.#elements > limits.elements) cursor.refuse(`more than ${limits.elements} elements`)
    const tag = openTag(cursor, open.at(-1)?.scope, limits.attributesPerElement)
    open.push(tag)
    if (tag.empty) this.#closed()
  }

  #end(): void {
    const { cursor } = this
    const expected = this.open.at(-1)?.qualifiedName
    const name = closeTag(cursor, expected)
    if (name !== expected) cursor.refuse(`</${name}> closes ${expected === undefined ? "nothing" : `<${expected}>`}`)
    this.#closed()
  }

  #closed(): void {
    const element = close(this.open, this.cursor)
    const parent = this.open.at(-1)
    if (parent === undefined) this.root = element
    else parent.element.children.push(element)
  }
}

/** The root element of a document. Text is kept as it stands; line ends become `\n`. */
export const readXml = (text: string, limits: XmlLimits): Result.Result<XmlElement, XmlRefused> => {
  const cursor: Cursor = new Cursor(text)
  const reading = new Reading(cursor, limits)
  try {
    if (text.length > limits.characters) cursor.refuse(`longer than ${limits.characters} characters`)
    cursor.skipByteOrderMark()
    readDeclaration(cursor, limits)
    while (!cursor.done) reading.step()
    const missing = reading.open.at(-1)
    if (missing !== undefined) cursor.refuse(`<${missing.qualifiedName}> is not closed`)
    if (reading.root === undefined) cursor.refuse("there is no element")
    return Result.succeed(reading.root)
  } catch (thrown) {
    const fault = cursor.faultOf(thrown)
    return Result.fail(new XmlRefused({ ...fault, path: pathOf(reading.open) }))
  }
}
