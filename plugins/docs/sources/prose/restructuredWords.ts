/** Words and tables of reStructuredText as Markdown: code, roles, links and pictures by name, notes at the foot. */
import { csvFields, csvRecords } from "../../context/glossary.ts"
import { slugOf } from "../../markdown/slug.ts"
import { table } from "../../outputs/markdown/table.ts"
import { ofRole } from "./marks.ts"

/** How a name is compared: capitals, spaces and marks do not count. */
const keyOf = (name: string): string => name.replaceAll(/[\\`]/g, "").replaceAll(/\s+/g, " ").trim().toLowerCase()

const adornment = "[!-/:-@[-`{-~]"

/** A line of one sign, as it stands below a heading. */
export const isAdornment = (text = ""): boolean => new RegExp(`^(${adornment})\\1+ *$`).test(text)

const underlined = new RegExp(`^ *(\\S.*)\\n(${adornment})\\2+ *$`, "gm")

/** Labels above a heading, with it. */
const labelled = new RegExp(
  `((?:^\\.\\. _[^\\n:]{1,200}:\\n\\n?){1,9})(?:(${adornment})\\2{2,} *\\n)? *(\\S.*)\\n(?=(${adornment})\\4{2,} *$)`,
  "gm"
)

/** Titles of a text by its headings, and by the labels above them. */
export const titlesIn = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, title = ""] of text.matchAll(underlined)) if (!isAdornment(title)) found.set(keyOf(title), title.trim())
  for (const [, labels = "", , title = ""] of text.matchAll(labelled))
    for (const [, label = ""] of labels.matchAll(/_([^\n:]+):/g)) found.set(keyOf(label), title.trim())
  return found
}

/** Files beside a text, each with the titles in it. */
export type Pages = ReadonlyMap<string, ReadonlyMap<string, string>>

const address = /^ *\.\. _(`[^`]{1,300}`|(?:\\.|[^:\n\\]){1,300}):(?: |\n {1,9})(\S+(?:\n {1,9}\S+)*)/gm

/** What a text names, wherever it stands in it. */
export class Names {
  readonly #links = new Map<string, string>()
  readonly #titles: ReadonlyMap<string, string>
  readonly #unnamed: ReadonlyArray<string>
  readonly #pages: Pages
  #next = 0
  readonly pictures = new Map<string, string>()

  constructor(text: string, pages: Pages) {
    this.#titles = titlesIn(text)
    this.#pages = pages
    for (const [, name = "", url = ""] of text.matchAll(address))
      if (name !== "_") this.#links.set(keyOf(name), url.replaceAll(/\s+/g, ""))
    for (const [, name = "", url = ""] of text.matchAll(/`([^`<>]{1,300}) ?<([^`<>\s]{1,2000})>`_(?!_)/g))
      this.#links.set(keyOf(name), url)
    this.#unnamed = Array.from(text.matchAll(/^ *(?:\.\. __:|__) +(\S+)$/gm), ([, url]) => url!)
  }

  /** Words as a link to what a name stands for. */
  linked(words: string, name = words): string | undefined {
    let url = this.#links.get(keyOf(name))
    // One name may stand for another.
    for (let more = 5; url?.endsWith("_") === true && more > 0; more--)
      url = this.#links.get(keyOf(url.slice(0, -1))) ?? url.slice(0, -1)
    const title = url === undefined ? this.#titles.get(keyOf(name)) : undefined
    if (title !== undefined) url = `#${slugOf(title)}`
    return url === undefined ? undefined : `[${words}](${url})`
  }

  /** Words as a link to the next address that has no name. */
  next(words: string): string {
    const url = this.#unnamed[this.#next++]
    return url === undefined ? words : `[${words}](${url})`
  }

  /** Words that lead to a label: those given, else the title below it. */
  labelled(words: string, label: string): string {
    const own = this.#titles.get(keyOf(label))
    if (own !== undefined) return `[${words === "" ? inline(own, this) : words}](#${slugOf(own)})`
    if (words !== "") return words
    const [title] = [...this.#pages.values()].flatMap((titles) => titles.get(keyOf(label)) ?? [])
    return title === undefined ? label.replaceAll(/[-_]+/g, " ") : inline(title, this)
  }

  /** The same for a page. */
  page(words: string, target: string): string {
    const name = target.replace(/^[./]+/, "")
    const path = [...this.#pages.keys()].find((one) => one === `${name}.rst` || one.endsWith(`/${name}.rst`))
    const [title] = path === undefined ? [] : this.#pages.get(path)!.values()
    const shown = words !== "" ? words : (title ?? name.replace(/^.*\//, "").replaceAll(/[-_]+/g, " "))
    return `[${shown}](${path === undefined ? `${target}.rst` : `/${path}`})`
  }
}

/** Code with marks that it does not hold. */
export const span = (text: string): string => {
  const marks = text.includes("`") ? "``" : "`"
  return marks + text.replaceAll("\n", " ") + marks
}

/** What stands within a line, the longest first. */
const marked =
  /``([^]{1,2000}?)``(?!`)|(?::([\w:.+-]{1,40}):)?`((?:[^`\\]|\\[^]){1,2000})`(__?(?!\w))?|(https?:\/\/[^\s<>`]*[^\s<>`.,;:)_])|\|([^|\s](?:[^|\n]{0,200}[^|\s])?)\|(?:__?(?!\w))?|\[([#*]?[\w.-]*)\]_(?!\w)|(?<![\w`@/.-])([@A-Za-z\d](?:[\w.+@-]{0,80}[A-Za-z\d])?)(__?)(?![\w`])|\\([^])|(<)(?=[A-Za-z/!?])|(?<![\w*])(_)(?=\w)/g

/** Words, and the address in angle brackets behind them. */
const withAddress = /^([^<>]*)<([^<>]+)>$/

/** A role, or words that lead to an address. */
const interpreted = (role: string | undefined, words: string, mark: string | undefined, names: Names): string => {
  const [, before = "", target = words] = withAddress.exec(words) ?? []
  const label = before.trim()
  if (role !== undefined) {
    if (/(?:^|:)(?:num)?ref$/.test(role)) return names.labelled(label, target)
    if (role === "doc") return names.page(label, target)
    return ofRole(`:${role}:`, role, "`", words.replaceAll("\n", " ").replace(/^!/, ""))
  }
  if (mark === undefined) return /^[\w.:()[\]=-]+$/.test(words) ? span(words) : `*${words}*`
  if (target === words) return mark === "__" ? names.next(words) : (names.linked(words) ?? words)
  const named = target.endsWith("_") ? names.linked(label, target.slice(0, -1)) : undefined
  return named ?? (label === "" ? `<${target}>` : `[${label}](${target.replaceAll(/\s+/g, "")})`)
}

/** Words in Markdown. */
export const inline = (text: string, names: Names): string =>
  text.replaceAll(
    marked,
    (whole, literal, role, words, mark, url, picture, foot, name, end, escaped, tag, underscore) => {
      if (literal !== undefined) return span(literal)
      if (words !== undefined) return interpreted(role, words, mark, names)
      if (url !== undefined) return url
      if (picture !== undefined) return names.pictures.get(keyOf(picture)) ?? picture
      if (foot !== undefined) return `[${foot}]`
      if (name !== undefined) return end === "__" ? names.next(name) : (names.linked(name) ?? whole)
      if (escaped === undefined) return `\\${tag ?? underscore}`
      return /\s/.test(escaped) ? "" : /\w/.test(escaped) ? escaped : whole
    }
  )

/** What a picture or words have by name. */
export const named = (names: Names, name: string, text: string): void => void names.pictures.set(keyOf(name), text)

/** The cells of a table. */
export interface Cells {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Rows that are its head. */
  readonly heads: number
}

/** A table in Markdown; one without a head has an empty one. */
export const tableLines = ({ heads, rows }: Cells, names: Names): ReadonlyArray<string> => {
  const cells = rows.map((row) => row.map((cell) => inline(cell, names).replaceAll(/\s*\n\s*/g, " ")))
  const width = Math.max(1, ...cells.map((row) => row.length))
  const head = Array.from({ length: width }, (_, at) => (heads === 0 ? "" : (cells[0]![at] ?? "")))
  return table(head, cells.slice(heads === 0 ? 0 : 1)).split("\n")
}

/** Cells of a table whose columns its lines show; nothing where cells span others. */
export const drawnCells = (lines: ReadonlyArray<string>): Cells | undefined => {
  const isGrid = lines[0]!.startsWith("+")
  const border = isGrid ? /^\+[-=+]+\+ *$/ : /^=[= ]*$/
  const column = isGrid ? /(?<=\+)[-=]/g : /(?<!=)=/g
  const starts = Array.from(lines[0]!.matchAll(column), ({ index }) => index)
  const rows: Array<Array<string>> = []
  let heads = 0
  let isNew = true
  for (const [at, line] of lines.entries()) {
    if (border.test(line)) {
      if (isGrid ? line.includes("=") : at > 0 && at < lines.length - 1) heads = rows.length
      isNew = true
      continue
    }
    const spans = isGrid ? starts.some((start) => line[start - 1] !== "|") : /^-[- ]*$/.test(line)
    if (spans) return undefined
    const cells = starts.map((start, place) => {
      const cell = line.slice(start, (starts[place + 1] ?? Infinity) - 1)
      return (isGrid ? cell.replace(/\| *$/, "") : cell).trim()
    })
    if (isNew || (!isGrid && cells[0] !== "")) rows.push(cells)
    else rows.push(rows.pop()!.map((cell, place) => `${cell}\n${cells[place]}`.trim()))
    isNew = false
  }
  return { rows, heads }
}

/** Cells of a table that a directive holds: a list of lists, or values with commas between. */
export const heldCells = (name: string, text: string, settings: ReadonlyMap<string, string>): Cells => {
  const header = settings.get("header")
  const heads = Number(settings.get("header-rows") ?? (header === undefined ? 0 : 1))
  if (name === "csv-table") {
    const records = csvRecords([...(header === undefined ? [] : [header]), ...text.split("\n")])
    return { heads, rows: records.map(csvFields).filter((row) => row.some((cell) => cell !== "")) }
  }
  const rows = text.split(/^[*-] +(?=[*-](?: |$))/m).slice(1)
  return {
    heads,
    rows: rows.map((row) =>
      row
        .split(/^(?: {2})?[*-](?: +|$)/m)
        .slice(1)
        .map((cell) => cell.trim())
    )
  }
}
