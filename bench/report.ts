/** Prints what benches measured: lines, tables that grow while a bench runs, and verdicts against floor and goal. */

/** Writes one line to standard output. */
export const writeLine = (text = ""): void => {
  process.stdout.write(`${text}\n`)
}

/** A column of a table; its width is that of its title, or `width` where cells are wider. */
export interface Column {
  readonly title: string
  readonly width?: number
}

/** Prints the head of a table and returns a function that prints a row; texts are left, numbers right. */
export const openTable = (columns: ReadonlyArray<Column>): ((cells: ReadonlyArray<string | number>) => void) => {
  const widths = columns.map((column) => Math.max(column.width ?? 0, column.title.length))
  const line = (cells: ReadonlyArray<string | number>, isHead: boolean) => {
    const padded = widths.map((width, index) => {
      const cell = cells[index] ?? ""
      return typeof cell === "number" || (isHead && index > 1) ? String(cell).padStart(width) : cell.padEnd(width)
    })
    writeLine(padded.join("  ").trimEnd())
  }
  line(
    columns.map((column) => column.title),
    true
  )
  return (cells) => line(cells, false)
}

/** Rounds to so many digits after the point; an absent figure stays absent and prints as nothing. */
export const rounded = (value: number | undefined, digits: number): number | string =>
  value === undefined || !Number.isFinite(value) ? "" : Number(value.toFixed(digits))

/** The value in the middle of the sorted values (the mean of the two in the middle of an even number). */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((left, right) => left - right)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/** What is measured; `better` says in which direction a value is good. */
export interface Measure {
  readonly measure: string
  readonly better: "higher" | "lower"
  readonly unit?: string
}

/** What a measure must reach; the worst value decides. */
export interface Target extends Measure {
  readonly floor?: number
  readonly goal: number
}

/** A measure with its value of each round. */
export interface Figure extends Measure, Partial<Pick<Target, "floor" | "goal">> {
  readonly values: ReadonlyArray<number>
}

const figures: Array<Figure> = []

/** Everything that this process has measured so far, in the order in which it was printed. */
export const measuredFigures = (): ReadonlyArray<Figure> => figures

/** The value that decides. */
export const worstOf = ({ better, values }: Pick<Figure, "better" | "values">): number =>
  better === "higher" ? Math.min(...values) : Math.max(...values)

const reaches = (limit: number, figure: Figure): boolean =>
  figure.better === "higher" ? worstOf(figure) >= limit : worstOf(figure) <= limit

/** Whether the worst value reaches floor and goal; nothing where there are none. */
export const verdictOf = (figure: Figure): string => {
  const said = (["floor", "goal"] as const).flatMap((name) => {
    const limit = figure[name]
    if (limit === undefined) return []
    return [`${name} ${limit}${unitOf(figure)} ${reaches(limit, figure) ? "met" : "MISSED"}`]
  })
  return said.join(", ")
}

const unitOf = ({ unit }: Measure): string => (unit === undefined ? "" : ` ${unit}`)

/** Keeps a value for the report that a table has printed. */
export const keepFigure = (measure: Measure, values: ReadonlyArray<number>): void =>
  void figures.push({ ...measure, values })

const tell = (figure: Figure): void => {
  figures.push(figure)
  const unit = unitOf(figure)
  const found = `worst ${rounded(worstOf(figure), 2)}${unit}, median ${rounded(median(figure.values), 2)}${unit}`
  const verdict = verdictOf(figure)
  writeLine(`${figure.measure}: ${found}${verdict === "" ? "" : `; ${verdict}`}`)
}

/** Prints worst and median of all rounds and keeps them for the report. */
export const writeFigure = (measure: Measure, values: ReadonlyArray<number>): void => tell({ ...measure, values })

/** Prints worst and median of all rounds beside floor and goal, and keeps them for the report. */
export const writeVerdict = (target: Target, values: ReadonlyArray<number>): void => tell({ ...target, values })
