/** What the simulated network keeps of a transfer in a message that waits to be sent. */
import { expect, it } from "vitest"
import { isPersonal } from "../../plugins/bank/simulator/Letter.ts"
import { letterOf } from "../../plugins/bank/simulator/plan.ts"

const transfer = {
  messageId: "20260617099900014ABCDEFGHIJKLMN",
  createdAt: 0,
  endToEndId: "pmt_inst_0000000000000000000000a",
  amount: { amountMinor: 1_000, currency: "usd" },
  settlementDate: "2026-06-17",
  chargeBearer: "SLEV",
  instructingAgent: { routingNumber: "099900014" },
  instructedAgent: { routingNumber: "099900027" },
  debtor: { name: "Wilhelmina Quartermaine" },
  debtorAccount: { number: "7431265098" },
  debtorAgent: { routingNumber: "099900014" },
  creditorAgent: { routingNumber: "099900027" },
  creditor: { name: "Jane Roe" },
  remittance: "Invoice 4711"
} as const

const desk = { now: () => 0, nextId: (prefix: string) => `${prefix}_0000000000000000000000b` }

it("an answer names nobody, and is sealed only where it says something in words", () => {
  const answer = letterOf(desk, "fednow", { kind: "status", original: transfer, status: "ACSC" })
  const text = JSON.stringify(answer)
  for (const personal of ["Wilhelmina", "7431265098", "Jane", "4711"]) expect(text).not.toContain(personal)
  expect(text).toContain(transfer.endToEndId)
  expect(isPersonal(answer)).toBe(false)
  const refusal = { kind: "status", original: transfer, status: "RJCT", narrative: "Jane Roe has moved" } as const
  expect(isPersonal(letterOf(desk, "fednow", refusal))).toBe(true)
})

it("money that goes back names both parties, and is sealed", () => {
  const back = letterOf(desk, "fednow", { kind: "return", original: transfer, amountCents: 1_000, code: "AC04" })
  expect(JSON.stringify(back)).toContain("Wilhelmina")
  expect(isPersonal(back)).toBe(true)
})
