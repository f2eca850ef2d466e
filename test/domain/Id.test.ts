import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Id from "../../src/domain/Id.ts"

const startMs = 1_767_225_600_000
const body = (id: string): string => id.slice(id.lastIndexOf("_") + 1)
const generate = (seed: number, clock: () => number) =>
  Id.makeIdGenerator({ now: clock, randomU32: Id.makeSeededRandom(seed) })

describe("an identifier", () => {
  it("is the prefix, an underscore, 9 characters of time and 14 random ones", () => {
    const id = generate(1, () => startMs)("pay")
    expect(id).toMatch(/^pay_[0-9a-hjkmnp-tv-z]{23}$/)
    expect([Id.isId("pay", id), Id.timeOfId(id)]).toEqual([true, startMs])
  })

  it.each([0, 1, 31, 32, 2 ** 35 - 1, 2 ** 35, startMs, 2 ** 45 - 1])("keeps the time %d", (timeMs) => {
    expect(Id.timeOfId(generate(1, () => timeMs)("we"))).toBe(timeMs)
  })

  it("drops fractions of a millisecond, so that they do not restart the random part", () => {
    let nowMs = startMs
    const next = generate(1, () => (nowMs += 0.01))
    const ids = Array.from({ length: 50 }, () => next("pay"))
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(ids.map(Id.timeOfId)).toEqual(ids.map(() => startMs))
  })

  it.each([-1, 2 ** 45, NaN, Infinity])("is not made for the time %d", (timeMs) => {
    expect(() => generate(1, () => timeMs)("pay")).toThrow(RangeError)
  })
})

describe("a generator", () => {
  it.prop(
    "gives strictly increasing identifiers whatever the clock does",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 }))), Schema.Int],
    ([offsets, seed]) => {
      let nowMs = startMs
      const next = generate(seed, () => nowMs)
      let last = ""
      for (const offset of [0, ...offsets]) {
        nowMs = startMs + offset
        const current = body(next(offset % 2 === 0 ? "pay" : "ref"))
        expect(current > last).toBe(true)
        last = current
      }
    }
  )

  it("repeats none of 1,000,000 identifiers while the clock stands still, moves and steps back", () => {
    const random = Id.makeSeededRandom(5)
    const next = generate(6, () => startMs + (random() % 10_000))
    let last = ""
    for (let index = 0; index < 1_000_000; index++) {
      const id = next("pay")
      if (!(id > last)) throw new Error(`${id} does not follow ${last}`)
      last = id
    }
    expect(Id.timeOfId(last)).toBe(startMs + 9999)
  })

  it("counts the random part up by one while the clock stands still or steps back", () => {
    let nowMs = startMs
    const draws = [0, 0, 0, 1, 2, 3]
    const next = Id.makeIdGenerator({ now: () => nowMs, randomU32: () => draws.shift()! })
    const made = [startMs, startMs, startMs - 1000, startMs + 1].map((timeMs) => {
      nowMs = timeMs
      return body(next("pay"))
    })
    expect(made.map((text) => text.slice(9))).toEqual([
      "00000000000000",
      "00000000000001",
      "00000000000002",
      // High half 1 * 8 + 3, low half 2 * 8 + 0.
      "000000b000000g"
    ])
    expect(made.map((text) => Id.timeOfId(`pay_${text}`)! - startMs)).toEqual([0, 0, 0, 1])
  })

  it("carries from the low half into the high half", () => {
    const draws = [0, 0xffffffff, 0b111_000]
    const next = Id.makeIdGenerator({ now: () => startMs, randomU32: () => draws.shift()! })
    const made = [next("pay"), next("pay"), next("pay")].map((id) => body(id).slice(9))
    expect(made).toEqual(["0000000zzzzzzz", "00000010000000", "00000010000001"])
  })

  it("counts the time up when the random part is exhausted", () => {
    const draws = [0xffffffff, 0xffffffff, 0xffffffff, 7, 7, 0, 9, 9, 0]
    const next = Id.makeIdGenerator({ now: () => startMs, randomU32: () => draws.shift()! })
    const made = [next("pay"), next("pay"), next("pay")]
    expect(body(made[0]!).slice(9)).toBe("z".repeat(14))
    expect(made.map((id) => Id.timeOfId(id)! - startMs)).toEqual([0, 1, 1])
    expect(made[1]! > made[0]! && made[2]! > made[1]!).toBe(true)
  })

  it("gives the same identifiers for the same seed and clock, and others for another seed", () => {
    const run = (seed: number) => {
      let nowMs = startMs
      const next = generate(seed, () => (nowMs += 7))
      return Array.from({ length: 100 }, () => next("pay"))
    }
    expect(run(1)).toEqual(run(1))
    expect(run(1).filter((id) => run(2).includes(id))).toEqual([])
  })
})

describe("isId and timeOfId", () => {
  const id = "pay_1kdwwznw0x2av7q0mzs6c1g"

  it.each([
    ["pay", id, true],
    ["ref", id, false],
    ["pa", id, false],
    ["", id, false],
    ["pay_", id, false],
    ["pay", id.slice(0, -1), false],
    ["pay", `${id}0`, false],
    ["pay", id.toUpperCase(), false],
    ["pay", `${id.slice(0, -1)}u`, false],
    ["pay", `${id.slice(0, -1)}\n`, false],
    ["pay", "", false]
  ])("says about prefix %j and %j: %s", (prefix, candidate, expected) => {
    expect(Id.isId(prefix, candidate)).toBe(expected)
  })

  it("accept a prefix that has an underscore itself", () => {
    const made = generate(1, () => startMs)("pm_card")
    expect([Id.isId("pm_card", made), Id.isId("pm", made), Id.timeOfId(made)]).toEqual([true, false, startMs])
  })

  it.each(["", "pay_", body(id), "pay_1", `${id}0`, id.toUpperCase()])("find no time in %j", (candidate) => {
    expect(Id.timeOfId(candidate)).toBeUndefined()
  })
})

const first = (seed: number): ReadonlyArray<number> => {
  const random = Id.makeSeededRandom(seed)
  return [random(), random(), random(), random()]
}

describe("makeSeededRandom", () => {
  it("gives the stream that seeds were written down for", () => {
    expect(first(0)).toEqual([1789933344, 44971166, 2521387044, 3848737593])
    expect(first(1)).toEqual([393288148, 2174103013, 3814759091, 2092745082])
    expect(first(42)).toEqual([660444221, 3652823732, 77672526, 910233633])
    expect(first(2 ** 32 + 1)).toEqual(first(1))
  })

  it("sets every bit about half of the time", () => {
    const random = Id.makeSeededRandom(7)
    const counts = Array.from({ length: 32 }, () => 0)
    const draws = 20_000
    for (let draw = 0; draw < draws; draw++) {
      const value = random()
      if (!(Number.isInteger(value) && value >= 0 && value < 2 ** 32)) throw new Error(`${value} is no u32`)
      for (let bit = 0; bit < 32; bit++) counts[bit]! += (value >>> bit) & 1
    }
    for (const count of counts) expect(Math.abs(count / draws - 0.5)).toBeLessThan(0.02)
  })
})
