/** Alerts on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { EmptyBody, IdempotencyKeyField, idPath, listOf, ReferenceId, visibleText } from "../wire.ts"
import { AlertBody, AlertStatusWord, AuditBody, RebuildBody } from "./AlertBody.ts"

const trueOrFalse = Schema.Literals(["true", "false"])
  .annotate({ expected: "true or false", [Publication.publishedAs]: { type: "boolean" } })
  .pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (word) => word === "true",
        encode: (value): "true" | "false" => (value ? "true" : "false")
      })
    )
  )

/** Body of the change of an alert (decisions B2). */
export const ChangeAlertBody = Wire.body("ChangeAlert", "What becomes of the alert, and why.", {
  status: [AlertStatusWord, "The new status: `under_review`, `closed` or `sar_filed`."],
  note: [
    // The length is our choice.
    Schema.optionalKey(visibleText(1000, "a text")),
    "Why, up to 1,000 characters. Required to close an alert that nobody reviewed or that requires a report, and to file a report that is not required."
  ],
  idempotency_key: IdempotencyKeyField
})

const id = idPath("The alert.")

export const AmlApi = HttpApiGroup.make("aml")
  .add(
    HttpApiEndpoint.get("list", "/v2/aml/alerts", {
      query: {
        ...Wire.parameters({
          status: [Schema.optionalKey(AlertStatusWord), "Only alerts with this status."],
          sar_required: [Schema.optionalKey(trueOrFalse), "Only alerts that require a report, or that do not."],
          customer_id: [Schema.optionalKey(ReferenceId), "Only alerts about this customer."]
        }),
        ...listQuery
      },
      success: listOf("AlertList", AlertBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List alerts", "The newest first.")),
    HttpApiEndpoint.get("retrieve", "/v2/aml/alerts/:id", {
      params: id,
      success: AlertBody,
      error: refused("AlertNotFound")
    }).annotateMerge(Publication.words("Retrieve an alert", "The alert as it is now.")),
    HttpApiEndpoint.post("change", "/v2/aml/alerts/:id", {
      params: id,
      payload: ChangeAlertBody,
      success: AlertBody,
      error: refused("AlertNoteMissing", "AlertNotFound", "AlertTransitionRefused")
    }).annotateMerge(
      Publication.words(
        "Change an alert",
        "Moves it on: `open` to `under_review` or `closed`, `under_review` to `closed` or `sar_filed`. An alert that requires a report is closed under another key than the one that reviewed it."
      )
    ),
    HttpApiEndpoint.get("history", "/v2/aml/alerts/:id/history", {
      params: id,
      query: listQuery,
      success: listOf("AlertHistory", AuditBody),
      error: refused("AlertNotFound", "InvalidCursor")
    }).annotateMerge(Publication.words("List the history of an alert", "Who did what with it, the newest first.")),
    HttpApiEndpoint.post("rebuild", "/v2/test_helpers/aml/rebuild", {
      payload: EmptyBody,
      success: RebuildBody,
      error: refused("LiveKeyNotAllowed")
    }).annotateMerge(
      Publication.words(
        "Rebuild monitoring",
        "Computes what monitoring has stored about customers again from their payments and payouts. With test keys only."
      )
    )
  )
  .annotateMerge(
    Publication.tag("Monitoring", "Alerts of the anti-money-laundering rules, and what people do about them.")
  )
