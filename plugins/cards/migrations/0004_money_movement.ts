/** Money after the payment: refunds, disputes and payouts. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const moneyMovement0004: Migration = {
  id: 4,
  name: "money_movement",
  up: (dialect) => [
    createDocuments(dialect, "cards_refunds", { scope: "text", payment: "text" }),
    `CREATE UNIQUE INDEX cards_refunds_id ON cards_refunds (id)`,
    `CREATE INDEX cards_refunds_scope ON cards_refunds (scope, created_at, sequence)`,
    `CREATE INDEX cards_refunds_payment ON cards_refunds (scope, payment, created_at, sequence)`,

    createDocuments(dialect, "cards_disputes", { scope: "text", payment: "text", status: "text" }),
    `CREATE UNIQUE INDEX cards_disputes_id ON cards_disputes (id)`,
    `CREATE INDEX cards_disputes_scope ON cards_disputes (scope, created_at, sequence)`,
    `CREATE INDEX cards_disputes_status ON cards_disputes (scope, status, created_at, sequence)`,
    `CREATE INDEX cards_disputes_payment ON cards_disputes (scope, payment, created_at, sequence)`,

    // due_at: when the next step of the payout is due by itself; null when it waits for nothing or for the bank.
    createDocuments(dialect, "cards_payouts", {
      scope: "text",
      status: "text",
      destination: "text",
      due_at: "integer or null"
    }),
    `CREATE UNIQUE INDEX cards_payouts_id ON cards_payouts (id)`,
    `CREATE INDEX cards_payouts_scope ON cards_payouts (scope, created_at, sequence)`,
    `CREATE INDEX cards_payouts_status ON cards_payouts (scope, status, created_at, sequence)`,
    `CREATE INDEX cards_payouts_destination ON cards_payouts (scope, destination, created_at, sequence)`,
    `CREATE INDEX cards_payouts_due ON cards_payouts (due_at, sequence) WHERE due_at IS NOT NULL`
  ]
}
