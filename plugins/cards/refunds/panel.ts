/** Refunds for operators. They are made from the panel of payments. */
import { documentPanel, type CoreServices } from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf, statusBy } from "../panelParts.ts"
import type { Refund } from "./Refund.ts"
import { encodeRefund } from "./RefundBody.ts"
import { storedRefund } from "./repository.ts"

const status = statusBy({ succeeded: "good", pending: "wait", failed: "bad", canceled: "none" })

export const refundsPanel = documentPanel<Refund, CoreServices>({
  id: "refunds",
  title: "Refunds",
  group: "Cards",
  icon: "undo-2",
  idPrefix: "ref_",
  stored: storedRefund,
  columns: [
    { key: "amount", title: "Amount", kind: "money" },
    { key: "status", title: "Status", kind: "status" },
    { key: "payment", title: "Payment", kind: "id" },
    { key: "reason", title: "Reason", kind: "code" },
    { key: "at", title: "Created", kind: "time" }
  ],
  filters: [{ key: "payment", title: "Payment" }],
  cells: (refund) => ({
    amount: { amountMinor: refund.amountMinor, currency: refund.currency },
    status: status(refund.status),
    payment: refund.paymentId,
    reason: refund.reason,
    at: refund.createdAt
  }),
  json: encodeRefund,
  principalOf: ownerOf,
  samples: ({ id }) => samplesOf(`/v2/refunds/${id}`, `refunds.retrieve("${id}")`),
  links: ({ paymentId }) => [linkTo("payments", paymentId, "The payment")]
})
