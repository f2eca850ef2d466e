import { describe, expect, it } from "vitest"
import { BankApi } from "../../plugins/bank/api.ts"
import { leakingFields } from "../freeTexts.ts"
import { startHost } from "./host.ts"

/** Fields that are judged elsewhere, by how their paths end, with the reason. */
const judgedElsewhere: Readonly<Record<string, string>> = {
  ".accountNumber": "an account number, which may look like a card number and is no free text",
  ".events[]": "must name event types",
  "/v2/webhooks.url": "refused by the core's rules of URLs",
  "/v2/admin/webhooks.url": "refused by the core's rules of URLs",
  "/v2/webhooks/:webhookId.url": "refused by the core's rules of URLs",
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

  it.each(["4242%204242%204242%204242", "4242424242424242", "4242.4242.4242.4242", "5555555555554444987"])(
    "refuses a webhook URL with %s in it, and calls no other one in its place",
    async (card) => {
      const { admin, ask } = await startHost()
      const body = { url: "https://shop.example.com/hooks", events: ["payment.settled"] }
      const url = `${body.url}?card=${card}`
      for (const refused of [
        await ask("POST", "/v2/webhooks", { ...body, url }),
        await admin("POST", "/v2/admin/webhooks", { ...body, url, clientId: "cli_sandbox" })
      ]) {
        expect([refused.status, refused.body.error.field]).toEqual([400, "url"])
        expect(refused.body.error.message).toContain("must not hold a card number")
      }
      const { webhookId } = (await ask("POST", "/v2/webhooks", body)).body.data
      const unchanged = await ask("PATCH", `/v2/webhooks/${webhookId}`, { url })
      expect([unchanged.status, unchanged.body.error.field]).toEqual([400, "url"])
      expect((await ask("GET", "/v2/webhooks")).body.data).toMatchObject([{ url: body.url }])
    }
  )
})
