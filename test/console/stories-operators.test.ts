/** What operators do for accounts in a real browser: approve in twos, make keys, customers and endpoints, and begin anew. */
import type { Locator } from "playwright-core"
import { expect, it } from "vitest"
import { paymentBody } from "../bank/host.ts"
import { describeInChromium, docsKey, heldTransfer, inDialog, startChromium, startPlace } from "./chromium.ts"
import { administratorTokens, adminToken } from "./console.ts"

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

  it("makes a project, drops files into it and has a document written of them", async () => {
    const { engine, open } = await startPlace()
    const page = await open("/docs.projects")
    await page.getByRole("button", { name: "Make a project" }).click()
    const make = inDialog(page)
    await make.fill("Name", "Pet store")
    await make.press("Make a project")
    await page.getByRole("link", { name: "Pet store" }).click()
    const sources = page.getByRole("region", { name: "Sources" })
    await sources.getByText("No sources yet.").waitFor()
    await sources.getByLabel("Files of sources").setInputFiles([
      { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Pets\n\nThe store keeps pets.\n") },
      { name: "wrong.md", mimeType: "text/markdown", buffer: Buffer.from("# More\n\nTo be taken out.\n") }
    ])
    await sources.getByText("notes.md").waitFor()
    await sources.getByRole("button", { name: "Take wrong.md out" }).click()
    await inDialog(page).press("Take it out")
    await sources.getByText("wrong.md").waitFor({ state: "detached" })
    await sources.getByRole("button", { name: "Write a document" }).click()
    const write = inDialog(page)
    await write.choose("Kind of document", "readme")
    await write.press("Write it")
    await page.waitForURL("**/docs.drafts/*")
    await engine.drain()
    await page.getByRole("region", { name: "Text of the draft" }).getByText("The store keeps pets.").waitFor()
  })

  it("finds transfers by amounts and days as a person writes them, in an address that means the same elsewhere", async () => {
    const { open, transfer } = await startPlace()
    await transfer(paymentBody({ amount: 5_000 }))
    await transfer(paymentBody({ amount: 1_250 }))
    const page = await open("/bank.transfers")
    await page.getByText("2 transfers, newest first").waitFor()
    await page.getByRole("button", { name: "Filter" }).click()
    await page.getByLabel("At least").fill("12.51")
    await page.getByText("1 transfer", { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get("least")).toBe("1251")
    // The day begins in the zone of the reader, New York.
    await page.getByLabel("From").fill("2026-06-17")
    await page.waitForURL(/from=2026-06-17T04/)
    await page.getByText("1 transfer", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: /^At least: 12.51/ }).waitFor()
    await page.reload()
    await page.getByRole("button", { name: /^From: 2026-06-17/ }).click()
    await page.waitForURL(/least=1251$/)
  })

  it("sees where it is, on what something is done, and begins to type at once", async () => {
    const { open, transfer } = await startPlace()
    await transfer(heldTransfer())
    const page = await open("/bank.transfers")
    await page.getByRole("button", { name: /^Actions for pmt_/ }).click()
    await page.getByRole("menuitem", { name: "Cancel" }).click()
    const cancel = inDialog(page)
    await cancel.dialog.getByText("Zoltan Sanctionov · $1,250.00 USD · pmt_").waitFor()
    await page.keyboard.type("They asked for it")
    expect(await cancel.dialog.getByLabel("Why you do it").inputValue()).toBe("They asked for it")
    await cancel.press("Keep it")
    await cancel.dialog.waitFor({ state: "detached" })
    await page.goto(page.url().replace("bank.transfers", "bank.network"))
    await page.getByRole("heading", { name: "Network messages" }).waitFor()
    // Where the system chooses the colours there are no backgrounds that could show it.
    await page.emulateMedia({ forcedColors: "active" })
    const edge = `getComputedStyle(document.querySelector(".nav [aria-current=page]")).outlineStyle`
    expect(await page.evaluate(edge)).toBe("solid")
    const ofNav = `document.querySelector(".nav [aria-current=page]").getBoundingClientRect().bottom`
    await expect
      .poll(() => page.evaluate(`${ofNav} <= document.querySelector(".nav .role").getBoundingClientRect().top`))
      .toBe(true)
    await page.goto(page.url().replace("bank.network", "bank.routing"))
    await page.getByRole("heading", { name: "No routing rules yet" }).waitFor()
    await page.getByText("Without a rule the bank takes the fastest rail").waitFor()
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

  it("reads a name from its beginning, whichever way it is written", async () => {
    const { open, pay } = await startPlace()
    const { id } = await pay({ description: "חשבונית 55 (abc) ".repeat(4).trim() })
    const page = await open("/cards.payments")
    const fromRight = (place: Locator) => place.and(page.locator(":dir(rtl)")).waitFor()
    await fromRight(page.getByRole("cell", { name: /^חשבונית 55/ }))
    await page.goto(page.url().replace("cards.payments", `cards.payments/${id}`))
    await fromRight(page.getByText(/^חשבונית 55/).first())
  })

  it("signs in where a session ended elsewhere, and finds what was typed as it was", async () => {
    const { open, pay } = await startPlace()
    const page = await open("/cards.payments")
    await page.getByRole("button", { name: "Create a payment" }).click()
    const { dialog, why } = inDialog(page)
    await why("The order came by telephone")
    const out = { method: "DELETE", headers: { "content-type": "application/json", "x-bursar-console": "1" } }
    await page.evaluate((init) => fetch("/console/api/session", init), out)
    await pay()
    await page.getByText("Your session has ended").waitFor()
    // There is no way around it.
    for (const time of [1, 2, 3]) await page.keyboard.press("Escape", { delay: time })
    await page.getByLabel("Admin token").fill(adminToken)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText("Your session has ended").waitFor({ state: "detached" })
    expect(await dialog.getByLabel("Why you do it").inputValue()).toBe("The order came by telephone")
    await page.keyboard.type(", again")
    expect(await dialog.getByLabel("Why you do it").inputValue()).toContain(", again")
  })
})
