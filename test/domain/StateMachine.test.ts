import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import * as StateMachine from "../../src/domain/StateMachine.ts"

type State = "authorized" | "succeeded" | "canceled"
type Trigger = "capture" | "cancel"
const { refused } = StateMachine

const hold = StateMachine.defineStateMachine<State, Trigger>()({
  name: "hold",
  initial: "authorized",
  final: ["succeeded", "canceled"],
  rows: {
    authorized: { capture: "succeeded", cancel: "canceled" },
    succeeded: { capture: refused, cancel: refused },
    canceled: { capture: refused, cancel: refused }
  }
})

describe("transition", () => {
  const rows: ReadonlyArray<readonly [State, Trigger, State | null]> = [
    ["authorized", "capture", "succeeded"],
    ["authorized", "cancel", "canceled"],
    ["succeeded", "capture", null],
    ["succeeded", "cancel", null],
    ["canceled", "capture", null],
    ["canceled", "cancel", null]
  ]

  it.each(rows)("answers %s on %s with %s as its table says", (state, trigger, next) => {
    const result = StateMachine.transition(hold, state, trigger)
    if (next !== null) expect(Result.getOrThrow(result)).toBe(next)
    else {
      const refusal = Result.getOrThrow(Result.flip(result))
      expect(refusal).toBeInstanceOf(StateMachine.IllegalTransition)
      expect(refusal).toMatchObject({ _tag: "IllegalTransition", machine: "hold", state, trigger })
    }
  })
})

describe("defineStateMachine", () => {
  const define = StateMachine.defineStateMachine<"open" | "closed", "open" | "close">()

  it("does not compile with a missing pair, a missing state, an unknown trigger or an unknown next state", () => {
    const frame = { name: "door", initial: "open", final: [] } as const
    const tables = [
      // @ts-expect-error the pair (closed, close) is missing
      define({ ...frame, rows: { open: { open: refused, close: "closed" }, closed: { open: "open" } } }),
      // @ts-expect-error the state closed is missing
      define({ ...frame, rows: { open: { open: refused, close: "closed" } } }),
      define({
        ...frame,
        // @ts-expect-error knock is no trigger
        rows: { open: { open: refused, close: "closed", knock: refused }, closed: { open: "open", close: refused } }
      }),
      // @ts-expect-error ajar is no state
      define({ ...frame, rows: { open: { open: refused, close: "ajar" }, closed: { open: "open", close: refused } } })
    ]
    // @ts-expect-error knock is no trigger of this machine
    const call = () => StateMachine.transition(hold, "authorized", "knock")
    expect([tables.length, typeof call]).toEqual([4, "function"])
  })

  it.each(["open", "closed"] as const)("throws when a final state can be left, even for itself (to %s)", (next) => {
    const attempt = () =>
      define({
        name: "door",
        initial: "open",
        final: ["closed"],
        rows: { open: { open: refused, close: "closed" }, closed: { open: next, close: refused } }
      })
    expect(attempt).toThrow("State machine door: final state closed is left by open")
  })
})

describe("isFinal", () => {
  it("is true for the states that never change", () => {
    const states: ReadonlyArray<State> = ["authorized", "succeeded", "canceled"]
    expect(states.map((state) => StateMachine.isFinal(hold, state))).toEqual([false, true, true])
  })
})
