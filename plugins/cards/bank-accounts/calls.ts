/** Bank accounts in process: the same operations as over HTTP. Of a number no more is kept than there. */
import * as Effect from "effect/Effect"
import type { Currency } from "../../../src/domain.ts"
import { call, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf, checkReported } from "../callsOf.ts"
import { commandOf } from "./api.ts"
import { BankAccountRefused, settlingTriggers, type SettlingTrigger } from "./BankAccount.ts"
import * as operations from "./operations.ts"

/** A wrong try to verify an account is kept under a key, with its refusal. */
const refusals = {
  BankAccountRefused: (fields: ConstructorParameters<typeof BankAccountRefused>[0]) => new BankAccountRefused(fields)
}

const { change, list: listOf } = callsOf(CardsApi, "bankAccounts")
const creating = change("create")
const verifying = change("verify", { refusals })
const removing = change("remove")
const listing = listOf("list")

/** A bank account as it was entered: by routing and account number, or by an IBAN. */
export type EnterBankAccount = (
  | { readonly routingNumber: string; readonly accountNumber: string }
  | { readonly iban: string }
  /** A token that the form of the connected processor made. */
  | { readonly processorToken: string }
) & {
  readonly customer: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly currency: Currency
  readonly accountHolderName: string
}

/** Adds a bank account to a customer. Fails with `InvalidParameters`, `ReferenceMissing`, `BankAccountRefused` or `AcquirerUnknown`. */
export const create = (caller: CallerShape, command: EnterBankAccount) =>
  creating(caller, { command }, (asking, body) => operations.create(asking, commandOf(body)))

/** A bank account by its id. Fails with `BankAccountNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of bank accounts, newest first. Fails with `InvalidParameters`. */
export const list = (caller: CallerShape, filter: { readonly customer?: string } = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { customer }, of) => operations.list(asking, { customer }, of))

/** Judges the amounts of the two deposits. A wrong try counts. Fails with `BankAccountNotFound` or `BankAccountRefused`. */
export const verify = (caller: CallerShape, id: string, command: { readonly amounts: ReadonlyArray<number> }) =>
  verifying(caller, { id, command }, (asking, { amounts }) => operations.verify(asking, id, amounts))

/** Deletes a bank account; gives it as it was. Fails with `BankAccountNotFound` or `BankAccountRefused`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))

/**
 * Records that the account is its holder's (`confirm`), that it could not be shown (`giveUp`), or that the bank refuses it (`fail`):
 * what a host knows of live accounts. Fails with `InvalidParameters`, `BankAccountNotFound` or `BankAccountRefused`.
 */
export const settle = (caller: CallerShape, id: string, trigger: SettlingTrigger) =>
  Effect.andThen(
    checkReported(settlingTriggers.includes(trigger), "trigger", `one of ${settlingTriggers.join(", ")}`),
    call(caller, "cards.bankAccounts.settle", { id, trigger }, (asking) => operations.settle(asking, id, trigger))
  )
