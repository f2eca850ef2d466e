/** Payments and payment methods. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"
import { paymentsAuthentication0002 } from "./0002_payments_authentication.ts"
import { accounts0011 } from "./0011_accounts.ts"
import { aml0006 } from "./0006_aml.ts"
import { kyc0008 } from "./0008_kyc.ts"
import { customers0003 } from "./0003_customers.ts"
import { customerNames0007 } from "./0007_customer_names.ts"
import { moneyMovement0004 } from "./0004_money_movement.ts"
import { paymentsShown0010 } from "./0010_payments_shown.ts"
import { rescreening0009 } from "./0009_rescreening.ts"
import { risk0005 } from "./0005_risk.ts"

export const payments0001: Migration = {
  id: 1,
  name: "payments",
  up: (dialect) => [
    createDocuments(dialect, "cards_payments", {
      scope: "text",
      status: "text",
      amount: "integer",
      currency: "text",
      customer: "text or null"
    }),
    `CREATE UNIQUE INDEX cards_payments_id ON cards_payments (id)`,
    `CREATE INDEX cards_payments_scope ON cards_payments (scope, created_at, sequence)`,
    `CREATE INDEX cards_payments_status ON cards_payments (scope, status, created_at, sequence)`,
    `CREATE INDEX cards_payments_customer ON cards_payments (scope, customer, created_at, sequence)
      WHERE customer IS NOT NULL`,

    createDocuments(dialect, "cards_payment_methods", { scope: "text", customer: "text or null" }),
    `CREATE UNIQUE INDEX cards_payment_methods_id ON cards_payment_methods (id)`,
    `CREATE INDEX cards_payment_methods_customer ON cards_payment_methods (scope, customer, created_at, sequence)
      WHERE customer IS NOT NULL`
  ]
}

/** The schema of the plugin, in order. */
export const cardsMigrations: ReadonlyArray<Migration> = [
  payments0001,
  paymentsAuthentication0002,
  customers0003,
  moneyMovement0004,
  risk0005,
  aml0006,
  customerNames0007,
  kyc0008,
  rescreening0009,
  paymentsShown0010,
  accounts0011
]
