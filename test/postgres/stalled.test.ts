/** A database server that stops answering without closing its connections, as one behind a network that drops packets. */
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { expect, it, onTestFinished } from "vitest"
import { startPostgres } from "../../bench/postgres-server.ts"
import { layer } from "../../src/store/dialects/Postgres.ts"
import { startEngine } from "../engine/tinyHost.ts"
import { run } from "./database.ts"

/** Stops every process of a server until the test ends. */
const stall = async (url: string, main: number) => {
  const found = await run(url, "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
  const pids = [main, ...found.map(({ pid }) => Number(pid))]
  onTestFinished(() => pids.forEach((pid) => process.kill(pid, "SIGCONT")))
  for (const pid of pids) process.kill(pid, "SIGSTOP")
}

it("closes an engine in bounded time, and says in one sentence what did not answer", async () => {
  const server = await startPostgres({ durability: "memory" })
  onTestFinished(server.stop)
  const logged: Array<unknown> = []
  const { ask, engine } = await startEngine({
    store: layer({ regions: { "us-east-1": { url: server.url } }, readers: 1, writers: 2 }),
    layers: Logger.layer([Logger.make(({ message }) => void logged.push(message))]) as Layer.Layer<never>
  })
  expect((await ask("POST", "/tiny/notes", { body: { text: "confirmed" } })).status).toBe(201)
  await stall(server.url, server.pid)
  const waiting = ask("POST", "/tiny/notes", { body: { text: "on its way" } })
  await Promise.all([engine.close(), engine.close()])
  expect(logged.flat().filter((line) => String(line).includes("did not answer within 8 s"))).toHaveLength(1)
  expect((await ask("GET", "/tiny/notes/note_none")).status).toBe(503)
  await expect(engine.clock.freeze()).rejects.toThrow("The engine is closed")
  expect((await waiting).status).toBe(503)
})
