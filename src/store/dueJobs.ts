/** What is due next, and in which lane of a worker: one read each. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore, SqlValue } from "../services/Store.ts"
import { isNamed, notNamed, type ClaimRequest } from "./jobRepository.ts"

/** Whether jobs of these names, and whether others, are due by a time and lent to nobody. */
export interface DueLanes {
  readonly named: boolean
  readonly others: boolean
}

interface LanesRow {
  readonly named: number
  readonly others: number
}

const lanesOf = (row: LanesRow): DueLanes => ({ named: row.named === 1, others: row.others === 1 })

type LanesRequest = Pick<ClaimRequest, "wallNow" | "names"> & {
  readonly except: ReadonlyArray<string>
  /** Every name that this process knows: jobs of others are left to processes that know them. Absent: it takes all. */
  readonly known?: ReadonlyArray<string> | undefined
}

/** SQL that leaves out jobs of these names, and those that are not known, with its values. */
const leftOut = (names: ReadonlyArray<string>, known: LanesRequest["known"]) =>
  known === undefined
    ? { condition: notNamed(names), values: names }
    : { condition: `${notNamed(names)} AND ${isNamed(known)}`, values: [...names, ...known] }

/** The columns `named` and `others` for what is due by a time, given as SQL with its values. Jobs named in `except` are left out. */
const lanesAt = (by: string, given: ReadonlyArray<SqlValue>, { except, known, names, wallNow }: LanesRequest) => {
  const isDue = (condition: string): string =>
    `CASE WHEN EXISTS (SELECT 1 FROM jobs WHERE state = 'waiting' AND due_at <= ${by}
       AND lease_until <= CAST(? AS BIGINT)${condition}) THEN 1 ELSE 0 END`
  const wanted = names.filter((name) => !except.includes(name))
  const named = wanted.length === 0 ? "0" : isDue(` AND ${isNamed(wanted)}`)
  const neither = leftOut([...names, ...except], known)
  return {
    columns: `${named} AS named, ${isDue(neither.condition)} AS others`,
    values: [...(wanted.length === 0 ? [] : [...given, wallNow, ...wanted]), ...given, wallNow, ...neither.values]
  }
}

/**
 * What is due by `dueBy` (engine time) and lent to nobody at `wallNow`, in one read: a claim that finds nothing costs a
 * transaction. Jobs named in `except` are left out.
 */
export const dueLanes = (
  store: RegionStore,
  { dueBy, ...of }: LanesRequest & Pick<ClaimRequest, "dueBy">
): Read<DueLanes> => {
  const { columns, values } = lanesAt("CAST(? AS BIGINT)", [dueBy], of)
  return Effect.map(store.read<LanesRow>(`SELECT ${columns}`, values), ([row]) => lanesOf(row!))
}

/** The moment at which the next jobs fall due, and in which lanes. */
export interface NextDue extends DueLanes {
  /** Engine time, epoch milliseconds. */
  readonly dueAt: number
}

/**
 * What falls due next and is lent to nobody at `wallNow`, in one read; `undefined` when nothing waits. With `lentExcept`, jobs that are
 * lent to somebody are found, too, unless their name is in it: then there may be nothing to run at that moment in either lane.
 */
export const nextDue = (
  store: RegionStore,
  of: LanesRequest & { readonly lentExcept?: ReadonlyArray<string> | undefined }
): Read<NextDue | undefined> => {
  const { columns, values } = lanesAt("next.due_at", [], of)
  const without = leftOut(of.except, of.known)
  const isFree = `lease_until <= CAST(? AS BIGINT)${without.condition}`
  const [isFound, lent] =
    of.lentExcept === undefined
      ? [isFree, []]
      : [`(${isFree} OR lease_until > CAST(? AS BIGINT)${notNamed(of.lentExcept)})`, [of.wallNow, ...of.lentExcept]]
  return Effect.map(
    store.read<LanesRow & { readonly due_at: number }>(
      `SELECT due_at, ${columns} FROM (SELECT due_at FROM jobs
         WHERE state = 'waiting' AND ${isFound}
         ORDER BY due_at, sequence LIMIT 1) AS next`,
      [...values, of.wallNow, ...without.values, ...lent]
    ),
    ([row]) => (row === undefined ? undefined : { dueAt: row.due_at, ...lanesOf(row) })
  )
}

/** Engine time at which the next job falls due that nobody has leased at `wallNow`; `undefined` when none waits. */
export const nextDueAt = (
  store: RegionStore,
  { known, wallNow }: Pick<LanesRequest, "known" | "wallNow">
): Read<number | undefined> => {
  const { condition, values } = leftOut([], known)
  return Effect.map(
    store.read<{ readonly due_at: number }>(
      `SELECT due_at FROM jobs WHERE state = 'waiting' AND lease_until <= ?${condition} ORDER BY due_at, sequence LIMIT 1`,
      [wallNow, ...values]
    ),
    ([row]) => row?.due_at
  )
}
