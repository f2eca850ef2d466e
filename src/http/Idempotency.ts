/**
 * Idempotency keys: one key, one effect. Repetitions that arrive while the first request runs wait for it; later ones
 * get the stored bytes. The record itself is written by the commit of the request.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  isUnavailable,
  type Peers,
  type RegionStore,
  type Store,
  type StoreOpenFailed,
  type StoreUnavailable
} from "../services/Store.ts"
import { awaitHold } from "../store/exclusively.ts"
import { find, type IdempotencyRecord } from "../store/idempotencyRepository.ts"
import type { IdempotencyClaim } from "./Caller.ts"
import type { IdempotencyRules } from "./Face.ts"
import { KnownKeys, slotOf } from "./KnownKeys.ts"
import { IdempotencyKeyConflict, IdempotencyKeyInUse, IdempotencyKeyReused, InvalidIdempotencyKey } from "./Refusal.ts"

/** A key as a request names it: 1 to 255 printable ASCII characters. */
const keyPattern = /^[\x20-\x7e]{1,255}$/

/** A key, unless it has another form. */
export const checkedKey = (key: string): Result.Result<string, InvalidIdempotencyKey> =>
  typeof key === "string" && keyPattern.test(key) ? Result.succeed(key) : Result.fail(new InvalidIdempotencyKey())

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
  return key === undefined ? Result.succeed(undefined) : checkedKey(key)
}

/** What the toolkit does with a request under a key. */
export type Outcome<A> =
  { readonly _tag: "Executed"; readonly value: A } | { readonly _tag: "Replayed"; readonly record: IdempotencyRecord }

/** What of a claim says where an answer is kept, and for which request. */
type Position = Pick<IdempotencyClaim, "claimedAt" | "expiresAt" | "fingerprint" | "key" | "scope">

/** A request under a key. */
export interface KeyedRequest {
  readonly claim: Position
  readonly waitMs: number
  /** Every region that may hold the key: a repetition that names another region is another request. */
  readonly stores: Effect.Effect<ReadonlyArray<RegionStore>, StoreOpenFailed>
}

/** Why a request under a key is not run. */
export type KeyRefusal = IdempotencyKeyReused | IdempotencyKeyInUse | StoreUnavailable | StoreOpenFailed

export interface Idempotency {
  /**
   * Runs `execute` unless the key was used: then the stored answer is replayed, or the request refused because it is
   * another one.
   */
  readonly run: <A, E, R>(
    request: KeyedRequest,
    execute: Effect.Effect<A, E, R>
  ) => Effect.Effect<Outcome<A>, E | KeyRefusal, R>
  /** The outcome that is stored under a key. Fails when it belongs to another request. */
  readonly find: (
    request: Pick<KeyedRequest, "claim" | "stores">
  ) => Effect.Effect<IdempotencyRecord | undefined, IdempotencyKeyReused | StoreUnavailable | StoreOpenFailed>
}

interface InFlight {
  readonly fingerprint: string
  readonly finished: Deferred.Deferred<void>
}

/** Runs an effect while no other process runs one of the same slot; waits at most `waitMs` for that. */
const inTurn = <A, E, R>(
  peers: Peers,
  { slot, waitMs }: { readonly slot: string; readonly waitMs: number },
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable | IdempotencyKeyInUse, R> =>
  Effect.acquireUseRelease(
    awaitHold(peers, slot, waitMs),
    (release): Effect.Effect<A, E | IdempotencyKeyInUse, R> =>
      release === undefined ? Effect.fail(new IdempotencyKeyInUse()) : effect,
    (release) => release ?? Effect.void
  )

/** The answer kept under a key, looked for in one region after the other. */
const lookUp = (
  claim: Position,
  stores: ReadonlyArray<RegionStore>,
  at = 0
): Effect.Effect<IdempotencyRecord | undefined, IdempotencyKeyReused | StoreUnavailable> => {
  const store = stores[at]
  if (store === undefined) return Effect.undefined
  const found = find(store, { scope: claim.scope, key: claim.key, now: claim.claimedAt })
  return Effect.flatMap(found, (record) => {
    if (record === undefined) return lookUp(claim, stores, at + 1)
    return record.fingerprint === claim.fingerprint
      ? Effect.succeed(record)
      : Effect.fail(new IdempotencyKeyReused({ firstAnswer: record.body }))
  })
}

const findKept: Idempotency["find"] = ({ claim, stores }) => Effect.flatMap(stores, (opened) => lookUp(claim, opened))

/** Says whether a claim's key need not be looked up, and remembers that it is used from here on. */
type IsNew = (
  claim: Position,
  slot: string,
  opened: ReadonlyArray<RegionStore>
) => Effect.Effect<boolean, StoreUnavailable>

const makeIsNew = (): IsNew => {
  const known = new KnownKeys()
  return ({ claimedAt, expiresAt }, slot, opened) => {
    const answer = known.isNew(slot, opened)
    // Before anything is done under it: a race that it loses after all is looked up.
    known.use(slot, { freeAt: expiresAt(), now: claimedAt })
    return answer
  }
}

/** Makes the register of keys in flight: in this process, and where there are others, in `peers`. */
export const makeIdempotency = ({ exclusive, peers }: Pick<Store["Service"], "exclusive" | "peers">): Idempotency => {
  const inFlight = new Map<string, InFlight>()
  // What another process keeps, this one does not know of.
  const isNew = exclusive ? makeIsNew() : () => Effect.succeed(false)

  const leave = (slot: string, mine: InFlight) => {
    inFlight.delete(slot)
    Deferred.doneUnsafe(mine.finished, Effect.void)
  }

  const run = <A, E, R>(
    { claim, stores, waitMs }: KeyedRequest,
    execute: Effect.Effect<A, E, R>
  ): Effect.Effect<Outcome<A>, E | KeyRefusal, R> => {
    const slot = slotOf(claim.scope, claim.key)

    /** The kept outcome, or what `otherwise` comes to. */
    const keptOr = <B, F>(opened: ReadonlyArray<RegionStore>, otherwise: Effect.Effect<Outcome<B>, F, R>) =>
      Effect.flatMap(lookUp(claim, opened), (record): Effect.Effect<Outcome<B>, F, R> =>
        record === undefined ? otherwise : Effect.succeed({ _tag: "Replayed", record })
      )

    const lookUpAndExecute = Effect.flatMap(stores, (opened) => {
      const executed = execute.pipe(
        Effect.map((value): Outcome<A> => ({ _tag: "Executed", value })),
        // An earlier attempt may have been committed without anybody hearing of it, and be the reason of this refusal.
        Effect.catch((failure) =>
          isUnavailable(failure) ? Effect.fail(failure) : keptOr<A, E>(opened, Effect.fail(failure))
        )
      )
      return Effect.flatMapEager(isNew(claim, slot, opened), (neverUsed) =>
        neverUsed ? executed : keptOr(opened, executed)
      )
    })

    const first = peers === undefined ? lookUpAndExecute : inTurn(peers, { slot, waitMs }, lookUpAndExecute)

    const waitFor = (running: InFlight): Effect.Effect<Outcome<A>, E | KeyRefusal, R> =>
      running.fingerprint !== claim.fingerprint
        ? Effect.fail(new IdempotencyKeyReused({}))
        : Deferred.await(running.finished).pipe(
            Effect.timeoutOrElse({ duration: waitMs, orElse: () => Effect.fail(new IdempotencyKeyInUse()) }),
            // The first may have stored nothing (a refusal): then this one is the first.
            Effect.andThen(Effect.suspend(attempt))
          )

    const attempt = (): Effect.Effect<Outcome<A>, E | KeyRefusal, R> => {
      const mine: InFlight = { fingerprint: claim.fingerprint, finished: Deferred.makeUnsafe() }
      let entered = false
      const entering = Effect.suspend(() => {
        const running = inFlight.get(slot)
        if (running !== undefined) return waitFor(running)
        entered = true
        inFlight.set(slot, mine)
        return first
      })
      // What leaves stands around what enters: however the request ends, nobody waits for it after that.
      return Effect.onExit(entering, () => {
        if (entered) leave(slot, mine)
        return Effect.void
      })
    }

    return Effect.suspend(attempt)
  }

  return { run, find: findKept }
}
