/** Batches of ACH entries (decisions B.5, B89): records one by one, counts, and one event at the end. */
import { describe, expect, it } from "vitest"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../../src/testing/FaultyStore.ts"
import { testClient } from "../../../plugins/bank/index.ts"
import { client, freshKey, keyOf, startHost, type Host } from "../host.ts"
import { achBody, achOriginator, achTo, act, listen, receiver, shown, told, until } from "./achHost.ts"

const tuesday = { engine: { clock: "2026-06-16T16:00:00.000Z" } }

const defaults = { originator: achOriginator, secCode: "PPD", direction: "credit", companyEntryDescription: "PAYROLL" }

const entry = (change: Readonly<Record<string, unknown>> = {}) => ({ amount: 1_000, receiver, ...change })

const to = (accountNumber: string, change: Readonly<Record<string, unknown>> = {}) =>
  entry({ receiver: { ...receiver, accountNumber }, ...change })

const submit = (
  host: Host,
  entries: ReadonlyArray<unknown>,
  more: Readonly<Record<string, unknown>> = {},
  key = freshKey()
) =>
  host.ask(
    "POST",
    "/v2/payments/ach/batches",
    { referenceId: "RUN-1", defaults, entries, ...more },
    { "idempotency-key": key }
  )

const batch = async (host: Host, id: string) => (await host.ask("GET", `/v2/payments/ach/batches/${id}`)).body.data

const entriesOf = async (host: Host, id: string, query = "") =>
  (await host.ask("GET", `/v2/payments/ach/batches/${id}/entries${query}`)).body

const completions = (host: Host) => told(host).filter(({ eventType }) => eventType === "batch.completed")

describe("a batch", () => {
  it("has defaults of at most 100 fields, since every record is read with them", async () => {
    const host = await startHost(tuesday)
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, 1]))
    const withDefaults = (more: Readonly<Record<string, unknown>>) =>
      submit(host, [entry()], { defaults: { ...defaults, ...more } })
    expect((await withDefaults(fields(96))).status).toBe(202)
    expect((await withDefaults(fields(97))).status).toBe(400)
    expect((await withDefaults({ other: fields(101) })).status).toBe(400)
  })

  it("may be as long as 5,000 long records", async () => {
    const host = await startHost(tuesday)
    const long = Array.from({ length: 5_000 }, (_, at) => to(`${at}`, { amount: -1, note: "n".repeat(1_000) }))
    const { body, status } = await submit(host, long)
    expect([status, body.data.totalRecords, body.data.invalidRecords]).toEqual([202, 5_000, 5_000])
    expect((await submit(host, [...long, entry()])).status).toBe(400)
  })

  it("B111 is answered with 202 and per-record errors; right records become payments, wrong ones stop nobody", async () => {
    const host = await startHost(tuesday)
    const { body, status } = await submit(host, [
      entry({ entryReferenceId: "first" }),
      entry({ amount: -1 }),
      to("9000000001", { secCode: "TEL" }),
      entry({ receiver: { ...receiver, routingNumber: "099900085" }, entryReferenceId: "fourth" }),
      "not an entry",
      entry({ direction: "debit", amount: 500 })
    ])
    expect(status).toBe(202)
    expect(body.data).toMatchObject({
      batchId: expect.stringMatching(/^bat_/),
      status: "processing",
      referenceId: "RUN-1",
      totalRecords: 6,
      validRecords: 2,
      invalidRecords: 4,
      submittedRecords: 0,
      returnedRecords: 0,
      totalDebitAmount: 500,
      totalCreditAmount: 1_000,
      completedAt: null
    })
    expect(body.data.errors.map(({ code, field, index }: any) => [index, code, field])).toEqual([
      [1, "INVALID_AMOUNT", "entries[1].amount"],
      [2, "INVALID_FIELD_FORMAT", "entries[2].direction"],
      [3, "INVALID_ROUTING_NUMBER", "entries[3].receiver.routingNumber"],
      [4, "INVALID_FIELD_FORMAT", "entries[4]"]
    ])
    await host.engine.drain()
    const { data, pagination } = await entriesOf(host, body.data.batchId)
    expect(data.map(({ entryReferenceId, status: one }: any) => [entryReferenceId, one])).toEqual([
      ["first", "queued"],
      [null, "invalid"],
      [null, "invalid"],
      ["fourth", "invalid"],
      [null, "invalid"],
      [null, "queued"]
    ])
    expect(pagination.hasMore).toBe(false)
    expect(await shown(host, data[0].paymentId)).toMatchObject({ batchId: body.data.batchId, amount: 1_000 })
  })

  it("the receiver of an entry wins over that of the defaults, by either of its names", async () => {
    const host = await startHost()
    const { receiver: _, ...rest } = entry()
    const beneficiary = { ...receiver, name: "John Roe" }
    const { body } = await submit(host, [{ ...rest, beneficiary }, rest, { ...rest, receiver, beneficiary }], {
      defaults: { ...defaults, receiver }
    })
    expect(body.data.errors).toMatchObject([{ index: 2, code: "INVALID_FIELD_FORMAT" }])
    await host.engine.drain()
    const { data } = await entriesOf(host, body.data.batchId)
    expect(await shown(host, data[0].paymentId)).toMatchObject({ receiver: { name: "John Roe" } })
    expect(await shown(host, data[1].paymentId)).toMatchObject({ receiver: { name: "Jane Roe" } })
  })

  it("B89 batch.completed is told once, when all payments have ended or their two banking days are over", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    const { body } = await submit(host, [
      entry(),
      to("9010000002"),
      to("9010000010", { direction: "debit", amount: 300 }),
      entry({ amount: 0 })
    ])
    const id = body.data.batchId
    await until(host, "2026-06-17T12:30:00Z")
    expect(await batch(host, id)).toMatchObject({ status: "processing", submittedRecords: 3, returnedRecords: 0 })
    // Two banking days after Wednesday are Monday: Friday is a holiday.
    await until(host, "2026-06-22T12:30:00Z")
    expect(completions(host)).toEqual([])
    await until(host, "2026-06-22T12:31:00Z")
    expect(completions(host)).toMatchObject([
      {
        data: {
          batchId: id,
          rail: "ach",
          referenceId: "RUN-1",
          totalRecords: 4,
          validRecords: 3,
          invalidRecords: 1,
          submittedRecords: 3,
          returnedRecords: 1,
          totalDebitAmount: 300,
          totalCreditAmount: 2_000,
          completedAt: "2026-06-22T12:31:00.000Z"
        }
      }
    ])
    // A return after sixty days only raises payment.returned.
    await until(host, "2026-09-01T12:30:00Z")
    expect(completions(host)).toHaveLength(1)
    expect(await batch(host, id)).toMatchObject({ status: "completed", returnedRecords: 2 })
  })

  it("B89 rejected, cancelled and failed payments are ends as well; a held one counts as valid and keeps it open", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    const { body } = await submit(host, [
      to("9015000000"),
      entry({ amount: 2_000 }),
      entry({ receiver: { ...receiver, name: "Zoltan Sanctionov" } })
    ])
    expect(body.data).toMatchObject({ validRecords: 3, invalidRecords: 0 })
    await host.engine.drain()
    const { data } = await entriesOf(host, body.data.batchId)
    expect(data.map(({ status }: any) => status)).toEqual(["queued", "queued", "held"])
    expect((await act(host, data[1].paymentId, "cancel")).status).toBe(200)
    await until(host, "2026-06-24T16:00:00Z")
    expect(await batch(host, body.data.batchId)).toMatchObject({ status: "processing", submittedRecords: 1 })
    expect(completions(host)).toEqual([])
    const hold = (await host.admin("GET", "/v2/compliance/holds?status=open")).body.data[0]
    await host.admin("POST", `/v2/compliance/holds/${hold.holdId}/reject`, { note: "it is him" })
    await host.engine.drain()
    expect(completions(host)).toMatchObject([{ data: { validRecords: 3, submittedRecords: 1, returnedRecords: 0 } }])
  })

  it("B89 all records invalid: still 202, and completed at once", async () => {
    const host = await startHost(tuesday)
    await listen(host)
    const { body, status } = await submit(host, [entry({ amount: 0 }), entry({ secCode: "XXX" })])
    expect([status, body.data.status, body.data.invalidRecords]).toEqual([202, "completed", 2])
    await host.engine.drain()
    expect(completions(host)).toHaveLength(1)
  })

  it("X5 B106 B123 limits, classes and rails of the client are each record's own", async () => {
    const limited = client("cli_limited", { limits: { perTransaction: 2_000, daily: 3_500, perRail: {} } })
    const host = await startHost({ ...tuesday, bank: { clients: [limited] } })
    const headers = { ...keyOf(limited), "idempotency-key": freshKey() }
    const entries = [
      entry({ amount: 2_000 }),
      entry({ amount: 2_001 }),
      entry({ amount: 1_501 }),
      entry({ amount: 1_500 }),
      entry({ amount: 1 }),
      entry({ amount: 1, secCode: "CTX" })
    ]
    const { body } = await host.ask("POST", "/v2/payments/ach/batches", { defaults, entries }, headers)
    expect(body.data.errors.map(({ code, index }: any) => [index, code])).toEqual([
      [1, "AMOUNT_LIMIT_EXCEEDED"],
      [2, "AMOUNT_LIMIT_EXCEEDED"],
      [4, "AMOUNT_LIMIT_EXCEEDED"],
      [5, "INVALID_SEC_CODE"]
    ])
    // The day is used up by the batch, before its payments are made.
    const more = await host.ask("POST", "/v2/payments/ach", achBody({ amount: 1 }), {
      ...keyOf(limited),
      "idempotency-key": freshKey()
    })
    expect(more.body.error.code).toBe("AMOUNT_LIMIT_EXCEEDED")
  })

  it("B47 B105 a client without the ACH rail is refused, and nothing is stored", async () => {
    const instantOnly = client("cli_instant", { rails: ["rtp", "fednow"] })
    const host = await startHost({ ...tuesday, bank: { clients: [instantOnly] } })
    const headers = { ...keyOf(instantOnly), "idempotency-key": freshKey() }
    const refused = await host.ask("POST", "/v2/payments/ach/batches", { defaults, entries: [entry()] }, headers)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: "RAIL_ACCESS_DENIED", details: { rails: ["ach"] } } }
    })
    expect((await host.ask("GET", "/v2/payments/ach", undefined, keyOf(instantOnly))).body.data).toEqual([])
  })

  it("is taken once per idempotency key, and the repetition tells where it stands", async () => {
    const host = await startHost(tuesday)
    const first = await submit(host, [entry()], {}, "batch-1")
    await until(host, "2026-06-17T00:00:00Z")
    const again = await submit(host, [entry()], {}, "batch-1")
    expect(again.status).toBe(202)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(again.body.data).toMatchObject({ batchId: first.body.data.batchId, submittedRecords: 1 })
    await until(host, "2026-06-22T12:31:00Z")
    const last = await submit(host, [entry()], {}, "batch-1")
    expect([last.status, last.body.data.status]).toEqual([200, "completed"])
    expect((await host.ask("GET", "/v2/payments/ach")).body.data).toHaveLength(1)
  })

  it("has 1 to 5000 records, and belongs to its client", async () => {
    const other = client("cli_other")
    const host = await startHost({ ...tuesday, bank: { clients: [testClient, other] } })
    expect((await submit(host, [])).body.error).toMatchObject({ code: "INVALID_FIELD_FORMAT", field: "entries" })
    const many = Array.from({ length: 5_001 }, () => ({}))
    expect((await submit(host, many)).body.error).toMatchObject({ code: "INVALID_FIELD_FORMAT", field: "entries" })
    expect((await host.ask("POST", "/v2/payments/ach/batches", { entries: [entry()] })).body.error).toMatchObject({
      code: "REQUIRED_FIELD_MISSING",
      field: "Idempotency-Key"
    })
    const id = (await submit(host, [entry()])).body.data.batchId
    for (const path of [id, `${id}/entries`]) {
      expect((await host.ask("GET", `/v2/payments/ach/batches/${path}`)).status).toBe(200)
      expect((await host.ask("GET", `/v2/payments/ach/batches/${path}`, undefined, keyOf(other))).status).toBe(404)
    }
    expect((await host.ask("GET", "/v2/payments/ach/batches/bat_none")).status).toBe(404)
  })

  it.each([
    ["refuses the write", "refuseWrites"],
    ["keeps the write and loses its answer", "loseAnswers"]
  ] as const)("a store that %s of a payment leaves one payment per record", async (_, fault) => {
    const faults = FaultyStore.make()
    const store = FaultyStore.layer(sqlite(":memory:"), faults)
    const host = await startHost({ engine: { ...tuesday.engine, store } })
    faults[fault]({ table: "bank_payments" })
    const { body } = await submit(
      host,
      Array.from({ length: 20 }, () => entry())
    )
    await host.engine.advance("10 minutes")
    expect(faults.pending()).toBe(0)
    const { data } = await entriesOf(host, body.data.batchId)
    expect(data.map(({ status }: any) => status)).toEqual(Array.from({ length: 20 }, () => "queued"))
    expect((await host.ask("GET", "/v2/payments/ach?limit=100")).body.data).toHaveLength(20)
  })

  it("of 5000 records is made into payments, one file, and one completion", { timeout: 300_000 }, async () => {
    const host = await startHost(tuesday)
    await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["batch.completed"] })
    const entries = Array.from({ length: 5_000 }, (_, index) => entry({ entryReferenceId: `E-${index}` }))
    const { body, status } = await submit(host, entries)
    expect([status, body.data.validRecords]).toEqual([202, 5_000])
    await until(host, "2026-06-17T12:30:00Z")
    expect(await batch(host, body.data.batchId)).toMatchObject({ submittedRecords: 5_000 })
    const page = await entriesOf(host, body.data.batchId, "?limit=100")
    expect(page.data.at(-1)).toMatchObject({ index: 99, entryReferenceId: "E-99", status: "settled" })
    const next = await entriesOf(host, body.data.batchId, `?limit=100&cursor=${page.pagination.nextCursor}`)
    expect(next.data[0]).toMatchObject({ index: 100, entryReferenceId: "E-100" })
    const traces = new Set(page.data.map(({ payment }: any) => payment.traceNumber))
    expect(traces.size).toBe(100)
    await until(host, "2026-06-22T12:31:00Z")
    expect(completions(host)).toHaveLength(1)
  })
})

it("B.5 records of one company stand in one batch of the file, whoever sent them", async () => {
  const host = await startHost(tuesday)
  const { body } = await submit(host, [entry(), to("9000000002")])
  const single = await host.ask("POST", "/v2/payments/ach", achTo("9000000003"), { "idempotency-key": freshKey() })
  await until(host, "2026-06-17T00:00:00Z")
  const { data } = await entriesOf(host, body.data.batchId)
  const traces = [
    data[0].payment.traceNumber,
    data[1].payment.traceNumber,
    (await shown(host, single.body.data.paymentId)).traceNumber
  ]
  expect([...traces].sort()).toEqual(["099900010000001", "099900010000002", "099900010000003"])
})
