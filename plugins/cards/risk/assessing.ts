/**
 * Assesses the risk of a new payment: reads what is remembered and what the account has set, asks the model, and judges
 * its score by the account's rules (decisions C1).
 */
import * as Effect from "effect/Effect"
import type { Currency } from "../../../src/domain.ts"
import {
  defaultSignalLimits,
  plainAddress,
  RiskAssessment,
  RiskModel,
  type CallerShape,
  type SignalLimits,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { AccountSettings } from "../accounts.ts"
import type { Customer } from "../customers/Customer.ts"
import type { Client, PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import type { Payment, PaymentDecline, PaymentRisk } from "../payments/Payment.ts"
import { historyOf } from "./history.ts"
import * as remembering from "./historyRepository.ts"
import { countryOf, IpCountries } from "./ip-countries.ts"
import { judge } from "./judging.ts"
import { inOrder } from "./RiskRule.ts"

/** The facts of a payment that is about to be made. */
export interface NewPayment {
  readonly amountMinor: number
  readonly currency: Currency
  readonly amountEurMinor: number
  readonly method: PaymentMethod
  readonly customer: Customer | undefined
  readonly offSession: boolean
  /** What the payment says about its device; it goes over what came with the method. */
  readonly client: Client | undefined
  /** Engine time, whole seconds. */
  readonly now: number
}

/** What came of the assessment. */
export interface Assessed {
  readonly risk: PaymentRisk
  readonly flagged: boolean
  readonly decline: PaymentDecline | undefined
  /** From where the payment came, for what it adds to the counters. */
  readonly origin: NonNullable<Payment["origin"]> | undefined
  readonly traces: remembering.Traces
  readonly remembered: remembering.Remembered
  readonly limits: SignalLimits
}

const instrumentOf = (method: PaymentMethod) =>
  method.type === "card"
    ? {
        type: method.type,
        fingerprint: method.card.fingerprint,
        brand: method.card.brand,
        cardCountry: method.card.country,
        funding: method.card.funding,
        category: method.card.category
      }
    : { type: method.type, fingerprint: method.usBankAccount.fingerprint }

const blockedByRisk: PaymentDecline = {
  code: "fraudulent",
  message: "The payment was blocked because it looks fraudulent",
  source: "risk"
}

const clientOf = ({ client, method }: NewPayment): Client => ({ ...method.client, ...client })

type Told = Readonly<Record<"ip" | "ipCountry" | "deviceId" | "userAgent" | "acceptLanguage", string | undefined>>

const featuresOf = (caller: CallerShape, payment: NewPayment, client: Told) => {
  const { customer, method } = payment
  const { behaviour, billingDetails } = method
  return {
    account: caller.scope,
    region: caller.store.name,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    amountEurMinor: payment.amountEurMinor,
    evaluatedAt: payment.now,
    paymentMethod: instrumentOf(method),
    billing: { country: billingDetails.address?.country, postalCode: billingDetails.address?.postalCode },
    client,
    offSession: payment.offSession,
    ...(customer === undefined
      ? {}
      : { customer: { id: customer.id, country: customer.address?.country, createdAt: customer.createdAt } }),
    ...(behaviour.forcedScore === undefined
      ? {}
      : { forcedScore: behaviour.forcedScore, forcedSignals: behaviour.forcedSignals })
  }
}

const attributesOf = (payment: NewPayment, features: ReturnType<typeof featuresOf>) => {
  const { cardCountry, brand, category, funding } = { ...features.paymentMethod } as Partial<
    Record<"cardCountry" | "brand" | "category" | "funding", string>
  >
  return {
    amount: payment.amountMinor,
    currency: payment.currency,
    card_country: cardCountry,
    card_brand: brand,
    card_funding: funding,
    card_category: category,
    billing_country: features.billing.country,
    customer_country: features.customer?.country,
    ip_country: features.client.ipCountry,
    customer: payment.customer?.id,
    payment_method: payment.method.id,
    off_session: payment.offSession
  }
}

const originOf = ({ deviceId, ip }: Told): Assessed["origin"] =>
  ip === undefined && deviceId === undefined ? undefined : { ip, deviceId }

/** Assesses a payment. It fails only with `StoreUnavailable`: a model that is down does not take payments down. */
export const assess = Effect.fnUntraced(function* (caller: CallerShape, payment: NewPayment) {
  const model = yield* RiskModel
  const settings = (yield* AccountSettings).get(caller.principal.account)
  const { acceptLanguage, deviceId, ip: given, ipCountry, userAgent } = clientOf(payment)
  const ip = given === undefined ? undefined : plainAddress(given)
  const country = ipCountry ?? (ip === undefined ? undefined : countryOf(yield* IpCountries, ip))
  const client: Told = { ip, ipCountry: country, deviceId, userAgent, acceptLanguage }
  const features = featuresOf(caller, payment, client)
  const traces: remembering.Traces = {
    scope: caller.scope,
    instrument: features.paymentMethod.fingerprint,
    customer: payment.customer?.id,
    ip: client.ip,
    device: client.deviceId,
    amountMinor: payment.amountMinor,
    now: payment.now
  }
  // Before the model is asked, which may have changed what it was given.
  const [attributes, origin] = [attributesOf(payment, features), originOf(client)]
  const remembered = yield* remembering.read(caller.store, traces)
  const score = yield* model.score({ ...features, history: historyOf(traces, remembered, payment.currency) })
  const risk = judge(
    {
      score,
      forced: features.forcedScore !== undefined,
      alwaysBlocked: payment.method.behaviour.alwaysBlocked === true,
      attributes
    },
    {
      thresholds: remembered.thresholds ?? settings?.risk ?? RiskAssessment.defaultRiskThresholds,
      rules: inOrder(remembered.rules)
    }
  )
  return {
    risk,
    flagged: RiskAssessment.isFlagged(risk.score),
    decline: risk.outcome === "blocked" ? blockedByRisk : undefined,
    origin,
    traces,
    remembered,
    limits: model.limits ?? defaultSignalLimits
  } satisfies Assessed
})

/** One payment in so many cleans up (our choice). A prime: ids that count up in steps meet it as well. */
const cleanedEvery = 31

const cleans = (id: string): boolean => Number.parseInt(id.slice(-4), 36) % cleanedEvery === 0

/**
 * What a new payment adds to the counters, in its own commit. One payment in 31, by its id, also forgets what no window
 * reaches any more.
 */
export const riskWrites = (
  assessed: Assessed,
  payment: Pick<Payment, "id" | "decline">
): ReadonlyArray<Write<VersionConflict>> => {
  const { limits, remembered, traces } = assessed
  const { customer, device } = traces
  return [
    ...remembering.attemptWrites(traces, remembered, limits),
    ...(customer === undefined || device === undefined || payment.decline !== null
      ? []
      : [remembering.deviceUsed(traces, customer, device)]),
    ...(cleans(payment.id) ? remembering.cleaningWrites(traces.now) : [])
  ]
}
