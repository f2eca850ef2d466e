/** What can be done with bank accounts: gather the facts, let the entity decide, commit. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  readPage,
  retryOnConflict,
  Signer,
  type Answer,
  type CallerShape,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { commitResource, type Actor } from "../commitResource.ts"
import { customerNamed, hold } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import * as BankAccount from "./BankAccount.ts"
import { encodeBankAccount } from "./BankAccountBody.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** Builds the answer that is kept for replay. */
export type Present = (account: BankAccount.BankAccount) => Answer

/** A bank account with the answer to give; in-process callers have none. */
export interface Presented {
  readonly account: BankAccount.BankAccount
  readonly answer: Answer | undefined
}

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

const commitDecision = (
  actor: Actor,
  decision: BankAccount.BankAccountDecision,
  parts: { readonly writes: ReadonlyArray<Write<VersionConflict>>; readonly answer: Answer | undefined }
) =>
  commitResource<VersionConflict>(actor, {
    ...parts,
    events: decision.events.map(({ type }) => ({
      type,
      resource: decision.state.id,
      resourceJson: JSON.stringify(encodeBankAccount(decision.state))
    }))
  })

/** Adds a bank account to a customer. Fails with `ReferenceMissing` or `BankAccountRefused`. */
export const create = Effect.fn("cards.bankAccounts.create")(
  function* (caller: CallerShape, command: BankAccount.CreateBankAccount, present?: Present) {
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
    const answer = present?.(decision.state)
    yield* commitDecision(caller, decision, {
      writes: [repository.insert(caller.scope, decision.state), hold(customer)],
      answer
    })
    return { account: decision.state, answer } satisfies Presented
  },
  (operation) => retryOnConflict(operation)
)

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
export const verify = Effect.fn("cards.bankAccounts.verify")(
  function* (
    caller: CallerShape,
    request: { readonly id: string; readonly amounts: ReadonlyArray<number> },
    present?: Present,
    presentRefusal?: (refusal: BankAccount.BankAccountRefused) => Answer
  ) {
    const { account, version } = yield* foundOwn(caller, request.id)
    const { decision, refusal } = yield* Effect.fromResult(BankAccount.verify(account, request.amounts))
    const answer = refusal === undefined ? present?.(decision.state) : presentRefusal?.(refusal)
    yield* commitDecision(caller, decision, {
      writes: [repository.update(caller.scope, decision.state, version)],
      answer
    })
    if (refusal !== undefined) return yield* refusal
    return { account: decision.state, answer } satisfies Presented
  },
  (operation) => retryOnConflict(operation)
)

/** Moves a bank account on without amounts: the bank refused it, or a test says so. Fails as `BankAccount.settle`. */
export const settle = Effect.fnUntraced(
  function* (
    actor: Actor,
    request: { readonly id: string; readonly trigger: Parameters<typeof BankAccount.settle>[1] },
    present?: Present
  ) {
    const { account, version } = yield* foundOwn(actor, request.id)
    const decision = yield* Effect.fromResult(BankAccount.settle(account, request.trigger))
    const answer = present?.(decision.state)
    yield* commitDecision(actor, decision, {
      writes: [repository.update(actor.scope, decision.state, version)],
      answer
    })
    return { account: decision.state, answer } satisfies Presented
  },
  (operation) => retryOnConflict(operation)
)

/** Deletes a bank account; payouts that are on their way go on. Fails with `BankAccountNotFound`. */
export const remove = Effect.fn("cards.bankAccounts.remove")(
  function* (caller: CallerShape, id: string, present?: Present) {
    const { account, version } = yield* foundOwn(caller, id)
    const answer = present?.(account)
    yield* commitResource<VersionConflict>(caller, {
      writes: [repository.remove(account, version)],
      answer
    })
    return { account, answer } satisfies Presented
  },
  (operation) => retryOnConflict(operation)
)
