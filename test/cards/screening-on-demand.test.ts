import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Socket } from "node:net"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { compliance, testAccount } from "../../plugins/cards/index.ts"
import { insertEntry } from "../../plugins/cards/screening/repository.ts"
import type { ScreeningEntry } from "../../plugins/cards/screening/ScreeningRecord.ts"
import { Screening } from "../../src/services/Screening.ts"
import { Store } from "../../src/services/Store.ts"
import { contended } from "../store/contended.ts"
import { onSqlite } from "../store/onSqlite.ts"
import { listenToLog } from "../listenToLog.ts"
import { startHost, type Host } from "./host.ts"
import { written } from "../store/written.ts"

const path = "/v2/compliance/sanctions"

const allLists = ["ofac_sdn", "un_consolidated", "eu_amld6", "uk_hmt", "pep", "adverse_media"]

const customer = async (host: Host, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<any> => {
  const made = await host.ask("POST", "/v2/customers", {
    email: `${name.length}.${name.at(-1)}@example.com`,
    name,
    ...more
  })
  if (made.status !== 200) throw new Error(made.text)
  return made.body
}

const retrieve = async (host: Host, id: string) => (await host.ask("GET", `/v2/customers/${id}`)).body

const rows = (host: Host, text: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* (yield* store.region(store.home)).read<any>(text, [])
    })
  )

const write = (host: Host, text: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      yield* (yield* store.region(store.home)).write([written(text)])
    })
  )

const eventTypes = async (host: Host) =>
  (await host.ask("GET", "/v2/events?limit=100")).body.data.map((event: { type: string }) => event.type)

it.each([
  ["no type", { name: "Test Sanctioned Person" }],
  ["another type", { name: "Test Sanctioned Person", entityType: "person" }],
  ["no name", { name: " ", entityType: "individual" }],
  ["a date that is none", { name: "Ada", entityType: "individual", dateOfBirth: "12/31/1970" }],
  ["a country that is none", { name: "Ada", entityType: "individual", country: "Russia" }]
])("S2: in process nobody is clear who is asked for with %s", async (_, subject) => {
  const { engine } = await startHost()
  const caller = await engine.caller({ principal: testAccount("acct_host") })
  const screened = compliance.screen(caller, subject as never)
  await expect(engine.call(screened)).rejects.toMatchObject({ _tag: "InvalidParameters" })
})

describe("POST /v2/compliance/sanctions", () => {
  it("S33: a screening can be read again, by its account only", async () => {
    const host = await startHost()
    const { body: made } = await host.ask("POST", path, { name: "Test UN Listed" })
    const again = await host.ask("GET", `${path}/${made.screening_id}`)
    expect([again.status, again.body]).toEqual([200, made])
    const other = { authorization: "Bearer sk_test_another_account" }
    for (const [id, headers] of [
      ["scr_1", {}],
      [made.screening_id, other]
    ] as const) {
      const missing = await host.ask("GET", `${path}/${id}`, undefined, headers)
      expect([missing.status, missing.body.error.code]).toEqual([404, "resource_missing"])
    }
  })

  it("C75, C76, S1: somebody who is not listed is clear, on the lists that were consulted", async () => {
    const host = await startHost()
    const made = await host.ask("POST", path, { name: " Ada Lovelace ", date_of_birth: "1815-12-10", country: "GB" })
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      screening_id: expect.stringMatching(/^scr_/),
      name: "Ada Lovelace",
      result: "clear",
      matches: [],
      lists_screened: allLists,
      screened_at: "2026-01-15T09:30:00Z",
      customer: null,
      resolution: null,
      livemode: false
    })
    expect(await eventTypes(host)).toEqual([])
  })

  it("C75, B11: a listed name is a match, told of once", async () => {
    const host = await startHost()
    const { body } = await host.ask("POST", path, { name: "person sanctioned TEST" })
    expect(body).toMatchObject({ result: "match", lists_screened: allLists })
    expect(body.matches).toEqual([
      {
        list: "ofac_sdn",
        entry_id: "test:1",
        listed_name: "Test Sanctioned Person",
        matched_name: "Test Sanctioned Person",
        score: 100,
        entity_type: "individual",
        programs: ["TEST"],
        dates_of_birth: [],
        countries: [],
        reasons: ["test", "sanctioned", "person"].map((word) => ({
          compared: "token",
          subject: word,
          listed: word,
          points: 100
        }))
      }
    ])
    const events = (await host.ask("GET", "/v2/events")).body.data
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: "screening.match", data: body })
  })

  it("S3: a match says whom the list means, and what made up the score", async () => {
    const host = await startHost()
    const dated = { name: "Test Dated Person", date_of_birth: "1960-04-01" }
    const [match] = (await host.ask("POST", path, dated)).body.matches
    expect(match).toMatchObject({
      listed_name: "Test Dated Person",
      dates_of_birth: ["1960-04-01"],
      countries: ["RU"]
    })
    expect(match.reasons).toContainEqual({
      compared: "date_of_birth",
      subject: "1960-04-01",
      listed: "1960-04-01",
      points: 5
    })
    const { body } = await host.ask("POST", path, { ...dated, country: "US" })
    expect(body.matches[0].reasons).toContainEqual({ compared: "country", subject: "US", listed: "RU", points: -10 })
    await host.ask("POST", "/v2/test_helpers/screening_entries", { name: "Quentin Zibble" })
    const [own] = (await host.ask("POST", path, { name: "zibble quentin" })).body.matches
    expect(own.reasons).toEqual([
      { compared: "name", subject: "zibble quentin", listed: "Quentin Zibble", points: 100 }
    ])
  })

  it("C75: asks the lists once, however often a row is changed meanwhile, and so loses no match", async () => {
    const matches = [{ list: "acme", entryId: "7", listedName: "SAMSA, Gregor", score: 100 }]
    const listsScreened = [{ list: "acme", stateDate: "2026-01-01", version: "42" }]
    let asked = 0
    const screening = Screening.make({
      name: "once",
      screen: () => {
        asked += 1
        if (asked > 1) throw new Error("The provider is gone")
        return { matches, listsScreened, threshold: 80 }
      }
    })
    const { conflicts, store } = contended("INTO cards_screenings")
    const host = await startHost({ engine: { store, layers: Layer.succeed(Screening, screening) } })
    conflicts.left = 2
    const made = await host.ask("POST", path, { name: "Gregor Samsa" })
    expect([made.status, made.body.result, conflicts.met, asked]).toEqual([200, "match", 2, 1])
  })

  it.each([
    ["C166, S19: an individual is no business", { name: "Test Blocked Trading LLC" }, "clear"],
    ["C166: a business is", { name: "Test Blocked Trading LLC", entity_type: "business" }, "match"],
    ["C166, S19: a business is no individual", { name: "Test Sanctioned Person", entity_type: "business" }, "clear"],
    ["C164: the listed birth date agrees", { name: "Test Dated Person", date_of_birth: "1960-04-01" }, "match"],
    ["C164: another birth date contradicts", { name: "Test Dated Person", date_of_birth: "1990-04-01" }, "clear"],
    ["C165, S17: another country alone clears nobody", { name: "Test Dated Person", country: "US" }, "match"],
    ["S2: one character", { name: "x" }, "clear"],
    ["S2: 500 characters and spaces around them", { name: `  ${"x".repeat(500)}  ` }, "clear"]
  ])("%s", async (_case, body, result) => {
    const host = await startHost()
    expect((await host.ask("POST", path, body)).body.result).toBe(result)
  })

  it.each([
    ["C163: no name", {}, "parameter_missing", "name"],
    ["C163: a blank name", { name: " " }, "parameter_invalid", "name"],
    ["C163: a name that nobody sees", { name: "\u200b\u3164 \u2060" }, "parameter_invalid", "name"],
    ["C163: a name without letters", { name: "--- \u{1f47b}" }, "parameter_invalid", "name"],
    ["C163: a name of marks and apostrophes", { name: "\u0301\u02bc\u02b9'" }, "parameter_invalid", "name"],
    ["C163: a name that reads backwards", { name: "\u202evonoitcnaS natloZ" }, "parameter_invalid", "name"],
    ["C163: a name of null", { name: null }, "parameter_invalid", "name"],
    ["S2: a name of 501 characters", { name: "x".repeat(501) }, "string_too_long", "name"],
    [
      "C164: a day that no calendar has",
      { name: "A", date_of_birth: "2001-02-29" },
      "parameter_invalid",
      "date_of_birth"
    ],
    ["C164: another form of date", { name: "A", date_of_birth: "01/02/2001" }, "parameter_invalid", "date_of_birth"],
    ["C165: a country of three letters", { name: "A", country: "USA" }, "parameter_invalid", "country"],
    ["C165: a country that is none", { name: "A", country: "QZ" }, "parameter_invalid", "country"],
    ["C165: the code that GB is often given", { name: "A", country: "UK" }, "parameter_invalid", "country"],
    ["C165: a country in lower case", { name: "A", country: "us" }, "parameter_invalid", "country"],
    ["C166: a vessel", { name: "A", entity_type: "vessel" }, "parameter_invalid", "entity_type"],
    ["B5: a parameter nobody knows", { name: "A", lists: ["pep"] }, "parameter_unknown", "lists"]
  ])("%s is refused, and nothing is kept", async (_case, body, code, param) => {
    const host = await startHost()
    const refused = await host.ask("POST", path, body)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 400,
      type: "validation_error",
      code,
      param
    })
    expect(await rows(host, "SELECT id FROM cards_screenings")).toEqual([])
  })

  it("S33: keeps what is needed to repeat it", async () => {
    const host = await startHost()
    const subject = { name: "Test Dated Person", date_of_birth: "1960-04-01", country: "RU" }
    const { body } = await host.ask("POST", path, subject)
    const [row] = await rows(host, "SELECT id, result, customer, state FROM cards_screenings")
    expect(row).toMatchObject({ id: body.screening_id, result: "match", customer: null })
    const kept = JSON.parse(row.state)
    expect(kept).toMatchObject({
      subject: { dateOfBirth: "1960-04-01", country: "RU", entityType: "individual" },
      threshold: expect.any(Number),
      scorer: expect.any(String),
      matches: [{ datesOfBirth: ["1960-04-01"], countries: ["RU"] }]
    })
    expect(kept.matches[0].reasons.length).toBeGreaterThan(0)
    expect(kept.listsScreened[0]).toEqual({ list: "ofac_sdn", stateDate: "2026-01-01", version: "sandbox-1" })
  })

  it("S30: without lists nobody is clear: 503, and nothing is kept", async () => {
    const host = await startHost({ engine: { layers: Screening.layerUnavailable } })
    const refused = await host.ask("POST", path, { name: "Ada" }, { "idempotency-key": "once" })
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 503,
      type: "api_error",
      code: "unavailable"
    })
    expect(refused.headers.get("retry-after")).toBe("60")
    expect(await rows(host, "SELECT id FROM cards_screenings")).toEqual([])
  })

  it("S35: a list that nobody provides, such as adverse media, is not named as consulted", async () => {
    const entries = [{ entryId: "h1", entityType: "individual" as const, name: "Gregor Samsa" }]
    const lists = [{ list: "ofac_sdn", stateDate: "2026-01-01", version: "3", entries }]
    const own = await startHost({ engine: { layers: Screening.layerLists({ lists }) } })
    expect((await own.ask("POST", path, { name: "Ada" })).body.lists_screened).toEqual(["ofac_sdn"])
    const media = { ...lists[0]!, list: "adverse_media" }
    const both = await startHost({ engine: { layers: Screening.layerLists({ lists: [...lists, media] }) } })
    const found = await both.ask("POST", path, { name: "Gregor Samsa" })
    expect(found.body.lists_screened).toEqual(["ofac_sdn", "adverse_media"])
    expect(found.body.matches.map(({ list }: { list: string }) => list).sort()).toEqual(["adverse_media", "ofac_sdn"])
  })

  it("S34: no name is logged, and nobody outside is asked", async () => {
    const lines = listenToLog()
    const asked = [vi.spyOn(globalThis, "fetch"), vi.spyOn(Socket.prototype, "connect")]
    onTestFinished(() => void vi.restoreAllMocks())
    const host = await startHost({ engine: { log: true } })
    // On Postgres, the store has connections of its own.
    for (const spy of asked) spy.mockClear()
    await host.ask("POST", path, { name: "Rumpelstilzchen Geheim", date_of_birth: "1960-04-01" })
    await host.ask("POST", path, { name: "Test Sanctioned Person" })
    await host.ask("POST", path, { name: "Screening Outage" })
    await customer(host, "Test UN Listed")
    await customer(host, "Screening Outage Match")
    await host.engine.clock.advance("1 hour")
    expect(asked[0]!).not.toHaveBeenCalled()
    if (onSqlite) expect(asked[1]!).not.toHaveBeenCalled()
    expect(lines.join("\n")).not.toMatch(/Rumpel|Geheim|Sanctioned|UN Listed|Outage|1960-04-01/i)
  })

  it("answers a repetition with the same screening", async () => {
    const host = await startHost()
    const first = await host.ask("POST", path, { name: "Test UN Listed" }, { "idempotency-key": "once" })
    const again = await host.ask("POST", path, { name: "Test UN Listed" }, { "idempotency-key": "once" })
    expect(again.text).toBe(first.text)
    expect(await eventTypes(host)).toEqual(["screening.match"])
    const other = await host.ask("POST", path, { name: "Test EU Listed" }, { "idempotency-key": "once" })
    expect(other.body.error.code).toBe("idempotency_key_reused")
  })
})

/** Puts a name on a list, after customers of that name were found clear. */
/** Puts a name on a list of the account without comparing the customers who are known: as if nobody had looked yet. */
const enlist = (host: Host, name: string, list: ScreeningEntry["list"] = "ofac_sdn") =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const [customer] = yield* home.read<{ scope: string }>("SELECT scope FROM cards_customers LIMIT 1", [])
      const id = `scre_${name}_${list}`
      const entry = { id, name, list, entityType: "individual", createdAt: 0 } as const
      yield* home.write([insertEntry(customer!.scope, entry)])
    })
  )

const payment = (of: { id: string }) => ({
  amount: 2000,
  currency: "usd",
  payment_method: "pm_card_visa",
  customer: of.id
})

describe("a match on demand", () => {
  const listed = { name: "hopper, GRÁCE" }

  it("B11, C78: blocks the customers of that name, each with a screening of its own", async () => {
    const host = await startHost()
    const same = await customer(host, "Grace Hopper")
    const other = await customer(host, "Ada Lovelace B")
    const hidden = await customer(host, "Gra\u200bce Hop\u3164per")
    await enlist(host, "Grace Hopper")
    expect((await host.ask("POST", "/v2/payments", payment(same))).status).toBe(200)
    const { body } = await host.ask("POST", path, listed)
    expect(body.result).toBe("match")
    const blocked = await retrieve(host, same.id)
    expect(blocked.screening.result).toBe("match")
    expect(blocked.screening.screening_id).not.toBe(body.screening_id)
    for (const one of [same, hidden]) {
      const refused = await host.ask("POST", "/v2/payments", payment(one))
      expect([refused.status, refused.body.error.code]).toEqual([403, "screening_match"])
    }
    expect((await host.ask("POST", "/v2/payments", payment(other))).status).toBe(200)
    const told = (await host.ask("GET", "/v2/events?type=screening.match")).body.data
    expect(told.map((event: any) => event.data.customer).sort()).toEqual([same.id, hidden.id, null].sort())
  })

  it("B11: what was approved for a customer is not asked again, and lifts that block only", async () => {
    const host = await startHost()
    const one = await customer(host, "Grace Hopper")
    const two = await customer(host, "HOPPER GRACE!")
    await enlist(host, "Grace Hopper")
    await host.ask("POST", path, listed)
    const { screening } = await retrieve(host, one.id)
    await host.ask("POST", `/v2/test_helpers/screenings/${screening.screening_id}/resolve`, { decision: "approved" })
    expect((await host.ask("POST", "/v2/payments", payment(one))).status).toBe(200)
    expect((await host.ask("POST", "/v2/payments", payment(two))).status).toBe(403)
    await host.ask("POST", path, listed)
    expect((await host.ask("POST", "/v2/payments", payment(one))).status).toBe(200)
    expect((await retrieve(host, one.id)).screening.screening_id).toBe(screening.screening_id)
    await enlist(host, "Grace Hopper", "un_consolidated")
    await host.ask("POST", path, listed)
    expect((await host.ask("POST", "/v2/payments", payment(one))).status).toBe(403)
  })

  it("B11, S51: flags a customer who is found to be politically exposed", async () => {
    const host = await startHost()
    const same = await customer(host, "Grace Hopper")
    await enlist(host, "Grace Hopper", "pep")
    await host.ask("POST", path, listed)
    expect((await retrieve(host, same.id)).flags).toEqual(["pep"])
    const alerts = (await host.ask("GET", `/v2/aml/alerts?customer_id=${same.id}`)).body.data
    expect(alerts).toHaveLength(1)
  })

  it("B11: follows a customer to a new name, and forgets the name before and who was deleted", async () => {
    const host = await startHost()
    const came = await customer(host, "Ada Lovelace")
    const left = await customer(host, "Grace Hopper")
    const gone = await customer(host, "Grace Hopper!!")
    await host.ask("DELETE", `/v2/customers/${gone.id}`)
    await host.ask("POST", `/v2/customers/${came.id}`, { name: "Grace Hopper" })
    await host.ask("POST", `/v2/customers/${left.id}`, { name: "Ada Lovelace" })
    await enlist(host, "Grace Hopper")
    expect((await host.ask("POST", path, listed)).status).toBe(200)
    expect((await retrieve(host, came.id)).screening.result).toBe("match")
    expect((await retrieve(host, left.id)).screening.result).toBe("clear")
  })

  it("B11: blocks customers from before names were hashed, and none of another name", async () => {
    const host = await startHost()
    const same = await customer(host, "Grace Hopper")
    const other = await customer(host, "Ada Lovelace")
    await write(host, "UPDATE cards_customers SET name_hash = NULL")
    await enlist(host, "Grace Hopper")
    await host.ask("POST", path, listed)
    expect((await retrieve(host, same.id)).screening.result).toBe("match")
    expect((await retrieve(host, other.id)).screening.result).toBe("clear")
  })

  it("B11: a clear screening and another account's match block nobody", async () => {
    const host = await startHost()
    const made = await customer(host, "Test Grace Person")
    await host.ask("POST", path, { name: "Test Grace Person" })
    const other = { authorization: "Bearer sk_test_9876543210" }
    await host.ask("POST", "/v2/test_helpers/screening_entries", { name: "Test Grace Person" }, other)
    expect((await host.ask("POST", path, { name: "Test Grace Person" }, other)).body.result).toBe("match")
    expect((await retrieve(host, made.id)).screening).toEqual(made.screening)
  })
})
