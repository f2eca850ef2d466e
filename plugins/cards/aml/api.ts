/** Alerts on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf, ReferenceId, text } from "../wire.ts"
import { AlertBody, AlertStatusWord, AuditBody } from "./AlertBody.ts"

const trueOrFalse = Schema.Literals(["true", "false"])
  .annotate({ expected: "true or false" })
  .pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (word) => word === "true",
        encode: (value): "true" | "false" => (value ? "true" : "false")
      })
    )
  )

/** Longest note (our choice). */
const maxNoteLength = 1000

/** Body of the change of an alert (decisions B2). */
export const ChangeAlertBody = Schema.Struct({
  status: AlertStatusWord,
  note: Schema.optionalKey(
    text(maxNoteLength).check(
      Schema.makeFilter((note: string) => note.trim() !== "", {
        expected: "a text with at least one visible character"
      })
    )
  ),
  idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))
})

const id = { id: Schema.String }

/** The endpoints of this slice. */
export const AmlApi = HttpApiGroup.make("aml").add(
  HttpApiEndpoint.get("list", "/v2/aml/alerts", {
    query: {
      status: Schema.optionalKey(AlertStatusWord),
      sar_required: Schema.optionalKey(trueOrFalse),
      customer_id: Schema.optionalKey(ReferenceId),
      ...listQuery
    },
    success: listOf("AlertList", AlertBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/aml/alerts/:id", { params: id, success: AlertBody, error: ErrorBody }),
  HttpApiEndpoint.post("change", "/v2/aml/alerts/:id", {
    params: id,
    payload: ChangeAlertBody,
    success: AlertBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.get("history", "/v2/aml/alerts/:id/history", {
    params: id,
    query: listQuery,
    success: listOf("AuditList", AuditBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.post("rebuild", "/v2/test_helpers/aml/rebuild", {
    payload: Schema.Struct({ idempotency_key: Schema.optionalKey(Schema.String.annotate({ expected: "a string" })) }),
    success: Schema.Struct({
      object: Schema.Literal("aml_rebuild"),
      customers: Schema.Int,
      corrected: Schema.Int
    }),
    error: ErrorBody
  })
)
