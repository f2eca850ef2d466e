/** The port to the directories of banks (decisions C.6). The default is the tables that administrators keep. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Read, RegionStore } from "../../src/plugin.ts"
import type { BicEntry } from "./participants/Bic.ts"
import type { Participant } from "./participants/Participant.ts"
import { findBic, findParticipant } from "./participants/repository.ts"

/** Finds banks by routing number, and by BIC in eleven characters. */
export class Participants extends Context.Service<
  Participants,
  {
    readonly find: (store: RegionStore, routingNumber: string) => Read<Participant | undefined>
    readonly findBic: (store: RegionStore, bic: string) => Read<BicEntry | undefined>
  }
>()("bursar/bank/Participants") {
  /** The tables. */
  static readonly layer: Layer.Layer<Participants> = Layer.succeed(Participants, { find: findParticipant, findBic })
}
