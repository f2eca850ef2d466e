/** Payments by their ids: of any client for officers and networks, of the caller for clients. */
import * as Effect from "effect/Effect"
import type { CallerShape, RegionStore } from "../../../src/plugin.ts"
import { isAch, PaymentNotFound, PaymentNotReturned, type Payment } from "./Payment.ts"
import * as repository from "./repository.ts"

/** A payment of any client by its id: for officers and networks. */
export const find = (store: RegionStore, id: string) => repository.payments.byId(store, id)

/** A payment of the caller with its version. Another client's is not found either (decisions B35). */
export const findOwn = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const found = yield* find(caller.store, id)
  return found?.document.scope === caller.scope ? found : yield* new PaymentNotFound()
})

/** A payment of the caller. */
export const retrieve = (caller: Pick<CallerShape, "store" | "scope">, id: string) =>
  Effect.map(findOwn(caller, id), ({ document }) => document)

/** A payment of the caller on another rail than ACH, which has its own path. */
export const retrieveDirect = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const payment = yield* retrieve(caller, id)
  return isAch(payment) ? yield* new PaymentNotFound() : payment
})

/** A payment that was returned. Fails with `PaymentNotReturned` (decisions B112). */
export const returnedOf = <P extends Payment>(payment: P) =>
  payment.returned === null ? Effect.fail(new PaymentNotReturned()) : Effect.succeed(payment)
