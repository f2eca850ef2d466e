/** State that is rebuilt from ledger and events is the state that is kept: on data of nearly every kind. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, it } from "vitest"
import { unpacked } from "../store/unpacked.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { replay } from "./replay.ts"
import { sqliteRows } from "./rows.ts"

const data = () => {
  const path = join(temporaryFolder(), "us-east-1.db")
  writeFileSync(path, unpacked("2026-11-23-b.db"))
  return path
}

it("rebuilds balances, payments, refunds, disputes and payouts as they are kept", async () => {
  const { compared, differences, untold } = await replay(sqliteRows(data()))
  expect(differences).toEqual([])
  expect(Math.min(...Object.values(compared))).toBeGreaterThan(1)
  // Events of the bank are kept for 72 hours.
  expect(Object.keys(untold).filter((table) => untold[table]! > 0)).toEqual(["bank_payments"])
})

it.each([
  ["ledger_balances", "UPDATE ledger_balances SET balance = balance + 1 WHERE account = 'bank.cash'", "balance"],
  ["cards_payments", "UPDATE cards_payments SET status = 'failed' WHERE status = 'succeeded'", "status"],
  [
    "cards_payments",
    "UPDATE cards_payments SET shown = replace(shown, '\"amount_refunded\":500', '\"amount_refunded\":0')",
    "shown"
  ],
  ["cards_refunds", "UPDATE cards_refunds SET state = replace(state, 'succeeded', 'pending')", "status"],
  ["bank_payments", "DELETE FROM bank_payments WHERE status = 'settled'", "id"]
])("reports the first difference in %s", async (table, harm, column) => {
  const path = data()
  const rows = new DatabaseSync(path)
  rows.exec(harm)
  rows.close()
  const { differences } = await replay(sqliteRows(path))
  expect(differences).toHaveLength(1)
  expect(differences[0]).toMatch(new RegExp(`^${table} .*: ${column} is `))
})
