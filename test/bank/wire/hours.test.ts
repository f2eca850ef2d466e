/**
 * Fedwire's hours to the minute (B130, decisions B.5): open and closed, the queue and its order, days on which the clocks of
 * New York are changed, and what happens to a wire whose day is over before it was sent.
 */
import { describe, expect, it } from "vitest"
import { client, freshKey, keyOf, type Host, startHost } from "../host.ts"
import { messagesOf } from "../messages/journal.ts"
import {
  type Change,
  credits,
  events,
  fedwire,
  humanRule,
  messages,
  receiver,
  send,
  swift,
  wire,
  wireTo
} from "./wires.ts"

const at = (clock: string, bank = {}) => startHost({ bank, engine: { clock } })

interface Row {
  readonly says: string
  readonly now: string
  /** When it is sent; `undefined`: at once. */
  readonly opens?: string
  readonly valueDate: string
}

const rows: ReadonlyArray<Row> = [
  { says: "Wednesday at noon", now: "2026-06-17T16:00:00.000Z", valueDate: "2026-06-17" },
  { says: "a millisecond before 18:30", now: "2026-06-17T22:29:59.999Z", valueDate: "2026-06-17" },
  {
    says: "18:30 sharp",
    now: "2026-06-17T22:30:00.000Z",
    opens: "2026-06-18T01:00:00.000Z",
    valueDate: "2026-06-18"
  },
  {
    says: "a millisecond before 21:00",
    now: "2026-06-18T00:59:59.999Z",
    opens: "2026-06-18T01:00:00.000Z",
    valueDate: "2026-06-18"
  },
  { says: "21:00 sharp is the next day", now: "2026-06-18T01:00:00.000Z", valueDate: "2026-06-18" },
  { says: "two in the morning", now: "2026-06-18T06:00:00.000Z", valueDate: "2026-06-18" },
  {
    says: "the evening before Juneteenth",
    now: "2026-06-19T01:00:00.000Z",
    opens: "2026-06-22T01:00:00.000Z",
    valueDate: "2026-06-22"
  },
  {
    says: "Juneteenth, a Friday",
    now: "2026-06-19T16:00:00.000Z",
    opens: "2026-06-22T01:00:00.000Z",
    valueDate: "2026-06-22"
  },
  {
    says: "Friday evening",
    now: "2026-06-12T22:30:00.000Z",
    opens: "2026-06-15T01:00:00.000Z",
    valueDate: "2026-06-15"
  },
  {
    says: "Saturday",
    now: "2026-06-13T16:00:00.000Z",
    opens: "2026-06-15T01:00:00.000Z",
    valueDate: "2026-06-15"
  },
  {
    says: "a second before Sunday 21:00",
    now: "2026-06-15T00:59:59.000Z",
    opens: "2026-06-15T01:00:00.000Z",
    valueDate: "2026-06-15"
  },
  { says: "Sunday 21:00 opens Monday", now: "2026-06-15T01:00:00.000Z", valueDate: "2026-06-15" },
  // Clocks go forward on Sunday 8 March 2026: Friday closes at 23:30 UTC, Sunday opens at 01:00 UTC, Monday closes at 22:30.
  { says: "Friday before the clocks go forward", now: "2026-03-06T23:29:59.999Z", valueDate: "2026-03-06" },
  {
    says: "the same at 18:30 EST",
    now: "2026-03-06T23:30:00.000Z",
    opens: "2026-03-09T01:00:00.000Z",
    valueDate: "2026-03-09"
  },
  {
    says: "20:59:59 EDT on the day on which they go forward",
    now: "2026-03-09T00:59:59.000Z",
    opens: "2026-03-09T01:00:00.000Z",
    valueDate: "2026-03-09"
  },
  { says: "21:00 EDT on that day", now: "2026-03-09T01:00:00.000Z", valueDate: "2026-03-09" },
  {
    says: "18:30 EDT on the Monday",
    now: "2026-03-09T22:30:00.000Z",
    opens: "2026-03-10T01:00:00.000Z",
    valueDate: "2026-03-10"
  },
  // Clocks go back on Sunday 1 November 2026: Friday closes at 22:30 UTC, Sunday opens at 02:00 UTC, Monday closes at 23:30.
  { says: "Friday before the clocks go back", now: "2026-10-30T22:29:59.999Z", valueDate: "2026-10-30" },
  {
    says: "the same at 18:30 EDT",
    now: "2026-10-30T22:30:00.000Z",
    opens: "2026-11-02T02:00:00.000Z",
    valueDate: "2026-11-02"
  },
  {
    says: "21:00 by the old clock on the day on which they go back",
    now: "2026-11-02T01:00:00.000Z",
    opens: "2026-11-02T02:00:00.000Z",
    valueDate: "2026-11-02"
  },
  { says: "21:00 EST on that day", now: "2026-11-02T02:00:00.000Z", valueDate: "2026-11-02" },
  { says: "a millisecond before 18:30 EST on the Monday", now: "2026-11-02T23:29:59.999Z", valueDate: "2026-11-02" },
  {
    says: "New Year's Eve in the evening",
    now: "2027-01-01T02:00:00.000Z",
    opens: "2027-01-04T02:00:00.000Z",
    valueDate: "2027-01-04"
  }
]

describe("B130 the hours of Fedwire", () => {
  it.each(rows)("$says", async ({ now, opens, valueDate }) => {
    const host = await at(now)
    const reply = await send(host, fedwire())
    expect(reply.status).toBe(202)
    const { data, error } = reply.body
    expect([data.status, data.scheduledFor, data.valueDate]).toEqual([
      opens === undefined ? "submitted" : "queued",
      opens,
      valueDate
    ])
    expect(error?.code).toBe(opens === undefined ? undefined : "FEDWIRE_OUTSIDE_HOURS")
    if (opens === undefined) return
    await host.engine.clock.advanceTo(new Date(Date.parse(opens) - 1).toISOString())
    expect(await messages(host, data.paymentId)).toEqual([])
    await host.engine.clock.advanceTo(opens)
    expect(await messages(host, data.paymentId)).toMatchObject([{ messageType: "pacs.008", at: opens }])
    await host.engine.advance("2 seconds")
    const settled = await wire(host, data.paymentId)
    expect(settled).toMatchObject({ status: "settled", valueDate })
    expect(settled.scheduledFor).toBeUndefined()
    expect(settled.imad.slice(0, 8)).toBe(valueDate.replaceAll("-", ""))
    expect(events(settled)).toEqual(["validated", "approved", "submitted", "settled"])
  })

  it("B126 B130 takes the value date of the day that is open, or opens next", async () => {
    const host = await at("2026-06-18T01:00:00.000Z")
    expect((await send(host, fedwire({ valueDate: "2026-06-18" }))).body.data.status).toBe("submitted")
    expect((await send(host, fedwire({ valueDate: "2026-06-17" }))).body.error.code).toBe("INVALID_DATE")
    const closed = await at("2026-06-13T16:00:00.000Z")
    expect((await send(closed, fedwire({ valueDate: "2026-06-15" }))).body.data.status).toBe("queued")
    expect((await send(closed, fedwire({ valueDate: "2026-06-13" }))).body.error.code).toBe("INVALID_DATE")
  })

  it("hours are an operator's: the network's own close at 19:00", async () => {
    const hours = { fedwireHours: { opens: "21:00", closes: "19:00" } } as const
    const host = await at("2026-06-17T22:59:59.000Z", { wire: hours })
    expect((await send(host, fedwire())).body.data.status).toBe("submitted")
    await host.engine.advance("1 second")
    expect((await send(host, fedwire())).body.data.status).toBe("queued")
  })

  it("X3 can be told with 422: the wire is made all the same, and the key names it", async () => {
    const host = await at("2026-06-13T16:00:00.000Z", { wire: { outsideHoursStatus: 422 } })
    const key = { "idempotency-key": freshKey() }
    const reply = await send(host, fedwire(), key)
    expect(reply).toMatchObject({
      status: 422,
      body: {
        error: {
          code: "FEDWIRE_OUTSIDE_HOURS",
          details: { paymentId: expect.stringMatching(/^pmt_wire_/), scheduledFor: "2026-06-15T01:00:00.000Z" }
        }
      }
    })
    const { paymentId } = reply.body.error.details
    expect((await send(host, fedwire(), key)).body.error.details.paymentId).toBe(paymentId)
    await host.engine.advance("3 days")
    const after = await send(host, fedwire(), key)
    expect([after.status, after.body.data]).toMatchObject([202, { paymentId, status: "settled" }])
    expect((await host.ask("GET", "/v2/payments/wire")).body.data).toHaveLength(1)
    // A body that was refused keeps no answer: the key is free.
    const open = { "idempotency-key": freshKey() }
    expect(
      (await send(host, fedwire({ amount: 300_000, beneficiary: { ...receiver, address: undefined } }), open)).status
    ).toBe(422)
    expect((await send(host, fedwire(), open)).status).toBe(202)
  })

  it("X3 is told with 422 of an instant payment, too, whose amount goes by wire", async () => {
    const host = await at("2026-06-13T16:00:00.000Z", { wire: { outsideHoursStatus: 422 } })
    const { body, status } = await host.pay({ amount: 100_000_001 })
    expect([status, body.error.code]).toEqual([422, "FEDWIRE_OUTSIDE_HOURS"])
  })
})

const sentInOrder = async ({ ask }: Host) =>
  (await ask("GET", "/v2/simulator/network/messages")).body.data
    .filter(({ direction, lost, messageType }: any) => direction === "out" && messageType === "pacs.008" && !lost)
    .map(({ endToEndId }: any) => endToEndId)

describe("the queue", () => {
  it("drains at the opening in the order in which its wires were made, held and approved ones among them", async () => {
    const host = await at("2026-06-13T16:00:00.000Z")
    const made: Array<string> = []
    const make = async (change: Change = {}) => {
      const { body } = await send(host, fedwire(change))
      await host.engine.advance("1 minute")
      made.push(body.data.paymentId)
      return body.data
    }
    await make()
    const held = await make({ beneficiary: { ...receiver, name: "Zoltan Sanctionov" } })
    expect(held.status).toBe("held")
    await host.admin("POST", "/v2/admin/approval-rules", humanRule({ minAmount: 6_000_000_000 }))
    const pending = await make({ amount: 6_000_000_000 })
    for (let count = 0; count < 30; count += 1) await make()
    await host.admin("POST", `/v2/approvals/${pending.paymentId}/approve`, {})
    const { body: holds } = await host.admin("GET", "/v2/compliance/holds")
    await host.admin("POST", `/v2/compliance/holds/${holds.data[0].holdId}/release`, { note: "not him" })
    expect((await wire(host, held.paymentId)).status).toBe("queued")
    await host.engine.clock.advanceTo("2026-06-15T01:00:00.000Z")
    expect(await sentInOrder(host)).toEqual(made)
    await host.engine.advance("2 seconds")
    for (const id of made) expect(await credits(host, id)).toBe(1)
  })

  it("lets a wire be taken back until it opens, and not afterwards", async () => {
    const host = await at("2026-06-13T16:00:00.000Z")
    const [first, second] = [await send(host, fedwire()), await send(host, fedwire())]
    const cancel = (reply: typeof first) =>
      host.ask("POST", `/v2/payments/wire/${reply.body.data.paymentId}/cancel`, undefined)
    expect((await cancel(first)).body.data.status).toBe("cancelled")
    await host.engine.clock.advanceTo("2026-06-15T01:00:00.000Z")
    expect((await cancel(second)).body.error.code).toBe("PAYMENT_NOT_CANCELLABLE")
    await host.engine.advance("2 seconds")
    expect(await sentInOrder(host)).toEqual([second.body.data.paymentId])
  })

  it("a wire that waited bears the time at which Fedwire opened, and so does its recall", async () => {
    const host = await at("2026-06-13T16:00:00.000Z")
    const { paymentId } = (await send(host, fedwire())).body.data
    await host.engine.clock.advanceTo("2026-06-20T16:00:00.000Z")
    await host.ask(
      "POST",
      `/v2/payments/wire/${paymentId}/recall`,
      { reason: "CUST" },
      { "idempotency-key": freshKey() }
    )
    await host.engine.clock.advanceTo("2026-06-22T16:00:00.000Z")
    const times = (await messagesOf(host)).flatMap(({ definition, xml }) =>
      /^(pacs.008|camt.056)/.test(definition) ? [/<CreDtTm>([^<]*)</.exec(xml)?.[1]] : []
    )
    expect(times.map((time) => new Date(time!).toISOString())).toEqual([
      "2026-06-15T01:00:00.000Z",
      "2026-06-22T01:00:00.000Z"
    ])
  })

  it("a release at a time when Fedwire is closed waits for it, and counts for its day", async () => {
    const host = await at("2026-06-17T22:00:00.000Z")
    const { body } = await send(host, fedwire({ beneficiary: { ...receiver, name: "Zoltan Sanctionov" } }))
    expect(body.data).toMatchObject({ status: "held", valueDate: "2026-06-17" })
    await host.engine.advance("45 minutes")
    const { body: holds } = await host.admin("GET", "/v2/compliance/holds")
    await host.admin("POST", `/v2/compliance/holds/${holds.data[0].holdId}/release`, { note: "not him" })
    expect(await wire(host, body.data.paymentId)).toMatchObject({
      status: "queued",
      scheduledFor: "2026-06-18T01:00:00.000Z",
      valueDate: "2026-06-18"
    })
  })

  it("a wire whose answer came to nothing at the close has failed, and its money is back", async () => {
    const host = await at("2026-06-17T22:29:50.000Z")
    const { body } = await send(host, wireTo("9020000004"))
    await host.engine.advance("1 minute")
    expect(await wire(host, body.data.paymentId)).toMatchObject({ status: "failed", failureCode: "NOT_SENT" })
    expect(await sentInOrder(host)).toEqual([])
  })

  it("a wire that is sent again after midnight is still of its business day", async () => {
    // 21:00:10 on Sunday is Monday's day, which goes on after midnight.
    const host = await at("2026-06-15T03:59:50.000Z")
    const { body } = await send(host, wireTo("9020000004"))
    await host.engine.advance("1 minute")
    expect(await wire(host, body.data.paymentId)).toMatchObject({ status: "settled", valueDate: "2026-06-15" })
    expect(await credits(host, body.data.paymentId)).toBe(1)
  })

  it("an engine that slept over the whole day sends on the next, under that day's message", async () => {
    const { mkdtempSync, rmSync } = await import("node:fs")
    const { tmpdir } = await import("node:os")
    const { join } = await import("node:path")
    const { sqlite } = await import("../../../src/store/dialects/Sqlite.ts")
    const folder = mkdtempSync(join(tmpdir(), "bursar-wire-"))
    const first = await startHost({ engine: { store: sqlite(folder), clock: "2026-06-13T16:00:00.000Z" } })
    const { body } = await send(first, fedwire())
    await first.engine.close()
    const second = await startHost({ engine: { store: sqlite(folder), clock: "2026-06-17T23:00:00.000Z" } })
    await second.engine.drain()
    // Wednesday at 19:00: Fedwire has closed.
    expect(await wire(second, body.data.paymentId)).toMatchObject({
      status: "queued",
      scheduledFor: "2026-06-18T01:00:00.000Z",
      valueDate: "2026-06-18"
    })
    await second.engine.advance("3 hours")
    expect(await wire(second, body.data.paymentId)).toMatchObject({ status: "settled", valueDate: "2026-06-18" })
    const [sent] = await messages(second, body.data.paymentId)
    expect(sent.messageId.slice(0, 8)).toBe("20260618")
    await second.engine.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe("the days of SWIFT", () => {
  it.each([
    ["today", "2026-06-17T16:00:00.000Z", undefined, undefined, "2026-06-17"],
    ["a later banking day", "2026-06-17T16:00:00.000Z", "2026-06-22", "2026-06-22T04:00:00.000Z", "2026-06-22"],
    ["no day named on a Saturday", "2026-06-13T16:00:00.000Z", undefined, "2026-06-15T04:00:00.000Z", "2026-06-15"]
  ])("B126 %s", async (_, now, wanted, scheduledFor, valueDate) => {
    const host = await at(now)
    const { body, status } = await send(host, swift({ valueDate: wanted }))
    expect(status).toBe(202)
    expect(body.error).toBeUndefined()
    expect([body.data.status, body.data.scheduledFor, body.data.valueDate]).toEqual([
      scheduledFor === undefined ? "submitted" : "queued",
      scheduledFor,
      valueDate
    ])
    await host.engine.advance("7 days")
    expect(await wire(host, body.data.paymentId)).toMatchObject({ status: "settled", valueDate })
  })

  it("a queued one keeps its client's limit of the day on which it was made", async () => {
    const limited = client("cli_day", { limits: { perTransaction: null, daily: 1_000_000, perRail: {} } })
    const host = await startHost({ bank: { clients: [limited] } })
    const later = swift({ currency: "USD", amount: 1_000_000, valueDate: "2026-06-22" })
    expect((await send(host, later, keyOf(limited))).body.data.status).toBe("queued")
    expect((await send(host, later, keyOf(limited))).status).toBe(403)
  })
})
