/** A database that falls silent: its machine is gone, and no packet says so. New connections reach the one that took its place. */
import { once } from "node:events"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished, vi } from "vitest"
import { Store } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { freshDatabase } from "./database.ts"

/** A proxy before a database. Once silenced, it passes nothing on, and calls `swallowed` for each connection on which something came. */
const startWay = async (databaseUrl: string) => {
  const silent: Array<(swallowed: () => void) => void> = []
  const address = new URL(databaseUrl)
  const { hostname, port } = address
  const server = createServer((near) => {
    const far: Socket = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    near.on("error", () => far.destroy())
    far.on("error", () => near.destroy())
    silent.push((swallowed) => {
      near.unpipe().once("data", swallowed).resume()
      far.unpipe().destroy()
    })
  }).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  address.port = String((server.address() as AddressInfo).port)
  return { url: address.href, silence: (swallowed: () => void) => silent.splice(0).forEach((one) => one(swallowed)) }
}

it("is left for the one that took its place, whatever waits for its answer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  const way = await startWay(await freshDatabase())
  const store = layer({ regions: { "us-east-1": { url: way.url } }, readers: 1, writers: 2 })
  const { ask, engine } = await startEngine<never>({ store })
  const home = await engine.call(Effect.flatMap(Store, (stores) => stores.region(stores.home)))
  const write = async (key: string) =>
    (await ask("POST", "/tiny/notes", { body: { text: key }, headers: { "idempotency-key": key } })).status
  const read = async () => (await ask("GET", "/tiny/notes/note_none")).status
  const all = () => Promise.all([write("a"), read(), engine.call(home.transact(home.sql`SELECT 1`))])
  expect(await all()).toMatchObject([201, 404, [{}]])
  const swallowed = vi.fn<() => void>()
  way.silence(swallowed)
  const waiting = Promise.allSettled([write("b"), read(), engine.call(home.transact(home.sql`SELECT 1`))])
  // One that reads, one that writes, and the one of the locks.
  await vi.waitFor(() => expect(swallowed).toHaveBeenCalledTimes(3), 2_000)
  vi.advanceTimersByTime(50_000)
  expect(await waiting).toMatchObject([{ value: 201 }, { value: 404 }, { reason: { _tag: "StoreUnavailable" } }])
  expect(await all()).toMatchObject([201, 404, [{}]])
})
