/**
 * Finds payment methods: those that were tokenized, and the static ones of test mode, which get the fingerprint that
 * their number has in this engine: a static name and its number, tokenized, are one card to every counter.
 */
import * as Effect from "effect/Effect"
import { modeOfScope } from "../../../src/domain.ts"
import { Signer, type RegionStore, type StoreUnavailable } from "../../../src/plugin.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"
import { byId } from "./repository.ts"
import { staticNumber, staticPaymentMethod } from "../sandbox/static-payment-methods.ts"

/** What the fingerprint of a payment method is made of, whoever tokenizes it. */
export const fingerprintBy =
  (signer: Signer["Service"]) =>
  (number: string): string =>
    signer.fingerprint("card", number)

/** The static payment methods by id, as a signer's engine knows them: worked out once. */
const keyedBy = new WeakMap<Signer["Service"], Map<string, PaymentMethod>>()

const withFingerprint = (method: PaymentMethod, fingerprint: string): PaymentMethod =>
  method.type === "card"
    ? { ...method, card: { ...method.card, fingerprint } }
    : { ...method, usBankAccount: { ...method.usBankAccount, fingerprint } }

const keyed = (signer: Signer["Service"], method: PaymentMethod, number: string): PaymentMethod => {
  let known = keyedBy.get(signer)
  if (known === undefined) keyedBy.set(signer, (known = new Map()))
  const made = known.get(method.id) ?? withFingerprint(method, fingerprintBy(signer)(number))
  known.set(method.id, made)
  return made
}

/**
 * A payment method of a scope, or `undefined`. The static ones are found without reading the database, and do not exist
 * in live mode.
 */
export const find = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<PaymentMethod | undefined, StoreUnavailable, Signer> => {
  const fixed = staticPaymentMethod(id)
  if (fixed === undefined) return Effect.map(byId(store, scope, id), (found) => found?.method)
  return modeOfScope(scope) === "test"
    ? Effect.map(Signer, (signer) => keyed(signer, fixed, staticNumber(id) ?? id))
    : Effect.succeed(undefined)
}
