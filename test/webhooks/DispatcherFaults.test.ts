import { describe, expect, it, vi } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Signer } from "../../src/services/Signer.ts"
import { StoreUnavailable, type RegionStore } from "../../src/services/Store.ts"
import { counts, releaseAll } from "../../src/store/jobRepository.ts"
import { removeEndpoint, updateEndpoint } from "../../src/webhooks/endpointOperations.ts"
import { replayWrites } from "../../src/webhooks/replayRepository.ts"
import {
  drainNow,
  deliveryRows,
  hourMs,
  isRecord,
  makeBench,
  makePatientBench,
  noJobs,
  onlyDelivery,
  retryNow,
  scheduleSeconds,
  secondMs,
  shop,
  startedAt,
  watching
} from "./fixture.ts"
import { textOf, written } from "../store/written.ts"

describe("an endpoint that goes away", () => {
  const gone = [
    [
      "disabled",
      (store: RegionStore, id: string) => updateEndpoint(store, shop, { id, change: { status: "disabled" } })
    ],
    ["deleted", (store: RegionStore, id: string) => removeEndpoint(store, shop, id)]
  ] as const

  it.effect.each(gone)("B78: drops what is pending with its jobs when it is %s, and no more is sent", ([, leave]) =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const { context, store } = bench
      const { id } = yield* bench.register()
      const other = yield* bench.register({ url: "https://other.example.com/", enabledEvents: ["sale.voided"] })
      bench.answerWith(() => (bench.requests.length === 1 ? 200 : 500))
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      yield* bench.publish("sale.made")
      yield* bench.publish("sale.voided")
      yield* bench.advance(0)
      expect(bench.requests).toHaveLength(4)

      const { writes } = yield* Effect.provideContext(leave(store, id), context)
      yield* store.write(writes)
      yield* bench.publish("sale.made")
      const statuses = (yield* deliveryRows(bench)).map(({ next_attempt_at, status }) => [status, next_attempt_at])
      const next = startedAt + 158 * secondMs
      expect(statuses).toEqual([
        ["delivered", null],
        ["dropped", null],
        ["dropped", null],
        ["pending", next]
      ])
      expect(yield* bench.rows(`SELECT due_at FROM jobs`)).toEqual([{ due_at: next }])
      yield* bench.advance(400 * hourMs)
      expect(new Set(bench.requests.slice(4).map(({ url }) => url))).toEqual(new Set(["https://other.example.com/"]))
      expect(other.id).not.toBe(id)
    })
  )

  it.effect("drops at the attempt what the change did not see", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.store.write([written(`DELETE FROM webhook_endpoints`)])
      yield* bench.advance(0)
      expect(bench.requests).toEqual([])
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "dropped", attempts: 0, log: [] })
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )

  it.effect("leaves alone what was settled before a job that stayed behind ran", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      yield* bench.publish("sale.made")
      const settle = `UPDATE webhook_deliveries SET status = 'dropped', next_attempt_at = NULL`
      yield* bench.store.write([written(settle)])
      yield* bench.advance(0)
      expect(bench.requests).toEqual([])
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )

  it.live("logs an attempt that was on its way, and makes no other", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const { id } = yield* bench.register()
      const sent = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<{ status: number }>()
      bench.answerWith(() => Effect.andThen(Deferred.succeed(sent, undefined), Deferred.await(answer)))
      yield* bench.publish("sale.made")
      const draining = yield* Effect.forkChild(bench.advance(0))
      yield* Deferred.await(sent)
      const { writes } = yield* Effect.provideContext(removeEndpoint(bench.store, shop, id), bench.context)
      yield* bench.store.write(writes)
      yield* Deferred.succeed(answer, { status: 500 })
      yield* Fiber.join(draining)
      const delivery = yield* onlyDelivery(bench)
      expect(delivery).toMatchObject({ status: "dropped", log: [{ number: 1, httpStatus: 500 }] })
      expect(yield* counts(bench.store)).toEqual(noJobs)
    }).pipe(Effect.scoped)
  )
})

describe("attempts at one delivery at a time", () => {
  it.live("leave it delivered when a manual one is accepted while one of the schedule fails", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const recorded = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<{ status: number }>()
      const sent = yield* Deferred.make<void>()
      bench.answerWith(() =>
        bench.requests.length === 1
          ? Effect.andThen(Deferred.succeed(sent, undefined), Deferred.await(answer))
          : Effect.succeed({ status: 200 })
      )
      yield* bench.register()
      yield* bench.publish("sale.made")
      let records = 0
      const watched: RegionStore = {
        ...bench.store,
        write: (writes) =>
          Effect.tap(bench.store.write(writes), () => {
            if (isRecord(writes.map(textOf))) records += 1
            return records === 1 ? Deferred.succeed(recorded, undefined) : Effect.void
          })
      }
      const worker = yield* bench.restart(watched)
      const serving = yield* Effect.forkChild(worker.serve(watched))
      yield* Deferred.await(sent)
      const { id } = yield* onlyDelivery(bench)
      yield* Effect.provideContext(retryNow(bench.store, shop, id), bench.context)
      yield* Deferred.await(recorded)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 0 })
      yield* Fiber.interrupt(serving)
      const draining = yield* Effect.forkChild(drainNow(worker, bench.clock))
      yield* Deferred.succeed(answer, { status: 500 })
      yield* Fiber.join(draining)
      const delivery = yield* onlyDelivery(bench)
      expect(delivery).toMatchObject({ status: "delivered", attempts: 1, nextAttemptAt: undefined })
      expect(delivery.log.map(({ httpStatus }) => httpStatus)).toEqual([200, 500])
      expect(yield* counts(bench.store)).toEqual(noJobs)
    }).pipe(Effect.scoped)
  )

  it.effect("decide again on what is stored when another was written first, and send nothing again", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => 500)
      yield* bench.register()
      yield* bench.publish("sale.made")
      let changes = 0
      const changing = watching(bench.store, (texts) => {
        if (!isRecord(texts)) return Effect.void
        changes += 1
        const text = `UPDATE webhook_deliveries SET status = 'dropped', next_attempt_at = NULL`
        return changes === 1 ? Effect.orDie(bench.store.write([written(text)])) : Effect.void
      })
      const worker = yield* bench.restart(changing)
      yield* drainNow(worker, bench.clock)
      expect(bench.requests).toHaveLength(1)
      expect(changes).toBe(2)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "dropped", log: [{ httpStatus: 500 }] })
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )
})

/** A store that stops writing the moment an attempt would be recorded, as a process that is killed there. */
const dying = (store: RegionStore): RegionStore => {
  let isDead = false
  return {
    ...store,
    write: (writes) => {
      if (isRecord(writes.map(textOf))) isDead = true
      if (!isDead) return store.write(writes)
      return Effect.fail(new StoreUnavailable({ region: store.name, reason: "closed", detail: "killed" }))
    }
  }
}

describe("a crash", () => {
  it.effect("between the send and the commit sends again after the restart: at least once", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      const event = yield* bench.publish("sale.made")
      const killed = yield* bench.restart(dying(bench.store))
      yield* drainNow(killed, bench.clock)
      expect(bench.requests).toHaveLength(1)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "pending", attempts: 0, log: [] })

      yield* releaseAll(bench.store)
      const restarted = yield* bench.restart(bench.store)
      yield* drainNow(restarted, bench.clock)
      expect(bench.requests.map(({ body }) => body)).toEqual([event.body, event.body])
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 1, log: [{ number: 1 }] })
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )
})

describe("an endpoint that hangs", () => {
  const hangingUrl = "https://hanging.example.com/"
  const quickUrl = "https://quick.example.com/"

  const run = Effect.fnUntraced(function* (mode: "frozen" | "system") {
    const bench = yield* makePatientBench(20)
    if (mode === "system") {
      bench.wall.now = startedAt
      bench.clock.set({ mode: "system" })
    }
    const arrived = yield* Deferred.make<void>()
    let onTheirWay = 0
    bench.answerWith(({ url }) => {
      if (url === quickUrl) return Effect.as(Deferred.succeed(arrived, undefined), { status: 200 })
      onTheirWay += 1
      return Effect.never
    })
    yield* bench.register({ url: hangingUrl, enabledEvents: ["sale.made"] })
    yield* bench.register({ url: quickUrl, enabledEvents: ["sale.voided"] })
    // More than the worker has slots, all of them due before the other endpoint's one.
    yield* Effect.forEach(Array.from({ length: 400 }), () => bench.publish("sale.made"))
    const serving = yield* Effect.forkChild(bench.worker.serve(bench.store))
    yield* bench.publish("sale.voided")
    yield* Deferred.await(arrived)
    const toHanging = bench.requests.filter(({ url }) => url === hangingUrl).length
    yield* Fiber.interrupt(serving)
    return { onTheirWay, toHanging }
  }, Effect.scoped)

  it.live("does not hold up another endpoint while time stands still", () =>
    Effect.gen(function* () {
      expect(yield* run("frozen")).toEqual({ onTheirWay: 8, toHanging: 8 })
    })
  )

  it.live("does not hold up another endpoint while time runs", () =>
    Effect.gen(function* () {
      expect(yield* run("system")).toEqual({ onTheirWay: 8, toHanging: 8 })
    })
  )

  it.live("keeps attempts that found no room: all arrive once it answers, and none counts twice", () =>
    Effect.gen(function* () {
      const bench = yield* makePatientBench(20)
      const answer = yield* Deferred.make<{ status: number }>()
      const sentAway = yield* Deferred.make<void>()
      bench.answerWith(() => Deferred.await(answer))
      yield* bench.register()
      yield* Effect.forEach(Array.from({ length: 50 }), () => bench.publish("sale.made"))
      const watched = watching(bench.store, (texts) =>
        texts.some((text) => text.includes("INTO jobs")) ? Deferred.succeed(sentAway, undefined) : Effect.void
      )
      const worker = yield* bench.restart(watched)
      const draining = yield* Effect.forkChild(drainNow(worker, bench.clock))
      yield* Deferred.await(sentAway)
      expect(bench.requests).toHaveLength(8)
      yield* Deferred.succeed(answer, { status: 200 })
      yield* Fiber.join(draining)
      expect(bench.requests).toHaveLength(50)
      const settled = (yield* deliveryRows(bench)).map(({ attempts, status }) => `${status} ${attempts}`)
      expect(settled).toEqual(Array.from({ length: 50 }, () => "delivered 1"))
      expect(yield* counts(bench.store)).toEqual(noJobs)
    }).pipe(Effect.scoped)
  )
})

describe("a signer that does not answer for hours", () => {
  it.effect("costs attempts of the schedule, and no delivery", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const signer = Context.get(bench.context, Signer)
      const unanswering = Signer.make({ ...signer, name: "hsm", sign: () => Promise.reject(new Error("no session")) })
      const sign = vi.spyOn(signer, "sign").mockImplementation(unanswering.sign)
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(4 * hourMs)
      const { log } = yield* onlyDelivery(bench)
      expect(log.map(({ scheduledAt }) => (scheduledAt - startedAt) / 1_000)).toEqual(scheduleSeconds.slice(0, 5))
      expect(new Set(log.map(({ error }) => error))).toEqual(new Set(["signer_unavailable"]))
      sign.mockRestore()
      yield* bench.advance(2 * hourMs)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 6 })
      expect(bench.requests).toHaveLength(1)
    })
  )
})

describe("a job that was given up", () => {
  const giveUp = written(`UPDATE jobs SET state = 'dead', attempts = 8, last_error = 'Error: bug'`)

  const makeWaiting = Effect.gen(function* () {
    const bench = yield* makeBench
    const endpoint = yield* bench.register()
    const event = yield* bench.publish("sale.made")
    const replay = Effect.suspend(() =>
      bench.store.write(replayWrites({ eventId: event.id, endpointId: endpoint.id, now: bench.clock.now() }))
    )
    const retry = Effect.flatMap(onlyDelivery(bench), ({ id }) =>
      Effect.provideContext(retryNow(bench.store, shop, id), bench.context)
    )
    return { bench, replay, retry }
  })

  it.effect.each(["retry", "replay"] as const)("as an extra attempt runs by the next %s", (again) =>
    Effect.gen(function* () {
      const { bench, retry, ...by } = yield* makeWaiting
      yield* bench.advance(0)
      yield* retry
      yield* bench.store.write([giveUp])
      yield* { ...by, retry }[again]
      yield* bench.advance(0)
      expect(bench.requests).toHaveLength(2)
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )

  it.effect("as the first attempt goes on by a replay", () =>
    Effect.gen(function* () {
      const { bench, replay } = yield* makeWaiting
      yield* bench.store.write([giveUp])
      yield* replay
      yield* bench.advance(0)
      expect(bench.requests).toHaveLength(1)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 1 })
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )
})
