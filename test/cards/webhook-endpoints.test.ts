import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { loopbackAllowed } from "../../src/services/AddressGuard.ts"
import { Store } from "../../src/services/Store.ts"
import { otherMerchant, receiverUrl, shown, startCards, startedAt } from "./webhook-endpoints-engine.ts"

const path = "/v2/webhook_endpoints"

describe("registering an endpoint", () => {
  it("C194: answers with the endpoint and its secret, and never shows the secret again", async () => {
    const { call } = await startCards()
    const made = await call("POST", path, { url: receiverUrl, enabled_events: ["payment.succeeded", "risk.flagged"] })
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]+$/),
      object: "webhook_endpoint",
      url: receiverUrl,
      enabled_events: ["payment.succeeded", "risk.flagged"],
      secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      status: "enabled",
      api_version: "2026-01-15",
      signature_format: "literal",
      created_at: startedAt,
      livemode: false
    })
    const read = await call("GET", `${path}/${made.body.id}`)
    expect(read.status).toBe(200)
    expect(read.body).toEqual(shown(made.body))
    const listed = await call("GET", path)
    expect(listed.body).toEqual({ object: "list", data: [shown(made.body)], has_more: false, next_cursor: null })
  })

  it("pins the version that the request resolves to", async () => {
    const { call } = await startCards()
    const body = { url: receiverUrl, enabled_events: ["*"] }
    const made = await call("POST", path, body, { headers: { "SVC-Version": "2031-05-05" } })
    expect(made.body.api_version).toBe(made.headers.get("svc-version"))
  })

  it("keeps each event type once, and nothing beside the star", async () => {
    const { register } = await startCards()
    const twice = await register({ enabled_events: ["risk.flagged", "payment.failed", "risk.flagged"] })
    expect(twice.enabled_events).toEqual(["risk.flagged", "payment.failed"])
    const all = await register({ enabled_events: ["risk.flagged", "*"] })
    expect(all.enabled_events).toEqual(["*"])
  })

  const good = { url: receiverUrl, enabled_events: ["*"] }
  it.each([
    ["no url", { enabled_events: ["*"] }, "parameter_missing", "url"],
    ["no event types", { url: receiverUrl }, "parameter_missing", "enabled_events"],
    ["a url that is none", { ...good, url: "shop.example.com" }, "parameter_invalid", "url"],
    ["a url that is a number", { ...good, url: 7 }, "parameter_invalid", "url"],
    ["a url of 3,000 characters", { ...good, url: `${receiverUrl}/${"x".repeat(3000)}` }, "parameter_invalid", "url"],
    ["http to a public host", { ...good, url: "http://shop.example.com/hooks" }, "parameter_invalid", "url"],
    ["a private address", { ...good, url: "https://10.0.0.1/hooks" }, "parameter_invalid", "url"],
    ["a cloud's metadata", { ...good, url: "https://169.254.169.254/latest" }, "parameter_invalid", "url"],
    ["this machine", { ...good, url: "https://127.0.0.1/hooks" }, "parameter_invalid", "url"],
    ["credentials in the url", { ...good, url: "https://a:b@shop.example.com/" }, "parameter_invalid", "url"],
    ["an unknown event type", { ...good, enabled_events: ["*", "sale.made"] }, "parameter_invalid", "enabled_events.1"],
    ["an empty list", { ...good, enabled_events: [] }, "parameter_invalid", "enabled_events"],
    ["event types as text", { ...good, enabled_events: "*" }, "parameter_invalid", "enabled_events"],
    ["an event type that is a number", { ...good, enabled_events: [7] }, "parameter_invalid", "enabled_events.0"],
    ["an unknown format", { ...good, signature_format: "jws" }, "parameter_invalid", "signature_format"],
    ["a parameter that is none", { ...good, status: "enabled" }, "parameter_unknown", "status"]
  ])("refuses %s", async (_, body, code, param) => {
    const { call } = await startCards()
    const refused = await call("POST", path, body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ type: "validation_error", code, param })
    expect(refused.body.error.message.startsWith(param)).toBe(true)
    expect((await call("GET", path)).body.data).toEqual([])
  })

  it("takes a receiver on this machine over http where the policy allows it, and no other over http", async () => {
    const { call, register } = await startCards({ policy: loopbackAllowed })
    const made = await register({ url: "http://127.0.0.1:8080/hooks" })
    expect(made.url).toBe("http://127.0.0.1:8080/hooks")
    const refused = await call("POST", path, { url: "http://shop.example.com/hooks", enabled_events: ["*"] })
    expect(refused.body.error).toMatchObject({ code: "parameter_invalid", param: "url" })
  })

  it("takes 16 endpoints in a region and refuses the 17th until one is deleted", async () => {
    const { call, register } = await startCards()
    const made = []
    for (let count = 1; count <= 16; count += 1) made.push(await register())
    const body = { url: receiverUrl, enabled_events: ["*"] }
    const refused = await call("POST", path, body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ type: "validation_error", code: "parameter_invalid" })
    expect(refused.body.error.message).toContain("at most 16")
    expect((await call("POST", path, body, { headers: { "SVC-Data-Region": "eu-west-1" } })).status).toBe(200)
    expect((await call("POST", path, body, { key: otherMerchant })).status).toBe(200)
    await call("DELETE", `${path}/${made[0].id}`)
    expect((await call("POST", path, body)).status).toBe(200)
  })

  it("refuses the 17th in the same words when it is registered together with the 16th", async () => {
    const { call, register } = await startCards()
    for (let count = 1; count <= 15; count += 1) await register()
    const body = { url: receiverUrl, enabled_events: ["*"] }
    const both = await Promise.all([call("POST", path, body), call("POST", path, body)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const refused = both.find(({ status }) => status === 400)
    expect(refused?.body.error).toMatchObject({ type: "validation_error", code: "parameter_invalid" })
    expect(refused?.body.error.message).toContain("at most 16")
  })
})

describe("changing an endpoint", () => {
  it.each(["POST", "PATCH"])("%s changes what is given and leaves the rest", async (method) => {
    const { call, register } = await startCards()
    const made = await register({ signature_format: "prefixed" })
    const url = "https://other.example.com/events"
    const moved = await call(method, `${path}/${made.id}`, { url })
    expect(moved.status).toBe(200)
    expect(moved.body).toEqual({ ...shown(made), url })
    const narrowed = await call(method, `${path}/${made.id}`, { enabled_events: ["risk.flagged"], status: "disabled" })
    expect(narrowed.body).toEqual({ ...moved.body, enabled_events: ["risk.flagged"], status: "disabled" })
    expect((await call("GET", `${path}/${made.id}`)).body).toEqual(narrowed.body)
  })

  it.each([
    [{ url: "https://192.168.1.1/" }, "parameter_invalid", "url"],
    [{ enabled_events: ["risk.cleaned"] }, "parameter_invalid", "enabled_events.0"],
    [{ enabled_events: [] }, "parameter_invalid", "enabled_events"],
    [{ status: "paused" }, "parameter_invalid", "status"],
    [{ secret: "whsec_mine" }, "parameter_unknown", "secret"]
  ])("refuses %j and changes nothing", async (change, code, param) => {
    const { call, register } = await startCards()
    const made = await register()
    const refused = await call("POST", `${path}/${made.id}`, change)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ type: "validation_error", code, param })
    expect((await call("GET", `${path}/${made.id}`)).body).toEqual(shown(made))
  })

  it("lets changes that meet follow each other", async () => {
    const { call, register } = await startCards()
    const made = await register()
    const changes = [{ enabled_events: ["risk.flagged"] }, { status: "disabled" }, { url: "https://b.example.com/" }]
    const changed = await Promise.all(changes.map((change) => call("POST", `${path}/${made.id}`, change)))
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await call("GET", `${path}/${made.id}`)).body).toEqual(Object.assign(shown(made), ...changes))
  })

  it("rotates the secret and shows the new one once", async () => {
    const { call, register } = await startCards()
    const made = await register()
    const rotated = await call("POST", `${path}/${made.id}/rotate_secret`)
    expect(rotated.status).toBe(200)
    expect(rotated.body).toEqual({ ...made, secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) })
    expect(rotated.body.secret).not.toBe(made.secret)
    expect((await call("GET", `${path}/${made.id}`)).body).toEqual(shown(made))
  })

  it("deletes an endpoint for good", async () => {
    const { call, register } = await startCards()
    const made = await register()
    const deleted = await call("DELETE", `${path}/${made.id}`)
    expect(deleted.status).toBe(200)
    expect(deleted.body).toEqual({ id: made.id, object: "webhook_endpoint", deleted: true })
    expect((await call("GET", `${path}/${made.id}`)).status).toBe(404)
    expect((await call("DELETE", `${path}/${made.id}`)).status).toBe(404)
    expect((await call("GET", path)).body.data).toEqual([])
  })
})

describe("endpoints that are not there", () => {
  const routes: ReadonlyArray<readonly [string, (id: string) => string]> = [
    ["GET", (id) => `${path}/${id}`],
    ["POST", (id) => `${path}/${id}`],
    ["PATCH", (id) => `${path}/${id}`],
    ["DELETE", (id) => `${path}/${id}`],
    ["POST", (id) => `${path}/${id}/rotate_secret`],
    ["GET", (id) => `${path}/${id}/deliveries`]
  ]

  it.each(routes)("%s answers 404 for an unknown id, another account's and another region's", async (method, at) => {
    const { call, register } = await startCards()
    const made = await register()
    const body = method === "POST" || method === "PATCH" ? {} : undefined
    const answers = [
      await call(method, at("we_0000000000000000000000"), body),
      await call(method, at(made.id), body, { key: otherMerchant }),
      await call(method, at(made.id), body, { headers: { "SVC-Data-Region": "eu-west-1" } })
    ]
    for (const { body: answered, status } of answers) {
      expect(status).toBe(404)
      expect(answered.error).toMatchObject({ type: "validation_error", code: "resource_missing" })
    }
    expect((await call("GET", `${path}/${made.id}`)).body).toEqual(shown(made))
  })

  it("answers 404 to a retry of an unknown delivery", async () => {
    const { call } = await startCards()
    const refused = await call("POST", "/v2/webhook_deliveries/whd_00_00/retry")
    expect(refused.status).toBe(404)
    expect(refused.body.error).toMatchObject({ code: "resource_missing" })
  })

  it("names the methods of a path that takes others", async () => {
    const { call } = await startCards()
    const refused = await call("PUT", `${path}/we_1`)
    expect(refused.status).toBe(405)
    expect(refused.headers.get("allow")).toBe("DELETE, GET, PATCH, POST")
  })
})

describe("listing endpoints", () => {
  it("C98-C102: pages through them, newest first", async () => {
    const { call, engine, register } = await startCards()
    const made = []
    for (let count = 1; count <= 5; count += 1) {
      made.push(shown(await register()))
      // Two share a second: their order is that of their making.
      if (count !== 2) await engine.clock.advance("1 second")
    }
    const first = await call("GET", `${path}?limit=2`)
    expect(first.body).toMatchObject({ object: "list", has_more: true, next_cursor: expect.stringMatching(/^cur_/) })
    const second = await call("GET", `${path}?limit=2&cursor=${first.body.next_cursor}`)
    const third = await call("GET", `${path}?limit=2&cursor=${second.body.next_cursor}`)
    expect(third.body).toMatchObject({ has_more: false, next_cursor: null })
    expect([...first.body.data, ...second.body.data, ...third.body.data]).toEqual(made.toReversed())
  })

  it.each([
    ["limit=0", "invalid_limit", "limit"],
    ["limit=101", "invalid_limit", "limit"],
    ["limit=many", "invalid_limit", "limit"],
    ["cursor=cur_nonsense", "invalid_cursor", "cursor"],
    ["status=enabled", "parameter_unknown", "status"]
  ])("refuses ?%s", async (query, code, param) => {
    const { call, register } = await startCards()
    const made = await register()
    for (const list of [path, `${path}/${made.id}/deliveries`]) {
      const refused = await call("GET", `${list}?${query}`)
      expect(refused.status).toBe(400)
      expect(refused.body.error).toMatchObject({ code, param })
    }
  })

  it("refuses a cursor of the list of another account", async () => {
    const { call, register } = await startCards()
    await register()
    await register()
    const { next_cursor } = (await call("GET", `${path}?limit=1`)).body
    const refused = await call("GET", `${path}?limit=1&cursor=${next_cursor}`, undefined, { key: otherMerchant })
    expect(refused.body.error).toMatchObject({ code: "invalid_cursor" })
  })
})

describe("idempotency keys", () => {
  const headers = { "Idempotency-Key": "register-once" }

  it("C196: a repeated registration gets the same bytes, secret included, and makes no second endpoint", async () => {
    const { call } = await startCards()
    const body = { url: receiverUrl, enabled_events: ["*"] }
    const first = await call("POST", path, body, { headers })
    const again = await call("POST", path, { enabled_events: ["*"], url: receiverUrl }, { headers })
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect((await call("GET", path)).body.data).toHaveLength(1)
  })

  it("C198: the key refuses another registration", async () => {
    const { call } = await startCards()
    await call("POST", path, { url: receiverUrl, enabled_events: ["*"] }, { headers })
    const other = await call("POST", path, { url: receiverUrl, enabled_events: ["risk.flagged"] }, { headers })
    expect(other.status).toBe(409)
    expect(other.body.error).toMatchObject({ code: "idempotency_key_reused" })
  })

  it("C196: a repeated rotation gets the secret of the first, which stays the one that is valid", async () => {
    const { call, register } = await startCards()
    const made = await register()
    const first = await call("POST", `${path}/${made.id}/rotate_secret`, undefined, { headers })
    const again = await call("POST", `${path}/${made.id}/rotate_secret`, { idempotency_key: "register-once" })
    expect(again.text).toBe(first.text)
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"))
  })

  it("what is kept for replay holds no secret that can be read", async () => {
    const { call, engine } = await startCards()
    const made = await call("POST", path, { url: receiverUrl, enabled_events: ["*"] }, { headers })
    const again = await call("POST", path, { url: receiverUrl, enabled_events: ["*"] }, { headers })
    expect(again.text).toBe(made.text)
    const records = await engine.call(
      Effect.gen(function* () {
        const home = yield* (yield* Store).region("us-east-1")
        return yield* home.read<{ readonly body: string }>("SELECT body FROM idempotency_records", [])
      })
    )
    expect(records).toHaveLength(1)
    expect(records[0]!.body).not.toContain(made.body.secret.slice("whsec_".length))
  })

  it("C196: a repeated change is not made again", async () => {
    const { call, register } = await startCards()
    const made = await register()
    const first = await call("POST", `${path}/${made.id}`, { status: "disabled" }, { headers })
    await call("POST", `${path}/${made.id}`, { status: "enabled" })
    const again = await call("POST", `${path}/${made.id}`, { status: "disabled" }, { headers })
    expect(again.text).toBe(first.text)
    expect((await call("GET", `${path}/${made.id}`)).body.status).toBe("enabled")
  })
})
