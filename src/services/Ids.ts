/** Identifiers and secrets: the one source of randomness. Seeded, a run repeats itself byte for byte. */
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { makeIdGenerator, makeSeededRandom, randomFrom } from "../domain/Id.ts"
import { Clock } from "./Clock.ts"

/** The contract of the id service. */
export interface IdsShape {
  /**
   * The next id of a kind, such as `pay_…`. Ids of one engine increase. From a seeded source they increase within the
   * requests, and within each run of a job; between them they are ordered by the millisecond.
   */
  readonly next: (prefix: string) => string
  /** Unguessable lower-case hex of so many bytes, for secrets. */
  readonly secret: (byteLength: number) => string
  /**
   * Tells a seeded source how often these data were started before, so that a second run on them does not repeat the
   * ids of the first. Nothing to an unseeded one.
   */
  readonly continueFrom: (earlierRuns: number) => void
}

/** What draws ids: the prefix of an id, the length of a secret. */
type Source = Pick<IdsShape, "next" | "secret">

/**
 * One run of a job. Its `name` says which: a seeded source makes the ids of a run from it, so that they do not depend on what
 * else was running meanwhile.
 */
export class JobRun {
  /** Where its ids come from, once it has drawn one. */
  source: Source | undefined
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The run that the current fiber belongs to; `undefined` for requests and everything else. */
export const CurrentJobRun = Context.Reference<JobRun | undefined>("bursar/Ids/CurrentJobRun", {
  defaultValue: () => undefined
})

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

const sourceOf = (now: () => number, randomU32: () => number): Source => ({
  next: makeIdGenerator({ now, randomU32 }),
  secret: (byteLength) => {
    let hex = ""
    while (hex.length < byteLength * 2) hex += randomU32().toString(16).padStart(8, "0")
    return hex.slice(0, byteLength * 2)
  }
})

/** Spreads run numbers over the seeds: the odd number nearest to 2^32 divided by the golden ratio. */
const goldenStep = 0x9e3779b1

/** A stream of its own for a text: two texts that differ have nothing in common. */
const randomOfText = (text: string): (() => number) => {
  const state = new DataView(sha256(utf8ToBytes(text)).buffer)
  return randomFrom([state.getUint32(0), state.getUint32(4), state.getUint32(8), state.getUint32(12)])
}

const largestSeed = 0xffff_ffff

/** For hosts in JavaScript: what is no such number would count as one, and two engines draw the same secrets. */
const checkSeed = (seed: number): void => {
  if (!Number.isInteger(seed) || seed < 0 || seed > largestSeed) {
    throw new RangeError(`A seed is a whole number from 0 to ${largestSeed}, not ${String(seed)}`)
  }
}

const makeSeededIds = (now: () => number, seed: number): IdsShape => {
  let runs = 0
  const randomOfRequests = () => makeSeededRandom((seed + Math.imul(runs, goldenStep)) >>> 0)
  let randomU32 = randomOfRequests()
  const ofRequests = sourceOf(now, () => randomU32())

  // A job that runs twice within a millisecond under one name must not draw the same ids twice.
  const begun = { at: Number.NaN, times: new Map<string, number>() }
  const sourceOfRun = (name: string): Source => {
    const at = Math.floor(now())
    if (at !== begun.at) {
      begun.at = at
      begun.times.clear()
    }
    const times = begun.times.get(name) ?? 0
    begun.times.set(name, times + 1)
    return sourceOf(now, randomOfText(JSON.stringify([seed, runs, at, times, name])))
  }
  const source = (): Source => {
    const run = Fiber.getCurrent()?.getRef(CurrentJobRun)
    return run === undefined ? ofRequests : (run.source ??= sourceOfRun(run.name))
  }
  return {
    next: (prefix) => source().next(prefix),
    secret: (byteLength) => source().secret(byteLength),
    continueFrom: (earlierRuns) => {
      if (earlierRuns === 0) return
      runs = earlierRuns
      randomU32 = randomOfRequests()
    }
  }
}

const layerWith = (tag: typeof Ids, make: (now: () => number) => IdsShape) =>
  Layer.effect(
    tag,
    Effect.map(Clock, (clock) => make(clock.now))
  )

/** Makes ids from engine time and randomness. */
export class Ids extends Context.Service<Ids, IdsShape>()("bursar/Ids") {
  /** Randomness of the system. */
  static readonly layer: Layer.Layer<Ids, never, Clock> = layerWith(this, (now) => ({
    ...sourceOf(now, systemRandom()),
    continueFrom: () => {}
  }))

  /**
   * The same ids and secrets for the same seed, clock and run, whatever runs at the same time: requests draw from one
   * sequence, and each run of a job from its own. For sandboxes and tests: the secrets can be guessed. A seed that is no
   * whole number from 0 to 4294967295 is a `RangeError`.
   */
  static readonly layerSeeded = (seed: number): Layer.Layer<Ids, never, Clock> => {
    checkSeed(seed)
    return layerWith(this, (now) => makeSeededIds(now, seed))
  }
}
