/** Steps of a schema on large tables. */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { definePlugin } from "../../src/plugin.ts"
import { Store } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase } from "./database.ts"

it("may take as long as they need, unlike statements of requests", async () => {
  const up = () => ["CREATE TABLE large AS SELECT current_setting('statement_timeout') AS allowed"]
  const plugins = [definePlugin({ id: "a", migrations: [{ id: 1, name: "large", up }] })]
  const store = layer({ regions: { "us-east-1": { url: await freshDatabase() } } })
  const { engine } = await startEngine<never>({ plugins, store })
  const rows = await engine.call(
    Effect.gen(function* () {
      const stores = yield* Store
      const home = yield* stores.region(stores.home)
      const now = yield* home.transact(home.sql.unsafe("SELECT current_setting('statement_timeout') AS allowed"))
      return [...(yield* home.read("SELECT allowed FROM large", [])), ...now]
    })
  )
  expect(rows).toEqual([{ allowed: "0" }, { allowed: "30s" }])
})

it("are refused where they were changed after they had run", async () => {
  const url = await freshDatabase()
  const start = (statement: string) =>
    startEngine<never>({
      plugins: [definePlugin({ id: "a", migrations: [{ id: 1, name: "one", up: () => [statement] }] })],
      store: layer({ regions: { "us-east-1": { url } } })
    })
  for (const statement of ["CREATE TABLE a_one (a TEXT)", "CREATE TABLE a_one\n (a TEXT)"])
    await (await start(statement)).engine.close()
  await expect(start("CREATE TABLE a_one (a TEXT, b TEXT)")).rejects.toMatchObject({ reason: "migration_failed" })
})
