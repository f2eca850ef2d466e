/**
 * The payment: its fields, its commands, and what can go wrong. The rules that change it are in
 * `Authorization.ts`, `Authentication.ts` and `Capture.ts`, and pure like this file.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { StateMachine, type Currency, type Decision } from "../../../src/domain.ts"
import type { RiskFallback, VersionConflict } from "../../../src/plugin.ts"
import type { DeclineCode } from "../acquirer/answers.ts"
import type { CustomerBlocked } from "../customers/Customer.ts"
import type { CardsEventType } from "../events.ts"
import type { AttachmentRefused } from "../payment-methods/Attachment.ts"
import type { ScaResult } from "../sca/Sca.ts"
import { paymentMachine, type PaymentState, type PaymentTrigger } from "./PaymentState.ts"
import type { PendingSettlement, SandboxDispute } from "./Settlement.ts"

/** Why a payment failed, and who said so. */
export interface PaymentDecline {
  readonly code: DeclineCode
  readonly message: string
  readonly source: "issuer" | "risk" | "processor" | "authentication"
}

/** The risk object of spec cards §2 with what the assessment endpoint will need. */
export interface PaymentRisk {
  readonly score: number
  readonly level: "low" | "medium" | "high" | "critical"
  readonly signals: ReadonlyArray<string>
  readonly outcome: "approved" | "review" | "blocked"
  readonly model: string
  readonly rulesTriggered: ReadonlyArray<{
    readonly ruleId: string
    readonly name: string
    readonly scoreContribution: number
  }>
  /** A rule of the account asks for authentication. */
  readonly authenticationRequested?: boolean | undefined
  /** Another model answered in place of the one that was asked. */
  readonly fallback?: RiskFallback | undefined
  /** When somebody looked at a flagged payment and found it good. */
  readonly clearedAt?: number | undefined
}

/** The authentication of a cardholder by 3D Secure. */
export interface PaymentAuthentication {
  readonly status: "pending" | "succeeded" | "failed" | "canceled"
  /** Where the cardholder authenticates. */
  readonly redirectUrl: string
  /** Where the browser goes afterwards; `null`: it stays on our page. */
  readonly returnUrl: string | null
  /** When the payment fails unless it was confirmed. */
  readonly expiresAt: number
  /** What the acquirer calls an authentication on its own page; left out for one on ours. */
  readonly acquirerReference?: string
}

/** Where browsers go around an authentication on the acquirer's page. */
export interface WayBack {
  /** Our page, to which the acquirer sends the browser. */
  readonly url: string
  /** Where our page sends it on; `null`: it stays there. */
  readonly returnUrl: string | null
}

/**
 * What an acquirer outside is being asked. It is on disk before the call, so that after a crash it can be asked again
 * under the same reference.
 */
export interface PaymentIntent {
  readonly operation: "authorize" | "capture" | "void"
  readonly reference: string
  readonly amountMinor: number
  /** Of an authorization that may be answered with a challenge. */
  readonly wayBack?: WayBack
  /** Of a void: the request that was not answered, which is open again where the void is refused. */
  readonly unanswered?: Omit<PaymentIntent, "unanswered">
}

/** What disputes have done to a payment. */
export interface PaymentDisputes {
  /** Id of the newest. */
  readonly latest: string
  /** Whether the newest is undecided. */
  readonly open: boolean
  /** Withheld or lost, in minor units: what was disputed and not won. */
  readonly withheldMinor: number
}

/** A payment. Amounts are minor units of `currency`; times are epoch milliseconds of engine time, whole seconds. */
export interface Payment {
  readonly id: string
  readonly state: PaymentState
  readonly amountMinor: number
  readonly amountCapturedMinor: number
  readonly amountRefundedMinor: number
  readonly currency: Currency
  readonly paymentMethod: string
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly captureMethod: "automatic" | "manual"
  readonly offSession: boolean
  readonly createdAt: number
  readonly livemode: boolean
  readonly risk: PaymentRisk
  /** `null` for a payment that risk blocked: nobody was asked. */
  readonly sca: ScaResult | null
  readonly authentication: PaymentAuthentication | null
  /** What the acquirer calls it; `null` until it was authorized or submitted. */
  readonly acquirerReference: string | null
  /** `null` unless an acquirer outside is being asked. */
  readonly intent: PaymentIntent | null
  /** When a bank debit settles or fails. */
  readonly settlesAt: number | null
  /** Until when a manual payment can be captured. */
  readonly captureBefore: number | null
  /** What a partial capture gives back to the card, and by when at the latest. */
  readonly release: { readonly amountMinor: number; readonly expectedBy: number } | null
  readonly cancellationReason: "requested_by_merchant" | "expired" | null
  readonly decline: PaymentDecline | null
  /** While the captured money is not the merchant's to use. */
  readonly settlement?: PendingSettlement | undefined
  /** Once there was a dispute. */
  readonly disputes?: PaymentDisputes | undefined
  /** The address and the device it came from, where they were told. */
  readonly origin?: { readonly ip?: string | undefined; readonly deviceId?: string | undefined } | undefined
  /** Why it is disputed as soon as it is captured: test cards stand for that. */
  readonly disputedFor?: SandboxDispute | undefined
}

/** What was requested. */
export interface CreatePayment {
  readonly amountMinor: number
  readonly currency: Currency
  /** May be left out where the customer has a default payment method, which then pays. */
  readonly paymentMethod?: string | undefined
  readonly customer?: string | undefined
  readonly captureMethod?: "automatic" | "manual" | undefined
  readonly description?: string | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

/** What was requested, with the method that pays. */
export type ChosenPayment = CreatePayment & { readonly paymentMethod: string }

export type PaymentDecision = Decision<Payment, CardsEventType>

/** No payment has this id. */
export class PaymentNotFound extends Data.TaggedError("PaymentNotFound") {}

/** A parameter names an object that does not exist. */
export class ReferenceMissing extends Data.TaggedError("ReferenceMissing")<{ readonly param: string }> {}

/** No payment method is named, and there is no customer with a default one. */
export class PaymentMethodMissing extends Data.TaggedError("PaymentMethodMissing")<{ readonly hasCustomer: boolean }> {}

/** The payment's state does not allow what was requested. */
export class PaymentStateRefused extends Data.TaggedError("PaymentStateRefused")<{
  readonly code:
    | "payment_already_captured"
    | "payment_not_capturable"
    | "payment_not_cancelable"
    | "payment_expired"
    | "payment_unexpected_state"
    | "authentication_pending"
  readonly message: string
}> {}

/** More than was authorized cannot be captured. */
export class CaptureAmountTooLarge extends Data.TaggedError("CaptureAmountTooLarge")<{
  readonly authorizedMinor: number
}> {}

/** What was requested does not go with a payment by this method. */
export class PaymentMethodUnsuitable extends Data.TaggedError("PaymentMethodUnsuitable")<{
  readonly code: "currency_mismatch" | "parameter_invalid"
  readonly message: string
  readonly param: string
}> {}

/** The issuer, the bank or the cardholder's authentication said no. */
export class PaymentDeclined extends Data.TaggedError("PaymentDeclined")<{
  readonly decline: PaymentDecline
  readonly paymentId: string
}> {}

/** What goes wrong with payments. */
export type PaymentFailure =
  | PaymentNotFound
  | ReferenceMissing
  | PaymentMethodMissing
  | PaymentStateRefused
  | CaptureAmountTooLarge
  | PaymentMethodUnsuitable
  | PaymentDeclined
  | AttachmentRefused
  | CustomerBlocked
  | VersionConflict

const dayMs = 86_400_000

/** Spec cards §8: uncaptured payment lifetime. */
export const authorizationLifetimeMs = 7 * dayMs

/** Decisions B1: a payment that is not authenticated and confirmed within a day fails. */
export const authenticationLifetimeMs = dayMs

/** Names of the jobs of this slice. */
export const expireJobName = "cards.payment.expire"
export const giveBackJobName = "cards.payment.give_back"
export const releaseJobName = "cards.payment.release"
export const authenticationJobName = "cards.payment.authentication"
export const debitJobName = "cards.payment.debit"
export const resumeJobName = "cards.payment.resume"

/** When to ask again what an acquirer outside did not answer, in engine time (our choice): well after its time-out. */
export const resumeAfterMs = 30_000

/** The least time until an acquirer is asked again about a debit that is still on its way (our choice): it may name a time that has passed. */
export const debitAskedAgainAfterMs = 3_600_000

/** The facts that every rule gets: the time, and for whom the jobs will look. */
export interface Occasion {
  readonly now: number
  readonly scope: string
}

export const jobOf = (payment: Payment, name: string, at: { readonly scope: string; readonly dueAt: number }) => ({
  name,
  key: payment.id,
  payload: { paymentId: payment.id, scope: at.scope },
  dueAt: at.dueAt
})

/** The state that a trigger leads to; `undefined` when the payment's state does not allow it. */
export const move = (payment: Payment, trigger: PaymentTrigger): PaymentState | undefined =>
  Result.getOrUndefined(StateMachine.transition(paymentMachine, payment.state, trigger))

export const stateRefusal = (code: PaymentStateRefused["code"], message: string) =>
  Result.fail(new PaymentStateRefused({ code, message }))

/** The refusal while an acquirer outside is being asked about the payment. */
export const busyRefusal = () =>
  stateRefusal("payment_unexpected_state", "Another request about this payment is being carried out. Try again later")

/** Whether the issuer bears fraud: the cardholder was authenticated (decisions B10, C2). An exemption shifts nothing. */
export const isLiabilityShifted = (payment: Pick<Payment, "authentication">): boolean =>
  payment.authentication?.status === "succeeded"
