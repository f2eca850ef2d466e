/** What a host writes to connect its processor, and the requests that it gets. */
import type * as Duration from "effect/Duration"
import type { Currency } from "../../../src/domain.ts"
import type { HostAnswer, HostCall } from "../../../src/plugin.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import type { AuthorizeAnswer, CaptureAnswer, RefundAnswer, SettlementAnswer, VoidAnswer } from "./answers.ts"

/** What every request says. */
export interface AcquirerRequest {
  /**
   * Names this request, and is the idempotency key to send on: asked again under the same reference, the acquirer gives
   * the same answer and moves no money again. It is asked again after a crash or a time-out.
   */
  readonly reference: string
  /** Our id of the payment. */
  readonly payment: string
  /** Minor units of `currency`. */
  readonly amountMinor: number
  readonly currency: Currency
  /** Whether this is real money. An acquirer never takes any for a test payment. */
  readonly livemode: boolean
}

/** Set money aside on a card, or take it at once; start a debit of a bank account. */
export interface AuthorizeRequest extends AcquirerRequest {
  readonly paymentMethod: PaymentMethod
  /** Whether the money is captured with the authorization. */
  readonly capture: boolean
  /** The cardholder was authenticated (3D Secure). */
  readonly authenticated: boolean
  /** Why the cardholder was not authenticated although it would be required, as the sca slice names it. */
  readonly exemption: string | null
  /** The customer is not there. */
  readonly offSession: boolean
  /** Engine time, epoch milliseconds. */
  readonly requestedAt: number
}

/** A request about an earlier authorization. */
export interface FollowingRequest extends AcquirerRequest {
  /** What the acquirer called the authorization. */
  readonly acquirerReference: string
  readonly paymentMethod: PaymentMethod
}

/** Give money back. */
export interface RefundRequest extends FollowingRequest {
  /** Our id of the refund. */
  readonly refund: string
}

/** What a host writes: functions that may return a plain value, a promise or an effect. */
export interface AcquirerImplementation {
  /** Shown in traces. */
  readonly name: string
  /**
   * Answers from memory, at once, always the same to the same request, and touches no money outside. Then a payment
   * needs no intent on disk before the call. Leave it out for anything that goes over a network.
   */
  readonly local?: boolean
  /**
   * Who answers for payments in test mode. `sandbox` (the default): the bundled test cards, and this implementation
   * never hears of them. `own`: this implementation, which then must use its processor's test system.
   */
  readonly testMode?: "sandbox" | "own"
  /** Longest wait for an answer in real time. Default: 10 s. */
  readonly timeout?: Duration.Input
  readonly authorize: (request: AuthorizeRequest, call: HostCall) => HostAnswer<AuthorizeAnswer>
  /** Takes all or part of what was authorized, once; the rest is released. */
  readonly capture: (request: FollowingRequest, call: HostCall) => HostAnswer<CaptureAnswer>
  /** Releases an authorization that was not captured. */
  readonly void: (request: FollowingRequest, call: HostCall) => HostAnswer<VoidAnswer>
  readonly refund: (request: RefundRequest, call: HostCall) => HostAnswer<RefundAnswer>
  /** What has become of a debit that was `submitted`. Needed only by an acquirer that takes bank accounts. */
  readonly settlement?: (request: FollowingRequest, call: HostCall) => HostAnswer<SettlementAnswer>
}
