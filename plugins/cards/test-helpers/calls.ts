/** Test helpers in process: the same as over HTTP, and like there for test mode only. */
import * as Effect from "effect/Effect"
import type { Currency } from "../../../src/domain.ts"
import type { CallerShape } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { fund } from "../balance/operations.ts"
import { callsFor } from "../callsOf.ts"
import type { CustomerFlag } from "../customers/Customer.ts"
import type { FaultPlan } from "../faults.ts"
import { sandboxOnly } from "../forTests.ts"
import * as kycOperations from "../kyc/operations.ts"
import type { Verdict } from "../kyc/Verdict.ts"
import { settleNow } from "../payments/acquirer.ts"
import * as paymentOperations from "../payments/operations.ts"
import * as refundOperations from "../refunds/operations.ts"
import type { EntryList, ScreeningEntry } from "../screening/ScreeningRecord.ts"
import { entryOf } from "./customer-api.ts"
import { faultOf } from "./engine-api.ts"
import { verdictOf } from "./kyc-api.ts"
import * as operations from "./operations.ts"
import { settlementOf } from "./payment-api.ts"

const callsOf = callsFor((caller) => Effect.as(sandboxOnly(caller), caller))

const ofEngine = callsOf(CardsApi, "engineHelpers")
const ofCustomers = callsOf(CardsApi, "customerHelpers")
const ofPayments = callsOf(CardsApi, "paymentHelpers")
const ofMoney = callsOf(CardsApi, "moneyHelpers")
const resetting = ofEngine.read("reset")
const planning = ofEngine.change("planFault")
const flagging = ofCustomers.change("flags")
const trusting = ofCustomers.change("trust")
const subscribing = ofCustomers.change("createSubscription")
const unsubscribing = ofCustomers.change("cancelSubscription")
const listing = ofCustomers.change("createScreeningEntry")
const authenticating = ofPayments.change("authenticate")
const settling = ofPayments.change("settle")
const resolving = ofMoney.change("resolveRefund")
const funding = ofMoney.change("fundBalance", { renames: { amountMinor: "amount" } })
const verifying = callsOf(CardsApi, "kycHelpers").change("resolve")

/** Without a key: what was kept under one would be forgotten with the rest. */
export const reset = (caller: CallerShape) => resetting(caller, operations.reset)

/** Helpers about the available balance. */
export const balance = {
  /** Puts test money into the available balance; its id is the source of the journal. The amount is in the smallest currency unit. */
  fund: (caller: CallerShape, command: { readonly amountMinor: number; readonly currency: Currency }) =>
    funding(caller, { command }, (asking, { amount, currency }) => fund(asking, { amountMinor: amount, currency }))
}

/** Helpers about customers. */
export const customers = {
  /** Gives a customer these flags and no others; monitoring looks at them. Fails with `CustomerNotFound`. */
  flag: (caller: CallerShape, id: string, command: { readonly flags: ReadonlyArray<CustomerFlag> }) =>
    flagging(caller, { id, command }, (asking, { flags }) => operations.flagCustomer(asking, id, flags))
}

/** Helpers about faults. */
export const faults = {
  /** Lets the next requests of the account to an operation fail, 1 by default. They are in memory: a restart forgets them. */
  create: (caller: CallerShape, command: Omit<FaultPlan, "times"> & Partial<FaultPlan>) =>
    planning(caller, { command }, (asking, body) => operations.planFault(asking, faultOf(body)))
}

/** Helpers about verifications of identity. */
export const kyc = {
  /**
   * Ends a pending verification, whatever was submitted; without a reason one fails with `document_unverified`. Fails with
   * `VerificationNotFound`, `VerificationDecided`, or `TestRefused` for a reason beside `verified`.
   */
  resolve: (
    caller: CallerShape,
    id: string,
    command: {
      readonly outcome: Verdict["outcome"]
      readonly reason?: Extract<Verdict, { outcome: "failed" }>["reason"]
    }
  ) =>
    verifying(caller, { id, command }, (asking, body) =>
      Effect.flatMap(verdictOf(body), (verdict) => kycOperations.decideNow(asking, id, verdict))
    )
}

/** Helpers about payment methods. */
export const paymentMethods = {
  /** The holder trusts you: later payments are exempt from 3D Secure. Fails with `PaymentMethodNotFound`. */
  trust: (caller: CallerShape, id: string) =>
    trusting(caller, { id }, (asking) => operations.trustPaymentMethod(asking, id))
}

const paymentOf = ({ payment }: paymentOperations.ShownPayment) => payment

/** Helpers about payments. */
export const payments = {
  /**
   * What the cardholder does on the 3D Secure page. Confirm the payment afterwards: then it goes on. Fails with `PaymentNotFound`,
   * or `PaymentStateRefused` for a payment that does not wait for its cardholder.
   */
  authenticate: (caller: CallerShape, id: string, command: { readonly result: "succeeded" | "failed" | "canceled" }) =>
    Effect.map(
      authenticating(caller, { id, command }, (asking, { result }) =>
        paymentOperations.authenticate(asking, id, result)
      ),
      paymentOf
    ),
  /**
   * Lets a bank debit settle or fail now, by default for `insufficient_funds`. Fails with `PaymentNotFound`, or
   * `PaymentStateRefused` for a payment that waits for no debit.
   */
  settle: (
    caller: CallerShape,
    id: string,
    command: {
      readonly outcome: "succeeded" | "failed"
      readonly failureCode?: "account_closed" | "insufficient_funds" | "no_account"
    }
  ) =>
    Effect.map(
      settling(caller, { id, command }, (asking, body) => settleNow(asking, id, settlementOf(body))),
      paymentOf
    )
}

/** Helpers about refunds. */
export const refunds = {
  /**
   * Lets a pending refund succeed, fail or be canceled, or one that succeeded fail. Fails with `RefundNotFound`, or
   * `RefundStateRefused` where it cannot become that.
   */
  resolve: (caller: CallerShape, id: string, command: { readonly outcome: "succeeded" | "failed" | "canceled" }) =>
    resolving(caller, { id, command }, (asking, { outcome }) => refundOperations.resolve(asking, id, outcome))
}

/** Helpers about names on the watch lists of the account. */
export const screeningEntries = {
  /** Whoever bears the name matches from now on; customers of that name are blocked at once. Only the account sees the entry. */
  create: (
    caller: CallerShape,
    command: {
      /** 1 to 500 characters. */
      readonly name: string
      /** Default: `ofac_sdn`. */
      readonly list?: EntryList
      /** Default: `individual`. */
      readonly entityType?: ScreeningEntry["entityType"]
    }
  ) => listing(caller, { command }, (asking, body) => operations.addScreeningEntry(asking, entryOf(body)))
}

/** Helpers about stubs of subscriptions. */
export const subscriptions = {
  /** Makes an active subscription of a customer. Fails with `ReferenceMissing` where there is no such customer. */
  create: (caller: CallerShape, command: { readonly customer: string }) =>
    subscribing(caller, { command }, (asking, { customer }) => operations.createSubscription(asking, customer)),
  /** Cancels one; one that is canceled stays so. Fails with `SubscriptionNotFound`. */
  cancel: (caller: CallerShape, id: string) =>
    unsubscribing(caller, { id }, (asking) => operations.cancelSubscription(asking, id))
}
