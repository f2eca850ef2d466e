import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { loopbackAllowed, publicHttpsOnly } from "../../src/services/AddressGuard.ts"
import type { NotifierImplementation, NotifierRequest } from "../../src/services/Notifier.ts"
import { ExchangeFailed, maxBodyBytes, Notifier, recordingNotifier } from "../../src/services/Notifier.ts"

const request: NotifierRequest = {
  url: "https://hooks.merchant.example/events",
  headers: { "Content-Type": "application/json" },
  body: '{"id":"evt_1"}',
  timeoutMs: 5_000,
  policy: publicHttpsOnly
}

const host = (send: NotifierImplementation["send"]) => Notifier.make({ name: "host", send })

const failureOf = (send: NotifierImplementation["send"], changes: Partial<NotifierRequest> = {}) =>
  Effect.flip(host(send).send({ ...request, ...changes }))

describe("make", () => {
  it.effect("passes on an answer given as a value, a promise or an effect", () =>
    Effect.gen(function* () {
      const answer = { status: 202, bodyExcerpt: "thanks" }
      for (const send of [() => answer, () => Promise.resolve(answer), () => Effect.succeed(answer)]) {
        const response = yield* host(send).send(request)
        assert.strictEqual(response.status, 202)
        assert.strictEqual(response.bodyExcerpt, "thanks")
        assert.isAtLeast(response.durationMs, 0)
      }
    })
  )

  it.effect("hands the implementation the request and its parsed URL", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      yield* host((...given) => {
        seen.push(given[0], given[1].href)
        return { status: 200 }
      }).send(request)
      assert.deepStrictEqual(seen, [request, request.url])
    })
  )

  it.effect("never asks the implementation about a URL that the policy refuses", () =>
    Effect.gen(function* () {
      let calls = 0
      const send = () => {
        calls += 1
        return { status: 200 }
      }
      const privateAddress = yield* failureOf(send, { url: "https://10.0.0.1/" })
      const plainHttp = yield* failureOf(send, { url: "http://hooks.merchant.example/", policy: loopbackAllowed })
      assert.deepStrictEqual([privateAddress.reason, privateAddress.detail], ["refused_url", "address"])
      assert.deepStrictEqual([plainHttp.reason, plainHttp.detail], ["refused_url", "http_beyond_loopback"])
      assert.strictEqual(calls, 0)
    })
  )

  it.effect("accepts a body at the limit, counted in bytes, and refuses one byte more", () =>
    Effect.gen(function* () {
      yield* host(() => ({ status: 200 })).send({ ...request, body: "é".repeat(maxBodyBytes / 2) })
      const error = yield* failureOf(() => ({ status: 200 }), { body: `${"é".repeat(maxBodyBytes / 2)}x` })
      assert.strictEqual(error.reason, "body_too_large")
    })
  )

  it.effect("ends an implementation that hangs, in real time, and aborts its signal", () =>
    Effect.gen(function* () {
      const aborted = yield* Deferred.make<void>()
      const error = yield* failureOf(
        (_request, _url, hostCall) => {
          hostCall.signal.addEventListener("abort", () => Deferred.doneUnsafe(aborted, Effect.void))
          return new Promise(() => {})
        },
        { timeoutMs: 20 }
      )
      assert.strictEqual(error.reason, "timeout")
      assert.isAtLeast(error.durationMs, 15)
      yield* Deferred.await(aborted)
    })
  )

  it.effect("keeps the reason that an implementation fails with, however it fails", () =>
    Effect.gen(function* () {
      const failed = new ExchangeFailed({ reason: "dns", detail: "ENOTFOUND" })
      const ways: ReadonlyArray<NotifierImplementation["send"]> = [
        () => Effect.fail(failed),
        () => Promise.reject(failed),
        () => {
          throw failed
        }
      ]
      for (const send of ways) {
        const error = yield* failureOf(send)
        assert.deepStrictEqual([error.reason, error.detail], ["dns", "ENOTFOUND"])
      }
    })
  )

  it.effect("tells only the class of a foreign error, whose text may hold the body", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(() => Promise.reject(new TypeError(`cannot send ${request.body}`)))
      assert.deepStrictEqual([error.reason, error.detail], ["failed", "TypeError"])
      assert.notInclude(error.message, "evt_1")
    })
  )

  for (const status of [0, 101, 199, 600, 200.5, Number.NaN]) {
    it.effect(`takes the status ${status} for no answer`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* failureOf(() => ({ status }))).reason, "invalid_response")
      })
    )
  }

  it.effect("cuts the excerpt to 1,024 bytes at a whole character and drops what a store cannot hold", () =>
    Effect.gen(function* () {
      const long = yield* host(() => ({ status: 200, bodyExcerpt: `x${"é".repeat(1000)}` })).send(request)
      assert.strictEqual(long.bodyExcerpt, `x${"é".repeat(511)}`)
      const binary = yield* host(() => ({ status: 200, bodyExcerpt: "a\u0000b\u001b[0m\tc\r\n" })).send(request)
      assert.strictEqual(binary.bodyExcerpt, "a\uFFFDb\uFFFD[0m\tc\r\n")
    })
  )

  for (const timeoutMs of [0, -1, 60_001, Number.NaN, Number.POSITIVE_INFINITY]) {
    it.effect(`refuses a time-out of ${timeoutMs} ms as a bug of the caller`, () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(host(() => ({ status: 200 })).send({ ...request, timeoutMs }))
        assert.include(JSON.stringify(exit), '"Die"')
      })
    )
  }
})

describe("recordingNotifier", () => {
  it.effect("answers 200 in no time and keeps the requests in order", () =>
    Effect.gen(function* () {
      const recording = recordingNotifier()
      yield* Effect.gen(function* () {
        const notifier = yield* Notifier
        assert.deepStrictEqual(yield* notifier.send(request), { status: 200, bodyExcerpt: "", durationMs: 0 })
        yield* notifier.send({ ...request, body: "second" })
      }).pipe(Effect.provide(Notifier.layerRecording(recording)))
      assert.deepStrictEqual(
        recording.requests.map(({ body }) => body),
        [request.body, "second"]
      )
      recording.clear()
      assert.deepStrictEqual(recording.requests, [])
    })
  )

  it.effect("answers by a function that can be replaced: a status, a reason, or an effect that waits", () =>
    Effect.gen(function* () {
      const { answerWith, notifier } = recordingNotifier(({ body }) => (body === "bad" ? 500 : 200))
      assert.strictEqual((yield* notifier.send({ ...request, body: "bad" })).status, 500)
      assert.strictEqual((yield* notifier.send(request)).status, 200)
      answerWith(() => "timeout")
      const error = yield* Effect.flip(notifier.send(request))
      assert.deepStrictEqual([error.reason, error.durationMs], ["timeout", 0])
      const gate = yield* Deferred.make<void>()
      answerWith(() => Effect.as(Deferred.await(gate), { status: 204, bodyExcerpt: "late" }))
      const waiting = yield* Effect.forkChild(notifier.send(request))
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual((yield* Fiber.join(waiting)).bodyExcerpt, "late")
    })
  )

  it.effect("refuses and does not record what the real notifier would refuse", () =>
    Effect.gen(function* () {
      const { notifier, requests } = recordingNotifier()
      const error = yield* Effect.flip(notifier.send({ ...request, url: "https://192.168.1.1/" }))
      assert.strictEqual(error.reason, "refused_url")
      assert.deepStrictEqual(requests, [])
    })
  )

  it.effect("serves as a layer without a recording of one's own", () =>
    Effect.gen(function* () {
      const notifier = yield* Notifier
      assert.strictEqual((yield* notifier.send(request)).status, 200)
    }).pipe(Effect.provide(Notifier.layerRecording()))
  )
})
