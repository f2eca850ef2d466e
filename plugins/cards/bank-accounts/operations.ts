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
import { Acquirer } from "../acquirer/Acquirer.ts"
import { tokenizeReference } from "../acquirer/reference.ts"
import { customerNamed, findStored, hold } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { eventsAbout, planned, type Actor } from "../plans.ts"
import * as BankAccount from "./BankAccount.ts"
import { BankAccountBody } from "./BankAccountBody.ts"
import { keepOutside } from "./keepingOutside.ts"
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
    events: eventsAbout(events, state, BankAccountBody.write)
  })

/** A bank account as it was sent, which may be wrong. */
type Entered<E> = Effect.Effect<BankAccount.CreateBankAccount, E>

const decided = Effect.fnUntraced(function* (caller: CallerShape, command: BankAccount.CreateBankAccount) {
  const signer = yield* Signer
  const livemode = caller.principal.mode === "live"
  const making = { id: (yield* Ids).next("ba"), now: wholeSeconds((yield* Clock).now()), livemode }
  const { live, test } = yield* Acquirer
  const acquirer = livemode ? live : test
  const { number } = command
  if (acquirer.tokenize !== undefined || number.kind === "token") {
    yield* customerNamed(caller, command.customer)
    const reference = yield* tokenizeReference(caller, making.id)
    const kept = yield* keepOutside(acquirer, { ...command, ...making, reference })
    return BankAccount.createOutside(command, { ...making, kept })
  }
  const fingerprintOf = (digits: string) => signer.fingerprint("bank account", digits)
  return yield* Effect.fromResult(BankAccount.create({ ...command, number }, { ...making, fingerprintOf }))
})

/**
 * Adds a bank account to a customer. An acquirer that keeps its number is asked once, however often the storing is tried. Fails
 * with `ReferenceMissing`, `BankAccountRefused` or `AcquirerUnknown`.
 */
export const create = <E>(caller: CallerShape, entered: Entered<E>) => {
  let made: { readonly customer: string; readonly decision: BankAccount.BankAccountDecision } | undefined
  return Effect.gen(function* () {
    if (made === undefined) {
      const command = yield* entered
      made = { customer: command.customer, decision: yield* decided(caller, command) }
    }
    const customer = yield* customerNamed(caller, made.customer)
    return yield* planDecision(caller, made.decision, [
      repository.insert(caller.scope, made.decision.state),
      hold(customer)
    ])
  })
}

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

/**
 * Changes the row of an account's customer, which a payout that is being decided holds fast: it is decided anew when the account
 * can no longer be paid.
 */
const stopPayouts = Effect.fnUntraced(function* (caller: Reader, { customer }: BankAccount.BankAccount) {
  const owner = yield* findStored(caller.store, caller.scope, customer ?? "")
  return owner === undefined ? [] : [hold(owner)]
})

/** Moves a bank account on without amounts: the bank refused it, or a test says so. Fails as `BankAccount.settle`. */
export const settle = Effect.fnUntraced(function* (actor: Actor, id: string, trigger: BankAccount.SettlingTrigger) {
  const { account, version } = yield* foundOwn(actor, id)
  const decision = yield* Effect.fromResult(BankAccount.settle(account, trigger))
  return yield* planDecision(actor, decision, [
    repository.update(actor.scope, decision.state, version),
    ...(yield* stopPayouts(actor, account))
  ])
})

/** For the end of a customer: the writes that delete its bank accounts, which name their holders. */
export const removeAll = (caller: Reader, customer: string) =>
  Effect.map(repository.allOfCustomer(caller.store, caller.scope, customer), (owned) =>
    owned.map(({ account, version }) => repository.remove(account, version))
  )

/** Deletes a bank account; payouts that are on their way go on. Fails with `BankAccountNotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { account, version } = yield* foundOwn(caller, id)
  return yield* planned<BankAccount.BankAccount, VersionConflict>(caller, account, {
    writes: [repository.remove(account, version), ...(yield* stopPayouts(caller, account))]
  })
})
