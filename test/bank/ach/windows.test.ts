/** Windows on the clock of New York: cut-offs to the second, holidays, midnight, and the days on which clocks change (B.5, F). */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it, onTestFinished } from "vitest"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { onSqlite } from "../../store/onSqlite.ts"
import { freshKey, startHost } from "../host.ts"
import { achBody, created, post, shown, until } from "./achHost.ts"

const at = (clock: string) => startHost({ engine: { clock } })

interface Row {
  readonly says: string
  readonly now: string
  readonly ask?: Readonly<Record<string, unknown>>
  readonly effectiveDate: string
  readonly closes: string
  readonly settles: string
}

const sameDay = { sameDay: true }

const rows: ReadonlyArray<Row> = [
  {
    says: "a second before the first same-day window",
    now: "2026-06-17T14:29:59Z",
    ask: sameDay,
    effectiveDate: "2026-06-17",
    closes: "2026-06-17T14:30:00.000Z",
    settles: "2026-06-17T17:00:00.000Z"
  },
  {
    says: "at the first same-day window: the second",
    now: "2026-06-17T14:30:00Z",
    ask: { effectiveDate: "2026-06-17" },
    effectiveDate: "2026-06-17",
    closes: "2026-06-17T18:45:00.000Z",
    settles: "2026-06-17T21:00:00.000Z"
  },
  {
    says: "a millisecond before the last same-day window",
    now: "2026-06-17T20:44:59.999Z",
    ask: sameDay,
    effectiveDate: "2026-06-17",
    closes: "2026-06-17T20:45:00.000Z",
    settles: "2026-06-17T22:00:00.000Z"
  },
  {
    says: "before 20:00: the next banking day",
    now: "2026-06-17T23:59:59.999Z",
    effectiveDate: "2026-06-18",
    closes: "2026-06-18T00:00:00.000Z",
    settles: "2026-06-18T12:30:00.000Z"
  },
  {
    says: "at 20:00: the banking day after next, over Juneteenth and a weekend",
    now: "2026-06-18T00:00:00Z",
    effectiveDate: "2026-06-22",
    closes: "2026-06-19T00:00:00.000Z",
    settles: "2026-06-22T12:30:00.000Z"
  },
  {
    says: "on a Saturday: the window of Monday closed on Friday",
    now: "2026-06-13T16:00:00Z",
    effectiveDate: "2026-06-16",
    closes: "2026-06-16T00:00:00.000Z",
    settles: "2026-06-16T12:30:00.000Z"
  },
  {
    says: "midnight in New York begins the next day, in summer at 04:00 UTC",
    now: "2026-06-18T04:00:00Z",
    ask: sameDay,
    effectiveDate: "2026-06-18",
    closes: "2026-06-18T14:30:00.000Z",
    settles: "2026-06-18T17:00:00.000Z"
  },
  {
    says: "the Friday before clocks go forward: the window closes in winter time, settlement is in summer time",
    now: "2026-03-06T15:00:00Z",
    effectiveDate: "2026-03-09",
    closes: "2026-03-07T01:00:00.000Z",
    settles: "2026-03-09T12:30:00.000Z"
  },
  {
    says: "the Sunday on which clocks go forward",
    now: "2026-03-08T07:00:00Z",
    effectiveDate: "2026-03-10",
    closes: "2026-03-10T00:00:00.000Z",
    settles: "2026-03-10T12:30:00.000Z"
  },
  {
    says: "the Sunday on which clocks go back",
    now: "2026-11-01T05:30:00Z",
    effectiveDate: "2026-11-03",
    closes: "2026-11-03T01:00:00.000Z",
    settles: "2026-11-03T13:30:00.000Z"
  },
  {
    says: "the Friday before clocks go back",
    now: "2026-10-30T16:00:00Z",
    effectiveDate: "2026-11-02",
    closes: "2026-10-31T00:00:00.000Z",
    settles: "2026-11-02T13:30:00.000Z"
  },
  {
    says: "a Saturday holiday closes no Friday: 2026-07-03 is a banking day",
    now: "2026-07-02T16:00:00Z",
    effectiveDate: "2026-07-03",
    closes: "2026-07-03T00:00:00.000Z",
    settles: "2026-07-03T12:30:00.000Z"
  },
  {
    says: "a date ahead waits for its own window",
    now: "2026-06-17T16:00:00Z",
    ask: { effectiveDate: "2026-12-28" },
    effectiveDate: "2026-12-28",
    closes: "2026-12-25T01:00:00.000Z",
    settles: "2026-12-28T13:30:00.000Z"
  }
]

describe("the window of an entry", () => {
  it.each(rows)("$says", async ({ ask = {}, closes, effectiveDate, now, settles }) => {
    const host = await at(now)
    const { body, status } = await post(host, achBody(ask))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ effectiveDate, submissionWindow: closes, expectedSettlementAt: settles })
    const id = body.data.paymentId
    await until(host, new Date(Date.parse(closes) - 1).toISOString())
    expect((await shown(host, id)).status).toBe("queued")
    await until(host, closes)
    expect((await shown(host, id)).status).toBe("submitted")
    await until(host, new Date(Date.parse(settles) - 1).toISOString())
    expect((await shown(host, id)).status).toBe("submitted")
    await until(host, settles)
    expect(await shown(host, id)).toMatchObject({ status: "settled", settledAt: settles })
  })

  it("B126 a date whose window has closed is refused with the earliest that can be met", async () => {
    const host = await at("2026-06-18T00:00:00Z")
    const { body, status } = await post(host, achBody({ effectiveDate: "2026-06-18" }))
    expect([status, body.error.code, body.error.field]).toEqual([400, "INVALID_DATE", "effectiveDate"])
    expect((await post(host, achBody({ effectiveDate: "2026-06-22" }))).status).toBe(201)
  })

  it("a host has windows of its own", async () => {
    const schedule = {
      sameDay: [{ marker: "SD1300", closes: 9 * 60, settles: 13 * 60 }],
      standardCloses: 15 * 60,
      standardSettles: 8 * 60 + 30,
      daysAhead: 2
    }
    const host = await startHost({ bank: { ach: { schedule } }, engine: { clock: "2026-06-17T16:00:00Z" } })
    const { body } = await post(host, achBody())
    expect(body.data.submissionWindow).toBe("2026-06-17T19:00:00.000Z")
    expect((await post(host, achBody({ sameDay: true }))).body.error.code).toBe("SDA_NOT_ELIGIBLE")
    expect((await post(host, achBody({ effectiveDate: "2026-06-22" }))).body.error.code).toBe("INVALID_DATE")
  })

  it("an engine that was away at the window sends its entries with the next one", async () => {
    const path = mkdtempSync(join(tmpdir(), "bursar-away-"))
    onTestFinished(() => rmSync(path, { recursive: true, force: true }))
    const start = (clock: string) => startHost({ engine: { store: sqlite(path), clock } })
    const before = await start("2026-06-17T16:00:00Z")
    const id = await created(before, achBody())
    await before.engine.close()
    // Three hours after the window: a file now would be refused, or settle on another day than it says.
    const host = await start("2026-06-18T03:00:00Z")
    await host.engine.drain()
    expect(await shown(host, id)).toMatchObject({ status: "queued", effectiveDate: "2026-06-22" })
    await until(host, "2026-06-22T12:30:00Z")
    expect((await shown(host, id)).status).toBe("settled")
  })

  /** Engines one after the other on a folder whose data file can be written in between. */
  const onFile = () => {
    const path = mkdtempSync(join(tmpdir(), "bursar-unreadable-"))
    onTestFinished(() => rmSync(path, { recursive: true, force: true }))
    return {
      start: () => startHost({ engine: { store: sqlite(path), clock: "2026-06-17T16:00:00Z" } }),
      exec: (sql: string) => {
        const data = new DatabaseSync(join(path, "us-east-1.db"))
        data.exec(sql)
        data.close()
      }
    }
  }
  const breaking = (paymentId: string) =>
    `UPDATE bank_payments SET state = replace(state, '"status":', '"statos":') WHERE id = '${paymentId}'`

  it.runIf(onSqlite)(
    "an entry, or a client, that cannot be read keeps nobody else's entries from leaving",
    async () => {
      const { exec, start } = onFile()
      const before = await start()
      const wanted = { name: "other", scopes: ["payments:read", "payments:write"], rails: ["ach"] }
      const { apiKey, clientId } = (await before.admin("POST", "/v2/admin/clients", wanted)).body.data
      const headers = { "x-api-key": apiKey, "idempotency-key": freshKey() }
      const broken = await created(before, achBody())
      const kept = await created(before, achBody())
      const { paymentId: others } = (await before.ask("POST", "/v2/payments/ach", achBody(), headers)).body.data
      await before.engine.close()
      exec(`UPDATE bank_clients SET state = replace(state, '"rails":', '"rials":') WHERE id = '${clientId}'`)
      exec(breaking(broken))
      const host = await start()
      await until(host, "2026-06-19T12:30:00Z")
      expect((await shown(host, kept)).status).toBe("settled")
      const alerts = (await host.admin("GET", "/v2/admin/alerts")).body.data
      expect(alerts.map(({ resource }: any) => resource)).toEqual([others, others])
      await host.engine.close()
      exec(`UPDATE bank_clients SET state = replace(state, '"rials":', '"rails":')`)
      const after = await start()
      await until(after, "2026-06-24T12:30:00Z")
      const { body } = await after.ask("GET", `/v2/payments/ach/${others}`, undefined, headers)
      expect(body.data.status).toBe("settled")
    }
  )

  it.runIf(onSqlite)("an entry that cannot be read keeps no other entry of its file from settling", async () => {
    const { exec, start } = onFile()
    const before = await start()
    const [broken, kept] = [await created(before, achBody()), await created(before, achBody())]
    await until(before, "2026-06-18T00:01:00Z")
    await before.engine.close()
    exec(breaking(broken))
    const host = await start()
    await until(host, "2026-06-18T12:30:00Z")
    expect((await shown(host, kept)).status).toBe("settled")
  })
})
