/**
 * Known customers after the lists have changed (S27): each is compared with what came or changed since it was compared
 * last. Where that has stood is kept with every customer, so that a run that was cut off goes on, and a customer who was
 * written while it ran is found by the next look.
 */
import * as Effect from "effect/Effect"
import type { DecidedJob } from "../../../src/domain.ts"
import {
  Clock,
  commit,
  Ids,
  Screening,
  type ClaimedJob,
  type ListVersion,
  type RegionStore,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { cardsPlugin } from "../declaration.ts"
import { jobActor, unitOf } from "../plans.ts"
import { decidedOn, withoutKnown } from "../screening/operations.ts"
import { matched } from "./blocking.ts"
import { openScreeningsOf } from "./Customer.ts"
import { currentListState } from "./listState.ts"
import {
  firstPosition,
  keepListState,
  outdated,
  stamp,
  stampUnchanged,
  versionsOf,
  type ListState,
  type OutdatedCustomer,
  type OutdatedPosition
} from "./listStateRepository.ts"
import { screenName, subjectOf } from "./operations.ts"
import { waitBefore } from "./screening-retry.ts"

export const rescreenJobName = "cards.customer.rescreen"

/** The payload of the job. */
export interface Rescreen {
  /** The lists in use when it was requested: one job for each state of them, whichever process sees it first. */
  readonly lists: string
  /** Which look through all customers this is, from 1. */
  readonly look: number
  /** Behind whom it goes on. */
  readonly after: OutdatedPosition
  /** Whether somebody could not be compared in this look. */
  readonly skipped: boolean
}

/** Customers in one commit, and commits in one run of the job (our choice: a run takes about a second). */
const limits = { customersPerPage: 50, pagesPerRun: 20 } as const

/** Looks that are taken in any case: a customer may be written while the first one runs, or by a process with older lists. */
const looksAtLeast = 2

const rescreenJob = (payload: Rescreen, dueAt: number): DecidedJob => ({
  name: rescreenJobName,
  key: payload.lists,
  payload,
  dueAt
})

/** What customers who were compared with the same lists have to be compared with now. */
interface Difference {
  readonly since: ReadonlyArray<ListVersion> | undefined
  readonly isNew: boolean
}

/** Asked once for each earlier state of the lists, however many customers stand at it. */
const makeDifferenceSince = (store: RegionStore) => {
  const known = new Map<string, Difference>()
  return Effect.fnUntraced(function* (lists: string) {
    const before = known.get(lists)
    if (before !== undefined) return before
    const since = yield* versionsOf(store, lists)
    const changes = yield* (yield* Screening).changesSince(since ?? [])
    const difference: Difference = { since, isNew: changes.some(({ entries }) => entries !== 0) }
    known.set(lists, difference)
    return difference
  })
}

/** Whether what is new on the lists concerns a customer: a match that nobody has decided on, and that does not block yet. */
const isConcerned = Effect.fnUntraced(function* (
  store: RegionStore,
  stored: OutdatedCustomer,
  of: { readonly since: ReadonlyArray<ListVersion> | undefined; readonly attempt: number }
) {
  const { customer, scope } = stored
  const screening = yield* Screening
  const name = customer.name ?? ""
  const found = yield* screening.screen(subjectOf(name, customer), { changedSince: of.since, attempt: of.attempt })
  if (found.outcome === "clear") return false
  const earlier = yield* decidedOn(store, scope, { customer: customer.id, ids: openScreeningsOf(customer) })
  return withoutKnown(name, found, earlier).outcome === "match"
})

/** What became of one customer: it is up to date with this write, or could not be compared and comes again. */
type Compared = { readonly _tag: "UpToDate"; readonly write: Write | undefined } | { readonly _tag: "Skipped" }

const upToDate = (write?: Write): Compared => ({ _tag: "UpToDate", write })
const skipped: Compared = { _tag: "Skipped" }

/** Screens a customer in full and lets it stand as that says: as a new customer of this name would. */
const block = Effect.fnUntraced(function* (
  store: RegionStore,
  stored: OutdatedCustomer,
  of: { readonly current: ListState; readonly attempt: number }
) {
  const actor = jobActor(store, stored.scope)
  const { customer } = stored
  const record = yield* screenName(actor, customer.name ?? "", customer, { attempt: of.attempt })
  if (record.result === "pending") return skipped
  // The lists were replaced once more meanwhile.
  if (record.result === "clear") return skipped
  const parts = yield* matched(actor, stored, record)
  const writes = [...parts.writes, stamp(customer.id, of.current.id)]
  yield* commit(store, yield* unitOf<VersionConflict>(actor, { writes, events: parts.events }))
  return upToDate()
})

const compare = Effect.fnUntraced(
  function* (
    store: RegionStore,
    stored: OutdatedCustomer,
    of: { readonly current: ListState; readonly difference: Difference; readonly attempt: number }
  ) {
    const { current, difference } = of
    const { name, screening } = stored.customer
    // Whoever could not be screened yet is screened by the job that tries again.
    if (name === null || screening?.result === "pending") return upToDate(stampUnchanged(stored, null))
    const isNew = difference.isNew && (yield* isConcerned(store, stored, { ...difference, attempt: of.attempt }))
    return isNew ? yield* block(store, stored, of) : upToDate(stampUnchanged(stored, current.id))
  },
  Effect.catchTags({
    ScreeningUnavailable: () => Effect.succeed(skipped),
    VersionConflict: () => Effect.succeed(skipped)
  })
)

/** Where a run stands. */
interface Progress {
  readonly after: OutdatedPosition
  readonly skipped: boolean
  readonly ended: boolean
}

const takePage = Effect.fnUntraced(function* (
  store: RegionStore,
  from: Progress,
  of: {
    readonly current: ListState
    readonly attempt: number
    readonly differenceSince: ReturnType<typeof makeDifferenceSince>
  }
) {
  const { attempt, current } = of
  const page = yield* outdated(store, current.id, { after: from.after, rows: limits.customersPerPage })
  const writes: Array<Write> = []
  let hasSkipped = from.skipped
  for (const stored of page) {
    const difference = yield* of.differenceSince(stored.lists)
    const compared = yield* compare(store, stored, { current, difference, attempt })
    if (compared._tag === "Skipped") hasSkipped = true
    else if (compared.write !== undefined) writes.push(compared.write)
    // A screening takes up to some milliseconds, and requests are waiting.
    yield* Effect.yieldNow
  }
  if (writes.length > 0) yield* store.write(writes)
  return { after: page.at(-1) ?? from.after, skipped: hasSkipped, ended: page.length === 0 } satisfies Progress
})

/** The job that goes on after a run, or `undefined` when everybody was compared. */
const following = (payload: Rescreen, { after, ended, skipped }: Progress, now: number): DecidedJob | undefined => {
  const { lists, sequence } = after
  if (!ended) return rescreenJob({ ...payload, after: { lists, sequence }, skipped }, now)
  if (!skipped && payload.look >= looksAtLeast) return undefined
  const look = payload.look + 1
  return rescreenJob({ ...payload, look, after: firstPosition, skipped: false }, now + waitBefore(look))
}

/** Runs the job: so many pages, and what is left in another run. */
export const rescreen = Effect.fnUntraced(function* (job: ClaimedJob<Rescreen>, store: RegionStore) {
  const { payload } = job
  const clock = yield* Clock
  const ids = yield* Ids
  const current = yield* currentListState
  // Without a list nobody can be compared; when there is one again, that is a change.
  if (current === undefined) return "done" as const
  const differenceSince = makeDifferenceSince(store)
  let progress: Progress = { after: payload.after, skipped: payload.skipped, ended: false }
  for (let page = 0; page < limits.pagesPerRun && !progress.ended; page++) {
    progress = yield* takePage(store, progress, { current, attempt: payload.look, differenceSince })
  }
  const next = following(payload, progress, clock.now())
  if (next === undefined) return "done" as const
  const writes = [keepListState(current, clock.now())]
  // It belongs to no account: the lists are the same for all of them.
  const unit = { plugin: cardsPlugin, scope: "", now: clock.now(), nextId: ids.next, writes }
  yield* commit(store, { ...unit, jobs: [next], completes: job })
  return "committed" as const
})

/**
 * Asks for a look through the customers of a region after the lists were replaced; at the start, `onlyIfOutdated`, where
 * somebody was compared with others.
 */
export const askForRescreening = Effect.fnUntraced(function* (store: RegionStore, onlyIfOutdated: boolean) {
  const current = yield* currentListState
  if (current === undefined) return
  const found = onlyIfOutdated ? yield* outdated(store, current.id, { after: firstPosition, rows: 1 }) : undefined
  if (found?.length === 0) return
  const now = (yield* Clock).now()
  const ids = yield* Ids
  const job = rescreenJob({ lists: current.id, look: 1, after: firstPosition, skipped: false }, now)
  const writes = [keepListState(current, now)]
  yield* commit(store, { plugin: cardsPlugin, scope: "", now, nextId: ids.next, writes, jobs: [job] })
})
