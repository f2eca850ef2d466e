import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { credit, debit, entry } from "../../src/domain/Ledger.ts"
import { post } from "../../src/ledger/post.ts"
import { eraseScope } from "../../src/store/eraseScope.ts"
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
            `SELECT DISTINCT plugin, scope FROM ${table} ORDER BY plugin, scope`,
            []
          )
          expect(left.map(({ plugin, scope }) => [plugin, scope])).toEqual([
            ["one", "t"],
            ["two", "s"]
          ])
        }
      })
    ))
})
