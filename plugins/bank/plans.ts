/** What this plugin plans to write: rows, journals, jobs and events, with what administrators hear of them. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type Plan, type Unit } from "../../src/plugin.ts"
import type { AlertDraft } from "./administration/Alert.ts"
import { alertWrites, auditWrite, type Acting, type Audited } from "./administration/trail.ts"
import { bankPlugin } from "./declaration.ts"
import { freeze, type BankEvent } from "./events.ts"

/** What one change writes. */
export interface Change<E> extends Partial<Pick<Unit<E>, "writes" | "entries" | "jobs" | "cancelledJobs">> {
  /** Owner of the rows. */
  readonly scope: string
  /** Engine time of the decision; left out: now. */
  readonly now?: number
  /** What is told, and the id of the object that it is about. */
  readonly told?: { readonly about: string; readonly events: ReadonlyArray<BankEvent> }
  readonly alerts?: ReadonlyArray<AlertDraft> | undefined
  /** The line in the audit trail, and who acts. */
  readonly audited?: (Audited & { readonly by: Acting }) | undefined
}

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
