import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Engine } from "../../src/engine/Engine.ts"
import { createEngine } from "../../src/engine/createEngine.ts"
import { defineJob, definePlugin } from "../../src/plugin.ts"
import { makeAdmin } from "../../src/server/admin.ts"
import { makeLogTail } from "../../src/server/LogTail.ts"
import { Store } from "../../src/services/Store.ts"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"
import { written } from "../store/written.ts"

const token = "t".repeat(64)

/** An engine with one job that was given up, and what operators may ask of it. */
const start = async () => {
  let broken = true
  const flaky = defineJob({
    name: "things.flaky",
    retry: { offsetsMs: [0] } as never,
    run: () => (broken ? Effect.die(new Error("broken")) : Effect.succeed("done" as const))
  })
  const engine = await createEngine({
    plugins: [definePlugin({ id: "things", events: { t: "Something happened." }, jobs: [flaky] })],
    store: Sqlite.layer({ folder: Sqlite.inMemory }),
    clock: "2026-01-15T09:30:00Z",
    log: false
  })
  await engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const text = "INSERT INTO jobs (name, job_key, payload, due_at) VALUES ('things.flaky', 'k1', '{}', 0)"
      yield* home.write([{ ...written(text), wakes: true }])
    })
  )
  await engine.clock.drain()
  const handler = HttpEffect.toWebHandler(makeAdmin(await engine.call(Engine), Redacted.make(token)))
  const ask = async (method: string, path: string, bearer: string | undefined = token) => {
    const headers: Record<string, string> = bearer === "" ? {} : { authorization: `Bearer ${bearer}` }
    const response = await handler(new Request(`http://host${path}`, { method, headers }))
    return { status: response.status, body: (await response.json()) as any }
  }
  return { engine, ask, repair: () => void (broken = false) }
}

describe("the operators' routes", () => {
  it.each(["", "/", "/thing", "/Things"])("say which plugins there are events of, at /admin/events%s", async (name) => {
    const { engine } = await start()
    const events = () => Promise.reject(new Error("not asked for"))
    const handler = HttpEffect.toWebHandler(makeAdmin(await engine.call(Engine), Redacted.make(token), { events }))
    const headers = { authorization: `Bearer ${token}` }
    const response = await handler(new Request(`http://host/admin/events${name}`, { headers }))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain("which is one of things")
  })

  it.each(["/admin/events/things?after=now", "/admin/logs?follow=1"])(
    "say every 30 seconds that %s goes on, so that no client and no proxy gives it up, until it ends",
    async (path) => {
      const { engine } = await start()
      const [ended, following] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const events = async function* () {
        following.resolve()
        await ended.promise
      }
      const tail = makeLogTail()
      const sources = { events: async () => events() as never, tail }
      const handler = HttpEffect.toWebHandler(makeAdmin(await engine.call(Engine), Redacted.make(token), sources))
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      onTestFinished(() => void vi.useRealTimers())
      const response = await handler(
        new Request(`http://host${path}`, { headers: { authorization: `Bearer ${token}` } })
      )
      let text = ""
      const read = (async () => {
        for await (const chunk of response.body!) text += new TextDecoder().decode(chunk)
      })()
      if (path.includes("events")) await following.promise
      const first = path.includes("events") ? "\n" : ""
      await vi.advanceTimersByTimeAsync(29_000)
      expect(text).toBe(first)
      await vi.advanceTimersByTimeAsync(31_000)
      expect(text).toBe(`${first}\n\n`)
      ended.resolve()
      tail.close()
      await read
    }
  )

  it("count what is no longer kept, and delete it", async () => {
    const { ask, engine } = await start()
    const store = await engine.call(Effect.flatMap(Store, (store) => store.region(store.home)))
    const row = (id: string) => `('${id}', 'things', 's', 't', 'r', '{}', 0)`
    const text = `INSERT INTO events (id, plugin, scope, type, resource, body, created_at) VALUES ${row("evt_1")}, ${row("evt_2")}`
    await engine.call(store.write([written(text)]))
    const data = (rows: number) => [
      { region: "us-east-1", kind: "things.deliveries", days: 90, rows: 0 },
      { region: "us-east-1", kind: "things.events", days: 400, rows }
    ]
    expect(await ask("GET", "/admin/prune")).toEqual({ status: 200, body: { deleted: false, data: data(1) } })
    expect(await ask("POST", "/admin/prune")).toEqual({ status: 200, body: { deleted: true, data: data(1) } })
    expect((await ask("GET", "/admin/prune")).body.data).toEqual(data(0))
    expect((await ask("DELETE", "/admin/prune")).status).toBe(405)
    expect((await ask("POST", "/admin/prune", "")).status).toBe(401)
  })

  it("list jobs that were given up and let one run again", async () => {
    const { ask, engine, repair } = await start()
    const { data } = (await ask("GET", "/admin/jobs")).body
    expect(data).toEqual([
      {
        region: "us-east-1",
        sequence: expect.any(Number),
        name: "things.flaky",
        key: "k1",
        attempts: 1,
        due_at: expect.any(String),
        last_error: "Error: broken"
      }
    ])
    repair()
    const path = `/admin/jobs/us-east-1/${data[0].sequence}/revive`
    expect(await ask("POST", path)).toEqual({ status: 200, body: { revived: true } })
    await engine.clock.drain()
    expect((await ask("GET", "/admin/jobs")).body.data).toEqual([])
    expect((await ask("POST", path)).status).toBe(404)
    await engine.close()
  })

  it.each([
    ["GET", "/admin/jobs", "", 401],
    ["GET", "/admin/jobs", "wrong", 401],
    ["POST", "/admin/jobs/us-east-1/1/revive", "wrong", 401],
    ["POST", "/admin/jobs", token, 405],
    ["GET", "/admin/jobs/us-east-1/1/revive", token, 405],
    ["POST", "/admin/jobs/mars/1/revive", token, 404],
    ["POST", "/admin/jobs/us-east-1/999/revive", token, 404],
    ["POST", "/admin/jobs/eu-west-1/1/revive", token, 404],
    ["GET", "/admin/nothing", token, 404]
  ])("%s %s with the token %j: %i", async (method, path, bearer, status) => {
    const { ask, engine } = await start()
    expect((await ask(method, path, bearer)).status).toBe(status)
    await engine.close()
  })
})
