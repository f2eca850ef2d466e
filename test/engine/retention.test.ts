/** What is deleted when its time is over, kind by kind, and what stays because somebody still needs it. */
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { createEngine, Engine, RetentionRefused, Store, type RetentionDays } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { written } from "../store/written.ts"
import { startEngine } from "./tinyHost.ts"

const start = Date.parse("2026-01-15T09:30:00Z")
const dayMs = 86_400_000

const startHost = async (retention: RetentionDays = {}) => {
  const engine = await createEngine({
    plugins: [cards({ mode: "sandbox" }), bank({ mode: "sandbox" }), docs()],
    store: sqlite(":memory:"),
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    clock: start,
    seed: 1,
    log: false,
    retention
  })
  onTestFinished(() => engine.close())
  const store = await engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
  const write = (text: string) => engine.call(store.write([written(text)]))
  const ids = async (table: string) =>
    (await engine.call(store.read<{ readonly id: string }>(`SELECT id FROM ${table} ORDER BY sequence`, []))).map(
      ({ id }) => id
    )
  const count = async (table: string) =>
    Number((await engine.call(store.read<{ n: number }>(`SELECT count(*) AS n FROM ${table}`, [])))[0]!.n)
  const prune = (keep: boolean) => engine.call(Effect.flatMap(Engine, (running) => running.prune({ keep })))
  const after = (days: number) => engine.clock.advanceTo(start + days * dayMs)
  return { engine, write, ids, count, prune, after }
}

type Host = Awaited<ReturnType<typeof startHost>>

/** The text of a row; the newest row of a table is never deleted, so each table gets one that nobody asks about. */
const rowIn = (table: string, id: string, columns: Readonly<Record<string, string | number>>, at = start) => {
  const row = { id, ...columns, created_at: at }
  const values = Object.values(row).map((value) => (typeof value === "number" ? value : `'${value}'`))
  return `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`
}

const event = (plugin: string) => ({ plugin, scope: "acct/test", type: "x.y", resource: "r", body: "{}" })
const delivery = (eventId: string, status = "delivered") => ({
  event_id: eventId,
  endpoint_id: "we_1",
  status,
  attempts: 1
})
const document = { state: "{}", version: 1 }
const screening = (result: string, customer = "cus_1") => ({ scope: "s", customer, result, ...document })
const customer = { scope: "s", email_hash: "h", ...document }
const alert = (status: string, accepting = 0) => ({
  scope: "s",
  customer: "cus_1",
  rule: "r",
  period: "",
  status,
  sar_required: 0,
  accepting,
  ...document
})
const generation = (status: string) => ({ scope: "s", status, doc_type: "readme", ...document })
const publication = (status: string) => ({ scope: "s", document_id: "d", state: `{"status":"${status}"}`, version: 1 })
const message = { rail: "rtp", direction: "out", message_type: "pacs.008", message_id: "m", credited: 0, body: "" }

/** A kind, its days, its table, rows that go, rows that stay, and rows of other tables that they need. */
interface Case {
  readonly kind: string
  readonly days: number
  readonly table: string
  readonly goes: Readonly<Record<string, string | number>>
  readonly stays?: ReadonlyArray<Readonly<Record<string, string | number>>>
  readonly beside?: ReadonlyArray<string>
}

const cases: ReadonlyArray<Case> = [
  { kind: "cards.events", days: 400, table: "events", goes: event("cards") },
  { kind: "bank.events", days: 3, table: "events", goes: event("bank"), stays: [event("cards")] },
  {
    kind: "bank.screenings",
    days: 3_653,
    table: "bank_screenings",
    goes: { payment_id: "pmt_1", ...document },
    stays: [
      { payment_id: "pmt_held", ...document },
      { payment_id: "pmt_released", ...document }
    ],
    beside: [
      rowIn("bank_holds", "hold_1", { payment_id: "pmt_held", status: "open", ...document }),
      rowIn("bank_holds", "hold_2", { payment_id: "pmt_released", status: "released", ...document }),
      rowIn("bank_holds", "hold_3", { payment_id: "pmt_1", status: "released", ...document }),
      // Its hold was decided a week later.
      rowIn("bank_audit", "aud_1", { actor: "a", action: "b", resource: "hold_2" }, start + 7 * dayMs)
    ]
  },
  {
    kind: "bank.audit",
    days: 3_653,
    table: "bank_audit",
    goes: { actor: "a", action: "b", resource: "c" }
  },
  {
    kind: "bank.alerts",
    days: 400,
    table: "bank_alerts",
    goes: { status: "acknowledged", resource: "r", ...document },
    stays: [{ status: "open", resource: "r", ...document }]
  },
  {
    kind: "cards.screenings",
    days: 3_653,
    table: "cards_screenings",
    goes: screening("clear", "cus_gone"),
    stays: [screening("match"), screening("clear")],
    beside: [rowIn("cards_customers", "cus_1", customer)]
  },
  {
    kind: "cards.aml_alerts",
    days: 3_653,
    table: "cards_aml_alerts",
    goes: alert("closed"),
    stays: [alert("open"), alert("under_review"), alert("sar_filed", 1)]
  },
  {
    kind: "docs.generations",
    days: 400,
    table: "docs_generations",
    goes: generation("succeeded"),
    stays: [generation("queued"), generation("running")]
  },
  {
    kind: "docs.sources",
    days: 400,
    table: "docs_sources",
    goes: { scope: "s", ...document },
    stays: [{ scope: "s", project_id: "prj_1", ...document }]
  },
  {
    kind: "docs.publications",
    days: 400,
    table: "docs_publications",
    goes: publication("failed"),
    stays: [publication("pending")]
  }
]

const newest = start + 1_000_000 * dayMs

const fill = async ({ write }: Host, { beside = [], goes, stays = [], table }: Case) => {
  for (const text of beside) await write(text)
  for (const [at, row] of stays.entries()) await write(rowIn(table, `stays_${at}`, row))
  await write(rowIn(table, "goes", goes))
  await write(rowIn(table, "newest", goes, newest))
}

describe("what is no longer kept", () => {
  it.each(cases.map((one) => [one.kind, one.days, one] as const))(
    "%s: %i days, and longer while somebody needs it",
    async (kind, days, of) => {
      const host = await startHost()
      await fill(host, of)
      const kept = (of.stays ?? []).map((_, at) => `stays_${at}`)
      await host.after(days)
      await host.prune(false)
      expect(await host.ids(of.table)).toEqual([...kept, "goes", "newest"])
      await host.after(days + 1)
      const counted = (await host.prune(true)).find((one) => one.kind === kind)
      expect(counted).toEqual({ kind, days, rows: 1, region: "us-east-1" })
      await host.prune(false)
      expect(await host.ids(of.table)).toEqual([...kept, "newest"])
      expect((await host.prune(false)).every(({ rows }) => rows === 0)).toBe(true)
    }
  )

  it("is each kind that there is, with its source", async () => {
    const named = (await (await startHost()).prune(true)).map(({ kind }) => kind)
    const elsewhere = ["cards.deliveries", "bank.deliveries", "cards.aml_audit", "bank.messages", "bank.network_log"]
    expect(named.toSorted()).toEqual([...cases.map(({ kind }) => kind), ...elsewhere].toSorted())
  })

  it("cards.aml_audit and bank.network_log have rows without an id of their own", async () => {
    const { after, count, prune, write } = await startHost()
    await write(rowIn("cards_aml_alerts", "alert_open", alert("open")))
    for (const at of [start, newest]) {
      await write(
        `INSERT INTO cards_aml_audit (scope, alert, created_at, state) VALUES ('s', 'gone', ${at}, '{}'), ('s', 'alert_open', ${at}, '{}')`
      )
      const columns = [...Object.keys(message), "created_at"].join(", ")
      const values = Object.values(message).map((value) => (typeof value === "number" ? value : `'${value}'`))
      await write(`INSERT INTO bank_sim_messages (${columns}) VALUES (${values.join(", ")}, ${at})`)
    }
    await after(3_654)
    await prune(false)
    expect([await count("cards_aml_audit"), await count("bank_sim_messages")]).toEqual([3, 1])
  })

  it("deliveries go with their attempts, and events after their last delivery; what is under way stays", async () => {
    const { after, count, ids, prune, write } = await startHost()
    for (const id of ["evt_1", "evt_2", "evt_3"]) await write(rowIn("events", id, event("bank")))
    await write(rowIn("events", "evt_new", event("bank"), newest))
    await write(rowIn("webhook_deliveries", "whd_1", delivery("evt_1")))
    await write(rowIn("webhook_deliveries", "whd_2", delivery("evt_2", "pending")))
    await write(rowIn("webhook_deliveries", "whd_3", delivery("evt_3", "exhausted")))
    await write(rowIn("webhook_deliveries", "whd_new", delivery("evt_new"), newest))
    await write(
      `INSERT INTO jobs (name, job_key, payload, due_at) VALUES ('webhooks.attempt', 'whd_3/manual', '{}', ${newest})`
    )
    await write(`INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, response_excerpt)
      VALUES ('whd_1', 1, 0, 1, ''), ('whd_2', 1, 0, 1, '')`)
    await after(4)
    await prune(false)
    expect(await ids("webhook_deliveries")).toEqual(["whd_2", "whd_3", "whd_new"])
    expect(await ids("events")).toEqual(["evt_2", "evt_3", "evt_new"])
    expect(await count("webhook_attempts")).toBe(1)
  })

  it("goes by itself, thousands of rows at a time, when time is moved by years; ledger and payments stay", async () => {
    const { count, engine, write } = await startHost()
    const rows = Array.from({ length: 6_000 }, (_, at) => `('evt_${at}', 'cards', 's', 't', 'r', '{}', ${start + at})`)
    await write(`INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES ${rows.join(", ")}`)
    await write(rowIn("bank_audit", "aud_1", { actor: "a", action: "b", resource: "c" }))
    await write(rowIn("bank_audit", "aud_2", { actor: "a", action: "b", resource: "c" }))
    const paid = await engine.fetch(
      new Request("http://host.test/cards/v2/payments", {
        method: "POST",
        headers: { authorization: "Bearer sk_test_0123456789", "content-type": "application/json" },
        body: JSON.stringify({ amount: 2000, currency: "usd", payment_method: "pm_card_visa", idempotency_key: "k" })
      })
    )
    expect(paid.status).toBe(200)
    const journals = await count("ledger_entries")
    await engine.clock.advance("3 days")
    expect(await count("events")).toBeGreaterThan(6_000)
    await engine.clock.advance("1000 days")
    expect(await count("events")).toBe(1)
    expect(await count("idempotency_records")).toBe(0)
    expect([await count("bank_audit"), await count("cards_payments"), await count("ledger_entries")]).toEqual([
      2,
      1,
      journals
    ])
    await engine.clock.advance("3000 days")
    expect([await count("bank_audit"), await count("cards_payments"), await count("ledger_entries")]).toEqual([
      1,
      1,
      journals
    ])
    const answer = await engine.fetch(
      new Request("http://host.test/cards/v2/test_helpers/invariants", {
        headers: { authorization: "Bearer sk_test_0123456789" }
      })
    )
    expect(await answer.json()).toEqual({ ok: true, failures: [] })
  })

  it("is looked for among the events of others once, and again from the first own one that is still needed", async () => {
    const { after, engine, ids, write } = await startHost()
    const addEvents = (of: number) => {
      const rows = Array.from({ length: 500 }, (_, at) => `('evt_${of}_${at}', 'cards', 's', 't', 'r', '{}', ${start})`)
      return write(`INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES ${rows.join(", ")}`)
    }
    const sweptOf = async (kind: string) => {
      const store = await engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
      const [job] = await engine.call(
        store.read<{ payload: string }>(`SELECT payload FROM jobs WHERE name = 'core.housekeeping'`, [])
      )
      return (JSON.parse(job!.payload) as { readonly swept: Readonly<Record<string, number>> }).swept[kind]
    }
    await addEvents(1)
    await write(rowIn("events", "evt_held", event("bank")))
    await write(rowIn("webhook_deliveries", "whd_held", delivery("evt_held", "pending")))
    await write(rowIn("webhook_deliveries", "whd_new", delivery("evt_1_0"), newest))
    await addEvents(2)
    await write(rowIn("events", "evt_new", event("cards"), newest))
    await after(40)
    expect([await sweptOf("bank.events"), await sweptOf("cards.events")]).toEqual([500, undefined])
    expect(await ids("events")).toContain("evt_held")
    await write(`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = 'whd_held'`)
    await after(120)
    expect(await ids("events")).not.toContain("evt_held")
    await after(200)
    expect(await sweptOf("bank.events")).toBe(1_001)
    await after(500)
    expect(await ids("events")).toEqual(["evt_1_0", "evt_new"])
  })

  it.each([[{ place: 2, after: 300 }], [{ task: "other.events", after: 300 }]])(
    "is looked for from the beginning where an engine with other kinds stopped in the middle: %o",
    async (left) => {
      const { after, ids, write } = await startHost()
      const rows = Array.from({ length: 500 }, (_, at) => `('evt_${at}', 'cards', 's', 't', 'r', '{}', ${start})`)
      await write(`INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES ${rows.join(", ")}`)
      await write(rowIn("events", "evt_new", event("cards"), newest))
      await write(`UPDATE jobs SET payload = '${JSON.stringify(left)}' WHERE name = 'core.housekeeping'`)
      await after(500)
      await after(600)
      expect(await ids("events")).toEqual(["evt_new"])
    }
  )

  it("are answers under keys whose lifetime is over, also behind a thousand that are kept for longer", async () => {
    const { after, count, prune, write } = await startHost()
    const days = [...Array<number>(1_000).fill(30), 1, 3.5]
    const rows = days.map((lifetime, at) => `('s', 'key ${at}', 'f', 'req_1', 200, '{}', ${start + lifetime * dayMs})`)
    const columns = "scope, idempotency_key, fingerprint, request_id, status, body, expires_at"
    await write(`INSERT INTO idempotency_records (${columns}) VALUES ${rows.join(", ")}`)
    await after(3)
    expect(await count("idempotency_records")).toBe(1_001)
    await after(3.5)
    // Whoever asks for it need not wait for the next round.
    await prune(false)
    expect(await count("idempotency_records")).toBe(1_000)
  })

  it("is looked for seldom where nothing ages", async () => {
    const { engine } = await startHost()
    const dueIn = async () => {
      const store = await engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
      const [job] = await engine.call(
        store.read<{ due_at: number }>(`SELECT due_at FROM jobs WHERE name = 'core.housekeeping'`, [])
      )
      return (Number(job!.due_at) - engine.clock.now().getTime()) / dayMs
    }
    expect(await dueIn()).toBe(1)
    await engine.clock.advance("1 day")
    expect(await dueIn()).toBe(2)
    await engine.clock.advance("2 days")
    expect(await dueIn()).toBe(4)
    await engine.clock.advance("60 days")
    expect(await dueIn()).toBeLessThanOrEqual(32)
    expect(await dueIn()).toBeGreaterThan(4)
  })
})

describe("the upkeep that an earlier version gave up", () => {
  it("goes on after a start", async () => {
    const folder = temporaryFolder()
    const first = await startEngine({ folder })
    const home = await first.engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
    const give = "UPDATE jobs SET state = 'dead', attempts = 8 WHERE name = 'core.housekeeping'"
    await first.engine.call(home.write([written(give)]))
    await first.engine.close()
    const { engine } = await startEngine({ folder })
    expect(await engine.call(Effect.flatMap(Engine, (running) => running.jobs))).toEqual({ waiting: 1, dead: 0 })
  })
})

describe("the periods of a host", () => {
  it("replace the defaults", async () => {
    const host = await startHost({ "cards.events": 5 })
    await fill(host, cases[0]!)
    await host.after(6)
    await host.prune(false)
    expect(await host.ids("events")).toEqual(["newest"])
  })

  it.each([
    [{ "bank.events": 2 }, "The retention of bank.events must be a whole number of days from 3 to 400000, not 2"],
    [{ "bank.audit": 0.5 }, "The retention of bank.audit must be a whole number of days from 1 to 400000, not 0.5"],
    [{ "bank.payments": 9 }, "The retention of bank.payments cannot be set: there are cards.deliveries, cards.events"]
  ])("%j is refused at start", async (retention, message) => {
    const failure = await startHost(retention as unknown as RetentionDays).then(
      () => undefined,
      (error: unknown) => error
    )
    expect(failure).toBeInstanceOf(RetentionRefused)
    expect((failure as RetentionRefused).message).toContain(message)
  })
})
