/** The stories of this plugin's objects, by the beginning of their ids. */
import * as Effect from "effect/Effect"
import type { PluginStory, RegionStore, StoredAs, StoryStep, StoreUnavailable } from "../../../src/plugin.ts"
import { storedAlert } from "../aml/repository.ts"
import { storedCustomer } from "../customers/stored.ts"
import { storedDispute } from "../disputes/repository.ts"
import { storedVerification } from "../kyc/repository.ts"
import { storedPayment } from "../payments/repository.ts"
import { storedPayout } from "../payouts/repository.ts"
import { storedRefund } from "../refunds/repository.ts"
import { storedRecord } from "../screening/repository.ts"
import {
  alertSteps,
  customerSteps,
  disputeSteps,
  payoutSteps,
  refundSteps,
  screeningSteps,
  verificationSteps
} from "./objectSteps.ts"
import { paymentSteps } from "./paymentSteps.ts"
import { anywhere } from "./storyRepository.ts"

type Teller = (store: RegionStore, id: string) => Effect.Effect<ReadonlyArray<StoryStep> | undefined, StoreUnavailable>

const teller =
  <Entity>(stored: StoredAs<Entity>, stepsOf: (entity: Entity) => ReadonlyArray<StoryStep>): Teller =>
  (store, id) =>
    Effect.map(anywhere(store, stored, id), (entity) => (entity === undefined ? undefined : stepsOf(entity)))

const tellers: Readonly<Record<string, Teller>> = {
  pay: teller(storedPayment, paymentSteps),
  ref: teller(storedRefund, refundSteps),
  dsp: teller(storedDispute, disputeSteps),
  po: teller(storedPayout, payoutSteps),
  cus: teller(storedCustomer, customerSteps),
  scr: teller(storedRecord, screeningSteps),
  kyc: teller(storedVerification, verificationSteps),
  aml: teller(storedAlert, alertSteps)
}

/** What this plugin knows about an id. */
export const story: PluginStory<never> = (id, store) => {
  const prefix = id.slice(0, id.indexOf("_"))
  return Object.hasOwn(tellers, prefix) ? tellers[prefix]!(store, id) : Effect.succeed(undefined)
}
