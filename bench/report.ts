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

/** What a measure must reach. `better` says in which direction a value is good; the worst value decides. */
export interface Target {
  readonly measure: string
  readonly better: "higher" | "lower"
  readonly floor: number
  readonly goal: number
  readonly unit?: string
}

/** Prints worst and median of all rounds beside floor and goal, and whether the worst round reaches them. */
export const writeVerdict = (target: Target, values: ReadonlyArray<number>): void => {
  const higher = target.better === "higher"
  const worst = higher ? Math.min(...values) : Math.max(...values)
  const unit = target.unit === undefined ? "" : ` ${target.unit}`
  const reaches = (limit: number) => ((higher ? worst >= limit : worst <= limit) ? "met" : "MISSED")
  writeLine(
    `${target.measure}: worst ${rounded(worst, 2)}${unit}, median ${rounded(median(values), 2)}${unit}; ` +
      `floor ${target.floor}${unit} ${reaches(target.floor)}, goal ${target.goal}${unit} ${reaches(target.goal)}`
  )
}
