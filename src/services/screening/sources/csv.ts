/** Reads comma-separated values (RFC 4180) with the line of each row, so that a refusal can say where. */
import { ListFileRefused, type SourceFile } from "./ListSource.ts"

/** A row: its fields and the line that it begins on. */
export interface CsvRow {
  readonly line: number
  readonly fields: ReadonlyArray<string>
}

/** How a file is written. */
export interface CsvFormat {
  readonly delimiter?: "," | ";"
  /** Fields of every row; another number is refused. */
  readonly columns?: number
}

/** The longest field, in characters: a list with more in one field has lost a quote. */
const maxFieldCharacters = 200_000

/** What some authorities end a file with. */
const endOfFile = "\u001a"

/** One field from a place on; answers where it ended and how many line ends it had. */
const readField = (text: string, from: number, delimiter: string) => {
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end++
    const field = text.slice(from, end)
    return { field: field.endsWith("\r") ? field.slice(0, -1) : field, end, lines: 0 }
  }
  let field = ""
  let lines = 0
  let start = from + 1
  for (;;) {
    const quote = text.indexOf('"', start)
    if (quote === -1 || quote - from > maxFieldCharacters) return undefined
    field += text.slice(start, quote)
    if (text[quote + 1] !== '"') {
      for (const letter of field) if (letter === "\n") lines++
      let end = quote + 1
      while (text[end] === " " || text[end] === "\r") end++
      return end === text.length || text[end] === delimiter || text[end] === "\n" ? { field, end, lines } : undefined
    }
    field += '"'
    start = quote + 2
  }
}

/** The rows of a file. Throws `ListFileRefused`. */
export function* readCsv(file: SourceFile, { columns, delimiter = "," }: CsvFormat = {}): Generator<CsvRow> {
  const text = file.text.startsWith("\ufeff") ? file.text.slice(1) : file.text
  let line = 1
  let at = 0
  while (at < text.length && text[at] !== endOfFile) {
    const row: Array<string> = []
    const first = line
    for (;;) {
      const read = readField(text, at, delimiter)
      if (read === undefined) {
        const field = `field ${row.length + 1}`
        throw new ListFileRefused({ file: file.name, line, field, problem: "the quotation marks do not fit" })
      }
      row.push(read.field)
      line += read.lines
      at = read.end + 1
      if (text[read.end] !== delimiter) break
    }
    line++
    if (row.length === 1 && row[0]!.trim() === "") continue
    if (columns !== undefined && row.length !== columns) {
      const problem = `has ${row.length} fields instead of ${columns}`
      throw new ListFileRefused({ file: file.name, line: first, problem })
    }
    yield { line: first, fields: row }
  }
}

/** A row by the names of its columns. */
export interface TableRow {
  readonly line: number
  /** The trimmed value of a column; empty for a column that the file may lack and lacks. */
  readonly get: (column: string) => string
}

/** The rows below a row of column names, which must have the required ones. Throws `ListFileRefused`. */
export function* readTable(
  file: SourceFile,
  {
    delimiter = ",",
    required,
    skip = 0
  }: { readonly delimiter?: "," | ";"; readonly required: ReadonlyArray<string>; readonly skip?: number }
): Generator<TableRow> {
  let columns: ReadonlyMap<string, number> | undefined
  let width = 0
  let rows = 0
  for (const { fields, line } of readCsv(file, { delimiter })) {
    if (rows++ < skip) continue
    if (columns === undefined) {
      columns = new Map(fields.map((name, at) => [name.trim(), at]))
      width = fields.length
      const missing = required.find((name) => columns?.has(name) !== true)
      if (missing !== undefined) {
        throw new ListFileRefused({ file: file.name, line, field: missing, problem: "the column is missing" })
      }
      continue
    }
    if (fields.length !== width) {
      const problem = `has ${fields.length} fields, but there are ${width} columns`
      throw new ListFileRefused({ file: file.name, line, problem })
    }
    const places = columns
    yield { line, get: (column) => fields[places.get(column) ?? -1]?.trim() ?? "" }
  }
}
