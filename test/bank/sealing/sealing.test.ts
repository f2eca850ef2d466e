/** Personal data of payments at rest: sealed in every row, and rows of earlier data sealed at the start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it, onTestFinished } from "vitest"
import { Store, trialBalance } from "../../../src/plugin.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { onSqlite } from "../../store/onSqlite.ts"
import { storedText } from "../../store/storedText.ts"
import { startHost } from "../host.ts"
import { everyRail, payer, personal } from "./everyRail.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "bursar-sealing-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/**
 * All texts in the tables of a data file: unlike its bytes, without what deleted rows left behind, and without answers kept
 * for replay, which age out.
 */
const textsIn = (path: string): string => {
  const data = new DatabaseSync(join(path, "us-east-1.db"), { readOnly: true })
  const tables = data
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'idempotency_records'`)
    .all()
  const rows = tables.flatMap(({ name }) => data.prepare(`SELECT * FROM "${name}"`).all())
  data.close()
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
}

/** Objects of the data that an earlier version made of the same scenario. */
const earlier = {
  ach: "pmt_ach_1kvb50zk0869kkf10nth9cx",
  held: "pmt_inst_1kvb4z5002xrhkn3g6b2vt9",
  rfp: "rfp_1kvb4z5002xrhkn3g6b2vtr",
  settled: "pmt_inst_1kvb4z5002xrhkn3g6b2vsh",
  wire: "pmt_wire_1kvb4z5002xrhkn3g6b2vvc"
}

describe("what is stored", () => {
  it("holds no account number, name, address or free text of a payment, after payments over every rail", async () => {
    const path = folder()
    const host = await startHost({ engine: { store: sqlite(path) } })
    const ids = await everyRail(host)
    const stored = await storedText(host.engine, path)
    expect(stored).toContain(ids.settled)
    expect(personal.filter((text) => stored.includes(text))).toEqual([])
    const { data } = (await host.ask("GET", `/v2/payments/instant/${ids.settled}`)).body
    expect(data).toMatchObject({ originator: { name: "Wilhelmina Quartermaine", accountNumber: "7431265098" } })
  })

  it.runIf(onSqlite)(
    "by an earlier version is sealed at the start, and everything in it is read as before",
    async () => {
      const path = folder()
      writeFileSync(join(path, "us-east-1.db"), gunzipSync(readFileSync(new URL("earlier.db.gz", import.meta.url))))
      const before = textsIn(path)
      expect(personal.filter((text) => before.includes(text))).toEqual(personal)
      const start = () => startHost({ engine: { store: sqlite(path), clock: "2026-07-02T16:00:00.000Z" } })
      const host = await start()
      const get = async (address: string) => (await host.ask("GET", address)).body.data
      expect(await get(`/v2/payments/instant/${earlier.settled}`)).toMatchObject({
        originator: { name: "Wilhelmina Quartermaine", accountNumber: "7431265098" },
        remittanceInfo: "Mulberry harvest"
      })
      expect(await get(`/v2/payments/rfp/${earlier.rfp}`)).toMatchObject({ payer: { name: "Bartholomew Oxenford" } })
      expect(await get(`/v2/payments/ach/${earlier.ach}`)).toMatchObject({ receiver: { accountNumber: "8812345670" } })
      const holds = await host.admin("GET", "/v2/compliance/holds")
      expect(holds.body.data[0]).toMatchObject({ screenedValue: "Zoltan Sanctionof", note: "not Sanctionof" })
      const audit = await host.admin("GET", "/v2/admin/audit")
      expect(audit.body.data.map(({ after }: any) => after?.note)).toContain("not Sanctionof")
      // Payments go on with the same accounts.
      expect((await host.pay({ originator: payer }, { "idempotency-key": "after-the-upgrade" })).status).toBe(200)
      await host.engine.advance("10 days")
      const ledger = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${earlier.settled}`)
      expect(JSON.stringify(ledger.body)).toMatch(/"customer:099900014:\*{4}5098\.[0-9a-f]{20}"/)
      const trial = await host.engine.call(
        Effect.flatMap(Store, (all) => Effect.flatMap(all.region(all.home), trialBalance))
      )
      expect(trial).toEqual([])
      await host.engine.close()
      const after = textsIn(path)
      expect(personal.filter((text) => after.includes(text))).toEqual([])
      const again = await start()
      expect((await again.ask("GET", `/v2/payments/wire/${earlier.wire}`)).body.data.originator.name).toBe(
        "Wilhelmina Quartermaine"
      )
    },
    60_000
  )
})

describe("a sealed row", () => {
  it.runIf(onSqlite)("that was altered, or is of another payment, is not read as one", async () => {
    const path = folder()
    const start = () => startHost({ engine: { store: sqlite(path) } })
    const host = await start()
    const { body } = await host.pay()
    await host.engine.close()
    const data = new DatabaseSync(join(path, "us-east-1.db"))
    data.exec(`UPDATE bank_payments SET state = substr(state, 1, length(state) - 4) || 'AAAA'`)
    data.close()
    const again = await start()
    expect((await again.ask("GET", `/v2/payments/instant/${body.data.paymentId}`)).status).toBe(500)
  })
})
