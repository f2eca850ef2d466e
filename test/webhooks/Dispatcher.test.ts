import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { MetricRegistry } from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import { loopbackAllowed } from "../../src/services/AddressGuard.ts"
import { ExchangeFailed } from "../../src/services/Notifier.ts"
import { counts } from "../../src/store/jobRepository.ts"
import { attemptsOf } from "../../src/webhooks/deliveryRepository.ts"
import { registerEndpoint, rotateEndpointSecret } from "../../src/webhooks/endpointOperations.ts"
import { verifySignature } from "../../src/webhooks/signature.ts"
import { WebhookAddressPolicy } from "../../src/webhooks/WebhookProfile.ts"
import {
  deliveryRows,
  drainNow,
  hourMs,
  makeBench,
  noJobs,
  onlyDelivery,
  registration,
  scheduleSeconds,
  secondMs,
  shop,
  startedAt,
  vault
} from "./fixture.ts"
import { tablesText } from "../store/onSqlite.ts"
import { written } from "../store/written.ts"

describe("fan-out", () => {
  it.effect("C221: goes to the endpoints that listen, of the same plugin and scope, and to no other", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const { context, publish, register, store } = bench
      yield* register({ url: "https://all.example.com/" })
      yield* register({ url: "https://made.example.com/", enabledEvents: ["sale.made"] })
      yield* register({ url: "https://voided.example.com/", enabledEvents: ["sale.voided"] })
      for (const owner of [{ ...shop, scope: "acct_1/live" }, { ...shop, scope: "acct_2/test" }, vault]) {
        const other = registerEndpoint(store, owner, { ...registration, url: "https://other.example.com/" })
        const { writes } = yield* Effect.provideContext(other, context)
        yield* store.write(writes)
      }
      yield* publish("sale.made")
      yield* bench.advance(0)
      const urls = bench.requests.map(({ url }) => url)
      expect(urls.toSorted()).toEqual(["https://all.example.com/", "https://made.example.com/"])
    })
  )

  it.effect("carries the bytes of the event, its headers, and a signature that the receiver can check", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const { secret } = yield* bench.register()
      const event = yield* bench.publish("sale.made")
      yield* bench.advance(0)
      const [request] = bench.requests
      expect(request).toMatchObject({ body: event.body, timeoutMs: 15_000 })
      expect(request?.headers).toMatchObject({
        "Content-Type": "application/json",
        "SVC-Event-Id": event.id,
        "SVC-Delivery-Attempt": "1"
      })
      const header = request!.headers["SVC-Signature"]!
      expect(header).toMatch(/^[0-9]+,[0-9a-f]{64}$/)
      const nowSeconds = Math.floor(bench.wall.now / 1000)
      const verified = verifySignature({ payload: event.body, header, secret, nowSeconds, toleranceSeconds: 0 })
      expect(Result.isSuccess(verified)).toBe(true)
    })
  )

  it.effect(
    "carries the trace of its attempt where the host traces its engine, and is counted by what came of it",
    () =>
      Effect.gen(function* () {
        const bench = yield* makeBench
        yield* bench.register()
        yield* bench.publish("sale.made")
        bench.answerWith(() => 500)
        const spans: Array<Tracer.Span> = []
        const span = (options: ConstructorParameters<typeof Tracer.NativeSpan>[0]) => {
          const made = new Tracer.NativeSpan(options)
          spans.push(made)
          return made
        }
        yield* Effect.provideService(bench.advance(0), Tracer.Tracer, Tracer.make({ span }))
        yield* bench.advance(158 * secondMs)
        const attempt = spans.find(({ name }) => name === "webhooks.attempt")!
        expect(bench.requests.map(({ headers }) => headers["traceparent"])).toEqual([
          `00-${attempt.traceId}-${attempt.spanId}-01`,
          undefined
        ])
        expect(attempt.attributes.get("bursar.result")).toBe("5xx")
        const figures = yield* PrometheusMetrics.format()
        expect(figures).toContain(`bursar_webhook_attempts_total{plugin="shop",result="5xx"} 2\n`)
      }).pipe(Effect.provideService(MetricRegistry, new Map()))
  )

  it.effect(
    "continues the trace of what published its event, at every attempt, and stores none where nobody traces",
    () =>
      Effect.gen(function* () {
        const bench = yield* makeBench
        yield* bench.register()
        bench.answerWith(() => 500)
        const spans: Array<Tracer.Span> = []
        const tracer = Tracer.make({
          span: (options) => {
            const made = new Tracer.NativeSpan(options)
            spans.push(made)
            return made
          }
        })
        const traced = Effect.provideService(Tracer.Tracer, tracer)
        yield* traced(Effect.withSpan(bench.publish("sale.made"), "request"))
        yield* traced(bench.advance(158 * secondMs))
        const [request, first, second] = ["request", "webhooks.attempt", "webhooks.attempt"].map(
          (name, nth) => spans.filter((span) => span.name === name)[Math.max(0, nth - 1)]!
        )
        expect([first!.traceId, second!.traceId]).toEqual([request!.traceId, request!.traceId])
        yield* bench.publish("sale.made")
        expect(yield* bench.rows("SELECT trace FROM jobs WHERE attempts = 0 AND job_key LIKE '%/1'")).toEqual([
          { trace: null }
        ])
      })
  )

  it.effect("goes by the addresses that the deployment allows when it is sent, too", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench
        .register({ url: "http://127.0.0.1:8080/hooks" })
        .pipe(Effect.provideService(WebhookAddressPolicy, loopbackAllowed))
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      expect(bench.requests).toEqual([])
      expect((yield* onlyDelivery(bench)).log).toMatchObject([{ error: "refused_url: scheme" }])
      yield* Effect.provideService(bench.advance(158 * secondMs), WebhookAddressPolicy, loopbackAllowed)
      expect(bench.requests).toMatchObject([{ url: "http://127.0.0.1:8080/hooks", policy: loopbackAllowed }])
    })
  )

  it.effect("starts deliveries to an endpoint in the order of events, also a burst of them", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      const events = yield* Effect.forEach(Array.from({ length: 300 }), () => bench.publish("sale.made"))
      yield* bench.advance(0)
      expect(bench.requests.map(({ headers }) => headers["SVC-Event-Id"])).toEqual(events.map(({ id }) => id))
    })
  )

  it.effect("is not blocked by an earlier delivery that fails", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      const first = yield* bench.publish("sale.made")
      yield* bench.publish("sale.made")
      bench.answerWith(({ body }) => (body === first.body ? 500 : 200))
      yield* bench.advance(0)
      expect((yield* deliveryRows(bench)).map(({ status }) => status)).toEqual(["pending", "delivered"])
    })
  )
})

describe("the schedule", () => {
  it.effect("C236: makes 8 attempts over 48 hours of engine time, each at its exact time, then is exhausted", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const times: Array<number> = []
      bench.answerWith(() => {
        times.push(bench.clock.now())
        return 500
      })
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(400 * hourMs)
      expect(times.map((time) => (time - startedAt) / secondMs)).toEqual(scheduleSeconds)
      const delivery = yield* onlyDelivery(bench)
      expect(delivery).toMatchObject({ status: "exhausted", attempts: 8, nextAttemptAt: undefined })
      expect(delivery.log.map(({ httpStatus, number }) => [number, httpStatus])).toEqual(
        scheduleSeconds.map((_, index) => [index + 1, 500])
      )
      expect(delivery.log.map(({ startedAt: at }) => at)).toEqual(times)
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )

  it.effect("makes no attempt before it is due", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => 500)
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(158 * secondMs - 1)
      expect(bench.requests).toHaveLength(1)
      yield* bench.advance(1)
      expect(bench.requests).toHaveLength(2)
    })
  )

  it.effect("C235: stops at the first 200", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => (bench.requests.length === 3 ? 200 : 503))
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(400 * hourMs)
      expect(bench.requests).toHaveLength(3)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 3, nextAttemptAt: undefined })
    })
  )

  it.effect.each([201, 204, 302, 410, "timeout", "connect", "tls"] as const)(
    "C235, B91: takes the answer %s for a failure that is logged and tried again",
    (answer) =>
      Effect.gen(function* () {
        const bench = yield* makeBench
        bench.answerWith(() => answer)
        yield* bench.register()
        yield* bench.publish("sale.made")
        yield* bench.advance(0)
        const { log, ...delivery } = yield* onlyDelivery(bench)
        expect(delivery).toMatchObject({
          status: "pending",
          attempts: 1,
          firstAttemptAt: startedAt,
          nextAttemptAt: startedAt + 158 * secondMs
        })
        const said = typeof answer === "number" ? { httpStatus: answer } : { httpStatus: undefined, error: answer }
        expect(log).toMatchObject([{ number: 1, startedAt, durationMs: 0, ...said }])
      })
  )

  it.effect("logs beside the time of an attempt the one for which it was planned, also after a pause", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => 500)
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      bench.clock.set({ mode: "frozen", at: startedAt + hourMs })
      yield* drainNow(bench.worker, bench.clock)
      const { id, log } = yield* onlyDelivery(bench)
      expect(log).toMatchObject([
        { scheduledAt: startedAt, startedAt },
        { scheduledAt: startedAt + 158 * secondMs, startedAt: startedAt + hourMs }
      ])
      // As a log is that was written before the time was kept.
      yield* Effect.orDie(
        bench.store.write([written("UPDATE webhook_attempts SET scheduled_at = NULL WHERE number = 2")])
      )
      expect(yield* attemptsOf(bench.store, id)).toMatchObject([{}, { scheduledAt: startedAt + hourMs }])
    })
  )

  it.effect("keeps the beginning of an answer, and the detail of a failure, for the log", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const answers = [
        Effect.succeed({ status: 500, bodyExcerpt: "out of order" }),
        Effect.fail(new ExchangeFailed({ reason: "connect", detail: "ECONNREFUSED" }))
      ]
      bench.answerWith(() => answers[bench.requests.length - 1] ?? 200)
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(158 * secondMs)
      const { log } = yield* onlyDelivery(bench)
      expect(log).toMatchObject([
        { httpStatus: 500, error: undefined, responseExcerpt: "out of order" },
        { httpStatus: undefined, error: "connect: ECONNREFUSED", responseExcerpt: "" }
      ])
    })
  )

  it.effect("B98: signs each attempt anew with the time on the wall, over the same bytes", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => 500)
      const { secret } = yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      bench.wall.now += 7 * secondMs
      yield* bench.advance(158 * secondMs)
      const [first, second] = bench.requests
      expect(second?.body).toBe(first?.body)
      expect(second?.headers["SVC-Delivery-Attempt"]).toBe("2")
      const signed = [first, second].map((request) => {
        const header = request!.headers["SVC-Signature"]!
        const nowSeconds = Math.floor(bench.wall.now / 1000)
        const verified = verifySignature({ payload: request!.body, header, secret, nowSeconds })
        return nowSeconds - Result.getOrThrow(verified).timestamp
      })
      expect(signed).toEqual([7, 0])
    })
  )

  it.effect("B93: adds the profile's alert with the last attempt, once", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => 500)
      const made = yield* Effect.provideContext(registerEndpoint(bench.store, vault, registration), bench.context)
      yield* bench.store.write(made.writes)
      yield* bench.publish("sale.made", { plugin: "vault" })
      const alerts = bench.rows(`SELECT job_key FROM jobs WHERE name = 'vault.alert'`)
      yield* bench.advance(47 * hourMs)
      expect(yield* alerts).toEqual([])
      yield* bench.advance(2 * hourMs)
      expect(yield* alerts).toEqual([{ job_key: (yield* onlyDelivery(bench)).id }])
    })
  )
})

describe("secrets", () => {
  it.effect("are found in no table in clear", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const { id, secret } = yield* bench.register()
      const rotated = yield* Effect.provideContext(rotateEndpointSecret(bench.store, shop, id), bench.context)
      yield* bench.store.write(rotated.writes)
      bench.answerWith(() => 500)
      yield* bench.publish("sale.made")
      yield* bench.advance(hourMs)
      const tables = yield* bench.rows<{ name: string }>(tablesText)
      const dump = yield* Effect.forEach(tables, ({ name }) => bench.rows(`SELECT * FROM ${name}`))
      const text = JSON.stringify(dump)
      expect(text).toContain(id)
      for (const one of [secret, rotated.secret]) {
        expect(text).not.toContain(one)
        expect(text).not.toContain(one.slice("whsec_".length, 40))
      }
    })
  )

  it.effect("sign side by side for 24 hours after a rotation, the newest first", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const made = yield* Effect.provideContext(registerEndpoint(bench.store, vault, registration), bench.context)
      yield* bench.store.write(made.writes)
      const rotation = rotateEndpointSecret(bench.store, vault, made.endpoint.id)
      const rotated = yield* Effect.provideContext(rotation, bench.context)
      yield* bench.store.write(rotated.writes)
      const verifies = Effect.fnUntraced(function* (secret: string) {
        yield* bench.publish("sale.made", { plugin: "vault" })
        yield* bench.advance(0)
        const { body, headers } = bench.requests.at(-1)!
        const header = headers["X-Bank-Signature"]!
        const nowSeconds = Math.floor(bench.wall.now / 1000)
        return {
          signatures: header.split("v1=").length - 1,
          verified: Result.isSuccess(
            verifySignature({ payload: body, header, secret, nowSeconds, toleranceSeconds: 0 })
          )
        }
      })
      yield* bench.advance(24 * hourMs - secondMs)
      expect(yield* verifies(made.secret)).toEqual({ signatures: 2, verified: true })
      expect(yield* verifies(rotated.secret)).toEqual({ signatures: 2, verified: true })
      yield* bench.advance(secondMs)
      expect(yield* verifies(made.secret)).toEqual({ signatures: 1, verified: false })
      expect(yield* verifies(rotated.secret)).toEqual({ signatures: 1, verified: true })
    })
  )

  it.effect("that cannot be opened make an attempt that is logged, and nothing is sent unsigned", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      yield* bench.store.write([written(`UPDATE webhook_endpoints SET sealed_secret = 'v1.AAAA'`)])
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      expect(bench.requests).toEqual([])
      expect((yield* onlyDelivery(bench)).log).toMatchObject([{ error: "secret_unreadable", httpStatus: undefined }])
    })
  )
})
