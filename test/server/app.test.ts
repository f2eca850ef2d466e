import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { expect, it } from "vitest"
import type { EngineShape } from "../../src/engine/Engine.ts"
import { makeApp } from "../../src/server/app.ts"
import { StoreUnavailable } from "../../src/services/Store.ts"

/** As much of an engine as the application asks for: it answers every request with 299. */
const engineWith = (parts: Partial<EngineShape>): EngineShape =>
  ({
    plugins: [{ id: "things", mount: "/things", hasApi: false }],
    app: Effect.succeed(HttpServerResponse.empty({ status: 299 })),
    jobs: Effect.succeed({ waiting: 3, dead: 1 }),
    health: Effect.succeed([{ region: "us-east-1", failure: undefined }]),
    deadJobs: Effect.succeed([]),
    dueJobs: Effect.succeed([]),
    ...parts
  }) as EngineShape

const list = { list: "house", stateDate: "2026-01-01", version: "1", entries: 1, names: 1, stale: false }

const handlerOf = async (
  parts: Partial<EngineShape> = {},
  isStopping = () => false,
  further: Partial<Parameters<typeof makeApp>[0]> = {}
) => {
  const app = makeApp({
    engine: engineWith(parts),
    mode: "sandbox",
    version: "1.2.3",
    lists: Effect.succeed([list]),
    isStopping,
    ...further
  })
  const handler = HttpEffect.toWebHandler(app)
  return (path: string) => handler(new Request(`http://host${path}`))
}

const unavailable = new StoreUnavailable({
  region: "eu-west-1",
  reason: "io_error",
  detail: "a path that is nobody's business"
})

/** One region of two takes no writes. */
const health = Effect.succeed([
  { region: "us-east-1" as const, failure: undefined },
  { region: "eu-west-1" as const, failure: unavailable }
])

it("is ready with jobs that wait and jobs that are dead: they are information", async () => {
  const get = await handlerOf()
  const response = await get("/ready")
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: "ready", jobs: { waiting: 3, dead: 1 }, screening: [list] })
})

it("is not ready while a region takes no writes, and says which and why in a word", async () => {
  const get = await handlerOf({ health })
  const response = await get("/ready")
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    status: "unavailable",
    stores: [{ region: "eu-west-1", reason: "io_error" }]
  })
})

it("says no more than whether it is ready where not everybody may ask", async () => {
  const guarded = { guarded: true }
  const ready = await handlerOf({}, () => false, guarded)
  expect(await (await ready("/ready")).json()).toEqual({ status: "ready" })
  const broken = await handlerOf({ health }, () => false, guarded)
  expect(await (await broken("/ready")).json()).toEqual({ status: "unavailable" })
})

it("is ready without the figures of jobs while they cannot be read", async () => {
  const get = await handlerOf({ jobs: Effect.fail(unavailable) })
  const response = await get("/ready")
  expect([response.status, await response.json()]).toEqual([200, { status: "ready", screening: [list] }])
})

it("is healthy, and tells its figures, while the store cannot be read", async () => {
  const get = await handlerOf({ health, jobs: Effect.fail(unavailable) })
  expect((await get("/health")).status).toBe(200)
  const metrics = await get("/metrics")
  expect(metrics.status).toBe(200)
  expect(await metrics.text()).toContain("bursar_store_readable 0\n")
})

it("is not ready any more when the server stops", async () => {
  let isStopping = false
  const get = await handlerOf({}, () => isStopping)
  expect((await get("/ready")).status).toBe(200)
  isStopping = true
  expect((await get("/ready")).status).toBe(503)
  expect((await get("/health")).status).toBe(200)
})

it("leaves every other path to the engine", async () => {
  const get = await handlerOf()
  for (const path of ["/things", "/things/health", "/things/metrics?x=/health", "/other"]) {
    expect((await get(path)).status, path).toBe(299)
  }
})

it("a plugin at the root keeps its paths, and the server its own", async () => {
  const get = await handlerOf({ plugins: [{ id: "things", mount: "", hasApi: false, events: {} }] })
  expect((await get("/v2/things")).status).toBe(299)
  expect((await get("/health")).status).toBe(200)
  expect(await (await get("/metrics")).text()).toContain(`bursar_http_requests_total{mount="/",status="2xx"} 1\n`)
})

it("counts a path that only begins like a mount as nobody's", async () => {
  const get = await handlerOf()
  await get("/thingsome")
  await get("/things?page=1")
  const text = await (await get("/metrics")).text()
  expect(text).toContain(`{mount="none",status="2xx"} 1\n`)
  expect(text).toContain(`{mount="/things",status="2xx"} 1\n`)
})

it("counts a request that broke as an error of the server", async () => {
  const get = await handlerOf({
    app: Effect.flatMap(HttpServerRequest, () => Effect.die(new Error("a bug")))
  })
  expect((await get("/things")).status).toBe(500)
  expect(await (await get("/metrics")).text()).toContain(`{mount="/things",status="5xx"} 1\n`)
})
