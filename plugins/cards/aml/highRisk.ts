/** What alerts mean for a customer's `high_risk` flag, which asks for verification before further payments (B11). */
import * as Effect from "effect/Effect"
import type { CallerShape, VersionConflict, Write } from "../../../src/plugin.ts"
import { withFlags, type CustomerFlag } from "../customers/Customer.ts"
import { CustomerBody } from "../customers/CustomerBody.ts"
import { findStored, hold, replaceState } from "../customers/holding.ts"
import { eventsAbout, type ResourceEvent } from "../plans.ts"
import { isHighRisk, isOpen, type Alert } from "./Alert.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** What else a commit writes and tells. */
export interface Parts {
  readonly writes: ReadonlyArray<Write<VersionConflict>>
  readonly events: ReadonlyArray<ResourceEvent>
}

/** Nothing. */
export const noParts: Parts = { writes: [], events: [] }

/**
 * Sets the flag, or leaves it. The customer's row changes in any case: whoever decides about the flag at the same time, by other
 * alerts, decides anew.
 */
const setFlag = Effect.fnUntraced(function* (caller: Reader, customer: string, flag: "on" | "off" | "as it is") {
  const stored = yield* findStored(caller.store, caller.scope, customer)
  if (stored === undefined) return noParts
  if (flag === "as it is" || stored.customer.flags.includes("high_risk") === (flag === "on")) {
    return { writes: [hold(stored)], events: [] } satisfies Parts
  }
  const others = stored.customer.flags.filter((each) => each !== "high_risk")
  const flags: ReadonlyArray<CustomerFlag> = flag === "on" ? [...others, "high_risk"] : others
  const { events, state } = withFlags(stored.customer, flags)
  return {
    writes: [replaceState(state, stored.version)],
    events: eventsAbout(events, state, CustomerBody.write)
  } satisfies Parts
})

/** What raising alerts about a customer, or making them more serious, does to the customer. */
export const flagged = (caller: Reader, customer: string, alerts: ReadonlyArray<Alert>) =>
  alerts.some(isHighRisk) ? setFlag(caller, customer, "on") : Effect.succeed(noParts)

/**
 * What the end of an alert does to the customer: the flag goes when the alert is closed and no other one asks for it. A
 * suspicion that was reported stays one.
 */
export const standing = Effect.fnUntraced(function* (caller: Reader, alert: Alert) {
  if (isOpen(alert) || alert.status === "sar_filed" || !isHighRisk(alert)) return noParts
  const kept = yield* repository.keepsHighRisk(caller, alert.customer, alert.id)
  return yield* setFlag(caller, alert.customer, kept ? "as it is" : "off")
})
