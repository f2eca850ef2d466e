/** Glossaries (decisions docs 4.6): Markdown tables, definition lists, `Term: definition` lines and CSV, as terms. */
import type { GlossaryTerm } from "../writer/Section.ts"

/** A glossary as it was read. */
export interface Glossary {
  readonly terms: ReadonlyArray<GlossaryTerm>
  /** Terms whose letters' case counts. */
  readonly exact: ReadonlyArray<string>
  /** Lines that hold no term. */
  readonly notRead: ReadonlyArray<string>
}

interface Entry {
  readonly term: string
  readonly definition: string
  readonly avoid: string
  readonly exact: string
}

/** Names of columns; a table without a known header has its columns in this order. */
const columns: ReadonlyArray<readonly [keyof Entry, RegExp]> = [
  ["term", /^(?:term|word|name|preferred)s?$/i],
  ["definition", /^(?:definition|meaning|description|explanation)s?$/i],
  ["avoid", /^(?:avoid|not|forbidden|instead of|synonyms?|do not use|deprecated)$/i],
  ["exact", /^(?:case|case.sensitive|exact|spelling)$/i]
]

/** Words without the marks around them all: of emphasis, of code, of a link, quotes. */
const bare = (words: string): string =>
  words
    .trim()
    .replace(/^\[([^[\]]+)\]\([^()]*\)$/, "$1")
    .replace(/^(\*\*|__|[*_"'`])(.+)\1$/, "$2")

/** A slash within words is one of their own: `and/or`. */
const listed = (text: string): ReadonlyArray<string> =>
  text
    .split(/[;,]|\s(?:\/|or)\s/)
    .map(bare)
    .filter((word) => word !== "")

const rowsAsEntries = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Entry> => {
  const [header = []] = rows
  const named = header.some((name) => columns[0]![1].test(name.trim()))
  const placeOf = (field: keyof Entry, at: number): number =>
    named ? header.findIndex((name) => columns[at]![1].test(name.trim()) && columns[at]![0] === field) : at
  const places = columns.map(([field], at) => placeOf(field, at))
  return (named ? rows.slice(1) : rows).map((row) => {
    const [term = "", definition = "", avoid = "", exact = ""] = places.map((place) => row[place]?.trim() ?? "")
    return { term: bare(term), definition, avoid, exact }
  })
}

/** The records of CSV: a field in quotes may go on in the next line. */
export const csvRecords = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const records: Array<string> = []
  let isOpen = false
  for (const line of lines) {
    if (isOpen) records.push(`${records.pop()!} ${line.trim()}`)
    else if (line.trim() !== "") records.push(line)
    const isOdd = line.split('"').length % 2 === 0
    if (isOdd && (isOpen || /(?:^|,)\s*"/.test(line))) isOpen = !isOpen
  }
  return records
}

/** The fields of a record, quotes doubled inside quotes. */
export const csvFields = (record: string): ReadonlyArray<string> =>
  Array.from(`,${record}`.matchAll(/,\s*(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, inQuotes, plain]) =>
    (inQuotes?.replaceAll('""', '"') ?? plain ?? "").trim()
  )

const tableRow = /^\s*\|(.*)\|\s*$/
const rule = /^[\s|:-]+$/

const readTable = (lines: ReadonlyArray<string>): ReadonlyArray<Entry> =>
  rowsAsEntries(
    lines
      .filter((line) => tableRow.test(line) && !rule.test(line))
      .map((line) => tableRow.exec(line)![1]!.split(/(?<!\\)\|/))
      .map((cells) => cells.map((cell) => cell.replaceAll("\\|", "|")))
  )

const plainEntry = (term: string, rest: string): Entry => {
  const avoid = /\s*\((?:avoid|not|do not use):?\s*([^)]*)\)\.?\s*$/i.exec(rest)
  return {
    term: term.replaceAll(/^[*_`"]+|[*_`"]+$/g, "").trim(),
    definition: (avoid === null ? rest : rest.slice(0, avoid.index)).trim(),
    avoid: avoid?.[1] ?? "",
    exact: ""
  }
}

const line = /^\s*(?:[-*+]\s+)?([^:|]{1,60}?)(?:\*\*)?\s*:\s*(?:\*\*)?\s*(\S.*)$/

const readLines = (lines: ReadonlyArray<string>): { entries: Array<Entry>; notRead: Array<string> } => {
  const entries: Array<Entry> = []
  const notRead: Array<string> = []
  lines.forEach((text, at) => {
    if (text.trim() === "" || /^#{1,6}\s/.test(text)) return
    const definition = /^:\s+(\S.*)$/.exec(text)
    const match = definition === null ? line.exec(text) : null
    if (match !== null) return void entries.push(plainEntry(match[1]!, match[2]!))
    if (definition !== null) {
      const term = lines[at - 1]?.trim() ?? ""
      if (term !== "" && notRead.at(-1) === term) {
        notRead.pop()
        entries.push(plainEntry(term, definition[1]!))
      }
      return
    }
    notRead.push(text.trim())
  })
  return { entries, notRead }
}

const isYes = (text: string): boolean => /^(?:y|yes|true|1|x|exact|sensitive|as written)$/i.test(text)

/** Reads a glossary, whichever form it has. */
export const readGlossary = (content: string, format?: string): Glossary => {
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/)
  const filled = lines.filter((text) => text.trim() !== "")
  const isTable = filled.some((text) => tableRow.test(text) && rule.test(text))
  const isCsv = format === "csv" || (format === undefined && /^\s*"?term"?\s*,/i.test(filled[0] ?? ""))
  const read = isTable
    ? { entries: readTable(lines), notRead: [] }
    : isCsv
      ? { entries: rowsAsEntries(csvRecords(lines).map(csvFields)), notRead: [] }
      : readLines(lines)
  const entries = read.entries.filter(({ term }) => term !== "")
  return {
    terms: entries.map(({ avoid, definition, term }) => ({ term, definition, avoid: listed(avoid) })),
    exact: entries.filter(({ exact }) => isYes(exact)).map(({ term }) => term),
    notRead: read.notRead
  }
}
