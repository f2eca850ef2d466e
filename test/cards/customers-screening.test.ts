import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { blockFor, update } from "../../plugins/cards/customers/operations.ts"
import { compliance, testAccount } from "../../plugins/cards/index.ts"
import { carryOutUnkeyed } from "../../src/plugin.ts"
import { ScreeningUnavailable } from "../../src/services/Screening.ts"
import { namesTable } from "../../src/services/Statement.ts"
import { Store } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { aroundRegions } from "../../src/store/regionsOf.ts"
import { startHost, testKey, type Host } from "./host.ts"
import { person, replaceableLists } from "./replaceableLists.ts"

const path = "/v2/customers"

const make = async (host: Host, body: Readonly<Record<string, unknown>> = {}): Promise<any> => {
  const made = await host.ask("POST", path, { email: "ada@example.com", ...body })
  if (made.status !== 200) throw new Error(made.text)
  return made.body
}

const eventTypes = async (host: Host) =>
  (await host.ask("GET", "/v2/events?limit=100")).body.data.map((event: { type: string }) => event.type)

const rows = (host: Host, text: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* (yield* store.region(store.home)).read<any>(text, [])
    })
  )

describe("screening", () => {
  it("C96: a listed name is matched at creation; the customer exists, and is told of by screening.match", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Test Sanctioned Person" })
    expect(made.screening.result).toBe("match")
    expect(await eventTypes(host)).toEqual(["screening.match", "customer.created"])
    const [event] = (await host.ask("GET", "/v2/events?type=screening.match")).body.data
    expect(event.data).toMatchObject({
      screening_id: made.screening.screening_id,
      name: "Test Sanctioned Person",
      result: "match",
      matches: [{ list: "ofac_sdn" }],
      customer: made.id
    })
    const refused = await host.ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: "pm_card_visa",
      customer: made.id
    })
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 403,
      type: "validation_error",
      code: "screening_match",
      param: "customer"
    })
  })

  it("S27: a customer who is put on a list of the account later is blocked, and stays free where that was decided", async () => {
    const host = await startHost()
    const { id } = await make(host, { name: "Quentin Zibble" })
    const other = await make(host, { name: "Quentin Zobble", email: "other@example.com" })
    const abroad = { authorization: "Bearer sk_test_another_one" }
    const entry = { name: "ZIBBLE, Quentin", list: "pep" }
    await host.ask("POST", "/v2/test_helpers/screening_entries", entry, abroad)
    expect((await host.ask("GET", `${path}/${id}`)).body.screening.result).toBe("clear")
    expect((await host.ask("POST", "/v2/test_helpers/screening_entries", entry)).status).toBe(200)
    const listed = (await host.ask("GET", `${path}/${id}`)).body
    expect(listed).toMatchObject({ screening: { result: "match" }, flags: ["pep"] })
    const found = await host.ask("GET", `/v2/compliance/sanctions/${listed.screening.screening_id}`)
    expect(found.body).toMatchObject({ result: "match", matches: [{ list: "pep", score: 100 }], customer: id })
    expect((await host.pay({ customer: id })).error.code).toBe("screening_match")
    expect((await host.pay({ customer: other.id })).status).toBe("succeeded")
    expect((await eventTypes(host)).filter((type: string) => type === "screening.match")).toHaveLength(1)
    const resolved = `/v2/test_helpers/screenings/${listed.screening.screening_id}/resolve`
    await host.ask("POST", resolved, { decision: "approved" })
    await host.ask("POST", "/v2/test_helpers/screening_entries", { name: "Somebody Else" })
    await host.engine.clock.advance("25 hours")
    expect((await host.ask("GET", `${path}/${id}`)).body.screening.result).toBe("match")
    expect((await host.pay({ customer: id })).error.code).toBe("kyc_required")
  })

  it("S28: a new name is screened, the same one is not", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Ada" })
    const same = await host.ask("POST", `${path}/${made.id}`, { name: "Ada" })
    expect(same.body.screening).toEqual(made.screening)
    const listed = await host.ask("POST", `${path}/${made.id}`, { name: "Test UN Listed" })
    expect(listed.body.screening.result).toBe("match")
    expect(listed.body.screening.screening_id).not.toBe(made.screening.screening_id)
    const cleared = await host.ask("POST", `${path}/${made.id}`, { name: null })
    expect(cleared.body.screening).toEqual(listed.body.screening)
  })

  it("S28: a name that stays is screened where somebody else changed it meanwhile", async () => {
    const host = await startHost({ cards: { accounts: [{ id: "acct_host", keys: [testKey] }] } })
    const { id, name } = await make(host, { name: "Screening Outage Match" })
    const caller = await host.engine.caller({ principal: testAccount("acct_host") })
    const change = update(caller, { id, change: { name, phone: "+14155550123" } })
    // As after a conflict: decided once, and then anew.
    await host.engine.call(change)
    await host.ask("POST", `${path}/${id}`, { name: "Ada" })
    await host.engine.call(carryOutUnkeyed(caller.store, change))
    const changed = (await host.ask("GET", `${path}/${id}`)).body
    expect(changed).toMatchObject({ name, phone: "+14155550123", screening: { result: "pending" } })
  })

  it("S28: a name that comes without the address before is screened without its country", async () => {
    const countries: Array<string | undefined> = []
    const lists = replaceableLists([], (screening) => ({
      ...screening,
      screen: (subject, options) => {
        countries.push(subject.country)
        return screening.screen(subject, options)
      }
    }))
    const host = await startHost({ engine: { layers: lists.layer } })
    const { id } = await make(host, { name: "Ada", address: { country: "US" } })
    await host.ask("POST", `${path}/${id}`, { name: "Grace", address: null })
    expect(countries).toEqual(["US", undefined])
  })

  it("C78, S17: a name that is found only without the country before is screened with the new one; what was decided stays", async () => {
    const lists = replaceableLists([person("1", "Gregor Samsanov", { countries: ["CZ"] })])
    const host = await startHost({ engine: { layers: lists.layer } })
    const { id, screening } = await make(host, { name: "Gregor Samsarov", address: { country: "US" } })
    expect(screening.result).toBe("clear")
    const move = async (address: object | null) =>
      (await host.ask("POST", `${path}/${id}`, { address, phone: "+14155550123" })).body.screening
    expect(await move({ country: "US", city: "Boston" })).toEqual(screening)
    expect(await move({ country: "CA" })).toEqual(screening)
    expect(lists.screened).toHaveLength(2)
    const matched = await move(null)
    expect(matched.result).toBe("match")
    expect((await host.pay({ customer: id })).error.code).toBe("screening_match")
    const resolve = `/v2/test_helpers/screenings/${matched.screening_id}/resolve`
    await host.ask("POST", resolve, { decision: "approved" })
    for (const country of ["CZ", "US"]) expect(await move({ country })).toEqual(matched)
    expect((await host.pay({ customer: id })).status).toBe("succeeded")
  })

  it("S30: whoever moves while the lists cannot be consulted waits for them", async () => {
    const lists = replaceableLists([], (screening) => ({
      ...screening,
      screen: (subject, options) =>
        subject.country === "CZ" && (options?.attempt ?? 1) < 2
          ? Effect.fail(new ScreeningUnavailable({ reason: "timeout" }))
          : screening.screen(subject, options)
    }))
    const host = await startHost({ engine: { layers: lists.layer } })
    const { id } = await make(host, { name: "Ada", address: { country: "US" } })
    await host.ask("POST", `${path}/${id}`, { address: { country: "CZ" } })
    expect((await host.pay({ customer: id })).error.code).toBe("unavailable")
    await host.engine.clock.advance("2 minutes")
    expect((await host.pay({ customer: id })).status).toBe("succeeded")
  })

  it("C78, S28: another name does not lift a match; a person does", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Test Sanctioned Person" })
    const renamed = (await host.ask("POST", `${path}/${made.id}`, { name: "Ada" })).body
    expect(renamed).toMatchObject({ name: "Ada", screening: made.screening })
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer: made.id }
    expect((await host.ask("POST", "/v2/payments", payment)).body.error.code).toBe("screening_match")
    const resolve = `/v2/test_helpers/screenings/${made.screening.screening_id}/resolve`
    expect((await host.ask("POST", resolve, { decision: "approved" })).body.resolution).toBe("approved")
    expect((await host.ask("POST", "/v2/payments", payment)).status).toBe(200)
  })

  it("C94, S51: a politically exposed person is flagged", async () => {
    const host = await startHost()
    expect(await make(host, { name: "Test Pep Person" })).toMatchObject({
      flags: ["pep"],
      screening: { result: "match" }
    })
  })

  it("S30: while the lists cannot be consulted nobody is clear, and it is tried again by itself", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Screening Outage" })
    expect(made.screening.result).toBe("pending")
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer: made.id }
    const refused = await host.ask("POST", "/v2/payments", payment)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 503,
      type: "api_error",
      code: "unavailable"
    })
    await host.engine.clock.advance("1 minute")
    expect((await host.ask("GET", `${path}/${made.id}`)).body.screening.result).toBe("pending")
    await host.engine.clock.advance("5 minutes")
    const screened = (await host.ask("GET", `${path}/${made.id}`)).body.screening
    expect(screened).toEqual({ screening_id: made.screening.screening_id, result: "clear" })
    expect((await host.ask("POST", "/v2/payments", payment)).status).toBe(200)
  })

  it.each(["Screening Outage", "Screening Outage Match"])(
    "S30: a screening that waits takes place also when the name was taken away: %s",
    async (name) => {
      const host = await startHost()
      const made = await make(host, { name })
      await host.ask("POST", `${path}/${made.id}`, { name: null })
      expect((await host.ask("GET", `${path}/${made.id}`)).body.screening.result).toBe("pending")
      await host.engine.clock.advance("10 minutes")
      const { screening } = (await host.ask("GET", `${path}/${made.id}`)).body
      expect(screening.result).toBe(name === "Screening Outage" ? "clear" : "match")
    }
  )

  it("S30: a name that comes while the job of an earlier one ends is screened", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined
    const store = Layer.effect(
      Store,
      Effect.map(Store, (of) =>
        aroundRegions(of, (open) => ({
          ...open,
          write: (writes) => {
            const [now, end] = [meanwhile, writes.every(({ statement }) => namesTable(statement, "jobs"))]
            if (now === undefined || !end) return open.write(writes)
            meanwhile = undefined
            return Effect.andThen(Effect.promise(now), open.write(writes))
          }
        }))
      )
    ).pipe(Layer.provide(sqlite(":memory:")))
    const host = await startHost({ engine: { store } })
    const { id } = await make(host, { name: "Screening Outage" })
    await host.ask("POST", `${path}/${id}`, { name: "Ada" })
    meanwhile = () => host.ask("POST", `${path}/${id}`, { name: "Screening Outage Match" })
    await host.engine.clock.advance("1 minute")
    expect(meanwhile).toBeUndefined()
    await host.engine.clock.advance("10 minutes")
    expect((await host.ask("GET", `${path}/${id}`)).body.screening.result).toBe("match")
  })

  it("S30: an outage may end in a match", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Screening Outage Match" })
    await host.engine.clock.advance("10 minutes")
    expect((await host.ask("GET", `${path}/${made.id}`)).body.screening.result).toBe("match")
    expect(await eventTypes(host)).toEqual(["screening.match", "customer.updated", "customer.created"])
  })

  it("S28, S32: in live mode a host takes down what a person decided", async () => {
    const live = { id: "acct_live", keys: ["sk_live_0123456789"] }
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await startHost({ cards: { mode: "production", accounts: [live] }, engine: { layers: lists.layer } })
    const asLive = { authorization: `Bearer ${live.keys[0]}` }
    const made = await host.ask("POST", path, { email: "g@example.com", name: "Grigori Melnikov" }, asLive)
    const { screening_id: id } = made.body.screening
    const caller = await host.engine.caller({ principal: { ...testAccount("acct_live"), mode: "live" } })
    const found = await host.engine.call(compliance.retrieve(caller, id))
    expect(found).toMatchObject({ customer: made.body.id, matches: [{ entryId: "1" }], resolution: null })
    for (const word of ["rejected", "", undefined]) {
      const unknown = compliance.resolve(caller, id, word as never)
      await expect(host.engine.call(unknown)).rejects.toMatchObject({ _tag: "InvalidParameters" })
    }
    const ofNobody = compliance.resolve(caller, "scr_1", "approved")
    await expect(host.engine.call(ofNobody)).rejects.toMatchObject({ _tag: "ScreeningNotFound" })
    const block = () => host.engine.call(blockFor(caller, made.body.id))
    expect(await block()).toBe("screening_match")
    await host.engine.call(compliance.resolve(caller, id, "confirmed"))
    expect(await block()).toBe("screening_match")
    await host.engine.call(compliance.resolve(caller, id, "approved"))
    expect(await block()).toBeUndefined()
  })

  it("ends its tries when the customer is deleted", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Screening Outage" })
    await host.ask("DELETE", `${path}/${made.id}`)
    await host.engine.clock.advance("1 day")
    expect(await rows(host, "SELECT name FROM jobs WHERE name = 'cards.customer.screen'")).toEqual([])
  })

  it.each([
    ["Screening Outage", [], 200, undefined],
    ["Screening Outage Match", [], 403, "screening_match"],
    // Nobody verifies a customer who is gone.
    ["Screening Outage", ["high_risk"], 403, "kyc_required"]
  ])("C78, S30: what a customer left who was deleted unscreened waits for the lists: %s, %j", async (...of) => {
    const [name, flags, status, code] = of
    const host = await startHost()
    const { id } = await make(host, { name: "Ada" })
    const held = await host.pay({ customer: id, capture_method: "manual" })
    await host.ask("POST", `/v2/test_helpers/customers/${id}/flags`, { flags })
    await host.ask("POST", `${path}/${id}`, { name })
    await host.ask("DELETE", `${path}/${id}`)
    const capture = () => host.ask("POST", `/v2/payments/${held.id}/capture`)
    expect((await capture()).status).not.toBe(200)
    await host.engine.clock.advance("10 minutes")
    const captured = await capture()
    expect([captured.status, captured.body.error?.code]).toEqual([status, code])
    expect((await eventTypes(host)).includes("screening.match")).toBe(code === "screening_match")
  })

  it("C78, S28: deleting a matched customer lifts no gate: what it left can be given back, and not be taken", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Ada" })
    const order = { amount: 2000, currency: "usd", customer: made.id }
    const pay = async (body: Readonly<Record<string, unknown>>) =>
      (await host.ask("POST", "/v2/payments", { ...order, ...body })).body
    const paid = await pay({ payment_method: "pm_card_visa" })
    const held = await pay({ payment_method: "pm_card_visa", capture_method: "manual" })
    const challenged = await pay({ payment_method: "pm_card_3ds_required" })
    await host.ask("POST", `/v2/test_helpers/payments/${challenged.id}/authenticate`, { result: "succeeded" })
    await host.ask("POST", `${path}/${made.id}`, { name: "Test Sanctioned Person" })
    expect((await host.ask("DELETE", `${path}/${made.id}`)).status).toBe(200)
    const blocked = { code: "screening_match", param: "customer" }
    for (const step of [`${held.id}/capture`, `${challenged.id}/confirm`]) {
      const refused = await host.ask("POST", `/v2/payments/${step}`)
      expect([refused.status, refused.body.error]).toMatchObject([403, blocked])
    }
    expect((await host.ask("POST", `/v2/payments/${held.id}/cancel`)).body.status).toBe("canceled")
    expect((await host.ask("POST", "/v2/refunds", { payment_id: paid.id })).body.status).toBe("succeeded")
  })

  it("C181: deleting a customer who was clear leaves the payments as they were", async () => {
    const host = await startHost()
    const made = await make(host, { name: "Ada" })
    const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer: made.id }
    const held = (await host.ask("POST", "/v2/payments", { ...order, capture_method: "manual" })).body
    await host.ask("DELETE", `${path}/${made.id}`)
    expect((await host.ask("POST", `/v2/payments/${held.id}/capture`)).body.status).toBe("succeeded")
    expect(await rows(host, "SELECT id FROM cards_blocked_customers")).toEqual([])
  })
})
