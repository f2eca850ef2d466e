/**
 * Data that earlier commits wrote, and what must hold when the code of today opens them. `earlier/2026-11-23` is what a33027e
 * left behind after its published examples and some more requests of the day; `-b` is of the last commit of that day, on both
 * stores, and `earlier/make.ts` makes the next.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { Store, type RegionStore, type StoreUnavailable } from "../../src/services/Store.ts"
import { openText, readDocument } from "../../src/store/sealing.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { key as docsKey } from "../published/examples/docsEngine.ts"
import { bundledDocuments } from "./bundledDocuments.ts"

/** A request that was answered then. */
export interface Sent {
  readonly path: string
  readonly key: string
  readonly body: unknown
  readonly answer: string
}

const earlier = join(import.meta.dirname, "earlier")

/** The requests of some data; the first is an authorization that is still open. */
export const sentTo = (name: string) =>
  JSON.parse(readFileSync(join(earlier, `${name}.json`), "utf8")) as ReadonlyArray<Sent>

/** Kinds of documents that have no row, by the data: keys of production, and what nobody did then. */
const withoutRows: Readonly<Record<string, ReadonlyArray<string>>> = {
  "2026-11-23": ["bank_exceptions", "bank_settings/sanctioned_places", "bank_sim_ach_answers", "credentials"],
  "2026-11-23-b": ["cards_aml_states/instrument", "credentials"],
  "2026-11-24": ["cards_aml_states/instrument", "credentials"]
}

/** Columns of documents that are not named `state`. */
const columns: Readonly<Record<string, string>> = {
  bank_audit: "after",
  cards_list_states: "lists",
  credentials: "principal",
  docs_deliveries: "answer",
  events: "body",
  ledger_entries: "postings"
}

/** An engine on such data. */
export const openOn = (store: NonNullable<TestEngine.TestEngineOptions["store"]>) =>
  TestEngine.make({
    plugins: [cards(), bank(), docs({ apiKeys: [Redacted.make(docsKey)] })],
    store,
    key: "sk_test_examples"
  })

const onRows = <A>(engine: TestEngine.TestEngine, use: (store: RegionStore) => Effect.Effect<A, StoreUnavailable>) =>
  engine.call(Effect.flatMap(Store, (store) => Effect.flatMap(store.region(store.home), use)).pipe(Effect.orDie))

/** Kinds that are read where they are used: payloads by the jobs that run later, answers by those who repeat a request. */
const readElsewhere: ReadonlySet<string> = new Set([
  "idempotency_records/answer",
  "idempotency_records/call",
  "cards_kyc_verifications/simulated"
])

/** Which of the rows of a table are of a kind: some tables hold two. */
const whereOf = (table: string, part: string | undefined): string =>
  part === undefined
    ? table === "bank_audit"
      ? " WHERE after IS NOT NULL"
      : ""
    : table === "bank_settings"
      ? ` WHERE name = '${part}'`
      : table === "cards_aml_states"
        ? ` WHERE id LIKE '% ${part} %'`
        : " WHERE 1 = 0"

/** How many documents of each kind there are. Reads each of them. */
const readAll = (engine: TestEngine.TestEngine) =>
  onRows(
    engine,
    Effect.fnUntraced(function* (store: RegionStore) {
      const counts: Record<string, number> = {}
      for (const stored of bundledDocuments()) {
        const [table = "", part] = stored.table.split("/")
        if (table === "jobs" || (table === "webhook_endpoints" && part !== undefined)) continue
        if (readElsewhere.has(stored.table)) continue
        const text = `SELECT ${columns[table] ?? "state"} AS state FROM ${table}${whereOf(table, part)}`
        const rows = yield* store.read<{ readonly state: string }>(text, [])
        for (const { state } of rows) readDocument(store, stored, openText(store, state))
        counts[stored.table] = rows.length
      }
      return counts
    })
  )

const balancesOff = (engine: TestEngine.TestEngine) =>
  onRows(engine, (store) =>
    store.read(`SELECT plugin, currency FROM ledger_balances GROUP BY plugin, currency HAVING sum(balance) <> 0`, [])
  )

const failedJobs = (engine: TestEngine.TestEngine) =>
  onRows(engine, (store) => store.read(`SELECT name, last_error FROM jobs WHERE last_error IS NOT NULL`, []))

/** Every document is read, of nearly every kind. */
export const everyDocumentIsRead = async (engine: TestEngine.TestEngine, name: string): Promise<void> => {
  const counts = await readAll(engine)
  const none = Object.keys(counts).filter((kind) => counts[kind] === 0)
  expect(none.toSorted()).toEqual(withoutRows[name])
}

/** A request is answered under its earlier key with the same bytes. */
export const keyAnswersAgain = async (engine: TestEngine.TestEngine, sent: Sent): Promise<void> => {
  const again = await engine.request("POST", sent.path, sent.body, { "idempotency-key": sent.key })
  expect([again.status, again.text]).toEqual([200, sent.answer])
  expect(again.headers.get("idempotent-replayed")).toBe("true")
}

/** What the data hold goes on: money moves, webhooks are signed, and months pass. */
export const lifeGoesOn = async (engine: TestEngine.TestEngine, sent: Sent): Promise<void> => {
  const held = JSON.parse(sent.answer) as { readonly id: string; readonly amount: number }
  const captured = await engine.request("POST", `/cards/v2/payments/${held.id}/capture`, {})
  expect([captured.status, captured.json.amount_captured]).toEqual([200, held.amount])
  const refunded = await engine.request("POST", "/cards/v2/refunds", { payment_id: held.id })
  expect([refunded.status, refunded.json.amount]).toEqual([200, held.amount])
  await engine.drain()
  const signed = engine.notifier.requests.map(({ body }) => body).filter((body) => body.includes(refunded.json.id))
  expect(signed).not.toEqual([])
  await engine.advance("100 days")
  await readAll(engine)
  expect(await failedJobs(engine)).toEqual([])
  expect(await balancesOff(engine)).toEqual([])
  const { json: invariants } = await engine.request("GET", "/cards/v2/test_helpers/invariants")
  expect(invariants).toEqual({ ok: true, failures: [] })
}
