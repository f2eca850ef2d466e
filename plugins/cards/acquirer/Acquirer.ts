/**
 * The Acquirer port: whoever takes the money from a card or bank account. The sandbox is one implementation; a host
 * brings its processor by one layer. Rules and ledger are not its business: it gets requests, and its answers are written down.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  ask,
  checkFunctions,
  makeOutages,
  timeoutMsOf,
  type HostCall,
  type NoAnswerReason
} from "../../../src/plugin.ts"
import type {
  AcquirerImplementation,
  AuthorizeRequest,
  EvidenceRequest,
  FollowingRequest,
  NoticeRequest,
  PayoutRequest,
  RefundRequest,
  TokenizeRequest
} from "./AcquirerImplementation.ts"
import {
  readAuthentication,
  readAuthorize,
  readCapture,
  readEvidence,
  readPayout,
  readRefund,
  readSettlement,
  readVoid,
  type AuthenticationAnswer,
  type AuthorizeAnswer,
  type CaptureAnswer,
  type EvidenceAnswer,
  type PayoutAnswer,
  type RefundAnswer,
  type SettlementAnswer,
  type VoidAnswer
} from "./answers.ts"
import { readNotices, type AcquirerNotice } from "./notices.ts"
import { sandbox } from "../sandbox/acquirer.ts"
import { readTokenize, type TokenizeAnswer } from "./tokens.ts"

/** Nobody knows what has become of the request: it is sent again, under the same reference. */
export class AcquirerUnknown extends Data.TaggedError("AcquirerUnknown")<{
  readonly operation: AcquirerOperation
  readonly reason: NoAnswerReason
}> {}

/** What an acquirer can be asked. */
export type AcquirerOperation =
  | "authorize"
  | "capture"
  | "void"
  | "refund"
  | "settlement"
  | "tokenize"
  | "authentication"
  | "payout"
  | "submitEvidence"
  | "readNotices"

/** One acquirer as the payments slice asks it. */
export interface AcquirerShape {
  readonly name: string
  readonly local: boolean
  readonly authorize: (request: AuthorizeRequest) => Effect.Effect<AuthorizeAnswer, AcquirerUnknown>
  readonly capture: (request: FollowingRequest) => Effect.Effect<CaptureAnswer, AcquirerUnknown>
  readonly void: (request: FollowingRequest) => Effect.Effect<VoidAnswer, AcquirerUnknown>
  readonly refund: (request: RefundRequest) => Effect.Effect<RefundAnswer, AcquirerUnknown>
  readonly settlement: (request: FollowingRequest) => Effect.Effect<SettlementAnswer, AcquirerUnknown>
  /** Whether numbers of cards and accounts may be given to `tokenize`. */
  readonly takesNumbers: boolean
  /** Those that an implementation may leave out. */
  readonly tokenize: Asked<TokenizeRequest, TokenizeAnswer> | undefined
  readonly authentication: Asked<FollowingRequest, AuthenticationAnswer> | undefined
  readonly payout: Asked<PayoutRequest, PayoutAnswer> | undefined
  readonly submitEvidence: Asked<EvidenceRequest, EvidenceAnswer> | undefined
  readonly readNotices: Asked<NoticeRequest, ReadonlyArray<AcquirerNotice> | "forged"> | undefined
}

/** A request that is bounded in time and whose answer is checked. */
type Asked<Request, Answer> = (request: Request) => Effect.Effect<Answer, AcquirerUnknown>

/** The acquirers of both modes. */
export interface Acquirers {
  readonly live: AcquirerShape
  readonly test: AcquirerShape
}

/** How long an acquirer may take (our choice): above the slowest issuer, below a client's patience. */
export const defaultAcquirerTimeout: Duration.Duration = Duration.seconds(10)

/** What came of a call, in one word for the figures. */
const wordOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null && "outcome" in answer ? String(answer.outcome) : "answered"

const bounded = (implementation: AcquirerImplementation): AcquirerShape => {
  const timeoutMs = timeoutMsOf(implementation.timeout ?? defaultAcquirerTimeout)
  const asking =
    <Request, Answer>(
      operation: AcquirerOperation,
      call: ((request: Request, hostCall: HostCall) => unknown) | undefined,
      read: (answer: unknown) => Answer | undefined,
      outages = makeOutages()
    ): Asked<Request, Answer> =>
    (request) =>
      ask({
        span: `Acquirer.${operation}`,
        implementation: implementation.name,
        timeoutMs,
        outages,
        call: (hostCall) => call?.call(implementation, request, hostCall),
        read,
        word: wordOf
      }).pipe(Effect.catch(({ reason }) => Effect.fail(new AcquirerUnknown({ operation, reason }))))
  const optional = <Request, Answer>(
    operation: AcquirerOperation,
    call: ((request: Request, hostCall: HostCall) => unknown) | undefined,
    read: (answer: unknown) => Answer | undefined
  ) => call && asking(operation, call, read)
  return {
    name: implementation.name,
    local: implementation.local ?? false,
    authorize: asking("authorize", implementation.authorize, readAuthorize),
    capture: asking("capture", implementation.capture, readCapture),
    void: asking("void", implementation.void, readVoid),
    refund: asking("refund", implementation.refund, readRefund),
    settlement: asking("settlement", implementation.settlement, readSettlement),
    takesNumbers: implementation.takesNumbers ?? false,
    tokenize: optional("tokenize", implementation.tokenize, readTokenize),
    authentication: optional("authentication", implementation.authentication, readAuthentication),
    payout: optional("payout", implementation.payout, readPayout),
    submitEvidence: optional("submitEvidence", implementation.submitEvidence, readEvidence),
    readNotices: optional("readNotices", implementation.readNotices, readNotices)
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
    checkFunctions("Acquirer.make", implementation, ["authorize", "capture", "void", "refund"])
    const own = bounded(implementation)
    return { live: own, test: implementation.testMode === "own" ? own : sandboxAcquirer }
  }
}
