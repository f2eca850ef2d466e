import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { counts } from "../../src/store/jobRepository.ts"
import { removeEndpoint } from "../../src/webhooks/endpointOperations.ts"
import {
  hourMs,
  makeBench,
  noJobs,
  onlyDelivery,
  retryNow,
  scheduleSeconds,
  secondMs,
  shop,
  startedAt,
  vault
} from "./fixture.ts"

const retry = (bench: Effect.Success<typeof makeBench>, owner: typeof shop, deliveryId: string) =>
  Effect.provideContext(retryNow(bench.store, owner, deliveryId), bench.context)

describe("prepareRetry", () => {
  it.effect("makes one extra attempt now and leaves the schedule as it was", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const times: Array<number> = []
      bench.answerWith(() => {
        times.push((bench.clock.now() - startedAt) / secondMs)
        return 500
      })
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(200 * secondMs)
      const before = yield* onlyDelivery(bench)
      yield* retry(bench, shop, before.id)
      yield* bench.advance(0)
      const after = yield* onlyDelivery(bench)
      expect({ ...after, log: [] }).toEqual({ ...before, log: [] })
      expect(after.log).toHaveLength(3)
      yield* bench.advance(400 * hourMs)
      expect(times).toEqual([0, 158, 200, ...scheduleSeconds.slice(2)])
      const numbers = bench.requests.map(({ headers }) => Number(headers["SVC-Delivery-Attempt"]))
      expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "exhausted", attempts: 8 })
    })
  )

  it.effect("settles a pending delivery that is accepted: the schedule ends", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => (bench.requests.length === 1 ? 500 : 200))
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(secondMs)
      const { id } = yield* onlyDelivery(bench)
      yield* retry(bench, shop, id)
      yield* bench.advance(0)
      expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 1, nextAttemptAt: undefined })
      expect(yield* counts(bench.store)).toEqual(noJobs)
    })
  )

  it.effect("B95: delivers what was exhausted, and repeats what was delivered, with the same event id", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      bench.answerWith(() => 500)
      yield* bench.register()
      const event = yield* bench.publish("sale.made")
      yield* bench.advance(48 * hourMs)
      const { id } = yield* onlyDelivery(bench)
      bench.answerWith(() => 200)
      for (const requests of [9, 10]) {
        yield* retry(bench, shop, id)
        yield* bench.advance(0)
        expect(bench.requests).toHaveLength(requests)
        expect(bench.requests.at(-1)?.headers["SVC-Event-Id"]).toBe(event.id)
        expect(yield* onlyDelivery(bench)).toMatchObject({ status: "delivered", attempts: 8 })
      }
    })
  )

  it.effect("asked for twice before it is made, is made once", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      const { id } = yield* onlyDelivery(bench)
      yield* retry(bench, shop, id)
      yield* retry(bench, shop, id)
      yield* bench.advance(0)
      expect(bench.requests).toHaveLength(2)
    })
  )

  it.effect("finds a delivery in its own scope only, and refuses what has no endpoint", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const endpoint = yield* bench.register()
      yield* bench.publish("sale.made")
      yield* bench.advance(0)
      const { id } = yield* onlyDelivery(bench)
      for (const owner of [{ ...shop, scope: "acct_2/test" }, vault]) {
        expect(yield* Effect.flip(retry(bench, owner, id))).toMatchObject({ _tag: "DeliveryNotFound", id })
      }
      const { writes } = yield* Effect.provideContext(removeEndpoint(bench.store, shop, endpoint.id), bench.context)
      yield* bench.store.write(writes)
      const refused = yield* Effect.flip(retry(bench, shop, id))
      expect(refused).toMatchObject({ _tag: "RetryRefused", reason: "endpoint_deleted" })
    })
  )
})
