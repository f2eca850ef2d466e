/** What operators make for an account: customers and their verification, endpoints for events. */
import { describe, expect, it } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { png } from "../cards/kycImages.ts"
import { startConsole } from "./console.ts"

const plugins = [cards({ mode: "sandbox" }), bank({ mode: "sandbox", clients: [testClient] })]

const of = { account: "acct_made" }

describe("customers", () => {
  it("are made, screened and verified, in test mode without an image", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const input = { ...of, email: "ada@example.com", name: "Ada Example", country: "us" }
    const { id } = (await browser.act("cards.customers.create", { input })).json
    const [row] = await browser.rows("cards.customers")
    expect(row).toMatchObject({
      id,
      account: of.account,
      screening: { value: "clear" },
      kyc: { value: "not_started" },
      actions: ["verify", "delete"]
    })
    const begun = await browser.act("cards.customers.verify", { id, input: { document_type: "passport" } })
    expect(begun.json.message).toBe("The verification has begun")
    await engine.advance("3 seconds")
    expect((await browser.rows("cards.customers"))[0]).toMatchObject({
      kyc: { value: "verified" },
      actions: ["delete"]
    })
    const { sections } = (await browser.get(`/api/panels/cards.customers/items/${id}`)).json
    expect(sections.at(-1)).toMatchObject({ title: "Latest verification" })
    expect(sections.at(-1).fields).toContainEqual({ label: "Stands", kind: "text", value: "verified" })
  })

  it("are verified by images, which may be larger than other forms, and refused by what is none", async () => {
    const { browser } = await startConsole({ plugins })
    const { id } = (await browser.act("cards.customers.create", { input: { ...of, email: "bo@example.com" } })).json
    const verify = (front: string) =>
      browser.act("cards.customers.verify", { id, input: { document_type: "passport", document_front: front } })
    expect((await verify("not base64!")).json.error.message).toBe("Front must be a file in base64")
    const text = await verify(btoa("this is a text and no image"))
    expect([text.status, text.json.error.code]).toEqual([422, "refused"])
    const large = png({ width: 640, height: 480, bytes: 1_000_000 }).toString("base64")
    expect((await verify(large)).json.message).toBe("The verification has begun")
    const trail = JSON.stringify(await browser.rows("console.audit"))
    expect(trail).not.toContain(large.slice(0, 40))
  })
})

describe("endpoints for events", () => {
  it.each([
    ["cards", of, "payment.succeeded, payment.failed", "ftp://hooks.example"],
    ["bank", { account: testClient.clientId }, "payment.settled", "ftp://hooks.example"]
  ])("of %s are registered, with a secret that is shown once, and deleted", async (plugin, owner, events, wrong) => {
    const { browser } = await startConsole({ plugins })
    const register = (input: object) => browser.act(`${plugin}.endpoints.register`, { input: { ...owner, ...input } })
    const made = await register({ url: "https://hooks.example/in", events })
    expect(made.json).toMatchObject({ message: "The endpoint is registered", secret: expect.stringMatching(/^whsec_/) })
    const [row] = await browser.rows(`${plugin}.endpoints`)
    expect(row).toMatchObject({ id: made.json.id, account: owner.account, url: "https://hooks.example/in" })
    const { sections } = (await browser.get(`/api/panels/${plugin}.endpoints/items/${row.id}`)).json
    expect(sections[0].fields[0].value).toEqual(events.split(", "))
    const refused = await register({ url: wrong, events })
    expect([refused.status, refused.json.error.code]).toEqual([422, "refused"])
    const unknown = await register({ url: "https://hooks.example/in", events: "payment.exploded" })
    expect([unknown.status, unknown.json.error.code]).toEqual([422, "refused"])
    await browser.act(`${plugin}.endpoints.delete`, { id: row.id })
    expect(await browser.rows(`${plugin}.endpoints`)).toEqual([])
    expect(JSON.stringify(await browser.rows("console.audit"))).not.toContain(made.json.secret)
  })
})
