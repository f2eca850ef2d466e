/** The point at which a sandbox was told to crash next (decisions C.5): for trying what a crash leaves behind. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BankSettings, type CrashPoint } from "./settings.ts"

/** Armed once, taken once. */
export class SimulatedCrash extends Context.Service<
  SimulatedCrash,
  {
    readonly arm: (at: CrashPoint) => void
    readonly take: (at: CrashPoint) => boolean
    readonly isArmed: () => boolean
  }
>()("bursar/bank/SimulatedCrash") {
  /** Of this process. */
  static readonly layer: Layer.Layer<SimulatedCrash> = Layer.sync(SimulatedCrash, () => {
    let armed: CrashPoint | undefined
    return {
      isArmed: () => armed !== undefined,
      arm: (at) => void (armed = at),
      take: (at) => {
        if (armed !== at) return false
        armed = undefined
        return true
      }
    }
  })
}

/** Ends the process at a point, where a sandbox was told to. */
export const crashAt = Effect.fnUntraced(function* (point: CrashPoint) {
  const settings = yield* BankSettings
  const crash = yield* SimulatedCrash
  if (settings.crash !== undefined && crash.take(point)) settings.crash(point)
})
