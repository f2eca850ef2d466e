/**
 * What strong customer authentication remembers, as one table of counters: `subject` says what is counted. Rows are
 * added and counted up in the commit of the payment they come from.
 */
import * as Effect from "effect/Effect"
import {
  below,
  given,
  integer,
  key,
  plus,
  table,
  text,
  VersionConflict,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { ScaCounters } from "./Sca.ts"

/** What a row counts. */
export const subjects = {
  /** Low-value exemptions of a card since its last authentication. */
  exempt: (fingerprint: string) => `exempt:${fingerprint}`,
  /** Authentications of a card. */
  authenticated: (fingerprint: string) => `authenticated:${fingerprint}`,
  /** A customer was authenticated with a payment method. */
  agreement: (customer: string, paymentMethod: string) => `agreement:${customer}:${paymentMethod}`,
  /** The cardholder trusts the merchant. */
  trusted: (paymentMethod: string) => `trusted:${paymentMethod}`,
  /** Card payments captured on a day, such as 2026-01-15. */
  captured: (day: string) => `captured:${day}`,
  /** Fraud that was decided on a day. */
  fraud: (day: string) => `fraud:${day}`
} as const

/** A row: how often, and how much in euro cents. */
export interface Count {
  readonly subject: string
  readonly times: number
  readonly sumEurMinor: bigint
}

interface CountRow {
  readonly subject: string
  readonly times: number
  readonly sum_eur_minor: number | bigint
}

const countOf = (row: CountRow): Count => ({
  subject: row.subject,
  times: row.times,
  sumEurMinor: BigInt(row.sum_eur_minor)
})

/** The rows of four subjects at most; an empty text stands for one that is not needed. */
export const read = (
  store: RegionStore,
  scope: string,
  [first, second, third, fourth]: readonly [string, string, string, string]
): Read<ReadonlyArray<Count>> =>
  Effect.map(
    store.read<CountRow>(
      `SELECT subject, times, sum_eur_minor FROM cards_sca WHERE scope = ? AND subject IN (?, ?, ?, ?)`,
      [scope, first, second, third, fourth]
    ),
    (rows) => rows.map(countOf)
  )

/** What was counted under the days of a kind, added up, from a day on. */
export const sumSince = (
  store: RegionStore,
  scope: string,
  of: { readonly from: string; readonly to: string }
): Read<Omit<Count, "subject">> =>
  Effect.map(
    store.read<Omit<CountRow, "subject">>(
      `SELECT COALESCE(SUM(times), 0) AS times, CAST(COALESCE(SUM(sum_eur_minor), 0) AS BIGINT) AS sum_eur_minor
       FROM cards_sca WHERE scope = ? AND subject >= ? AND subject <= ?`,
      [scope, of.from, of.to]
    ),
    ([row]) => ({ times: row?.times ?? 0, sumEurMinor: BigInt(row?.sum_eur_minor ?? 0) })
  )

const counters = table("cards_sca", { scope: key(text), subject: key(text), times: integer, sum_eur_minor: integer })

const oneMore = { times: plus(1), sum_eur_minor: plus(given) } as const

const add = counters.inserting({ onExisting: { set: oneMore } })

const addBelow = counters.inserting({
  onExisting: { set: oneMore, where: { times: below(given), sum_eur_minor: below(given) } }
})

/** Counts one more under a subject. */
export const count = (scope: string, subject: string, eurMinor: number): Write =>
  add({ scope, subject, times: 1, sum_eur_minor: eurMinor })

/**
 * As `count`, and fails with `VersionConflict` when the row has reached a limit by now: of payments that were decided at
 * the same time only so many are exempt.
 */
export const countBelow = (
  scope: string,
  subject: string,
  { eurMinor, limits }: { readonly eurMinor: number; readonly limits: ScaCounters }
): Write<VersionConflict> =>
  addBelow(
    { scope, subject, times: 1, sum_eur_minor: eurMinor },
    { times: limits.exemptCount, sum_eur_minor: limits.exemptSumEurMinor },
    () => new VersionConflict({ table: counters.name, key: subject })
  )

const less = counters.updating({
  set: { times: plus(-1), sum_eur_minor: plus(given) },
  where: { scope: given, subject: given }
})

/** Takes one back that was counted under a subject. */
export const uncount = (scope: string, subject: string, eurMinor: number): Write =>
  less({ sum_eur_minor: -eurMinor }, { scope, subject })

const remove = counters.deleting({ scope: given, subject: given })

/** Forgets what was counted under a subject. */
export const reset = (scope: string, subject: string): Write => remove({ scope, subject })
