/** A place in an XML text that moves forward, and stops the reading where the text is wrong. */
import { firstIllegal, predefinedEntities } from "./characters.ts"
import type { XmlPosition } from "./XmlElement.ts"

/** What stopped a reading. It never leaves `readXml`. */
interface Fault extends XmlPosition {
  readonly problem: string
}

/** The longest reference that has a meaning: `&#x10FFFF;`. */
const longestReference = 10

/** Reads forward through a text. `refuse` throws; `faultOf` turns what it threw into a value. */
export class Cursor {
  readonly text: string
  at = 0
  readonly #hasIllegal: boolean
  readonly #hasLines: boolean
  readonly #hasReturns: boolean
  #fault: Fault | undefined
  /** How far lines were counted, so that asking for each element's position reads the text only once. */
  #counted = { index: 0, line: 1, lineStart: 0 }

  /** What a text has nowhere is not looked for in each of its pieces. */
  constructor(text: string) {
    this.text = text
    this.#hasIllegal = firstIllegal(text) !== -1
    this.#hasReturns = text.includes("\r")
    this.#hasLines = this.#hasReturns || text.includes("\n")
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  /** Line and column of an index, here by default. */
  position(index = this.at): XmlPosition {
    if (!this.#hasLines) return { line: 1, column: index + 1 }
    let {
      index: from,
      line,
      lineStart
    } = index >= this.#counted.index ? this.#counted : { index: 0, line: 1, lineStart: 0 }
    for (; from < index; from++) {
      const character = this.text[from]
      if (character === "\n" || (character === "\r" && this.text[from + 1] !== "\n")) {
        line++
        lineStart = from + 1
      }
    }
    this.#counted = { index, line, lineStart }
    return { line, column: index - lineStart + 1 }
  }

  /** Stops the reading with a problem at an index. */
  refuse(problem: string, index = this.at): never {
    this.#fault = { problem, ...this.position(index) }
    throw this.#fault
  }

  /** The problem behind something thrown; a bug is thrown on. */
  faultOf(thrown: unknown): Fault {
    if (this.#fault === undefined || thrown !== this.#fault) throw thrown
    return this.#fault
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.at)
  }

  /** Whether the character with this code stands here, or so much further on. */
  isAt(code: number, further = 0): boolean {
    return this.text.charCodeAt(this.at + further) === code
  }

  skipByteOrderMark(): void {
    if (this.startsWith("\uFEFF")) this.at++
  }

  /** What stands before a terminator, which is stepped over. */
  upTo(terminator: string, problem: string): string {
    const end = this.text.indexOf(terminator, this.at)
    if (end === -1) this.refuse(problem)
    const found = this.#legal(this.at, end)
    this.at = end + terminator.length
    return found
  }

  /** What matches a sticky pattern here, or `undefined`. Steps over it. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    if (!pattern.test(this.text)) return undefined
    const found = this.text.slice(this.at, pattern.lastIndex)
    this.at = pattern.lastIndex
    return found
  }

  /** The text inside a CDATA section. */
  cdata(): string {
    this.at += "<![CDATA[".length
    return this.normalizedLines(this.upTo("]]>", "a CDATA section is not closed"))
  }

  /** A piece of the text with `\n` for every line end. */
  normalizedLines(piece: string): string {
    return this.#hasReturns ? piece.replace(/\r\n?/g, "\n") : piece
  }

  /** Text up to the next tag, with its references resolved. */
  characters(): string {
    const next = this.text.indexOf("<", this.at)
    const end = next === -1 ? this.text.length : next
    const piece = this.text.slice(this.at, end)
    const forbidden = piece.indexOf("]]>")
    if (forbidden !== -1) this.refuse("]]> in text", this.at + forbidden)
    if (this.#hasIllegal || piece.includes("&")) return this.resolved(end, (text) => this.normalizedLines(text))
    this.at = end
    return this.normalizedLines(piece)
  }

  /** The text from here to an index: pieces between references are normalized, the references resolved. */
  resolved(end: number, normalize: (piece: string) => string): string {
    let text = ""
    while (this.at < end) {
      const next = this.text.slice(this.at, end).indexOf("&")
      const stop = next === -1 ? end : this.at + next
      text += normalize(this.#legal(this.at, stop))
      this.at = stop
      if (stop < end) text += this.#reference()
    }
    return text
  }

  #legal(from: number, to: number): string {
    const piece = this.text.slice(from, to)
    const illegal = this.#hasIllegal ? firstIllegal(piece) : -1
    if (illegal !== -1) this.refuse("a character that XML does not allow", from + illegal)
    return piece
  }

  #reference(): string {
    const reference = /^&(#[0-9]+|#x[0-9A-Fa-f]+|[A-Za-z]+);/.exec(this.text.slice(this.at, this.at + longestReference))
    const name = reference?.[1]
    if (name === undefined) this.refuse("& begins no character or predefined entity")
    const character = name.startsWith("#") ? numbered(name) : predefined(name)
    if (character === undefined) this.refuse(`the reference &${name}; is not resolved`)
    this.at += name.length + 2
    return character
  }
}

const predefined = (name: string): string | undefined =>
  Object.hasOwn(predefinedEntities, name) ? predefinedEntities[name] : undefined

const numbered = (name: string): string | undefined => {
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : "\0"
  return firstIllegal(character) === -1 ? character : undefined
}
