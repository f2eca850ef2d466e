/** Three real server processes on one database: what was answered stays, whatever becomes of the process that answered. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { createEngine } from "../../src/index.ts"
import { trialBalance } from "../../src/ledger/post.ts"
import { Store } from "../../src/services/Store.ts"
import { postgres } from "../../src/store/dialects/Postgres.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { freshDatabase, run } from "./database.ts"
import { create, listAll, startOfTests, startProcess, type ServerProcess } from "./serverProcess.ts"

/** An engine of this process on the same data: a fourth one, whose clock can be moved. */
const startEngine = async (folder: string, url: string) => {
  const engine = await createEngine({
    plugins: [cards({ mode: "sandbox" })],
    store: postgres(url),
    masterKey: readFileSync(join(folder, "master.key"), "utf8").trim(),
    clock: startOfTests,
    log: false
  })
  onTestFinished(() => engine.close())
  return engine
}

const homeOf = (engine: Awaited<ReturnType<typeof startEngine>>) =>
  engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))

it("under load on all, kill -9 of one after the other loses and doubles nothing, and the books balance", async () => {
  const folder = temporaryFolder()
  const url = await freshDatabase()
  const servers: Array<ServerProcess> = [await startProcess(folder, url)]
  servers.push(...(await Promise.all([startProcess(folder, url), startProcess(folder, url)])))

  const keys = Array.from({ length: 900 }, (_, at) => `order-${at}`)
  const bodyOf = (key: string) => (Number(key.split("-")[1]) % 3 === 0 ? { capture_method: "manual" } : {})
  const answered = new Map<string, string>()
  const waiting = [...keys]
  let isOver = false
  const worker = async (at: number) => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      // Each key is asked of two servers at once: one takes the payment, the other waits for its answer.
      const asked = [servers[at % 3]!, servers[(at + 1) % 3]!].map(async ({ base }) => {
        const response = await create(base, key, bodyOf(key))
        if (response.status !== 200) return undefined
        return response.text()
      })
      const texts = (await Promise.allSettled(asked)).flatMap((one) =>
        one.status === "fulfilled" && one.value !== undefined ? [one.value] : []
      )
      expect(new Set(texts).size).toBeLessThanOrEqual(1)
      if (texts[0] !== undefined) answered.set(key, texts[0])
    }
    isOver = true
  }
  const killer = async () => {
    for (let victim = 0; !isOver && victim < 6; victim++) {
      const until = answered.size + 90 + victim * 17
      while (!isOver && answered.size < until) await new Promise((resolve) => setImmediate(resolve))
      if (isOver) return
      await servers[victim % 3]!.kill()
      servers[victim % 3] = await startProcess(folder, url)
    }
  }
  await Promise.all([killer(), ...Array.from({ length: 12 }, (_, at) => worker(at))])
  expect(answered.size).toBeGreaterThan(300)

  const ids = new Map<string, string>()
  for (const [at, key] of keys.entries()) {
    const text = await (await create(servers[at % 3]!.base, key, bodyOf(key))).text()
    const before = answered.get(key)
    if (before !== undefined) expect(text).toBe(before)
    ids.set(key, (JSON.parse(text) as { id: string }).id)
  }
  const stored = await listAll(servers[0]!.base)
  expect(stored).toHaveLength(keys.length)
  expect(new Set(stored)).toEqual(new Set(ids.values()))

  // A week later every authorization that was not captured has expired, once, whoever did it.
  const engine = await startEngine(folder, url)
  await engine.clock.advance("8 days")
  const manual = keys.filter((key) => Object.keys(bodyOf(key)).length > 0).length
  const expired = await run(
    url,
    `SELECT resource, count(*) AS times FROM events WHERE type LIKE '%cancel%' OR type LIKE '%expired%' GROUP BY resource`
  )
  expect(expired).toHaveLength(manual)
  expect(expired.every((row) => Number(row["times"]) === 1)).toBe(true)
  expect(await run(url, "SELECT name FROM jobs WHERE state = 'dead'")).toEqual([])
  expect(await Effect.runPromise(trialBalance(await homeOf(engine)))).toEqual([])
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0, 0])
}, 180_000)
