/** Payment methods as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"

const common = {
  id: "text",
  customer: "text or null",
  createdAt: "number",
  livemode: "boolean",
  type: "text",
  behaviour: { outcome: "text" },
  billingDetails: {},
  client: {}
} as const

const card = {
  brand: "text",
  last4: "text",
  expMonth: "number",
  expYear: "number",
  country: "text",
  funding: "text",
  category: "text",
  fingerprint: "text",
  threeDSecure: "text"
} as const

const usBankAccount = { bankName: "text", routingNumber: "text", last4: "text", fingerprint: "text" } as const

export const storedMethod = storedAs<PaymentMethod>({
  table: "cards_payment_methods",
  form: [
    "one of",
    [
      { ...common, card },
      { ...common, usBankAccount }
    ]
  ]
})
