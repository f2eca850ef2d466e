/** All orders of operations on one object: each is held against the model, and every invariant is checked after it. */
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { checkAll, type Seen } from "./invariants.ts"
import type { Operation } from "./Operation.ts"
import { makeWorld, Unexpected, type World, type WorldOptions } from "./World.ts"

/** Something that is done to the object, now: an operation, or a span of time. `undefined`: there is nothing to do it to yet. */
export interface Act {
  readonly name: string
  readonly make: (world: World) => Operation | string | undefined
}

/** An object, and what may happen to it in any order. */
export interface Scenario {
  readonly name: string
  readonly isRemote?: boolean
  readonly begin: (world: World) => Promise<void>
  readonly acts: ReadonlyArray<Act>
}

const play = async (world: World, seen: Seen, { make }: Act): Promise<void> => {
  const drawn = make(world)
  if (drawn === undefined) return
  if (typeof drawn === "string") await world.advance(drawn)
  else await world.perform(drawn)
  await checkAll(world, seen)
}

const started = async ({ begin, isRemote = false }: Scenario, options: Omit<WorldOptions, "seed"> = {}) => {
  const terms = { basisPoints: 0, fixedMinor: 0, disputeFeeMinor: 0, settlementDays: 0, isRemote }
  const world = await makeWorld({ seed: 1, terms, ...options })
  await begin(world)
  return world
}

const explained = (failure: unknown, path: ReadonlyArray<Act>): unknown =>
  failure instanceof Unexpected
    ? new Unexpected(`${path.map(({ name }) => name).join(", ")}: ${failure.message}`, failure.about)
    : failure

/** Goes on from a moment with each act that was not yet, as deep as asked. */
const branch = async (
  world: World,
  scenario: Scenario,
  of: { path: ReadonlyArray<Act>; ends: Seen["ends"]; depth: number }
): Promise<number> => {
  const { depth, ends, path } = of
  const left = scenario.acts.filter((act) => !path.includes(act))
  if (depth === 0 || left.length === 0) return 1
  const goBack = await world.keep()
  let orders = 0
  for (const act of left) {
    await goBack()
    const seen = { ends: new Map(ends) }
    const next = [...path, act]
    try {
      await play(world, seen, act)
    } catch (failure) {
      throw explained(failure, next)
    }
    orders += await branch(world, scenario, { path: next, ends: seen.ends, depth: depth - 1 })
  }
  return orders
}

const ordersOf = (acts: ReadonlyArray<Act>, depth: number): ReadonlyArray<ReadonlyArray<Act>> =>
  depth === 0
    ? [[]]
    : acts.flatMap((act) =>
        ordersOf(
          acts.filter((other) => other !== act),
          depth - 1
        ).map((rest) => [act, ...rest])
      )

/** Where a store has no snapshots, each pair begins anew. */
const anew = async (scenario: Scenario): Promise<number> => {
  const orders = ordersOf(scenario.acts, 2)
  for (const order of orders) {
    const world = await started(scenario)
    try {
      for (const act of order) await play(world, { ends: new Map() }, act)
    } catch (failure) {
      throw explained(failure, order)
    } finally {
      await world.engine().close()
    }
  }
  return orders.length
}

/** Tries all orders of as many acts as `depth` says, and of two where the store has no snapshots. Gives how many there were. */
export const interleave = async (scenario: Scenario, depth = 3): Promise<number> => {
  const world = await started(scenario)
  try {
    return await branch(world, scenario, { path: [], ends: new Map(), depth })
  } catch (failure) {
    if (!(failure instanceof TestEngine.SnapshotUnavailable)) throw failure
  } finally {
    await world.engine().close()
  }
  return anew(scenario)
}
