import { describe, expect, it } from "vitest"
import { BankApi } from "../../plugins/bank/api.ts"
import { leakingFields } from "../freeTexts.ts"
import { startHost } from "./host.ts"

/** Fields that are judged elsewhere, by how their paths end, with the reason. */
const judgedElsewhere: Readonly<Record<string, string>> = {
  ".accountNumber": "an account number, which may look like a card number and is no free text",
  ".events[]": "must name event types",
  "/v2/payments/ach/batches.defaults.*": "decoded with each entry by the schemas of ACH payments",
  "/v2/payments/ach/batches.entries[]": "decoded one by one by the schemas of ACH payments",
  "/v2/admin/participants/import.content": "a file of the network, of which known columns are kept"
}

describe("free text of the bank service", () => {
  it("is masked by the schema of every field of every body", () => {
    const forgotten = leakingFields(BankApi).filter((path) =>
      Object.keys(judgedElsewhere).every((end) => !path.endsWith(end))
    )
    expect(forgotten).toEqual([])
  })

  it("keeps the last four digits of a card number in remittance information and references, sent and shown", async () => {
    const { ask, engine, pay, payment } = await startHost()
    const card = "5555 5555 5555 4444987"
    const made = await pay({ remittanceInfo: `Card ${card}`, referenceId: "4242.4242.4242.4242" })
    expect(made.status).toBeLessThan(300)
    const shown = await payment(made.body.data.paymentId)
    expect(shown).toMatchObject({ remittanceInfo: "Card **** **** **** 4444***", referenceId: "****.****.****.4242" })
    const found = await ask("GET", "/v2/payments/instant?referenceId=4242.4242.4242.4242")
    expect(found.body.data).toHaveLength(1)
    expect(JSON.stringify(engine.notifier.requests.map(({ body }) => String(body)))).not.toContain("5555")
  })

  it("refuses a webhook URL with a card number in it", async () => {
    const { ask } = await startHost()
    const url = "https://shop.example.com/hooks?card=4242%204242%204242%204242"
    const refused = await ask("POST", "/v2/webhooks", { url, events: ["payment.settled"] })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain("must not hold a card number")
  })
})
