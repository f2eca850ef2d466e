/** Disputes on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { listQuery } from "../lists.ts"
import { ErrorBody, listOf, ReferenceId, text } from "../wire.ts"
import { DisputeBody, DisputeStatusWord } from "./DisputeBody.ts"
import { maxEvidenceLength, type Evidence } from "./Evidence.ts"

const evidenceText = Schema.optionalKey(text(maxEvidenceLength))

const idempotencyKey = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** Body of submit evidence (spec cards §2), in its order. An empty text takes back what a draft said. */
export const EvidenceBody = Schema.Struct({
  customer_communication: evidenceText,
  receipt: evidenceText,
  shipping_documentation: evidenceText,
  service_documentation: evidenceText,
  refund_policy: evidenceText,
  submit: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  idempotency_key: idempotencyKey
})

/** The texts that a body gives. */
export const evidenceOf = (body: typeof EvidenceBody.Type): Evidence => ({
  ...(body.customer_communication === undefined ? {} : { customerCommunication: body.customer_communication }),
  ...(body.receipt === undefined ? {} : { receipt: body.receipt }),
  ...(body.shipping_documentation === undefined ? {} : { shippingDocumentation: body.shipping_documentation }),
  ...(body.service_documentation === undefined ? {} : { serviceDocumentation: body.service_documentation }),
  ...(body.refund_policy === undefined ? {} : { refundPolicy: body.refund_policy })
})

const id = { id: Schema.String }

/** The endpoints of this slice. */
export const DisputesApi = HttpApiGroup.make("disputes").add(
  HttpApiEndpoint.get("list", "/v2/disputes", {
    query: {
      status: Schema.optionalKey(DisputeStatusWord),
      payment_id: Schema.optionalKey(ReferenceId),
      ...listQuery
    },
    success: listOf("DisputeList", DisputeBody),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", "/v2/disputes/:id", { params: id, success: DisputeBody, error: ErrorBody }),
  HttpApiEndpoint.post("respond", "/v2/disputes/:id/evidence", {
    params: id,
    payload: EvidenceBody,
    success: DisputeBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("accept", "/v2/disputes/:id/accept", {
    params: id,
    payload: Schema.Struct({ idempotency_key: idempotencyKey }),
    success: DisputeBody,
    error: ErrorBody
  })
)
