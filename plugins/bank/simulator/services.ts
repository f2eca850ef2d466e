/** The services of a sandbox: the network and the ACH operator that it plays. Production loads neither (`sandbox.ts`). */
import * as Context from "effect/Context"
import type { AchTools } from "./ach-operator.ts"
import type { Network } from "./network.ts"

export class SimulatedNetwork extends Context.Service<SimulatedNetwork, Network>()("bursar/bank/SimulatedNetwork") {}

/** The operator of a sandbox. */
export class SimulatedAch extends Context.Service<SimulatedAch, AchTools>()("bursar/bank/SimulatedAch") {}
