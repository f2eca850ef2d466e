/** Where news of networks arrive: each kind goes to the slice that it concerns. It succeeds when all is on disk. */
import * as Effect from "effect/Effect"
import { Store, type RegionStore } from "../../src/plugin.ts"
import { applyStatus, planReturn } from "./payments/network.ts"
import { find, findByMessage } from "./payments/operations.ts"
import { takeNews } from "./plans.ts"
import type { RailEvent } from "./Rail.ts"
import { applyAnswer } from "./returns/operations.ts"
import * as rfps from "./rfp/operations.ts"
import { BankSettings } from "./settings.ts"
import * as recalls from "./wire/recalls.ts"

/** Our end-to-end references are the ids of payments; a bank may name the message that it answers alone. */
const applyMoneyBack = Effect.fnUntraced(function* (
  store: RegionStore,
  event: Extract<RailEvent, { readonly type: "return" }>,
  mode: "test" | "live"
) {
  const named = event.messageId === undefined ? undefined : yield* findByMessage(store, event.messageId)
  const endToEndId = event.endToEndId ?? named?.document.id
  if (endToEndId === undefined) return
  if (event.rail === "fedwire" || event.rail === "swift") {
    return yield* recalls.applyReturn(store, { ...event, endToEndId })
  }
  const { credit, rail, railEventId } = event
  // Anybody may write the words of a return into a payment of their own.
  if (credit !== undefined && (yield* find(store, endToEndId)) === undefined) {
    return yield* rfps.applyInbound(store, { type: "inbound", rail, railEventId, credit }, mode)
  }
  yield* takeNews(store, planReturn(store, endToEndId, event, railEventId))
})

const apply = Effect.fnUntraced(function* (store: RegionStore, event: RailEvent, mode: "test" | "live") {
  switch (event.type) {
    case "status":
      return yield* applyStatus(store, event.messageId, event, event.railEventId)
    case "return":
      return yield* applyMoneyBack(store, event, mode)
    case "rfp":
      return yield* rfps.applyStatus(store, event)
    case "inbound":
      return yield* rfps.applyInbound(store, event, mode)
    case "returnRequestAnswer":
      return yield* event.requestId.startsWith("rcl_") ? recalls.applyAnswer(store, event) : applyAnswer(store, event)
    case "rfpCancelled":
      // The record says so already; a refusal means that the payer was faster, and then its payment comes.
      return
  }
})

/** Takes one piece of news. What cannot be written now is a failure, and the network tells it again. */
export const receive = Effect.fnUntraced(function* (event: RailEvent) {
  const store = yield* Store
  const settings = yield* BankSettings
  const home = yield* Effect.orDie(store.region(store.home))
  yield* apply(home, event, settings.mode === "production" ? "live" : "test")
})
