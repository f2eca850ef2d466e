/** Tells a workbench that work is on its way while the request is still being read. */
import type { Headers } from "effect/http/Headers"

/** Bodies from which on a request is likely to bring a source. Our choice. */
const sourceBytes = 65_536

/** A doorbell: who listens hears of each request that may bring work. */
export interface Doorbell {
  /** Looks at the headers of a request that was let in. */
  readonly ring: (headers: Headers) => void
  /** Listens until the answer is called. */
  readonly listen: (listener: () => void) => () => void
}

/** Makes one. */
export const makeDoorbell = (): Doorbell => {
  const listeners = new Set<() => void>()
  return {
    ring: (headers) => {
      if (headers["content-type"] === undefined) return
      const length = headers["content-length"]
      // Without a length the body may be of any.
      if (length === undefined || Number(length) >= sourceBytes) for (const listener of listeners) listener()
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
