/** Every page of the console against WCAG 2.2 AA: in light, in dark and on a phone. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { testClient } from "../../plugins/bank/index.ts"
import { paymentBody } from "../bank/host.ts"
import { describeInChromium, docsKey, heldTransfer, startChromium, startPlace, type Place } from "./chromium.ts"

startChromium()

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** What the standard says of colours: whatever else it says of a page does not depend on the scheme. */
const ofColours = ["color-contrast", "link-in-text-block"]

/** What a page does against the standard, or against some rules of it, and what in it is wider than its place. */
const violationsOf = async (page: Page, rules = standards): Promise<ReadonlyArray<string>> => {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe)
  const found = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`
  )
  const wide = await page.evaluate(
    `[document.documentElement, ...document.querySelectorAll(".page, .card, .dialog")]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => "wider than its place: " + part.outerHTML.slice(0, 120))`
  )
  return [...(found as ReadonlyArray<string>), ...(wide as ReadonlyArray<string>)]
}

/** Both schemes, each with the rules that a page is held to in it. */
const schemes = [
  { scheme: "light", rules: standards },
  { scheme: "dark", rules: ofColours }
] as const

/** Goes to a page without loading the console again, and waits until it has been read. */
const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(`history.pushState({}, "", "/console${path}"); dispatchEvent(new PopStateEvent("popstate"))`)
  await page.waitForURL(`**/console${path}`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.locator(".skeleton").first().waitFor({ state: "hidden" })
}

/** Something in most lists. */
const fill = async ({ engine, pay, transfer }: Place): Promise<string> => {
  await engine.request("POST", "/cards/v2/webhook_endpoints", {
    url: "https://hooks.example.com/bursar",
    enabled_events: ["payment.succeeded"]
  })
  await engine.request("POST", "/cards/v2/customers", { name: "Ada Lovelace", email: "ada@example.com" })
  await pay({ payment_method: "pm_card_createDispute" })
  await pay({ payment_method: "pm_card_declined" })
  await transfer(paymentBody())
  await transfer(heldTransfer())
  const { id } = await pay({ description: "Order 1", metadata: { order: "1" } })
  await engine.drain()
  return `/cards.payments/${id}`
}

/** A document over the service, as a program makes one. */
const writeDocument = async ({ engine }: Place): Promise<string> => {
  const docs = { authorization: `Bearer ${docsKey}` }
  const source = { name: "notes.md", content: "# Notes\n\nIn order to begin, read on. The cache can be utilized.\n" }
  await engine.request("POST", "/docs/api/docs/v1/generations", { docType: "readme", source }, docs)
  await engine.drain()
  const { json } = await engine.request("GET", "/docs/api/docs/v1/documents", undefined, docs)
  return `/docs.documents/${json.items[0].id}`
}

/** The pages of everything that stands in the navigation. */
const pagesIn = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.evaluate(
    `[...document.querySelectorAll(".nav a")].map((link) => new URL(link.href).pathname.slice("/console".length))`
  )) as ReadonlyArray<string>

describeInChromium("the pages of the console", () => {
  it.each(schemes)("keep the standard in $scheme, each of them", async ({ rules, scheme }) => {
    const place = await startPlace()
    const payment = await fill(place)
    const text = await writeDocument(place)
    const page = await place.open("/", { scheme })
    await page.getByRole("heading", { name: "Just now" }).waitFor()
    const pages = await pagesIn(page)
    expect(pages.length).toBeGreaterThan(20)
    for (const path of [...pages, payment, text]) {
      await goTo(page, path)
      expect([path, await violationsOf(page, rules)]).toEqual([path, []])
    }
  })

  it("keep it where the menu of a row is open, and in the first form of each list", async () => {
    const place = await startPlace()
    await fill(place)
    const page = await place.open("/")
    await page.getByRole("heading", { name: "Just now" }).waitFor()
    let menus = 0
    let forms = 0
    for (const path of await pagesIn(page)) {
      await goTo(page, path)
      const menu = page.getByRole("button", { name: /^Actions for / }).first()
      if ((await menu.count()) > 0) {
        await menu.click()
        await page.getByRole("menu").waitFor()
        expect([path, "menu", await violationsOf(page)]).toEqual([path, "menu", []])
        await page.keyboard.press("Escape")
        await page.getByRole("menu").waitFor({ state: "detached" })
        menus += 1
      }
      const form = page.locator("header .actions > button").first()
      if ((await form.count()) > 0) {
        await form.click()
        await page.getByRole("dialog").waitFor()
        expect([path, "form", await violationsOf(page)]).toEqual([path, "form", []])
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        forms += 1
      }
    }
    expect([menus > 8, forms > 12]).toEqual([true, true])
  })

  it.each(schemes)("keep it in $scheme where something lies over them", async ({ rules, scheme }) => {
    const place = await startPlace()
    const payment = await fill(place)
    const page = await place.open("", { scheme, token: "" })
    await page.getByLabel("Admin token").waitFor()
    expect(await violationsOf(page, rules)).toEqual([])
    const signed = await place.open(payment, { scheme })
    await signed.getByRole("button", { name: "Refund", exact: true }).click()
    await signed.getByRole("dialog").waitFor()
    expect(await violationsOf(signed, rules)).toEqual([])
    await signed.keyboard.press("Escape")
    await signed.keyboard.press("Control+k")
    await signed.getByRole("combobox").waitFor()
    expect(await violationsOf(signed, rules)).toEqual([])
    await signed.keyboard.press("Escape")
    await signed.getByRole("button", { name: "Light or dark" }).click()
    await signed.getByRole("menu").waitFor()
    expect(await violationsOf(signed, rules)).toEqual([])
    await signed.keyboard.press("Escape")
    await signed.getByRole("button", { name: "+1 day" }).click()
    await signed.getByRole("status", { name: "What happened" }).waitFor()
    expect(await violationsOf(signed, rules)).toEqual([])
    await signed.getByRole("button", { name: "Sandbox" }).click()
    await signed.getByRole("button", { name: /^Plan a network fault/ }).waitFor()
    expect(await violationsOf(signed, rules)).toEqual([])
  })

  it("keep it on a phone, and do not scroll sideways", async () => {
    const place = await startPlace()
    const payment = await fill(place)
    const holds = await place.engine.request("GET", "/bank/v2/compliance/holds", undefined, {
      authorization: undefined,
      "x-api-key": testClient.apiKey
    })
    const held = `/bank.queue/${holds.json.data[0].holdId}`
    const page = await place.open("/", { phone: true })
    // The time stands in one line beside its buttons.
    const time = await page.getByRole("region", { name: "Engine time" }).locator("time").boundingBox()
    expect(time?.height).toBeLessThan(30)
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("dialog").waitFor()
    expect(await violationsOf(page)).toEqual([])
    const pages = await pagesIn(page)
    expect(pages.length).toBeGreaterThan(20)
    await page.keyboard.press("Escape")
    for (const path of [...pages, payment, held]) {
      await goTo(page, path)
      // What is folded is open as well: messages and bodies are as long as they are.
      await page.evaluate('for (const one of document.querySelectorAll(".story details")) one.open = true')
      expect([path, await violationsOf(page)]).toEqual([path, []])
    }
    await goTo(page, "/cards.payments")
    // A long form is as wide as the phone, and the rows of a list without pages keep their menu.
    await page.getByRole("button", { name: "Create a payment" }).click()
    expect((await page.getByRole("dialog").boundingBox())?.width).toBe(390)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press("Escape")
    await goTo(page, "/cards.balances")
    await page
      .getByRole("button", { name: /^Actions for acct_/ })
      .first()
      .click()
    await page.getByRole("menuitem", { name: "Stop payouts" }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press("Escape")
    await goTo(page, "/cards.payments")
    const filter = await page.getByRole("button", { name: "Filter" }).boundingBox()
    expect((filter?.x ?? 0) + (filter?.width ?? 0)).toBeLessThan(390)
    await page.getByRole("button", { name: "Sandbox" }).click()
    await page.getByRole("button", { name: /^Plan a network fault/ }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
