/** Alerts, the audit trail, the books and the screening lists in process: the same as over HTTP, for administrators. */
import type { CallerShape, HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { SanctionedPlace } from "../compliance/Countries.ts"
import type { ResolveBody } from "../resolutions/api.ts"
import { resolveByHand } from "../resolutions/operations.ts"
import * as operations from "./operations.ts"

const { change, list, read } = callsOf(BankApi, "administration")
const reading = read("alerts")
const listingAlerts = list("alerts")
const listingAudit = list("audit")
const acknowledging = change("acknowledge")
const replacing = change("replaceLists")
const resolving = callsOf(BankApi, "resolutions").change("resolve")

/**
 * Ends a payment that the network never answered, or whose answers contradict each other, after you asked the network in person. The
 * books follow. Fails with `PaymentNotFound` or `StateConflict`.
 */
export const resolvePayment = (caller: CallerShape, paymentId: string, command: typeof ResolveBody.Encoded) =>
  resolving(caller, { id: paymentId, command }, (asking, body) => resolveByHand(asking, paymentId, body))

/** A page of alerts, newest first. Fails with `InvalidCursor`. */
export const listAlerts = (
  caller: CallerShape,
  filter: { readonly status?: "open" | "acknowledged" } = {},
  page?: HostPage
) => listingAlerts(caller, { filter, page }, (asking, { status }, of) => operations.alertsPage(asking, status, of))

/** Records who saw an alert and when; one that is acknowledged stays as it is. Fails with `ObjectNotFound`. */
export const acknowledgeAlert = (caller: CallerShape, id: string) =>
  acknowledging(caller, { id }, (asking) => operations.acknowledge(asking, id))

/** A page of the audit trail, newest first; of an object, where `resource` is its id. Fails with `InvalidCursor`. */
export const listAuditEntries = (caller: CallerShape, filter: { readonly resource?: string } = {}, page?: HostPage) =>
  listingAudit(caller, { filter, page }, (asking, { resource }, of) => operations.auditPage(asking, resource, of))

/** The journals that a payment caused, oldest first. Amounts are in the smallest unit of their currency. */
export const listLedgerEntries = (caller: CallerShape, filter: { readonly paymentId: string }) =>
  reading(caller, (asking) => operations.ledgerOf(asking, filter.paymentId), filter)

/** The watch lists in use, and the places under comprehensive sanctions. */
export const retrieveScreeningLists = (caller: CallerShape) => reading(caller, operations.lists)

/** Replaces the places under comprehensive sanctions. The watch lists come from the host of the engine. */
export const replaceScreeningLists = (
  caller: CallerShape,
  command: { readonly countries: ReadonlyArray<SanctionedPlace> }
) => replacing(caller, { command }, (asking, { countries }) => operations.replaceCountries(asking, countries))
