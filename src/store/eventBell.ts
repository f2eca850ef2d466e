/** Tells whoever follows events of the commits that store some. */
import * as Effect from "effect/Effect"
import type { RegionStore } from "../services/Store.ts"
import { events } from "./outboxRepository.ts"

/** A region that rings after each commit with events, whoever writes: requests, jobs, or a network that tells its news. */
export const withEventBell = (region: RegionStore): RegionStore => {
  const listeners = new Set<() => void>()
  const ring = Effect.sync(() => {
    for (const listener of listeners) listener()
  })
  return {
    ...region,
    onEvents: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write: (writes) =>
      writes.some(({ statement }) => statement === events.insert.statement)
        ? Effect.tap(region.write(writes), ring)
        : region.write(writes)
  }
}
