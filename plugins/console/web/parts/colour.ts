/** Messages as coloured pieces: JSON, XML (ISO 20022) and the fixed columns of Nacha. It never makes HTML of a text. */
import type { RawText } from "../api/wire.ts"

export interface Piece {
  readonly text: string
  readonly as?: "key" | "string" | "number" | "tag" | "attribute" | "comment" | "field" | "other-field" | "mark"
  /** What the piece is, for the pointer. */
  readonly name?: string
}

const piecesBy = (
  text: string,
  pattern: RegExp,
  of: (match: RegExpExecArray) => ReadonlyArray<Piece>
): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) })
    pieces.push(...of(match))
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

const json = (text: string): ReadonlyArray<Piece> =>
  piecesBy(
    text,
    /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\b(?:true|false|null)\b/g,
    ([all, quoted, colon]) => {
      if (quoted === undefined) return [{ text: all, as: "number" }]
      return colon === undefined ? [{ text: quoted, as: "string" }] : [{ text: quoted, as: "key" }, { text: colon }]
    }
  )

const attributes = (text: string): ReadonlyArray<Piece> =>
  piecesBy(text, /([\w:.-]+)(=)("[^"]*"|'[^']*')/g, ([, name, equals, value]) => [
    { text: name!, as: "attribute" },
    { text: equals! },
    { text: value!, as: "string" }
  ])

const xml = (text: string): ReadonlyArray<Piece> =>
  piecesBy(text, /(<!--[\s\S]*?-->)|(<[/?]?)([\w:.-]+)([^>]*?)([/?]?>)/g, ([, comment, open, name, rest, close]) =>
    comment === undefined
      ? [{ text: open!, as: "mark" }, { text: name!, as: "tag" }, ...attributes(rest!), { text: close!, as: "mark" }]
      : [{ text: comment, as: "comment" }]
  )

type Columns = ReadonlyArray<readonly [width: number, name: string]>

/** The columns of a Nacha file by the first digit of a line (Nacha Operating Rules, appendix 3). */
const nachaColumns: Readonly<Record<string, Columns>> = {
  "1": [
    [1, "File header"],
    [2, "Priority code"],
    [10, "Immediate destination"],
    [10, "Immediate origin"],
    [6, "File date"],
    [4, "File time"],
    [1, "File id modifier"],
    [3, "Record size"],
    [2, "Blocking factor"],
    [1, "Format code"],
    [23, "Destination name"],
    [23, "Origin name"],
    [8, "Reference"]
  ],
  "5": [
    [1, "Batch header"],
    [3, "Service class"],
    [16, "Company name"],
    [20, "Company data"],
    [10, "Company id"],
    [3, "Entry class"],
    [10, "Entry description"],
    [6, "Descriptive date"],
    [6, "Effective date"],
    [3, "Settlement day"],
    [1, "Originator status"],
    [8, "Originating bank"],
    [7, "Batch number"]
  ],
  "6": [
    [1, "Entry"],
    [2, "Transaction code"],
    [8, "Receiving bank"],
    [1, "Check digit"],
    [17, "Account"],
    [10, "Amount"],
    [15, "Individual id"],
    [22, "Name"],
    [2, "Discretionary"],
    [1, "Addenda"],
    [15, "Trace number"]
  ],
  "7": [
    [1, "Addenda"],
    [2, "Addenda type"],
    [80, "Text"],
    [4, "Sequence"],
    [7, "Entry sequence"]
  ],
  "8": [
    [1, "Batch control"],
    [3, "Service class"],
    [6, "Entries"],
    [10, "Entry hash"],
    [12, "Debits"],
    [12, "Credits"],
    [10, "Company id"],
    [19, "Authentication"],
    [6, "Reserved"],
    [8, "Originating bank"],
    [7, "Batch number"]
  ],
  "9": [
    [1, "File control"],
    [6, "Batches"],
    [6, "Blocks"],
    [8, "Entries"],
    [10, "Entry hash"],
    [12, "Debits"],
    [12, "Credits"],
    [39, "Reserved"]
  ]
}

const nachaLine = (line: string): ReadonlyArray<Piece> => {
  const columns = nachaColumns[line.charAt(0)]
  if (columns === undefined || /^9{94}$/.test(line)) return [{ text: line, as: "comment" }]
  let at = 0
  return columns.map(([width, name], index) => {
    const text = line.slice(at, at + width)
    at += width
    return { text, name, as: index === 0 ? "key" : index % 2 === 0 ? "field" : "other-field" }
  })
}

const nacha = (text: string): ReadonlyArray<Piece> =>
  text.split("\n").flatMap((line, index) => [...(index === 0 ? [] : [{ text: "\n" }]), ...nachaLine(line)])

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

export const piecesOf = ({ format, text }: RawText): ReadonlyArray<Piece> =>
  format === "json" ? json(indented(text)) : format === "xml" ? xml(text) : nacha(text)
