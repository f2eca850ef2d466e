/** What a client may not do by itself: use an account of others, or decide about its own payment (B152, B153). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { scopes, secCodes } from "../../plugins/bank/clients/Client.ts"
import { parseClients } from "../../plugins/bank/clients/config-file.ts"
import { requireAnother } from "../../plugins/bank/payments/fourEyes.ts"
import { adminPrincipal } from "../../plugins/bank/principal.ts"
import { bank } from "../../plugins/bank/plugin.ts"
import { railIds } from "../../plugins/bank/rails/rail-ids.ts"
import { BankSettings, settingsOf } from "../../plugins/bank/settings.ts"
import { testClient } from "../../plugins/bank/testClient.ts"
import { achBody } from "./ach/achHost.ts"
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
import { fedwire } from "./wire/wires.ts"

const codeOf = ({ body, status }: Reply) => [status, body.error?.code, body.error?.field]

const denied = (field: string) => [403, "ACCOUNT_ACCESS_DENIED", field]

const own = { routingNumber: originator.routingNumber, accountNumber: originator.accountNumber }

const all = { scopes, secCodes, rails: railIds }

describe("accounts of clients", () => {
  const withList = client("cli_list", { ...all, accounts: [own] })
  const others = { ...originator, accountNumber: "1234567891" }

  it("on their list can be debited, on every rail, and no others", async () => {
    const host = await startHost({ bank: { clients: [withList] } })
    const post = (path: string, body: unknown) =>
      host.ask("POST", path, body, { ...keyOf(withList), "idempotency-key": freshKey() })
    expect((await post("/v2/payments/instant", paymentBody())).status).toBe(200)
    expect(codeOf(await post("/v2/payments/instant", paymentBody({ originator: others })))).toEqual(
      denied("originator.accountNumber")
    )
    // The same number at another bank is another account.
    const elsewhere = { ...originator, routingNumber: "099900030" }
    expect(codeOf(await post("/v2/payments/instant", paymentBody({ originator: elsewhere })))).toEqual(
      denied("originator.accountNumber")
    )
    expect(
      codeOf(await post("/v2/payments/wire", fedwire({ originator: { ...fedwire().originator, ...others } })))
    ).toEqual(denied("originator.accountNumber"))
    for (const direction of ["credit", "debit"]) {
      const asked = achBody({ direction, originator: { ...achBody().originator, accountNumber: others.accountNumber } })
      expect(codeOf(await post("/v2/payments/ach", asked))).toEqual(denied("originator.accountNumber"))
      const batch = await post("/v2/payments/ach/batches", { entries: [asked] })
      expect(batch.body.data.errors).toMatchObject([
        { code: "ACCOUNT_ACCESS_DENIED", field: "entries[0].originator.accountNumber" }
      ])
    }
    const rfp = { rail: "rtp", amount: 100, payee: others, payer: { ...beneficiary, accountNumber: "9005000003" } }
    expect(codeOf(await post("/v2/payments/rfp", rfp))).toEqual(denied("payee.accountNumber"))
    const listed = await host.ask("GET", "/v2/payments/instant", undefined, keyOf(withList))
    expect(listed.body.data).toHaveLength(1)
  })

  it("are none in production and every account in a sandbox, where a client has no list", async () => {
    const plain = client("cli_plain", all)
    const production = await startHost({ bank: { clients: [plain], mode: "production" } })
    const pay = ({ ask }: Host) =>
      ask("POST", "/v2/payments/instant", paymentBody(), { ...keyOf(plain), "idempotency-key": freshKey() })
    const bank = { ach: { participates: true }, fedwire: { participates: true }, rtp: { participates: true } }
    const participants = [originator, beneficiary].map(({ routingNumber }) => ({
      routingNumber,
      name: "Bank",
      status: "active",
      ...bank,
      fednow: { participates: true }
    }))
    expect((await production.admin("PUT", "/v2/admin/participants", { name: "two", participants })).status).toBe(200)
    expect(codeOf(await pay(production))).toEqual(denied("originator.accountNumber"))
    const changed = await production.admin("PATCH", "/v2/admin/clients/cli_plain", { accounts: [own] })
    expect(changed.body.data.accounts).toEqual([{ routingNumber: own.routingNumber, accountNumber: "****7890" }])
    // Without a rail that is connected, this is as far as a payment comes.
    expect(codeOf(await pay(production))).toEqual([422, "INSTANT_RAIL_NOT_AVAILABLE", undefined])
    expect((await pay(await startHost({ bank: { clients: [plain] } }))).status).toBe(200)
  })

  it("are shown and logged by their last digits only, and configured in the clients file", async () => {
    const host = await startHost({ bank: { clients: [withList] } })
    const made = await host.admin("POST", "/v2/admin/clients", { name: "Acme", accounts: [own] })
    await host.admin("PATCH", `/v2/admin/clients/${made.body.data.clientId}`, {
      accounts: [own, { ...own, accountNumber: others.accountNumber }]
    })
    const shown = [
      await host.admin("GET", `/v2/admin/clients/${made.body.data.clientId}`),
      await host.admin("GET", "/v2/admin/audit")
    ]
    for (const { body } of shown) {
      expect(JSON.stringify(body)).toContain("7891")
      expect(JSON.stringify(body)).not.toMatch(/1234567891|lookup/)
    }
    const entry = { clientId: "cli_a", clientSecret: "s".repeat(16), apiKey: "k".repeat(16) }
    const parse = (accounts: unknown) => parseClients(JSON.stringify([{ ...entry, accounts }]))
    expect(parse([own])).toMatchObject({ _tag: "Success", success: [{ accounts: [own] }] })
    expect(parse([{ ...own, accountNumber: "***" }])).toMatchObject({ _tag: "Failure" })
  })
})

describe("a payment that an administrator made in a client's name", () => {
  it.each([
    ["production", undefined, "admin", true],
    ["production", "anna", "admin", false],
    ["sandbox", undefined, "admin", false],
    ["sandbox", "anna", "admin:anna", true],
    ["production", "anna", "admin:ben", false]
  ] as const)("is theirs in %s, decided by %s and made by %s: %s", async (mode, person, madeBy, isTheirs) => {
    const asked = requireAnother(
      { principal: adminPrincipal(person === undefined ? {} : { person }) },
      { clientId: "cli_maker", madeBy }
    )
    const outcome = await Effect.runPromise(
      Effect.result(Effect.provideService(asked, BankSettings, settingsOf({ mode })))
    )
    expect(Result.isFailure(outcome)).toBe(isTheirs)
  })
})

describe("the hold of a payment", () => {
  const maker = client("cli_maker", all)
  const officer = client("cli_officer", { scopes: ["compliance:read", "compliance:write"] })
  const listed = { beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } }

  const held = async () => {
    const host = await startHost({ bank: { clients: [maker, officer] } })
    const pay = () => host.pay(listed, keyOf(maker))
    const { body } = await pay()
    const { holdId } = (await host.admin("GET", "/v2/compliance/holds")).body.data[0]
    const decide = (how: string, note: unknown, by: Readonly<Record<string, string | undefined>>) =>
      host.ask("POST", `/v2/compliance/holds/${holdId}/${how}`, note, by)
    return { host, pay, decide, paymentId: body.data.paymentId }
  }

  it("is decided by another than the client that made it", async () => {
    const { decide } = await held()
    for (const how of ["release", "reject"]) {
      const refused = await decide(how, { note: "mine" }, keyOf(maker))
      expect([refused.status, refused.body.error.code]).toEqual([403, "SELF_APPROVAL_FORBIDDEN"])
    }
    const released = await decide("release", { note: "not him" }, keyOf(officer))
    expect(released.body.data).toMatchObject({ status: "released", decidedBy: "cli_officer", note: "not him" })
  })

  it("is decided with a note that says why", async () => {
    const { decide } = await held()
    for (const how of ["release", "reject"]) {
      expect(codeOf(await decide(how, {}, keyOf(officer)))).toEqual([400, "REQUIRED_FIELD_MISSING", "note"])
    }
  })

  it("is not avoided by an exception that the client made for itself", async () => {
    const { host, pay } = await held()
    const { listEntryId, screenedValue } = (await host.admin("GET", "/v2/compliance/holds")).body.data[0]
    const exception = { listEntryId, screenedValue, reason: "another person" }
    const add = (by: Readonly<Record<string, string | undefined>>) =>
      host.ask("POST", "/v2/compliance/exceptions", exception, by)
    expect((await add(keyOf(maker))).status).toBe(201)
    expect((await pay()).body.data.status).toBe("held")
    expect((await add(keyOf(officer))).status).toBe(201)
    expect((await pay()).body.data.status).toBe("settled")
  })
})

it("a program without types that leaves the mode out is refused: nobody would ask for a second person", () => {
  const untyped = bank as (options: object) => unknown
  expect(() => untyped({ clients: [] })).toThrow('bank: mode must be "sandbox" or "production", not undefined')
})

it("a program without types is refused options that the service does not have, and clients that are none", () => {
  const untyped = bank as (options: object, connections?: object) => unknown
  const refused = [
    [{ client: [testClient] }, "bank has no option client: it has mode, clients, "],
    // Connections are the second argument.
    [{ rails: {} }, "bank has no option rails: "],
    [{ limits: { rtp: 100 } }, "bank.limits has no field rtp: it has rtpMaxCents, "],
    [{ limits: { rtpMaxCents: "100" } }, 'bank.limits.rtpMaxCents must be a number, not "100"'],
    [{ limits: { rtpMaxCents: NaN } }, "bank.limits.rtpMaxCents must be a number, not "],
    [{ ach: { samedayFallback: "standard" } }, "bank.ach has no field samedayFallback: "],
    [{ wire: { usdPerUnit: { EUR: 2 } } }, "bank.wire.usdPerUnit has no field EUR: "],
    [{ wire: { usdPerUnit: { eur: "2" } } }, "bank.wire.usdPerUnit.eur must be a number, "],
    [{ wire: { outsideHourStatus: 422 } }, "bank.wire has no field outsideHourStatus: "],
    [{ wire: { outsideHoursStatus: "422" } }, 'bank.wire.outsideHoursStatus must be 202 or 422, not "422"'],
    [{ wire: { fedwireHours: { opens: "9pm", closes: "18:30" } } }, "bank.wire.fedwireHours.opens must be a time of "],
    [{ wire: { fedwireHours: { opens: "21:00" } } }, 'closes must be a time of day such as "18:30", not undefined'],
    [{ ach: { sameDayFallback: "yes" } }, 'bank.ach.sameDayFallback must be "refuse" or "standard", not "yes"'],
    [{ ach: { reversalWindow: "five" } }, "bank.ach.reversalWindow must be "],
    [{ idempotencyMismatchStatus: 400 }, "bank.idempotencyMismatchStatus must be 409 or 422, not 400"],
    [{ requestsPerMinute: NaN }, "bank.requestsPerMinute must be a number, not "],
    [{ clients: {} }, "bank: clients must be a list of clients"],
    [{ clients: null }, "bank: clients must be a list of clients"],
    [{ clients: [testClient, {}] }, "bank: clients[1].clientId is missing; clients[1].clientSecret is missing; "],
    [{ clients: [testClient, testClient] }, "bank: clients[1].clientId is the same as [0].clientId; "],
    [{ clients: [{ ...testClient, limit: { daily: 1 } }] }, "bank: clients[0].limit is no field of a client"],
    [{ clients: [{ ...testClient, limits: { perDay: 1 } }] }, "bank: clients[0].limits.perDay is no field of a client"],
    [{ clients: [{ ...testClient, limits: { daily: "1" } }] }, "bank: clients[0].limits.daily must be "],
    [{ clients: [{ ...testClient, rails: ["RTP"] }] }, "bank: clients[0].rails[0] must be "]
  ] as const
  for (const [options, words] of refused) expect(() => untyped({ mode: "sandbox", ...options })).toThrow(words)
  expect(() => untyped({ mode: "sandbox", clients: undefined })).not.toThrow()
  expect(() => untyped({ mode: "production" }, { rail: {} })).toThrow("bank has no connection rail: it has rails, ")
})

it("a limit or rate that is undefined, such as that of a variable that is not set, has its default", () => {
  const unset: object = { limits: { rtpMaxCents: undefined }, wire: { usdPerUnit: { eur: undefined } } }
  const { limits, wire } = settingsOf({ mode: "sandbox", ...unset })
  const defaults = settingsOf({ mode: "sandbox" })
  expect([limits, wire.usdPerUnit]).toEqual([defaults.limits, defaults.wire.usdPerUnit])
  expect(limits.rtpMaxCents).toBe(100_000_000)
})
