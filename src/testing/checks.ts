/**
 * What tests assert about an engine, for any test runner: functions that throw, and matchers for the `expect` of Vitest and Jest,
 * `expect.extend(matchers)`.
 */
import * as Effect from "effect/Effect"
import { Engine } from "../engine/Engine.ts"
import { explainText } from "../engine/Story.ts"
import { checkNames } from "../http/HostInput.ts"
import { trialBalance } from "../ledger/post.ts"
import { Store, type RegionStore } from "../services/Store.ts"
import { countDelivered } from "../store/storyRepository.ts"
import type { TestEngine } from "./TestEngine.ts"

/** The part of an engine that the checks use: every `TestEngine` has it. */
export interface Checked extends Pick<TestEngine, "explain" | "history"> {
  readonly call: <A, E>(operation: Effect.Effect<A, E, Engine | Store>) => Promise<A>
}

/** What an assertion found; `message` says what is wrong, or for `not` what is right. */
interface Found {
  readonly pass: boolean
  readonly message: string
}

/** What was asserted is not so. */
export class AssertionFailed extends Error {
  override readonly name = "AssertionFailed"
}

const everywhere = <A>(engine: Checked, inRegion: (store: RegionStore) => Effect.Effect<A, unknown>) =>
  engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* Effect.forEach(yield* store.existing, (name) => Effect.flatMap(store.region(name), inRegion))
    })
  )

const settled = async (engine: Checked, id: string): Promise<Found> => {
  const story = await engine.explain(id)
  if (story === undefined) return { pass: false, message: `Nobody knows ${id}` }
  const ended = story.steps.findLast(({ kind, tone }) => kind === "event" && tone !== "none")
  const open = story.steps.filter(({ future, kind }) => future === true && kind === "job")
  const pass = ended?.tone === "good" && open.length === 0
  const why = pass
    ? `${id} is settled: ${ended.title}`
    : ended?.tone === "good"
      ? `${id} still waits: ${open.map(({ title }) => title).join(", ")}`
      : `No event says that ${id} came to a good end${ended === undefined ? "" : `: the last that tells is ${ended.title}`}`
  return { pass, message: `${why}\n\n${explainText(story)}` }
}

const balanced = async (engine: Checked): Promise<Found> => {
  const imbalances = (await everywhere(engine, (store) => trialBalance(store))).flat()
  const lines = imbalances.map(
    ({ account, balance, currency, plugin, posted }) =>
      `${plugin} ${account} ${currency}: posted ${posted}, balance ${balance}`
  )
  return {
    pass: lines.length === 0,
    message: lines.length === 0 ? "All books balance" : `The books do not balance:\n${lines.join("\n")}`
  }
}

/** Which deliveries are meant. */
export interface DeliveredOf {
  /** Id of the object that the event is about. Default: of any. */
  readonly resource?: string
  /** How many exactly. Default: one or more. */
  readonly times?: number
}

/** Throws for what no delivery could ever match, and for an id that a refused request did not give: neither asserts anything. */
const checkAsked = async (engine: Checked, type: string, of: DeliveredOf): Promise<void> => {
  checkNames(["assertDelivered", "field"], of, { resource: true, times: true })
  if ("resource" in of && typeof of.resource !== "string") {
    throw new TypeError(`assertDelivered: resource must be the id of an object, not ${String(of.resource)}`)
  }
  const { plugins } = await engine.call(Engine)
  if (plugins.some(({ events }) => Object.hasOwn(events, type))) return
  throw new RangeError(`assertDelivered: no plugin of this engine has events of the type ${type}`)
}

const delivered = async (engine: Checked, type: string, of: DeliveredOf = {}): Promise<Found> => {
  await checkAsked(engine, type, of)
  const counts = await everywhere(engine, (store) => countDelivered(store, { type, resource: of.resource }))
  const found = counts.reduce((sum, count) => sum + count, 0)
  const about = of.resource === undefined ? "" : ` about ${of.resource}`
  const wanted = of.times === undefined ? "at least one" : String(of.times)
  return {
    pass: of.times === undefined ? found > 0 : found === of.times,
    message: `${found} deliveries of ${type}${about} were taken by their receivers, and ${wanted} expected`
  }
}

const must = async (found: Promise<Found>, engine: Checked): Promise<void> => {
  const { message, pass } = await found
  if (!pass) throw new AssertionFailed(`${message}\n\n${engine.history()}`)
}

/** Throws unless an event says that the matter of this object ended well, and nothing is due for it any more. */
export const assertSettled = (engine: Checked, id: string): Promise<void> => must(settled(engine, id), engine)

/** Throws unless the books of all plugins balance, in all regions: each balance is what its journals add up to. */
export const assertBalanced = (engine: Checked): Promise<void> => must(balanced(engine), engine)

/** Throws unless receivers took events of this type. Run `drain` first: a first attempt is due at once. */
export const assertDelivered = (engine: Checked, type: string, of?: DeliveredOf): Promise<void> =>
  must(delivered(engine, type, of), engine)

const matched = async (found: Promise<Found>, engine: Checked) => {
  const { message, pass } = await found
  return { pass, message: () => `${message}\n\n${engine.history()}` }
}

/** For `expect.extend(matchers)`, in Vitest and Jest: `await expect(engine).toBeSettled(id)`. */
export const matchers = {
  toBeSettled: (engine: Checked, id: string) => matched(settled(engine, id), engine),
  toBalance: (engine: Checked) => matched(balanced(engine), engine),
  toHaveDelivered: (engine: Checked, type: string, of?: DeliveredOf) => matched(delivered(engine, type, of), engine)
}

/** The types of `matchers`, to extend `interface Matchers<R extends void | Promise<void>, T>` of "vitest" or "expect" by. */
export interface EngineMatchers<R = Promise<void>> {
  readonly toBeSettled: (id: string) => R
  readonly toBalance: () => R
  readonly toHaveDelivered: (type: string, of?: DeliveredOf) => R
}
