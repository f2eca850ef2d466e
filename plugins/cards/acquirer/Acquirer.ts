/**
 * The Acquirer port: whoever takes the money from a card or bank account. The sandbox is one implementation; a host
 * brings its processor by one layer. Rules and ledger are not its business: it is asked, and its answer is written down.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Currency } from "../../../src/domain.ts"
import {
  ask,
  makeOutages,
  timeoutMsOf,
  type HostAnswer,
  type HostCall,
  type NoAnswerReason
} from "../../../src/plugin.ts"
import type { PaymentMethod } from "../payment-methods/PaymentMethod.ts"
import {
  readAuthorize,
  readCapture,
  readRefund,
  readSettlement,
  readVoid,
  type AuthorizeAnswer,
  type CaptureAnswer,
  type RefundAnswer,
  type SettlementAnswer,
  type VoidAnswer
} from "./answers.ts"
import { sandbox } from "./sandbox.ts"

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

/** Nobody knows what has become of the request: it is asked again, under the same reference. */
export class AcquirerUnknown extends Data.TaggedError("AcquirerUnknown")<{
  readonly operation: AcquirerOperation
  readonly reason: NoAnswerReason
}> {}

/** What an acquirer can be asked. */
export type AcquirerOperation = "authorize" | "capture" | "void" | "refund" | "settlement"

/** One acquirer as the payments slice asks it. */
export interface AcquirerShape {
  readonly name: string
  readonly local: boolean
  readonly authorize: (request: AuthorizeRequest) => Effect.Effect<AuthorizeAnswer, AcquirerUnknown>
  readonly capture: (request: FollowingRequest) => Effect.Effect<CaptureAnswer, AcquirerUnknown>
  readonly void: (request: FollowingRequest) => Effect.Effect<VoidAnswer, AcquirerUnknown>
  readonly refund: (request: RefundRequest) => Effect.Effect<RefundAnswer, AcquirerUnknown>
  readonly settlement: (request: FollowingRequest) => Effect.Effect<SettlementAnswer, AcquirerUnknown>
}

/** The acquirers of both modes. */
export interface Acquirers {
  readonly live: AcquirerShape
  readonly test: AcquirerShape
}

/** How long an acquirer may take (our choice): above the slowest issuer, below a client's patience. */
export const defaultAcquirerTimeout: Duration.Duration = Duration.seconds(10)

const bounded = (implementation: AcquirerImplementation): AcquirerShape => {
  const timeoutMs = timeoutMsOf(implementation.timeout ?? defaultAcquirerTimeout)
  const asking =
    <Request, Answer>(
      operation: AcquirerOperation,
      call: ((request: Request, hostCall: HostCall) => unknown) | undefined,
      read: (answer: unknown) => Answer | undefined,
      outages = makeOutages()
    ) =>
    (request: Request): Effect.Effect<Answer, AcquirerUnknown> =>
      ask({
        span: `Acquirer.${operation}`,
        implementation: implementation.name,
        timeoutMs,
        outages,
        call: (hostCall) => call?.(request, hostCall),
        read
      }).pipe(Effect.catch(({ reason }) => Effect.fail(new AcquirerUnknown({ operation, reason }))))
  return {
    name: implementation.name,
    local: implementation.local ?? false,
    authorize: asking("authorize", implementation.authorize, readAuthorize),
    capture: asking("capture", implementation.capture, readCapture),
    void: asking("void", implementation.void, readVoid),
    refund: asking("refund", implementation.refund, readRefund),
    settlement: asking("settlement", implementation.settlement, readSettlement)
  }
}

const sandboxAcquirer = bounded(sandbox)

/** The sandbox for both modes; it declines everything that is live. */
const bundled: Acquirers = { live: sandboxAcquirer, test: sandboxAcquirer }

/**
 * Whoever takes the money; `Layer.succeed(Acquirer, Acquirer.make({ … }))` connects a processor of your own. It is a
 * reference with the sandbox as its default, so that operations can be called in process without naming it.
 */
export class Acquirer extends Context.Reference<Acquirers>("bursar/cards/Acquirer", { defaultValue: () => bundled }) {
  /**
   * Makes acquirers from plain functions. Each call is bounded in time and its answer checked; one that hangs, throws
   * or answers something else leaves the payment pending, and is asked again later. `acquirerSuite` of
   * `bursar/cards/testing` tests an implementation.
   */
  static readonly make = (implementation: AcquirerImplementation): Acquirers => {
    const own = bounded(implementation)
    return { live: own, test: implementation.testMode === "own" ? own : sandboxAcquirer }
  }
}
