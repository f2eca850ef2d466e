/**
 * reStructuredText as Markdown: headings, lists, code, tables, links by name, notes, pictures, and the objects that Sphinx describes. What another
 * file or a program would fill in is left out and named. Settings of a page show nothing.
 */
import { code, holdsText, labelled, note, titled, titleOf } from "./marks.ts"
import {
  drawnCells,
  heldCells,
  inline,
  isAdornment,
  named,
  Names,
  span,
  tableLines,
  type Pages
} from "./restructuredWords.ts"

/** A line, and its number in the source, from 1. */
interface Line {
  readonly text: string
  readonly at: number
  readonly isCode?: true
}

type Lines = ReadonlyArray<Line>

/** What some lines are in Markdown, and the place behind them. */
interface Made {
  readonly end: number
  readonly made: Lines
}

/** A text in Markdown; `lines`: where each of its lines stands in the source. */
export interface Restructured {
  readonly text: string
  readonly lines: ReadonlyArray<number>
  readonly left: ReadonlyArray<{ readonly line: number; readonly text: string }>
}

const indentOf = ({ text }: Line): number => text.length - text.trimStart().length

const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === ""

/** Lines without blank ones around them, as far to the left as all of them allow. `most`: how far at most. */
const dedented = (lines: Lines, most = Infinity): Lines => {
  const start = lines.findIndex((line) => !isBlank(line))
  const all = start === -1 ? [] : lines.slice(start, lines.findLastIndex((line) => !isBlank(line)) + 1)
  const least = all.reduce((found, line) => (isBlank(line) ? found : Math.min(found, indentOf(line))), most)
  return all.map((line) => ({ ...line, text: line.text.slice(least) }))
}

/** A line with what stands below it, at its own distance. */
const joined = (first: Line, below: Lines, content = dedented(below)): Lines =>
  below[0] !== undefined && isBlank(below[0]) ? [first, { ...below[0], text: "" }, ...content] : [first, ...content]

/** Where what stands further to the right, with blank lines between it, ends. */
const endBelow = (lines: Lines, from: number): number => {
  let end = from
  for (let at = from; at < lines.length; at++) {
    if (isBlank(lines[at])) continue
    if (indentOf(lines[at]!) === 0) break
    end = at + 1
  }
  return end
}

const prefixed = (lines: Lines, first: string, rest: string): Lines =>
  lines.map((line, place) => ({ ...line, text: ((place === 0 ? first : rest) + line.text).trimEnd() }))

/** Lines with no more than one blank one between them. */
const tight = (lines: Lines): Lines =>
  lines.filter((line, at) => line.isCode === true || !isBlank(line) || !isBlank(lines[at - 1]))

/** A block with empty lines around it. */
const apart = (lines: Lines): Lines =>
  lines.length === 0 ? [] : [{ ...lines[0]!, text: "" }, ...lines, { ...lines.at(-1)!, text: "" }]

const fenced = (lines: Lines, language: string, at: number): Lines => {
  const content = dedented(lines).map((line) => ({ ...line, isCode: true as const }))
  const marks = content.some(({ text }) => text.trimStart().startsWith("```")) ? "~~~~" : "```"
  return apart([{ at, text: marks + language }, ...content, { at: content.at(-1)?.at ?? at, text: marks }])
}

/** Settings of a page and marks for an index, which show nothing. */
const silent =
  /^(?:index|meta|highlight|program|(?:py:)?(?:current)?module|default-domain|default-role|role|sectnum|section-numbering|\w*author|tabularcolumns|target-notes|title)$/

/** What describes one thing of a program, by its name. */
const described =
  /^(?:\w+:)?(?:option|cmdoption|confval|envvar|function|(?:class|static)?method|attribute|property|data|exception|decorator|object|describe|macro|type|setting|command)$/

/** What is shown as code of its own language. */
const languages: Readonly<Record<string, string>> = {
  math: "math",
  mermaid: "mermaid",
  graphviz: "dot",
  doctest: "python",
  testcode: "python",
  ipython: "python",
  "parsed-literal": ""
}

/** What has a title in bold above it. */
const bold = new RegExp(`${labelled.source}|^(?:topic|sidebar|rubric|centered|group-tab)$`, "i")

const holder = /^(?:compound|only|class|rst-class|cssclass|hlist|tabs|glossary|table)$/

/** Fields at the head of a page that are for its site. */
const settingOfPage = /^:(?:orphan|nosearch|no-search|tocdepth|hide-toc|nocomments|layout|icon):/

const bullet = /^([-*+•])(?: +|$)/
const number = /^(?:(\d+|#)[.)]|\((\d+|#)\))(?: +|$)/
const field = /^:((?! )(?:[^:\\`]|\\.){1,200}):(?: +|$)/
const flag = "(?:--?|/)[\\w?][\\w-]*(?:[ =]?<?[A-Za-z][\\w-]*>?)?"
const option = new RegExp(`^(${flag}(?:, ${flag}){0,9})(?: {2,}|$)`)

/** Lines of a table, and levels of what stands within each other, that are followed. Our choice. */
const mostTableLines = 2000
const deepest = 20

/** A directive. */
interface Directive {
  readonly name: string
  readonly words: string
  readonly content: Lines
  readonly settings: ReadonlyMap<string, string>
  readonly at: number
}

/** Settings stand below the name of a directive, before what it holds. */
const settingsIn = (lines: Lines): { readonly settings: ReadonlyMap<string, string>; readonly content: Lines } => {
  const settings = new Map<string, string>()
  let last = ""
  let at = 0
  for (; !isBlank(lines[at]); at++) {
    const { text } = lines[at]!
    const [, key, value = ""] = /^:([\w-]+):\s*(.*)$/.exec(text) ?? []
    if (key !== undefined) settings.set((last = key), value)
    else if (last !== "" && text.startsWith(" ")) settings.set(last, `${settings.get(last)} ${text.trim()}`)
    else break
  }
  return { settings, content: dedented(lines.slice(at)) }
}

class Reader {
  readonly left: Array<{ readonly line: number; readonly text: string }> = []
  readonly #names: Names
  readonly #levels: Array<string> = []
  #depth = 0

  constructor(names: Names) {
    this.#names = names
  }

  #words(text: string): string {
    return inline(text, this.#names)
  }

  #paragraph(lines: Lines): Lines {
    if (lines.length === 0) return []
    const words = this.#words(lines.map(({ text }) => text.trim()).join("\n"))
    const safe = words.replaceAll(/^(?=#{1,6} |>|[-+]{3,}$|={3,}$)/gm, "\\")
    return safe.split("\n").map((text, place) => ({ text, at: (lines[place] ?? lines.at(-1)!).at }))
  }

  #quote(lines: Lines): Lines {
    return apart(prefixed(tight(dedented(lines)), "> ", "> "))
  }

  #picture({ at, content, settings, words }: Directive): Lines {
    const address = words.replaceAll(/\s/g, "")
    const file = address.replaceAll(/^.*\/|\.\w+(?:\?.*)?$/g, "").replaceAll(/[-_]+/g, " ")
    const picture = `![${settings.get("alt") ?? file}](${address})`
    const target = settings.get("target") ?? ""
    const linked = target.endsWith("_") ? this.#names.linked(picture, target.slice(0, -1)) : undefined
    const text = linked ?? (target === "" ? picture : `[${picture}](${target})`)
    return apart([{ at, text }, ...apart(this.read(content))])
  }

  #note({ at, content, name, words }: Directive, gap: boolean): Lines {
    const isSince = /^(?:versionadded|versionchanged|deprecated)$/.test(name)
    const [version = "", ...said] = isSince ? words.split(" ") : [name === "admonition" ? words : "", words]
    const own = said.join(" ")
    const isTitled = own === "" || name === "admonition"
    const text = titled(titleOf({ name, words: version, kind: "open" }))
    const below = isTitled ? content : [{ at, text: own }, ...(gap ? [{ at, text: "" }] : []), ...content]
    return this.#quote([{ at, text }, ...this.read(below)])
  }

  #cells(directive: Directive): Lines | undefined {
    const { at, content, name, settings, words } = directive
    const caption = words === "" ? [] : apart([{ at, text: `**${this.#words(words)}**` }])
    if (name === "table") return [...caption, ...this.read(content)]
    const cells = heldCells(name, content.map(({ text }) => text).join("\n"), settings)
    if (settings.has("file") || settings.has("url") || cells.rows.length === 0) return undefined
    return [...caption, ...apart(tableLines(cells, this.#names).map((text) => ({ at, text })))]
  }

  /** What a directive shows; nothing where only a program knows. */
  #shown(directive: Directive, gap: boolean): Lines | undefined {
    const { at, content, name, words } = directive
    if (silent.test(name)) return []
    if (/^(?:image|figure)$/.test(name)) return this.#picture(directive)
    if (/^(?:list-|csv-)?table$/.test(name)) return this.#cells(directive)
    if (code.test(name) || name === "code-tab" || languages[name] !== undefined)
      return fenced(content, languages[name] ?? words.split(" ")[0]!, at)
    if (note.test(name)) return this.#note(directive, gap)
    if (described.test(name) || (/^(?:\w+:)?class$/.test(name) && words.includes("("))) {
      const text = `- ${words
        .split(/, (?=-)/)
        .map(span)
        .join(", ")}`
      return apart([{ at, text }, { at, text: "" }, ...prefixed(this.read(content), "  ", "  ")])
    }
    if (bold.test(name))
      return apart([
        ...(words === ""
          ? []
          : [
              { at, text: `**${this.#words(words)}**` },
              { at, text: "" }
            ]),
        ...this.read(content)
      ])
    if (/^(?:epigraph|pull-quote|highlights)$/.test(name)) return this.#quote(this.read(content))
    return holdsText.test(name) || holder.test(name) ? apart(this.read(content)) : undefined
  }

  /** What two dots begin: a directive, a name, a note at the foot, or a comment. */
  #explicit([{ at, text } = { at: 0, text: "" }, ...body]: Lines): Lines {
    const rest = text.slice(2).trim()
    const [, picture, type, words = ""] = /^(?:\|([^|]+)\| +)?([A-Za-z][\w:.+-]*)::(?: +(.*))?$/.exec(rest) ?? []
    if (type !== undefined) {
      const name = type.toLowerCase()
      const directive = { name, words, ...settingsIn(dedented(body)), at }
      const shown =
        name === "replace" ? this.#paragraph([{ at, text: words }]) : this.#shown(directive, isBlank(body[0]))
      if (shown === undefined) this.left.push({ line: at, text: `.. ${type}:: ${words}`.trim().slice(0, 100) })
      if (picture === undefined) return shown ?? []
      named(this.#names, picture, shown?.find((line) => !isBlank(line))?.text ?? "")
      return []
    }
    if (/^(?:_.+:|__:?)(?: |$)/.test(rest)) return []
    const [, foot, said] = /^\[([#*]?[\w.-]*)\]\s+(.*)$/.exec(rest) ?? []
    if (foot !== undefined)
      return apart(this.#paragraph([{ at, text: `[${foot}] ${said}` }, ...body.filter((line) => !isBlank(line))]))
    const comment = [rest, ...body.map((line) => line.text.trim())].join(" ").trim()
    return comment === "" || comment.includes("--") ? [] : apart([{ at, text: `<!-- ${comment} -->` }])
  }

  #heading(title: Line, style: string): Lines {
    if (!this.#levels.includes(style)) this.#levels.push(style)
    const marks = "#".repeat(Math.min(6, this.#levels.indexOf(style) + 1))
    return apart([{ at: title.at, text: `${marks} ${this.#words(title.text.trim())}` }])
  }

  /** A heading, a line across the page, what two dots begin, a quote. */
  #apart(lines: Lines, at: number): Made | undefined {
    const [line, next, third] = [lines[at]!, lines[at + 1], lines[at + 2]]
    const { text } = line
    const isLine = isAdornment(text)
    if (/^\.\.(?: |$)/.test(text)) {
      const end = endBelow(lines, at + 1)
      return { end, made: this.#explicit(lines.slice(at, end)) }
    }
    if (settingOfPage.test(text) || /^__ \S+$/.test(text)) return { end: at + 1, made: [] }
    if (isLine && text !== "::" && !isBlank(next) && third?.text === text)
      return { end: at + 3, made: this.#heading(next!, text[0]! + text[0]!) }
    const isUnder = isAdornment(next?.text) && next!.text !== "::" && next!.text.length >= Math.min(4, text.length)
    if (isUnder && !isLine && indentOf(line) === 0) return { end: at + 2, made: this.#heading(line, next!.text[0]!) }
    if (isLine && text.length >= 4 && isBlank(next)) return { end: at + 1, made: [{ ...line, text: "---" }] }
    if (indentOf(line) === 0) return undefined
    const end = endBelow(lines, at)
    return { end, made: this.#quote(this.read(dedented(lines.slice(at, end)))) }
  }

  #table(lines: Lines, at: number): Made | undefined {
    const { text } = lines[at]!
    if (!/^\+[-=]+\+|^=+(?: +=+)+$/.test(text)) return undefined
    const all = lines.slice(at, at + mostTableLines)
    const isLast = text.startsWith("+")
      ? (_: Line, place: number) => !/^[+|]/.test(all[place + 1]?.text ?? "")
      : (line: Line, place: number) => place > 0 && /^=+(?: +=+)*$/.test(line.text) && isBlank(all[place + 1])
    const end = all.findIndex(isLast) + 1
    if (end < 2) return undefined
    const cells = drawnCells(all.slice(0, end).map((line) => line.text))
    const made =
      cells === undefined
        ? fenced(all.slice(0, end), "", lines[at]!.at)
        : apart(
            tableLines(cells, this.#names).map((row, place) => ({ text: row, at: all[Math.min(place, end - 1)]!.at }))
          )
    return { end: at + end, made }
  }

  /** An item of a list, a field, or an option with its meaning. */
  #item(lines: Lines, at: number): Made | undefined {
    const { at: place, text } = lines[at]!
    const next = lines[at + 1]
    const numbered = number.exec(text)
    // A sentence may begin with a number.
    const goesOn = !isBlank(next) && indentOf(next!) === 0 && !number.test(next!.text) && !next!.text.startsWith("..")
    if (numbered !== null && goesOn) return undefined
    const item = bullet.exec(text) ?? numbered
    const found = item ?? field.exec(text) ?? option.exec(text)
    if (found === null) return undefined
    const end = endBelow(lines, at + 1)
    const named = text.startsWith(":") ? `**${found[1]}:** ` : `${span(found[1] ?? "")}: `
    const own =
      numbered === null ? (item === null || item[1] === "•" ? "-" : item[1]!) : `${/\d+/.exec(found[0])?.[0] ?? 1}.`
    const below = lines.slice(at + 1, end)
    const content = dedented(below, item === null ? Infinity : found[0].length)
    const inner = joined({ at: place, text: text.slice(found[0].length) }, below, content)
    const [first, ...rest] = this.read(isBlank(inner[0]) ? inner.slice(1) : inner).filter(
      (line, index) => index > 0 || !isBlank(line)
    )
    const head = { at: place, text: (item === null ? named : "") + (first?.text ?? "") }
    return { end, made: prefixed([head, ...rest], `${own} `, " ".repeat(own.length + 1)) }
  }

  /** A paragraph, with the code that it announces; verses, code with a prompt, and a term with its meaning. */
  #text(lines: Lines, at: number): Made {
    const line = lines[at]!
    const { text } = line
    const bound = (isIn: (one: Line) => boolean) => {
      const end = lines.slice(at + 1, at + 1 + mostTableLines).findIndex((one) => isBlank(one) || !isIn(one))
      return end === -1 ? Math.min(lines.length, at + 1 + mostTableLines) : at + 1 + end
    }
    if (/^\|(?: |$)/.test(text)) {
      const end = bound((one) => /^\|(?: |$)/.test(one.text))
      const verses = lines.slice(at, end).map((one) => ({ ...one, text: `${this.#words(one.text.slice(1).trim())}\\` }))
      return {
        end,
        made: apart([...verses.slice(0, -1), { ...verses.at(-1)!, text: verses.at(-1)!.text.slice(0, -1) }])
      }
    }
    const next = lines[at + 1]
    if (!isBlank(next) && indentOf(next!) > 0 && !text.endsWith("::")) {
      const end = endBelow(lines, at + 1)
      const term = this.#words(text.trim())
      const head = { at: line.at, text: /^[`*[]/.test(term) ? term : `**${term}**` }
      const meaning = this.read(dedented(lines.slice(at + 1, end)))
      return { end, made: prefixed([head, { at: line.at, text: "" }, ...meaning], "- ", "  ") }
    }
    const end = bound(() => true)
    if (text.startsWith(">>> ")) return { end, made: fenced(lines.slice(at, end), "python", line.at) }
    const words = lines.slice(at, end)
    const last = words.at(-1)!
    if (!last.text.endsWith("::")) return { end, made: this.#paragraph(words) }
    const below = endBelow(lines, end)
    const shown = [...words.slice(0, -1), { ...last, text: last.text.replace(/(?:(?:^| )::|:)$/, "") }]
    const told = this.#paragraph(shown.filter((one) => !isBlank(one)))
    const literal = below === end ? [] : fenced(lines.slice(end, below), "", line.at)
    return { end: below, made: [...told, ...literal] }
  }

  /** Lines of Markdown. */
  read(lines: Lines): Lines {
    if (this.#depth >= deepest) return this.#paragraph(lines.filter((line) => !isBlank(line)))
    this.#depth += 1
    const out: Array<Line> = []
    for (let at = 0; at < lines.length;) {
      const { end, made } = isBlank(lines[at])
        ? { end: at + 1, made: [{ ...lines[at]!, text: "" }] }
        : (this.#apart(lines, at) ?? this.#table(lines, at) ?? this.#item(lines, at) ?? this.#text(lines, at))
      for (const line of made) out.push(line)
      at = end
    }
    this.#depth -= 1
    return out
  }
}

/** A text in reStructuredText as Markdown. `pages`: the files beside it. */
export const restructured = (source: string, pages: Pages = new Map()): Restructured => {
  const names = new Names(source, pages)
  const lines = source
    .replaceAll("\t", "        ")
    .split("\n")
    .map((text, place) => ({ text: text.trimEnd(), at: place + 1 }))
  // Pictures and words by name are shown before and behind the places that hold them.
  lines.forEach(({ text }, place) => {
    if (text.startsWith(".. |")) new Reader(names).read(lines.slice(place, endBelow(lines, place + 1)))
  })
  const reader = new Reader(names)
  const made = reader.read(lines)
  const kept = tight(made)
  return {
    text: `${kept
      .map(({ text }) => text)
      .join("\n")
      .trimEnd()}\n`,
    lines: kept.map(({ at }) => at),
    left: reader.left
  }
}
