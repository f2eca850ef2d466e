/** Rules as rows: administrators keep tens of them, not thousands. */
import {
  documentTable,
  given,
  keptRead,
  table,
  text,
  type RegionStore,
  type StoredAs,
  type Write
} from "../../../src/plugin.ts"

/** A rule. Lower priorities come first. */
export interface Rule {
  readonly id: string
  readonly priority: number
  readonly createdAt: number
}

const removing = (name: string): ((id: string) => Write) => {
  const remove = table(name, { id: text }).deleting({ id: given })
  return (id) => remove({ id })
}

const readAll = <R extends Rule>(stored: StoredAs<R>) => {
  const read = keptRead({
    tables: [stored.table],
    text: `SELECT state FROM ${stored.table} ORDER BY priority, sequence`,
    make: (rows: ReadonlyArray<{ readonly state: string }>): ReadonlyArray<R> =>
      rows.map((row) => stored.read(row.state))
  })
  return (store: RegionStore) => read(store, [])
}

export const ruleTable = <R extends Rule>(stored: StoredAs<R>) => ({
  ...documentTable<R, "priority">(stored, ["priority"], ({ priority }) => ({ priority })),
  /** Every rule, by priority and then age. */
  all: readAll(stored),
  /** The write that removes a rule. */
  remove: removing(stored.table)
})
