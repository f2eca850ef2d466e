import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { credit, debit, entry } from "../../src/domain/Ledger.ts"
import { post } from "../../src/ledger/post.ts"
import { eraseScope, eraseScopes } from "../../src/store/eraseScope.ts"
import { onStore } from "./openStore.ts"
import { written } from "./written.ts"

describe("erasing a scope", () => {
  const tables = ["webhook_endpoints", "webhook_subscriptions", "ledger_entries", "ledger_balances", "events"] as const
  const sale = (source: string) =>
    entry({ source, step: "sold", currency: "usd", postings: [debit("cash", 5), credit("sales", 5)] })
  const rowsFor = (plugin: string, scope: string) => {
    const [id, event] = [`we_${plugin}_${scope}`, `evt_${plugin}_${scope}`]
    return [
      written(
        `INSERT INTO webhook_endpoints (id, plugin, scope, status, version, state, sealed_secret, created_at)
          VALUES (?, ?, ?, 'enabled', 1, '{}', '', 0)`,
        [id, plugin, scope]
      ),
      written(`INSERT INTO webhook_subscriptions (plugin, scope, event_type, endpoint_id) VALUES (?, ?, ?, ?)`, [
        plugin,
        scope,
        event,
        id
      ]),
      ...post([sale(`note_${scope}`)], { plugin, scope, now: 0, nextId: () => `le_${plugin}_${scope}` }),
      written(
        `INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES (?, ?, ?, 'x', 'r', '{}', 0)`,
        [event, plugin, scope]
      )
    ]
  }

  it("takes what one plugin has of it, and nothing of another plugin or scope", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const owners = [
          ["one", "s"],
          ["two", "s"],
          ["one", "t"]
        ] as const
        yield* store.write(owners.flatMap(([plugin, scope]) => rowsFor(plugin, scope)))
        yield* store.write(eraseScope("one", "s"))
        for (const table of tables) {
          const left = yield* store.read<{ plugin: string; scope: string }>(
            `SELECT DISTINCT plugin, scope FROM ${table} WHERE plugin <> '' ORDER BY plugin, scope`,
            []
          )
          expect(left.map(({ plugin, scope }) => [plugin, scope])).toEqual([
            ["one", "t"],
            ["two", "s"]
          ])
        }
      })
    ))

  it.each([
    ["one scope", eraseScope("one", "s")],
    ["all scopes", eraseScopes("one")]
  ])("gives no number of an erased event again: %s", (_, writes) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const numbers = Effect.map(
          store.read<{ n: number }>(`SELECT sequence AS n FROM events ORDER BY sequence`, []),
          (rows) => rows.map(({ n }) => Number(n))
        )
        yield* store.write(rowsFor("one", "s"))
        const before = (yield* numbers).at(-1)!
        // Twice: what keeps the number is not left behind.
        for (const _ of [1, 2]) yield* store.write(writes)
        expect(yield* numbers).toHaveLength(1)
        yield* store.write(rowsFor("one", "s"))
        expect((yield* numbers).at(-1)).toBeGreaterThan(before)
      })
    )
  )

  it("goes on where another process has just kept the same number", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write(rowsFor("one", "s"))
        const [newest] = yield* store.read<{ n: number }>(`SELECT max(sequence) AS n FROM events`, [])
        // It becomes the newest row, so that the number behind it is the one that its id names.
        const id = `evt_erased_${Number(newest!.n) + 2}`
        const kept = `INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES (?, '', '', 'erased', '', '{}', 0)`
        yield* store.write([written(kept, [id])])
        yield* store.write(eraseScope("one", "s"))
        expect(yield* store.read(`SELECT id FROM events`, [])).toEqual([{ id }])
      })
    ))

  it.each([
    ["one scope", eraseScope("my_shop", "s")],
    ["all scopes", eraseScopes("my_shop")]
  ])("takes of %s what has the very id of the plugin in its name, and not what only looks like it", (_, writes) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plugins = ["my_shop", "myxshop", "MY_SHOP"]
        yield* store.write(
          plugins.flatMap((plugin) => [
            written(`INSERT INTO jobs (name, job_key, payload, due_at) VALUES (?, 'k', '{"scope":"s"}', 0)`, [
              `${plugin}.close`
            ]),
            written(
              `INSERT INTO idempotency_records (scope, idempotency_key, fingerprint, request_id, status, body, expires_at)
                VALUES (?, 'k', '', 'r', 200, '', 0)`,
              [`${plugin}:s`]
            )
          ])
        )
        yield* store.write(writes)
        const left = yield* store.read<{ name: string }>(
          `SELECT name FROM jobs UNION ALL SELECT scope AS name FROM idempotency_records ORDER BY name`,
          []
        )
        expect(left.map(({ name }) => name)).toEqual(["MY_SHOP.close", "MY_SHOP:s", "myxshop.close", "myxshop:s"])
      })
    )
  )
})
