import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { update } from "../../plugins/cards/customers/operations.ts"
import { cards, Subscriptions, testAccount } from "../../plugins/cards/index.ts"
import { commit } from "../../src/plugin.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost, testKey, type Host } from "./host.ts"
import { written } from "../store/written.ts"

const path = "/v2/customers"

const ada = {
  email: "Ada@Example.com",
  name: "Ada Lovelace",
  phone: "+14155550100",
  address: { line1: "1 Main St", line2: "2b", city: "Springfield", state: "IL", postal_code: "62701", country: "US" },
  metadata: { tier: "gold" }
}

const make = async (host: Host, body: Readonly<Record<string, unknown>> = {}): Promise<any> => {
  const made = await host.ask("POST", path, { email: "ada@example.com", ...body })
  if (made.status !== 200) throw new Error(made.text)
  return made.body
}

const eventTypes = async (host: Host, query = "") =>
  (await host.ask("GET", `/v2/events?limit=100${query}`)).body.data.map((event: { type: string }) => event.type)

const rows = (host: Host, text: string, region: "us-east-1" | "eu-west-1" = "us-east-1") =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* (yield* store.region(region)).read<any>(text, [])
    })
  )

const text = (length: number) => "x".repeat(length)

const misfits: ReadonlyArray<readonly [what: string, body: object, code: string, param: string]> = [
  ["no email", { name: "Ada" }, "parameter_missing", "email"],
  ["an email that is none", { email: "ada" }, "parameter_invalid", "email"],
  ["an email with a space", { email: "a da@example.com" }, "parameter_invalid", "email"],
  ["an email that is a number", { email: 7 }, "parameter_invalid", "email"],
  ["an email of null", { email: null }, "parameter_invalid", "email"],
  ["a long email", { email: `${"a".repeat(250)}@b.cd` }, "string_too_long", "email"],
  ["a blank name", { ...ada, name: "  " }, "parameter_invalid", "name"],
  ["a long name", { ...ada, name: "x".repeat(201) }, "string_too_long", "name"],
  ["C47: a name that no list could be asked for", { ...ada, name: "---" }, "parameter_invalid", "name"],
  ["C47: a name that reads backwards", { ...ada, name: "\u202evonoitcnaS natloZ" }, "parameter_invalid", "name"],
  ["C48: a phone without a plus", { ...ada, phone: "4155550100" }, "invalid_phone", "phone"],
  ["C48: a phone with spaces", { ...ada, phone: "+1 415 555 0100" }, "invalid_phone", "phone"],
  ["C48: a phone of 16 digits", { ...ada, phone: "+1234567890123456" }, "invalid_phone", "phone"],
  ["C49: an address that is text", { ...ada, address: "Main St" }, "parameter_invalid", "address"],
  ["C49: an unknown address field", { ...ada, address: { zip: "1" } }, "parameter_unknown", "address.zip"],
  ["C49: a country that is none", { ...ada, address: { country: "usa" } }, "parameter_invalid", "address.country"],
  ["C49: two letters that are none", { ...ada, address: { country: "ZZ" } }, "parameter_invalid", "address.country"],
  ["C49: UK, which is GB", { ...ada, address: { country: "UK" } }, "parameter_invalid", "address.country"],
  [
    "C50: 21 pairs",
    { ...ada, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, ""])) },
    "metadata_too_many_pairs",
    "metadata"
  ],
  ["a metadata key of 41 characters", { ...ada, metadata: { [text(41)]: "" } }, "metadata_key_too_long", "metadata"],
  [
    "a metadata value of 501 characters",
    { ...ada, metadata: { a: text(501) } },
    "metadata_value_too_long",
    "metadata.a"
  ],
  ["a metadata value of 7", { ...ada, metadata: { a: 7 } }, "metadata_value_invalid", "metadata.a"],
  ["a metadata value of null", { ...ada, metadata: { a: null } }, "metadata_value_invalid", "metadata.a"],
  ["an unknown field", { ...ada, id: "cus_1" }, "parameter_unknown", "id"]
]

describe("POST /v2/customers", () => {
  it("C44–C52, C176: answers with the customer, and GET answers the same", async () => {
    const host = await startHost()
    const made = await host.ask("POST", path, ada)
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^cus_[0-9a-z]{23}$/),
      object: "customer",
      ...ada,
      created_at: "2026-01-15T09:30:00Z",
      livemode: false,
      kyc_status: "not_started",
      screening: { screening_id: expect.stringMatching(/^scr_/), result: "clear" },
      flags: [],
      default_payment_method: null
    })
    expect((await host.ask("GET", `${path}/${made.body.id}`)).body).toEqual(made.body)
    const events = (await host.ask("GET", "/v2/events")).body.data
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: "customer.created", data: made.body })
  })

  it("C176: needs an e-mail address only, and shows the rest as null", async () => {
    const host = await startHost()
    expect(await make(host)).toMatchObject({ name: null, phone: null, address: null, metadata: {}, screening: null })
  })

  it.each(misfits)("B5: refuses %s and stores nothing", async (_, body, code, param) => {
    const host = await startHost()
    const refused = await host.ask("POST", path, body)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 400,
      type: "validation_error",
      code,
      param
    })
    expect((await host.ask("GET", path)).body.data).toEqual([])
    expect(await rows(host, "SELECT * FROM cards_customer_emails")).toEqual([])
    expect(await eventTypes(host)).toEqual([])
  })

  it("C133, C196: a used idempotency key makes no second customer", async () => {
    const host = await startHost()
    const first = await host.ask("POST", path, ada, { "idempotency-key": "k1" })
    const again = await host.ask("POST", path, { ...ada, idempotency_key: "k1" })
    expect(again.text).toBe(first.text)
    expect((await host.ask("GET", path)).body.data).toHaveLength(1)
  })
})

describe("C46: an e-mail address is one customer's", () => {
  const region = { "svc-data-region": "eu-west-1" }

  it("in whatever spelling, and in whichever region", async () => {
    const host = await startHost()
    await make(host)
    for (const headers of [{}, region]) {
      const taken = await host.ask("POST", path, { email: " ADA@example.COM " }, headers)
      expect({ status: taken.status, ...taken.body.error }).toMatchObject({
        status: 400,
        type: "validation_error",
        code: "email_taken",
        param: "email"
      })
    }
  })

  it("also where the first customer lives outside the home region", async () => {
    const host = await startHost()
    await host.ask("POST", path, { email: "ada@example.com" }, region)
    expect((await host.ask("POST", path, { email: "ada@example.com" })).body.error.code).toBe("email_taken")
    expect((await host.ask("POST", path, { email: "ada@example.com" }, region)).body.error.code).toBe("email_taken")
  })

  it("and no other account's", async () => {
    const host = await startHost()
    await make(host)
    const other = await host.ask("POST", path, { email: "ada@example.com" }, { authorization: `Bearer ${testKey}x` })
    expect(other.status).toBe(200)
  })

  it.each([
    ["home", {}],
    ["another region", region]
  ])("until it is given up by a change or by deletion, in %s", async (_, headers) => {
    const host = await startHost()
    const { id } = (await host.ask("POST", path, { email: "one@example.com" }, headers)).body
    expect((await host.ask("POST", `${path}/${id}`, { email: "two@example.com" }, headers)).status).toBe(200)
    const second = await host.ask("POST", path, { email: "one@example.com" }, headers)
    expect(second.status).toBe(200)
    const taken = await host.ask("POST", `${path}/${id}`, { email: "ONE@example.com" }, headers)
    expect(taken.body.error.code).toBe("email_taken")
    expect((await host.ask("DELETE", `${path}/${second.body.id}`, undefined, headers)).status).toBe(200)
    expect((await host.ask("POST", `${path}/${id}`, { email: "One@example.com" }, headers)).status).toBe(200)
  })

  it("also when many ask at once, in two regions: one gets it", async () => {
    const host = await startHost()
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, at) => host.ask("POST", path, { email: "ada@example.com" }, at % 2 ? region : {}))
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(asked.flatMap(({ body }) => body.error?.code ?? []))).toEqual(new Set(["email_taken"]))
  })

  it.each([
    ["home", {}],
    ["another region", region]
  ])("and the same customer may ask for it twice at once, in %s", async (_, headers) => {
    const host = await startHost()
    const { id } = (await host.ask("POST", path, { email: "one@example.com" }, headers)).body
    const change = () => host.ask("POST", `${path}/${id}`, { email: "two@example.com" }, headers)
    expect((await Promise.all([change(), change(), change()])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await host.ask("POST", path, { email: "two@example.com" })).body.error.code).toBe("email_taken")
    expect((await host.ask("POST", path, { email: "one@example.com" })).status).toBe(200)
  })

  it("also when a customer takes it again before the home region has heard that it was given up", async () => {
    const host = await startHost({ cards: { accounts: [{ id: "acct_shop", keys: [testKey] }] } })
    const { id } = (await host.ask("POST", path, { email: "one@example.com" }, region)).body
    const caller = await host.engine.caller({ principal: testAccount("acct_shop"), region: "eu-west-1" })
    const { after, unit } = await host.engine.call(update(caller, { id, change: { email: "two@example.com" } }))
    await host.engine.call(commit(caller.store, unit!))
    expect((await host.ask("POST", `${path}/${id}`, { email: "one@example.com" }, region)).status).toBe(200)
    await host.engine.call(after!)
    expect((await host.ask("POST", path, { email: "one@example.com" })).body.error?.code).toBe("email_taken")
  })

  it("C206: and no address leaves its region: the home region keeps a keyed hash", async () => {
    const host = await startHost()
    await host.ask("POST", path, { ...ada, email: "secret@example.com" }, region)
    const kept = JSON.stringify(await rows(host, "SELECT * FROM cards_customer_emails"))
    expect(kept).toMatch(/[0-9a-f]{64}/)
    expect(kept).not.toMatch(/secret|Ada/i)
    expect(await rows(host, "SELECT id FROM cards_customers")).toEqual([])
  })

  it("a claim without a customer behind it, left by a crash, stops counting after a minute", async () => {
    const host = await startHost()
    const { id } = (await host.ask("POST", path, { email: "ada@example.com" }, region)).body
    await host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const eu = yield* store.region("eu-west-1")
        yield* eu.write([written("DELETE FROM cards_customers WHERE id = ?", [id])])
      })
    )
    expect((await host.ask("POST", path, { email: "ada@example.com" })).body.error.code).toBe("email_taken")
    await host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        yield* home.write([written("UPDATE cards_customer_emails SET claimed_at = claimed_at - 61000")])
      })
    )
    expect((await host.ask("POST", path, { email: "ada@example.com" })).status).toBe(200)
  })
})

describe("changing a customer", () => {
  it.each(["POST", "PATCH"])("B5: %s refuses what is refused at the creation, and changes nothing", async (method) => {
    const host = await startHost()
    await make(host, { email: "taken@example.com" })
    const { id } = await make(host)
    const before = await host.ask("GET", `${path}/${id}`)
    const further = [
      ["an email of another customer", { email: "taken@example.com" }, "email_taken", "email"],
      ["an unknown card", { default_payment_method: "pm_none" }, "resource_missing", "default_payment_method"]
    ] as const
    for (const [what, body, code, param] of [...misfits, ...further]) {
      // These change nothing, or clear.
      if (["no email", "a metadata value of null"].includes(what)) continue
      const refused = await host.ask(method, `${path}/${id}`, body)
      expect([refused.status, refused.body.error?.code, refused.body.error?.param], what).toEqual([400, code, param])
    }
    expect((await host.ask("GET", `${path}/${id}`)).body).toEqual(before.body)
  })

  it.each(["POST", "PATCH"])("C177: %s changes what is given, merges metadata, and null clears", async (method) => {
    const host = await startHost()
    const { id } = await make(host, ada)
    const change = { name: null, address: null, metadata: { tier: null, colour: "red" }, phone: "+4712345678" }
    const changed = await host.ask(method, `${path}/${id}`, change)
    expect(changed.body).toMatchObject({
      email: ada.email,
      name: null,
      address: null,
      phone: "+4712345678",
      metadata: { colour: "red" }
    })
    expect((await host.ask("GET", `${path}/${id}`)).body).toEqual(changed.body)
    expect(await eventTypes(host)).toEqual(["customer.updated", "customer.created"])
  })

  it.each(["POST", "PATCH"])(
    "%s under one idempotency key is done once, and its repetition says so",
    async (method) => {
      const host = await startHost()
      const { id } = await make(host, ada)
      const change = () => host.ask(method, `${path}/${id}`, { phone: "+4712345678" }, { "idempotency-key": "once" })
      const first = await change()
      const again = await change()
      expect(again.body).toEqual(first.body)
      expect(again.headers.get("idempotent-replayed")).toBe("true")
      expect(await eventTypes(host)).toEqual(["customer.updated", "customer.created"])
    }
  )

  it.each([
    ["an email of null", { email: null }, "parameter_invalid", "email"],
    ["a phone that is none", { phone: "1" }, "invalid_phone", "phone"],
    [
      "a default that is nobody's",
      { default_payment_method: "pm_card_visa" },
      "resource_missing",
      "default_payment_method"
    ],
    ["an unknown field", { kyc_status: "verified" }, "parameter_unknown", "kyc_status"]
  ])("B5: refuses %s and changes nothing", async (_, change, code, param) => {
    const host = await startHost()
    const made = await make(host, ada)
    const refused = await host.ask("POST", `${path}/${made.id}`, change)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({ status: 400, code, param })
    expect((await host.ask("GET", `${path}/${made.id}`)).body).toEqual(made)
  })

  it("B5: refuses a 21st pair", async () => {
    const host = await startHost()
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, "v"]))
    const { id } = await make(host, { metadata })
    const refused = await host.ask("POST", `${path}/${id}`, { metadata: { more: "v" } })
    expect(refused.body.error).toMatchObject({ code: "metadata_too_many_pairs", param: "metadata" })
    expect((await host.ask("POST", `${path}/${id}`, { metadata: { more: "v", k0: null } })).status).toBe(200)
  })
})

describe("GET /v2/customers", () => {
  it("C98–C102: pages newest first, and finds one by its address", async () => {
    const host = await startHost()
    const made: Array<string> = []
    for (let at = 0; at < 5; at++) made.unshift((await make(host, { email: `c${at}@example.com` })).id)
    const first = (await host.ask("GET", `${path}?limit=3`)).body
    const second = (await host.ask("GET", `${path}?limit=3&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ id }: any) => id)).toEqual(made)
    expect(second).toMatchObject({ object: "list", has_more: false, next_cursor: null })
    const found = await host.ask("GET", `${path}?email=${encodeURIComponent("C2@example.com")}`)
    expect(found.body.data.map(({ id }: any) => id)).toEqual([made[2]])
    expect((await host.ask("GET", `${path}?email=nobody@example.com`)).body.data).toEqual([])
    const refused = await host.ask("GET", `${path}?email=${text(250)}@b.cd`)
    expect([refused.status, refused.body.error.code]).toEqual([400, "string_too_long"])
  })

  it.each([
    ["email=nonsense", "parameter_invalid", "email"],
    ["name=Ada", "parameter_unknown", "name"],
    ["limit=0", "invalid_limit", "limit"],
    ["cursor=cur_x", "invalid_cursor", "cursor"]
  ])("B5: refuses %s", async (query, code, param) => {
    const { ask } = await startHost()
    expect((await ask("GET", `${path}?${query}`)).body.error).toMatchObject({ code, param })
  })
})

describe("DELETE /v2/customers/{id}", () => {
  it("C178, C179, C181: is permanent, detaches payment methods, and payments keep the id", async () => {
    const host = await startHost()
    const { id } = await make(host, { name: "Ada" })
    const method = (await host.ask("POST", "/v2/payment_methods/pm_card_visa/attach", { customer: id })).body
    const payment = await host.pay({ payment_method: method.id, customer: id })
    const deleted = await host.ask("DELETE", `${path}/${id}`)
    expect(deleted.body).toEqual({ id, object: "customer", deleted: true })
    for (const [verb, body] of [["GET"], ["POST", {}], ["DELETE"]] as const) {
      const gone = await host.ask(verb, `${path}/${id}`, body)
      expect({ status: gone.status, code: gone.body.error.code }).toEqual({ status: 404, code: "resource_missing" })
    }
    expect((await host.ask("GET", `/v2/payment_methods/${method.id}`)).body.customer).toBeNull()
    expect((await host.ask("GET", `/v2/payment_methods?customer=${id}`)).body.data).toEqual([])
    expect((await host.ask("GET", `/v2/payments/${payment.id}`)).body.customer).toBe(id)
    const types = await eventTypes(host)
    expect(types.slice(0, 2)).toEqual(["customer.deleted", "payment_method.detached"])
    const charged = await host.ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: method.id
    })
    expect(charged.body.error).toMatchObject({ type: "validation_error", code: "payment_method_detached" })
    expect(await rows(host, "SELECT id FROM cards_customers")).toEqual([])
  })

  it("C180: is refused while a subscription is active, and changes nothing", async () => {
    const host = await startHost()
    const { id } = await make(host)
    const subscription = (await host.ask("POST", "/v2/test_helpers/subscriptions", { customer: id })).body
    expect(subscription).toMatchObject({ id: expect.stringMatching(/^sub_/), status: "active", customer: id })
    const refused = await host.ask("DELETE", `${path}/${id}`)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 400,
      type: "validation_error",
      code: "active_subscriptions"
    })
    expect((await host.ask("GET", `${path}/${id}`)).status).toBe(200)
    await host.ask("POST", `/v2/test_helpers/subscriptions/${subscription.id}/cancel`, {})
    expect((await host.ask("DELETE", `${path}/${id}`)).status).toBe(200)
  })

  it("C180: a host tells of subscriptions of its own", async () => {
    const layers = Layer.succeed(Subscriptions, { countActive: () => Effect.succeed(2) })
    const host = await startHost({ engine: { plugins: [cards()], layers: layers as Layer.Layer<never> } })
    const { id } = await make(host)
    expect((await host.ask("DELETE", `${path}/${id}`)).body.error).toMatchObject({
      code: "active_subscriptions",
      message: "The customer has 2 active subscriptions. Cancel them first"
    })
  })

  it("C199: needs no idempotency key and ignores one", async () => {
    const host = await startHost()
    const { id } = await make(host)
    expect((await host.ask("DELETE", `${path}/${id}`, undefined, { "idempotency-key": "k" })).status).toBe(200)
    expect((await host.ask("DELETE", `${path}/${id}`, undefined, { "idempotency-key": "k" })).status).toBe(404)
  })
})
