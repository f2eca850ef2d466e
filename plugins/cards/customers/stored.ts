/** Customers as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { Customer } from "./Customer.ts"

export const storedCustomer = storedAs<Customer>({
  table: "cards_customers",
  form: {
    id: "text",
    metadata: ["map of", "text"],
    createdAt: "number",
    livemode: "boolean",
    email: "text",
    name: "text or null",
    phone: "text or null",
    address: ["or null", {}],
    kycStatus: "text",
    screening: ["or null", { screeningId: "text", result: "text", approved: "boolean" }],
    flags: ["list of", "text"],
    defaultPaymentMethod: "text or null"
  }
})
