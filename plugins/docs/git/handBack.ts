/**
 * Jobs that need a token of another process. A token stays in the memory of the process that was given it, so its jobs are
 * pinned to that process: any other one that takes such a job gives it back, until the holder takes it or is taken for dead.
 */
import * as Effect from "effect/Effect"
import { Clock, type ClaimedJob } from "../../../src/plugin.ts"
import { keep, type Keeper } from "../keep.ts"

/** Wait before a job that was given back is due again: whoever is first then has it. */
const handBackMs = 250

/** How long a job may wait for its holder. Our choice: several processes share it out within seconds. */
const maxHeldElsewhereMs = 60_000

/** The parts of the key of a job that was given back: its own key, since when it is given back, and what makes it new. */
const partsOf = (job: ClaimedJob) => {
  const [key, since, ...rest] = job.key.split("~")
  return { key, since: rest.length === 0 ? undefined : Number(since) }
}

/**
 * Gives a job back, and answers whether it did. Not where the store is this process's alone: then nobody else holds the
 * token, it was forgotten in a restart. Not for longer than a minute: then its holder is gone.
 */
export const handBack = Effect.fnUntraced(function* (keeper: Keeper, job: ClaimedJob) {
  const now = (yield* Clock).now()
  // Since it was taken first: before that it may have waited long for a place, and its holder with it.
  const { key, since = now } = partsOf(job)
  if (keeper.store.dialect.remote !== true || now - since >= maxHeldElsewhereMs) return false
  // A new row with a key of its own: the old one goes in the same commit.
  const again = {
    name: job.name,
    key: `${key}~${since}~${job.sequence}`,
    payload: job.payload,
    dueAt: now + handBackMs
  }
  yield* keep(keeper, { jobs: [again], completes: job })
  return true
})
