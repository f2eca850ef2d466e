/** Identifiers and secrets: the one source of randomness. Seeded, a run repeats itself byte for byte. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeIdGenerator, makeSeededRandom } from "../domain/Id.ts"
import { Clock } from "./Clock.ts"

/** The contract of the id service. */
export interface IdsShape {
  /** The next id of a kind, such as `pay_…`. Ids of one engine increase. */
  readonly next: (prefix: string) => string
  /** Unguessable lower-case hex of so many bytes, for secrets. */
  readonly secret: (byteLength: number) => string
  /**
   * Tells a seeded source how often these data were started before, so that a second run on them does not repeat the
   * ids of the first. Nothing to an unseeded one.
   */
  readonly continueFrom: (earlierRuns: number) => void
}

/** 1,024 numbers a refill: asking the system for four bytes at a time costs more than the bytes. */
const poolSize = 1024

const systemRandom = (): (() => number) => {
  const pool = new Uint32Array(poolSize)
  let used = poolSize
  return () => {
    if (used === poolSize) {
      globalThis.crypto.getRandomValues(pool)
      used = 0
    }
    return pool[used++]!
  }
}

const makeIds = (now: () => number, randomOf: (earlierRuns: number) => () => number): IdsShape => {
  let randomU32 = randomOf(0)
  return {
    next: makeIdGenerator({ now, randomU32: () => randomU32() }),
    secret: (byteLength) => {
      let hex = ""
      while (hex.length < byteLength * 2) hex += randomU32().toString(16).padStart(8, "0")
      return hex.slice(0, byteLength * 2)
    },
    continueFrom: (earlierRuns) => {
      if (earlierRuns > 0) randomU32 = randomOf(earlierRuns)
    }
  }
}

const layerWith = (tag: typeof Ids, randomOf: (earlierRuns: number) => () => number) =>
  Layer.effect(
    tag,
    Effect.map(Clock, (clock) => makeIds(clock.now, randomOf))
  )

/** Spreads run numbers over the seeds: the odd number nearest to 2^32 divided by the golden ratio. */
const goldenStep = 0x9e3779b1

/** Makes ids from engine time and randomness. */
export class Ids extends Context.Service<Ids, IdsShape>()("bursar/Ids") {
  /** Randomness of the system. */
  static readonly layer: Layer.Layer<Ids, never, Clock> = layerWith(this, systemRandom)

  /** The same ids and secrets for the same seed, clock and run. For sandboxes and tests: the secrets can be guessed. */
  static readonly layerSeeded = (seed: number): Layer.Layer<Ids, never, Clock> =>
    layerWith(this, (earlierRuns) => makeSeededRandom((seed + Math.imul(earlierRuns, goldenStep)) >>> 0))
}
