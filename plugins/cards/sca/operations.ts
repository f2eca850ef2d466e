/** Asks for the history that a decision needs, and says what a payment adds to it. */
import * as Effect from "effect/Effect"
import type { Read, RegionName, RegionStore, VersionConflict, Write } from "../../../src/plugin.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import * as repository from "./repository.ts"
import * as Sca from "./Sca.ts"

const { subjects } = repository

interface Owner {
  readonly store: RegionStore
  readonly scope: string
}

/** Decisions B7: where the merchant is, unless the account says so. */
export const merchantCountryOf: Readonly<Record<RegionName, string>> = {
  "us-east-1": "US",
  "eu-west-1": "IE",
  "ap-southeast-1": "SG"
}

/** What a payment says about itself, for the question to be put. */
export interface ScaPayment extends Omit<Sca.ScaQuestion, "card" | "customer"> {
  readonly method: PaymentMethod
  readonly customer: string | undefined
  /** Engine time, epoch milliseconds. */
  readonly now: number
}

const questionOf = ({ customer, method, ...payment }: ScaPayment): Sca.ScaQuestion => ({
  ...payment,
  customer: customer !== undefined,
  card:
    method.type === "card"
      ? {
          country: method.card.country,
          category: method.card.category,
          threeDSecure: method.card.threeDSecure,
          challenge: method.behaviour.challenge
        }
      : undefined
})

type Needed = ReturnType<typeof Sca.historyNeeded>

const readHistory = Effect.fnUntraced(function* (owner: Owner, payment: ScaPayment, needed: Needed) {
  const { method } = payment
  if (method.type !== "card") return Sca.noHistory
  const exempt = subjects.exempt(method.card.fingerprint)
  const authenticated = subjects.authenticated(method.card.fingerprint)
  const agreement = subjects.agreement(payment.customer ?? "", method.id)
  const trusted = subjects.trusted(method.id)
  const rows = yield* repository.read(owner.store, owner.scope, [
    needed.card ? exempt : "",
    needed.card ? authenticated : "",
    needed.agreement ? agreement : "",
    needed.trust ? trusted : ""
  ])
  const has = (subject: string) => rows.some((row) => row.subject === subject)
  const counted = rows.find((row) => row.subject === exempt)
  return {
    counters: { exemptCount: counted?.times ?? 0, exemptSumEurMinor: Number(counted?.sumEurMinor ?? 0n) },
    authenticated: has(authenticated),
    agreed: has(agreement),
    trusted: has(trusted)
  }
})

const dayMs = 86_400_000

/** Decisions C2: fraud is measured over 90 days. */
const fraudWindowDays = 90

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const readFraudRecord = Effect.fnUntraced(function* ({ scope, store }: Owner, now: number) {
  const from = dayOf(now - fraudWindowDays * dayMs)
  const to = dayOf(now)
  const sum = (kind: (day: string) => string) => repository.sumSince(store, scope, { from: kind(from), to: kind(to) })
  const captured = yield* sum(subjects.captured)
  const fraud = yield* sum(subjects.fraud)
  return {
    payments: captured.times,
    capturedEurMinor: captured.sumEurMinor,
    fraudEurMinor: fraud.sumEurMinor
  } satisfies Sca.FraudRecord
})

const decideByHistory = Effect.fnUntraced(function* (
  owner: Owner,
  payment: ScaPayment,
  of: { readonly question: Sca.ScaQuestion; readonly needed: Needed }
) {
  const { needed, question } = of
  const history = yield* readHistory(owner, payment, needed)
  const result = Sca.decide(question, history)
  if (!Sca.fraudRecordNeeded(question, result)) return result
  return Sca.decide(question, history, yield* readFraudRecord(owner, payment.now))
})

/** Decides about a payment. Reads nothing where nothing depends on it, as with most payments outside Europe. */
export const assess = (owner: Owner, payment: ScaPayment): Read<Sca.ScaResult> => {
  const question = questionOf(payment)
  const needed = Sca.historyNeeded(question)
  if (needed.card || needed.agreement || needed.trust) return decideByHistory(owner, payment, { question, needed })
  const result = Sca.decide(question, Sca.noHistory)
  return Sca.fraudRecordNeeded(question, result)
    ? decideByHistory(owner, payment, { question, needed })
    : Effect.succeed(result)
}

/** A payment that was authorized, as far as the counters are concerned. */
export interface AuthorizedPayment {
  readonly sca: Sca.ScaResult | null
  readonly method: PaymentMethod
  readonly customer: string | null
  /** The cardholder was authenticated for it. */
  readonly authenticated: boolean
  readonly amountEurMinor: number
}

/**
 * What an authorization adds: one more low-value exemption, or the agreement by which later payments may be initiated by
 * the merchant. Declined payments add nothing (decisions C2). With `guarded` the commit fails with `VersionConflict`
 * when other payments have used the exemptions up meanwhile.
 */
export const onAuthorized = (
  scope: string,
  { amountEurMinor, authenticated, customer, method, sca }: AuthorizedPayment,
  guarded: boolean
): ReadonlyArray<Write<VersionConflict>> => {
  if (method.type !== "card" || sca === null) return []
  // Where the card's bank insisted, no exemption was used.
  if (authenticated) {
    return customer === null ? [] : [repository.count(scope, subjects.agreement(customer, method.id), amountEurMinor)]
  }
  if (sca.exemption !== "low_value") return []
  const subject = subjects.exempt(method.card.fingerprint)
  return guarded
    ? [repository.countBelow(scope, subject, { eurMinor: amountEurMinor, limits: Sca.lowValueLimits })]
    : [repository.count(scope, subject, amountEurMinor)]
}

/** What the answer to a payment takes back that was counted as exempt when the acquirer was asked, and used no exemption. */
export const onUnused = (scope: string, method: PaymentMethod, amountEurMinor: number): ReadonlyArray<Write> =>
  method.type === "card" ? [repository.uncount(scope, subjects.exempt(method.card.fingerprint), amountEurMinor)] : []

/** What a successful authentication adds: the card's exemptions start anew. */
export const onAuthenticated = (scope: string, method: PaymentMethod): ReadonlyArray<Write> =>
  method.type === "card"
    ? [
        repository.reset(scope, subjects.exempt(method.card.fingerprint)),
        repository.count(scope, subjects.authenticated(method.card.fingerprint), 0)
      ]
    : []

/** Counts an amount in the record that risk analysis needs. Merchants outside the EEA keep none. */
const recorded =
  (subject: (day: string) => string) =>
  (
    scope: string,
    of: { readonly merchantCountry: string; readonly amountEurMinor: number; readonly now: number }
  ): ReadonlyArray<Write> =>
    Sca.isEea(of.merchantCountry) ? [repository.count(scope, subject(dayOf(of.now)), of.amountEurMinor)] : []

/** What a capture adds to that record. */
export const onCaptured = recorded(subjects.captured)

/** What a lost dispute about fraud adds to it. */
export const onFraud = recorded(subjects.fraud)

/** The cardholder told the bank to trust this merchant with a payment method. */
export const onTrusted = (scope: string, paymentMethod: string): ReadonlyArray<Write> => [
  repository.count(scope, subjects.trusted(paymentMethod), 0)
]
