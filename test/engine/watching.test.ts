import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { MetricRegistry } from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import { principalOf, startEngine } from "./tinyHost.ts"
import { writeNote, type TinyOptions } from "./tinyPlugin.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const spanId = "00f067aa0ba902b7"

/** An engine whose spans and figures are kept by the test. */
const start = async (tiny: TinyOptions = {}) => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const registry = new Map()
  const layers = Layer.mergeAll(Layer.succeed(Tracer.Tracer, tracer), Layer.succeed(MetricRegistry, registry))
  const { ask, engine } = await startEngine({ layers }, tiny)
  const figures = () => Effect.runPromise(Effect.provideService(PrometheusMetrics.format(), MetricRegistry, registry))
  spans.length = 0
  return {
    ask,
    engine,
    figures,
    named: (name: string) => spans.filter((span) => span.name === name),
    spans: () => spans
  }
}

const attributesOf = (span: Tracer.Span | undefined) => Object.fromEntries(span?.attributes ?? [])

const parentOf = (span: Tracer.Span | undefined) => span && Option.getOrUndefined(span.parent)

describe("the spans of an engine whose host traces", () => {
  it("one request is one span under its operation's name, with its commit inside, in the trace of the caller", async () => {
    const { ask, named, spans } = await start()
    const { body } = await ask("POST", "/tiny/notes", {
      body: { text: "Grace Hopper" },
      headers: { traceparent: `00-${traceId}-${spanId}-01` }
    })
    const [span, ...others] = named("tiny.notes.write")
    expect(others).toEqual([])
    expect(span).toMatchObject({ kind: "server", traceId, status: { _tag: "Ended" } })
    expect(parentOf(span)).toMatchObject({ spanId })
    expect(attributesOf(span)).toMatchObject({
      "bursar.id": body.id,
      "http.request.method": "POST",
      "http.route": "/notes",
      "http.response.status_code": 201
    })
    expect(parentOf(named("store.commit")[0])).toMatchObject({ spanId: span!.spanId })
    expect(JSON.stringify(spans().map(attributesOf))).not.toContain("Grace")
  })

  it("a header that is no trace context begins a trace of its own", async () => {
    const { ask, named } = await start()
    await ask("POST", "/tiny/notes", { body: { text: "a" }, headers: { traceparent: `00-${traceId}-0-01` } })
    const [span] = named("tiny.notes.write")
    expect(parentOf(span)).toBeUndefined()
    expect(span!.traceId).toMatch(/^[0-9a-f]{32}$/)
  })

  it("a refusal is named on the span, and is no error of the server", async () => {
    const { ask, named } = await start()
    await ask("POST", "/tiny/notes", { body: { text: "refused" } })
    const [span] = named("tiny.notes.write")
    expect(attributesOf(span)["bursar.refused"]).toBe("NoteRefused")
    expect(span!.status).toMatchObject({ exit: Exit.void })
  })

  it("a refusal before the operation is named on the span, too", async () => {
    const { ask, named } = await start()
    await ask("POST", "/tiny/notes", { body: { text: 1 } })
    await ask("POST", "/tiny/notes", { body: { text: "a" }, headers: { authorization: "Bearer nobody" } })
    const refused = named("tiny.notes.write").map((span) => attributesOf(span)["bursar.refused"])
    expect(refused).toEqual(["InvalidParameters", "Unauthenticated"])
  })

  it("a call in process is a span as well, inside of the host's own", async () => {
    const { engine, named } = await start()
    const caller = await engine.caller({ principal: principalOf() })
    const note = await engine.call(Effect.withSpan(writeNote(caller, { text: "a" }), "host"))
    const [span] = named("tiny.write")
    expect(parentOf(span)).toMatchObject({ spanId: named("host")[0]!.spanId })
    expect(attributesOf(span)).toMatchObject({ "bursar.id": note.id })
  })

  it("a job is a span with its attempts; of what it failed with, the kind is shown alone", async () => {
    const { ask, engine, named } = await start({ onRemind: () => Effect.die(new TypeError("Grace Hopper")) })
    await ask("POST", "/tiny/notes", { body: { text: "a", remind_in_ms: 1_000 } })
    await engine.clock.advance("1 second")
    const [span] = named("tiny.note.remind")
    expect(attributesOf(span)).toMatchObject({ "bursar.attempts": 1 })
    const { exit } = span!.status as { readonly exit: Exit.Exit<unknown, unknown> }
    expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({ message: "TypeError" })
  })

  it("what a request leads to later is in its trace", async () => {
    const { ask, engine, named } = await start()
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    await ask("POST", "/tiny/notes", { body: { text: "a", remind_in_ms: 1_000 }, headers })
    await engine.clock.advance("1 second")
    const [written] = named("tiny.notes.write")
    for (const name of ["tiny.note.remind", "tiny.subscribe.echo"]) {
      expect(parentOf(named(name)[0])).toMatchObject({ spanId: written!.spanId, traceId })
    }
  })

  it("looking for jobs that are due makes none", async () => {
    const { engine, spans } = await start()
    await engine.clock.advance("1 minute")
    expect(spans().map(({ name }) => name)).not.toContain("sql.execute")
  })
})

describe("the figures of an engine", () => {
  it("tell the durations of operations by class of status, of commits and of jobs", async () => {
    const { ask, engine, figures } = await start()
    await ask("POST", "/tiny/notes", { body: { text: "a", remind_in_ms: 1_000 } })
    await ask("GET", "/tiny/notes/none")
    await engine.clock.advance("1 second")
    const text = await figures()
    expect(text).toContain(`bursar_operation_duration_seconds_count{operation="tiny.notes.write",status="2xx"} 1\n`)
    expect(text).toContain(`bursar_operation_duration_seconds_count{operation="tiny.notes.read",status="4xx"} 1\n`)
    expect(text).toMatch(/^bursar_commit_duration_seconds_count\{region="us-east-1",outcome="kept"\} [1-9]/m)
    expect(text).toContain(`bursar_commits_waiting{region="us-east-1"} 0\n`)
    expect(text).toContain(`bursar_job_duration_seconds_count{job_name="tiny.note.remind",outcome="done"} 1\n`)
  })

  it("count the requests that a plan refuses", async () => {
    const { ask, figures } = await start({ plan: { requests: 1, window: 60_000 } })
    await ask("GET", "/tiny/notes/none")
    expect((await ask("GET", "/tiny/notes/none")).status).toBe(429)
    expect(await figures()).toContain(`bursar_rate_limit_refusals_total{plugin="tiny"} 1\n`)
  })
})
