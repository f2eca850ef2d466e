/** Makes the plan of a change: dated now, its events named and written in an envelope. */
import * as Effect from "effect/Effect"
import type { PluginDeclaration } from "../domain/PluginDeclaration.ts"
import type { BalanceLimit } from "../ledger/post.ts"
import { Clock } from "../services/Clock.ts"
import { Ids } from "../services/Ids.ts"
import type { Write } from "../services/Store.ts"
import type { Unit } from "./commit.ts"
import type { OutboxEvent } from "./outboxRepository.ts"
import type { Plan } from "./Plan.ts"

/** An event before it has an id and a date. */
export interface ChangeEvent<Type extends string = string> {
  readonly type: Type
  /** Id of the resource that the event is about. */
  readonly resource: string
  /** What receivers get as `data`: JSON. */
  readonly data: unknown
}

/** What one change writes, without what is the same for every change. `W` and `L` hold its failures, which may be of many kinds. */
export interface Change<
  W extends Write<unknown> = Write,
  L extends BalanceLimit<unknown> = BalanceLimit<never>,
  Type extends string = string
> extends Partial<Pick<Unit, "entries" | "jobs" | "cancelledJobs">> {
  readonly writes?: ReadonlyArray<W>
  readonly limits?: ReadonlyArray<L>
  readonly events?: ReadonlyArray<ChangeEvent<Type>>
}

type FailureOf<T> = T extends { readonly orElse?: (() => infer E) | undefined } ? E : never

/** The envelope: `{ "id": "evt_…", "type": …, "created_at": "2026-01-15T09:30:00.000Z", "data": … }`. */
const freeze = <Type extends string>(
  { data, resource, type }: ChangeEvent<Type>,
  { id, now }: { readonly id: string; readonly now: number }
): OutboxEvent<Type> => ({
  id,
  type,
  resource,
  body: JSON.stringify({ id, type, created_at: new Date(now).toISOString(), data }),
  createdAt: now
})

/**
 * The plan of a change by a plugin for an owner (a caller, or `{ scope }` in a job), with what it comes to:
 * `planOf(declaration, caller, wallet, { writes: [table.insert(caller.scope, wallet)] })`. A plugin whose events have another
 * envelope makes its units itself.
 */
export const planOf = <
  A,
  W extends Write<unknown> = Write,
  L extends BalanceLimit<unknown> = BalanceLimit<never>,
  Type extends string = string
>(
  plugin: PluginDeclaration<string, Type>,
  { scope }: { readonly scope: string },
  outcome: A,
  { events = [], ...change }: Change<W, L, NoInfer<Type>>
): Effect.Effect<Plan<A, FailureOf<W> | FailureOf<L>>, never, Clock | Ids> =>
  Effect.gen(function* () {
    const now = (yield* Clock).now()
    const nextId = (yield* Ids).next
    const frozen = events.map((event) => freeze(event, { id: nextId("evt"), now }))
    const { limits = [], writes = [] } = change as Pick<Unit<FailureOf<W> | FailureOf<L>>, "limits" | "writes">
    return { outcome, unit: { ...change, plugin, scope, now, nextId, limits, writes, events: frozen } }
  })
