/** What the core does for itself: forgetting answers whose idempotency keys have expired. */
import * as Effect from "effect/Effect"
import { defineJob } from "../jobs/Job.ts"
import { Clock, type ClockShape } from "../services/Clock.ts"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import { purge } from "../store/idempotencyRepository.ts"
import { complete, schedule } from "../store/jobRepository.ts"

const purgeJobName = "core.idempotency.purge"

/** Our choice: an expired record is refused anyway, so the purge only saves space. */
const purgeEveryMs = 86_400_000

const purgeJob = (dueAt: number) => ({ name: purgeJobName, key: "daily", payload: {}, dueAt })

const purgeExpired = defineJob<Clock>({
  name: purgeJobName,
  duringMove: "once",
  run: Effect.fnUntraced(function* (job, store) {
    const clock = yield* Clock
    let step = yield* purge(store, clock.now(), 0)
    while (step.deleted > 0 && step.upTo !== undefined) step = yield* purge(store, clock.now(), step.upTo)
    // Counted from now: of the days that were jumped over, none is made up for.
    yield* store.write([complete(job), schedule(purgeJob(clock.now() + purgeEveryMs))])
    return "committed" as const
  })
})

/** Jobs of the core. */
export const housekeepingJobs = [purgeExpired] as const

/** Makes sure that the recurring jobs of a region are waiting. */
export const scheduleHousekeeping = (store: RegionStore, clock: ClockShape): Effect.Effect<void, StoreUnavailable> =>
  store
    .write<never>([schedule(purgeJob(clock.now() + purgeEveryMs))])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))
