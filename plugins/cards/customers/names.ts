/** Customers by name, in the form in which names are compared (decisions B11). */
import * as Effect from "effect/Effect"
import { Signer } from "../../../src/plugin.ts"
import { nameKeyOf } from "../screening/ScreeningRecord.ts"
import type { Customer } from "./Customer.ts"
import { emailHashOf } from "./emails.ts"
import type { CustomerKeys } from "./repository.ts"

/** The keyed hash of a name: the same for all spellings that are compared as equal; empty when it has no letter. */
export const nameHashOf = (name: string | null) =>
  Effect.map(Signer, (signer) => {
    const key = nameKeyOf(name ?? "")
    return key === "" ? "" : signer.fingerprint("customer name", key)
  })

/** What the row of a customer holds beside the customer. */
export const keysOf = Effect.fnUntraced(function* (scope: string, customer: Customer) {
  return {
    scope,
    emailHash: yield* emailHashOf(customer.email),
    nameHash: yield* nameHashOf(customer.name)
  } satisfies CustomerKeys
})
