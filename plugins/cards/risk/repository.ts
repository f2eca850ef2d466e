/** What an account has set about risk, as rows. Payments read it in the statement of `historyRepository.ts`. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  given,
  integer,
  key,
  ownedDocumentTable,
  statement,
  table as declareTable,
  text,
  value,
  VersionConflict,
  type Read,
  type RegionStore,
  type StoredUnder,
  type Write
} from "../../../src/plugin.ts"
import type { RiskRule, RuleRefused } from "./RiskRule.ts"
import { storedRule } from "./stored.ts"

/** A rule as it was read, with the version that an update must find. */
export type StoredRule = StoredUnder<"rule", RiskRule>

const table = ownedDocumentTable("rule", {
  stored: storedRule
})

const rules = { name: "cards_risk_rules" }

const insertWithin = statement`INSERT INTO ${rules} (id, scope, created_at, state, version)
  SELECT CAST(${value("id")} AS TEXT), CAST(${value("scope")} AS TEXT), CAST(${value("createdAt")} AS BIGINT),
    CAST(${value("state")} AS TEXT), 1
  WHERE (SELECT count(*) FROM ${rules} WHERE scope = ${value("scope")}) < CAST(${value("most")} AS BIGINT)`

/** The write of a new rule; it fails when the account has so many already, also when two are made at once. */
export const insert = (
  scope: string,
  rule: RiskRule,
  within: { readonly maxRules: number; readonly orElse: () => RuleRefused }
): Write<RuleRefused> => ({
  ...insertWithin.write(
    { id: rule.id, scope, createdAt: rule.createdAt, state: storedRule.write(rule), most: within.maxRules },
    within.orElse
  ),
  takesTurns: scope
})

export const update = (scope: string, { rule, version }: StoredRule): Write<VersionConflict> =>
  table.update(scope, rule, version)

export const remove = ({ rule, version }: StoredRule): Write<VersionConflict> => table.remove(rule, version)

/** A rule of a scope, or `undefined`. */
export const { byId } = table

/** Rules of a scope, newest first, from a position on. */
export const list = (
  store: RegionStore,
  scope: string,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<RiskRule & { readonly sequence: number }>> =>
  Effect.map(table.list(store, { scope, after, rows }), (found) =>
    found.map(({ rule, sequence }) => ({ ...rule, sequence }))
  )

/** The scores from which an account reviews and blocks. */
export interface Thresholds {
  readonly reviewAt: number
  readonly blockAt: number
}

/** What a scope has set, or `undefined`. */
export const thresholdsOf = (store: RegionStore, scope: string): Read<Thresholds | undefined> =>
  Effect.map(
    store.read<Thresholds>(
      `SELECT review_at AS "reviewAt", block_at AS "blockAt" FROM cards_risk_settings WHERE scope = ?`,
      [scope]
    ),
    ([thresholds]) => thresholds
  )

const settings = declareTable("cards_risk_settings", { scope: key(text), review_at: integer, block_at: integer })

const putSettings = settings.inserting({
  onExisting: { set: { review_at: given, block_at: given }, where: { review_at: given, block_at: given } }
})

/** Sets both. It fails when what is set is no longer what it was decided on: the two are checked together. */
export const setThresholds = (scope: string, next: Thresholds, before: Thresholds): Write<VersionConflict> =>
  putSettings(
    { scope, review_at: next.reviewAt, block_at: next.blockAt },
    { review_at: before.reviewAt, block_at: before.blockAt },
    () => new VersionConflict({ table: settings.name, key: scope })
  )
