import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configFromEnv, serve, type ServerHandle } from "../../src/server/index.ts"
import { createPayment } from "./runningServer.ts"

let server: ServerHandle

beforeAll(async () => {
  server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: ":memory:" }))
})

afterAll(() => server.close())

const get = (path: string, method = "GET") => fetch(`${server.url}${path}`, { method })

const json = async (path: string): Promise<unknown> => (await get(path)).json()

describe("the server's own routes", () => {
  it("GET /health says that the process answers", async () => {
    const response = await get("/health")
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: "ok" })
  })

  it("GET /ready says that every region takes writes, with the jobs as information", async () => {
    const response = await get("/ready")
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      status: "ready",
      jobs: { waiting: expect.any(Number), dead: 0 },
      screening: expect.arrayContaining([expect.objectContaining({ list: "ofac_sdn", stale: false })])
    })
  })

  it("GET / says what is where", async () => {
    expect(await json("/")).toMatchObject({
      name: "bursar",
      mode: "sandbox",
      services: ["cards", "bank", "docs"].map((id) => ({
        id,
        base: `/${id}`,
        openapi: `/${id}/openapi.json`,
        reference: `/${id}/reference`
      })),
      health: "/health",
      ready: "/ready",
      metrics: "/metrics"
    })
  })

  it.each(["/", "/health", "/ready", "/metrics", "/cards/reference", "/cards/openapi.json"])(
    "HEAD %s answers like GET, without a body",
    async (path) => {
      const response = await get(path, "HEAD")
      expect(response.status).toBe(200)
      expect(Number(response.headers.get("content-length"))).toBeGreaterThan(0)
      expect(await response.text()).toBe("")
    }
  )

  it("other methods are not allowed", async () => {
    const response = await get("/health", "POST")
    expect(response.status).toBe(405)
    expect(response.headers.get("allow")).toBe("GET, HEAD")
  })

  it("a query does not matter", async () => {
    expect((await get("/health?from=probe")).status).toBe(200)
  })

  it("what lies near a route is not the route", async () => {
    for (const path of ["/healthz", "/health/x", "/nothing"]) expect((await get(path)).status).toBe(404)
  })
})

describe("GET /metrics", () => {
  it("counts each answer under its mount", async () => {
    const before = await figures()
    expect((await createPayment(server.url)).status).toBe(200)
    expect((await get("/cards/v2/payments")).status).toBe(401)
    await get("/nothing")
    const after = await figures()
    const grown = (mount: string, status: string) => {
      const name = `bursar_http_requests_total{mount="${mount}",status="${status}"}`
      return (after.get(name) ?? 0) - (before.get(name) ?? 0)
    }
    expect([grown("/cards", "2xx"), grown("/cards", "4xx"), grown("none", "4xx")]).toEqual([1, 1, 1])
  })

  it("is the text format of Prometheus", async () => {
    const response = await get("/metrics")
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect((await figures()).get("bursar_store_readable")).toBe(1)
    expect((await figures()).get("process_resident_memory_bytes")).toBeGreaterThan(1_000_000)
  })

  const figures = async (): Promise<ReadonlyMap<string, number>> => {
    const lines = (await (await get("/metrics")).text()).split("\n").filter((line) => line !== "" && line[0] !== "#")
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))])
    )
  }
})
