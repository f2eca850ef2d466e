/** Disputes in process: the same operations as over HTTP, and what only a host can say of them. */
import * as Effect from "effect/Effect"
import { call, type CallerShape } from "../../../src/plugin.ts"
import { checked, present } from "../checked.ts"
import { EvidenceBody, evidenceOf } from "./api.ts"
import type { ClosingTrigger, OpenDispute } from "./Dispute.ts"
import type { Evidence } from "./Evidence.ts"
import * as operations from "./operations.ts"
import type { DisputeFilter } from "./repository.ts"

const checkEvidence = checked(EvidenceBody)

/** Records a dispute that the processor reports. Without an amount all that is left of the payment is disputed. */
export const open = (caller: CallerShape, command: OpenDispute) =>
  call(caller, "cards.disputes.open", command, (asking) => operations.open(asking, command))

/** A dispute by its id. Fails with `DisputeNotFound`. */
export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

/** A page of disputes, newest first; `limit` 1 to 100. */
export const list = (
  caller: CallerShape,
  filter: DisputeFilter = {},
  page: { readonly limit: number; readonly cursor?: string } = { limit: 20 }
) => operations.list(caller, filter, { limit: page.limit, cursor: page.cursor, page: undefined })

/**
 * Saves evidence as a draft, or submits it. Card numbers in it are masked. Fails with `InvalidParameters` or
 * `DisputeRefused`.
 */
export const respondWith = (
  caller: CallerShape,
  id: string,
  command: { readonly evidence: Evidence; readonly submit: boolean }
) => {
  const { evidence, submit } = command
  return checkEvidence(
    present({
      customer_communication: evidence.customerCommunication,
      receipt: evidence.receipt,
      shipping_documentation: evidence.shippingDocumentation,
      service_documentation: evidence.serviceDocumentation,
      refund_policy: evidence.refundPolicy
    })
  ).pipe(
    Effect.flatMap((body) =>
      call(caller, "cards.disputes.respond", { id, body, submit }, (asking) =>
        operations.respondWith(asking, id, { evidence: evidenceOf(body), submit })
      )
    )
  )
}

/** Accepts a dispute (`accept`), or records that the issuer decided it (`win`, `lose`). Fails with `DisputeRefused`. */
export const close = (caller: CallerShape, id: string, trigger: Exclude<ClosingTrigger, "expire">) =>
  call(caller, "cards.disputes.close", { id, trigger }, (asking) => operations.close(asking, id, trigger))
