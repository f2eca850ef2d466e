/** What the console shows and moves: live events, stories, the clock, how everything stands, other services. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import { cards, eventTypes } from "../../plugins/cards/index.ts"
import { makeShowOverview } from "../../plugins/console/api/overview.ts"
import { streamEvents } from "../../plugins/console/live.ts"
import { ConsoleSettings } from "../../plugins/console/options.ts"
import { docs } from "../../plugins/docs/index.ts"
import { Clock, Operator, Signer, Store } from "../../src/plugin.ts"
import type { TestEngine } from "../../src/testing/TestEngine.ts"
import { adminToken, origin, readToken, startConsole, type Browser } from "./console.ts"

const plugins = [cards({ mode: "sandbox" })]

/** Listens to what happens; the answer reads on until something is heard. */
const listenTo = async (engine: TestEngine, { cookie }: Browser, headers: Record<string, string> = {}) => {
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const answer = await engine.fetch(
    new Request(`${origin}/console/api/live`, { headers: { cookie: cookie!, ...headers }, signal: leave.signal })
  )
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  return async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      const { done, value } = await reader.read()
      if (done) throw new Error("The stream ended")
      text += value
    }
    return pattern.exec(text)!
  }
}

const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

describe("live events", () => {
  it("come as they are committed, and from the last one that was seen on", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const hears = await listenTo(engine, browser)
    const { id } = (await engine.request("POST", "/cards/v2/payments", payment)).json
    const [, sequence] = await hears(/id: (\d+)\ndata: \{"type":"payment\.\w+","id":"pay_/)
    const again = await listenTo(engine, browser, { "last-event-id": String(Number(sequence) - 1) })
    expect((await again(/data: (\{.*\})/))[1]).toContain(id)
    const refused = await engine.request("GET", "/console/api/live", undefined, { authorization: undefined })
    expect(refused.status).toBe(401)
    await browser.send("DELETE", "/api/session")
    await engine.request("POST", "/cards/v2/payments", { ...payment, amount: 3000 })
    await expect(hears(/"type":"nothing"/)).rejects.toThrow("The stream ended")
  })

  it("end when the token that opened the session is replaced", async () => {
    let token = adminToken
    const { browser, engine } = await startConsole({ plugins, console: { adminToken: () => token } })
    const hears = await listenTo(engine, browser)
    token = "another-token-of-the-tests"
    await engine.request("POST", "/cards/v2/payments", payment)
    await expect(hears(/data:/)).rejects.toThrow("The stream ended")
  })
})

it("live events come where several processes write, also when as many as one reading brings are known", async () => {
  const events: Array<object> = []
  const commit = (count: number) => {
    for (let number = 0; number < count; number++) {
      events.push({ sequence: events.length + 1, type: "payment.created", resource: "pay_1", plugin: "cards" })
    }
  }
  const operator = {
    eventsAfter: (_: unknown, after: number | undefined) =>
      Effect.succeed(after === undefined ? events.slice(-200) : events.slice(after, after + 200))
  }
  commit(1_000)
  const asked = { request: { headers: {} }, session: { id: "ses_1" }, store: { dialect: { remote: true } } }
  const read = () => Effect.succeed([{ expires_at: 1, used_at: 1, role: "admin", opened_with: "kept" }])
  const response = await streamEvents(Deferred.makeUnsafe<void>())(asked as never).pipe(
    Effect.provideService(Operator, operator as never),
    Effect.provideService(ConsoleSettings, { adminToken: () => adminToken }),
    Effect.provideService(Signer, { fingerprint: () => "kept" } as never),
    Effect.provideService(Store, { home: "home", region: () => Effect.succeed({ read }) } as never),
    Effect.provideService(
      Clock,
      Clock.make(() => 0, { mode: "frozen", at: 0 })
    ),
    Effect.runPromise
  )
  commit(450)
  const reader = HttpServerResponse.toWeb(response).body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  // It begins with a comment, and another one says that there is nothing new.
  while (text.split(": \n\n").length < 3) text += (await reader.read()).value
  await reader.cancel()
  expect(text.match(/id: \d+/g)).toHaveLength(450)
})

describe("the story of a thing", () => {
  it("is what the engine knows about it, and empty for a thing without one", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const { id } = (await engine.request("POST", "/cards/v2/payments", payment)).json
    const story = (await browser.get(`/api/story/${id}`)).json
    expect(story).toMatchObject({ id, plugin: "cards" })
    expect(story.steps.map((step: { kind: string }) => step.kind)).toEqual(expect.arrayContaining(["ledger", "event"]))
    expect((await browser.get("/api/story/none")).json).toEqual({ id: "none", plugin: null, steps: [] })
  })
})

describe("the API of another plugin", () => {
  it("is reached with the administrator's credential where the host names it, and nowhere else", async () => {
    const { browser } = await startConsole({
      plugins: [...plugins, docs({ apiKeys: () => [Redacted.make("docs-key-of-the-tests")] })],
      console: { services: { docs: () => "docs-key-of-the-tests" } }
    })
    const path = "/api/services/docs/api/docs/v1/projects"
    expect((await browser.get(path)).status).toBe(200)
    expect(await browser.send("POST", path, { name: "Guide" })).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining("Say why") } }
    })
    const made = await browser.send(
      "POST",
      path,
      { name: "Guide" },
      { "x-bursar-why": "Een%20gids%20%E2%80%93%20voor%20ons" }
    )
    expect([made.status, made.json.name]).toEqual([201, "Guide"])
    expect(await browser.rows("docs.projects")).toMatchObject([{ name: "Guide" }])
    const [row] = await browser.rows("console.audit")
    expect(row).toMatchObject({
      action: "docs.POST",
      resource: "/api/docs/v1/projects",
      reason: "Een gids – voor ons",
      detail: "Answered with 201"
    })
    const why = { "x-bursar-why": "It is gone" }
    expect((await browser.send("DELETE", `${path}/prj_none`, undefined, why)).status).toBe(404)
    expect((await browser.rows("console.audit"))[0]).toMatchObject({
      detail: "Answered with 404",
      result: { value: "refused" }
    })
    expect((await browser.get("/api/services/cards/v2/payments")).status).toBe(404)
    const before = (await browser.rows("console.audit")).length
    const check = "/api/services/docs/api/docs/v1/checks"
    const text = { text: "In order to begin, read on." }
    expect((await browser.send("POST", check, text)).status).toBe(200)
    // A question about a text changes nothing: it stands in no audit, and whoever only reads may ask it.
    expect(await browser.rows("console.audit")).toHaveLength(before)
    const project = await browser.act("docs.projects.create", { input: { name: "Second" } })
    expect((await browser.act("docs.projects.delete", { id: project.json.id })).status).toBe(200)
    expect(await browser.rows("docs.projects")).toHaveLength(1)
    await browser.signIn(readToken)
    expect((await browser.send("POST", check, text)).json.findings.length).toBeGreaterThan(0)
    expect((await browser.send("POST", path, { name: "Third" })).json.error.code).toBe("read_only")
  })
})

describe("the clock", () => {
  it("goes to what is due next, tells what happened, and says what a job does", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" }
    const { id } = (await engine.request("POST", "/cards/v2/payments", body)).json
    const { upcoming } = (await browser.get("/api/clock")).json
    const expiry = upcoming.find((job: { job: string }) => job.job === "cards.payment.expire")
    expect(expiry).toMatchObject({ at: Date.parse("2026-01-22T09:30:00Z"), count: 1, href: `/cards.payments/${id}` })
    expect(expiry.title).toMatch(/^[A-Z][a-z]+ .* /)
    for (let at = 0; at < expiry.at; at = (await browser.get("/api/clock")).json.now) {
      expect((await browser.send("POST", "/api/clock/advance", { to: "next" })).status).toBe(200)
    }
    expect((await browser.rows("cards.payments"))[0].state).toBe("expired")
    for (const wrong of [{}, { seconds: -1 }, { seconds: 1, to: "next" }, { to: "tomorrow" }]) {
      expect((await browser.send("POST", "/api/clock/advance", wrong)).json.error.code).toBe("invalid_input")
    }
    const back = await browser.send("POST", "/api/clock/advance", { to: "2026-01-01T00:00:00Z" })
    expect([back.status, back.json.error.message]).toEqual([422, expect.stringContaining("never goes back")])
  })

  it("tells of each event on the way, in order, with the page of its thing", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" }
    const { id } = (await engine.request("POST", "/cards/v2/payments", body)).json
    const moved = (await browser.send("POST", "/api/clock/advance", { seconds: 8 * 86_400 })).json
    expect(moved.ran).toBe(moved.happened.length)
    expect(moved.happened).toContainEqual({
      at: Date.parse("2026-01-22T09:30:00Z"),
      type: "payment.expired",
      title: eventTypes["payment.expired"],
      id,
      href: `/cards.payments/${id}`
    })
  })
})

describe("the overview", () => {
  it("sums days by currency, of all accounts, and today anew at each look", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const pay = (amount: number, method: string, key: string) =>
      engine.request(
        "POST",
        "/cards/v2/payments",
        { amount, currency: "usd", payment_method: method },
        { authorization: `Bearer ${key}` }
      )
    await pay(1000, "pm_card_visa", "sk_test_overview_one")
    await pay(500, "pm_card_visa", "sk_test_overview_two")
    await browser.send("POST", "/api/clock/advance", { seconds: 86_400 })
    await pay(700, "pm_card_declined", "sk_test_overview_two")
    const { figures, volume } = (await browser.get("/api/overview")).json
    expect(volume).toEqual([
      { day: "2026-01-15", currency: "usd", amountMinor: 1500, count: 2, declined: 0 },
      { day: "2026-01-16", currency: "usd", amountMinor: 0, count: 1, declined: 1 }
    ])
    expect(figures).toContainEqual({
      title: "Declined today",
      value: 1,
      tone: "bad",
      href: "/cards.payments?status=failed"
    })
    await pay(300, "pm_card_visa", "sk_test_overview_one")
    expect((await browser.get("/api/overview")).json.volume[1]).toMatchObject({ amountMinor: 300, count: 2 })
  })

  it("counts what was captured of a payment, also where that is a part of it", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const post = (path: string, body: object) =>
      engine.request("POST", `/cards/v2/payments${path}`, body, { authorization: "Bearer sk_test_overview_one" })
    for (const part of [400, 1000]) {
      const order = { amount: 1000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" }
      const { json } = await post("", order)
      await post(`/${json.id}/capture`, { amount: part })
    }
    expect((await browser.get("/api/overview")).json.volume).toMatchObject([{ amountMinor: 1400, count: 2 }])
  })
})

describe("a job that is late", () => {
  it("needs a person, and is counted in place of those that wait", async () => {
    const now = Date.parse("2026-01-15T09:30:00Z")
    const due = (dueAt: number, count: number) => ({ name: "a.job", title: "A job", key: "1", dueAt, count })
    const operator = {
      panels: Effect.succeed([]),
      jobs: Effect.succeed({ waiting: 9, dead: 0 }),
      upcoming: () => Effect.succeed([due(now - 61_000, 3), due(now - 60_000, 2), due(now + 1, 4)]),
      regions: () => [],
      eventsAfter: () => Effect.succeed([])
    }
    const overview = await makeShowOverview()({ store: { name: "us-east-1" } } as never).pipe(
      Effect.provideService(Operator, operator as never),
      Effect.provideService(
        Clock,
        Clock.make(() => now, { mode: "frozen", at: now })
      ),
      Effect.runPromise
    )
    expect(overview.needs).toEqual([
      { text: "3 jobs are late by more than a minute", href: "/engine.jobs?state=waiting" }
    ])
    expect(overview.figures).toMatchObject([{ title: "Jobs late", value: 3, tone: "bad" }])
  })
})

describe("jobs and events", () => {
  it("of the engine are listed, and events are narrowed and shown", async () => {
    const { browser, engine } = await startConsole({ plugins })
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" }
    const { id } = (await engine.request("POST", "/cards/v2/payments", body)).json
    const jobs = await browser.rows("engine.jobs", `?key=${id}`)
    expect(jobs).toMatchObject([{ key: id, status: { value: "waiting" }, actions: [] }])
    const told = await browser.rows("engine.events", `?resource=${id}`)
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told.map((event) => event.resource))).toEqual(new Set([id]))
    expect(await browser.rows("engine.events", "?type=none")).toEqual([])
    const item = (await browser.get(`/api/panels/engine.events/items/${told[0].id}`)).json
    expect(item.json.data.id).toBe(id)
  })
})

describe("panels", () => {
  it("of all plugins say what their rows are called, and what stands in an empty list", async () => {
    const { browser } = await startConsole({
      plugins: [
        ...plugins,
        bank({ mode: "sandbox" }),
        docs({ apiKeys: () => [Redacted.make("docs-key-of-the-tests")] })
      ]
    })
    const { panels } = (await browser.get("/api/panels")).json
    expect(panels.length).toBeGreaterThan(30)
    for (const { empty, id, noun } of panels) {
      expect([id, empty]).toEqual([id, expect.stringMatching(/^[A-Z].{30,}\.$/)])
      expect([id, noun]).toEqual([id, [expect.any(String), expect.any(String)]])
    }
    expect(panels.find(({ id }: { id: string }) => id === "bank.queue").noun).toEqual(["hold", "holds"])
  })

  it("are listed with those of the console", async () => {
    const { browser } = await startConsole({ plugins })
    const { panels } = (await browser.get("/api/panels")).json
    expect(panels.map((panel: { id: string }) => panel.id)).toContain("console.audit")
    expect((await browser.get("/api/overview")).json).toMatchObject({ well: true })
    expect((await browser.get("/api/clock")).json).toMatchObject({ mode: "frozen", moves: true })
    const moved = await browser.send("POST", "/api/clock/advance", { seconds: 3600 })
    expect(moved.json.now).toBe(Date.parse("2026-01-15T10:30:00Z"))
    const audit = await browser.rows("console.audit")
    expect(audit.map((row) => [row.action, row.result.value])).toEqual([
      ["clock.advance", "done"],
      ["session.open", "done"]
    ])
  })
})
