/**
 * What only a generator of sites understands: shortcodes of Hugo, tags of Liquid, admonitions, directives and roles of Sphinx, blocks of Documenter,
 * components of MDX. A
 * reader of Markdown sees junk in them: notes become quotes, tabs get their names, wrappers go, and what stands for something that
 * the text does not hold is left out and named. Lines stay where they are; code stays as it is.
 */

import { prepared } from "./wholeText.ts"
import {
  capital,
  code,
  computed,
  holdsText,
  includes,
  isAttributes,
  labelled,
  lineOf,
  longestMark,
  markOf,
  note,
  script,
  titled,
  titleOf,
  withKind
} from "./marks.ts"

/** What was left out of a text, at a line. */
export interface LeftOut {
  readonly line: number
  readonly text: string
}

/** A text without directives. */
export interface Undirected {
  readonly text: string
  readonly left: ReadonlyArray<LeftOut>
}

/** Whether a text may hold a directive at all: others stay byte for byte. */
const mayHold =
  /\) ?\{|^#+ <a |:(?:material|fontawesome|octicons|simple)-|<\w+ [^<>]*\bmarkdown\b|<[A-Z]\w* [^<>]{0,300}\b(?:href|to)=|\{\{|\{%|\{[:#!/.]|=\{|^\s*(?::{3,}|!!! |\?\?\?|\[\/[a-z]|=== "|--8<--|<<< |<\/?[A-Z]|import |export |\[\[?toc\]|\([\w:./-]+\)=$|[`~]{3,}@\w)|\{[\w:-]+\}[`\s]|\{[\w:-]+\}$/im

interface Open {
  readonly indent: number
  readonly mark: string | undefined
  readonly end: string | undefined
  /** Lines of it begin so far to the right, where indentation bounds it. */
  readonly inner: number | undefined
  readonly isQuote: boolean
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Marks within each other that are followed. */
const deepest = 20

/** Reads a text line by line. */
class Reader {
  readonly #lines: ReadonlyArray<string>
  readonly #out: Array<string> = []
  readonly left: Array<LeftOut> = []
  /** Where each closing mark stands last. */
  readonly #lastClose = new Map<string, number>()
  /** How far the next line that is not blank stands to the right; the last line first. */
  readonly #nextIndent: ReadonlyArray<number>
  #open: Array<Open> = []
  #fence: { readonly marks: string; readonly isCode: boolean } | undefined
  #hasOptions = false

  constructor(lines: ReadonlyArray<string>) {
    this.#lines = lines
    const indents: Array<number> = []
    let next = -1
    for (const line of [...lines].reverse()) {
      if (line.trim() !== "") next = indentOf(line)
      indents.push(next)
    }
    this.#nextIndent = indents
    lines.forEach((line, at) => {
      const mark = markOf(line)
      if (mark?.kind === "close") this.#lastClose.set(mark.name, at)
      const text = line.length > longestMark ? "" : line.trim()
      if (!/^(?:`{3,}|~{3,}|:{3,})$/.test(text)) return
      this.#lastClose.set(text, at)
    })
  }

  #leave(at: number, text: string): void {
    this.left.push({ line: at + 1, text: text.trim().slice(0, 100) })
  }

  /** A line with the marks of the quotes around it, and without the indentation of what bounds it. */
  #write(line: string): void {
    let text = line
    for (const { indent, inner, isQuote } of [...this.#open].reverse()) {
      const moved =
        inner === undefined ? text.slice(Math.min(indent, indentOf(text))) : text.slice(Math.min(inner, indentOf(text)))
      text = isQuote
        ? `${" ".repeat(indent)}> ${moved}`.trimEnd()
        : inner === undefined
          ? text
          : " ".repeat(indent) + moved
    }
    this.#out.push(text.trim() === "" ? "" : text)
  }

  /** Whether an indented part goes on after a blank line. */
  #goesOn(at: number, inner: number): boolean {
    return this.#nextIndent.at(-1 - at)! >= inner
  }

  #closes(line: string): boolean {
    const text = line.trim()
    const mark = markOf(line)
    const place = this.#open.findLastIndex(
      ({ end, mark: name }) => (end !== undefined && text === end) || (mark?.kind === "close" && mark.name === name)
    )
    if (place === -1) return false
    this.#open = this.#open.slice(0, place)
    // A quote does not end with an empty line of its own.
    if (/^[\s>]*>$/.test(this.#out.at(-1) ?? "")) this.#out[this.#out.length - 1] = ""
    this.#out.push("")
    return true
  }

  /** Opens what a mark opens, or leaves it out; false when it is no mark. */
  #opens(line: string, at: number): boolean {
    const indent = indentOf(line)
    if (line.length > longestMark) return false
    const block = /^\s*(?:!!!|\?\?\?\+?)\s+([\w-]+)(?:[^"]*"([^"]*)")?.*$|^\s*===\+?\s+"([^"]+)"\s*$/.exec(line)
    if (block !== null) {
      const isQuote = block[1] !== undefined
      // An empty title says that there is none; only of a warning, its kind matters.
      const isBare = block[2] === "" && !/^(?:danger|warn|warning|caution|important|attention)$/i.test(block[1]!)
      const title =
        block[3] ?? (block[2] ? withKind(block[1]!, block[2]) : titleOf({ name: block[1]!, words: "", kind: "open" }))
      const below = { indent, mark: undefined, end: undefined, inner: indent + 4, isQuote }
      if (!isQuote) this.#write(`${" ".repeat(indent)}**${title}**  `)
      else this.#write(isBare ? "" : `${" ".repeat(indent)}> ${titled(title)}`)
      this.#open.push(below)
      return true
    }
    const mark = markOf(line)
    if (mark === undefined) return false
    const { end, isBare = false, kind, name } = mark
    const isClosed = kind === "open" && this.#open.length < deepest && (this.#lastClose.get(end ?? name) ?? -1) > at
    if (end?.startsWith(":") === false && !note.test(name) && !holdsText.test(name)) {
      // A fence is code of its language, unless what it holds is written for the generator.
      const [options] = /^(?:\s*:[\w-]+:.*\n)+(?=\s*[`~]{3})/.exec(this.#lines.slice(at + 1, at + 9).join("\n")) ?? [""]
      const alt = /^(?:image|figure)$/.test(name) ? /:alt: *(.*)/.exec(options)?.[1] : undefined
      if (
        /^(?:@(?!example$|repl$)\w+|toctree|contents|currentmodule|module|program|index|default-domain|include|literalinclude|image|figure|eval-rst|auto\w+|tableofcontents|raw)$/.test(
          name
        )
      ) {
        this.#fence = isClosed ? { marks: end, isCode: false } : undefined
        if (alt === undefined) this.#leave(at, line)
        this.#write(alt === undefined ? "" : `${" ".repeat(indent)}![${alt}](${mark.words})`)
        return true
      }
      this.#write(`${" ".repeat(indent)}${end}${name.startsWith("@") ? "julia" : code.test(name) ? mark.words : name}`)
      this.#fence = { marks: end, isCode: true }
      this.#hasOptions = true
      return true
    }
    // What stands in brackets and nothing ends is the author's own.
    if (!isClosed && (name.startsWith("[") || isBare)) return false
    if (!isClosed) {
      const isPicture = /^(?:figure|img|image)$/i.test(name)
      const words = /\b(?:caption|alt|title)\s*=\s*["“]([^"”]+)["”]/.exec(mark.words)?.[1]
      const address =
        isPicture && words !== undefined ? /\bsrc\s*=\s*["“]([^"”]+)["”]/.exec(mark.words)?.[1] : undefined
      if (address === undefined && kind !== "close" && !/^(?:raw|tabs?|br)$/.test(name)) this.#leave(at, line)
      this.#write(address === undefined ? "" : `${" ".repeat(indent)}![${words}](${address})`)
      return true
    }
    if (code.test(name.replace("[", ""))) {
      this.#write(`${" ".repeat(indent)}\`\`\`${/^[\w+-]+/.exec(mark.words)?.[0] ?? ""}`)
      this.#fence = { marks: name, isCode: true }
      return true
    }
    const isQuote = note.test(name)
    this.#hasOptions = end !== undefined
    if (isQuote) this.#write(`${" ".repeat(indent)}> ${titled(titleOf(mark))}`)
    else if (labelled.test(name) && titleOf(mark) !== capital(name))
      this.#write(`${" ".repeat(indent)}**${titleOf(mark)}**  `)
    else this.#out.push("")
    // What a tag of a component holds is often set off to the right: it would be code.
    const next = this.#nextIndent.at(-2 - at) ?? -1
    const inner = /^<[A-Z]/.test(line.trim()) && next > indent ? next : undefined
    this.#open.push({ indent, mark: name, end, inner, isQuote })
    return true
  }

  #inFence(line: string, at: number): boolean {
    const fence = this.#fence
    if (fence !== undefined) {
      // Settings of a directive stand before its code.
      if (this.#hasOptions && /^\s*:[\w-]+:(?:\s|$)/.test(line)) return true
      this.#hasOptions = false
      const isEnd = /^[`~]/.test(fence.marks)
        ? line.trim().startsWith(fence.marks) && /^[`~]+$/.test(line.trim())
        : markOf(line)?.kind === "close" && markOf(line)!.name === fence.marks
      if (isEnd) this.#fence = undefined
      if (!fence.isCode) this.#out.push("")
      else this.#write(isEnd && !/^[`~]/.test(fence.marks) ? `${" ".repeat(indentOf(line))}\`\`\`` : line)
      return true
    }
    const marks = /^\s*(`{3,}|~{3,})(?![`~]|\{[\w:-]+\}|@\w)/.exec(line)?.[1]
    if (marks === undefined) return false
    const isIncluded = includes.test(this.#lines[at + 1] ?? "") && this.#lines[at + 2]?.trim() === marks
    this.#fence = { marks, isCode: !isIncluded }
    if (isIncluded) {
      this.#leave(at, this.#lines[at + 1]!)
      this.#out.push("")
    } else this.#write(line)
    return true
  }

  #read(line: string, at: number): void {
    const isBlank = line.trim() === ""
    this.#open =
      this.#fence === undefined
        ? this.#open.filter(
            ({ inner }) => inner === undefined || (isBlank ? this.#goesOn(at, inner) : indentOf(line) >= inner)
          )
        : this.#open
    if (this.#fence === undefined && this.#closes(line)) return
    if (this.#inFence(line, at)) return
    // Settings of a directive stand before what it holds.
    if (this.#hasOptions && /^\s*:[\w-]+:(?:\s|$)/.test(line)) return this.#write("")
    this.#hasOptions &&= isBlank
    if (isBlank) this.#write("")
    else if (includes.test(line) || script.test(line)) {
      this.#leave(at, line)
      this.#out.push("")
    } else if (/^\s*(?:<\/?(?:div|figure|span|center)\b[^<>]*>\s*)+$/.test(line) && this.#frames(at)) this.#out.push("")
    else if (/^\s*(?:\[\[?toc\]\]?|\([\w:./-]+\)=|\{\/\*.*\*\/\}|[*-] TOC)\s*$/i.test(line) || isAttributes(line))
      this.#out.push("")
    else if (!this.#opens(line, at)) {
      const shown = lineOf(line, (text) => this.#leave(at, text))
      this.#write(shown !== line && /^(?:\s*<[^<>]*>)+\s*$/.test(shown) ? "" : shown)
    }
  }

  /** Whether a frame of HTML holds nothing but what a program computes. */
  #frames(at: number): boolean {
    const lines = this.#lines.slice(Math.max(0, at - 3), at + 4)
    return lines.some((line) => line.match(computed) !== null)
  }

  all(): string {
    this.#lines.forEach((line, at) => this.#read(line, at))
    return this.#out.join("\n")
  }
}

/** A text as a reader of Markdown can show it. `front`: the length of settings at its beginning, which stay. */
export const undirected = (text: string, front: number): Undirected => {
  const body = text.slice(front)
  if (!mayHold.test(body)) return { text, left: [] }
  const settings = text.slice(0, front)
  const before = settings.split("\n").length - 1
  const reader = new Reader(prepared(body))
  const all = reader.all()
  return {
    text: settings + all,
    left: reader.left.map(({ line, text: what }) => ({ line: line + before, text: what }))
  }
}
