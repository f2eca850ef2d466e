/** Amounts of wires are shown in the currency in which they were sent, wherever they wait for a person. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { startOfTests } from "../bank/host.ts"
import { german, swift } from "../bank/wire/wires.ts"
import { startConsole } from "./console.ts"

const start = async (wire: unknown) => {
  const { browser, engine } = await startConsole({
    plugins: [bank({ mode: "sandbox", clients: [testClient] })],
    engine: { clock: startOfTests }
  })
  const headers = { authorization: undefined, "x-api-key": testClient.apiKey, "idempotency-key": "wire-1" }
  const made = await engine.request("POST", "/bank/v2/payments/wire", wire, headers)
  expect(made.status).toBe(202)
  return { browser, engine, headers, id: made.json.data.paymentId }
}

const money = { amountMinor: 2_500_000, currency: "eur" }

describe("a wire in EUR", () => {
  it("waits in EUR for an officer", async () => {
    const { browser, engine, headers } = await start(swift({ beneficiary: { ...german(), name: "Zoltan Sanctionov" } }))
    const [row] = await browser.rows("bank.queue")
    expect(row.amount).toEqual(money)
    const { data } = (await engine.request("GET", `/bank/v2/compliance/holds/${row.id}`, undefined, headers)).json
    expect(data).toMatchObject({ amount: 2_500_000, currency: "EUR" })
  })

  it("lies in EUR in suspense where the network settled what it had refused", async () => {
    const { browser, engine, headers, id } = await start(swift({ beneficiary: german("DE50500105179020000001") }))
    await engine.advance("1 minute")
    const settled = { ...headers, "idempotency-key": undefined }
    await engine.request("POST", `/bank/v2/simulator/payments/${id}/respond`, { status: "ACSC" }, settled)
    await engine.drain()
    const [row] = await browser.rows("bank.suspense")
    expect([row.amount, row.suspense]).toEqual([money, money])
    const { sections } = (await browser.get(`/api/panels/bank.suspense/items/${id}`)).json
    const { fields } = sections.find(({ title }: { readonly title: string }) => title === "In suspense")
    expect(fields).toEqual([{ label: "Amount", kind: "money", value: money }])
  })
})
