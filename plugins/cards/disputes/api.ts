/** Disputes on the wire: endpoints and bodies. Snake case begins and ends here. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { listQuery } from "../lists.ts"
import { refused } from "../refused.ts"
import { asked, EmptyBody, Flag, IdempotencyKeyField, idPath, listOf, ReferenceId, text } from "../wire.ts"
import { DisputeBody, DisputeStatusWord } from "./DisputeBody.ts"
import { maxEvidenceLength, type Evidence } from "./Evidence.ts"

const evidenceText = Schema.optionalKey(text(maxEvidenceLength))

/** Body of submit evidence (spec cards §2), in its order. A text without content takes back what a draft said. */
export const EvidenceBody = Wire.body(
  "SubmitEvidence",
  "Texts against the dispute, up to 20,000 characters each. What is left out stays as it was saved; an empty text, or one of white space, removes it.",
  {
    customer_communication: [evidenceText, "What you and the customer wrote to each other."],
    receipt: [evidenceText, "The receipt that the customer got."],
    shipping_documentation: [evidenceText, "That the goods were sent, and to whom."],
    service_documentation: [evidenceText, "That the service was provided."],
    refund_policy: [evidenceText, "Your terms for refunds."],
    submit: [
      Schema.optionalKey(Flag),
      "`true`: the evidence goes to the issuer with all that was saved, once and for good. Default: `false`, it is saved as a draft."
    ],
    idempotency_key: IdempotencyKeyField
  }
)

export const evidenceOf = (body: typeof EvidenceBody.Type): Evidence => {
  const { submit: _, ...texts } = body
  return asked(texts)
}

const id = idPath("The dispute.")

export const DisputesApi = HttpApiGroup.make("disputes")
  .add(
    HttpApiEndpoint.get("list", "/v2/disputes", {
      query: {
        ...Wire.parameters({
          status: [Schema.optionalKey(DisputeStatusWord), "Only disputes with this status."],
          payment_id: [Schema.optionalKey(ReferenceId), "Only disputes of this payment."]
        }),
        ...listQuery
      },
      success: listOf("DisputeList", DisputeBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List disputes", "The newest first.")),
    HttpApiEndpoint.get("retrieve", "/v2/disputes/:id", {
      params: id,
      success: DisputeBody,
      error: refused("DisputeNotFound")
    }).annotateMerge(Publication.words("Retrieve a dispute", "The dispute as it is now.")),
    HttpApiEndpoint.post("respond", "/v2/disputes/:id/evidence", {
      params: id,
      payload: EvidenceBody,
      success: DisputeBody,
      error: refused("DisputeNotFound", "DisputeRefused")
    }).annotateMerge(
      Publication.words(
        "Send evidence",
        "Saves evidence as a draft or, with `submit`, sends it to the issuer together with all drafts. Evidence can be submitted once, before `respond_by`. In the sandbox the word `winning_evidence` or `losing_evidence` in a text decides the dispute."
      )
    ),
    HttpApiEndpoint.post("accept", "/v2/disputes/:id/accept", {
      params: id,
      payload: EmptyBody,
      success: DisputeBody,
      error: refused("DisputeNotFound", { DisputeRefused: ["dispute_unexpected_state"] })
    }).annotateMerge(
      Publication.words("Accept a dispute", "Gives the money to the cardholder at once: the dispute is `lost`.")
    )
  )
  .annotateMerge(
    Publication.tag("Disputes", "Payments that cardholders want back through their bank, and your evidence.")
  )
