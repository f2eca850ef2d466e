/** What is refused of a wire before anything is created: decisions A.11, A.12, B.2 and B.5 (Wire). */
import { describe, expect, it } from "vitest"
import { client, keyOf, type Host, startHost } from "../host.ts"
import { messagesOf } from "../messages/journal.ts"
import { american, type Change, codeOf, fedwire, german, receiver, send, sender, swift } from "./wires.ts"

const nothingStored = async ({ ask, engine }: Host) => {
  expect((await ask("GET", "/v2/payments/wire")).body.data).toEqual([])
  expect(engine.notifier.requests).toEqual([])
}

const without = (value: any, path: string): any => {
  const [head, ...rest] = path.split(".")
  if (rest.length > 0) return { ...value, [head!]: without(value[head!], rest.join(".")) }
  const { [head!]: _gone, ...left } = value
  return left
}

const withValue = (value: any, path: string, given: unknown): any => {
  const [head, ...rest] = path.split(".")
  return { ...value, [head!]: rest.length === 0 ? given : withValue(value[head!] ?? {}, rest.join("."), given) }
}

const small: Change = { amount: 100_000, currency: "USD" }

describe("fields of a wire", () => {
  it.each([
    ["fedwire", "network"],
    ["fedwire", "amount"],
    ["fedwire", "originator"],
    ["fedwire", "originator.name"],
    ["fedwire", "originator.accountNumber"],
    ["fedwire", "originator.routingNumber"],
    ["fedwire", "originator.address"],
    ["fedwire", "originator.address.country"],
    ["fedwire", "originator.address.city"],
    ["fedwire", "beneficiary"],
    ["fedwire", "beneficiary.name"],
    ["fedwire", "beneficiary.accountNumber"],
    ["fedwire", "beneficiary.routingNumber"],
    ["swift", "originator.address.country"],
    ["swift", "beneficiary.bic"],
    ["swift", "beneficiary.iban"],
    ["swift", "beneficiary.address"],
    ["swift", "beneficiary.address.street"],
    ["swift", "beneficiary.address.city"],
    ["swift", "beneficiary.address.postalCode"],
    ["swift", "beneficiary.address.country"]
  ])("B118 X4 X5 %s: %s is required; null and empty text are absent", async (network, path) => {
    const host = await startHost()
    const body = network === "fedwire" ? fedwire(small) : swift(small)
    for (const sent of [without(body, path), withValue(body, path, null), withValue(body, path, "")]) {
      const reply = await send(host, sent)
      expect(reply).toMatchObject({ status: 400, body: { error: { code: "REQUIRED_FIELD_MISSING", field: path } } })
    }
    await nothingStored(host)
  })

  it.each([
    ["fedwire", "network", "chips", "INVALID_FIELD_FORMAT"],
    ["fedwire", "transferType", "cover", "INVALID_FIELD_FORMAT"],
    ["fedwire", "amount", "5", "INVALID_AMOUNT"],
    ["fedwire", "amount", 1_000_000_000_000, "INVALID_AMOUNT"],
    ["fedwire", "currency", "EUR", "INVALID_CURRENCY"],
    ["fedwire", "currency", "usd", "INVALID_CURRENCY"],
    ["fedwire", "currency", "XXZ", "INVALID_CURRENCY"],
    ["fedwire", "chargeBearer", "SLEV", "INVALID_FIELD_FORMAT"],
    ["fedwire", "beneficiary.routingNumber", "099900015", "INVALID_ROUTING_NUMBER"],
    ["fedwire", "intermediary.routingNumber", "12", "INVALID_ROUTING_NUMBER"],
    ["fedwire", "remittanceInfo", "x".repeat(141), "FIELD_TOO_LONG"],
    ["fedwire", "referenceId", "x".repeat(36), "FIELD_TOO_LONG"],
    ["fedwire", "purposeCode", "SUP", "INVALID_FIELD_FORMAT"],
    ["swift", "amount", 1.5, "INVALID_AMOUNT"],
    ["swift", "currency", "CHF", "INVALID_CURRENCY"],
    ["swift", "currency", "EURO", "INVALID_CURRENCY"],
    ["swift", "beneficiary.bic", "SIMBDEF", "INVALID_BIC"],
    ["swift", "beneficiary.bic", "simbdeffxxx", "INVALID_BIC"],
    ["swift", "beneficiary.bic", "SIMBDEFFXX", "INVALID_BIC"],
    ["swift", "intermediary.bic", "SIMBDEFFXXXX", "INVALID_BIC"],
    ["swift", "beneficiary.iban", "DE11500105179000000000", "INVALID_FIELD_FORMAT"],
    ["swift", "beneficiary.iban", "DE1050010517900000000", "INVALID_FIELD_FORMAT"],
    ["swift", "beneficiary.bic", "SIMBQZFFXXX", "INVALID_BIC"],
    ["swift", "intermediary.bic", "SIMBUKFF", "INVALID_BIC"],
    ["swift", "beneficiary.iban", "ZZ67500105179000000000", "INVALID_FIELD_FORMAT"],
    ["swift", "beneficiary.bankCountry", "FR", "INVALID_FIELD_FORMAT"],
    ["swift", "beneficiary.bankCountry", "ZZ", "INVALID_FIELD_FORMAT"],
    ["swift", "beneficiary.address.country", "XX", "INVALID_FIELD_FORMAT"],
    ["swift", "originator.address.country", "UK", "INVALID_FIELD_FORMAT"],
    ["fedwire", "beneficiary.address.country", "QZ", "INVALID_FIELD_FORMAT"],
    ["swift", "beneficiary.bankCountry", "Germany", "INVALID_FIELD_FORMAT"]
  ])("B119 B120 B121 B122 B124 B125 %s: %s = %j is %s", async (network, path, given, code) => {
    const host = await startHost()
    const body = network === "fedwire" ? fedwire() : swift()
    const reply = await send(host, withValue(body, path, given))
    expect(reply).toMatchObject({ status: 400, body: { error: { code, field: path } } })
    await nothingStored(host)
  })

  it.each([
    ["fedwire", "2026-06-16", "yesterday"],
    ["fedwire", "2026-06-18", "a future one"],
    ["fedwire", "2026-06-31", "no date"],
    ["swift", "2026-06-16", "yesterday"],
    ["swift", "2026-06-20", "a Saturday"],
    ["swift", "2026-06-19", "Juneteenth"],
    ["swift", "2026-07-20", "too far ahead"],
    ["swift", "2026-13-01", "no date"]
  ])("B126 %s takes no value date %s: %s", async (network, valueDate) => {
    const host = await startHost()
    const reply = await send(host, network === "fedwire" ? fedwire({ valueDate }) : swift({ valueDate }))
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "INVALID_DATE", field: "valueDate" } } })
    const malformed = await send(host, fedwire({ valueDate: "17.06.2026" }))
    expect(malformed.body.error).toMatchObject({ code: "INVALID_FIELD_FORMAT", field: "valueDate" })
  })

  it("B109 tells all problems of a body at once", async () => {
    const host = await startHost()
    const body = { ...swift({ valueDate: "2026-06-20", currency: "CHF" }), beneficiary: { ...german(), bic: "X" } }
    const reply = await send(host, body)
    expect(reply.body.errors.map(({ code, field }: any) => [code, field])).toEqual([
      ["INVALID_BIC", "beneficiary.bic"],
      ["INVALID_CURRENCY", "currency"],
      ["INVALID_DATE", "valueDate"]
    ])
  })

  it.each([
    // The yen has no minor unit, the dinar a thousand.
    ["JPY", 250_000, "250000"],
    ["CHF", 250_000, "2500.00"],
    ["KWD", 250_001, "250.001"]
  ])("B124 an operator chooses the currencies of SWIFT, %s among them", async (currency, amount, written) => {
    const host = await startHost({ bank: { wire: { swiftCurrencies: ["usd", "jpy", "chf", "kwd"] } } })
    expect((await send(host, swift())).body.error.code).toBe("INVALID_CURRENCY")
    const { body } = await send(host, swift({ currency, amount }))
    expect(body.data).toMatchObject({ status: "submitted", currency, amount })
    await host.engine.advance("2 seconds")
    const { data } = (await host.ask("GET", `/v2/simulator/network/messages?paymentId=${body.data.paymentId}`)).body
    expect(data[0]).toMatchObject({ messageType: "pacs.008", credited: true })
    const [sent] = await messagesOf(host)
    expect(sent!.xml).toContain(`<IntrBkSttlmAmt Ccy="${currency}">${written}</IntrBkSttlmAmt>`)
  })
})

describe("banks of a wire", () => {
  it.each([
    [
      "an inactive bank",
      fedwire({ beneficiary: { ...receiver, routingNumber: "099900085" } }),
      "beneficiary.routingNumber"
    ],
    [
      "a bank without Fedwire",
      fedwire({ beneficiary: { ...receiver, routingNumber: "099900072" } }),
      "beneficiary.routingNumber"
    ],
    ["no bank at all", fedwire({ originator: { ...sender, routingNumber: "111000038" } }), "originator.routingNumber"],
    [
      "a bank on the way without Fedwire",
      fedwire({ intermediary: { routingNumber: "099900072" } }),
      "intermediary.routingNumber"
    ]
  ])("B120 %s is INVALID_ROUTING_NUMBER", async (_, body, field) => {
    const host = await startHost()
    const reply = await send(host, body)
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "INVALID_ROUTING_NUMBER", field } } })
  })

  it.each([
    ["a closed bank", { bic: "SIMBFRPPXXX" }, "beneficiary.bic"],
    ["a bank that nobody knows", { bic: "NOBKDEFF" }, "beneficiary.bic"],
    ["a branch that nobody knows", { bic: "SIMBDEFF500" }, "beneficiary.bic"]
  ])("B121 %s is INVALID_BIC", async (_, change, field) => {
    const host = await startHost()
    const beneficiary = { ...german(), bankCountry: undefined, ...change }
    const reply = await send(host, swift({ beneficiary }))
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "INVALID_BIC", field } } })
  })

  it("B120 B121 tells every bank that is wrong, at once", async () => {
    const host = await startHost()
    const body = swift({
      originator: { ...sender, routingNumber: "099900085" },
      beneficiary: { ...german(), bic: "NOBKDEFF" },
      intermediary: { bic: "SIMBFRPP" }
    })
    expect((await send(host, body)).body.errors.map(({ code, field }: any) => [code, field])).toEqual([
      ["INVALID_ROUTING_NUMBER", "originator.routingNumber"],
      ["INVALID_BIC", "beneficiary.bic"],
      ["INVALID_BIC", "intermediary.bic"]
    ])
  })

  it.each(["Blocked Trading LLC", "Screening Outage Match"])("B.5 screens the bank on the way: %s", async (name) => {
    const host = await startHost()
    await host.admin("PUT", "/v2/admin/bics", { bics: [{ bic: "NOBKDEFF", name, status: "active" }] })
    await send(host, swift({ intermediary: { bic: "NOBKDEFF" } }))
    await host.engine.advance("2 minutes")
    expect((await host.admin("GET", "/v2/compliance/holds")).body.data).toMatchObject([
      { status: "open", matchedField: "intermediary.bank", screenedValue: name }
    ])
  })

  it("B155 an administrator keeps the directory of BICs", async () => {
    const host = await startHost()
    const bics = [{ bic: "NOBKDEFF", name: "A New Bank", status: "active" }]
    expect((await host.admin("PUT", "/v2/admin/bics", { bics })).body.data).toEqual([
      { bic: "NOBKDEFFXXX", name: "A New Bank", country: "DE", status: "active" }
    ])
    expect((await send(host, swift({ beneficiary: { ...german(), bic: "NOBKDEFFXXX" } }))).status).toBe(202)
    const listed = await host.admin("GET", "/v2/admin/bics?after=NOBK")
    expect(listed.body.data.map(({ bic }: any) => bic)).toEqual([
      "NOBKDEFFXXX",
      "SIMBDEFFXXX",
      "SIMBFRPPXXX",
      "SIMBGB2LXXX",
      "SIMBIRTHXXX",
      "SIMBUS33XXX"
    ])
    const wrong = await host.admin("PUT", "/v2/admin/bics", { bics: [{ bic: "x", name: "x", status: "active" }] })
    expect(wrong.body.error).toMatchObject({ code: "INVALID_BIC", field: "bics[0].bic" })
    expect((await host.ask("PUT", "/v2/admin/bics", { bics }, { "x-api-key": "nobody" })).status).toBe(401)
  })
})

describe("rights, limits and rules", () => {
  it("B105 a client may be kept from a network", async () => {
    const kept = client("cli_kept", { rails: ["fedwire"] })
    const host = await startHost({ bank: { clients: [kept] } })
    expect((await send(host, fedwire(), keyOf(kept))).status).toBe(202)
    expect(codeOf(await send(host, swift(), keyOf(kept)))).toEqual([403, "RAIL_ACCESS_DENIED"])
  })

  it("B104 needs the scope to pay", async () => {
    const reader = client("cli_reader", { scopes: ["payments:read"] })
    const host = await startHost({ bank: { clients: [reader] } })
    expect(codeOf(await send(host, fedwire(), keyOf(reader)))).toEqual([403, "INSUFFICIENT_SCOPE"])
  })

  it("B106 B127 there is no maximum but the client's, in USD whatever the currency; exactly at it passes", async () => {
    const limits = { perTransaction: 999_999_999_999, daily: 999_999_999_999, perRail: { swift: 1_400_000 } }
    const limited = client("cli_limited", { limits })
    const host = await startHost({ bank: { clients: [limited] } })
    const pay = (body: unknown) => send(host, body, keyOf(limited))
    // 10,000.00 EUR count 14,000.00 USD.
    expect((await pay(swift({ amount: 1_000_000 }))).status).toBe(202)
    expect(codeOf(await pay(swift({ amount: 1_000_001 })))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
    expect(codeOf(await pay(fedwire({ amount: 999_999_999_999 })))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
    expect((await pay(fedwire({ amount: 999_998_599_999 }))).status).toBe(202)
    expect(codeOf(await pay(fedwire({ amount: 1 })))).toEqual([403, "AMOUNT_LIMIT_EXCEEDED"])
  })

  it("B131 B146 wants full addresses with the country from 3,000 USD on; nothing is assumed", async () => {
    const host = await startHost()
    const bare = { ...receiver, address: { city: "Austin" } }
    expect((await send(host, fedwire({ amount: 299_999, beneficiary: bare }))).status).toBe(202)
    const at = await send(host, fedwire({ amount: 300_000, beneficiary: bare }))
    expect(codeOf(at)).toEqual([422, "TRAVEL_RULE_FIELDS_MISSING"])
    expect(at.body.error.details.missing).toEqual([
      "beneficiary.address.street",
      "beneficiary.address.state",
      "beneficiary.address.postalCode",
      "beneficiary.address.country"
    ])
    const noCountry = without(fedwire({ amount: 300_000 }), "originator.address.country")
    expect((await send(host, noCountry)).body.error.details.missing).toEqual(["originator.address.country"])
    // 2,150.00 EUR count more than 3,000 USD.
    const euro = without(swift({ amount: 215_000 }), "beneficiary.address.state")
    expect((await send(host, euro)).body.error.details.missing).toEqual(["beneficiary.address.state"])
    expect((await send(host, { ...euro, amount: 200_000 })).status).toBe(202)
  })

  it.each([
    [
      "the country of the address",
      swift({ beneficiary: { ...german(), address: { ...german().address, country: "IR" } } }),
      "beneficiary.address.country"
    ],
    ["the country of the bank", swift({ beneficiary: { ...american(), bic: "SIMBIRTHXXX" } }), "beneficiary.bic"],
    ["the bank on the way", swift({ intermediary: { bic: "SIMBIRTH" } }), "intermediary.bic"],
    [
      "the country of the IBAN",
      swift({ beneficiary: { ...american(), accountNumber: undefined, iban: "IR850123456789012345678901" } }),
      "beneficiary.iban"
    ]
  ])("B137 refuses %s under sanctions, and keeps it in the compliance log", async (_, body, field) => {
    const host = await startHost()
    const reply = await send(host, body)
    expect(reply).toMatchObject({ status: 422, body: { error: { code: "SANCTIONED_COUNTRY", field } } })
    await nothingStored(host)
    const { body: trail } = await host.admin("GET", "/v2/admin/audit")
    expect(trail.data[0]).toMatchObject({ action: "payment.sanctioned_country", after: { field } })
  })

  it("B119 IBAN and BIC of a beneficiary are of one country, unless the body names the country of the bank", async () => {
    const host = await startHost()
    const british = { ...german("GB82WEST12345698765432"), bankCountry: undefined }
    const refused = await send(host, swift({ beneficiary: british }))
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_FIELD_FORMAT", field: "beneficiary.iban" } }
    })
    expect(refused.body.error.message).toContain("beneficiary.bankCountry DE")
    await nothingStored(host)
    expect((await send(host, swift({ beneficiary: { ...british, bankCountry: "DE" } }))).status).toBe(202)
    const both = { ...german(), bankCountry: undefined }
    expect((await send(host, swift({ beneficiary: both }))).status).toBe(202)
  })

  it("B117 a network that is not connected is 503, with the seconds after which to try again", async () => {
    const { bank, Rails } = await import("../../../plugins/bank/index.ts")
    const { succeed } = await import("effect/Layer")
    const TestEngine = await import("../../../src/testing/TestEngine.ts")
    const none = succeed(Rails, Rails.from([]))
    const engine = await TestEngine.make({ plugins: [bank({ mode: "sandbox" }, { rails: none })] })
    const reply = await engine.request("POST", "/bank/v2/payments/wire", fedwire(), {
      authorization: undefined,
      "x-api-key": "bank_key_sandbox",
      "idempotency-key": "none"
    })
    expect([reply.status, reply.json.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/)
    await engine.close()
  })

  it("B.2 tells the first of several, in the documented order", async () => {
    const poor = client("cli_poor", { rails: ["fedwire"], limits: { perTransaction: 10, daily: null, perRail: {} } })
    const host = await startHost({ bank: { clients: [poor] } })
    const code = async (body: unknown, headers = {}) =>
      codeOf(await send(host, body, { ...keyOf(poor), ...headers }))[1]
    const all = fedwire({
      purposeCode: "?",
      beneficiary: { ...receiver, routingNumber: "099900072", address: { country: "IR" } }
    })
    expect(await code("{", { "idempotency-key": undefined })).toBe("INVALID_FIELD_FORMAT")
    expect(await code(all, { "idempotency-key": undefined })).toBe("REQUIRED_FIELD_MISSING")
    expect(await code(all)).toBe("INVALID_FIELD_FORMAT")
    expect(await code({ ...all, purposeCode: undefined })).toBe("INVALID_ROUTING_NUMBER")
    const reached = { ...all, purposeCode: undefined, beneficiary: { ...receiver, address: { country: "IR" } } }
    expect(await code(swift())).toBe("RAIL_ACCESS_DENIED")
    expect(await code(reached)).toBe("AMOUNT_LIMIT_EXCEEDED")
    await host.admin("PATCH", "/v2/admin/clients/cli_poor", {
      limits: { perTransaction: null, daily: null, perRail: {} }
    })
    expect(await code(reached)).toBe("TRAVEL_RULE_FIELDS_MISSING")
    const address = { ...receiver.address, country: "IR" }
    expect(await code({ ...reached, beneficiary: { ...receiver, address } })).toBe("SANCTIONED_COUNTRY")
  })
})
