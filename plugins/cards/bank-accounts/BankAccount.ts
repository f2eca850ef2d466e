/**
 * A bank account of a customer, to which payouts go: what is kept of it (never its number), and how it becomes
 * verified. Read it beside decisions B9 and B4.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, StateMachine, type Currency, type Decision } from "../../../src/domain.ts"
import type { VersionConflict } from "../../../src/plugin.ts"
import type { AcquirerBankAccount } from "../acquirer/tokens.ts"
import type { CardsEventType } from "../events.ts"
import { bankOf, checkNumber, type BankAccountBehaviour, type BankAccountNumber } from "./account-numbers.ts"

/** How far verification has come. `new` has no deposits on their way, as in live mode, where nobody here sends them. */
export type BankAccountStatus = "new" | "pending_verification" | "verified" | "verification_failed" | "errored"

/** What a host or a test says of a bank account. `fail` is a bank that says the account cannot be paid. */
export const settlingTriggers = ["confirm", "giveUp", "fail"] as const

export type SettlingTrigger = (typeof settlingTriggers)[number]

/** What happens to a bank account. */
export type BankAccountTrigger = "send" | SettlingTrigger

const { refused } = StateMachine
const ended = { send: refused, confirm: refused, giveUp: refused, fail: refused } as const

/** The states of decisions B9. `send`: two small deposits are on their way, whose amounts the owner tells. */
export const bankAccountMachine = StateMachine.defineStateMachine<BankAccountStatus, BankAccountTrigger>()({
  name: "bank_account",
  initial: "new",
  final: ["verification_failed", "errored"],
  rows: {
    new: { send: "pending_verification", confirm: "verified", giveUp: "verification_failed", fail: "errored" },
    pending_verification: { send: refused, confirm: "verified", giveUp: "verification_failed", fail: "errored" },
    verified: { send: refused, confirm: refused, giveUp: refused, fail: "errored" },
    verification_failed: ended,
    errored: ended
  }
})

/** A bank account. Times are epoch milliseconds of engine time, whole seconds. */
export interface BankAccount {
  readonly id: string
  /** Whose it is; `null` for the static ones of test mode only. */
  readonly customer: string | null
  readonly currency: Currency
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly accountHolderName: string
  readonly bankName: string | null
  readonly last4: string
  /** Of an account that is named by routing and account number. */
  readonly routingNumber: string | null
  /** Of an account that is named by an IBAN. */
  readonly ibanCountry: string | null
  /** Stands for the number: equal numbers have equal fingerprints, keyed. */
  readonly fingerprint: string
  readonly status: BankAccountStatus
  /** Wrong tries to tell the amounts of the deposits. */
  readonly failedVerifications: number
  readonly instantEligible: boolean
  /** What the sandbox's bank does with payouts to it. */
  readonly behaviour: BankAccountBehaviour
  readonly createdAt: number
  readonly livemode: boolean
  /** What the acquirer calls it, where an acquirer outside keeps its number. */
  readonly acquirerToken?: string
}

/** The fields of a new bank account. */
export interface CreateBankAccount {
  readonly customer: string
  readonly country: string
  readonly currency: Currency
  readonly accountHolderName: string
  readonly number: BankAccountNumber | AcquirerToken
}

/** A token that the acquirer's own form made of an account. */
export interface AcquirerToken {
  readonly kind: "token"
  readonly token: string
}

/** What an acquirer outside says about an account that it keeps. */
export interface KeptOutside extends Required<AcquirerBankAccount> {
  readonly token: string
}

/** No bank account of this account, mode and region has this id. */
export class BankAccountNotFound extends Data.TaggedError("BankAccountNotFound") {}

/** What was requested of a bank account cannot be done. The message never holds a number that was entered. */
export class BankAccountRefused extends Data.TaggedError("BankAccountRefused")<{
  readonly code: "parameter_invalid" | "bank_account_unverified"
  readonly message: string
  readonly param: string | undefined
}> {}

/** What goes wrong with bank accounts. */
export type BankAccountFailure = BankAccountNotFound | BankAccountRefused | VersionConflict

export type BankAccountDecision = Decision<BankAccount, CardsEventType>

const refuse = (param: string | undefined, message: string) =>
  Result.fail(new BankAccountRefused({ code: "parameter_invalid", param, message }))

/** Currencies in which banks take money at once (decisions B9). */
const instantCurrencies: ReadonlySet<string> = new Set(["usd", "eur", "gbp"])

/** A new bank account whose number an acquirer keeps. */
export const createOutside = (
  command: CreateBankAccount,
  facts: { readonly id: string; readonly now: number; readonly livemode: boolean; readonly kept: KeptOutside }
): BankAccountDecision => {
  const { token, verified, ...known } = facts.kept
  const account: BankAccount = {
    id: facts.id,
    customer: command.customer,
    currency: command.currency,
    country: command.country,
    accountHolderName: command.accountHolderName,
    ...known,
    ibanCountry: known.routingNumber === null ? command.country : null,
    status: "new",
    failedVerifications: 0,
    instantEligible: instantCurrencies.has(command.currency),
    behaviour: { outcome: "paid" },
    createdAt: facts.now,
    livemode: facts.livemode,
    acquirerToken: token
  }
  return verified ? verifiedDecision(account) : decide({ state: account })
}

/** A new bank account. In test mode two deposits are sent at once. Fails with `BankAccountRefused`. */
export const create = (
  command: CreateBankAccount & { readonly number: BankAccountNumber },
  facts: {
    readonly id: string
    readonly now: number
    readonly livemode: boolean
    readonly fingerprintOf: (number: string) => string
  }
): Result.Result<BankAccountDecision, BankAccountRefused> =>
  Result.gen(function* () {
    const fault = checkNumber(command.country, command.number)
    if (fault !== undefined) return yield* refuse(fault.param, fault.message)
    const bank = bankOf(command.number)
    return decide({
      state: {
        id: facts.id,
        customer: command.customer,
        currency: command.currency,
        country: command.country,
        accountHolderName: command.accountHolderName,
        bankName: bank.name,
        last4: bank.last4,
        routingNumber: command.number.kind === "domestic" ? command.number.routingNumber : null,
        ibanCountry: command.number.kind === "iban" ? command.country : null,
        fingerprint: facts.fingerprintOf(bank.whole),
        status: facts.livemode ? "new" : "pending_verification",
        failedVerifications: 0,
        instantEligible: instantCurrencies.has(command.currency) && bank.behaviour.instant !== false,
        behaviour: facts.livemode ? { outcome: "paid" } : bank.behaviour,
        createdAt: facts.now,
        livemode: facts.livemode
      }
    })
  })

/** The amounts of the sandbox's two deposits, in minor units (decisions B4), in any order. */
export const sandboxDeposits = [32, 45] as const

/** Wrong tries after which an account cannot be verified any more (decisions B4). */
export const maxFailedVerifications = 3

/** What a try to verify came to: a decision either way, since wrong tries count. */
export interface VerificationTry {
  readonly decision: BankAccountDecision
  /** What to answer; `undefined` when the amounts were right. */
  readonly refusal: BankAccountRefused | undefined
}

const moved = (account: BankAccount, trigger: BankAccountTrigger): BankAccountStatus | undefined =>
  Result.getOrUndefined(StateMachine.transition(bankAccountMachine, account.status, trigger))

const cannotVerify: Readonly<Record<BankAccountStatus, string>> = {
  new: "No deposits were sent to this account, so there are no amounts to tell",
  pending_verification: "",
  verified: "The bank account is verified already",
  verification_failed: "The amounts were wrong three times. Create the bank account again",
  errored: "The bank refused this account. Create another one"
}

const verifiedDecision = (account: BankAccount): BankAccountDecision =>
  decide({ state: { ...account, status: "verified" as const }, events: [{ type: "bank_account.verified" as const }] })

/** Judges the amounts that the owner tells (C184). Fails when the account waits for none. */
export const verify = (
  account: BankAccount,
  amounts: ReadonlyArray<number>
): Result.Result<VerificationTry, BankAccountRefused> => {
  if (account.status !== "pending_verification") {
    return Result.fail(
      new BankAccountRefused({
        code: "bank_account_unverified",
        message: cannotVerify[account.status],
        param: undefined
      })
    )
  }
  const told = [...amounts].sort((a, b) => a - b)
  if (told.length === 2 && sandboxDeposits.every((amount, at) => told[at] === amount)) {
    return Result.succeed({ decision: verifiedDecision(account), refusal: undefined })
  }
  const failedVerifications = account.failedVerifications + 1
  const left = maxFailedVerifications - failedVerifications
  const status = left > 0 ? account.status : "verification_failed"
  const message =
    left > 0 ? `amounts are not those of the deposits. Tries left: ${left}` : cannotVerify.verification_failed
  return Result.succeed({
    decision: decide({ state: { ...account, status, failedVerifications } }),
    refusal: new BankAccountRefused({ code: "parameter_invalid", message, param: "amounts" })
  })
}

/** Moves an account on without amounts: for test helpers, and for a bank that refuses it. */
export const settle = (
  account: BankAccount,
  trigger: SettlingTrigger
): Result.Result<BankAccountDecision, BankAccountRefused> => {
  const status = moved(account, trigger)
  if (status === undefined) return refuse(undefined, `The bank account is ${account.status} and stays so`)
  return Result.succeed(trigger === "confirm" ? verifiedDecision(account) : decide({ state: { ...account, status } }))
}
