/** Alerts and the audit trail: written with what they are about, read by administrators. */
import * as Effect from "effect/Effect"
import {
  Clock,
  commit,
  entriesOf,
  Ids,
  readPage,
  recordOf,
  Screening,
  type Answer,
  type CallerShape,
  type PageRequest,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { defaultPlaces, type SanctionedPlace } from "../compliance/Countries.ts"
import type { Alert, AlertDraft } from "./Alert.ts"
import { ObjectNotFound } from "../failures.ts"
import { addAudit, alerts, kept, listAudit } from "./repository.ts"

/** The writes that raise alerts. */
export const alertWrites = (
  drafts: ReadonlyArray<AlertDraft>,
  facts: { readonly nextId: (prefix: string) => string; readonly now: number }
): ReadonlyArray<Write> =>
  drafts.map((draft) =>
    alerts.insert({
      ...draft,
      id: facts.nextId("alt"),
      createdAt: facts.now,
      acknowledgedBy: null,
      acknowledgedAt: null
    })
  )

/** What an administrator did. */
export interface Audited {
  readonly action: string
  readonly resource: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Whoever acts: a request, or the engine itself. */
export interface Acting {
  readonly actor: string
  readonly requestId: string | null
}

/** The actor of a request. */
export const actingOf = ({ principal, requestId }: Pick<CallerShape, "principal" | "requestId">): Acting => ({
  actor: principal.account,
  requestId
})

/** The write that adds a line to the audit trail. */
export const auditWrite = (
  acting: Acting,
  audited: Audited,
  facts: { readonly nextId: (prefix: string) => string; readonly now: number }
): Write =>
  addAudit({
    id: facts.nextId("aud"),
    actor: acting.actor,
    requestId: acting.requestId,
    action: audited.action,
    resource: audited.resource,
    before: audited.before ?? null,
    after: audited.after ?? null,
    createdAt: facts.now
  })

/** Writes what an administrator changed together with the line that says so. */
export const commitAudited = Effect.fnUntraced(function* <E = never>(
  caller: CallerShape,
  audited: Audited,
  writes: ReadonlyArray<Write<E>>,
  /** What a repetition of the request gets, where it carries an idempotency key. */
  answer?: Answer
) {
  const clock = yield* Clock
  const ids = yield* Ids
  const facts = { nextId: ids.next, now: clock.now() }
  yield* commit(caller.store, {
    plugin: bankPlugin,
    scope: caller.scope,
    ...facts,
    writes: [...writes, auditWrite(actingOf(caller), audited, facts)],
    record: recordOf(caller, answer)
  })
})

type Page = Pick<PageRequest, "limit" | "cursor">

/** A page of alerts, newest first. */
export const alertsPage = (caller: CallerShape, status: "open" | "acknowledged" | undefined, page: Page) =>
  readPage(caller, { ...page, endpoint: "bank.alerts", filters: { status } }, (after, rows) =>
    alerts.list(caller.store, { status }, after, rows)
  )

/** A page of the audit trail, newest first. */
export const auditPage = (caller: CallerShape, resource: string | undefined, page: Page) =>
  readPage(caller, { ...page, endpoint: "bank.audit", filters: { resource } }, (after, rows) =>
    listAudit(caller.store, resource, after, rows)
  )

/** The journals of one object, oldest first. */
export const ledgerOf = (caller: CallerShape, source: string) => entriesOf(caller.store, bankPlugin.id, source)

/** The countries under comprehensive sanctions that are in force. */
export const countries = (store: RegionStore) =>
  Effect.map(kept.read<ReadonlyArray<SanctionedPlace>>(store, "sanctioned_places"), (places) => places ?? defaultPlaces)

/** The watch lists in use and the countries. */
export const lists = Effect.fnUntraced(function* (caller: CallerShape) {
  const screening = yield* Screening
  const loaded = yield* screening.lists
  return {
    lists: loaded.map(({ entries, list, stale, stateDate, version }) => ({ list, stateDate, version, entries, stale })),
    countries: yield* countries(caller.store)
  }
})

/** Replaces the countries. */
export const replaceCountries = Effect.fnUntraced(function* (
  caller: CallerShape,
  next: ReadonlyArray<SanctionedPlace>
) {
  const before = yield* countries(caller.store)
  yield* commitAudited(
    caller,
    { action: "screening_lists.replace", resource: "sanctioned_places", before, after: next },
    [kept.keep("sanctioned_places", next)]
  )
  return yield* lists(caller)
})

/** Notes that somebody has seen an alert. */
export const acknowledge = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const clock = yield* Clock
  const found = yield* alerts.byId(caller.store, id)
  if (found === undefined) return yield* new ObjectNotFound({ what: "alert" })
  if (found.document.acknowledgedAt !== null) return found.document
  const next: Alert = {
    ...found.document,
    acknowledgedBy: caller.principal.account,
    acknowledgedAt: clock.now()
  }
  yield* commitAudited(caller, { action: "alert.acknowledge", resource: id }, [alerts.update(next, found.version)])
  return next
})

/** Raises alerts by themselves, such as for a delivery that was given up. */
export const raise = Effect.fnUntraced(function* (store: RegionStore, drafts: ReadonlyArray<AlertDraft>) {
  const clock = yield* Clock
  const ids = yield* Ids
  const facts = { nextId: ids.next, now: clock.now() }
  yield* commit(store, { plugin: bankPlugin, scope: "admin/test", ...facts, writes: alertWrites(drafts, facts) })
})
