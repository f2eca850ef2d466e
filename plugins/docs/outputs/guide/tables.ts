/** Tables of guides and readmes. */
import type { Brief } from "../Brief.ts"
import { cell, code } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"
import { table } from "../markdown/table.ts"
import type { Material } from "../material/Material.ts"

/** A table whose columns without any value are left out. */
export const filledTable = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const used = header.map((_, at) => rows.some((row) => (row[at] ?? "") !== ""))
  const only = (row: ReadonlyArray<string>) => row.filter((_, at) => used[at])
  return rows.length === 0 ? "" : table(only(header), rows.map(only))
}

/** The variables of example files. */
export const settingsTable = ({ settings }: Material, brief: Brief): string =>
  filledTable(
    ["Variable", "Default", "Meaning"],
    settings.map(({ default: value, meaning = "", name }) => [
      cell(code(name)),
      value === undefined ? "" : cell(code(value)),
      cell(brief.words(literals(meaning)))
    ])
  )
