/** Customers as they are stored. */
import { storedAs } from "../../../src/plugin.ts"
import type { Customer } from "./Customer.ts"

export const storedCustomer = storedAs<Customer>({
  table: "cards_customers",
  form: {
    id: "text",
    metadata: "object",
    createdAt: "number",
    livemode: "boolean",
    email: "text",
    name: "text or null",
    phone: "text or null",
    address: "object or null",
    kycStatus: "text",
    screening: "object or null",
    flags: "list",
    defaultPaymentMethod: "text or null"
  }
})
