import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { countAnswer, makeJobMeter, makeTally, renderMetrics } from "../../src/server/metrics.ts"
import { StoreUnavailable } from "../../src/services/Store.ts"

it("counts answers by mount and class of status", () => {
  const cards = makeTally("/cards")
  for (const status of [200, 201, 302, 404, 503]) countAnswer(cards, status)
  cards.abandoned = 3
  const text = renderMetrics({ version: "1.2.3", tallies: [cards], jobs: undefined })
  expect(text.match(/^bursar_http_requests_total.*$/gm)).toEqual([
    `bursar_http_requests_total{mount="/cards",status="2xx"} 2`,
    `bursar_http_requests_total{mount="/cards",status="3xx"} 1`,
    `bursar_http_requests_total{mount="/cards",status="4xx"} 1`,
    `bursar_http_requests_total{mount="/cards",status="5xx"} 1`,
    `bursar_http_requests_total{mount="/cards",status="abandoned"} 3`
  ])
})

it("tells the jobs while the store can be read, and that it cannot otherwise", () => {
  const readable = renderMetrics({ version: "1", tallies: [], jobs: { waiting: 4, dead: 2 } })
  expect(readable).toContain("bursar_store_readable 1\n")
  expect(readable).toContain(`bursar_jobs{state="waiting"} 4\nbursar_jobs{state="dead"} 2\n`)
  const unreadable = renderMetrics({ version: "1", tallies: [], jobs: undefined })
  expect(unreadable).toContain("bursar_store_readable 0\n")
  expect(unreadable).not.toContain("bursar_jobs{")
})

it("tells how many jobs of each name are due and for how long, and how late the event loop was", () => {
  const due = [{ name: "webhooks.attempt", due: 3, lateMs: 1_500 }]
  const text = renderMetrics({ version: "1", tallies: [], jobs: undefined, due, delay: { p50: 0, p99: 0.25, max: 1 } })
  expect(text).toContain(`bursar_jobs_due{job_name="webhooks.attempt"} 3\n`)
  expect(text).toContain(`bursar_jobs_late_seconds{job_name="webhooks.attempt"} 1.5\n`)
  expect(text).toContain(`nodejs_eventloop_delay_seconds{quantile="p99"} 0.25\n`)
})

it("is text that Prometheus reads: help and type once per name, then samples, a line feed at the end", () => {
  const text = renderMetrics({ version: `a"b\\c\nd`, tallies: [makeTally("/cards")], jobs: { waiting: 0, dead: 0 } })
  expect(text).toContain(`bursar_build_info{version="a\\"b\\\\c\\nd"} 1\n`)
  const types = [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge)$/gm)].map(([, name]) => name)
  expect(new Set(types).size).toBe(types.length)
  for (const line of text.trimEnd().split("\n")) expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{.*\})? \S+)$/)
  expect(text.endsWith("\n")).toBe(true)
})

it("counting jobs takes at most one hundredth of the time, however often it is requested", async () => {
  let nowMs = 0
  let counts = 0
  const meter = makeJobMeter(
    Effect.sync(() => {
      counts += 1
      nowMs += 20
      return { waiting: counts, dead: 0 }
    }),
    () => nowMs
  )
  const waiting = async () => (await Effect.runPromise(meter)).waiting
  expect(await waiting()).toBe(1)
  nowMs += 1_999
  expect(await waiting()).toBe(1)
  nowMs += 1
  expect(await waiting()).toBe(2)
})

it("a count that fails is tried again the next time", async () => {
  const results = [
    Effect.fail(new StoreUnavailable({ region: "us-east-1", reason: "io_error", detail: "" })),
    Effect.succeed({ waiting: 1, dead: 0 })
  ]
  const meter = makeJobMeter(Effect.suspend(() => results.shift()!))
  expect(await Effect.runPromise(Effect.orElseSucceed(meter, () => "failed"))).toBe("failed")
  expect(await Effect.runPromise(meter)).toEqual({ waiting: 1, dead: 0 })
})
