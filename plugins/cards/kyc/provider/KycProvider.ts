/**
 * The KycProvider port: whoever finds out whether a person is who is claimed. The simulated one is for test keys; a host
 * brings its provider by one layer. What a result means for the customer is not its business.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  ask,
  makeOutages,
  timeoutMsOf,
  type HostAnswer,
  type HostCall,
  type NoAnswerReason
} from "../../../../src/plugin.ts"
import type { ImageType } from "../ImageFormat.ts"
import type { DocumentType } from "../Submission.ts"
import { readCheck, readStart, type KycCheckAnswer, type KycStartAnswer } from "./answers.ts"
import { simulated } from "./simulated.ts"

/** An image as it was submitted. It is not kept by the engine: this is the only time that it is there. */
export interface KycImage {
  readonly bytes: Uint8Array
  readonly type: ImageType
  readonly width: number
  readonly height: number
  /** Of the bytes, in hex. */
  readonly sha256: string
}

/** What every request says. */
export interface KycRequest {
  /**
   * Names the verification, and is the idempotency key to send on: asked again under the same reference, the provider
   * begins nothing anew.
   */
  readonly reference: string
  /** Whether it is about a real person. A provider never judges one with a test system. */
  readonly livemode: boolean
  /** Engine time, epoch milliseconds. */
  readonly requestedAt: number
}

/** Verify a person. */
export interface StartVerification extends KycRequest {
  /** Our id of the customer. */
  readonly customer: string
  readonly name: string | null
  readonly documentType: DocumentType
  readonly documentFront: KycImage
  readonly documentBack: KycImage | undefined
  readonly selfie: KycImage | undefined
  /** YYYY-MM-DD, as the customer told it. */
  readonly dateOfBirth: string | null
}

/** Tell what has become of a verification. */
export interface CheckVerification extends KycRequest {
  /** What the provider answered with; `null` when its answer never came. */
  readonly providerReference: string | null
}

/** What a host writes: functions that may return a plain value, a promise or an effect. */
export interface KycProviderImplementation {
  /** Shown in traces. */
  readonly name: string
  /**
   * Who verifies the customers of test mode. `simulated` (the default): the bundled simulation, and this implementation
   * never hears of them. `own`: this implementation, which then must use its provider's test system.
   */
  readonly testMode?: "simulated" | "own"
  /** Longest wait for an answer in real time. Default: 10 s. */
  readonly timeout?: Duration.Input
  /** Hands a submission over. The result may come with the answer, be asked for later, or be told by `kyc.report`. */
  readonly start: (request: StartVerification, call: HostCall) => HostAnswer<KycStartAnswer>
  /** Asked after a crash and without an answer too: a reference that never arrived is `unknown`. */
  readonly check: (request: CheckVerification, call: HostCall) => HostAnswer<KycCheckAnswer>
}

/** Nobody knows what the provider did: it is asked for the result. */
export class KycNoAnswer extends Data.TaggedError("KycNoAnswer")<{
  readonly operation: "start" | "check"
  readonly reason: NoAnswerReason
}> {}

/** One provider as the kyc slice asks it. */
export interface KycProviderShape {
  readonly name: string
  readonly timeoutMs: number
  readonly start: (request: StartVerification) => Effect.Effect<KycStartAnswer, KycNoAnswer>
  readonly check: (request: CheckVerification) => Effect.Effect<KycCheckAnswer, KycNoAnswer>
}

/** The providers of both modes. Without one for live mode nobody real can be verified. */
export interface KycProviders {
  readonly live: KycProviderShape | undefined
  readonly test: KycProviderShape
}

/** How long a provider may take (our choice): above the upload of three images, below a client's patience. */
export const defaultKycTimeout: Duration.Duration = Duration.seconds(10)

const bounded = (implementation: KycProviderImplementation): KycProviderShape => {
  const timeoutMs = timeoutMsOf(implementation.timeout ?? defaultKycTimeout)
  const asking =
    <Request, Answer>(
      operation: "start" | "check",
      call: (request: Request, hostCall: HostCall) => unknown,
      read: (answer: unknown) => Answer | undefined,
      outages = makeOutages()
    ) =>
    (request: Request): Effect.Effect<Answer, KycNoAnswer> =>
      ask({
        span: `KycProvider.${operation}`,
        implementation: implementation.name,
        timeoutMs,
        outages,
        call: (hostCall) => call(request, hostCall),
        read
      }).pipe(Effect.catch(({ reason }) => Effect.fail(new KycNoAnswer({ operation, reason }))))
  return {
    name: implementation.name,
    timeoutMs,
    start: asking("start", implementation.start, readStart),
    check: asking("check", implementation.check, readCheck)
  }
}

const simulatedProvider = bounded(simulated)

/** The simulation for test mode, and nobody for live mode. */
const bundled: KycProviders = { live: undefined, test: simulatedProvider }

/**
 * Whoever verifies customers; `Layer.succeed(KycProvider, KycProvider.make({ … }))` connects a provider of your own. It
 * is a reference with the simulation as its default, so that operations can be called in process without naming it.
 */
export class KycProvider extends Context.Reference<KycProviders>("bursar/cards/KycProvider", {
  defaultValue: () => bundled
}) {
  /**
   * Makes providers from plain functions. Each call is bounded in time and its answer checked; one that hangs, throws or
   * answers something else leaves the verification pending, and is asked again. `kycProviderSuite` of
   * `bursar/cards/testing` tests an implementation.
   */
  static readonly make = (implementation: KycProviderImplementation): KycProviders => {
    const own = bounded(implementation)
    return { live: own, test: implementation.testMode === "own" ? own : simulatedProvider }
  }
}
