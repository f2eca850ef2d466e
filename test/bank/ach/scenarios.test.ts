/** Every row of the simulator's table for ACH (decisions C.4), under the controlled clock, with dates of its calendar. */
import { describe, expect, it } from "vitest"
import { achScripts } from "../../../plugins/bank/simulator/ach-scripts.ts"
import { startHost } from "../host.ts"
import { achTo, act, alerts, created, events, operatorLog, shown, steps, until } from "./achHost.ts"

/** Tuesday noon in New York: standard entries settle on Wednesday 2026-06-17, and Friday is Juneteenth. */
const tuesday = { engine: { clock: "2026-06-16T16:00:00.000Z" } }
const settled = "2026-06-17T12:30:00.000Z"

const debit = { direction: "debit" }
const good = ["validated", "approved", "submitted", "settled"]

interface Row {
  readonly account: string
  readonly code: string
  readonly change?: Readonly<Record<string, unknown>>
  /** A moment before the return, and that of the return itself. */
  readonly before: string
  readonly at: string
  readonly untimely?: boolean
}

const classOf = (code: string) =>
  ["R05", "R29"].includes(code)
    ? { ...debit, secCode: "CCD" }
    : ["R01", "R07", "R08", "R10"].includes(code)
      ? debit
      : {}

const codes = ["R01", "R02", "R03", "R04", "R05", "R07", "R08", "R10", "R16", "R20", "R29"]
const slow = new Set(["R05", "R07", "R10"])

/** When each prefix brings its return: two-day codes, and those of sixty days. */
const moments = {
  "90100000": {
    quick: ["2026-06-18T12:29:59Z", "2026-06-18T12:30:00Z"],
    slow: ["2026-07-17T12:29:59Z", "2026-07-17T12:30:00Z"]
  },
  "90110000": {
    quick: ["2026-06-22T12:29:59Z", "2026-06-22T12:30:00Z"],
    slow: ["2026-08-17T12:29:59Z", "2026-08-17T12:30:00Z"]
  },
  "90120000": {
    quick: ["2026-06-23T12:29:59Z", "2026-06-23T12:30:00Z"],
    slow: ["2026-08-18T12:29:59Z", "2026-08-18T12:30:00Z"]
  }
} as const

const rows: ReadonlyArray<Row> = Object.entries(moments).flatMap(([prefix, of]) =>
  codes.map((code) => {
    const [before, at] = slow.has(code) ? of.slow : of.quick
    return {
      account: `${prefix}${code.slice(1)}`,
      code,
      change: classOf(code),
      before,
      at,
      ...(prefix === "90120000" ? { untimely: true } : {})
    }
  })
)

describe("C.4 B140 an entry that comes back", () => {
  it.each(rows)("$account: settled, then returned with $code at $at", async ({ account, at, before, code, ...row }) => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo(account, row.change))
    await until(host, settled)
    expect((await shown(host, id)).status).toBe("settled")
    await until(host, before)
    expect((await shown(host, id)).status).toBe("settled")
    await until(host, at)
    const payment = await shown(host, id)
    expect(payment).toMatchObject({
      status: "returned",
      returnCode: code,
      returnSettlementDate: at.slice(0, 10),
      representmentEligible: code === "R01",
      representmentDeadline: code === "R01" ? "2026-12-14" : null,
      fundsMoved: true
    })
    expect(payment.untimely).toBe(row.untimely)
    expect(payment.representmentGuidance).toBe(code === "R20" ? "CONTACT_RECEIVING_BANK" : undefined)
    expect(events(payment)).toEqual([...good, "returned"])
    const late = (await alerts(host)).filter(({ type }) => type === "return.untimely")
    expect(late.map(({ resource }) => resource)).toEqual(row.untimely === true ? [id] : [])
  })

  it.each(codes)("90140000…: %s before settlement: returned, and never settled", async (code) => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo(`90140000${code.slice(1)}`, classOf(code)))
    await until(host, "2026-06-17T11:59:59Z")
    expect((await shown(host, id)).status).toBe("submitted")
    await until(host, "2026-06-17T12:00:00Z")
    const payment = await shown(host, id)
    expect(payment).toMatchObject({ status: "returned", returnCode: code, fundsMoved: false })
    await until(host, "2026-06-24T12:30:00Z")
    expect(events(await shown(host, id))).toEqual(["validated", "approved", "submitted", "returned"])
    expect(await steps(host, id)).toEqual(
      payment.direction === "debit"
        ? []
        : ["reserve customer>customer_hold", "submit customer_hold>clearing", "refuse clearing>customer"]
    )
  })

  it.each(["R01", "R05", "R07", "R08", "R10", "R29"])(
    "%s cannot answer a credit: R03 comes instead, and the log says so",
    async (code) => {
      const host = await startHost(tuesday)
      const id = await created(host, achTo(`90100000${code.slice(1)}`))
      await until(host, "2026-06-18T12:30:00Z")
      expect(await shown(host, id)).toMatchObject({ status: "returned", returnCode: "R03" })
      const line = (await operatorLog(host, id)).find(({ messageType }) => messageType === "nacha.return")
      expect(line.note).toBe(`${code} cannot answer a PPD credit: R03 instead`)
    }
  )
})

describe("C.4 notifications of change", () => {
  it.each([
    ["01", "C01", "9000000000"],
    ["02", "C02", "099900027"],
    ["03", "C03", "099900027   9000000000"],
    ["05", "C05", "32"]
  ])("90130000%s: %s one banking day after settlement; the payment stands", async (nn, code, correctedData) => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo(`90130000${nn}`))
    await until(host, "2026-06-18T12:29:59Z")
    expect((await shown(host, id)).corrections).toEqual([])
    await until(host, "2026-06-18T12:30:00Z")
    const payment = await shown(host, id)
    expect(payment.status).toBe("settled")
    expect(payment.corrections).toMatchObject([{ code, correctedData, correctBy: "2026-06-29" }])
    expect(await alerts(host)).toMatchObject([{ type: "noc.received", resource: id }])
  })
})

describe("C.4 the operator and a whole file", () => {
  it("any other account: acknowledged, settled at the window, never returned", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("55"))
    await until(host, "2026-06-16T23:59:59Z")
    expect((await shown(host, id)).status).toBe("queued")
    await until(host, "2026-06-17T00:00:00Z")
    expect((await shown(host, id)).status).toBe("submitted")
    await until(host, "2026-06-17T12:29:59.999Z")
    expect((await shown(host, id)).status).toBe("submitted")
    await until(host, settled)
    expect((await shown(host, id)).status).toBe("settled")
    await until(host, "2026-10-01T12:30:00Z")
    expect(events(await shown(host, id))).toEqual(good)
    expect(await alerts(host)).toEqual([])
  })

  it("9015000000: the file is rejected, and its payments failed", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("9015000000"))
    await until(host, "2026-06-17T00:00:00Z")
    expect(await shown(host, id)).toMatchObject({
      status: "failed",
      failureCode: "NETWORK_REJECTED",
      failureReason: "The operator refused the file"
    })
    expect(events(await shown(host, id))).toEqual(["validated", "approved", "submitted", "rejected"])
    expect((await steps(host, id)).at(-1)).toBe("refuse clearing>customer")
    await until(host, "2026-06-18T12:30:00Z")
    expect((await shown(host, id)).status).toBe("failed")
    expect(await alerts(host)).toMatchObject([{ type: "ach.file" }])
  })

  it("B87 9015000001: without an acknowledgement it stays submitted past its settlement, and an alert is raised", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("9015000001"))
    await until(host, "2026-06-18T12:30:00Z")
    expect(await shown(host, id)).toMatchObject({ status: "submitted", needsAttention: true })
    expect(await alerts(host)).toMatchObject([{ type: "payment.needs_attention", resource: id }])
    // The acknowledgement comes late after all: then both hold.
    await host.ask("POST", `/v2/simulator/payments/${id}/settle`)
    await host.engine.drain()
    expect(await shown(host, id)).toMatchObject({ status: "settled", settledAt: "2026-06-18T12:30:00.000Z" })
    expect(events(await shown(host, id))).toEqual(good)
  })

  it("9016000001: R01, R01 again when it is presented again, and refused after two more times", async () => {
    const host = await startHost(tuesday)
    const first = await created(host, achTo("9016000001", debit))
    await until(host, "2026-06-18T12:30:00Z")
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { body, status } = await act(host, first, "represent")
      expect([status, body.data.status, body.data.representmentOf]).toEqual([201, "queued", first])
      expect(body.data.attempt).toBe(attempt)
      await host.engine.advance("5 days")
      expect(await shown(host, body.data.paymentId)).toMatchObject({
        status: "returned",
        returnCode: "R01",
        attempt,
        // A further request is taken exactly where this says so.
        representmentEligible: attempt < 2
      })
    }
    const third = await act(host, first, "represent")
    expect(third).toMatchObject({ status: 422, body: { error: { code: "REPRESENTMENT_NOT_ALLOWED" } } })
    expect(third.body.error.details.reason).toBe("too_often")
    expect((await shown(host, first)).representments).toHaveLength(2)
  })

  it("9017000001: the reversal comes back with R02", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("9017000001"))
    await until(host, settled)
    const { body, status } = await act(host, id, "reversal", { reason: "duplicate" })
    expect([status, body.data.status]).toEqual([201, "queued"])
    await until(host, "2026-06-22T12:30:00Z")
    expect(await shown(host, body.data.reversalPaymentId)).toMatchObject({ status: "returned", returnCode: "R02" })
    expect((await shown(host, id)).status).toBe("settled")
  })
})

it("C.4 every scripted account stands in a row here", () => {
  const tested = [
    ...rows.map(({ account }) => account),
    ...codes.map((code) => `90140000${code.slice(1)}`),
    ...["01", "02", "03", "05"].map((nn) => `90130000${nn}`),
    "9015000000",
    "9015000001",
    "9016000001",
    "9017000001"
  ]
  expect(new Set(tested)).toEqual(new Set(achScripts.keys()))
})
