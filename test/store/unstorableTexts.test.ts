/** Texts with U+0000, which SQLite holds and Postgres does not: whoever sends one gets the same answer from both. */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { key, table, text } from "../../src/rows/Table.ts"
import type { RegionStore } from "../../src/services/Store.ts"
import { onStore } from "./openStore.ts"

const settings = table("engine_settings", { name: key(text), value: text })

const named = (store: RegionStore, name: string, withOthers?: boolean) =>
  store.read<{ readonly value: string }>("SELECT value FROM engine_settings WHERE name = ?", [name], withOthers)

it("a text with U+0000 is looked for, alone and with others, and found nowhere", () =>
  onStore(
    Effect.fnUntraced(function* (store) {
      yield* store.write([settings.insert({ name: "pay_", value: "one" })])
      expect(yield* named(store, "pay_\0")).toEqual([])
      const together = ["\0pay_", "pay_", "pay_\0"].map((name) => named(store, name, true))
      const found = yield* Effect.all(together, { concurrency: "unbounded" })
      expect(found.map((rows) => rows.map(({ value }) => value))).toEqual([[], ["one"], []])
    })
  ))

it("a text with U+0000 is written, alone and among rows, and found again by it", () =>
  onStore(
    Effect.fnUntraced(function* (store) {
      yield* store.write([settings.insert({ name: "a\0a", value: "one\0" })])
      yield* store.write([
        settings.insert.all([
          { name: "b\0", value: "two" },
          { name: "\0c", value: "three" }
        ])
      ])
      const found = yield* Effect.forEach(["a\0a", "b\0", "\0c"], (name) => named(store, name))
      expect(found.flat().map(({ value }) => value.slice(0, 3))).toEqual(["one", "two", "thr"])
    })
  ))
