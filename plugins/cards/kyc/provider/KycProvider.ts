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
  checkFunctions,
  makeOutages,
  timeoutMsOf,
  type HostCall,
  type NoAnswerReason
} from "../../../../src/plugin.ts"
import { readCheck, readStart, type KycCheckAnswer, type KycStartAnswer } from "./answers.ts"
import type { CheckVerification, KycProviderImplementation, StartVerification } from "./KycProviderImplementation.ts"
import { simulated } from "../../sandbox/kyc-provider.ts"

/** Nobody knows what the provider did: its result is fetched later. */
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
        call: (hostCall) => call.call(implementation, request, hostCall),
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
    checkFunctions("KycProvider.make", implementation, ["start", "check"])
    const own = bounded(implementation)
    return { live: own, test: implementation.testMode === "own" ? own : simulatedProvider }
  }
}
