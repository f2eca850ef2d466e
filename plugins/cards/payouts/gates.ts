/** The gates before a payout, in the order of decisions B9. The last one, the balance, is a condition of the commit. */
import * as Effect from "effect/Effect"
import { commit, type Write, type CallerShape, type VersionConflict } from "../../../src/plugin.ts"
import { refuseEmbargoed } from "../aml/gate.ts"
import type { BankAccount } from "../bank-accounts/BankAccount.ts"
import { mayPayOut } from "../administration/operations.ts"
import * as bankAccounts from "../bank-accounts/operations.ts"
import { CustomerBlocked, openScreeningsOf, type Customer, type CustomerBlock } from "../customers/Customer.ts"
import * as customers from "../customers/operations.ts"
import { ReferenceMissing } from "../payments/Payment.ts"
import { eventAbout, unitOf, type Actor } from "../plans.ts"
import * as screenings from "../screening/operations.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import { isCoveredBy, type ScreeningRecord } from "../screening/ScreeningRecord.ts"
import {
  BetaAccessRequired,
  checkDestination,
  type CreatePayout,
  type Payout,
  type PayoutDestination
} from "./Payout.ts"

/** What passing the gates comes to. */
export interface PassedGates {
  readonly destination: PayoutDestination
  /** Where the bank is. */
  readonly bankCountry: string
  readonly screening: ScreeningRecord
  /** Writes that keep the gates closed behind the payout: they fail when what was checked has changed since. */
  readonly holds: ReadonlyArray<Write<VersionConflict>>
}

/** What an account of the sandbox does with a payout, in words. */
const faults = {
  account_closed: { code: "account_closed", message: "The bank account is closed" },
  insufficient_funds: { code: "insufficient_funds", message: "The bank refused the transfer" },
  no_account: { code: "no_account", message: "There is no such bank account" }
} as const

const destinationOf = (account: BankAccount): PayoutDestination => ({
  id: account.id,
  customer: account.customer,
  currency: account.currency,
  verified: account.status === "verified",
  instantEligible: account.instantEligible,
  late: account.behaviour.late ?? false,
  sandboxFault: account.behaviour.outcome === "paid" ? null : faults[account.behaviour.outcome],
  acquirerToken: account.acquirerToken
})

const refuse = (block: CustomerBlock) => Effect.fail(new CustomerBlocked({ block, param: "destination" }))

/** Whose account it is must exist, be clear, and be verified: in this order, whatever else is wrong. */
const checkCustomer = (customer: Customer) => {
  const { kycStatus, screening } = customer
  if (openScreeningsOf(customer).length > 0) return refuse("screening_match")
  if (screening?.result === "pending") return refuse("screening_pending")
  return kycStatus === "verified" ? Effect.void : refuse("kyc_required")
}

/** Whether people have approved every entry that was found, for this customer. */
const isApproved = Effect.fnUntraced(function* (actor: Actor, record: ScreeningRecord) {
  if (record.customer === null) return false
  const approved = yield* screenings.decidedOn(actor.store, actor.scope, { customer: record.customer, ids: [] })
  return isCoveredBy(record, approved)
})

/** Keeps a screening that matched, blocks its customer, and emits the event: nothing of the payout is left. */
const keepMatch = Effect.fnUntraced(function* (actor: Actor, record: ScreeningRecord) {
  const { customer } = record
  if (customer !== null) {
    return yield* customers.recordScreening(actor, { ...record, customer }).pipe(
      // Deleted since it was read: it is as if the account's customer had not been found.
      Effect.catchTag("CustomerNotFound", () => Effect.fail(new ReferenceMissing({ param: "destination" })))
    )
  }
  const unit = yield* unitOf(actor, {
    writes: [screenings.keep(actor.scope, record)],
    events: [eventAbout("screening.match", record, ScreeningBody.write)]
  })
  yield* commit(actor.store, unit)
})

/** Screens the holder of the account anew (C97). A match blocks the customer, is kept, and moves no money. */
const screenHolder = Effect.fnUntraced(function* (actor: Actor, account: BankAccount) {
  const record = yield* screenings.screen(actor, {
    customer: account.customer,
    subject: { name: account.accountHolderName, entityType: "any", country: account.country }
  })
  if (record.result === "pending") return yield* refuse("screening_pending")
  if (record.result === "clear") return record
  if (yield* isApproved(actor, record)) return { ...record, resolution: "approved" as const }
  yield* keepMatch(actor, record)
  return yield* refuse("screening_match")
})

/** Why the customer of a payout may not be paid now, or `undefined`. */
export const blockFor = Effect.fnUntraced(
  function* (actor: Actor, payout: Payout) {
    const { customer } = payout
    if (customer === null) return undefined
    const found = yield* customers.find(actor.store, actor.scope, customer)
    const addresses = [found?.customer.address ?? {}]
    yield* refuseEmbargoed(actor, { ...payout, customer, addresses, param: "destination" })
    return yield* customers.blockFor(actor, customer)
  },
  Effect.catchTag("CountrySanctioned", () => Effect.succeed("sanctioned_country" as const))
)

const findOwner = Effect.fnUntraced(function* (actor: Actor, customer: string | null) {
  // The static accounts of test mode belong to nobody.
  if (customer === null) return undefined
  const found = yield* customers.find(actor.store, actor.scope, customer)
  return found ?? (yield* new ReferenceMissing({ param: "destination" }))
})

/**
 * Passes the gates, or fails with what the first closed one says: `BetaAccessRequired`, `ReferenceMissing`,
 * `PayoutRefused` or `CustomerBlocked`.
 */
export const passGates = Effect.fnUntraced(function* (caller: CallerShape, command: CreatePayout) {
  if (!(yield* mayPayOut(caller))) return yield* new BetaAccessRequired()
  const found = yield* bankAccounts.find(caller.store, caller.scope, command.destination)
  if (found === undefined) return yield* new ReferenceMissing({ param: "destination" })
  const destination = destinationOf(found.account)
  yield* Effect.fromResult(checkDestination(command, destination))
  const owner = yield* findOwner(caller, destination.customer)
  if (owner !== undefined) {
    const addresses = [{ country: found.account.country }, owner.customer.address ?? {}]
    yield* refuseEmbargoed(caller, { ...command, customer: owner.customer.id, addresses, param: "destination" })
    yield* checkCustomer(owner.customer)
  }
  // On whose behalf the screening is kept, not under whose key: its commit answers nothing.
  const screening = yield* screenHolder({ ...caller, claim: undefined }, found.account)
  return {
    destination,
    bankCountry: found.account.country,
    screening,
    holds: owner === undefined ? [] : [customers.unchanged(owner)]
  } satisfies PassedGates
})
