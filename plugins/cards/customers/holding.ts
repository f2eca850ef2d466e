/** For slices that hang something on a customer: looking it up by the parameter that names it, and holding it fast. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { ReferenceMissing } from "../payments/Payment.ts"
import { findCustomer, replace, touch } from "./repository.ts"

/** The customer that the parameter `customer` names. Fails with `ReferenceMissing`. */
export const customerNamed = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const stored = yield* findCustomer(caller.store, caller.scope, id)
  return stored ?? (yield* new ReferenceMissing({ param: "customer" }))
})

/** The write that fails when the customer was changed or deleted meanwhile; see `touch` of the repository. */
export const hold = touch

/** A customer of a scope with its version, or `undefined`. */
export const findStored = findCustomer

/** The write of a customer whose address stays; it fails when the customer was changed or deleted since it was read. */
export const replaceState = replace
