/** Jobs that are due and not done, for operators. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore } from "../services/Store.ts"
import { dueByName } from "../store/jobRepository.ts"

export interface LateJobs {
  readonly name: string
  readonly due: number
  /** How long the oldest of them has been due, in milliseconds of engine time. */
  readonly lateMs: number
}

/** Jobs that are due at `now` (engine time) in all of these regions, by name. */
export const lateJobs = (regions: ReadonlyArray<RegionStore>, now: number): Read<ReadonlyArray<LateJobs>> =>
  Effect.map(
    Effect.forEach(regions, (store) => dueByName(store, now)),
    (all) =>
      [...Map.groupBy(all.flat(), ({ name }) => name)].map(([name, jobs]) => ({
        name,
        due: jobs.reduce((sum, { due }) => sum + due, 0),
        lateMs: now - Math.min(...jobs.map(({ since }) => since))
      }))
  )
