/** All orders of operations on one object: each is held against the model, and every invariant is checked after it. */
import { checkAll, copyOf, nothingSeen, type Seen } from "./invariants.ts"
import type { Operation } from "./Operation.ts"
import { makeWorld, Unexpected, type World } from "./World.ts"

/** Something that is done to the object, now: an operation, or a span of time. `undefined`: there is nothing to do it to yet. */
export interface Act {
  readonly name: string
  readonly make: (world: World) => Operation | string | undefined
}

/** An object, and what may happen to it in any order. */
export interface Scenario {
  readonly name: string
  readonly isRemote?: boolean
  /** The process dies in it. */
  readonly needsRestart?: boolean
  readonly begin: (world: World) => Promise<void>
  readonly acts: ReadonlyArray<Act>
}

const play = async (world: World, seen: Seen, { make }: Act): Promise<void> => {
  const drawn = make(world)
  if (drawn === undefined) return
  if (typeof drawn === "string") await world.advance(drawn)
  else await world.performTwice(drawn)
  await checkAll(world, seen)
}

const explained = (failure: unknown, path: ReadonlyArray<Act>): unknown =>
  failure instanceof Unexpected
    ? new Unexpected(`${path.map(({ name }) => name).join(", ")}: ${failure.message}`, failure.about)
    : failure

/** Goes on from a moment with each act that was not yet, as deep as asked. */
const branch = async (
  world: World,
  scenario: Scenario,
  of: { path: ReadonlyArray<Act>; seen: Seen; depth: number }
): Promise<number> => {
  const { depth, path } = of
  const left = scenario.acts.filter((act) => !path.includes(act))
  if (depth === 0 || left.length === 0) return 1
  const goBack = await world.keep()
  let orders = 0
  for (const act of left) {
    await goBack()
    const seen = copyOf(of.seen)
    const next = [...path, act]
    try {
      await play(world, seen, act)
    } catch (failure) {
      throw explained(failure, next)
    }
    orders += await branch(world, scenario, { path: next, seen, depth: depth - 1 })
  }
  return orders
}

/** Every order of so many of some things. */
export const ordersOf = <A>(all: ReadonlyArray<A>, depth: number): ReadonlyArray<ReadonlyArray<A>> =>
  depth === 0
    ? [[]]
    : all.flatMap((one) =>
        ordersOf(
          all.filter((other) => other !== one),
          depth - 1
        ).map((rest) => [one, ...rest])
      )

/** Where a store has no snapshots, each pair is about an object of its own, in one world, a day after the other. */
const oneByOne = async (world: World, scenario: Scenario): Promise<number> => {
  const orders = ordersOf(scenario.acts, 2)
  const seen = nothingSeen()
  for (const order of orders) {
    world.processor.next("none")
    await scenario.begin(world)
    try {
      for (const act of order) await play(world, seen, act)
    } catch (failure) {
      throw explained(failure, order)
    }
    await world.advance("1 day")
  }
  return orders.length
}

/** Tries all orders of as many acts as `depth` says, and of two where the store has no snapshots. Gives how many there were. */
export const interleave = async (scenario: Scenario, depth = 3): Promise<number> => {
  const terms = {
    basisPoints: 0,
    fixedMinor: 0,
    disputeFeeMinor: 0,
    settlementDays: 0,
    isRemote: scenario.isRemote ?? false
  }
  const world = await makeWorld({ seed: 1, terms })
  try {
    if (!world.canRestart) return scenario.needsRestart === true ? 0 : await oneByOne(world, scenario)
    await scenario.begin(world)
    return await branch(world, scenario, { path: [], seen: nothingSeen(), depth })
  } finally {
    await world.close()
  }
}
