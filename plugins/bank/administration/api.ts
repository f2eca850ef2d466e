/** Alerts, the audit trail, the ledger and the lists on the wire, for administrators (decisions B.5). */
import type * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { CountryCode } from "../../../src/domain.ts"
import { Publication, Wire, type PostedEntry } from "../../../src/plugin.ts"
import type { SanctionedPlace } from "../compliance/Countries.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { dataOf, Id, listOf, oneOf, pageQuery, pathId, SentTime, text } from "../wire.ts"
import { alertTypes, type Alert, type AlertType } from "./Alert.ts"
import type { lists } from "./operations.ts"
import type { AuditEntry } from "./repository.ts"

const alertWords = Object.entries(alertTypes).map(([type, words]) => `- \`${type}\`: ${words}.`)

export const AlertBody = Wire.object<Alert>()("Alert", "Something that an administrator should look at.", {
  alertId: [Id, (alert) => alert.id, "Begins with `alt_`."],
  type: [
    Schema.Literals(Object.keys(alertTypes) as ReadonlyArray<AlertType>),
    `What it is about:\n\n${alertWords.join("\n")}`
  ],
  resource: [Schema.String, "The id of the object that it is about, or the name of a rail."],
  message: [Schema.String, "What happened, for people."],
  status: [
    Schema.Literals(["open", "acknowledged"]),
    (alert) => (alert.acknowledgedAt === null ? "open" : "acknowledged"),
    "`acknowledged` once an administrator confirmed that somebody saw it."
  ],
  createdAt: [SentTime, "When it was raised."],
  acknowledgedBy: [Schema.NullOr(Id), "Who acknowledged it; `null` while it is open."],
  acknowledgedAt: [Schema.NullOr(SentTime), "When; `null` while it is open."]
})

export const AuditBody = Wire.object<AuditEntry>()(
  "AuditEntry",
  "One line of the audit trail. Lines are never changed.",
  {
    auditId: [Id, (entry) => entry.id, "Begins with `aud_`."],
    actor: [
      Schema.String,
      "Who did it: a client's id, `admin` or `admin:` with a name for administrators, also where they act for a client, `system` for the engine itself."
    ],
    action: [Schema.String, "What was done, such as `client.update`."],
    resource: [Schema.String, "The id of the object, or the name of the list, that it concerns."],
    requestId: [Schema.NullOr(Schema.String), "The request that did it; `null` where no request did."],
    before: [Schema.Unknown, "The object before the change; `null` where there was none."],
    after: [Schema.Unknown, "The object after the change; `null` where none is recorded."],
    createdAt: [SentTime, "When it was done."]
  }
)

const PostingBody = Wire.object<PostedEntry["postings"][number]>()("Posting", "One side of a ledger entry.", {
  account: [
    Schema.String,
    "The account of the books, such as `settlement:fednow`. Customers' account numbers appear masked."
  ],
  direction: [Schema.Literals(["debit", "credit"]), "On which side it is booked."],
  amount: [
    Schema.Int,
    (posting) => posting.amountMinor,
    "In the smallest unit of the entry's currency. Always positive."
  ]
})

export const LedgerEntryBody = Wire.object<PostedEntry>()(
  "LedgerEntry",
  "A movement in the books; its postings balance.",
  {
    entryId: [Id, (entry) => entry.id, "Begins with `le_`."],
    source: [Schema.String, "The id of the object that moved the money, such as a payment."],
    step: [
      Schema.String,
      "Which step of the object it books, such as `reserve`, `submit`, `settle`. Each step of an object is booked once."
    ],
    currency: [Schema.String, (entry) => entry.currency.toUpperCase(), "An ISO 4217 code in capital letters."],
    postings: [Schema.Array(PostingBody), "Debits and credits with the same total."],
    createdAt: [SentTime, "When it was booked."]
  }
)

const PlaceBody = Wire.object<SanctionedPlace>()(
  "SanctionedPlace",
  "A country, or a region of one, under comprehensive sanctions.",
  {
    country: [CountryCode, "The ISO 3166-1 code of the country."],
    region: [
      Schema.optionalKey(Schema.Array(text(100))),
      "Names and codes of the region, as a state field may hold them. Absent: the whole country."
    ],
    name: [text(200), "For people."],
    active: [
      Schema.Boolean.annotate({ expected: "true or false" }),
      "`false`: listed, but payments are not refused for it."
    ]
  }
)

export const PlacesBody = Wire.body("ReplaceSanctionedPlaces", "The places under comprehensive sanctions.", {
  countries: [
    Schema.Array(PlaceBody).annotate({ expected: "a list of countries" }),
    "The whole list: a place that is left out is no longer on it."
  ]
})

type ScreeningLists = Effect.Success<ReturnType<typeof lists>>

const ListBody = Wire.object<ScreeningLists["lists"][number]>()(
  "WatchList",
  "A watch list against which payments are screened.",
  {
    list: [Schema.String, "The name of the list, such as `ofac_sdn`."],
    stateDate: [Schema.String, "The date of its content, `YYYY-MM-DD`."],
    version: [Schema.String, "The publisher's name of this state of the list."],
    entries: [Schema.Int, "How many entries it has."],
    stale: [Schema.Boolean, "`true`: it is older than allowed, so payments are held until it is replaced."]
  }
)

export const ListsBody = Wire.object<ScreeningLists>()("ScreeningLists", "What payments are screened against.", {
  lists: [Schema.Array(ListBody), "The watch lists in use."],
  countries: [Schema.Array(PlaceBody), "The places under comprehensive sanctions."]
})

export const AdministrationApi = HttpApiGroup.make("administration")
  .add(
    HttpApiEndpoint.get("alerts", "/v2/admin/alerts", {
      query: {
        ...pageQuery,
        ...Wire.parameters({
          status: [Schema.optionalKey(oneOf(["open", "acknowledged"])), "Only alerts with this status."]
        })
      },
      success: listOf(AlertBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      operation("List alerts", "What an administrator should look at, the newest first.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.post("acknowledge", "/v2/admin/alerts/:alertId/acknowledge", {
      params: pathId("alertId", "The alert."),
      success: dataOf(AlertBody),
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation(
        "Acknowledge an alert",
        "Records who saw the alert and when. An alert that is acknowledged already stays as it is.",
        { scope: "admin:write" }
      )
    ),
    HttpApiEndpoint.get("audit", "/v2/admin/audit", {
      query: {
        ...pageQuery,
        ...Wire.parameters({
          resource: [Schema.optionalKey(Schema.String), "Only lines about the object with this id."]
        })
      },
      success: listOf(AuditBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      operation("List the audit trail", "Who changed what, and when, the newest first. Secrets never appear in it.", {
        scope: "admin:read"
      })
    ),
    HttpApiEndpoint.get("ledger", "/v2/admin/ledger/entries", {
      query: Wire.parameters({ paymentId: [Schema.String, "The payment whose movements are wanted."] }),
      success: dataOf(Schema.Array(LedgerEntryBody)),
      error: refused()
    }).annotateMerge(
      operation(
        "List the ledger entries of a payment",
        "The movements that a payment caused in the books, the oldest first. Empty for a payment that moved nothing.",
        { scope: "admin:read" }
      )
    ),
    HttpApiEndpoint.get("lists", "/v2/admin/screening-lists", {
      success: dataOf(ListsBody),
      error: refused()
    }).annotateMerge(
      operation(
        "Retrieve the screening lists",
        "The watch lists in use, and the places under comprehensive sanctions.",
        { scope: "admin:read" }
      )
    ),
    HttpApiEndpoint.put("replaceLists", "/v2/admin/screening-lists", {
      payload: PlacesBody,
      success: dataOf(ListsBody),
      error: refused()
    }).annotateMerge(
      operation(
        "Replace the sanctioned places",
        "Replaces the list of places under comprehensive sanctions. The watch lists themselves come from the host of the engine.",
        { scope: "admin:write" }
      )
    )
  )
  .annotateMerge(
    Publication.tag(
      "Administration",
      "Alerts, the audit trail, the ledger and the screening lists, for administrators."
    )
  )
