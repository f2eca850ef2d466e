/**
 * Another rail for a payment whose rail is down (`auto` only). It is chosen only while nothing was sent for certain: a
 * payment that may have been sent stays where it is.
 */
import * as Effect from "effect/Effect"
import type { RegionStore } from "../../../src/plugin.ts"
import { exceeded } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import { isInstantRail } from "../rails/rail-ids.ts"
import { chooseRail } from "../routing/RailChoice.ts"
import * as routing from "../routing/operations.ts"
import { planning } from "./opening.ts"
import { isForeign, type Payment } from "./Payment.ts"

/**
 * The payment on the rail that the selection chooses without the present one, with the steps of that choice. `undefined`:
 * no other rail carries it, its client may not use it, or a person would have to approve it there.
 */
export const onAnotherRail = Effect.fnUntraced(
  function* (store: RegionStore, payment: Payment) {
    const { amountCents, beneficiary, clientId, originator, purposeCode } = payment
    if (payment.isAutomatic !== true || payment.kind !== "instant" || isForeign(beneficiary)) return undefined
    const client = yield* clients.retrieve(store, clientId)
    const facts = yield* routing.railFacts(store, { client, originator, beneficiary })
    const plan = yield* planning(store, payment)
    const { rail, steps } = chooseRail(
      { preference: "auto", amountCents, clientId, purposeCode, now: plan.now },
      { ...facts, downRails: [payment.rail] }
    )
    if (rail === undefined || !isInstantRail(rail)) return undefined
    if (exceeded(client, { amountCents, rail, usedTodayCents: 0 })?.limit === "per_transaction") return undefined
    const moved: Payment = { ...payment, rail, railSteps: steps }
    const { approval } = yield* planning(store, moved)
    const isApproved = approval.verdict === "auto" || approval.ruleId === payment.approval?.ruleId
    return isApproved ? moved : undefined
  },
  // A client or a bank that was removed meanwhile has no other rail.
  Effect.catchTags({
    ClientNotFound: () => Effect.undefined,
    InactiveRoutingNumbers: () => Effect.undefined
  })
)
