/** ACH payments from creation to their end: holds, approvals, cancelling, events, postings (A.6, A.8, A.13, B.3, D.3, D.5). */
import { describe, expect, it } from "vitest"
import { beneficiary, client, keyOf, startHost, type Host } from "../host.ts"
import { testClient } from "../../../plugins/bank/index.ts"
import {
  achBody,
  achOriginator,
  achTo,
  act,
  created,
  events,
  listen,
  operatorLog,
  post,
  receiver,
  shown,
  steps,
  told,
  until
} from "./achHost.ts"

const tuesday = { engine: { clock: "2026-06-16T16:00:00.000Z" } }
const debit = { direction: "debit" }

const named = (name: string, change: Readonly<Record<string, unknown>> = {}) =>
  achBody({ receiver: { ...receiver, name }, ...change })

const openHold = async ({ admin }: Host) => (await admin("GET", "/v2/compliance/holds?status=open")).body.data[0]

describe("events", () => {
  it("B64 B65 B66 B82 B87 tell the good path, numbered, with what ACH says", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    const id = await created(host, achBody())
    await until(host, "2026-06-17T12:30:00Z")
    const common = { paymentId: id, rail: "ach", referenceId: "PAY-7" }
    expect(told(host).map(({ data, eventType }) => [eventType, data])).toEqual([
      [
        "payment.validated",
        { ...common, status: "validated", sequence: 1, amount: 250_000, createdAt: "2026-06-16T16:00:00.000Z" }
      ],
      [
        "payment.approved",
        { ...common, status: "queued", sequence: 2, approvedBy: "rule:default", approvedAt: "2026-06-16T16:00:00.000Z" }
      ],
      [
        "payment.submitted",
        {
          ...common,
          status: "submitted",
          sequence: 3,
          submittedAt: "2026-06-17T00:00:00.000Z",
          traceNumber: "099900010000001",
          effectiveDate: "2026-06-17",
          networkMessageId: "20260616-A.ach"
        }
      ],
      [
        "payment.settled",
        {
          ...common,
          status: "settled",
          sequence: 4,
          amount: 250_000,
          effectiveDate: "2026-06-17",
          traceNumber: "099900010000001",
          settledAt: "2026-06-17T12:30:00.000Z"
        }
      ]
    ])
  })

  it("B68 B84 X6 tell a return with its dates", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    const id = await created(host, achTo("9010000001", debit))
    await until(host, "2026-06-18T12:30:00Z")
    expect(told(host).at(-1)).toMatchObject({
      eventType: "payment.returned",
      data: {
        paymentId: id,
        rail: "ach",
        status: "returned",
        returnCode: "R01",
        returnReason: "Insufficient funds",
        returnSettlementDate: "2026-06-18",
        representmentEligible: true,
        representmentDeadline: "2026-12-14",
        fundsMoved: true,
        referenceId: "PAY-7",
        sequence: 5
      }
    })
    const details = {
      paymentId: id,
      rail: "ach",
      returnCode: "R01",
      representmentDeadline: "2026-12-14",
      returnSettlementDate: "2026-06-18"
    }
    for (const path of [`/v2/payments/ach/${id}/return`, `/v2/payments/${id}/return`]) {
      expect((await host.ask("GET", path)).body.data, path).toMatchObject(details)
    }
  })

  it("B112 of an entry that was not returned there is no return, and that is what the answer says", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achBody())
    for (const path of [`/v2/payments/ach/${id}/return`, `/v2/payments/${id}/return`]) {
      const { body, status } = await host.ask("GET", path)
      expect([status, body.error.message], path).toEqual([404, "This payment was not returned"])
    }
  })

  it("B69 tell a refusal by the network, and by an approver", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    await created(host, achTo("9015000000"))
    await until(host, "2026-06-17T00:00:00Z")
    expect(told(host).at(-1)).toMatchObject({
      eventType: "payment.rejected",
      data: { status: "failed", rejectionStage: "network", reasonCode: "NETWORK_REJECTED" }
    })
    await host.admin("POST", "/v2/admin/approval-rules", JSON.parse(`{"priority":1,"when":{},"then":"human"}`))
    const { body } = await post(host, achBody())
    await host.admin("POST", `/v2/approvals/${body.data.paymentId}/reject`, { note: "not ordered" })
    await host.engine.drain()
    expect(told(host).at(-1)).toMatchObject({
      eventType: "payment.rejected",
      data: {
        paymentId: body.data.paymentId,
        status: "rejected",
        rejectionStage: "approval",
        reason: "not ordered",
        rejectedAt: "2026-06-17T00:00:00.000Z"
      }
    })
  })
})

it("a repetition of an entry that waited tells what became of it, with 200 after its end", async () => {
  const host = await startHost(tuesday)
  await host.admin("POST", "/v2/admin/approval-rules", JSON.parse(`{"priority":1,"when":{},"then":"human"}`))
  const key = { "idempotency-key": "entry-1" }
  const first = await post(host, achBody(), key)
  await host.admin("POST", `/v2/approvals/${first.body.data.paymentId}/reject`, { note: "not ordered" })
  const again = await post(host, achBody(), key)
  expect([first.status, again.status, again.body.data.status]).toEqual([202, 200, "rejected"])
  expect(again.body.data.paymentId).toBe(first.body.data.paymentId)
})

describe("holds and approvals", () => {
  it("B5 B21 B85 B135 X2 a match holds the entry with 202, data and error; nothing is in any file", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    const { body, status } = await post(host, named("Zoltan Sanctionov"))
    expect(status).toBe(202)
    await host.engine.drain()
    expect(told(host).at(-1)).toMatchObject({
      eventType: "compliance.hold",
      data: {
        paymentId: body.data.paymentId,
        rail: "ach",
        holdReason: "OFAC_POSSIBLE_MATCH",
        matchedField: "receiver.name",
        matchScore: 100,
        heldAt: "2026-06-16T16:00:00.000Z",
        referenceId: "PAY-7"
      }
    })
    expect(body).toMatchObject({
      data: { status: "held", holdReason: "OFAC_POSSIBLE_MATCH" },
      error: { code: "OFAC_MATCH", details: { paymentId: body.data.paymentId } }
    })
    expect(await openHold(host)).toMatchObject({ rail: "ach", matchedField: "receiver.name", matchScore: 100 })
    await until(host, "2026-06-18T16:00:00Z")
    expect(await shown(host, body.data.paymentId)).toMatchObject({ status: "held", traceNumber: null })
    expect(await operatorLog(host, body.data.paymentId)).toEqual([])
  })

  it("B71 a release after the window leaves with the next one, without being sent in again", async () => {
    const host = await startHost(tuesday)
    const { body } = await post(host, named("Zoltan Sanctionov"))
    await until(host, "2026-06-18T16:00:00Z")
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him" })
    // Friday is a holiday: the next banking day is Monday.
    expect(await shown(host, body.data.paymentId)).toMatchObject({ status: "queued", effectiveDate: "2026-06-22" })
    await until(host, "2026-06-22T12:30:00Z")
    const payment = await shown(host, body.data.paymentId)
    expect(payment.status).toBe("settled")
    expect(payment.events.map(({ eventType }: any) => eventType)).toEqual([
      "payment.validated",
      "compliance.hold",
      "compliance.released",
      "payment.approved",
      "payment.submitted",
      "payment.settled"
    ])
  })

  it("a release before the window keeps it, and a same-day entry stays one while the day has windows", async () => {
    const host = await startHost({ engine: { clock: "2026-06-17T14:00:00.000Z" } })
    const { body } = await post(host, named("Zoltan Sanctionov", { sameDay: true }))
    expect(body.data.submissionWindow).toBe("2026-06-17T14:30:00.000Z")
    await until(host, "2026-06-17T15:00:00Z")
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him" })
    expect(await shown(host, body.data.paymentId)).toMatchObject({
      sameDay: true,
      submissionWindow: "2026-06-17T18:45:00.000Z",
      effectiveDate: "2026-06-17"
    })
  })

  it("B136 B138 an outage of screening holds with 503, and a clean screening lets it go on by itself", async () => {
    const host = await startHost(tuesday)
    const { body, status } = await post(host, named("Screening Outage"), { "idempotency-key": "outage" })
    expect([status, body.error.code]).toEqual([503, "OFAC_SCREENING_ERROR"])
    await host.engine.advance("10 minutes")
    const again = await post(host, named("Screening Outage"), { "idempotency-key": "outage" })
    expect([again.status, again.body.data.status, again.body.data.paymentId]).toEqual([
      201,
      "queued",
      body.error.details.paymentId
    ])
  })

  it("B72 B106 a rejected hold ends it and gives limit and money back", async () => {
    const limited = client("cli_limited", { limits: { perTransaction: null, daily: 250_000, perRail: {} } })
    const host = await startHost({ ...tuesday, bank: { clients: [limited] } })
    const { body } = await post(host, named("Zoltan Sanctionov"), keyOf(limited))
    expect((await post(host, achBody({ amount: 1 }), keyOf(limited))).body.error.code).toBe("AMOUNT_LIMIT_EXCEEDED")
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/reject`, { note: "him" })
    const path = `/v2/payments/ach/${body.data.paymentId}`
    const payment = (await host.ask("GET", path, undefined, keyOf(limited))).body.data
    expect(payment.status).toBe("rejected")
    expect(payment.events.map(({ eventType }: any) => eventType).slice(1)).toEqual([
      "compliance.hold",
      "compliance.rejected",
      "payment.rejected"
    ])
    expect(await steps(host, body.data.paymentId)).toEqual([
      "reserve customer>customer_hold",
      "release customer_hold>customer"
    ])
    expect((await post(host, achBody(), keyOf(limited))).status).toBe(201)
    await until(host, "2026-06-18T12:30:00Z")
    expect(
      (await host.admin("GET", `/v2/simulator/network/messages?paymentId=${body.data.paymentId}`)).body.data
    ).toEqual([])
  })

  it("B154 rules by class of entry ask a person; an approval after the window takes the next one", async () => {
    const approver = client("cli_approver", { scopes: ["approvals:write"] })
    const host = await startHost({ ...tuesday, bank: { clients: [testClient, approver] } })
    // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
    const rule = { priority: 1, when: { rails: ["ach"], secCodes: ["CCD"] }, then: "human" }
    await host.admin("POST", "/v2/admin/approval-rules", rule)
    expect((await post(host, achBody())).status).toBe(201)
    const { body, status } = await post(host, achBody({ secCode: "CCD", ...debit }))
    expect([status, body.data.status]).toEqual([202, "pending_approval"])
    const path = `/v2/approvals/${body.data.paymentId}/approve`
    expect((await host.ask("POST", path, {})).body.error.code).toBe("SELF_APPROVAL_FORBIDDEN")
    await until(host, "2026-06-17T14:00:00Z")
    expect((await host.ask("POST", path, {}, keyOf(approver))).status).toBe(200)
    expect(await shown(host, body.data.paymentId)).toMatchObject({ status: "queued", effectiveDate: "2026-06-18" })
  })

  it.each([
    ["originator.companyName", { originator: { ...achOriginator, companyName: "BLOCKED TRADING" } }],
    ["receiver.identificationNumber", { receiver: { ...receiver, identificationNumber: "BLOCKED TRADING" } }],
    ["companyDiscretionaryData", { companyDiscretionaryData: "Zoltan Sanctionov" }]
  ])("B5 is held for a name in %s: %j", async (field, change) => {
    const host = await startHost()
    const { body, status } = await post(host, achBody(change))
    expect([status, body.error?.code], JSON.stringify(body)).toEqual([202, "OFAC_MATCH"])
    expect((await openHold(host)).matchedField).toBe(field)
  })

  it.each([11, 12, 13, 25, 4_000])("B5 is held for a name in line %i of a long text", async (line) => {
    const host = await startHost()
    const addenda = Array.from({ length: line + 3 }, (_, at) => ({
      paymentRelatedInformation: at === line ? "for Zoltan Sanctionov" : `RMR*IV*${at}**${"7".repeat(60)}`
    }))
    const { status } = await post(host, achBody({ secCode: "CTX", addenda }))
    expect([status, (await openHold(host)).matchedField]).toEqual([202, "addenda"])
  })

  it("screens texts and banks abroad as well", async () => {
    const host = await startHost(tuesday)
    const addenda = [{ paymentRelatedInformation: "for Zoltan Sanctionov" }]
    expect((await post(host, achBody({ addenda }))).status).toBe(202)
    expect((await openHold(host)).matchedField).toBe("addenda")
  })
})

describe("cancelling (B.5)", () => {
  it("is possible until the window closes, and gives everything back", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achBody())
    await until(host, "2026-06-16T23:59:59.999Z")
    const { body, status } = await act(host, id, "cancel")
    expect([status, body.data.status]).toEqual([200, "cancelled"])
    expect(await steps(host, id)).toEqual(["reserve customer>customer_hold", "release customer_hold>customer"])
    expect((await act(host, id, "cancel")).body.error.code).toBe("PAYMENT_NOT_CANCELLABLE")
    await until(host, "2026-06-18T12:30:00Z")
    expect(await operatorLog(host, id)).toEqual([])
    expect(events(await shown(host, id))).toEqual(["validated", "approved"])
    expect((await host.admin("GET", `/v2/admin/audit?resource=${id}`)).body.data).toMatchObject([
      { action: "payment.cancel" }
    ])
  })

  it("is refused from the moment on at which the window closes", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achBody())
    await until(host, "2026-06-17T00:00:00Z")
    expect(await act(host, id, "cancel")).toMatchObject({
      status: 422,
      body: { error: { code: "PAYMENT_NOT_CANCELLABLE" } }
    })
    expect((await act(host, "pmt_ach_none", "cancel")).status).toBe(404)
    const instant = (await host.pay({ beneficiary })).body.data.paymentId
    expect((await act(host, instant, "cancel")).status).toBe(404)
  })

  it("closes the hold of a held entry", async () => {
    const host = await startHost(tuesday)
    const { body } = await post(host, named("Zoltan Sanctionov"))
    expect((await act(host, body.data.paymentId, "cancel")).body.data.status).toBe("cancelled")
    expect(await openHold(host)).toBeUndefined()
  })
})

describe("postings (D.5)", () => {
  const reserved = ["reserve customer>customer_hold", "submit customer_hold>clearing", "settle clearing>settlement"]
  const collecting = ["settle settlement>uncollected"]

  it.each([
    ["credit", achTo("9000000000"), reserved],
    ["credit returned", achTo("9010000002"), [...reserved, "return settlement>customer"]],
    ["debit", achTo("9000000000", debit), [...collecting, "collect uncollected>customer"]],
    ["debit returned inside the time", achTo("9010000001", debit), [...collecting, "return uncollected>settlement"]],
    [
      "debit returned later",
      achTo("9010000010", debit),
      [...collecting, "collect uncollected>customer", "return customer>settlement"]
    ]
  ])("%s", async (_, body, expected) => {
    const host = await startHost(tuesday)
    const id = await created(host, body)
    await until(host, "2026-09-01T12:30:00Z")
    expect(await steps(host, id)).toEqual(expected)
  })

  it("what a customer's account does not cover is owed by the client", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("9010000010", debit))
    await until(host, "2026-06-24T12:30:00Z")
    // The customer has spent what was collected.
    await created(host, achBody({ amount: 1 }))
    await until(host, "2026-09-01T12:30:00Z")
    expect((await steps(host, id)).at(-1)).toBe("return receivable>settlement")
  })

  it("balance over everything, and clearing is empty in the end", async () => {
    const host = await startHost(tuesday)
    for (const account of ["1", "9010000002", "9014000003", "9016000001", "9012000004"]) {
      for (const direction of ["credit", "debit"]) await created(host, achTo(account, { direction }))
    }
    await until(host, "2026-09-01T12:30:00Z")
    const { balances, trialBalance, Store } = await import("../../../src/plugin.ts")
    const Effect = await import("effect/Effect")
    const found = await host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        const home = yield* store.region(store.home)
        return {
          all: yield* balances(home, { plugin: "bank", scope: "cli_sandbox/test" }),
          imbalances: yield* trialBalance(home)
        }
      })
    )
    expect(found.imbalances).toEqual([])
    expect(found.all.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(0n)
    expect(found.all.find(({ account }) => account === "clearing:ach")?.balance ?? 0n).toBe(0n)
    expect(found.all.find(({ account }) => account === "uncollected")?.balance ?? 0n).toBe(0n)
  })
})
