import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { checkNumber, isIban, testAccounts } from "../../plugins/cards/bank-accounts/account-numbers.ts"
import { bankAccounts, customers, testAccount } from "../../plugins/cards/index.ts"
import { isRoutingNumber } from "../../src/domain/RoutingNumber.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost, type Host } from "./host.ts"

const path = "/v2/bank_accounts"

const start = async () => {
  const host = await startHost()
  const customer: string = (await host.ask("POST", "/v2/customers", { email: "ada@example.com" })).body.id
  const body = (changes: Readonly<Record<string, unknown>> = {}) => ({
    customer,
    country: "US",
    currency: "usd",
    account_holder_name: "Ada Lovelace",
    routing_number: "110000000",
    account_number: "000123456789",
    ...changes
  })
  return { host, customer, body }
}

const german = { country: "DE", currency: "eur", routing_number: undefined, account_number: undefined }

const verified = (host: Host) => host.ask("GET", "/v2/events?type=bank_account.verified")

describe("numbers", () => {
  it.each([
    ["110000000", true],
    ["021000021", true],
    ["110000001", false],
    ["11000000", false],
    ["000000000", false],
    ["1100000000", false]
  ])("B9: routing number %s: %s", (digits, wanted) => expect(isRoutingNumber(digits)).toBe(wanted))

  it.each([
    ["DE89370400440532013000", true],
    ["DE89 3704 0044 0532 0130 00", true],
    ["gb29nwbk60161331926819", true],
    ["NO9386011117947", true],
    ["DE88370400440532013000", false],
    ["DE8937040044053201300", false],
    ["8937040044", false],
    ["", false]
  ])("B9: IBAN %s: %s", (iban, wanted) => expect(isIban(iban)).toBe(wanted))

  it("an IBAN must be of the country that is told", () => {
    const number = { kind: "iban", iban: Redacted.make("DE89370400440532013000") } as const
    expect(checkNumber("FR", number)?.param).toBe("iban")
    expect(checkNumber("DE", number)).toBeUndefined()
  })

  it.each([
    ["110000001", "000123456789", "routing_number"],
    ["110000000", "12", "account_number"]
  ])("names the list of test accounts to whoever sends %s and %s", (routingNumber, accountNumber, param) => {
    const number = { kind: "domestic", routingNumber, accountNumber: Redacted.make(accountNumber) } as const
    const fault = checkNumber("US", number)
    expect([fault?.param, fault?.message]).toEqual([
      param,
      expect.stringMatching(/reference lists .* under The sandbox$/)
    ])
  })

  it("B4: the designated accounts have a valid routing number and distinct numbers", () => {
    expect(testAccounts.every(({ routingNumber }) => isRoutingNumber(routingNumber))).toBe(true)
    expect(new Set(testAccounts.map(({ accountNumber }) => accountNumber)).size).toBe(testAccounts.length)
  })
})

describe("POST /v2/bank_accounts", () => {
  it("B9: keeps the last four digits and a fingerprint; the number is nowhere", async () => {
    const { body, customer, host } = await start()
    const made = await host.ask("POST", path, body(), { "idempotency-key": "k1" })
    expect(made.body).toEqual({
      id: expect.stringMatching(/^ba_[0-9a-z]{23}$/),
      object: "bank_account",
      customer,
      currency: "usd",
      country: "US",
      account_holder_name: "Ada Lovelace",
      bank_name: "Sandbox Bank",
      last4: "6789",
      routing_number: "110000000",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: "pending_verification",
      instant_eligible: true,
      created_at: "2026-01-15T09:30:00Z",
      livemode: false
    })
    expect((await host.ask("GET", `${path}/${made.body.id}`)).body).toEqual(made.body)
    const kept = await host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        const read = (table: string) => home.read<object>(`SELECT * FROM ${table}`, [])
        return JSON.stringify([
          yield* read("cards_bank_accounts"),
          yield* read("idempotency_records"),
          yield* read("events")
        ])
      })
    )
    expect(kept).toContain(made.body.id)
    expect(kept).not.toContain("000123456789")
  })

  it("B9: takes an IBAN, and shows its country", async () => {
    const { body, host } = await start()
    const made = await host.ask("POST", path, body({ ...german, iban: "DE89 3704 0044 0532 0130 00" }))
    expect(made.body).toMatchObject({ iban_country: "DE", last4: "3000", currency: "eur", instant_eligible: true })
    expect(made.body).not.toHaveProperty("routing_number")
    const norwegian = body({ ...german, country: "NO", currency: "nok", iban: "NO9386011117947" })
    expect((await host.ask("POST", path, norwegian)).body.instant_eligible).toBe(false)
  })

  it.each([
    ["no customer", { customer: undefined }, "parameter_missing", "customer"],
    ["C137: a customer that does not exist", { customer: "cus_none" }, "resource_missing", "customer"],
    ["no country", { country: undefined }, "parameter_missing", "country"],
    ["a country that is none", { country: "usa" }, "parameter_invalid", "country"],
    ["two letters that are no country", { country: "ZZ" }, "parameter_invalid", "country"],
    ["no currency", { currency: undefined }, "parameter_missing", "currency"],
    ["an unknown currency", { currency: "xxx" }, "invalid_currency", "currency"],
    ["no holder", { account_holder_name: undefined }, "parameter_missing", "account_holder_name"],
    ["a long holder", { account_holder_name: "x".repeat(201) }, "string_too_long", "account_holder_name"],
    ["a holder whom nobody sees", { account_holder_name: "\u200b\u2800" }, "parameter_invalid", "account_holder_name"],
    ["a blank holder", { account_holder_name: " " }, "parameter_invalid", "account_holder_name"],
    [
      "no number at all",
      { routing_number: undefined, account_number: undefined },
      "parameter_missing",
      "routing_number"
    ],
    ["no account number", { account_number: undefined }, "parameter_missing", "account_number"],
    ["a wrong check digit", { routing_number: "110000001" }, "parameter_invalid", "routing_number"],
    ["a short account number", { account_number: "123" }, "parameter_invalid", "account_number"],
    ["a JSON number", { account_number: 123456789 }, "parameter_invalid", "account_number"],
    ["both ways at once", { iban: "DE89370400440532013000" }, "parameter_invalid", "routing_number"],
    ["a wrong IBAN", { ...german, iban: "DE88370400440532013000" }, "parameter_invalid", "iban"],
    ["another country's IBAN", { ...german, iban: "GB29NWBK60161331926819" }, "parameter_invalid", "iban"],
    ["an unknown field", { bank_name: "My Bank" }, "parameter_unknown", "bank_name"]
  ])("B5: refuses %s and stores nothing", async (_, changes, code, param) => {
    const { body, host } = await start()
    const refused = await host.ask("POST", path, body(changes))
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({
      status: 400,
      type: "validation_error",
      code,
      param
    })
    expect(refused.text).not.toMatch(/\d{8}/)
    expect((await host.ask("GET", path)).body.data).toEqual([])
  })
})

describe("verification", () => {
  const made = async () => {
    const setup = await start()
    const { id } = (await setup.host.ask("POST", path, setup.body())).body
    const verify = (body: unknown, headers?: Record<string, string>) =>
      setup.host.ask("POST", `${path}/${id}/verify`, body, headers)
    return { ...setup, id, verify }
  }

  it.each([[[32, 45]], [[45, 32]]])("C184: the amounts %j verify the account and are told once", async (amounts) => {
    const { host, verify } = await made()
    const done = await verify({ amounts })
    expect(done.body.status).toBe("verified")
    expect((await verified(host)).body.data.map((event: any) => event.data)).toEqual([done.body])
    const again = await verify({ amounts })
    expect({ status: again.status, ...again.body.error }).toMatchObject({
      status: 400,
      code: "bank_account_unverified"
    })
  })

  it("B4: three wrong tries end it", async () => {
    const { host, id, verify } = await made()
    for (const left of [2, 1]) {
      const wrong = await verify({ amounts: [1, 2] })
      expect({ status: wrong.status, ...wrong.body.error }).toMatchObject({
        status: 400,
        code: "parameter_invalid",
        param: "amounts",
        message: `amounts are not those of the deposits. Tries left: ${left}`
      })
    }
    expect((await verify({ amounts: [1, 2] })).status).toBe(400)
    expect((await host.ask("GET", `${path}/${id}`)).body.status).toBe("verification_failed")
    expect((await verify({ amounts: [32, 45] })).body.error.code).toBe("bank_account_unverified")
    expect((await verified(host)).body.data).toEqual([])
  })

  it("C196: a wrong try counts once under one idempotency key", async () => {
    const { host, id, verify } = await made()
    const key = { "idempotency-key": "k1" }
    const first = await verify({ amounts: [1, 2] }, key)
    for (let count = 0; count < 3; count++) {
      const again = await verify({ amounts: [1, 2] }, key)
      expect({ status: again.status, text: again.text }).toEqual({ status: 400, text: first.text })
    }
    expect((await host.ask("GET", `${path}/${id}`)).body.status).toBe("pending_verification")
    expect((await verify({ amounts: [32, 45] })).body.status).toBe("verified")
  })

  it.each([
    ["no amounts", {}, "parameter_missing"],
    ["one amount", { amounts: [32] }, "parameter_invalid"],
    ["three amounts", { amounts: [32, 45, 1] }, "parameter_invalid"],
    ["a fraction", { amounts: [32.5, 45] }, "parameter_invalid"],
    ["zero", { amounts: [0, 45] }, "parameter_invalid"]
  ])("B5: refuses %s without counting a try", async (_, body, code) => {
    const { id, host, verify } = await made()
    for (let count = 0; count < 4; count++) expect((await verify(body)).body.error.code).toBe(code)
    expect((await host.ask("GET", `${path}/${id}`)).body.status).toBe("pending_verification")
  })

  it.each([["verified"], ["verification_failed"], ["errored"]])("B13: a test helper makes it %s", async (status) => {
    const { host, id } = await made()
    const helper = `/v2/test_helpers/bank_accounts/${id}/verify`
    expect((await host.ask("POST", helper, { status })).body.status).toBe(status)
    expect((await verified(host)).body.data).toHaveLength(status === "verified" ? 1 : 0)
  })

  it("B13: the helper refuses what cannot be, and what does not exist", async () => {
    const { host, id } = await made()
    const helper = `/v2/test_helpers/bank_accounts/${id}/verify`
    await host.ask("POST", helper, {})
    expect((await host.ask("POST", helper, {})).body.error.code).toBe("parameter_invalid")
    expect((await host.ask("POST", "/v2/test_helpers/bank_accounts/ba_none/verify", {})).status).toBe(404)
    expect((await host.ask("POST", "/v2/test_helpers/bank_accounts/ba_test_verified_usd/verify", {})).status).toBe(400)
  })
})

describe("lists and ends", () => {
  it("C98–C102: pages newest first, by customer", async () => {
    const { body, customer, host } = await start()
    const ids: Array<string> = []
    for (let at = 0; at < 3; at++) ids.unshift((await host.ask("POST", path, body())).body.id)
    const first = (await host.ask("GET", `${path}?customer=${customer}&limit=2`)).body
    const rest = (await host.ask("GET", `${path}?customer=${customer}&limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...rest.data].map(({ id }: any) => id)).toEqual(ids)
    expect((await host.ask("GET", `${path}?customer=cus_none`)).body.data).toEqual([])
  })

  it("a deleted one is gone", async () => {
    const { body, host } = await start()
    const { id } = (await host.ask("POST", path, body())).body
    expect((await host.ask("DELETE", `${path}/${id}`)).body).toEqual({ id, object: "bank_account", deleted: true })
    expect((await host.ask("GET", `${path}/${id}`)).status).toBe(404)
    expect((await host.ask("DELETE", `${path}/${id}`)).status).toBe(404)
  })

  it("a live one is verified by what its host knows, and by no other word", async () => {
    const key = "sk_live_0123456789"
    const host = await startHost({ cards: { mode: "production", accounts: [{ id: "acct_live", keys: [key] }] } })
    const caller = await host.engine.caller({ principal: { ...testAccount("acct_live"), mode: "live" } })
    const customer = await host.engine.call(customers.create(caller, { email: "ada@example.com" }))
    const entered = { country: "US", currency: "usd", accountHolderName: "Ada Lovelace" } as const
    const number = { routingNumber: "110000000", accountNumber: "000123456789" }
    const made = await host.engine.call(bankAccounts.create(caller, { customer: customer.id, ...entered, ...number }))
    const sent = bankAccounts.settle(caller, made.id, "send" as never)
    await expect(host.engine.call(sent)).rejects.toMatchObject({ _tag: "InvalidParameters" })
    expect(await host.engine.call(bankAccounts.settle(caller, made.id, "confirm"))).toMatchObject({
      status: "verified"
    })
  })

  it("C178: goes with its customer, and no name of a holder stays", async () => {
    const { body, customer, host } = await start()
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" }
    const address = { line1: "12 St James's Square" }
    const billing_details = { name: "Augusta King", email: "king@example.com", address }
    const client = { ip: "192.0.2.1", device_id: "device-of-ada" }
    await host.ask("POST", "/v2/payment_methods", { type: "card", card, customer, billing_details, client })
    const { id } = (await host.ask("POST", path, body({ account_holder_name: "Augusta King" }))).body
    await host.ask("DELETE", `/v2/customers/${customer}`)
    expect((await host.ask("GET", `${path}/${id}`)).status).toBe(404)
    const left = await host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const { read } = yield* store.region(store.home)
        return [
          ...(yield* read("SELECT state FROM cards_bank_accounts", [])),
          ...(yield* read("SELECT state FROM cards_payment_methods", []))
        ]
      })
    )
    expect(left).toHaveLength(1)
    expect(JSON.stringify(left)).not.toMatch(/King|king@|St James|192\.0\.2\.1|device-of-ada/)
  })

  it("B4: the static ones are verified, belong to nobody and stay", async () => {
    const { host } = await start()
    for (const [id, currency] of [
      ["ba_test_verified_usd", "usd"],
      ["ba_test_verified_eur", "eur"]
    ]) {
      const shown = (await host.ask("GET", `${path}/${id}`)).body
      expect(shown).toMatchObject({ id, currency, status: "verified", customer: null })
      expect((await host.ask("DELETE", `${path}/${id}`)).status).toBe(400)
    }
  })
})
