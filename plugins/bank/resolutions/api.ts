/** What an officer found out about a payment that the network never answered, on the wire (decisions C.2). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { PaymentResultBody } from "../payments/PaymentBody.ts"
import { dataOf, ErrorBody, oneOf, RequiredScope, text } from "../wire.ts"

export { encodeResult } from "../payments/PaymentBody.ts"

/** Body of a resolution. */
export const ResolveBody = Schema.Struct({ outcome: oneOf(["settled", "failed"]), note: text(1000) })

/** The endpoint of this slice. */
export const ResolutionsApi = HttpApiGroup.make("resolutions").add(
  HttpApiEndpoint.post("resolve", "/v2/admin/payments/:paymentId/resolve", {
    params: { paymentId: Schema.String },
    payload: ResolveBody,
    success: dataOf(PaymentResultBody),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:write")
)
