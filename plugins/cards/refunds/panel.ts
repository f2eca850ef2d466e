/** Refunds for operators. They are made from the panel of payments. */
import { documentPanel, statusBy, type CoreServices } from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import type { Refund } from "./Refund.ts"
import { RefundBody } from "./RefundBody.ts"
import { storedRefund } from "./repository.ts"

const status = statusBy({ succeeded: "good", pending: "wait", failed: "bad", canceled: "none" })

export const refundsPanel = documentPanel<Refund, CoreServices>({
  id: "refunds",
  title: "Refunds",
  noun: ["refund", "refunds"],
  empty: "Open a payment and choose “Refund” to give its money back, in whole or in part.",
  group: "Cards",
  icon: "undo-2",
  idPrefix: "ref_",
  stored: storedRefund,
  columns: {
    amount: ["Amount", "money", (refund) => ({ amountMinor: refund.amountMinor, currency: refund.currency })],
    status: ["Status", "status", (refund) => status(refund.status)],
    payment: ["Payment", "id", (refund) => refund.paymentId],
    reason: ["Reason", "code", (refund) => refund.reason],
    at: ["Created", "time", (refund) => refund.createdAt]
  },
  filters: [{ key: "payment", title: "Payment" }],
  json: RefundBody.write,
  principalOf: ownerOf,
  samples: ({ id }) => samplesOf(`/v2/refunds/${id}`, `refunds.retrieve("${id}")`),
  links: ({ paymentId }) => [linkTo("payments", paymentId, "The payment")]
})
