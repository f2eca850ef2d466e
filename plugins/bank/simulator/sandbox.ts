/** Everything that a sandbox plays, on the engine's own store and clock. This is what a sandbox loads and production does not. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AchConnection } from "../AchOperator.ts"
import { SimulatedCrash } from "../crash.ts"
import { makeAchTools } from "./ach-operator.ts"
import { makeNetwork } from "./network.ts"
import { SimulatedAch, SimulatedNetwork } from "./services.ts"

export * as simulator from "./calls.ts"
export { simulatorHandlers } from "./handlers.ts"
export { simulatedRails } from "./rails.ts"

/** The network and the operator. */
export const simulated = Layer.merge(
  Layer.effect(SimulatedNetwork, makeNetwork).pipe(Layer.provide(SimulatedCrash.layer)),
  Layer.effect(SimulatedAch, makeAchTools)
)

/** The operator as the connection of a sandbox. */
export const simulatedAch: Layer.Layer<AchConnection, never, SimulatedAch> = Layer.effect(
  AchConnection,
  Effect.map(SimulatedAch, ({ operator }) => ({ operator }))
)
