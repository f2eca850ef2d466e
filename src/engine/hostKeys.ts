/** The idempotency keys of calls in process. */
import * as Effect from "effect/Effect"
import type { HostKey } from "../http/Caller.ts"
import { makeClaims } from "../http/Claims.ts"
import type { IdempotencyRules } from "../http/Face.ts"
import type { GateKeeper } from "../http/Gate.ts"
import { IdempotencyKeyReused } from "../http/Refusal.ts"
import type { LoadedPlugin } from "./Plugin.ts"

/** How long calls are kept by a plugin without an HTTP face, and how long a repetition waits (our choice). */
const defaultRules: IdempotencyRules = {
  header: "idempotency-key",
  bodyField: undefined,
  lifetimeMs: 86_400_000,
  waitMs: 30_000
}

/** Makes keys of calls, by plugin: kept as those of its requests, and in the same namespace. */
export const makeHostKeys = <R>(plugins: ReadonlyArray<LoadedPlugin<R>>, keeper: GateKeeper) => {
  const { idempotency, store } = keeper
  const kept = new Map(
    plugins.map(({ http, id }) => {
      const rules = http?.idempotency(keeper) ?? defaultRules
      return [id, { claims: makeClaims(id, rules, keeper), waitMs: rules.waitMs }]
    })
  )
  const stores = Effect.flatMap(store.existing, (names) => Effect.forEach(names, store.region))
  return (plugin: string, text: string): HostKey => {
    const { claims, waitMs } = kept.get(plugin)!
    return {
      run: (caller, asked, make) =>
        Effect.flatMap(Effect.fromResult(claims.claimOfCall(caller, text, asked)), (found) => {
          const claim = { ...found, winner: Effect.undefined }
          const execution = Effect.uninterruptible(make({ ...caller, claim }))
          return Effect.mapBoth(idempotency.run({ claim, waitMs, stores }, execution), {
            onSuccess: (ran) =>
              ran._tag === "Executed" ? { made: ran.value } : { kept: claims.open(ran.record.body) },
            onFailure: (failure) => (failure instanceof IdempotencyKeyReused ? claims.opened(failure) : failure)
          })
        })
    }
  }
}
