/** What can be done with bank accounts: gather the facts, let the entity decide, commit. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  readPage,
  Signer,
  type CallerShape,
  type Plan,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { customerNamed, hold } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { planned, type Actor } from "../plans.ts"
import * as BankAccount from "./BankAccount.ts"
import { encodeBankAccount } from "./BankAccountBody.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** For other slices: a bank account of a scope with its version, or `undefined`. Static ones belong to nobody. */
export const find = repository.findBankAccount

const found = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const stored = yield* repository.findBankAccount(caller.store, caller.scope, id)
  return stored ?? (yield* new BankAccount.BankAccountNotFound())
})

/** A stored one: static bank accounts are the same for everybody, so nothing about them can be changed. */
const foundOwn = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const stored = yield* found(caller, id)
  if (stored.version > 0) return stored
  return yield* new BankAccount.BankAccountRefused({
    code: "parameter_invalid",
    message: "A static test bank account cannot be changed",
    param: undefined
  })
})

const planDecision = (
  actor: Actor,
  { events, state }: BankAccount.BankAccountDecision,
  writes: ReadonlyArray<Write<VersionConflict>>
) =>
  planned<BankAccount.BankAccount, VersionConflict>(actor, state, {
    writes,
    events: events.map(({ type }) => ({
      type,
      resource: state.id,
      resourceJson: JSON.stringify(encodeBankAccount(state))
    }))
  })

/** Adds a bank account to a customer. Fails with `ReferenceMissing` or `BankAccountRefused`. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: BankAccount.CreateBankAccount) {
  const clock = yield* Clock
  const ids = yield* Ids
  const signer = yield* Signer
  const customer = yield* customerNamed(caller, command.customer)
  const decision = yield* Effect.fromResult(
    BankAccount.create(command, {
      id: ids.next("ba"),
      now: wholeSeconds(clock.now()),
      livemode: caller.principal.mode === "live",
      fingerprintOf: (number) => signer.fingerprint("bank account", number)
    })
  )
  return yield* planDecision(caller, decision, [repository.insert(caller.scope, decision.state), hold(customer)])
})

/** A bank account by its id; static test names are ids too. Fails with `BankAccountNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(found(caller, id), ({ account }) => account)

/** A page of bank accounts, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, filter: { readonly customer: string | undefined }, page: PageOf) =>
  readPage(caller, { ...page, endpoint: "cards.bank_accounts", filters: { ...filter } }, (after, rows) =>
    repository.list(caller.store, caller.scope, { ...filter, after, rows })
  )

/**
 * Judges the amounts of the deposits. A wrong try is kept as well, and its refusal is answered; under an idempotency
 * key it counts once. Fails with `BankAccountNotFound` or `BankAccountRefused`.
 */
export const verify = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string,
  amounts: ReadonlyArray<number>
): Effect.fn.Return<
  Plan<BankAccount.BankAccount, VersionConflict | BankAccount.BankAccountRefused>,
  BankAccount.BankAccountNotFound | BankAccount.BankAccountRefused | StoreUnavailable,
  Clock | Ids
> {
  const { account, version } = yield* foundOwn(caller, id)
  const { decision, refusal } = yield* Effect.fromResult(BankAccount.verify(account, amounts))
  const plan = yield* planDecision(caller, decision, [repository.update(caller.scope, decision.state, version)])
  return { ...plan, refused: refusal }
})

/** Moves a bank account on without amounts: the bank refused it, or a test says so. Fails as `BankAccount.settle`. */
export const settle = Effect.fnUntraced(function* (
  actor: Actor,
  id: string,
  trigger: Parameters<typeof BankAccount.settle>[1]
) {
  const { account, version } = yield* foundOwn(actor, id)
  const decision = yield* Effect.fromResult(BankAccount.settle(account, trigger))
  return yield* planDecision(actor, decision, [repository.update(actor.scope, decision.state, version)])
})

/** Deletes a bank account; payouts that are on their way go on. Fails with `BankAccountNotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { account, version } = yield* foundOwn(caller, id)
  return yield* planned<BankAccount.BankAccount, VersionConflict>(caller, account, {
    writes: [repository.remove(account, version)]
  })
})
