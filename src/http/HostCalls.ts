/**
 * Calls in process: what an operation plans is carried out, and its outcome is the value that the call gives. A call under
 * an idempotency key has its effect once, and gives the same value however often it is repeated.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { storedAs } from "../rows/storedAs.ts"
import { operationDuration, watched } from "../services/Watching.ts"
import { carryOut, carryOutUnkeyed } from "../store/carryOut.ts"
import { IdempotencyRaced } from "../store/idempotencyRepository.ts"
import type { Step } from "../store/Plan.ts"
import type { Answer } from "./Answer.ts"
import { recordOf, type CallerShape, type HostKey, type KeyFailure } from "./Caller.ts"
import { canonical } from "./Canonical.ts"
import { isUnanswerable, type Unanswerable } from "./Responding.ts"

/** Makes refusals anew from what was kept of them, by tag: those with which an operation may end that was kept. */
export type Refusals<E> = Readonly<Record<string, (fields: never) => E>>

type Told<A, E> = Result.Result<A, E>

/** The stored outcome of a call. Always sealed: it may hold personal data. */
const keptOf = <A, E>(told: Told<A, E>): Answer => ({
  status: Result.isSuccess(told) ? 200 : 400,
  body: JSON.stringify(Result.isSuccess(told) ? { outcome: told.success } : { refused: { ...told.failure } }),
  confidential: true
})

/**
 * What is inside is given again as it was first given, in the version that gave it: as the body of a kept answer, it is not
 * brought up to date.
 */
const storedCall = storedAs<{ readonly outcome?: unknown; readonly refused?: { readonly _tag: string } }>({
  table: "idempotency_records/call",
  form: { refused: ["if there", { _tag: "text" }] }
})

const toldBy = <A, E>(body: string, refusals: Refusals<E>): Told<A, E> => {
  const { outcome, refused } = storedCall.read(body)
  if (refused === undefined) return Result.succeed(outcome as A)
  const { _tag, ...fields } = refused
  const revive = refusals[_tag]
  if (revive === undefined) throw new Error(`No refusal is called ${_tag}`)
  return Result.fail(revive(fields as never))
}

/** Times a call is made anew because another process won the race for its key. */
const maxRaces = 3

const underKey = <A, E, R, E2, R2>(
  caller: CallerShape,
  key: HostKey,
  asked: string,
  operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
  refusals: Refusals<E>
): Effect.Effect<Told<A, E>, unknown, R | R2> => {
  const made = key.run(caller, asked, (claimed) =>
    carryOut(caller.store, operation(claimed), {
      tell: (outcome): Told<A, E> => Result.succeed(outcome),
      refuse: (refused): Told<A, E> => Result.fail(refused),
      record: (told) => recordOf(claimed, keptOf(told))
    })
  )
  // Whoever won has kept his outcome by now: it is found at the next attempt.
  const told = Effect.retry(made, { times: maxRaces, while: (failure) => failure instanceof IdempotencyRaced })
  // Made now or kept before, a value is the same, so it passes through JSON in both cases.
  return Effect.map(told, (keyed) => toldBy<A, E>("made" in keyed ? keptOf(keyed.made).body : keyed.kept, refusals))
}

/** A call with its span and its figures. */
const timed = <A, E, R>(made: Effect.Effect<A, E, R>, name: string, requestId: string): Effect.Effect<A, E, R> =>
  watched(
    Effect.withFiber(({ context }) => {
      const fromMs = performance.now()
      return Effect.onExit(made, (exit) => {
        operationDuration(context, (performance.now() - fromMs) / 1_000, {
          operation: name,
          status: Exit.isSuccess(exit) ? "done" : "refused"
        })
        return Effect.void
      })
    }),
    { name, kind: "internal", attributes: { "bursar.request_id": requestId } }
  )

/**
 * Makes a call in process: `call(caller, "wallets.create", command, (caller) => create(caller, command))`. The same key
 * with another name or input is refused with `IdempotencyKeyReused`. Under a key outcomes and
 * refusals pass through JSON.
 */
export const call = <A, E, R, E2, R2>(
  caller: CallerShape,
  name: string,
  input: unknown,
  operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
  refusals: Refusals<E> = {}
): Effect.Effect<A, Exclude<E | E2, Unanswerable> | KeyFailure, R | R2> => {
  const { key } = caller
  const made = Effect.suspend((): Effect.Effect<A, unknown, R | R2> => {
    if (key === undefined) return carryOutUnkeyed(caller.store, operation(caller))
    const asked = `${name} ${canonical(JSON.parse(JSON.stringify(input ?? null)))}`
    return Effect.flatMap(underKey(caller, key, asked, operation, refusals), Effect.fromResult)
  })
  const answered = Effect.catch(made, (failure) =>
    isUnanswerable(failure) ? Effect.die(failure) : Effect.fail(failure as Exclude<E | E2, Unanswerable> | KeyFailure)
  )
  return timed(answered, name, caller.requestId)
}
