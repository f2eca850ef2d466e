/** Waiting for what a later commit brings: called at once, found by looking, sent away. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { it } from "@effect/vitest"
import { describe, expect } from "vitest"
import { makeWaitingRoom } from "../../src/store/WaitingRoom.ts"

const nobody = () => Effect.succeed([])

describe("a waiting room", () => {
  it.effect("answers whoever waits for a key when it is called, and nobody else", () =>
    Effect.gen(function* () {
      const room = makeWaitingRoom(nobody)
      const one = yield* Effect.forkChild(room.wait("a", 60_000))
      const two = yield* Effect.forkChild(room.wait("a", 60_000))
      const other = yield* Effect.forkChild(room.wait("b", 1_000))
      yield* Effect.yieldNow
      expect(room.size()).toBe(3)
      room.call("a")
      expect(yield* Fiber.join(one)).toBe(true)
      expect(yield* Fiber.join(two)).toBe(true)
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(other)).toBe(false)
      expect(room.size()).toBe(0)
    })
  )

  it.live("finds what another process committed by looking for all at once", () =>
    Effect.gen(function* () {
      const asked: Array<ReadonlyArray<string>> = []
      const room = makeWaitingRoom((keys) =>
        Effect.sync(() => {
          asked.push(keys)
          return keys.filter((key) => key === "theirs")
        })
      )
      const both = yield* Effect.all([room.wait("theirs", 10_000), room.wait("nobody's", 1_500)], {
        concurrency: "unbounded"
      })
      expect(both).toEqual([true, false])
      expect(asked[0]).toEqual(["theirs", "nobody's"])
    })
  )

  it.live("looks again after a look that failed, also by a defect", () =>
    Effect.gen(function* () {
      const ends = [Effect.die("unreadable"), Effect.succeed(["a"])]
      const room = makeWaitingRoom(() => ends.shift()!)
      expect(yield* room.wait("a", 2_000, true)).toBe(true)
    })
  )

  it.live("looks once for all who ask within a moment", () =>
    Effect.gen(function* () {
      let looks = 0
      const room = makeWaitingRoom((keys) =>
        Effect.sync(() => {
          looks++
          return keys
        })
      )
      yield* Effect.all([room.wait("a", 900, true), room.wait("b", 900, true), room.wait("c", 900, true)], {
        concurrency: "unbounded"
      })
      expect(looks).toBe(1)
    })
  )

  it.effect("forgets whoever is interrupted, and sends everybody away when it closes", () =>
    Effect.gen(function* () {
      const room = makeWaitingRoom(nobody)
      const gone = yield* Effect.forkChild(room.wait("a", 60_000))
      const stays = yield* Effect.forkChild(room.wait("b", 60_000))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(gone)
      expect(room.size()).toBe(1)
      yield* room.close
      expect(yield* Fiber.join(stays)).toBe(false)
      expect(yield* room.wait("c", 60_000)).toBe(false)
    })
  )
})
