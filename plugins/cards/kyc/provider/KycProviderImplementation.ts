/** What a host writes to connect its provider, and the requests that it gets. */
import type * as Duration from "effect/Duration"
import type { HostAnswer, HostCall } from "../../../../src/plugin.ts"
import type { ImageType } from "../ImageFormat.ts"
import type { DocumentType } from "../Submission.ts"
import type { KycCheckAnswer, KycStartAnswer } from "./answers.ts"

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
  /**
   * Gives a submission to the provider. The answer may contain the result; otherwise the engine asks for it later, or the
   * host reports it with `kyc.report`.
   */
  readonly start: (request: StartVerification, call: HostCall) => HostAnswer<KycStartAnswer>
  /** Asked after a crash and without an answer too: a reference that never arrived is `unknown`. */
  readonly check: (request: CheckVerification, call: HostCall) => HostAnswer<KycCheckAnswer>
}
