/** The audit trail of the console: who did what, why, and what came of it. Kept in the home region. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Clock, Ids, Store } from "../../src/plugin.ts"
import * as repository from "./auditRepository.ts"
import type { OpenSession } from "./sessionRepository.ts"

/** What is done, by whom, and why. */
export interface Audited {
  readonly session: OpenSession
  /** Such as `cards.payments.refund`. */
  readonly action: string
  readonly resource: string
  readonly reason: string
}

/** Longest detail that is kept, in characters (our choice). */
const longestDetail = 500

/**
 * Runs an action between two rows of the trail: without the first it does not run. `refusal` puts what it failed with in
 * words; a failure without words is a fault of ours.
 */
export const audited = <A extends { readonly message: string; readonly id?: string }, E, R>(
  { action, reason, resource, session }: Audited,
  run: Effect.Effect<A, E, R>,
  refusal: (failure: E) => string | undefined
) =>
  Effect.gen(function* () {
    const stores = yield* Store
    const store = yield* stores.region(stores.home)
    const id = (yield* Ids).next("aud")
    const createdAt = (yield* Clock).now()
    const who = { session: session.person ?? session.name, role: session.role }
    yield* store.write([
      repository.begin({ id, ...who, action, resource, reason, result: "begun", detail: "", created_at: createdAt })
    ])
    const end = (result: repository.AuditResult, detail: string, about = resource) =>
      store.write([repository.complete({ result, detail: detail.slice(0, longestDetail), resource: about }, { id })])
    return yield* Effect.onExit(run, (exit) => {
      if (Exit.isSuccess(exit)) {
        const { id: made, message } = exit.value
        return Effect.ignore(end("done", message, resource === "" ? (made ?? "") : resource))
      }
      const failure = exit.cause.reasons.find(Cause.isFailReason)
      const words = failure === undefined ? undefined : refusal(failure.error)
      return Effect.ignore(words === undefined ? end("failed", "") : end("refused", words))
    })
  }).pipe(Effect.uninterruptible)
