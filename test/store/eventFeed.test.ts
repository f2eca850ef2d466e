import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { InvalidCursor } from "../../src/domain/Cursor.ts"
import type { RegionStore } from "../../src/services/Store.ts"
import { cursorOf, endOfFeed, positionOf, readFeed, startOfFeed, type FeedPosition } from "../../src/store/eventFeed.ts"

/** A store in which these events are committed now, by number; several processes write to it. */
const storeOf = (
  committed: ReadonlyArray<number>,
  plugin = "cards",
  createdAt: (sequence: number) => number = () => 0
): RegionStore =>
  ({
    name: "us-east-1",
    dialect: { remote: true },
    read: (text: string, [, ...numbers]: ReadonlyArray<number>) => {
      if (text.includes("DESC"))
        return Effect.succeed(committed.toReversed().map((sequence) => ({ sequence, created_at: createdAt(sequence) })))
      const isBetween = (sequence: number) =>
        numbers.some((from, at) => at % 2 === 0 && sequence >= from && sequence <= numbers[at + 1]!)
      const isWanted = (sequence: number) => (text.includes(" BETWEEN ") ? isBetween(sequence) : sequence > numbers[0]!)
      return Effect.succeed(
        committed
          .filter(isWanted)
          .toSorted((one, other) => one - other)
          .slice(0, 200)
          .map((sequence) => ({
            sequence,
            id: `evt_${sequence}`,
            plugin,
            created_at: createdAt(sequence),
            body: plugin === "cards" ? "{}" : null
          }))
      )
    }
  }) as unknown as RegionStore

const read = (committed: ReadonlyArray<number>, from: FeedPosition, wallNow = 0) =>
  Effect.runSync(readFeed(storeOf(committed), "cards", from, wallNow))

const idsOf = ({ events }: ReturnType<typeof read>) => events.map(({ event }) => event.id)

describe("events of several writers", () => {
  it("come once each, also when one was numbered early and committed late", () => {
    const one = read([7, 9], startOfFeed)
    expect(idsOf(one)).toEqual(["evt_7", "evt_9"])
    const two = read([7, 8, 9, 10], one.position)
    expect(idsOf(two)).toEqual(["evt_8", "evt_10"])
    expect(idsOf(read([7, 8, 9, 10], two.position))).toEqual([])
  })

  it("are looked for until a commit cannot take longer, and once more by a reader who comes back later than that", () => {
    const { position } = read([1, 3, 5], startOfFeed)
    const waited = read([1, 2, 3, 5], position, 60_000)
    expect(idsOf(waited)).toEqual(["evt_2"])
    expect(idsOf(read([1, 2, 3, 4, 5], waited.position, 60_001))).toEqual([])
    // Whoever goes on behind an event that came late still gets those that came with it.
    const resumed = read([1, 2, 3, 4, 5], read([1, 2, 3, 4, 5], position, 60_000).events[0]!.position, 60_000)
    expect(idsOf(resumed)).toEqual(["evt_4"])
  })

  it("come also when they were the first of all, and however many a commit has", () => {
    const { events, position } = read([900], startOfFeed)
    expect(events.map(({ event }) => event.id)).toEqual(["evt_900"])
    const all = Array.from({ length: 900 }, (_, at) => at + 1)
    const found: Array<string> = []
    for (let fed = read(all, position); ; fed = read(all, fed.position)) {
      found.push(...idsOf(fed))
      if (!fed.isFull) break
    }
    expect(found).toEqual(all.slice(0, -1).map((number) => `evt_${number}`))
  })

  it("come all where two commits were numbered by turns, however many events they have", () => {
    const odd = Array.from({ length: 600 }, (_, at) => 2 * at + 1)
    const all = Array.from({ length: 1_200 }, (_, at) => at + 1)
    const found: Array<string> = []
    let position = startOfFeed
    for (const committed of [odd, odd, all, all, all, all, all, all, all]) {
      for (let isFull = true; isFull;) {
        const fed = read(committed, position)
        found.push(...idsOf(fed))
        ;({ isFull, position } = fed)
      }
    }
    expect(found.length).toBe(1_200)
    expect(new Set(found)).toEqual(new Set(all.map((number) => `evt_${number}`)))
    const begun = read(odd, startOfFeed).position
    expect(Effect.runSync(positionOf(storeOf(odd), cursorOf(storeOf(odd), begun), 0))).toEqual({
      ...begun,
      missing: begun.missing.map((gap) => ({ ...gap, until: 30_000 }))
    })
  })

  it("that are old come at once, however many between them were deleted", () => {
    const odd = Array.from({ length: 1_000 }, (_, at) => 2 * at + 1)
    const store = storeOf(odd, "cards", (sequence) => sequence * 1_000)
    const found: Array<string> = []
    let position = startOfFeed
    for (let isFull = true; isFull;) {
      const fed = Effect.runSync(readFeed(store, "cards", position, 0))
      found.push(...idsOf(fed))
      ;({ isFull, position } = fed)
    }
    expect(found).toEqual(odd.map((number) => `evt_${number}`))
    // Those of the last minute are still looked for.
    expect(position.missing.length).toBe(31)
  })

  it("come behind more numbers than are remembered that nobody commits any more", () => {
    const odd = Array.from({ length: 600 }, (_, at) => 2 * at + 1)
    const found: Array<string> = []
    let position = startOfFeed
    for (let wallNow = 0; wallNow < 200_000; wallNow += 10_000) {
      const fed = read(odd, position, wallNow)
      found.push(...idsOf(fed))
      position = fed.position
    }
    expect(found).toEqual(odd.map((number) => `evt_${number}`))
  })

  it("are found behind a cursor, with those that were missing when it was made", () => {
    const store = storeOf([7, 10])
    const { position } = read([7, 10], startOfFeed)
    const cursor = cursorOf(store, position)
    const resumed = Effect.runSync(positionOf(store, cursor, 1_000_000))
    expect(idsOf(read([7, 8, 10, 11], resumed, 1_000_001))).toEqual(["evt_8", "evt_11"])
  })

  it("are not looked for behind a cursor of data that were put back from an earlier copy", () => {
    const cursor = cursorOf(storeOf([]), read([7, 10], startOfFeed).position)
    expect(Effect.runSync(Effect.flip(positionOf(storeOf([7]), cursor, 0)))).toBeInstanceOf(InvalidCursor)
    expect(Effect.runSync(Effect.flip(positionOf(storeOf([]), cursor, 0)))).toBeInstanceOf(InvalidCursor)
  })

  it("come from now on, also those that were numbered before and committed after", () => {
    const store = storeOf([6, 7, 10])
    const end = Effect.runSync(endOfFeed(store, 0))
    expect(idsOf(read([6, 7, 8, 10, 11], end))).toEqual(["evt_8", "evt_11"])
    const cursor = cursorOf(store, end)
    expect(cursor).toBe("us-east-1:10.1-5.8-9")
    expect(Effect.runSync(endOfFeed(storeOf([]), 0))).toEqual({ last: 0, missing: [] })
  })

  it("of other plugins leave no gap", () => {
    const { events, position } = Effect.runSync(readFeed(storeOf([1, 2, 3], "bank"), "cards", startOfFeed, 0))
    expect(events).toEqual([])
    expect(position).toEqual({ last: 3, missing: [] })
  })
})
