/** Money after the payment: refunds, disputes and payouts. */
import type { Migration } from "../../../src/plugin.ts"

export const moneyMovement0004: Migration = {
  id: 4,
  name: "money_movement",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE cards_refunds (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      payment ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX cards_refunds_id ON cards_refunds (id)`,
    `CREATE INDEX cards_refunds_scope ON cards_refunds (scope, created_at, sequence)`,
    `CREATE INDEX cards_refunds_payment ON cards_refunds (scope, payment, created_at, sequence)`,

    `CREATE TABLE cards_disputes (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      payment ${text} NOT NULL,
      status ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX cards_disputes_id ON cards_disputes (id)`,
    `CREATE INDEX cards_disputes_scope ON cards_disputes (scope, created_at, sequence)`,
    `CREATE INDEX cards_disputes_status ON cards_disputes (scope, status, created_at, sequence)`,
    `CREATE INDEX cards_disputes_payment ON cards_disputes (scope, payment, created_at, sequence)`,

    // due_at: when the next step of the payout is due by itself; null when it waits for nothing or for the bank.
    `CREATE TABLE cards_payouts (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      status ${text} NOT NULL,
      destination ${text} NOT NULL,
      due_at ${integer},
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX cards_payouts_id ON cards_payouts (id)`,
    `CREATE INDEX cards_payouts_scope ON cards_payouts (scope, created_at, sequence)`,
    `CREATE INDEX cards_payouts_status ON cards_payouts (scope, status, created_at, sequence)`,
    `CREATE INDEX cards_payouts_destination ON cards_payouts (scope, destination, created_at, sequence)`,
    `CREATE INDEX cards_payouts_due ON cards_payouts (due_at, sequence) WHERE due_at IS NOT NULL`
  ]
}
