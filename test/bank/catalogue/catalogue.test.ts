/**
 * The catalogue, swept: every error code, return code, event and status of the specification is brought about over HTTP, and
 * the service has none that is not. A code that nothing produces stands here as a failure.
 */
import { describe, expect, it } from "vitest"
import { catalogue, type ErrorCode } from "../../../plugins/bank/error-catalogue.ts"
import { events } from "../../../plugins/bank/events.ts"
import { paymentStatuses } from "../../../plugins/bank/payments/Payment.ts"
import * as codes from "../../../plugins/bank/return-codes.ts"
import { returnRequestStatuses } from "../../../plugins/bank/returns/ReturnRequest.ts"
import { rfpStatuses } from "../../../plugins/bank/rfp/Rfp.ts"
import { recallReasons } from "../../../plugins/bank/wire/Recall.ts"
import { achBody, achTo, act, alerts, created, listen, post, shown, told } from "../ach/achHost.ts"
import { beneficiary, freshKey, originator, startHost, to, type Host } from "../host.ts"
import { send, wireTo } from "../wire/wires.ts"
import { produce, producers } from "./errors.ts"

/** Codes of spec bank §7, by status; the further ones of this service are in decisions B.5 and decision record 17. */
const specified = {
  400: `REQUIRED_FIELD_MISSING INVALID_FIELD_FORMAT INVALID_ROUTING_NUMBER INVALID_BIC INVALID_AMOUNT INVALID_SEC_CODE
    INVALID_CURRENCY FIELD_TOO_LONG INVALID_DATE`,
  401: "MISSING_AUTHORIZATION INVALID_TOKEN INVALID_API_KEY",
  403: "INSUFFICIENT_SCOPE RAIL_ACCESS_DENIED AMOUNT_LIMIT_EXCEEDED",
  422: `RAIL_LIMIT_EXCEEDED INSTANT_RAIL_NOT_AVAILABLE SDA_NOT_ELIGIBLE FEDWIRE_OUTSIDE_HOURS TRAVEL_RULE_FIELDS_MISSING
    REVERSAL_WINDOW_EXPIRED PAYMENT_NOT_REVERSIBLE SANCTIONED_COUNTRY`,
  // The table of statuses says 409 beside the 422 of the table of codes (decisions X1).
  409: "DUPLICATE_IDEMPOTENCY_KEY",
  202: "OFAC_MATCH",
  503: "OFAC_SCREENING_ERROR"
} as const

const words = (text: string) => text.split(/\s+/)

describe("error codes", () => {
  it("are those of the specification, with its statuses", () => {
    for (const [status, text] of Object.entries(specified)) {
      for (const code of words(text)) expect([code, catalogue[code as ErrorCode]]).toEqual([code, Number(status)])
    }
  })

  it.each(Object.entries(catalogue))("%s is told, with %d", async (code, status) => {
    const reply = await produce(producers[code as ErrorCode])
    expect([reply.status, reply.body.error?.code ?? reply.body.errors?.[0].code]).toEqual([status, code])
    expect(reply.body.meta).toEqual({ requestId: expect.any(String), timestamp: expect.any(String) })
  })
})

/** Gives a settled payment back with a code, by the control endpoint of the simulator. */
const giveBack = (host: Host, paymentId: string, code: string) =>
  host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code })

/** An ACH entry that a code can answer. */
const entryFor = (code: string) => {
  const row = codes.achReturnCode(code)
  const direction = row?.directions.includes("credit") === true ? "credit" : "debit"
  return achBody({ direction, secCode: row?.secCodes?.[0] ?? "PPD" })
}

const settledEntry = async (host: Host, body: unknown = achBody()) => {
  const id = await created(host, body)
  await host.engine.advance("1 day")
  expect((await shown(host, id)).status).toBe("settled")
  return id
}

describe("return codes", () => {
  it("are those of the specification", () => {
    expect(codes.achReturnCodes.map(({ code }) => code)).toEqual(words("R01 R02 R03 R04 R05 R07 R08 R10 R16 R20 R29"))
    expect(codes.instantReturnCodes.map(({ code }) => code)).toEqual(words("AC01 AC04 AC06 AG01 AM04 NARR RR04"))
  })

  it.each(codes.achReturnCodes)("B140 $code returns an entry", async ({ code, meaning }) => {
    const host = await startHost()
    const id = await settledEntry(host, entryFor(code))
    expect((await giveBack(host, id, code)).status).toBe(200)
    await host.engine.drain()
    expect(await shown(host, id)).toMatchObject({ status: "returned", returnCode: code, returnReason: meaning })
  })

  it.each(codes.correctionCodes)("$code corrects an entry, which stands", async ({ code, meaning }) => {
    const host = await startHost()
    const id = await settledEntry(host)
    expect((await giveBack(host, id, code)).status).toBe(200)
    await host.engine.drain()
    expect(await shown(host, id)).toMatchObject({ status: "settled", corrections: [{ code, meaning }] })
    expect((await alerts(host)).map(({ type }) => type)).toEqual(["noc.received"])
  })

  it.each(
    codes.instantReturnCodes.flatMap(({ code, meaning }) =>
      (["rtp", "fednow"] as const).map((rail) => [code, rail, meaning] as const)
    )
  )("B143 %s returns a payment over %s", async (code, railPreference, returnReason) => {
    const host = await startHost()
    const digits = { AC01: "01", AC04: "04", AC06: "06", AG01: "11", AM04: "24", NARR: "30", RR04: "34" }[code]
    const { body, status } = await host.pay(to(`90010000${digits}`, { railPreference }))
    expect([status, body.data]).toMatchObject([200, { status: "returned", returnCode: code, returnReason }])
  })

  it.each([
    ["DS24", "rtp", "9001000099", "NETWORK_TIMEOUT"],
    ["E997", "fednow", "9001000099", "NETWORK_TIMEOUT"],
    ["9910", "fednow", "9001000090", "RECEIVER_UNAVAILABLE"]
  ])("%s of %s makes a payment fail", async (networkCode, railPreference, account, failureCode) => {
    const host = await startHost()
    const { body } = await host.pay(to(account, { railPreference }))
    expect(body.data).toMatchObject({ status: "failed", networkCode, failureCode })
  })

  it("9912 makes a payment fail", async () => {
    const host = await startHost()
    const { body } = await host.pay(to("9002000005"))
    const path = `/v2/simulator/payments/${body.data.paymentId}/respond`
    await host.ask("POST", path, { status: "RJCT", reasonCode: "9912" })
    await host.engine.drain()
    const failed = { status: "failed", networkCode: "9912", failureCode: "RECEIVER_UNAVAILABLE" }
    expect(await host.payment(body.data.paymentId)).toMatchObject(failed)
  })

  it.each(codes.returnRequestReasons)("%s asks an instant payment back", async (reasonCode) => {
    const host = await startHost()
    const { body } = await host.pay(to("9004000001"))
    const asked = { reasonCode, ...(reasonCode === "NARR" ? { additionalInfo: "paid by mistake" } : {}) }
    const path = `/v2/payments/instant/${body.data.paymentId}/return-request`
    expect((await host.ask("POST", path, asked, { "idempotency-key": freshKey() })).status).toBe(202)
    await host.engine.advance("2 days")
    expect(await host.payment(body.data.paymentId)).toMatchObject({ status: "returned", returnCode: reasonCode })
  })

  it.each(recallReasons)("%s recalls a wire", async (reason) => {
    const host = await startHost()
    const { body } = await send(host, wireTo("9021000001"))
    await host.engine.advance("2 seconds")
    const path = `/v2/payments/wire/${body.data.paymentId}`
    expect((await host.ask("POST", `${path}/recall`, { reason }, { "idempotency-key": freshKey() })).status).toBe(202)
    await host.engine.advance("3 days")
    expect((await host.ask("GET", path)).body.data).toMatchObject({ status: "returned", returnCode: reason })
  })
})

/** What a look at one thing says about its status. */
type Look = () => Promise<string>

/** Everything that has a status, seen at every status that it can have. */
const life = async (host: Host) => {
  const seen = {
    payment: new Set<string>(),
    rfp: new Set<string>(),
    recall: new Set<string>(),
    returnRequest: new Set<string>(),
    batch: new Set<string>(),
    hold: new Set<string>()
  }
  const looks: Array<readonly [keyof typeof seen, Look]> = []
  const at = (path: string) => async () => (await host.ask("GET", path)).body.data.status as string
  const watch = (what: keyof typeof seen, path: string) => void looks.push([what, at(path)])
  const look = async () => {
    for (const [what, ask] of looks) seen[what].add(await ask())
    for (const { status } of (await host.admin("GET", "/v2/compliance/holds?limit=100")).body.data) {
      seen.hold.add(status)
    }
  }
  const idOf = ({ body }: Awaited<ReturnType<Host["ask"]>>): string => body.data.paymentId
  const request = (path: string, body?: unknown) => host.ask("POST", path, body, { "idempotency-key": freshKey() })

  for (const account of ["9000000000", "9001000004", "9001000099", "9002000001"]) {
    watch("payment", `/v2/payments/instant/${idOf(await host.pay(to(account)))}`)
  }
  const named = { ...beneficiary, name: "Zoltan Sanctionov" }
  for (const verdict of ["release", "reject", undefined]) {
    const id = idOf(await host.pay({ beneficiary: named }))
    watch("payment", `/v2/payments/instant/${id}`)
    await look()
    const { holdId } = (await host.admin("GET", "/v2/compliance/holds?status=open")).body.data[0]
    if (verdict !== undefined)
      await host.admin("POST", `/v2/compliance/holds/${holdId}/${verdict}`, { note: "checked" })
  }
  const cancelled = idOf(await post(host, achBody({ receiver: { ...achBody().receiver, name: "Zoltan Sanctionov" } })))
  await act(host, cancelled, "cancel")
  watch("payment", `/v2/payments/ach/${cancelled}`)
  await host.admin(
    "POST",
    "/v2/admin/approval-rules",
    JSON.parse(`{"priority":1,"when":{"minAmount":7777777},"then":"human"}`)
  )
  watch("payment", `/v2/payments/instant/${idOf(await host.pay({ amount: 7_777_777 }))}`)
  watch("payment", `/v2/payments/ach/${await created(host, achTo("9010000002"))}`)

  for (const account of ["9005000001", "9005000002", "9005000003", "9005000003"]) {
    const body = { rail: "rtp", amount: 100, payee: originator, payer: { ...beneficiary, accountNumber: account } }
    const { rfpId } = (await host.ask("POST", "/v2/payments/rfp", body)).body.data
    watch("rfp", `/v2/payments/rfp/${rfpId}`)
    if (looks.filter(([what]) => what === "rfp").length === 4)
      await host.ask("POST", `/v2/payments/rfp/${rfpId}/cancel`)
  }
  await host.ask("POST", "/v2/simulator/faults", { rail: "rtp", fault: "down", count: 5 })
  const waiting = { rail: "rtp", amount: 100, payee: originator, payer: beneficiary }
  watch("rfp", `/v2/payments/rfp/${(await host.ask("POST", "/v2/payments/rfp", waiting)).body.data.rfpId}`)
  await look()
  for (const account of ["9004000001", "9004000002", "9004000004", "9004000005"]) {
    const path = `/v2/payments/instant/${idOf(await host.pay(to(account)))}`
    const { body } = await request(`${path}/return-request`, { reasonCode: "DUPL" })
    watch("returnRequest", `${path}/return-requests/${body.data.returnRequestId}`)
  }
  for (const account of ["9021000001", "9021000002"]) {
    const path = `/v2/payments/wire/${idOf(await send(host, wireTo(account, { amount: 100_000 })))}`
    watch("payment", path)
    const { body } = await request(`${path}/recall`, { reason: "DUPL" })
    watch("recall", `${path}/recalls/${body.data.recallId}`)
  }
  const { amount: _amount, receiver, ...defaults } = achBody()
  const { body: batch } = await request("/v2/payments/ach/batches", { defaults, entries: [{ amount: 1, receiver }] })
  watch("batch", `/v2/payments/ach/batches/${batch.data.batchId}`)

  await look()
  for (const span of ["10 minutes", "1 day", "4 days", "30 days"] as const) {
    await host.engine.advance(span)
    await look()
  }
  return seen
}

describe("events and statuses", () => {
  it("B86 every one of them is seen in a life that has everything in it", async () => {
    const host = await startHost()
    await listen(host)
    const seen = await life(host)
    const sorted = (of: Iterable<string>) => [...of].toSorted()
    expect(sorted(seen.payment)).toEqual(sorted(paymentStatuses))
    expect(sorted(seen.rfp)).toEqual(sorted(rfpStatuses))
    expect(sorted(seen.returnRequest)).toEqual(sorted(returnRequestStatuses))
    expect(sorted(seen.recall)).toEqual(["accepted", "pending", "rejected"])
    expect(sorted(seen.batch)).toEqual(["completed", "processing"])
    expect(sorted(seen.hold)).toEqual(["cancelled", "open", "rejected", "released"])
    expect(sorted(new Set(told(host).map(({ eventType }) => eventType)))).toEqual(sorted(Object.keys(events)))
  })

  it("B86 the events are those of the specification", () => {
    expect(Object.keys(events)).toEqual(
      words(`payment.validated payment.approved payment.submitted payment.settled payment.returned payment.rejected
        compliance.hold compliance.released compliance.rejected wire.recall.resolved rfp.fulfilled rfp.declined
        batch.completed`)
    )
  })
})
