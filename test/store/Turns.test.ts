/** Long work in slices: one at a time, in order, and nobody keeps a turn that he does not use. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { inTurn, mapInTurns, untilDone } from "../../src/store/Turns.ts"

/** Turns of the event loop, counted until stopped. */
const countTurns = () => {
  let turns = 0
  let running = true
  const beat = () => {
    turns += 1
    if (running) setImmediate(beat)
  }
  setImmediate(beat)
  return { at: () => turns, stop: () => void (running = false) }
}

describe("long work", () => {
  it("is done one slice in a turn of the event loop, whoever it is for", async () => {
    const turns = countTurns()
    const slices: Array<readonly [who: string, turn: number]> = []
    const work = (who: string) => {
      let left = 5
      return untilDone(() => {
        slices.push([who, turns.at()])
        return --left > 0
      })
    }
    await Effect.runPromise(Effect.all([work("a"), work("b"), work("c")], { concurrency: "unbounded" }))
    turns.stop()
    expect(slices.map(([who]) => who).join("")).toBe("abcabcabcabcabc")
    expect(new Set(slices.map(([, turn]) => turn)).size).toBe(15)
  })

  it("that fails or is interrupted leaves its turn to the next", async () => {
    const after: Array<string> = []
    await Effect.runPromise(
      Effect.gen(function* () {
        const endless = yield* Effect.forkChild(
          untilDone(() => true),
          { startImmediately: true }
        )
        const failed = yield* Effect.flip(inTurn(() => Effect.fail("broken")))
        yield* Fiber.interrupt(endless)
        yield* inTurn(() => Effect.sync(() => after.push(failed, "next")))
      })
    )
    expect(after).toEqual(["broken", "next"])
  })

  it("over a list keeps its order and its places", async () => {
    const items = Array.from({ length: 1_000 }, (_, at) => at)
    expect(await Effect.runPromise(mapInTurns(items, (item, index) => item + index))).toEqual(
      items.map((item) => 2 * item)
    )
    expect(await Effect.runPromise(mapInTurns([], () => 1))).toEqual([])
  })
})
