/** What people do with the console, from one end to the other, in a real browser on a running engine. */
import { expect, it } from "vitest"
import { paymentBody } from "../bank/host.ts"
import { repoToken, startGitHost } from "../docs/gitHost.ts"
import { describeInChromium, heldTransfer, inDialog, signIn, startChromium, startPlace } from "./chromium.ts"
import { adminToken, readToken } from "./console.ts"

startChromium()

const petStore = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pet store", version: "1.0.0", description: "Keeps pets." },
  paths: {
    "/pets": { get: { operationId: "listPets", summary: "List pets", responses: { 200: { description: "Pets." } } } }
  }
})

describeInChromium("somebody at the console", () => {
  it("is refused with a wrong token, and leaves nothing secret in the browser with the right one", async () => {
    const { open } = await startPlace()
    const page = await open("/cards.payments", { token: "" })
    await page.getByLabel("Admin token").fill("not-the-token")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("alert").getByText("This token is not the engine’s").waitFor()
    await signIn(page, adminToken)
    // The address was kept.
    await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor()
    expect(await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")).toBe(
      '[{},{},""]'
    )
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/console" })
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Admin token").waitFor()
    await page.reload()
    await page.getByLabel("Admin token").waitFor()
  })

  it("takes a first payment and refunds it, and both stand in the audit", async () => {
    const { open } = await startPlace()
    const page = await open("/cards.payments")
    await page.getByRole("heading", { name: "No payments yet" }).waitFor()
    await page.getByRole("button", { name: "Create a payment" }).click()
    const create = inDialog(page)
    await create.fill("Account", "acct_first_payment")
    await create.fill("Amount", "25.00")
    await create.fill("Currency", "usd")
    await create.fill("Paid with", "pm_card_visa")
    await create.fill("Description", "Order 1")
    await create.press("Create a payment $25.00")
    await page.getByRole("link", { name: "Order 1" }).click()
    await page.getByRole("heading", { name: "$25.00 USD", level: 1 }).waitFor()
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    const refund = inDialog(page)
    await refund.fill("Amount", "10.00")
    await refund.press("Refund $10.00")
    // A reason is needed for what takes something away.
    await refund.dialog.getByText("This is needed.").waitFor()
    // The pointer is over the button, whose words are white.
    const over = `document.querySelector(".dialog .button.danger:hover")`
    await page.evaluate(`Promise.allSettled(${over}.getAnimations().map(({ finished }) => finished)).then(() => {})`)
    expect(await page.evaluate(`getComputedStyle(${over}).backgroundColor`)).toMatch(/^rgb\(1\d\d, \d\d, \d\d\)$/)
    await refund.why("The parcel came too late")
    await refund.press("Refund $10.00")
    await page.getByText("The refund was made").waitFor()
    await page.locator(".pair", { hasText: "Refunded" }).getByText("$10.00").waitFor()
    const story = page.getByRole("region", { name: "Story" })
    await story.getByText("A payment of $25.00 USD is requested").waitFor()
    await story.getByText("$10.00 USD is refunded").waitFor()
    await page.getByRole("link", { name: "Its refunds" }).waitFor()
    await page.goto(page.url().replace(/cards\.payments.*/, "audit"))
    await page.getByRole("row", { name: /cards\.payments\.refund.*The parcel came too late/ }).waitFor()
  })

  it("lets days pass until the deadline of a dispute fires, and sees what happened", async () => {
    const { open, pay } = await startPlace()
    await pay({ payment_method: "pm_card_createDispute" })
    const page = await open("/cards.disputes")
    await page.getByRole("cell", { name: "Needs response" }).waitFor()
    for (let day = 0; day < 3; day++) {
      const before = await page.getByRole("region", { name: "Engine time" }).locator("time").textContent()
      await page.getByRole("button", { name: "+1 day" }).click()
      await page
        .getByRole("region", { name: "Engine time" })
        .locator("time")
        .filter({ hasNotText: before ?? "" })
        .waitFor()
    }
    await page.getByRole("button", { name: "To a date" }).click()
    await page.getByLabel("Date and time").fill("2026-07-20T12:00")
    await page.getByRole("button", { name: "Move the clock" }).click()
    const happened = page.getByRole("status", { name: "What happened" })
    await happened
      .getByRole("link", { name: /dispute/i })
      .last()
      .click()
    await page.locator(".item-title").getByText("Lost").waitFor()
  })

  it("reads why a transfer is held, word by word, and releases it", async () => {
    const { open, transfer } = await startPlace()
    const { paymentId } = await transfer(heldTransfer())
    const page = await open("/")
    await page.getByRole("heading", { name: "One thing needs you" }).waitFor()
    await page
      .getByRole("navigation", { name: "Console" })
      .getByRole("link", { name: /Compliance queue/ })
      .click()
    await page.getByRole("link", { name: "Zoltan Sanctionov" }).click()
    const match = page.getByRole("region", { name: /^Zoltan Sanctionov: / })
    await match.getByRole("row", { name: /Word.*sanctionov.*sanctionov.*the same/i }).waitFor()
    await page.getByRole("button", { name: "Release", exact: true }).click()
    const release = inDialog(page)
    await release.why("Born 40 years later than the one on the list")
    await release.press("Release")
    await page.getByText("The transfer was released").waitFor()
    await page.locator(".item-title").getByText("Released").waitFor()
    await page.getByRole("link", { name: "The transfer" }).click()
    await page.getByText(paymentId).first().waitFor()
    expect(await page.locator(".item-title").textContent()).not.toMatch(/held/i)
  })

  it("sees a webhook fail, and sends it again when its receiver is repaired", async () => {
    const { engine, open, pay } = await startPlace()
    await engine.request("POST", "/cards/v2/webhook_endpoints", {
      url: "https://hooks.example.com/bursar",
      enabled_events: ["payment.succeeded"]
    })
    engine.notifier.answerWith(() => 500)
    await pay()
    await engine.advance("4 days")
    const page = await open("/cards.deliveries")
    await page.getByRole("table").getByRole("link", { name: "payment.succeeded" }).click()
    engine.notifier.answerWith(() => 200)
    const before = engine.notifier.requests.length
    await page
      .getByRole("button", { name: /again|resend/i })
      .first()
      .click()
    const again = inDialog(page)
    await again.why("The receiver is repaired")
    await again.press("Send again")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await engine.drain()
    await page.locator(".item-title").getByText("Delivered").waitFor()
    expect(engine.notifier.requests.length).toBeGreaterThan(before)
  })

  it("keeps a question open while it is carried out, so that a failure is seen", async () => {
    const { open } = await startPlace()
    const page = await open("/cards.payments")
    let fail = (): void => {}
    const asked = new Promise<void>((resolve) => {
      void page.route("**/actions/create", async (route) => {
        const failed = new Promise<void>((failing) => (fail = failing))
        resolve()
        await failed
        await route.fulfill({ status: 409, json: { error: "Somebody else was faster" } })
      })
    })
    await page.getByRole("button", { name: "Create a payment" }).first().click()
    const create = inDialog(page)
    await create.fill("Account", "acct_first_payment")
    await create.fill("Amount", "25.00")
    await create.fill("Currency", "usd")
    await create.fill("Paid with", "pm_card_visa")
    await create.press("Create a payment $25.00")
    await asked
    await page.keyboard.press("Escape")
    fail()
    await create.dialog.getByRole("alert").waitFor()
    await page.keyboard.press("Escape")
    await create.dialog.waitFor({ state: "detached" })
  })

  it("sees what happens without loading the page again", async () => {
    const { open, pay } = await startPlace()
    const first = await pay({ description: "The first" })
    const page = await open("/")
    await page.getByRole("region", { name: "Just now" }).getByText(first.id).first().waitFor()
    const { id } = await pay({ amount: 7_700 })
    await page.getByRole("region", { name: "Just now" }).getByText(id).first().waitFor()
  })

  it("sees what happened while its connection was broken", async () => {
    const { cut, open, pay } = await startPlace()
    const page = await open("/cards.payments")
    await page.getByRole("heading", { name: "No payments yet" }).waitFor()
    await pay({ description: "Before" })
    await page.getByRole("link", { name: "Before" }).waitFor()
    cut()
    await pay({ description: "Meanwhile" })
    await page.getByRole("link", { name: "Meanwhile" }).waitFor()
  })

  it("goes from end to end of a long list under a true scroll bar, and back where a filter was", async () => {
    const { open, pay } = await startPlace()
    for (let order = 0; order < 450; order++) await pay({ description: `Order ${order}` })
    await pay({ payment_method: "pm_card_declined" })
    const page = await open("/cards.payments")
    const list = page.getByRole("table", { name: "Payments" })
    await list.getByRole("link", { name: "Order 449" }).focus()
    expect(await list.getAttribute("aria-rowcount")).toBe("452")
    expect(await list.getByRole("row").count()).toBeLessThan(60)
    await page.keyboard.press("End")
    await list.getByRole("link", { name: "Order 0", exact: true }).press("Enter")
    await page.getByRole("heading", { name: "Story" }).waitFor()
    await page.reload()
    await page.goBack()
    await list.getByRole("link", { name: "Order 0", exact: true }).waitFor()
    await page.getByRole("button", { name: "Failed" }).click()
    await page.getByText("1 payment", { exact: true }).waitFor()
    expect(page.url()).toContain("?status=failed")
    await list.getByRole("link").press("Enter")
    await page.getByRole("heading", { name: "Story" }).waitFor()
    await page.goBack()
    await page.getByText("1 payment", { exact: true }).waitFor()
  })

  it("reads the code of a currency without a sign once", async () => {
    const { open, pay } = await startPlace()
    const { id } = await pay({ currency: "chf" })
    const page = await open(`/cards.payments/${id}`)
    await page.getByRole("heading", { name: "20.00 CHF", level: 1, exact: true }).waitFor()
    await page.goto(page.url().replace(`/${id}`, ""))
    expect(await page.locator(".money").first().textContent()).toBe("20.00 CHF")
  })

  it("finds a page and an id by typing", async () => {
    const { open, pay } = await startPlace()
    const { id } = await pay()
    const page = await open("/")
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("disp")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Disputes", level: 1 }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill(id)
    await page.getByRole("option", { name: id }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "$20.00 USD", level: 1 }).waitFor()
  })

  it("sees a secret once", async () => {
    const { open } = await startPlace()
    const page = await open("/bank.clients")
    await page.getByRole("link", { name: "Sandbox client" }).click()
    await page.getByRole("button", { name: "New key and secret", exact: true }).click()
    const rotate = inDialog(page)
    await rotate.why("It was in a log")
    await rotate.press("New key and secret")
    await rotate.dialog.getByText("it is shown once").waitFor()
    const secret = await rotate.dialog.locator(".secret-text code").textContent()
    expect(secret?.length).toBeGreaterThan(15)
    await rotate.press("Done")
    await rotate.dialog.waitFor({ state: "hidden" })
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await page.getByRole("heading", { name: "Sandbox client" }).waitFor()
    expect(await page.content()).not.toContain(secret)
  })

  it("watches a draft as it streams in, mends and edits it, sees what changed, and publishes it", async () => {
    const code = await startGitHost()
    const { engine, open } = await startPlace({ allowOrigins: [code.origin] })
    const page = await open("/docs.documents")
    await page.getByRole("button", { name: "Write a document" }).click()
    const write = inDialog(page)
    await write.fill("Source", petStore)
    await write.press("Write it")
    await page.waitForURL("**/docs.drafts/*")
    await engine.drain()
    await page.getByRole("region", { name: "Text of the draft" }).getByText("Keeps pets.").waitFor()
    await page.getByRole("link", { name: "Edit it" }).click()
    const text = page.getByRole("textbox", { name: /^Text of / })
    await text.click()
    await page.keyboard.press("Control+Home")
    await page.keyboard.type("In order to try it, read on.\n\n")
    const findings = page.getByRole("complementary", { name: /Findings/ })
    await findings.getByRole("button", { name: "Write “To”" }).click()
    await text.getByText("To try it, read on.").waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("version 2").waitFor()
    await page.getByRole("tab", { name: "Changes" }).click()
    await page.getByText("+ To try it, read on.").waitFor()
    // A snapshot, and the baseline: the text is compared with either.
    await page.getByRole("button", { name: "Keep a snapshot" }).click()
    const snapshot = inDialog(page)
    await snapshot.fill("Name", "As published")
    await snapshot.press("Keep a snapshot")
    await page.getByRole("option", { name: /^As published/ }).waitFor({ state: "attached" })
    await page.getByRole("button", { name: "Make it the baseline" }).click()
    await page.getByRole("heading", { name: "Nothing has changed" }).waitFor()
    await page.getByLabel("Compare with").selectOption("Version 1")
    await page.getByText("+ To try it, read on.").waitFor()
    await page.getByRole("button", { name: "Publish" }).click()
    const publish = inDialog(page)
    await publish.fill("Repository", "http://127.0.0.1/none.git")
    await publish.fill("Path of the file", "docs/pets.md")
    await publish.fill("Token of the repository", "none")
    await publish.fill("Why you do it", "The first guide")
    await publish.press("Publish")
    // A place that is not safe is refused in the words of the service.
    await publish.dialog.getByRole("alert").waitFor()
    await publish.fill("Repository", code.url)
    await publish.fill("Token of the repository", repoToken)
    await publish.press("Publish")
    await publish.dialog.getByText("On its way into the repository").waitFor()
    await engine.drain()
    await publish.dialog.getByText("Published: one commit on the branch main.").waitFor()
    expect(code.git("show", "main:docs/pets.md")).toContain("To try it, read on.")
  })

  it("makes the network lose answers from the panel beside every page, sees the fault, and takes it back", async () => {
    const { engine, open, transfer } = await startPlace()
    const page = await open("/bank.transfers")
    await page.getByRole("button", { name: "Sandbox" }).click()
    const panel = page.getByRole("complementary", { name: "Sandbox" })
    await panel.getByRole("button", { name: /^Plan a network fault/ }).click()
    const plan = inDialog(page)
    await plan.choose("Rail", "fednow")
    await plan.choose("Fault", "drop_responses")
    await plan.press("Plan a network fault")
    await plan.dialog.waitFor({ state: "detached" })
    // The panel stays where it is on the next page.
    const links = page.getByRole("navigation", { name: "Console" })
    await links.getByRole("link", { name: "Network faults" }).click()
    await page
      .getByRole("link", { name: "drop responses" })
      .or(page.getByRole("cell", { name: "drop responses" }))
      .first()
      .waitFor()
    await panel.getByRole("button", { name: /^Put the network in order/ }).click()
    const restore = inDialog(page)
    await restore.why("The trial is over")
    await restore.press("Put the network in order")
    await page.getByRole("heading", { name: "No planned faults yet" }).waitFor()
    await transfer(paymentBody())
    await engine.drain()
    await links.getByRole("link", { name: "Transfers", exact: true }).click()
    await page.getByRole("cell", { name: "Settled" }).waitFor()
    await panel.getByRole("button", { name: "Close the sandbox panel" }).click()
    await panel.waitFor({ state: "detached" })
  })

  it("looks and changes nothing with a read token", async () => {
    const { open, pay, transfer } = await startPlace()
    const { id } = await pay()
    await transfer(paymentBody())
    const page = await open(`/cards.payments/${id}`, { token: readToken })
    await page.getByRole("heading", { name: "$20.00 USD", level: 1 }).waitFor()
    await page.getByText("Looks, and changes nothing").waitFor()
    expect(await page.getByRole("button", { name: /Refund|\+1 day/ }).count()).toBe(0)
    const answer = await page.evaluate(
      `fetch("/console/api/clock/advance", { method: "POST", headers: { "content-type": "application/json", "x-bursar-console": "1" }, body: '{"seconds":60}' }).then((a) => a.status)`
    )
    expect(answer).toBe(403)
  })
})
