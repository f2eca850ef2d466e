/** Alerts, the audit trail, the ledger and the lists on the wire, for administrators (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Country } from "../../../src/domain.ts"
import type { PostedEntry } from "../../../src/plugin.ts"
import { timestamp } from "../events.ts"
import { dataOf, ErrorBody, listOf, oneOf, pageQuery, RequiredScope, text } from "../wire.ts"
import { alertTypes, type Alert, type AlertType } from "./Alert.ts"
import type { AuditEntry } from "./repository.ts"

const nullable = Schema.NullOr(Schema.String)

const AlertBody = Schema.Struct({
  alertId: Schema.String,
  type: Schema.Literals(Object.keys(alertTypes) as ReadonlyArray<AlertType>),
  resource: Schema.String,
  message: Schema.String,
  status: Schema.Literals(["open", "acknowledged"]),
  createdAt: Schema.String,
  acknowledgedBy: nullable,
  acknowledgedAt: nullable
})

const AuditBody = Schema.Struct({
  auditId: Schema.String,
  actor: Schema.String,
  action: Schema.String,
  resource: Schema.String,
  requestId: nullable,
  before: Schema.Unknown,
  after: Schema.Unknown,
  createdAt: Schema.String
})

const LedgerEntryBody = Schema.Struct({
  entryId: Schema.String,
  source: Schema.String,
  step: Schema.String,
  currency: Schema.String,
  postings: Schema.Array(
    Schema.Struct({
      account: Schema.String,
      direction: Schema.Literals(["debit", "credit"]),
      amount: Schema.Int
    })
  ),
  createdAt: Schema.String
})

const PlaceBody = Schema.Struct({
  country: Country.CountryCode,
  region: Schema.optionalKey(Schema.Array(text(100))),
  name: text(200),
  active: Schema.Boolean.annotate({ expected: "true or false" })
})

/** Body of the list of countries. */
export const PlacesBody = Schema.Struct({
  countries: Schema.Array(PlaceBody).annotate({ expected: "a list of countries" })
})

const ListsBody = Schema.Struct({
  lists: Schema.Array(
    Schema.Struct({
      list: Schema.String,
      stateDate: Schema.String,
      version: Schema.String,
      entries: Schema.Int,
      stale: Schema.Boolean
    })
  ),
  countries: Schema.Array(PlaceBody)
})

/** The endpoints of this slice. */
export const AdministrationApi = HttpApiGroup.make("administration").add(
  HttpApiEndpoint.get("alerts", "/v2/admin/alerts", {
    query: { ...pageQuery, status: Schema.optionalKey(oneOf(["open", "acknowledged"])) },
    success: listOf(AlertBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.post("acknowledge", "/v2/admin/alerts/:alertId/acknowledge", {
    params: { alertId: Schema.String },
    success: dataOf(AlertBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write"),
  HttpApiEndpoint.get("audit", "/v2/admin/audit", {
    query: { ...pageQuery, resource: Schema.optionalKey(Schema.String) },
    success: listOf(AuditBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.get("ledger", "/v2/admin/ledger/entries", {
    query: { paymentId: Schema.String },
    success: dataOf(Schema.Array(LedgerEntryBody)),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.get("lists", "/v2/admin/screening-lists", {
    success: dataOf(ListsBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.put("replaceLists", "/v2/admin/screening-lists", {
    payload: PlacesBody,
    success: dataOf(ListsBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write")
)

/** An alert as it is shown. */
export const encodeAlert = (alert: Alert): typeof AlertBody.Type => ({
  alertId: alert.id,
  type: alert.type,
  resource: alert.resource,
  message: alert.message,
  status: alert.acknowledgedAt === null ? "open" : "acknowledged",
  createdAt: timestamp(alert.createdAt),
  acknowledgedBy: alert.acknowledgedBy,
  acknowledgedAt: alert.acknowledgedAt === null ? null : timestamp(alert.acknowledgedAt)
})

/** A line of the audit trail as it is shown. */
export const encodeAudit = ({ createdAt, id, ...entry }: AuditEntry): typeof AuditBody.Type => ({
  auditId: id,
  actor: entry.actor,
  action: entry.action,
  resource: entry.resource,
  requestId: entry.requestId,
  before: entry.before,
  after: entry.after,
  createdAt: timestamp(createdAt)
})

/** A journal as it is shown. */
export const encodeEntry = (entry: PostedEntry): typeof LedgerEntryBody.Type => ({
  entryId: entry.id,
  source: entry.source,
  step: entry.step,
  currency: entry.currency.toUpperCase(),
  postings: entry.postings.map(({ account, amountMinor, direction }) => ({ account, direction, amount: amountMinor })),
  createdAt: timestamp(entry.createdAt)
})
