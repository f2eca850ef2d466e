/** Payments as they are shown, beside what they are. */
import type { Migration } from "../../../src/plugin.ts"

export const paymentsShown0010: Migration = {
  id: 10,
  name: "payments_shown",
  up: ({ text }) => [
    // The JSON that a retrieve answers with, made of `state`; null where it has to be made when it is read. A
    // migration that follows a change of what is shown of payments sets it to null.
    `ALTER TABLE cards_payments ADD COLUMN shown ${text}`
  ]
}
