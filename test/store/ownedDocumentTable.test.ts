/** Tables of documents that belong to somebody: kept, changed and removed at their version, found and listed within a scope. */
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import * as bankAccounts from "../../plugins/cards/bank-accounts/repository.ts"
import * as alerts from "../../plugins/cards/aml/repository.ts"
import * as disputes from "../../plugins/cards/disputes/repository.ts"
import { cards } from "../../plugins/cards/index.ts"
import * as payouts from "../../plugins/cards/payouts/repository.ts"
import * as refunds from "../../plugins/cards/refunds/repository.ts"
import * as rules from "../../plugins/cards/risk/repository.ts"
import { definePlugin, ownedDocumentTable, Store, storedAs, type RegionStore } from "../../src/plugin.ts"
import type { SqlValue } from "../../src/services/Store.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { onSqlite } from "./onSqlite.ts"

interface Note {
  readonly id: string
  readonly color: string
  readonly shelf: string
  readonly createdAt: number
}

const notes = ownedDocumentTable("note", {
  stored: storedAs<Note>({
    table: "noted_notes",
    form: { id: "text", color: "text", shelf: "text", createdAt: "number" }
  }),
  columns: ["shelf", "color"],
  columnsOf: ({ color, shelf }: Note) => ({ color, shelf }),
  fixed: ["shelf"]
})

const noted = definePlugin({
  id: "noted",
  migrations: [
    {
      id: 1,
      name: "notes",
      up: ({ integer, sequenceKey, text }) => [
        `CREATE TABLE noted_notes (sequence ${sequenceKey}, id ${text} NOT NULL, scope ${text} NOT NULL, shelf ${text} NOT NULL,
          color ${text} NOT NULL, created_at ${integer} NOT NULL, state ${text} NOT NULL, version ${integer} NOT NULL)`,
        `CREATE UNIQUE INDEX noted_notes_id ON noted_notes (id)`
      ]
    }
  ]
})

const start = async () => {
  const engine = await TestEngine.make({ plugins: [noted, cards()] })
  onTestFinished(() => engine.close())
  const store = await engine.call(Effect.flatMap(Store, (all) => all.region(all.home)))
  return { engine, store }
}

const note = (id: string, color: string, createdAt: number): Note => ({ id, color, createdAt, shelf: "top" })

describe("a table of documents that belong to somebody", () => {
  it("keeps a document and changes it once per version, but for its fixed columns", async () => {
    const { engine, store } = await start()
    await engine.call(store.write<never>([notes.insert("a", note("n1", "red", 1))]))
    expect(await engine.call(notes.byId(store, "a", "n1"))).toEqual({ note: note("n1", "red", 1), version: 1 })
    const moved = { ...note("n1", "blue", 1), shelf: "bottom" }
    await engine.call(store.write([notes.update("a", moved, 1)]))
    expect(await engine.call(notes.byId(store, "a", "n1"))).toEqual({ note: moved, version: 2 })
    const columns = store.read(`SELECT color, shelf FROM noted_notes WHERE id = ?`, ["n1"])
    expect(await engine.call(columns)).toEqual([{ color: "blue", shelf: "top" }])
    const late = engine.call(store.write([notes.update("a", note("n1", "red", 1), 1)]))
    await expect(late).rejects.toMatchObject({ _tag: "VersionConflict", table: "noted_notes", key: "n1" })
  })

  it("removes a document that is as it was read, and no other", async () => {
    const { engine, store } = await start()
    await engine.call(store.write<never>([notes.insert("a", note("n1", "red", 1))]))
    const late = engine.call(store.write([notes.remove(note("n1", "red", 1), 2)]))
    await expect(late).rejects.toMatchObject({ _tag: "VersionConflict" })
    await engine.call(store.write([notes.remove(note("n1", "red", 1), 1)]))
    expect(await engine.call(notes.byId(store, "a", "n1"))).toBeUndefined()
  })

  it("lists the newest first, narrowed, from a position on", async () => {
    const { engine, store } = await start()
    const rows = [note("n1", "red", 1), note("n2", "blue", 2), note("n3", "red", 2), note("n4", "red", 3)]
    for (const row of rows) await engine.call(store.write<never>([notes.insert("a", row)]))
    const ids = async (page: Partial<Parameters<typeof notes.list>[1]>) =>
      (await engine.call(notes.list(store, { scope: "a", after: undefined, rows: 10, ...page }))).map(
        (listed) => listed.note.id
      )
    expect(await ids({})).toEqual(["n4", "n3", "n2", "n1"])
    expect(await ids({ narrowing: { color: "red", shelf: undefined }, rows: 2 })).toEqual(["n4", "n3"])
    expect(await ids({ narrowing: { color: "red", shelf: "top" }, after: { createdAt: 2, sequence: 3 } })).toEqual([
      "n1"
    ])
  })

  it("finds those of a scope for which a condition holds, with their versions", async () => {
    const { engine, store } = await start()
    const rows = [note("n1", "red", 1), note("n2", "blue", 2), note("n3", "red", 3)]
    for (const row of rows) await engine.call(store.write<never>([notes.insert("a", row)]))
    await engine.call(store.write<never>([notes.insert("b", note("n4", "red", 4))]))
    const found = await engine.call(notes.where(store, "a", "color = ? ORDER BY sequence DESC", ["red"]))
    expect(found).toEqual([
      { note: note("n3", "red", 3), version: 1 },
      { note: note("n1", "red", 1), version: 1 }
    ])
  })

  it("shows nothing to another scope", async () => {
    const { engine, store } = await start()
    await engine.call(store.write<never>([notes.insert("a", note("n1", "red", 1))]))
    expect(await engine.call(notes.byId(store, "b", "n1"))).toBeUndefined()
    expect(await engine.call(notes.list(store, { scope: "b", after: undefined, rows: 10 }))).toEqual([])
  })
})

describe.runIf(onSqlite)("what cards keep so", () => {
  const page = { scope: "a", after: { createdAt: 1, sequence: 1 }, rows: 5 }

  it.each<[string, (store: RegionStore) => Effect.Effect<unknown, unknown>, string]>([
    ["disputes", (store) => disputes.list(store, page), "cards_disputes_scope"],
    [
      "disputes by status",
      (store) => disputes.list(store, { ...page, narrowing: { status: "won" } }),
      "cards_disputes_status"
    ],
    [
      "disputes by payment",
      (store) => disputes.list(store, { ...page, narrowing: { payment: "p" } }),
      "cards_disputes_payment"
    ],
    ["refunds", (store) => refunds.list(store, page), "cards_refunds_scope"],
    [
      "refunds by payment",
      (store) => refunds.list(store, { ...page, narrowing: { payment: "p" } }),
      "cards_refunds_payment"
    ],
    ["payouts", (store) => payouts.list(store, page), "cards_payouts_scope"],
    [
      "payouts by status",
      (store) => payouts.list(store, { ...page, narrowing: { status: "paid" } }),
      "cards_payouts_status"
    ],
    [
      "payouts by account",
      (store) => payouts.list(store, { ...page, narrowing: { destination: "b" } }),
      "cards_payouts_destination"
    ],
    ["alerts", (store) => alerts.list(store, page), "cards_aml_alerts_scope"],
    [
      "alerts by customer",
      (store) => alerts.list(store, { ...page, narrowing: { customer: "c" } }),
      "cards_aml_alerts_customer"
    ],
    [
      "alerts that must be reported",
      (store) => alerts.list(store, { ...page, narrowing: { sar_required: 1 } }),
      "cards_aml_alerts_sar"
    ],
    [
      "bank accounts",
      (store) => bankAccounts.list(store, "a", { ...page, customer: undefined }),
      "cards_bank_accounts_scope"
    ],
    [
      "those of a customer",
      (store) => bankAccounts.list(store, "a", { ...page, customer: "c" }),
      "cards_bank_accounts_customer"
    ],
    ["risk rules", (store) => rules.list(store, "a", page.after, 5), "cards_risk_rules_scope"]
  ])("lists %s by one index, without sorting", async (_, list, index) => {
    const { engine, store } = await start()
    const asked: Array<readonly [string, ReadonlyArray<SqlValue>]> = []
    const listening: RegionStore = {
      ...store,
      read: (text, params) => {
        asked.push([text, params])
        return store.read(text, params)
      }
    }
    await engine.call(list(listening))
    expect(asked).toHaveLength(2)
    for (const [text, params] of asked) {
      const plan = await engine.call(store.read<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params))
      expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index} (scope=? AND`)])
    }
  })
})
