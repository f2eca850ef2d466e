/** Counts wrong keys and secrets by network: after ten in a minute whoever guesses must wait (decisions docs 4.11). */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Failures of one network in one window. */
const most = 10
const windowMs = 60_000

/** Networks that are remembered. Our choice. */
const maxNetworks = 10_000

const make = () => {
  const counts = new Map<string, { window: number; count: number }>()
  return {
    /** Counts a failure; answers the seconds to wait if there were too many. `now` is monotonic, in milliseconds. */
    failed: (network: string, now: number): number | undefined => {
      const window = Math.floor(now / windowMs)
      const known = counts.get(network)
      const count = known?.window === window ? known.count + 1 : 1
      if (counts.size >= maxNetworks) counts.clear()
      counts.set(network, { window, count })
      return count > most ? Math.max(1, Math.ceil(((window + 1) * windowMs - now) / 1_000)) : undefined
    }
  }
}

/** The failed proofs of this process. */
export class FailedProofs extends Context.Service<FailedProofs, ReturnType<typeof make>>()("docs/FailedProofs") {
  static readonly layer = Layer.sync(FailedProofs, make)
}
