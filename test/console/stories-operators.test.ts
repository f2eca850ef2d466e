/** What operators do for accounts in a real browser: approve in twos, make keys, customers and endpoints, and begin anew. */
import { expect, it } from "vitest"
import { paymentBody } from "../bank/host.ts"
import { describeInChromium, docsKey, inDialog, startChromium, startPlace } from "./chromium.ts"
import { administratorTokens } from "./console.ts"

startChromium()

describeInChromium("an operator at the console", () => {
  it("approves a transfer, sees who else is needed, and another one finishes it", async () => {
    const { engine, open, transfer } = await startPlace()
    const anna = await open("/bank.approval_rules", { token: administratorTokens.anna })
    await anna.getByText("anna", { exact: true }).waitFor()
    await anna.getByRole("button", { name: "Make a rule" }).click()
    const rule = inDialog(anna)
    await rule.choose("Then", "human")
    await rule.choose("People who must approve", "2")
    await rule.press("Make a rule")
    await rule.dialog.waitFor({ state: "detached" })
    const { paymentId } = await transfer(paymentBody())
    const approveAs = async (page: typeof anna) => {
      await page
        .getByRole("navigation", { name: "Console" })
        .getByRole("link", { name: /Approvals/ })
        .click()
      await page.getByRole("link", { name: "Jane Roe" }).click()
      await page.getByRole("button", { name: "Approve", exact: true }).click()
      const approve = inDialog(page)
      await approve.why("Seen the invoice")
      await approve.press("Approve")
    }
    await approveAs(anna)
    await anna.getByText("Approved by 1 of 2: somebody else has to approve it too").waitFor()
    await anna.getByText("admin:anna").first().waitFor()
    await anna.getByText(/^1 more: an administrator with a token of their own/).waitFor()
    const ben = await open("/", { token: administratorTokens.ben })
    await approveAs(ben)
    await ben.getByText("The transfer was approved").waitFor()
    await engine.drain()
    await ben.goto(ben.url().replace(/bank\.approvals.*/, `bank.transfers/${paymentId}`))
    await ben.locator(".item-title").getByText("Settled").waitFor()
  })

  it("makes a key for a new account, pays with it, stops its payouts and revokes it", async () => {
    const { engine, open } = await startPlace()
    const page = await open("/cards.keys")
    await page.getByRole("button", { name: "Make a key" }).click()
    const make = inDialog(page)
    await make.press("Make a key")
    await make.dialog.getByText("it is shown once").waitFor()
    const key = (await make.dialog.locator(".secret-text code").textContent()) ?? ""
    expect(key).toMatch(/^sk_test_/)
    await make.press("Done")
    const pay = async () =>
      (
        await engine.request(
          "POST",
          "/cards/v2/payments",
          { amount: 2_000, currency: "usd", payment_method: "pm_card_visa" },
          { authorization: `Bearer ${key}` }
        )
      ).status
    expect(await pay()).toBe(200)
    const links = page.getByRole("navigation", { name: "Console" })
    await links.getByRole("link", { name: "Accounts and balances" }).click()
    await page.getByRole("button", { name: /^Actions for acct_/ }).click()
    await page.getByRole("menuitem", { name: "Stop payouts" }).click()
    const stop = inDialog(page)
    await stop.why("They left the trial")
    await stop.press("Stop payouts")
    await page.getByRole("cell", { name: "Off" }).waitFor()
    await links.getByRole("link", { name: "API keys" }).click()
    await page.getByRole("button", { name: /^Actions for key_/ }).click()
    await page.getByRole("menuitem", { name: "Revoke" }).click()
    const revoke = inDialog(page)
    await revoke.why("It was in a log")
    await revoke.press("Revoke")
    await page.getByRole("cell", { name: "Revoked" }).waitFor()
    expect(await pay()).toBe(401)
  })

  it("makes a customer, verifies them with an image, and registers an endpoint for the account", async () => {
    const { engine, open } = await startPlace()
    const page = await open("/cards.customers")
    await page.getByRole("button", { name: "Create a customer" }).first().click()
    const create = inDialog(page)
    await create.fill("Account", "acct_operator")
    await create.fill("E-mail", "ada@example.com")
    await create.fill("Name", "Ada Example")
    await create.press("Create a customer")
    await page.getByRole("link", { name: "Ada Example" }).click()
    await page.getByRole("button", { name: "Start a verification" }).click()
    const verify = inDialog(page)
    await verify.fill("Date of birth", "1990-01-01")
    await verify.press("Start a verification")
    await page.getByText("The verification has begun").waitFor()
    await engine.advance("3 seconds")
    await page.getByRole("region", { name: "Latest verification" }).getByText("verified").waitFor()
    await page
      .getByRole("navigation", { name: "Console" })
      .getByRole("region", { name: "Cards" })
      .getByRole("link", { name: "Webhook endpoints" })
      .click()
    await page.getByRole("button", { name: "Register an endpoint" }).click()
    const register = inDialog(page)
    // The one account that was seen stands there already.
    expect(await register.dialog.getByLabel("Account").inputValue()).toBe("acct_operator")
    await register.fill("Address", "https://hooks.example.com/in")
    await register.press("Register an endpoint")
    await register.dialog.getByText("it is shown once").waitFor()
    await register.press("Done")
    await page.getByRole("link", { name: "https://hooks.example.com/in" }).waitFor()
  })

  it("opens a draft that ended long ago and reads its text, and the browser prints no error", async () => {
    const { engine, open } = await startPlace()
    const docs = { authorization: `Bearer ${docsKey}` }
    const source = { name: "notes.md", content: "# Notes\n\nThe ledger balances.\n" }
    const made = await engine.request(
      "POST",
      "/docs/api/docs/v1/generations",
      { docType: "readme", source },
      { ...docs, "idempotency-key": "draft-1" }
    )
    await engine.drain()
    await engine.advance("1 day")
    const page = await open("/")
    const printed: Array<string> = []
    page.on("console", (message) => message.type() === "error" && printed.push(message.text()))
    await page.goto(page.url().replace(/\/?$/, `/docs.drafts/${made.json.id}`))
    await page.getByRole("region", { name: "Text of the draft" }).getByText("The ledger balances.").waitFor()
    await page.getByRole("link", { name: "Edit it" }).waitFor()
    expect(printed).toEqual([])
  })

  it("resets the bank from the panel beside every page", async () => {
    const { engine, open, transfer } = await startPlace()
    await transfer(paymentBody())
    await engine.drain()
    const page = await open("/bank.transfers")
    await page.getByRole("link", { name: "Jane Roe" }).waitFor()
    await page.getByRole("button", { name: "Sandbox" }).click()
    const panel = page.getByRole("complementary", { name: "Sandbox" })
    await panel.getByRole("button", { name: /^Reset the bank/ }).click()
    const reset = inDialog(page)
    await reset.why("The next trial")
    await reset.press("Reset the bank")
    await page.getByRole("heading", { name: "No transfers yet" }).waitFor()
  })
})
