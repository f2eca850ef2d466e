import { describe, expect, it } from "vitest"
import { startHost, type Host } from "./host.ts"

const required = { amount: 5000, currency: "eur", payment_method: "pm_card_3ds_required" }

const create = async (host: Host, body: Readonly<Record<string, unknown>> = {}) =>
  (await host.ask("POST", "/v2/payments", { ...required, ...body })).body

/** Opens the page as a browser does: no key, no JSON. */
const visit = async (host: Host, url: string, result?: string) => {
  const response = await host.engine.fetch(
    new Request(url, {
      method: result === undefined ? "GET" : "POST",
      redirect: "manual",
      ...(result === undefined
        ? {}
        : {
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ result }).toString()
          })
    })
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const retrieve = async (host: Host, id: string) => (await host.ask("GET", `/v2/payments/${id}`)).body

describe("a payment with 3D Secure", () => {
  it("C13, C34, C107, C214: waits for the cardholder, at a page under the address of the request", async () => {
    const host = await startHost()
    const { body, status } = await host.ask("POST", "/v2/payments", required)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: "requires_action",
      amount_captured: 0,
      next_action: { type: "redirect_to_url" },
      sca: { decision: "challenge", reason: "required_by_issuer" },
      authorization: { state: "none", amount_authorized: 0 }
    })
    expect(body.next_action.redirect_url).toMatch(/^http:\/\/host\.test\/cards\/v2\/3ds\/[\w.]+$/)
  })

  it("C108, C127: is authenticated on the page and then confirmed and captured", async () => {
    const host = await startHost()
    const made = await create(host, { return_url: "https://shop.example/thanks?order=1" })
    const { id } = made
    const early = await host.ask("POST", `/v2/payments/${id}/confirm`)
    expect([early.status, early.body.error.code]).toEqual([400, "authentication_pending"])
    expect(await retrieve(host, id)).toEqual(made)

    const back = await visit(host, made.next_action.redirect_url, "succeeded")
    expect(back.status).toBe(303)
    expect(back.headers.get("location")).toBe(`https://shop.example/thanks?order=1&payment_id=${id}`)
    expect((await retrieve(host, id)).status).toBe("requires_action")

    const confirmed = await host.ask("POST", `/v2/payments/${id}/confirm`, {}, { "idempotency-key": "confirm-1" })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body).toMatchObject({ id, status: "succeeded", amount_captured: 5000, risk: { score: 0 } })
    expect(confirmed.body).not.toHaveProperty("next_action")
    const again = await host.ask("POST", `/v2/payments/${id}/confirm`, {}, { "idempotency-key": "confirm-1" })
    expect(again.text).toBe(confirmed.text)
    const twice = await host.ask("POST", `/v2/payments/${id}/confirm`)
    expect([twice.status, twice.body.error.code]).toEqual([400, "payment_unexpected_state"])
  })

  it.each([
    ["pm_card_3ds_failed", "card_declined"],
    ["pm_card_authenticationRequiredChargeDeclinedInsufficientFunds", "insufficient_funds"]
  ])("C216: %s is declined after the authentication, with 402 %s", async (payment_method, code) => {
    const host = await startHost()
    const { id, next_action } = await create(host, { payment_method })
    await visit(host, next_action.redirect_url, "succeeded")
    const confirmed = await host.ask("POST", `/v2/payments/${id}/confirm`)
    expect(confirmed.status).toBe(402)
    expect(confirmed.body.error).toMatchObject({ type: "card_error", code, payment_id: id })
    expect(await retrieve(host, id)).toMatchObject({ status: "failed", failure: { code, source: "issuer" } })
  })

  it.each(["failed", "canceled"])(
    "fails when the cardholder's authentication %s; confirm answers 402",
    async (result) => {
      const host = await startHost()
      const { id, next_action } = await create(host)
      expect((await visit(host, next_action.redirect_url, result)).status).toBe(200)
      expect(await retrieve(host, id)).toMatchObject({ status: "failed", failure: { source: "authentication" } })
      const confirmed = await host.ask("POST", `/v2/payments/${id}/confirm`)
      expect(confirmed.status).toBe(402)
      expect(confirmed.body.error).toMatchObject({ code: "card_declined", payment_id: id })
    }
  )

  it("C106: is authorized, not captured, when it was made with capture_method manual", async () => {
    const host = await startHost()
    const { id } = await create(host, { capture_method: "manual" })
    await host.ask("POST", `/v2/test_helpers/payments/${id}/authenticate`, { result: "succeeded" })
    const { body } = await host.ask("POST", `/v2/payments/${id}/confirm`)
    expect(body).toMatchObject({ status: "pending", amount_captured: 0, authorization: { state: "authorized" } })
    expect((await host.ask("POST", `/v2/payments/${id}/capture`)).body.status).toBe("succeeded")
  })

  it("can be canceled while it waits, and fails after 24 hours", async () => {
    const host = await startHost()
    const first = await create(host)
    const second = await create(host)
    const canceled = await host.ask("POST", `/v2/payments/${first.id}/cancel`)
    expect(canceled.body).toMatchObject({ status: "canceled", authorization: { state: "none" } })
    await host.engine.clock.advance("1 day")
    expect(await retrieve(host, second.id)).toMatchObject({ status: "failed", failure: { source: "authentication" } })
    expect((await retrieve(host, first.id)).status).toBe("canceled")
    expect((await visit(host, second.next_action.redirect_url)).status).toBe(410)
  })

  it("a test helper authenticates in the cardholder's place, for test keys", async () => {
    const host = await startHost()
    const { id } = await create(host)
    const authenticate = (result: string) =>
      host.ask("POST", `/v2/test_helpers/payments/${id}/authenticate`, { result })
    expect((await authenticate("perhaps")).body.error).toMatchObject({ code: "parameter_invalid", param: "result" })
    expect((await authenticate("succeeded")).body.status).toBe("requires_action")
    expect((await authenticate("succeeded")).body.error.code).toBe("payment_unexpected_state")
    expect((await host.ask("POST", `/v2/payments/${id}/confirm`)).body.status).toBe("succeeded")
  })
})

describe("the authentication page", () => {
  it("asks in plain, accessible HTML, under a closed policy, and changes nothing when it is read", async () => {
    const host = await startHost()
    const made = await create(host, { description: `<b>"Order" & more</b>`, return_url: "https://shop.example/x" })
    const { headers, status, text } = await visit(host, made.next_action.redirect_url)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toContain("text/html")
    const policy = headers.get("content-security-policy")!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://shop.example;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("unsafe")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(text).toContain('<html lang="en">')
    expect(text).toContain("<h1>Confirm your payment</h1>")
    expect(text).toContain("50.00 eur")
    expect(text).toContain("visa ending in 3220")
    expect(text).toContain("&lt;b&gt;&quot;Order&quot; &amp; more&lt;/b&gt;")
    expect(text).not.toContain("<script")
    expect(await retrieve(host, made.id)).toEqual(made)
  })

  it("its style is the one that its policy allows", async () => {
    const host = await startHost()
    const { next_action } = await create(host)
    const { headers, text } = await visit(host, next_action.redirect_url)
    const style = /<style>([\s\S]*)<\/style>/.exec(text)![1]!
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))
    expect(headers.get("content-security-policy")).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`)
  })

  it("takes one answer: a second one changes nothing", async () => {
    const host = await startHost()
    const { id, next_action } = await create(host)
    const url = next_action.redirect_url
    const answers = await Promise.all([visit(host, url, "succeeded"), visit(host, url, "failed")])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const after = await retrieve(host, id)
    expect((await visit(host, url, "failed")).status).toBe(410)
    expect((await visit(host, url, "succeeded")).status).toBe(410)
    expect((await visit(host, url)).status).toBe(410)
    expect(await retrieve(host, id)).toEqual(after)
  })

  it("is nowhere but at its own address", async () => {
    const host = await startHost()
    const made = await create(host)
    const other = await create(host)
    const url: string = made.next_action.redirect_url
    const seal = url.split(".").at(-1)!
    const wrong = [
      url.slice(0, -1),
      `${url.slice(0, -1)}${url.endsWith("0") ? "1" : "0"}`,
      url.replace("/0.", "/1."),
      url.replace(made.id, other.id),
      `${url}.x`,
      url.replace(seal, "")
    ]
    for (const address of wrong) {
      expect((await visit(host, address)).status, address).toBe(404)
      expect((await visit(host, address, "succeeded")).status, address).toBe(404)
    }
    expect((await visit(host, url, "perhaps")).status).toBe(400)
    expect((await retrieve(host, made.id)).status).toBe("requires_action")
  })

  it("belongs to the region of its payment", async () => {
    const host = await startHost()
    const region = { "svc-data-region": "eu-west-1" }
    const { body } = await host.ask("POST", "/v2/payments", required, region)
    expect((await visit(host, body.next_action.redirect_url, "succeeded")).status).toBe(200)
    const confirmed = await host.ask("POST", `/v2/payments/${body.id}/confirm`, {}, region)
    expect(confirmed.body.status).toBe("succeeded")
  })

  it("is reached under the configured address", async () => {
    const host = await startHost({ cards: { publicUrl: "https://pay.example/cards/" } })
    expect((await create(host)).next_action.redirect_url).toMatch(/^https:\/\/pay\.example\/cards\/v2\/3ds\//)
  })

  it("a method it does not take is told to those with a key", async () => {
    const host = await startHost()
    const { next_action } = await create(host)
    const path = new URL(next_action.redirect_url).pathname.replace("/cards", "")
    const { body, headers, status } = await host.ask("DELETE", path)
    expect([status, body.error.code, headers.get("allow")]).toEqual([405, "method_not_allowed", "GET, POST"])
  })
})

describe("return_url", () => {
  it.each([
    "shop.example",
    "javascript:alert(1)",
    "https://user:secret@shop.example/",
    `https://shop.example/${"x".repeat(2048)}`,
    7
  ])("refuses %s", async (return_url) => {
    const host = await startHost()
    const { body, status } = await host.ask("POST", "/v2/payments", { ...required, return_url })
    expect([status, body.error.code, body.error.param]).toEqual([400, "parameter_invalid", "return_url"])
  })
})
