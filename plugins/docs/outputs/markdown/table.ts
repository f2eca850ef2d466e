/** Tables with as many cells in each row as in the header. */

/** Bars end a cell wherever they stand, in code spans too. */
export const withoutBars = (text: string): string => text.replaceAll("|", "\\|")

const row = (cells: ReadonlyArray<string>, width: number): string => {
  const filled = Array.from({ length: width }, (_, at) => cells[at] ?? "")
  // Cells beyond the header would be lost: they join the last one.
  if (cells.length > width) filled[width - 1] = cells.slice(width - 1).join(" ")
  return `| ${filled.map(withoutBars).join(" | ")} |`
}

/** A table without a line feed at the end. */
export const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [
    row(header, header.length),
    `| ${header.map(() => "---").join(" | ")} |`,
    ...rows.map((cells) => row(cells, header.length))
  ].join("\n")

/** A table whose columns without any value are left out. */
export const filledTable = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const used = header.map((_, at) => rows.some((row) => (row[at] ?? "") !== ""))
  const only = (row: ReadonlyArray<string>) => row.filter((_, at) => used[at])
  return rows.length === 0 ? "" : table(only(header), rows.map(only))
}

/** Blocks with an empty line between them, and a line feed at the end. Empty ones are left out. */
export const blocks = (...all: ReadonlyArray<string | undefined>): string =>
  all.flatMap((block) => (block === undefined || block.trim() === "" ? [] : [`${block.trimEnd()}\n`])).join("\n")
