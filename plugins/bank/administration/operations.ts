/** Alerts and the audit trail: written with what they are about, read by administrators. */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  Clock,
  entriesOf,
  readPage,
  Screening,
  type CallerShape,
  type Ids,
  type PageRequest,
  type Plan,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { bankPlugin } from "../declaration.ts"
import { defaultPlaces, type SanctionedPlace } from "../compliance/Countries.ts"
import { actorOf } from "./Actor.ts"
import type { Alert, AlertDraft } from "./Alert.ts"
import { ObjectNotFound } from "../failures.ts"
import { planned } from "../plans.ts"
import { alerts, keptPlaces, listAudit } from "./repository.ts"
import { actingOf, auditWrite, type Audited } from "./trail.ts"

export { actingOf, type Acting } from "./trail.ts"

/** The plan of what an administrator changed, together with the line that says so. */
export const planAudited = <A, E = never>(
  caller: CallerShape,
  outcome: A,
  audited: Audited,
  writes: ReadonlyArray<Write<E>> = []
) => planned<A, E>(outcome, { scope: caller.scope, writes, audited: { ...audited, by: actingOf(caller) } })

/** A plan of the core that an administrator asked for, with the line that says so. */
export const withAudit = <A, E>(caller: CallerShape, plan: Plan<A, E>, audited: Audited): Plan<A, E> => {
  const { unit } = plan
  if (unit === undefined) return plan
  return { ...plan, unit: { ...unit, writes: [...unit.writes, auditWrite(actingOf(caller), audited, unit)] } }
}

/** Writes a line that stands although the request is refused. */
export const commitAudited = (caller: CallerShape, audited: Audited) =>
  carryOutUnkeyed(caller.store, planAudited(caller, undefined, audited))

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
export const countries = (store: RegionStore) => Effect.map(keptPlaces.read(store), (places) => places ?? defaultPlaces)

const listsWith = Effect.fnUntraced(function* (places: ReadonlyArray<SanctionedPlace>) {
  const screening = yield* Screening
  const loaded = yield* screening.lists
  return {
    lists: loaded.map(({ entries, list, stale, stateDate, version }) => ({ list, stateDate, version, entries, stale })),
    countries: places
  }
})

/** The watch lists in use and the countries. */
export const lists = (caller: CallerShape) => Effect.flatMap(countries(caller.store), listsWith)

export const replaceCountries = Effect.fnUntraced(function* (
  caller: CallerShape,
  after: ReadonlyArray<SanctionedPlace>
) {
  const before = yield* countries(caller.store)
  return yield* planAudited(
    caller,
    yield* listsWith(after),
    { action: "screening_lists.replace", resource: "sanctioned_places", before, after },
    [keptPlaces.keep(after)]
  )
})

/** Notes that somebody has seen an alert. */
export const acknowledge = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string
): Effect.fn.Return<Plan<Alert, VersionConflict>, ObjectNotFound | StoreUnavailable, Clock | Ids> {
  const clock = yield* Clock
  const found = yield* alerts.byId(caller.store, id)
  if (found === undefined) return yield* new ObjectNotFound({ what: "alert" })
  if (found.document.acknowledgedAt !== null) return { outcome: found.document }
  const next: Alert = {
    ...found.document,
    acknowledgedBy: actorOf(caller.principal),
    acknowledgedAt: clock.now()
  }
  return yield* planAudited(caller, next, { action: "alert.acknowledge", resource: id }, [
    alerts.update(next, found.version)
  ])
})

/** Raises alerts by themselves, such as for a delivery that was given up. */
export const raise = (store: RegionStore, drafts: ReadonlyArray<AlertDraft>) =>
  carryOutUnkeyed(store, planned(undefined, { scope: "admin/test", alerts: drafts }))
