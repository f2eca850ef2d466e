/** Wires from their initiation to their end (B7, B87, C.5, D.4, D.5), over both networks. */
import { describe, expect, it } from "vitest"
import { inBooks, client, freshKey, keyOf, startHost } from "../host.ts"
import {
  books,
  credits,
  events,
  fedwire,
  humanRule,
  german,
  messages,
  receiver,
  send,
  sender,
  swift,
  wire,
  wireTo
} from "./wires.ts"

const hold = inBooks("customer_hold:099900014:1234567890")
const customer = inBooks("customer:099900014:1234567890")
const good = ["validated", "approved", "submitted", "settled"]

describe("B7 a wire", () => {
  it("B111 is accepted with 202 as submitted, then settles, with its references and its books", async () => {
    const host = await startHost()
    const { body, status } = await send(host, fedwire())
    expect(status).toBe(202)
    expect(body.data).toMatchObject({
      rail: "fedwire",
      status: "submitted",
      amount: 5_000_000_000,
      currency: "USD",
      imad: null,
      valueDate: "2026-06-17",
      chargeBearer: "SHAR",
      referenceId: "W-1",
      createdAt: "2026-06-17T16:00:00.000Z"
    })
    const { paymentId } = body.data
    expect(paymentId).toMatch(/^pmt_wire_/)
    await host.engine.advance("1 second")
    expect((await wire(host, paymentId)).status).toBe("submitted")
    await host.engine.advance("1 second")
    const settled = await wire(host, paymentId)
    expect(settled).toMatchObject({ status: "settled", settlementTimestamp: "2026-06-17T16:00:02.000Z" })
    expect(settled.imad).toMatch(/^20260617SIMFDW01\d{6}$/)
    expect(settled.uetr).toBe(body.data.uetr)
    expect(events(settled)).toEqual(good)
    expect(await credits(host, paymentId)).toBe(1)
    expect(await books(host, paymentId)).toEqual([
      ["reserve", `${customer} > ${hold}`, 5_000_000_000],
      ["submit", `${hold} > clearing:fedwire`, 5_000_000_000],
      ["settle", "clearing:fedwire > settlement:fedwire", 5_000_000_000]
    ])
  })

  it("B87 tells its settlement when the network confirms it, with the IMAD", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["payment.settled"] })
    const { body } = await send(host, fedwire())
    expect(host.engine.notifier.requests).toEqual([])
    await host.engine.advance("2 seconds")
    const { imad } = await wire(host, body.data.paymentId)
    expect(host.engine.notifier.requests.map(({ body: text }) => JSON.parse(String(text)).data)).toEqual([
      {
        paymentId: body.data.paymentId,
        rail: "fedwire",
        status: "settled",
        amount: 5_000_000_000,
        currency: "USD",
        uetr: body.data.uetr,
        imad,
        settledAt: "2026-06-17T16:00:02.000Z",
        referenceId: "W-1",
        sequence: 4
      }
    ])
  })

  it("B7 goes over SWIFT to an IBAN, in its currency, and keeps its books in it", async () => {
    const host = await startHost()
    const { body } = await send(host, swift({ intermediary: { bic: "SIMBGB2L" }, chargeBearer: "DEBT" }))
    expect(body.data).toMatchObject({ rail: "swift", status: "submitted", currency: "EUR", valueDate: "2026-06-17" })
    await host.engine.advance("2 seconds")
    const settled = await wire(host, body.data.paymentId)
    expect(settled).toMatchObject({
      status: "settled",
      imad: null,
      intermediary: "SIMBGB2LXXX",
      beneficiary: { name: "Erika Muster", iban: "DE10500105179000000000", bic: "SIMBDEFFXXX", bankCountry: "DE" }
    })
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${body.data.paymentId}`)
    expect(entries.data.map(({ currency }: any) => currency)).toEqual(["EUR", "EUR", "EUR"])
  })

  it("X13 of the instant endpoint is the same thing at the wire endpoints", async () => {
    const host = await startHost()
    const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
    const { body } = await host.pay({
      amount: 100_000_001,
      beneficiary: { ...receiver, accountType: "checking", address }
    })
    expect(body.data).toMatchObject({ rail: "fedwire", currency: "USD", valueDate: "2026-06-17" })
    await host.engine.advance("2 seconds")
    const { paymentId } = body.data
    expect(await wire(host, paymentId)).toEqual(await host.payment(paymentId))
    const { body: listed } = await host.ask("GET", "/v2/payments/wire?status=settled")
    expect(listed.data.map((one: any) => one.paymentId)).toEqual([paymentId])
    const recalled = await host.ask(
      "POST",
      `/v2/payments/wire/${paymentId}/recall`,
      { reason: "DUPL" },
      { "idempotency-key": "x13" }
    )
    expect(recalled.status).toBe(202)
  })

  it("B35 is its owner's alone, and no instant payment is found at its address", async () => {
    const host = await startHost({ bank: { clients: [client("cli_a"), client("cli_b")] } })
    const { body } = await send(host, fedwire(), keyOf(client("cli_a")))
    const path = `/v2/payments/wire/${body.data.paymentId}`
    expect((await host.ask("GET", path, undefined, keyOf(client("cli_a")))).status).toBe(200)
    for (const more of ["", "/return", "/recalls/rcl_x"]) {
      expect((await host.ask("GET", path + more, undefined, keyOf(client("cli_b")))).status).toBe(404)
    }
    const instant = await host.pay({}, keyOf(client("cli_a")))
    const elsewhere = `/v2/payments/wire/${instant.body.data.paymentId}`
    expect((await host.ask("GET", elsewhere, undefined, keyOf(client("cli_a")))).status).toBe(404)
  })

  it("B134 of one key is one wire, whatever is repeated; other parameters are a conflict", async () => {
    const host = await startHost()
    const key = { "idempotency-key": freshKey() }
    const first = await send(host, fedwire(), key)
    await host.engine.advance("2 seconds")
    const again = await send(host, fedwire(), key)
    expect(again.body.data).toMatchObject({ paymentId: first.body.data.paymentId, status: "settled" })
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect((await send(host, fedwire({ amount: 1 }), key)).status).toBe(409)
    expect((await host.ask("POST", "/v2/payments/wire", fedwire())).body.error).toMatchObject({
      code: "REQUIRED_FIELD_MISSING",
      field: "Idempotency-Key"
    })
  })

  it("between banks goes as pacs.009 and is found, settled and given back as such", async () => {
    const host = await startHost()
    const { body } = await send(host, fedwire({ transferType: "bank" }))
    await host.engine.advance("2 seconds")
    const { paymentId } = body.data
    expect(await wire(host, paymentId)).toMatchObject({ status: "settled", transferType: "bank" })
    const asked = await send(host, wireTo("9020000003", { transferType: "bank" }))
    await host.engine.advance("25 seconds")
    expect((await wire(host, asked.body.data.paymentId)).status).toBe("settled")
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code: "AC03" })
    await host.engine.drain()
    expect((await wire(host, paymentId)).status).toBe("returned")
    expect((await messages(host, paymentId)).map(({ messageType }) => messageType)).toEqual([
      "pacs.009",
      "pacs.002",
      "pacs.004"
    ])
  })
})

describe("compliance and approvals on wires", () => {
  it("B5 B135 a match holds it with 202; released, it is sent; nothing was sent before", async () => {
    const host = await startHost()
    const held = await send(host, swift({ beneficiary: { ...german(), name: "Zoltan Sanctionov" } }))
    expect(held).toMatchObject({ status: 202, body: { data: { status: "held" }, error: { code: "OFAC_MATCH" } } })
    const { paymentId } = held.body.data
    expect(await messages(host, paymentId)).toEqual([])
    const { body: holds } = await host.admin("GET", "/v2/compliance/holds?status=open")
    await host.admin("POST", `/v2/compliance/holds/${holds.data[0].holdId}/release`, { note: "not him" })
    await host.engine.advance("2 seconds")
    const released = await wire(host, paymentId)
    expect(released.status).toBe("settled")
    expect(events(released)).toEqual(["validated", "compliance.hold", "compliance.released", ...good.slice(1)])
  })

  it("B136 B138 screening out of order holds a SWIFT payment with 503, and lets it go by itself", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const held = await send(host, swift())
    expect(held).toMatchObject({ status: 503, body: { error: { code: "OFAC_SCREENING_ERROR" } } })
    await host.ask("POST", "/v2/simulator/screening", { status: "up" })
    await host.engine.advance("1 minute")
    expect((await wire(host, held.body.error.details.paymentId)).status).toBe("settled")
  })

  it("B65 B154 a rule in USD asks a person for a wire in another currency", async () => {
    const host = await startHost()
    const rule = humanRule({ rails: ["swift"], minAmount: 3_000_000 })
    expect((await host.admin("POST", "/v2/admin/approval-rules", rule)).status).toBe(201)
    // 25,000 EUR count more than 30,000 USD, 20,000 EUR less.
    expect((await send(host, swift({ amount: 2_000_000 }))).body.data.status).toBe("submitted")
    const { body } = await send(host, swift({ amount: 2_500_000 }))
    expect(body.data.status).toBe("pending_approval")
    await host.admin("POST", `/v2/approvals/${body.data.paymentId}/approve`, {})
    await host.engine.advance("2 seconds")
    expect((await wire(host, body.data.paymentId)).status).toBe("settled")
  })
})

describe("cancelling", () => {
  const cancel = (host: Awaited<ReturnType<typeof startHost>>, id: string) =>
    host.ask("POST", `/v2/payments/wire/${id}/cancel`)

  it("takes back a held wire: the money, the limit and the officer's queue", async () => {
    const limited = client("cli_wire", { limits: { perTransaction: null, daily: 5_000_000_000, perRail: {} } })
    const host = await startHost({ bank: { clients: [limited] } })
    const asClient = keyOf(limited)
    const suspect = { ...receiver, name: "Zoltan Sanctionov" }
    const { body } = await send(host, fedwire({ beneficiary: suspect }), asClient)
    const { paymentId } = body.data
    const path = `/v2/payments/wire/${paymentId}/cancel`
    const cancelled = await host.ask("POST", path, undefined, asClient)
    expect(cancelled).toMatchObject({ status: 200, body: { data: { status: "cancelled" } } })
    expect(await books(host, paymentId)).toEqual([
      ["reserve", `${customer} > ${hold}`, 5_000_000_000],
      ["release", `${hold} > ${customer}`, 5_000_000_000]
    ])
    expect((await host.admin("GET", "/v2/compliance/holds?status=open")).body.data).toEqual([])
    const { body: holds } = await host.admin("GET", "/v2/compliance/holds")
    expect(holds.data[0].status).toBe("cancelled")
    const release = await host.admin("POST", `/v2/compliance/holds/${holds.data[0].holdId}/release`, {
      note: "not him"
    })
    expect([release.status, release.body.error.code]).toEqual([409, "STATE_CONFLICT"])
    const again = await host.ask("POST", path, undefined, asClient)
    expect([again.status, again.body.error.code]).toEqual([422, "PAYMENT_NOT_CANCELLABLE"])
    expect((await send(host, fedwire(), asClient)).status).toBe(202)
    const { body: trail } = await host.admin("GET", `/v2/admin/audit?resource=${paymentId}`)
    expect(trail.data[0]).toMatchObject({ action: "payment.cancel", before: { status: "held" } })
  })

  it.each([
    ["is on its way", "9020000003", "0 seconds", "submitted"],
    ["has settled", "9000000000", "3 seconds", "settled"]
  ] as const)("is refused for a wire that %s", async (_, account, after, status) => {
    const host = await startHost()
    const { body } = await send(host, wireTo(account))
    await host.engine.advance(after)
    const reply = await cancel(host, body.data.paymentId)
    expect(reply).toMatchObject({
      status: 422,
      body: { error: { code: "PAYMENT_NOT_CANCELLABLE", details: { status } } }
    })
    expect((await cancel(host, "pmt_wire_none")).status).toBe(404)
  })
})

it("a wire that was certainly not sent, because its rail is down, can be cancelled, and is not sent later", async () => {
  const host = await startHost()
  await host.ask("POST", "/v2/simulator/faults", { rail: "fedwire", fault: "down", count: 2 })
  const { body } = await send(host, fedwire())
  expect([body.data.status, body.data.scheduledFor]).toEqual(["queued", undefined])
  const path = `/v2/payments/wire/${body.data.paymentId}/cancel`
  await host.engine.drain()
  expect((await host.ask("POST", path)).body.data.status).toBe("cancelled")
  await host.engine.advance("10 minutes")
  expect((await wire(host, body.data.paymentId)).status).toBe("cancelled")
  expect(await messages(host, body.data.paymentId)).toEqual([])
})

it("B7 the originator's own bank is screened, debited and named as the sender", async () => {
  const host = await startHost()
  const { body } = await send(host, fedwire({ originator: { ...sender, routingNumber: "099900140" } }))
  await host.engine.advance("2 seconds")
  const stored = await wire(host, body.data.paymentId)
  expect(stored.originator).toMatchObject({ routingNumber: "099900140", accountType: "checking" })
  expect((await books(host, body.data.paymentId))[0]).toEqual([
    "reserve",
    `${inBooks("customer:099900140:1234567890")} > ${inBooks("customer_hold:099900140:1234567890")}`,
    5_000_000_000
  ])
})
