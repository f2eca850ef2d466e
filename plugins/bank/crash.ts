/** The point at which a sandbox was told to crash next (decisions C.5): for trying what a crash leaves behind. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { CrashPoint } from "./settings.ts"

/** Armed once, taken once. */
export class SimulatedCrash extends Context.Service<
  SimulatedCrash,
  { readonly arm: (at: CrashPoint) => void; readonly take: (at: CrashPoint) => boolean }
>()("bursar/bank/SimulatedCrash") {
  /** Of this process. */
  static readonly layer: Layer.Layer<SimulatedCrash> = Layer.sync(SimulatedCrash, () => {
    let armed: CrashPoint | undefined
    return {
      arm: (at) => void (armed = at),
      take: (at) => {
        if (armed !== at) return false
        armed = undefined
        return true
      }
    }
  })
}
