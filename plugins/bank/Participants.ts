/** The port to the directory of banks (decisions C.6). The default is the table that administrators keep. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { RegionStore, StoreUnavailable } from "../../src/plugin.ts"
import type { Participant } from "./participants/Participant.ts"
import { findParticipant } from "./participants/repository.ts"

/** Finds banks by routing number. */
export class Participants extends Context.Service<
  Participants,
  {
    readonly find: (
      store: RegionStore,
      routingNumber: string
    ) => Effect.Effect<Participant | undefined, StoreUnavailable>
  }
>()("bursar/bank/Participants") {
  /** The table. */
  static readonly layer: Layer.Layer<Participants> = Layer.succeed(Participants, { find: findParticipant })
}
