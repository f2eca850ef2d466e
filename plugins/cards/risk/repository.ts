/** What an account has set about risk, as rows. Payments read it in the statement of `historyRepository.ts`. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  ownedDocumentTable,
  type RegionStore,
  type StoredUnder,
  type StoreUnavailable,
  VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { RiskRule, RuleRefused } from "./RiskRule.ts"

/** A rule as it was read, with the version that an update must find. */
export type StoredRule = StoredUnder<"rule", RiskRule>

const table = ownedDocumentTable("rule", {
  table: "cards_risk_rules",
  columns: [],
  columnsOf: (_rule: RiskRule) => ({})
})

const insertWithin = `INSERT INTO cards_risk_rules (id, scope, created_at, state, version)
  SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT), 1
  WHERE (SELECT count(*) FROM cards_risk_rules WHERE scope = ?) < CAST(? AS BIGINT)`

/** The write of a new rule; it fails when the account has so many already, also when two are made at once. */
export const insert = (
  scope: string,
  rule: RiskRule,
  within: { readonly maxRules: number; readonly orElse: () => RuleRefused }
): Write<RuleRefused> => ({
  text: insertWithin,
  params: [rule.id, scope, rule.createdAt, JSON.stringify(rule), scope, within.maxRules],
  takesTurns: scope,
  orElse: within.orElse
})

export const update = (scope: string, { rule, version }: StoredRule): Write<VersionConflict> =>
  table.update(scope, rule, version)

/** The write that deletes a rule. */
export const remove = ({ rule, version }: StoredRule): Write<VersionConflict> => table.remove(rule, version)

/** A rule of a scope, or `undefined`. */
export const { byId } = table

/** Rules of a scope, newest first, from a position on. */
export const list = (
  store: RegionStore,
  scope: string,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<RiskRule & { readonly sequence: number }>, StoreUnavailable> =>
  Effect.map(table.list(store, { scope, after, rows }), (found) =>
    found.map(({ rule, sequence }) => ({ ...rule, sequence }))
  )

/** The scores from which an account reviews and blocks. */
export interface Thresholds {
  readonly reviewAt: number
  readonly blockAt: number
}

/** What a scope has set, or `undefined`. */
export const thresholdsOf = (
  store: RegionStore,
  scope: string
): Effect.Effect<Thresholds | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly review_at: number; readonly block_at: number }>(
      `SELECT review_at, block_at FROM cards_risk_settings WHERE scope = ?`,
      [scope]
    ),
    ([row]) => (row === undefined ? undefined : { reviewAt: Number(row.review_at), blockAt: Number(row.block_at) })
  )

/** Sets both. It fails when what is set is no longer what it was decided on: the two are checked together. */
export const setThresholds = (scope: string, value: Thresholds, before: Thresholds): Write<VersionConflict> => ({
  text: `INSERT INTO cards_risk_settings (scope, review_at, block_at) VALUES (?, ?, ?)
    ON CONFLICT (scope) DO UPDATE SET review_at = excluded.review_at, block_at = excluded.block_at
    WHERE cards_risk_settings.review_at = ? AND cards_risk_settings.block_at = ?`,
  params: [scope, value.reviewAt, value.blockAt, before.reviewAt, before.blockAt],
  orElse: () => new VersionConflict({ table: "cards_risk_settings", key: scope })
})
