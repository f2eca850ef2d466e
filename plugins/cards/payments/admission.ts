/**
 * Facts about a payment that are gathered before it is decided: the method and the customer it names and whether they may pay,
 * its risk, and whether the cardholder must be authenticated. In this order (decisions C2).
 */
import * as Effect from "effect/Effect"
import { Signer, type CallerShape, type VersionConflict, type Write } from "../../../src/plugin.ts"
import { CountrySanctioned } from "../aml/Alert.ts"
import { refuseEmbargoed } from "../aml/gate.ts"
import { isEmbargoed } from "../aml/jurisdictions.ts"
import { blockOf, CustomerBlocked, type Customer } from "../customers/Customer.ts"
import * as customers from "../customers/operations.ts"
import { AttachmentRefused } from "../payment-methods/Attachment.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import type { Client, PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import type { Actor } from "../plans.ts"
import { linkBase } from "../publicUrl.ts"
import { eurMinorOf } from "../reference-rates.ts"
import * as risk from "../risk/assessing.ts"
import * as sca from "../sca/operations.ts"
import { tokenOf } from "../three-d-secure/token.ts"
import {
  authenticationLifetimeMs,
  PaymentMethodMissing,
  PaymentMethodUnsuitable,
  ReferenceMissing,
  type ChosenPayment,
  type CreatePayment,
  type Payment,
  type PaymentAuthentication,
  type PaymentRisk,
  type WayBack
} from "./Payment.ts"

/** Fields of a payment beyond the documented body (decisions C1). */
export interface PaymentContext {
  readonly client?: Client | undefined
  readonly offSession?: boolean | undefined
  /** Where the browser goes after an authentication. */
  readonly returnUrl?: string | undefined
  /** Address of the mount by which the request came. */
  readonly mount?: (() => string | undefined) | undefined
}

type Reader = Pick<CallerShape, "store" | "scope">

/** Writes that keep a gate closed behind a payment: they fail when its customer was changed since the gate was asked. */
export type Holds = ReadonlyArray<Write<VersionConflict>>

/**
 * Fails with `CustomerBlocked` when nothing may be processed for the customer of a payment, deleted or not, and with
 * `CountrySanctioned` when the customer lives under an embargo by now, or did when it was deleted.
 */
export const gate = Effect.fnUntraced(function* (caller: Actor, payment: Payment) {
  const { customer } = payment
  if (customer === null) return [] satisfies Holds
  const found = yield* customers.find(caller.store, caller.scope, customer)
  const addresses = [found?.customer.address ?? {}]
  yield* refuseEmbargoed(caller, { ...payment, customer, addresses, param: "customer" })
  const block = found === undefined ? yield* customers.blockFor(caller, customer) : blockOf(found.customer)
  if (block === "sanctioned_country") return yield* new CountrySanctioned({ param: "customer" })
  if (block !== undefined) return yield* new CustomerBlocked({ block, param: "customer" })
  return found === undefined ? [] : ([customers.unchanged(found)] satisfies Holds)
})

/** Who pays with what. */
export interface Payer {
  /** Id of the method, as it was named. */
  readonly paymentMethod: string
  readonly method: PaymentMethod
  readonly customer: Customer | undefined
  readonly holds: Holds
}

/** The refusal of a method that was taken back, with the parameter that named it, if one did. */
export const refuseDetached = (named: { readonly param?: string } = {}) =>
  Effect.fail(
    new AttachmentRefused({
      code: "payment_method_detached",
      message: "The payment method was detached from its customer and cannot be charged",
      ...named
    })
  )

const checkMethod = (method: PaymentMethod, command: CreatePayment) => {
  if (method.detached === true) return refuseDetached({ param: "payment_method" })
  if (method.customer !== null && command.customer !== undefined && command.customer !== method.customer) {
    return Effect.fail(
      new AttachmentRefused({
        code: "payment_method_customer_mismatch",
        message: "The payment method belongs to another customer",
        param: "payment_method"
      })
    )
  }
  return method.type === "us_bank_account" ? checkDebit(command) : Effect.void
}

const unsuitable = (code: PaymentMethodUnsuitable["code"], param: string, message: string) =>
  Effect.fail(new PaymentMethodUnsuitable({ code, param, message }))

const checkDebit = ({ captureMethod, currency }: CreatePayment) => {
  if (currency !== "usd") {
    return unsuitable("currency_mismatch", "currency", "A bank account in the US is debited in usd")
  }
  return captureMethod === "manual"
    ? unsuitable("parameter_invalid", "capture_method", "A bank debit cannot be captured later: use automatic")
    : Effect.void
}

/** The method that a payment names, or else the default of its customer. */
const methodNamed = Effect.fnUntraced(function* (caller: Reader, { customer, paymentMethod }: CreatePayment) {
  if (paymentMethod !== undefined) return paymentMethod
  if (customer === undefined) return yield* new PaymentMethodMissing({ hasCustomer: false })
  const found = yield* customers.find(caller.store, caller.scope, customer)
  if (found === undefined) return yield* new ReferenceMissing({ param: "customer" })
  return found.customer.defaultPaymentMethod ?? (yield* new PaymentMethodMissing({ hasCustomer: true }))
})

/**
 * The method and the customer of a payment. A method that belongs to a customer brings it along, so that nobody is
 * charged behind the gates by leaving the customer out.
 */
export const findPayer = Effect.fnUntraced(function* (caller: Reader, command: CreatePayment) {
  const paymentMethod = yield* methodNamed(caller, command)
  const method = yield* paymentMethods.find(caller.store, caller.scope, paymentMethod)
  if (method === undefined) return yield* new ReferenceMissing({ param: "payment_method" })
  const named = command.customer ?? method.customer
  if (named === null) {
    yield* checkMethod(method, command)
    return { paymentMethod, method, customer: undefined, holds: [] } satisfies Payer
  }
  const found = yield* customers.find(caller.store, caller.scope, named)
  if (found === undefined) return yield* new ReferenceMissing({ param: "customer" })
  yield* checkMethod(method, command)
  return { paymentMethod, method, customer: found.customer, holds: [customers.unchanged(found)] } satisfies Payer
})

/**
 * Nothing is taken from a customer, by a card or under a billing address of a country or region under embargo, whether or not
 * it is told who pays: that comes first, because no verification changes it. Fails with `CountrySanctioned` or `CustomerBlocked`.
 */
export const refuseBlocked = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: CreatePayment,
  { customer, method }: Payer
) {
  const ofMethod = [method.type === "card" ? { country: method.card.country } : {}, method.billingDetails.address ?? {}]
  const param = ofMethod.some(isEmbargoed) ? "payment_method" : "customer"
  const addresses = [...ofMethod, customer?.address ?? {}]
  yield* refuseEmbargoed(caller, { ...command, customer: customer?.id, addresses, param })
  const block = customer && blockOf(customer)
  if (block !== undefined) return yield* new CustomerBlocked({ block, param: "customer" })
})

/** Everything that was found out so far. */
export interface Gathered extends Payer {
  readonly command: ChosenPayment
  readonly context: PaymentContext
  readonly now: number
  readonly amountEurMinor: number
  readonly merchantCountry: string
}

/** The risk of a payment, whether it is flagged, and the decline if it is blocked. */
export const assessRisk = (caller: CallerShape, { command, context, ...gathered }: Gathered) =>
  risk.assess(caller, {
    ...gathered,
    amountMinor: command.amountMinor,
    currency: command.currency,
    offSession: context.offSession ?? false,
    client: context.client
  })

/** Whether the cardholder must be authenticated. */
export const assessSca = (caller: CallerShape, gathered: Gathered, assessed: PaymentRisk) =>
  sca.assess(caller, {
    merchantCountry: gathered.merchantCountry,
    method: gathered.method,
    customer: gathered.customer?.id,
    offSession: gathered.context.offSession ?? false,
    amountEurMinor: gathered.amountEurMinor,
    riskScore: assessed.score,
    requestedByRule: assessed.authenticationRequested === true,
    now: gathered.now
  })

/** Our page about the authentication of a payment, and where it sends the browser on. */
export const wayBackOf = Effect.fnUntraced(function* (caller: CallerShape, id: string, { context }: Gathered) {
  const signer = yield* Signer
  const base = yield* linkBase(context.mount)
  const token = tokenOf(signer, { region: caller.store.name, payment: id })
  return { url: `${base}/v2/3ds/${token}`, returnUrl: context.returnUrl ?? null } satisfies WayBack
})

/** Where the cardholder of a new test payment authenticates. */
export const challengeOf = (caller: CallerShape, id: string, gathered: Gathered) =>
  Effect.map(wayBackOf(caller, id, gathered), ({ returnUrl, url }): PaymentAuthentication => ({
    status: "pending",
    redirectUrl: url,
    returnUrl,
    expiresAt: gathered.now + authenticationLifetimeMs
  }))

/** The command with what was found out: the customer that the method brought along, or the method of the customer. */
export const withPayer = (command: CreatePayment, { customer, paymentMethod }: Payer): ChosenPayment =>
  customer === undefined ? { ...command, paymentMethod } : { ...command, paymentMethod, customer: customer.id }

/** An amount in euro cents, for the limits that are stated in euro. */
export const inEuro = (command: CreatePayment): number => eurMinorOf(command.amountMinor, command.currency)
