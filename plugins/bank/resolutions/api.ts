/** What an officer found out about a payment that the network never answered, on the wire (decisions C.2). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { PaymentResultBody } from "../payments/PaymentBody.ts"
import { refused } from "../refused.ts"
import { dataOf, oneOf, pathId, text } from "../wire.ts"

export { PaymentResultBody } from "../payments/PaymentBody.ts"

export const ResolveBody = Wire.body("ResolvePayment", "What the network said in person.", {
  outcome: [oneOf(["settled", "failed"]), "Whether the money moved."],
  note: [text(1000), "Who said so, and when, for the record."]
})

export const ResolutionsApi = HttpApiGroup.make("resolutions")
  .add(
    HttpApiEndpoint.post("resolve", "/v2/admin/payments/:paymentId/resolve", {
      params: pathId("paymentId", "The payment."),
      payload: ResolveBody,
      success: dataOf(PaymentResultBody),
      error: refused("PaymentNotFound", "StateConflict")
    }).annotateMerge(
      operation(
        "Resolve a payment",
        "Ends a payment that the network never answered, or whose answers contradict each other, after you asked the network in person. The books follow.",
        { scope: "admin:write" }
      )
    )
  )
  .annotateMerge(Publication.tag("Resolutions", "Payments without a clear answer of the network, ended by an officer."))
