/** Payment methods as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"

export const storedMethod = storedAs<PaymentMethod>({
  table: "cards_payment_methods",
  form: {
    id: "text",
    customer: "text or null",
    createdAt: "number",
    livemode: "boolean",
    type: "text",
    behaviour: "object",
    billingDetails: "object",
    client: "object"
  }
})
