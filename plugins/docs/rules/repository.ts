/** Rules and rule sets as rows. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  readKeyset,
  storedAs,
  text,
  versionedTable,
  type RegionStore,
  type StoredAs,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { Rule } from "./Rule.ts"
import type { RuleSet } from "./RuleSet.ts"

interface Kept {
  readonly id: string
  readonly createdAt: number
}

/** Something as it was read, with the version that an update must find. */
export interface StoredItem<A> {
  readonly item: A
  readonly version: number
}

const tableOf = (name: string) =>
  versionedTable(name, { id: text, scope: text, created_at: integer, state: text }, ["scope", "created_at"])

const made = <A extends Kept>(stored: StoredAs<A>, table: ReturnType<typeof tableOf>, byId: string) => ({
  /** The write of a new one, or of one changed since `version`. */
  save: (scope: string, item: A, version: number | undefined): Write<VersionConflict> => {
    const row = { id: item.id, scope, created_at: item.createdAt, state: stored.write(item) }
    return version === undefined ? table.insert(row) : table.update(row, version)
  },
  /** One of a scope, or `undefined`. */
  byId: (store: RegionStore, scope: string, id: string): Effect.Effect<StoredItem<A> | undefined, StoreUnavailable> =>
    Effect.map(store.read<{ readonly state: string; readonly version: number }>(byId, [id, scope]), ([row]) =>
      row === undefined ? undefined : { item: stored.read(row.state, id), version: Number(row.version) }
    ),
  /** The write that removes one. */
  remove: ({ item, version }: StoredItem<A>): Write<VersionConflict> => table.remove(item.id, version),
  /** All of a scope, newest first, from a position on. */
  list: (
    store: RegionStore,
    scope: string,
    after: Cursor.CursorPosition | undefined,
    rows: number
  ): Effect.Effect<ReadonlyArray<A & { readonly sequence: number }>, StoreUnavailable> =>
    Effect.map(
      readKeyset<{ readonly state: string; readonly sequence: number; readonly created_at: number }>(
        store,
        { table: table.name, columns: ["state"], where: [["scope = ?", scope]] },
        after,
        rows
      ),
      (found) => found.map((row) => ({ ...stored.read(row.state), sequence: Number(row.sequence) }))
    )
})

/** Custom rules. */
export const rules = made(
  storedAs<Rule>({
    table: "docs_rules",
    form: { id: "text", createdAt: "number", name: "text", kind: "text", updatedAt: "number", severity: "text" }
  }),
  tableOf("docs_rules"),
  `SELECT state, version FROM docs_rules WHERE id = ? AND scope = ?`
)

/** Rule sets. */
export const ruleSets = made(
  storedAs<RuleSet>({
    table: "docs_rule_sets",
    form: { id: "text", createdAt: "number", name: "text", updatedAt: "number" }
  }),
  tableOf("docs_rule_sets"),
  `SELECT state, version FROM docs_rule_sets WHERE id = ? AND scope = ?`
)
