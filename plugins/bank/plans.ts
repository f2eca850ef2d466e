/** What this plugin plans to write: rows, journals, jobs and events, with what administrators hear of them. */
import * as Effect from "effect/Effect"
import {
  carryOutJob,
  carryOutUnkeyed,
  Clock,
  Ids,
  LeaseLost,
  noChange,
  UniqueViolation,
  type CommitFailure,
  type Plan,
  type RegionStore,
  type Step,
  type Unit
} from "../../src/plugin.ts"
import type { AlertDraft } from "./administration/Alert.ts"
import { alertWrites, auditWrite, type Acting, type Audited } from "./administration/trail.ts"
import { bankPlugin } from "./declaration.ts"
import { takingAlong, unwritten } from "./enclosed.ts"
import { freeze, type BankEvent } from "./events.ts"

export interface Change<E> extends Partial<Pick<Unit<E>, "writes" | "entries" | "jobs" | "cancelledJobs">> {
  /** Owner of the rows. */
  readonly scope: string
  /** Engine time of the decision; left out: now. */
  readonly now?: number
  /** The events, and the id of the object that they are about. */
  readonly told?: { readonly about: string; readonly events: ReadonlyArray<BankEvent> }
  readonly alerts?: ReadonlyArray<AlertDraft> | undefined
  /** The line in the audit trail, and who acts. */
  readonly audited?: (Audited & { readonly by: Acting }) | undefined
}

/** Nothing follows. */
export const nothing = noChange(undefined)

/** The plan of a change with this outcome. */
export const planned = Effect.fnUntraced(function* <A, E = never>(
  outcome: A,
  { alerts = [], audited, told, ...change }: Change<E>
): Effect.fn.Return<Plan<A, E>, never, Clock | Ids> {
  const { now = (yield* Clock).now(), writes = [] } = change
  const nextId = (yield* Ids).next
  const facts = { nextId, now }
  return {
    outcome,
    unit: {
      ...change,
      ...facts,
      plugin: bankPlugin,
      writes: [
        ...writes,
        ...(audited === undefined ? [] : [auditWrite(audited.by, audited, facts)]),
        ...alertWrites(alerts, facts)
      ],
      events: told?.events.map((event) => freeze(event, { id: nextId("evt"), resource: told.about, now })) ?? []
    }
  }
})

/** The plan with another outcome. It ends with its commit: nothing comes next. */
export const withOutcome = <A, B, E>(plan: Plan<A, E>, outcome: B): Plan<B, E> => {
  const { next: _, ...ending } = plan
  return { ...ending, outcome }
}

/** A plan that is refused where a row of it is there already: somebody else was faster. */
export const orRefused = <A, E, E2>(plan: Plan<A, E>, taken: () => E2): Plan<A, E | E2> => ({
  ...plan,
  around: (commit) =>
    Effect.catch(commit({ writes: [] }), (failure) =>
      Effect.fail(failure instanceof UniqueViolation ? taken() : failure)
    )
})

/**
 * Carries out what follows from news of somebody outside, with what is enclosed. The same news again violates its key: it was
 * written, so there is nothing to do. Nor is there where another run has the job that brings it.
 */
export const takeNews = <A, E, R, E2, R2>(store: RegionStore, step: Step<A, E, R, E2, R2>) =>
  Effect.flatMap(unwritten, (enclosed): Effect.Effect<void, E2 | CommitFailure<E>, R | R2> => {
    const { completes } = enclosed
    const whole = Effect.map(step, (plan) => takingAlong(plan, enclosed))
    if (completes === undefined) return Effect.asVoid(carryOutUnkeyed(store, whole))
    return Effect.catch(Effect.asVoid(carryOutJob(store, whole, completes)), (failure) =>
      failure instanceof LeaseLost ? Effect.void : Effect.fail(failure)
    )
  }).pipe(Effect.catchTag("UniqueViolation", () => Effect.void))
