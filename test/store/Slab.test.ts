import { describe, expect, it } from "vitest"
import { Slab } from "../../src/store/dialects/Slab.ts"

describe("a slab", () => {
  it("gives back a thing under its number, once", () => {
    const things = new Slab<string>()
    const [a, b] = [things.add("a"), things.add("b")]
    expect(a).not.toBe(b)
    expect([things.take(b), things.take(b), things.take(99)]).toEqual(["b", undefined, undefined])
    expect([things.size, things.take(a), things.size]).toEqual([1, "a", 0])
  })

  it("uses numbers that are free again, so that there are never more than things at a time", () => {
    const things = new Slab<number>()
    const under = new Map<number, number>()
    let highest = 0
    for (let thing = 0; thing < 1_000; thing++) {
      const number = things.add(thing)
      expect(under.has(number)).toBe(false)
      under.set(number, thing)
      highest = Math.max(highest, number)
      // Not in the order in which they came.
      const done = [...under.keys()][thing % under.size]!
      if (under.size > 5) {
        expect(things.take(done)).toBe(under.get(done))
        under.delete(done)
      }
      expect(things.size).toBe(under.size)
    }
    expect(highest).toBeLessThan(6)
  })

  it("gives everything at once", () => {
    const things = new Slab<string>()
    const numbers = ["a", "b", "c"].map((thing) => things.add(thing))
    things.take(numbers[1]!)
    expect(things.takeAll()).toEqual(["a", "c"])
    expect([things.size, things.takeAll(), things.take(numbers[0]!)]).toEqual([0, [], undefined])
    expect(things.take(things.add("d"))).toBe("d")
  })
})
