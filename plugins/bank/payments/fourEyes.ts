/** Four eyes: nobody decides about a payment of their own (decisions B.5). */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { actorOf, adminAccount } from "../administration/Actor.ts"
import { SelfApprovalForbidden } from "../failures.ts"
import { BankSettings } from "../settings.ts"
import type { Payment } from "./Payment.ts"

/** Fails with `SelfApprovalForbidden` for the client that made a payment, and the administrator who made it in its name. */
export const requireAnother = Effect.fnUntraced(function* (
  { principal }: Pick<CallerShape, "principal">,
  { clientId, madeBy }: Pick<Payment, "clientId" | "madeBy">
) {
  const { mode } = yield* BankSettings
  const actor = actorOf(principal)
  // The one token of a sandbox is everybody's.
  const isMaker = madeBy === actor && (mode === "production" || actor !== adminAccount)
  // Money that came in for nobody we know was made by no administrator.
  const isClient = clientId === principal.account && clientId !== adminAccount
  if (isClient || isMaker) return yield* new SelfApprovalForbidden()
})
