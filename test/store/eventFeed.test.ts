import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { RegionStore } from "../../src/services/Store.ts"
import { cursorOf, endOfFeed, positionOf, readFeed, startOfFeed, type FeedPosition } from "../../src/store/eventFeed.ts"

/** A store in which these events are committed now, by number; several processes write to it. */
const storeOf = (committed: ReadonlyArray<number>, plugin = "cards"): RegionStore =>
  ({
    name: "us-east-1",
    dialect: { remote: true },
    read: (text: string, [, ...numbers]: ReadonlyArray<number>) => {
      if (text.includes("DESC")) return Effect.succeed(committed.toReversed().map((sequence) => ({ sequence })))
      const isWanted = (sequence: number) =>
        text.includes(" IN ") ? numbers.includes(sequence) : sequence > numbers[0]!
      return Effect.succeed(
        committed
          .filter(isWanted)
          .toSorted((one, other) => one - other)
          .map((sequence) => ({
            sequence,
            id: `evt_${sequence}`,
            plugin,
            created_at: 0,
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

  it("are looked for until a commit cannot take longer", () => {
    const { position } = read([7, 9], startOfFeed)
    const waited = read([7, 9], position, 29_999)
    expect(waited.position.missing.size).toBe(1)
    expect(idsOf(read([7, 8, 9], waited.position, 30_000))).toEqual([])
  })

  it("are found behind a cursor, with those that were missing when it was made", () => {
    const store = storeOf([])
    const { position } = read([7, 10], startOfFeed)
    const cursor = cursorOf(store, position)
    const resumed = Effect.runSync(positionOf(store, cursor, 1_000_000))
    expect(idsOf(read([7, 8, 10, 11], resumed, 1_000_001))).toEqual(["evt_8", "evt_11"])
  })

  it("come from now on, also those that were numbered before and committed after", () => {
    const store = storeOf([6, 7, 10])
    const end = Effect.runSync(endOfFeed(store, 0))
    expect(idsOf(read([6, 7, 8, 10, 11], end))).toEqual(["evt_8", "evt_11"])
    const cursor = cursorOf(store, end)
    expect(cursor).toBe("us-east-1:10.8.9")
    expect(Effect.runSync(endOfFeed(storeOf([]), 0))).toEqual({ last: 0, missing: new Map() })
  })

  it("of other plugins leave no gap", () => {
    const { events, position } = Effect.runSync(readFeed(storeOf([1, 2, 3], "bank"), "cards", startOfFeed, 0))
    expect(events).toEqual([])
    expect(position).toEqual({ last: 3, missing: new Map() })
  })
})
