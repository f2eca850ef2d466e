/**
 * Idempotency keys: one key, one effect. Repetitions that arrive while the first request runs wait for it; later ones
 * get the stored bytes. The record itself is written by the commit of the request.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ClockShape } from "../services/Clock.ts"
import type { RegionStore, StoreOpenFailed, StoreUnavailable } from "../services/Store.ts"
import { find, IdempotencyRaced, type IdempotencyRecord } from "../store/idempotencyRepository.ts"
import type { IdempotencyClaim } from "./Caller.ts"
import type { IdempotencyRules } from "./Face.ts"
import { IdempotencyKeyConflict, IdempotencyKeyInUse, IdempotencyKeyReused, InvalidIdempotencyKey } from "./Refusal.ts"

/** A key as a request names it: 1 to 255 printable ASCII characters. */
const keyPattern = /^[\x20-\x7e]{1,255}$/

/** The key of a request, from the header, the body field, or both when they agree. */
export const keyOf = (
  rules: IdempotencyRules,
  header: string | undefined,
  body: unknown
): Result.Result<string | undefined, InvalidIdempotencyKey | IdempotencyKeyConflict> => {
  const field = rules.bodyField
  const inBody: unknown =
    field !== undefined && typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined
  // A field of another type is the schema's to refuse, with the parameter's name.
  const named = typeof inBody === "string" ? inBody : undefined
  if (header !== undefined && named !== undefined && header !== named) return Result.fail(new IdempotencyKeyConflict())
  const key = header ?? named
  if (key === undefined) return Result.succeed(undefined)
  return keyPattern.test(key) ? Result.succeed(key) : Result.fail(new InvalidIdempotencyKey())
}

/** What the toolkit does with a request under a key. */
export type Outcome<A> =
  { readonly _tag: "Executed"; readonly value: A } | { readonly _tag: "Replayed"; readonly record: IdempotencyRecord }

export interface Idempotency {
  /**
   * Runs `execute` unless the key was used: then the stored answer is replayed, or the request refused because it is
   * another one.
   */
  readonly run: <A, E, R>(
    request: {
      readonly claim: IdempotencyClaim
      readonly waitMs: number
      /** Every region that may hold the key: a repetition that names another region is another request. */
      readonly stores: Effect.Effect<ReadonlyArray<RegionStore>, StoreOpenFailed>
    },
    execute: Effect.Effect<A, E, R>
  ) => Effect.Effect<Outcome<A>, E | IdempotencyKeyReused | IdempotencyKeyInUse | StoreUnavailable | StoreOpenFailed, R>
}

interface InFlight {
  readonly fingerprint: string
  readonly finished: Deferred.Deferred<void>
}

/** Times a request is started anew because another process won the race for its key. */
const maxRaces = 3

/** Makes the register of keys in flight in this process. */
export const makeIdempotency = (clock: ClockShape): Idempotency => {
  const inFlight = new Map<string, InFlight>()

  const stored = Effect.fnUntraced(function* (claim: IdempotencyClaim, stores: ReadonlyArray<RegionStore>) {
    for (const store of stores) {
      const record = yield* find(store, { scope: claim.scope, key: claim.key, now: clock.now() })
      if (record !== undefined) return record
    }
    return undefined
  })

  const run: Idempotency["run"] = (request, execute) => {
    const { claim } = request
    const slot = `${claim.scope}\n${claim.key}`

    const attempt = (races: number): ReturnType<typeof run<any, any, any>> =>
      Effect.suspend(() => {
        const running = inFlight.get(slot)
        if (running !== undefined) return waitFor(running, races)
        const mine: InFlight = { fingerprint: claim.fingerprint, finished: Deferred.makeUnsafe() }
        inFlight.set(slot, mine)
        return Effect.ensuring(
          lookUpAndExecute(races),
          Effect.suspend(() => {
            inFlight.delete(slot)
            return Deferred.succeed(mine.finished, undefined)
          })
        )
      })

    const waitFor = (running: InFlight, races: number) =>
      running.fingerprint !== claim.fingerprint
        ? Effect.fail(new IdempotencyKeyReused())
        : Deferred.await(running.finished).pipe(
            Effect.timeoutOrElse({
              duration: request.waitMs,
              orElse: () => Effect.fail(new IdempotencyKeyInUse())
            }),
            // The first may have stored nothing (a refusal): then this one is the first.
            Effect.andThen(attempt(races))
          )

    const lookUpAndExecute = Effect.fnUntraced(function* (races: number) {
      const record = yield* stored(claim, yield* request.stores)
      if (record !== undefined) {
        if (record.fingerprint !== claim.fingerprint) return yield* new IdempotencyKeyReused()
        return { _tag: "Replayed" as const, record }
      }
      return yield* Effect.map(execute, (value) => ({ _tag: "Executed" as const, value })).pipe(
        Effect.catchDefect((defect) =>
          defect instanceof IdempotencyRaced && races < maxRaces ? lookUpAgain(races) : Effect.die(defect)
        )
      )
    })

    const lookUpAgain = (races: number): Effect.Effect<any, any, any> =>
      Effect.suspend(() => lookUpAndExecute(races + 1))

    return attempt(0)
  }

  return { run }
}
