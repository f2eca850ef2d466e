/** What is refused before anything is created: decisions B.2, A.2, A.4, A.9–A.12, and the envelope of errors. */
import { describe, expect, it } from "vitest"
import {
  beneficiary,
  client,
  freshKey,
  keyOf,
  originator,
  paymentBody,
  startHost,
  type Host,
  type Reply
} from "./host.ts"

const codeOf = ({ body, status }: Reply) => [status, body.error?.code ?? body.errors?.map(({ code }: any) => code)]

const without = (value: Readonly<Record<string, any>>, path: string): any => {
  const [head, ...rest] = path.split(".")
  if (rest.length > 0) return { ...value, [head!]: without(value[head!], rest.join(".")) }
  const { [head!]: _gone, ...left } = value
  return left
}

const withValue = (value: Readonly<Record<string, any>>, path: string, given: unknown): any => {
  const [head, ...rest] = path.split(".")
  return { ...value, [head!]: rest.length === 0 ? given : withValue(value[head!], rest.join("."), given) }
}

const send = ({ ask }: Host, body: unknown, headers = {}) =>
  ask("POST", "/v2/payments/instant", body, { "idempotency-key": freshKey(), ...headers })

const nothingStored = async ({ ask, engine }: Host, headers = {}) => {
  const { body } = await ask("GET", "/v2/payments/instant", undefined, headers)
  expect(body.data).toEqual([])
  expect(engine.notifier.requests).toEqual([])
}

describe("fields (A.2, A.11)", () => {
  it.each([
    ["amount"],
    ["originator"],
    ["beneficiary"],
    ["originator.name"],
    ["originator.accountNumber"],
    ["originator.accountType"],
    ["originator.routingNumber"],
    ["originator.address"],
    ["originator.address.street"],
    ["originator.address.city"],
    ["originator.address.state"],
    ["originator.address.postalCode"],
    ["beneficiary.name"],
    ["beneficiary.accountNumber"],
    ["beneficiary.accountType"],
    ["beneficiary.routingNumber"]
  ])("B12 B14 B15 B16 B118 %s is required; null and empty text are absent", async (path) => {
    const host = await startHost()
    const bodies = [
      without(paymentBody(), path),
      withValue(paymentBody(), path, null),
      withValue(paymentBody(), path, "")
    ]
    for (const body of bodies) {
      const reply = await send(host, body)
      expect(reply).toMatchObject({ status: 400, body: { error: { code: "REQUIRED_FIELD_MISSING", field: path } } })
    }
    await nothingStored(host)
  })

  it.each([
    ["amount", "100", "INVALID_AMOUNT"],
    ["amount", 0, "INVALID_AMOUNT"],
    ["amount", -1, "INVALID_AMOUNT"],
    ["amount", 1.5, "INVALID_AMOUNT"],
    ["amount", 1_000_000_000_000, "INVALID_AMOUNT"],
    ["amount", "", "REQUIRED_FIELD_MISSING"],
    ["railPreference", "ach", "INVALID_FIELD_FORMAT"],
    ["currency", "EUR", "INVALID_CURRENCY"],
    ["currency", "usd", "INVALID_CURRENCY"],
    ["originator.routingNumber", "099900015", "INVALID_ROUTING_NUMBER"],
    ["originator.routingNumber", "09990001", "INVALID_ROUTING_NUMBER"],
    ["beneficiary.accountNumber", "12 34", "INVALID_FIELD_FORMAT"],
    ["beneficiary.accountNumber", "1".repeat(35), "FIELD_TOO_LONG"],
    ["beneficiary.accountType", "bond", "INVALID_FIELD_FORMAT"],
    ["beneficiary", "Jane", "INVALID_FIELD_FORMAT"],
    ["beneficiary.address.country", "us", "INVALID_FIELD_FORMAT"],
    ["remittanceInfo", "x".repeat(141), "FIELD_TOO_LONG"],
    ["remittanceInfo", 42, "INVALID_FIELD_FORMAT"],
    ["referenceId", "x".repeat(36), "FIELD_TOO_LONG"],
    ["purposeCode", "SUP", "INVALID_FIELD_FORMAT"],
    ["purposeCode", "SUPPL", "INVALID_FIELD_FORMAT"],
    ["purposeCode", "supp", "INVALID_FIELD_FORMAT"],
    ["originator.name", "x".repeat(141), "FIELD_TOO_LONG"]
  ])("B3 B17 B18 B19 B119 B120 B122 B124 B125 %s = %j is %s", async (path, given, code) => {
    const host = await startHost()
    const reply = await send(host, withValue(paymentBody(), path, given))
    expect(reply).toMatchObject({ status: 400, body: { error: { code, field: path } } })
    await nothingStored(host)
  })

  it.each(["100.0", "1e2", "1E2", "100.5", "1.0e2", "-0.0"])(
    "B3 B122 an amount written %s is refused, on every endpoint that takes one: no decimals",
    async (literal) => {
      const host = await startHost()
      const marked = 424_242
      const asked = async (path: string, body: unknown) => {
        const text = JSON.stringify(body).replaceAll(String(marked), literal)
        const { body: reply, status } = await host.ask("POST", path, text, { "idempotency-key": freshKey() })
        return [status, reply.error?.code, reply.error?.field]
      }
      const refused = [400, "INVALID_AMOUNT", "amount"]
      const parties = { payee: originator, payer: beneficiary }
      expect(await asked("/v2/payments/instant", paymentBody({ amount: marked }))).toEqual(refused)
      expect(await asked("/v2/payments/rfp", { rail: "fednow", amount: marked, ...parties })).toEqual(refused)
      await nothingStored(host)
    }
  )

  it("B17 B19 B125 counts code points: 140 and 35 pass, whatever they are, if networks can write them", async () => {
    const host = await startHost()
    const reply = await send(host, paymentBody({ remittanceInfo: "𝐀".repeat(140), referenceId: "😀".repeat(35) }))
    expect(reply.status).toBe(200)
  })

  it("B13 takes a body without a preference as auto, and passes over fields it does not know", async () => {
    const host = await startHost()
    expect((await send(host, paymentBody({ colour: 1, railPreference: undefined }))).body.data.rail).toBe("fednow")
    const { body, status } = await send(host, without({ ...paymentBody(), Amount: 1 }, "amount"))
    expect([status, body.errors.map(({ field, code }: any) => [field, code])]).toEqual([
      400,
      [
        ["Amount", "INVALID_FIELD_FORMAT"],
        ["amount", "REQUIRED_FIELD_MISSING"]
      ]
    ])
  })

  it("B109 tells several problems in errors, and one in error", async () => {
    const host = await startHost()
    const body = withValue(without(paymentBody({ amount: "x" }), "originator.address.city"), "purposeCode", "?")
    const reply = await send(host, body)
    expect(reply.status).toBe(400)
    expect(reply.body.error).toBeUndefined()
    expect(reply.body.errors).toEqual([
      { code: "INVALID_AMOUNT", field: "amount", message: expect.any(String) },
      { code: "INVALID_FIELD_FORMAT", field: "purposeCode", message: expect.any(String) },
      { code: "REQUIRED_FIELD_MISSING", field: "originator.address.city", message: expect.any(String) }
    ])
    expect(reply.body.meta).toEqual({ requestId: expect.any(String), timestamp: "2026-06-17T16:00:00.000Z" })
  })

  it("B108 B119 refuses what is no JSON, and quotes the caller's request id", async () => {
    const host = await startHost()
    const reply = await send(host, "{", { "x-request-id": "client-request-1" })
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_FIELD_FORMAT", field: "body" }, meta: { requestId: "client-request-1" } }
    })
    expect(reply.body).toEqual({
      error: { code: "INVALID_FIELD_FORMAT", message: expect.stringMatching(/./), field: "body" },
      meta: { requestId: "client-request-1", timestamp: "2026-06-17T16:00:00.000Z" }
    })
    expect(reply.headers.get("x-request-id")).toBe("client-request-1")
    const other = await send(host, "{", { "x-request-id": "no good" })
    expect(other.headers.get("x-request-id")).toMatch(/^req_/)
  })

  it("B120 tells both routing numbers that are not those of active participants", async () => {
    const host = await startHost()
    const body = withValue(paymentBody(), "originator.routingNumber", "099900085")
    const reply = await send(host, withValue(body, "beneficiary.routingNumber", "111000038"))
    expect(reply.body.errors.map(({ code, field }: any) => [code, field])).toEqual([
      ["INVALID_ROUTING_NUMBER", "originator.routingNumber"],
      ["INVALID_ROUTING_NUMBER", "beneficiary.routingNumber"]
    ])
  })
})

describe("rails and limits (A.4, A.12)", () => {
  const bank = (routingNumber: string) => ({ ...beneficiary, routingNumber })

  it.each([
    ["B40 B44 both rails: FedNow first", 100, "auto", "099900027", 200, "fednow"],
    ["B41 RTP only", 100, "auto", "099900030", 200, "rtp"],
    ["B40 FedNow only", 100, "auto", "099900043", 200, "fednow"],
    ["B42 B114 B128 neither", 100, "auto", "099900069", 422, "INSTANT_RAIL_NOT_AVAILABLE"],
    ["signed off FedNow falls through to RTP", 100, "auto", "099900111", 200, "rtp"],
    ["B45 signed off FedNow, explicit", 100, "fednow", "099900111", 422, "INSTANT_RAIL_NOT_AVAILABLE"],
    ["signed off both", 100, "auto", "099900124", 422, "INSTANT_RAIL_NOT_AVAILABLE"],
    ["B45 explicit RTP not reached", 100, "rtp", "099900043", 422, "INSTANT_RAIL_NOT_AVAILABLE"],
    ["B36 RTP at its maximum", 100_000_000, "rtp", "099900030", 200, "rtp"],
    ["B36 B127 RTP above its maximum", 100_000_001, "rtp", "099900030", 422, "RAIL_LIMIT_EXCEEDED"],
    ["B37 FedNow at the eligible maximum", 100_000_000, "fednow", "099900056", 200, "fednow"],
    ["B122 B127 the largest amount has twelve digits", 999_999_999_999, "rtp", "099900030", 422, "RAIL_LIMIT_EXCEEDED"],
    ["B37 B127 FedNow above it", 100_000_001, "fednow", "099900056", 422, "RAIL_LIMIT_EXCEEDED"],
    ["B39 auto above 1,000,000.00 goes to the wire rail", 100_000_001, "auto", "099900069", 202, "fedwire"],
    ["B39 auto at 1,000,000.00 does not", 100_000_000, "auto", "099900027", 200, "fednow"],
    ["B39 a wire that nobody takes", 100_000_001, "auto", "099900072", 422, "INSTANT_RAIL_NOT_AVAILABLE"]
  ] as const)("%s", async (_, amount, railPreference, routingNumber, status, expected) => {
    const host = await startHost()
    const reply = await send(host, paymentBody({ amount, railPreference, beneficiary: bank(routingNumber) }))
    expect([reply.status, reply.body.error?.code ?? reply.body.data.rail]).toEqual([status, expected])
  })

  it.each([
    ["at the default limit", 50_000_000, 200, "fednow"],
    ["a cent above it goes to RTP", 50_000_001, 200, "rtp"]
  ] as const)("B44 B46 the sender's bank has the FedNow limit: %s", async (_, amount, status, rail) => {
    const host = await startHost()
    const body = paymentBody({
      amount,
      originator: { ...originator, routingNumber: "099900027" },
      beneficiary: bank("099900014")
    })
    const reply = await send(host, body)
    expect([reply.status, reply.body.data.rail]).toEqual([status, rail])
  })

  it.each([
    [50_000_000, 200, undefined],
    [50_000_001, 422, "RAIL_LIMIT_EXCEEDED"]
  ] as const)("B37 B127 FedNow by itself carries 500,000.00 by default: %i is %i", async (amount, status, code) => {
    const host = await startHost()
    const from = { ...originator, routingNumber: "099900027" }
    const body = paymentBody({ amount, railPreference: "fednow", originator: from, beneficiary: bank("099900014") })
    const reply = await send(host, body)
    expect([reply.status, reply.body.error?.code]).toEqual([status, code])
  })

  it.each([
    ["a Sunday night", "2026-06-21T07:00:00.000Z"],
    ["Christmas", "2026-12-25T17:00:00.000Z"],
    ["the hour in which Fedwire is closed", "2026-06-17T23:30:00.000Z"]
  ])("B4 B36 B37 both rails settle at any hour of any day: %s", async (_, clock) => {
    const host = await startHost({ engine: { clock } })
    for (const railPreference of ["rtp", "fednow"]) {
      const { body, status } = await send(host, paymentBody({ railPreference }))
      expect([status, body.data]).toMatchObject([
        200,
        { rail: railPreference, status: "settled", settlementTimestamp: clock }
      ])
    }
  })

  it("B46 a participant may have lowered its own limit", async () => {
    const host = await startHost()
    const from = { ...originator, routingNumber: "099900137" }
    const to = bank("099900043")
    const at = (amount: number) => send(host, paymentBody({ amount, originator: from, beneficiary: to }))
    expect((await at(10_000_000)).status).toBe(200)
    expect(codeOf(await at(10_000_001))).toEqual([422, "INSTANT_RAIL_NOT_AVAILABLE"])
  })

  it("B47 B105 a client may be kept from rails", async () => {
    const onlyRtp = client("cli_rtp", { rails: ["rtp"] })
    const host = await startHost({ bank: { clients: [onlyRtp] } })
    const pay = (change: Readonly<Record<string, unknown>>) => send(host, paymentBody(change), keyOf(onlyRtp))
    expect((await pay({})).body.data.rail).toBe("rtp")
    expect(codeOf(await pay({ railPreference: "fednow" }))).toEqual([403, "RAIL_ACCESS_DENIED"])
    expect(codeOf(await pay({ beneficiary: bank("099900043") }))).toEqual([403, "RAIL_ACCESS_DENIED"])
    expect(codeOf(await pay({ amount: 100_000_001 }))).toEqual([403, "RAIL_ACCESS_DENIED"])
    expect(codeOf(await pay({ beneficiary: bank("099900069") }))).toEqual([422, "INSTANT_RAIL_NOT_AVAILABLE"])
  })

  it("B106 keeps the limit of one transaction; exactly at it passes", async () => {
    const limited = client("cli_small", { limits: { perTransaction: 500, daily: null, perRail: { rtp: 300 } } })
    const host = await startHost({ bank: { clients: [limited] } })
    const pay = (change: Readonly<Record<string, unknown>>) => send(host, paymentBody(change), keyOf(limited))
    expect((await pay({ amount: 500 })).status).toBe(200)
    expect(codeOf(await pay({ amount: 501 }))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
    expect(codeOf(await pay({ amount: 301, railPreference: "rtp" }))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
    // X14: the client's limit is told before the reach of the rail.
    expect(codeOf(await pay({ amount: 501, beneficiary: bank("099900069") }))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
  })

  it("B106 keeps the daily limit to the cent, gives back what failed, and begins anew at midnight in New York", async () => {
    const limited = client("cli_daily", { limits: { perTransaction: null, daily: 1_000, perRail: {} } })
    const host = await startHost({ bank: { clients: [limited] } })
    const pay = (amount: number, accountNumber = "9000000000") =>
      send(host, paymentBody({ amount, beneficiary: { ...beneficiary, accountNumber } }), keyOf(limited))
    expect((await pay(600)).status).toBe(200)
    expect(codeOf(await pay(401))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
    expect((await pay(400, "9001000099")).body.data.status).toBe("failed")
    // Two at once cannot both pass.
    const both = await Promise.all([pay(300), pay(300)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await pay(100)).status).toBe(200)
    await host.engine.clock.advanceTo("2026-06-18T03:59:59.999Z")
    expect(codeOf(await pay(1))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
    await host.engine.advance("1 millis")
    expect((await pay(1_000)).status).toBe(200)
  })

  it("B131 B146 X4 X5 wants full addresses from 3,000.00 on", async () => {
    const host = await startHost()
    const bare = { ...without(beneficiary, "address") }
    expect((await send(host, paymentBody({ amount: 299_999, beneficiary: bare }))).status).toBe(200)
    const at = await send(host, paymentBody({ amount: 300_000, beneficiary: bare }))
    expect(codeOf(at)).toEqual([422, "TRAVEL_RULE_FIELDS_MISSING"])
    expect(at.body.error.details.missing).toEqual([
      "beneficiary.address.street",
      "beneficiary.address.city",
      "beneficiary.address.state",
      "beneficiary.address.postalCode"
    ])
    const noCity = await send(host, without(paymentBody({ amount: 300_000 }), "originator.address.city"))
    expect(noCity.body.error.details.missing).toEqual(["originator.address.city"])
    expect((await send(host, paymentBody({ amount: 300_000 }))).status).toBe(200)
  })

  it.each([
    ["IR", {}, "beneficiary.address.country"],
    ["CU", {}, "beneficiary.address.country"],
    ["KP", {}, "beneficiary.address.country"],
    ["UA", { state: "Crimea" }, "beneficiary.address.state"],
    ["UA", { state: "UA-40" }, "beneficiary.address.state"],
    ["UA", { state: "Luhans'ka oblast" }, "beneficiary.address.state"],
    ["UA", { state: "-", city: "Sevastopol" }, "beneficiary.address.city"],
    ["RU", { state: "Republic of Crimea" }, "beneficiary.address.state"]
  ])("B137 refuses %s and keeps it in the compliance log", async (country, more, field) => {
    const host = await startHost()
    const address = { ...beneficiary.address, country, ...more }
    const reply = await send(host, paymentBody({ beneficiary: { ...beneficiary, address } }))
    expect(reply).toMatchObject({ status: 422, body: { error: { code: "SANCTIONED_COUNTRY", field } } })
    await nothingStored(host)
    const { body } = await host.admin("GET", "/v2/admin/audit")
    expect(body.data[0]).toMatchObject({ action: "payment.sanctioned_country", after: { field } })
  })

  it("B156 a kept list that names a region by one word covers its spellings; one that does not name it lets it pass", async () => {
    const host = await startHost()
    const pay = (state: string) =>
      send(
        host,
        paymentBody({ beneficiary: { ...beneficiary, address: { ...beneficiary.address, country: "UA", state } } })
      )
    const keep = (countries: unknown) => host.admin("PUT", "/v2/admin/screening-lists", { countries })
    await keep([{ country: "UA", region: ["Crimea", "KHERSON"], name: "Regions", active: true }])
    expect(codeOf(await pay("Sevastopol"))).toEqual([422, "SANCTIONED_COUNTRY"])
    expect(codeOf(await pay("Kherson"))).toEqual([422, "SANCTIONED_COUNTRY"])
    expect((await pay("Luhansk")).status).toBe(200)
    expect(codeOf(await keep([{ country: "UK", name: "Nowhere", active: true }]))).toEqual([
      400,
      "INVALID_FIELD_FORMAT"
    ])
  })

  it("B156 the list of countries is an administrator's", async () => {
    const host = await startHost()
    const address = { ...beneficiary.address, country: "SY" }
    const pay = () => send(host, paymentBody({ beneficiary: { ...beneficiary, address } }))
    expect((await pay()).status).toBe(200)
    const countries = [{ country: "SY", name: "Syria", active: true }]
    expect((await host.admin("PUT", "/v2/admin/screening-lists", { countries })).status).toBe(200)
    expect(codeOf(await pay())).toEqual([422, "SANCTIONED_COUNTRY"])
  })
})

describe("the order of checks (B.2)", () => {
  it("tells the first of several, in the documented order", async () => {
    const poor = client("cli_poor", { rails: ["rtp"], limits: { perTransaction: 10, daily: null, perRail: {} } })
    const host = await startHost({ bank: { clients: [poor] } })
    const keyed = keyOf(poor)
    const iran = { ...beneficiary, address: { ...beneficiary.address, country: "IR" } }
    const all = paymentBody({ amount: 400_000, railPreference: "fednow", beneficiary: iran, purposeCode: "?" })
    const code = async (body: unknown, headers = {}) => codeOf(await send(host, body, { ...keyed, ...headers }))[1]
    expect(await code("{", { "idempotency-key": undefined })).toBe("INVALID_FIELD_FORMAT")
    expect(await code(all, { "idempotency-key": undefined })).toBe("REQUIRED_FIELD_MISSING")
    expect(await code(all)).toBe("INVALID_FIELD_FORMAT")
    const formed = { ...all, purposeCode: "SUPP" }
    expect(await code(withValue(formed, "originator.routingNumber", "099900085"))).toBe("INVALID_ROUTING_NUMBER")
    expect(await code(formed)).toBe("RAIL_ACCESS_DENIED")
    const onRtp = { ...formed, railPreference: "rtp", beneficiary: { ...iran, routingNumber: "099900043" } }
    expect(await code(onRtp)).toBe("AMOUNT_LIMIT_EXCEEDED")
    await host.admin("PATCH", `/v2/admin/clients/${poor.clientId}`, { limits: {} })
    expect(await code(onRtp)).toBe("INSTANT_RAIL_NOT_AVAILABLE")
    const reached = { ...onRtp, beneficiary: { ...iran, routingNumber: "099900030" } }
    expect(await code({ ...reached, amount: 100_000_001 })).toBe("RAIL_LIMIT_EXCEEDED")
    expect(await code(without(reached, "beneficiary.address.city"))).toBe("TRAVEL_RULE_FIELDS_MISSING")
    expect(await code(reached)).toBe("SANCTIONED_COUNTRY")
    await nothingStored(host, keyed)
  })
})
