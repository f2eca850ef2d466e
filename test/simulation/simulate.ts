/** The simulation: a world of a seed, and so many steps in it. It ends with the first thing that is not as it must be. */
import { advance, askTwice, meet, moveFor, setUp, type Step } from "./steps.ts"
import { cancelBeside, captureUnread, crash, outage, payRecipient, writersMeet } from "./troubles.ts"
import { auditNetworks } from "./rails.ts"
import { checkAll, nothingSeen } from "./invariants.ts"
import { makeWorld, Unexpected, type World, type WorldOptions } from "./World.ts"

/** Steps of one world, by how often they come. */
const steps: ReadonlyArray<readonly [weight: number, step: Step]> = [
  [70, moveFor],
  [12, advance],
  [8, meet],
  [6, crash],
  [8, askTwice],
  [4, outage],
  [3, cancelBeside],
  [4, writersMeet],
  [2, payRecipient],
  [2, captureUnread]
]

/** Steps of a world of every rail. */
const railsSteps: typeof steps = [
  [70, moveFor],
  [14, advance],
  [8, meet],
  [6, crash],
  [4, askTwice],
  [4, outage]
]

/** The simulation found something: seed and step make it again. */
export class SimulationFailed extends Error {
  override readonly name = "SimulationFailed"
  readonly seed: number
  readonly step: number
  constructor(seed: number, step: number, words: string) {
    super(`seed ${seed}, step ${step}: ${words}`)
    this.seed = seed
    this.step = step
  }
}

const draw = ({ ofRails, pick }: World): Step => {
  const drawn = ofRails ? railsSteps : steps
  let at = pick(drawn.reduce((sum, [weight]) => sum + weight, 0))
  return drawn.find(([weight]) => (at -= weight) < 0)![1]
}

const wordsOf = async (world: World, failure: unknown) => {
  if (!(failure instanceof Unexpected))
    return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
  const story = failure.about === undefined ? "" : await world.explain(failure.about)
  return [failure.message, story, world.engine().history()].join("\n\n")
}

/** Steps that a world lives at most: then another seed begins a new one, so that looking at all rows stays cheap. */
export const worldSteps = 200

/** Simulates one world. Rejects with `SimulationFailed`. */
export const simulate = async (options: WorldOptions & { readonly steps: number }): Promise<void> => {
  const world = await makeWorld(options)
  const seen = nothingSeen()
  let step = 0
  try {
    await setUp(world)
    for (step = 1; step <= options.steps; step += 1) {
      await draw(world)(world)
      await checkAll(world, seen)
    }
    if (world.ofRails) await auditNetworks(world)
  } catch (failure) {
    throw new SimulationFailed(options.seed, step, await wordsOf(world, failure))
  } finally {
    await world.close()
  }
}
