/** Directory files of fixed columns, read in steps. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { DirectoryMerge } from "../../../plugins/bank/participants/DirectoryFile.ts"
import type { Participant } from "../../../plugins/bank/participants/Participant.ts"

const known: Participant = {
  routingNumber: "021000021",
  name: "Known",
  status: "active",
  ach: { participates: true },
  fedwire: { participates: true },
  rtp: { participates: true },
  fednow: { participates: false }
}

const line = (routingNumber: string, name: string) => `${routingNumber.padEnd(35)}${name}`.padEnd(71)

const merged = (text: string, bank = known) => {
  const merge = new DirectoryMerge("fedach", text)
  merge.know([bank])
  let steps = 1
  while (merge.step()) steps += 1
  return { steps, outcome: merge.outcome }
}

describe("a directory file", () => {
  it("changes its own rail: of banks that it names, and of those that it leaves out", () => {
    const { outcome } = merged(`${line("011000015", "New")}\r\n\n`)
    expect(Result.getOrThrow(outcome)).toMatchObject([
      { routingNumber: "021000021", ach: { participates: false }, fedwire: { participates: true } },
      { routingNumber: "011000015", name: "New", ach: { participates: true }, fedwire: { participates: false } }
    ])
  })

  it("says nothing of who is signed off: that stays as an administrator has it", () => {
    const away = { ...known, ach: { participates: true, signedOff: true } }
    const { outcome } = merged(line(known.routingNumber, "Known"), away)
    expect(Result.getOrThrow(outcome)).toMatchObject([{ ach: { participates: true, signedOff: true } }])
  })

  it.each([
    ["short\n", 1, "has fewer than 71 characters"],
    [`${line("011000015", "A")}\n\n${line("011000016", "B")}`, 3, "does not begin with a routing number"],
    ["\n\r\n", 3, "is the last, and none names a bank"]
  ])("is refused by its line: %j", (text, number, problem) => {
    const { outcome } = merged(text)
    expect(Result.isFailure(outcome) && outcome.failure).toMatchObject({ line: number, problem })
  })

  it("of many lines, empty or not, takes many steps", () => {
    expect(merged("\n".repeat(100_000)).steps).toBeGreaterThan(10)
    const { outcome, steps } = merged(`${line("011000015", "A")}\n`.repeat(20_000))
    expect(steps).toBeGreaterThan(5)
    expect(Result.getOrThrow(outcome)).toHaveLength(2)
  })
})
