/** The caller of an operation: who asks, in which region, under which idempotency key. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Principal } from "../domain/Principal.ts"
import type { RegionStore, StoreOpenFailed, StoreUnavailable } from "../services/Store.ts"
import type { IdempotencyRecord } from "../store/idempotencyRepository.ts"
import type { Answer } from "./Answer.ts"
import type { IdempotencyKeyInUse, IdempotencyKeyReused, InvalidIdempotencyKey } from "./Refusal.ts"

/** A claimed idempotency key: whoever commits for this request keeps its answer under it. */
export interface IdempotencyClaim {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
  /** When the key was found free: engine time, epoch milliseconds. */
  readonly claimedAt: number
  /** When it will be free again if the answer is kept now: engine time, epoch milliseconds. The request itself may move time. */
  readonly expiresAt: () => number
  /** Seals the body of a confidential answer for storage. The gate opens it again when it replays the answer. */
  readonly seal: (body: string) => string
  /** The answer of whoever won the race for the key meanwhile; `undefined` when nobody did. */
  readonly winner: Effect.Effect<Answer | undefined, IdempotencyKeyReused | StoreUnavailable | StoreOpenFailed>
}

/** Why a call under a key is not made. */
export type KeyFailure =
  InvalidIdempotencyKey | IdempotencyKeyReused | IdempotencyKeyInUse | StoreOpenFailed | StoreUnavailable

/** What a call under a key comes to: a value that was made now, or what was kept of it before. */
export type Keyed<A> = { readonly made: A } | { readonly kept: string }

/** The idempotency key of a call in process. */
export interface HostKey {
  /** Makes a call under the key, unless that was done before. `asked` says what is called, equal for equal calls. */
  readonly run: <A, E, R>(
    caller: CallerShape,
    asked: string,
    make: (claimed: CallerShape) => Effect.Effect<A, E, R>
  ) => Effect.Effect<Keyed<A>, E | KeyFailure, R>
}

/** What an operation knows about the request it serves. In-process callers make one with `engine.caller`. */
export interface CallerShape {
  readonly principal: Principal
  /** `scopeOf(principal)`, made once. */
  readonly scope: string
  readonly store: RegionStore
  readonly requestId: string
  readonly claim: IdempotencyClaim | undefined
  /** The idempotency key of a call in process; requests bring a claim. */
  readonly key?: HostKey | undefined
}

/** An operation was handed the caller of another plugin. It is a defect, because only a changed program can repair it. */
export class CallerOfAnother extends Data.TaggedError("CallerOfAnother")<{
  readonly plugin: string
  /** Whose caller it is. */
  readonly given: string
}> {
  override get message(): string {
    const { given, plugin } = this
    return (
      `This operation is of the plugin "${plugin}" and its caller of "${given}": ` +
      `make one with await engine.caller and a principal of "${plugin}"`
    )
  }
}

/** What is wrong with a caller of an operation of a plugin, if anything is. In JavaScript it may be none, such as the promise of one. */
export const callerOfAnother = (
  plugin: string,
  caller: Partial<CallerShape> | undefined
): CallerOfAnother | undefined => {
  const given = caller?.principal?.plugin
  return given === plugin ? undefined : new CallerOfAnother({ plugin, given: given ?? "no plugin" })
}

/** Provided to every handler behind a plugin's gate. */
export class Caller extends Context.Service<Caller, CallerShape>()("bursar/http/Caller") {}

/** The record by which an answer is replayed, when the request carried a key. */
export const recordOf = (caller: CallerShape, answer: Answer | undefined): IdempotencyRecord | undefined =>
  caller.claim === undefined || answer === undefined
    ? undefined
    : {
        scope: caller.claim.scope,
        key: caller.claim.key,
        fingerprint: caller.claim.fingerprint,
        claimedAt: caller.claim.claimedAt,
        expiresAt: caller.claim.expiresAt(),
        requestId: caller.requestId,
        status: answer.status,
        body: answer.confidential === true ? caller.claim.seal(answer.body) : (answer.kept ?? answer.body)
      }
