/** Rules as rows: administrators keep tens of them, not thousands. */
import * as Effect from "effect/Effect"
import {
  documentTable,
  given,
  table,
  text,
  type RegionStore,
  type StoredAs,
  type StoreUnavailable,
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

/** The rules of a table. */
export const ruleTable = <R extends Rule>(stored: StoredAs<R>) => ({
  ...documentTable<R, "priority">(stored, ["priority"], ({ priority }) => ({ priority })),
  /** Every rule, by priority and then age. */
  all: (store: RegionStore): Effect.Effect<ReadonlyArray<R>, StoreUnavailable> =>
    Effect.map(
      store.read<{ readonly state: string }>(`SELECT state FROM ${stored.table} ORDER BY priority, sequence`, []),
      (rows) => rows.map((row) => stored.read(row.state))
    ),
  /** The write that removes a rule. */
  remove: removing(stored.table)
})
