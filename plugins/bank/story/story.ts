/** The stories of this plugin's objects, by the beginning of their ids. */
import * as Effect from "effect/Effect"
import type { PluginStory, RegionStore, Signer, StoryStep, StoreUnavailable } from "../../../src/plugin.ts"
import { batches } from "../batches/repository.ts"
import { holds, listScreenings } from "../compliance/repository.ts"
import { textsAbout } from "../network-messages/operations.ts"
import { payments } from "../payments/repository.ts"
import { returnRequests } from "../returns/repository.ts"
import { rfps } from "../rfp/repository.ts"
import { recalls } from "../wire/repository.ts"
import {
  batchSteps,
  holdSteps,
  messageStep,
  paymentSteps,
  recallSteps,
  returnRequestSteps,
  rfpSteps,
  screeningStep
} from "./steps.ts"

type Told = Effect.Effect<ReadonlyArray<StoryStep> | undefined, StoreUnavailable, Signer>

/** Screenings of a payment that a story shows, the newest ones. Our choice: waits between them double. */
const mostScreenings = 100

const ofPayment = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* payments.byId(store, id)
  if (found === undefined) return undefined
  const payment = found.document
  const screenings = yield* listScreenings(store, id, mostScreenings)
  const hold = payment.hold === null ? undefined : yield* holds.byId(store, payment.hold.holdId)
  const messages = yield* textsAbout.payment(store, payment)
  return [
    ...paymentSteps(payment),
    ...screenings.toReversed().map(screeningStep),
    ...(hold === undefined ? [] : holdSteps(hold.document)),
    ...messages.map(messageStep)
  ]
})

const ofHold = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* holds.byId(store, id)
  if (found === undefined) return undefined
  const screenings = yield* listScreenings(store, found.document.paymentId, mostScreenings)
  return [...screenings.toReversed().map(screeningStep), ...holdSteps(found.document)]
})

const ofRequest = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* rfps.byId(store, id)
  if (found === undefined) return undefined
  const messages = yield* textsAbout.request(store, found.document)
  return [...rfpSteps(found.document), ...messages.map(messageStep)]
})

const ofBatch = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* batches.byId(store, id)
  if (found === undefined) return undefined
  const messages = yield* textsAbout.batch(store, id)
  return [...batchSteps(found.document), ...messages.map(messageStep)]
})

/** The messages about a payment under one identifier. */
const messagesOf = Effect.fnUntraced(function* (
  store: RegionStore,
  { messageId, paymentId }: { readonly messageId: string; readonly paymentId: string }
) {
  const payment = yield* payments.byId(store, paymentId)
  if (payment === undefined) return []
  return (yield* textsAbout.message(store, { payment: payment.document, messageId })).map(messageStep)
})

const ofRecall = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* recalls.byId(store, id)
  return found === undefined
    ? undefined
    : [...recallSteps(found.document), ...(yield* messagesOf(store, found.document))]
})

const ofReturnRequest = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  const found = yield* returnRequests.byId(store, id)
  return found === undefined
    ? undefined
    : [...returnRequestSteps(found.document), ...(yield* messagesOf(store, found.document))]
})

const tellers: Readonly<Record<string, (store: RegionStore, id: string) => Told>> = {
  pmt: ofPayment,
  hold: ofHold,
  rfp: ofRequest,
  bat: ofBatch,
  rcl: ofRecall,
  rrq: ofReturnRequest
}

/** What this plugin knows about an id. */
export const story: PluginStory<Signer> = (id, store) => {
  const prefix = id.slice(0, id.indexOf("_"))
  return Object.hasOwn(tellers, prefix) ? tellers[prefix]!(store, id) : Effect.succeed(undefined)
}
