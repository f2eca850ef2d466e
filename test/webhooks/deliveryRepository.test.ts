import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { deliveryJob } from "../../src/webhooks/Dispatcher.ts"
import * as deliveries from "../../src/webhooks/deliveryRepository.ts"
import { makeBench, scope } from "./fixture.ts"

describe("listPage", () => {
  it.effect("shows the deliveries of an endpoint, newest first, from a position on", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      const { id } = yield* bench.register()
      const events = [yield* bench.publish("sale.made"), yield* bench.publish("sale.made")]
      yield* bench.advance(1)
      events.push(yield* bench.publish("sale.voided"))
      const eventIds = events.map((event) => event.id).toReversed()
      const [first, second] = yield* deliveries.listPage(bench.store, { endpointId: id, after: undefined, rows: 2 })
      expect([first?.eventId, second?.eventId]).toEqual(eventIds.slice(0, 2))
      const rest = yield* deliveries.listPage(bench.store, { endpointId: id, after: second, rows: 2 })
      expect(rest.map(({ eventId }) => eventId)).toEqual(eventIds.slice(2))
      expect(yield* deliveries.byId(bench.store, { plugin: "shop", scope, id: first!.id })).toMatchObject({
        id: first!.id
      })
      expect(yield* deliveries.byId(bench.store, { plugin: "shop", scope: "x", id: first!.id })).toBeUndefined()
    })
  )
})

describe("the owners of attempts that run elsewhere", () => {
  it.effect("are those of the events, found by the keys of their jobs, also of attempts by hand", () =>
    Effect.gen(function* () {
      const bench = yield* makeBench
      yield* bench.register()
      yield* bench.publish("sale.made")
      const [{ job_key: key = "" } = {}] = yield* bench.rows<{ job_key: string }>("SELECT job_key FROM jobs")
      const { ownersOf } = deliveryJob(new Map())
      const byHand = key.replace(/[^/]*$/, "manual")
      expect(yield* ownersOf!(bench.store, [key, byHand, "none/1"])).toEqual([{ plugin: "shop", scope }])
    })
  )
})
