/** The stories of this plugin's objects, by the beginning of their ids. */
import * as Effect from "effect/Effect"
import type { PluginStory, Read, RegionStore, StoredAs, StoryStep } from "../../../src/plugin.ts"
import { storedAlert } from "../aml/repository.ts"
import { storedCustomer } from "../customers/stored.ts"
import { storedDispute } from "../disputes/repository.ts"
import { storedVerification } from "../kyc/repository.ts"
import { storedPayment } from "../payments/stored.ts"
import { storedPayout } from "../payouts/repository.ts"
import { storedRefund } from "../refunds/repository.ts"
import { storedRecord } from "../screening/repository.ts"
import {
  alertSteps,
  customerSteps,
  disputeOfPayment,
  disputeSteps,
  payoutSteps,
  refundOfPayment,
  refundSteps,
  screeningSteps,
  verificationSteps
} from "./objectSteps.ts"
import { paymentSteps } from "./paymentSteps.ts"
import { anywhere, ofPayment } from "./storyRepository.ts"

type Teller = (store: RegionStore, id: string) => Read<ReadonlyArray<StoryStep> | undefined>

const teller =
  <Entity>(stored: StoredAs<Entity>, stepsOf: (entity: Entity) => ReadonlyArray<StoryStep>): Teller =>
  (store, id) =>
    Effect.map(anywhere(store, stored, id), (entity) => (entity === undefined ? undefined : stepsOf(entity)))

/** A payment tells of its refunds and disputes as well: they have stories of their own, with their books. */
const ofPaymentStory: Teller = Effect.fnUntraced(function* (store, id) {
  const payment = yield* anywhere(store, storedPayment, id)
  if (payment === undefined) return undefined
  const refunds = yield* ofPayment(store, storedRefund, { table: storedPayment.table, id })
  const disputes = yield* ofPayment(store, storedDispute, { table: storedPayment.table, id })
  return [...paymentSteps(payment), ...refunds.map(refundOfPayment), ...disputes.map(disputeOfPayment)]
})

const tellers: Readonly<Record<string, Teller>> = {
  pay: ofPaymentStory,
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
