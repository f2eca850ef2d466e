/** A pooler between the processes and the database: it takes few parameters when a connection is opened, and keeps no others. */
import { once } from "node:events"
import { connect, createServer, type AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"
import { Store } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase } from "./database.ts"

/** What PgBouncer takes without being configured (pgbouncer.org/config.html, ignore_startup_parameters). */
const taken = ["user", "database", "client_encoding", "application_name", "datestyle", "timezone"]

/** Leads to a database and notes the names of the parameters with which connections are opened. */
const startPooler = async (databaseUrl: string) => {
  const names = new Set<string>()
  const url = new URL(databaseUrl)
  const server = createServer((near) => {
    const far = connect(Number(url.port), url.hostname)
    near.once("data", (message: Buffer) => {
      // Length and version, then names and values, each ended by a zero.
      const texts = message.subarray(8).toString().split("\0")
      for (let at = 0; at + 1 < texts.length && texts[at] !== ""; at += 2) names.add(texts[at]!)
    })
    near.pipe(far).pipe(near)
    near.on("error", () => far.destroy())
    far.on("error", () => near.destroy())
  }).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  const address = new URL(databaseUrl)
  address.port = String((server.address() as AddressInfo).port)
  return { names, url: address.href }
}

it("opens connections with nothing that a pooler refuses or forgets, and has its settings all the same", async () => {
  const pooler = await startPooler(await freshDatabase())
  const { engine } = await startEngine<never>({
    store: layer({ regions: { "us-east-1": { url: pooler.url, schema: "apart" } } })
  })
  const settings = await engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const text = `SELECT current_schema() AS schema, current_setting('statement_timeout') AS timeout,
        current_setting('default_transaction_read_only') AS reads`
      return [...(yield* home.read(text, [])), ...(yield* home.transact(home.sql.unsafe(text)))]
    })
  )
  expect(settings).toEqual([
    { schema: "apart", timeout: "30s", reads: "on" },
    { schema: "apart", timeout: "30s", reads: "off" }
  ])
  expect([...pooler.names].filter((name) => !taken.includes(name))).toEqual([])
  expect(pooler.names.size).toBeGreaterThan(1)
})
