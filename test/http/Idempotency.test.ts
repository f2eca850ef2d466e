import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "@effect/vitest"
import type { IdempotencyClaim } from "../../src/http/Caller.ts"
import type { IdempotencyRules } from "../../src/http/Face.ts"
import { keyOf, makeIdempotency } from "../../src/http/Idempotency.ts"
import { IdempotencyKeyInUse, IdempotencyKeyReused } from "../../src/http/Refusal.ts"
import { makeClock } from "../../src/services/Clock.ts"
import { Store, type RegionStore } from "../../src/services/Store.ts"
import { keep } from "../../src/store/idempotencyRepository.ts"
import { storeLayer } from "../store/openStore.ts"
import { onSqlite } from "../store/onSqlite.ts"

const rules: IdempotencyRules = { header: "idempotency-key", bodyField: "key", lifetimeMs: 1_000, waitMs: 30_000 }

describe("the key of a request", () => {
  const found = (header: string | undefined, body: unknown, over: Partial<IdempotencyRules> = {}) =>
    Result.match(keyOf({ ...rules, ...over }, header, body), {
      onSuccess: (key) => key,
      onFailure: (refusal) => refusal._tag
    })

  it.each([
    ["the header", "k1", {}, "k1"],
    ["the body's field", undefined, { key: "k2" }, "k2"],
    ["both when they agree", "k3", { key: "k3" }, "k3"],
    ["a key of one character", "~", {}, "~"],
    ["a key of 255 characters", "x".repeat(255), {}, "x".repeat(255)],
    ["none", undefined, {}, undefined]
  ])("is %s", (_, header, body, key) => {
    expect(found(header, body)).toBe(key)
  })

  it.each([
    ["IdempotencyKeyConflict", "header and body differ", "k1", { key: "k2" }],
    ["IdempotencyKeyConflict", "only the body's is empty", "k1", { key: "" }],
    ["InvalidIdempotencyKey", "it is empty", "", {}],
    ["InvalidIdempotencyKey", "it has 256 characters", "x".repeat(256), {}],
    ["InvalidIdempotencyKey", "it holds a letter beyond ASCII", undefined, { key: "é" }],
    ["InvalidIdempotencyKey", "it holds a line break", undefined, { key: "a\nb" }],
    ["InvalidIdempotencyKey", "it holds DEL", undefined, { key: "a\x7f" }]
  ])("is refused with %s when %s", (tag, _, header, body) => {
    expect(found(header, body)).toBe(tag)
  })

  it("is not looked for in the body by a plugin without such a field", () => {
    expect(found(undefined, { key: "k" }, { bodyField: undefined })).toBeUndefined()
  })

  it("is left to the schema when the body's field is no text", () => {
    expect(found(undefined, { key: 7 })).toBeUndefined()
  })

  it("is never taken from a prototype", () => {
    expect(found(undefined, JSON.parse(`{"__proto__":{"key":"k"}}`))).toBeUndefined()
  })
})

const startedAt = 1_000_000

/** Engine time stands at `startedAt`; the wait of a repetition runs with the test's clock. */
const start = Effect.gen(function* () {
  const store = yield* Store
  const home = yield* store.region(store.home)
  let reads = 0
  const counted: RegionStore = { ...home, read: (text, params) => (reads++, home.read(text, params)) }
  const clock = makeClock(() => 0, { mode: "frozen", at: startedAt })
  const idempotency = makeIdempotency({ exclusive: true })
  const claimOf = (fingerprint = "f", key = "k"): IdempotencyClaim => ({
    scope: "tiny:ada/test",
    key,
    fingerprint,
    claimedAt: clock.now(),
    expiresAt: () => clock.now() + 1_000,
    seal: (body) => body,
    winner: Effect.undefined
  })
  const run = <A, E>(execute: Effect.Effect<A, E>, fingerprint?: string, key?: string) =>
    idempotency.run(
      { claim: claimOf(fingerprint, key), waitMs: 30_000, stores: Effect.succeed([counted]) },
      Effect.uninterruptible(execute)
    )
  const record = (fingerprint = "f") => ({
    ...claimOf(fingerprint),
    expiresAt: clock.now() + 1_000,
    requestId: "req_1",
    status: 201,
    body: "kept"
  })
  const keepRecord = (fingerprint?: string) => home.write([keep(record(fingerprint), clock.now())])
  const found = (fingerprint?: string) =>
    idempotency.find({ claim: claimOf(fingerprint), stores: Effect.succeed([home]) })
  return { clock, found, run, record, keepRecord, reads: () => reads }
})

it.effect("a key that was never used is not looked for once the kept ones are known, and later it is", () =>
  Effect.gen(function* () {
    const { reads, run } = yield* start
    yield* run(Effect.void)
    const before = reads()
    expect(yield* run(Effect.succeed("done"), "f", "new")).toEqual({ _tag: "Executed", value: "done" })
    expect(reads()).toBe(before)
    yield* run(Effect.void, "f", "new")
    expect(reads()).toBe(before + 1)
  }).pipe(Effect.provide(storeLayer(":memory:")))
)

class Refused extends Data.TaggedError("Refused")<{ readonly run: number }> {}

describe("a repetition", () => {
  it.effect("is refused after the wait, and the first request goes on", () =>
    Effect.gen(function* () {
      const { run } = yield* start
      const gate = yield* Deferred.make<string>()
      const first = yield* Effect.forkChild(run(Deferred.await(gate)), { startImmediately: true })
      const second = yield* Effect.forkChild(Effect.flip(run(Effect.succeed("other"))), { startImmediately: true })
      yield* TestClock.adjust(29_999)
      expect(second.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(second)).toBeInstanceOf(IdempotencyKeyInUse)
      yield* Deferred.succeed(gate, "first")
      expect(yield* Fiber.join(first)).toEqual({ _tag: "Executed", value: "first" })
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("of another request is refused at once, without a wait", () =>
    Effect.gen(function* () {
      const { run } = yield* start
      const gate = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(run(Deferred.await(gate)), { startImmediately: true })
      expect(yield* Effect.flip(run(Effect.void, "another"))).toBeInstanceOf(IdempotencyKeyReused)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(first)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("runs itself when the first failed; of many one at a time", () =>
    Effect.gen(function* () {
      const { run } = yield* start
      let runs = 0
      let together = 0
      const execute = Effect.gen(function* () {
        expect(++together).toBe(1)
        const run = ++runs
        yield* Effect.yieldNow
        together--
        return run < 10 ? yield* new Refused({ run }) : run
      })
      const exits = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.exit(run(execute))),
        { concurrency: "unbounded" }
      )
      expect(runs).toBe(10)
      expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("that gives up waiting changes nothing for the others", () =>
    Effect.gen(function* () {
      const { keepRecord, run } = yield* start
      const gate = yield* Deferred.make<void>()
      const execute = Effect.andThen(Deferred.await(gate), keepRecord())
      const first = yield* Effect.forkChild(run(execute), { startImmediately: true })
      const gone = yield* Effect.forkChild(run(execute), { startImmediately: true })
      const stays = yield* Effect.forkChild(run(execute), { startImmediately: true })
      yield* Fiber.interrupt(gone)
      yield* Deferred.succeed(gate, undefined)
      expect((yield* Fiber.join(first))._tag).toBe("Executed")
      expect((yield* Fiber.join(stays))._tag).toBe("Replayed")
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )
})

describe("a stored answer", () => {
  it.effect("C197: is replayed until the last millisecond of its life, and then forgotten", () =>
    Effect.gen(function* () {
      const { clock, keepRecord, record, run } = yield* start
      const kept = record()
      yield* keepRecord()
      clock.set({ mode: "frozen", at: startedAt + 999 })
      const outcome = yield* run(Effect.die(new Error("ran")))
      expect(outcome).toMatchObject({ _tag: "Replayed", record: { requestId: "req_1", status: 201, body: "kept" } })
      expect(outcome).toMatchObject({ record: { expiresAt: kept.expiresAt } })
      expect(yield* Effect.flip(run(Effect.void, "another"))).toBeInstanceOf(IdempotencyKeyReused)
      clock.set({ mode: "frozen", at: startedAt + 1_000 })
      expect(yield* run(Effect.succeed("new"), "another")).toEqual({ _tag: "Executed", value: "new" })
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect("of another process is found after a lost race, and refuses another request", () =>
    Effect.gen(function* () {
      const { found, keepRecord } = yield* start
      expect(yield* found()).toBeUndefined()
      yield* keepRecord()
      expect(yield* found()).toMatchObject({ body: "kept" })
      expect(yield* Effect.flip(found("another"))).toBeInstanceOf(IdempotencyKeyReused)
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )
})

describe("a key", () => {
  it.effect("is free again when its request dies", () =>
    Effect.gen(function* () {
      const { run } = yield* start
      yield* Effect.exit(run(Effect.die(new Error("bug"))))
      expect((yield* run(Effect.succeed("free")))._tag).toBe("Executed")
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )

  it.effect.runIf(onSqlite)("is free again at whatever step its request is interrupted", () =>
    Effect.gen(function* () {
      // A fiber gives way after so many steps: so it is interrupted at every one of the first steps in turn.
      for (let steps = 2; steps <= 40; steps++) {
        const { run } = yield* start
        const fiber = yield* run(Effect.succeed("gone")).pipe(
          Effect.provideService(References.MaxOpsBeforeYield, steps),
          Effect.forkChild({ startImmediately: true })
        )
        yield* Fiber.interrupt(fiber)
        const next = yield* Effect.forkChild(run(Effect.succeed("next")), { startImmediately: true })
        for (let turns = 0; turns < 20 && next.pollUnsafe() === undefined; turns++) yield* Effect.yieldNow
        expect([steps, next.pollUnsafe()?._tag]).toEqual([steps, "Success"])
      }
    }).pipe(Effect.provide(storeLayer(":memory:")))
  )
})
