import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { declarePlugin } from "../../src/domain/PluginDeclaration.ts"
import { UniqueViolation, VersionConflict, type RegionStore, type Write } from "../../src/services/Store.ts"
import { carryOut, carryOutUnkeyed, type Telling } from "../../src/store/carryOut.ts"
import type { Unit } from "../../src/store/commit.ts"
import { find, type IdempotencyRecord } from "../../src/store/idempotencyRepository.ts"
import { once, type Plan } from "../../src/store/Plan.ts"
import { addNote, noteIds, onStore } from "./openStore.ts"
import { written } from "./written.ts"

const now = 1_772_438_400_000
const key = { scope: "tiny:ada/test", key: "k", now }

class Declined extends Data.TaggedError("Declined") {}

type Failure = VersionConflict | Declined

const unitOf = (...writes: ReadonlyArray<Write<VersionConflict>>): Unit<VersionConflict> => ({
  plugin: declarePlugin({ id: "tiny" }),
  scope: "ada/test",
  now,
  nextId: (prefix) => `${prefix}_1`,
  writes
})

/** A write that finds its row changed. */
const conflict: Write<VersionConflict> = written(
  "UPDATE notes SET text = text WHERE id = ?",
  ["nobody"],
  () => new VersionConflict({ table: "notes", key: "nobody" })
)

const record = (body: string): IdempotencyRecord => ({
  scope: key.scope,
  key: key.key,
  fingerprint: "f",
  requestId: "req_1",
  status: 200,
  body,
  claimedAt: now,
  expiresAt: now + 1_000
})

/** A caller with a key, who is told outcomes and refusals as texts. */
const withKey: Telling<string, Failure, string> = {
  tell: (outcome) => outcome,
  refuse: ({ _tag }) => `refused: ${_tag}`,
  record
}

const keptIn = (store: RegionStore) => Effect.map(find(store, key), (found) => found?.body)

/** A step that meets so many conflicts before it goes through. */
const contended = (conflicts: number, plan: Plan<string, Failure>) => {
  const made = { times: 0 }
  const step = Effect.sync((): Plan<string, Failure> =>
    made.times++ < conflicts ? { outcome: "no", unit: unitOf(conflict) } : plan
  )
  return { made, step }
}

describe("a plan that is carried out", () => {
  it("writes its unit and the answer together, and gives the answer", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plan: Plan<string, Failure> = { outcome: "written", unit: unitOf(addNote("note_1")) }
        expect(yield* carryOut(store, Effect.succeed(plan), withKey)).toBe("written")
        expect([yield* noteIds(store), yield* keptIn(store)]).toEqual([["note_1"], "written"])
      })
    ))

  it("keeps the answer alone when it writes nothing", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plan: Plan<string, Failure> = { outcome: "nothing" }
        yield* carryOut(store, Effect.succeed(plan), withKey)
        expect([yield* noteIds(store), yield* keptIn(store)]).toEqual([[], "nothing"])
      })
    ))

  it("is made anew on conflicts, ten times, and no more", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plan: Plan<string, Failure> = { outcome: "in the end", unit: unitOf(addNote("note_1")) }
        const { made, step } = contended(10, plan)
        expect([yield* carryOutUnkeyed(store, step), made.times]).toEqual(["in the end", 11])
        const longer = contended(11, plan)
        expect(yield* Effect.flip(carryOut(store, longer.step, withKey))).toBeInstanceOf(VersionConflict)
        expect(yield* keptIn(store)).toBeUndefined()
      })
    ))

  it("is not made anew for any other failure", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        let made = 0
        const plan: Plan<string, Failure> = { outcome: "twice", unit: unitOf(addNote("note_1"), addNote("note_1")) }
        const step = Effect.sync(() => {
          made++
          return plan
        })
        expect(yield* Effect.flip(carryOutUnkeyed(store, step))).toBeInstanceOf(UniqueViolation)
        expect(made).toBe(1)
      })
    ))

  it("asks somebody outside once, however often it is made anew", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        let asked = 0
        const answer = once(Effect.sync(() => `answer ${++asked}`))
        const { step } = contended(3, { outcome: "" })
        const asking = Effect.flatMap(answer, (outcome) => Effect.map(step, (plan) => ({ ...plan, outcome })))
        expect([yield* carryOutUnkeyed(store, asking), asked]).toEqual(["answer 1", 1])
      })
    ))

  it("keeps what it says to keep although it is refused, and the refusal under the key", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plan: Plan<string, Failure> = { outcome: "", unit: unitOf(addNote("note_1")), refused: new Declined() }
        expect(yield* carryOut(store, Effect.succeed(plan), withKey)).toBe("refused: Declined")
        expect([yield* noteIds(store), yield* keptIn(store)]).toEqual([["note_1"], "refused: Declined"])
        const again: Plan<string, Failure> = { ...plan, unit: unitOf(addNote("note_2")) }
        expect(yield* Effect.flip(carryOutUnkeyed(store, Effect.succeed(again)))).toBeInstanceOf(Declined)
      })
    ))

  it("wakes somebody once it is on disk, and nobody when it was not written", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const woken: Array<string> = []
        const plan = (unit: Unit<VersionConflict>): Plan<string, Failure> => ({
          outcome: "",
          unit,
          after: Effect.sync(() => void woken.push("woken"))
        })
        yield* Effect.flip(carryOutUnkeyed(store, Effect.succeed(plan(unitOf(conflict)))))
        expect(woken).toEqual([])
        yield* carryOutUnkeyed(store, Effect.succeed(plan(unitOf(addNote("note_1")))))
        expect(woken).toEqual(["woken"])
      })
    ))
})

describe("what comes after a first commit", () => {
  const begun = (next: NonNullable<Plan<string, Failure>["next"]>): Plan<string, Failure> => ({
    outcome: "begun",
    unit: unitOf(addNote("note_1")),
    next
  })

  it("runs once, is decided anew on conflicts, and its answer replaces the first one", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        let asked = 0
        const { made, step } = contended(2, { outcome: "done", unit: unitOf(addNote("note_2")) })
        const plan = begun(Effect.sync(() => (asked++, step)))
        expect(yield* carryOut(store, Effect.succeed(plan), withKey)).toBe("done")
        expect([asked, made.times, yield* keptIn(store)]).toEqual([1, 3, "done"])
        expect(yield* noteIds(store)).toEqual(["note_1", "note_2"])
      })
    ))

  it("leaves the first answer where nothing came of it, or a row is contended for too long", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const step = Effect.succeed(begun(Effect.undefined))
        expect([yield* carryOut(store, step, withKey), yield* keptIn(store)]).toEqual(["begun", "begun"])
        const contention = contended(11, { outcome: "never" })
        const plan: Plan<string, Failure> = { outcome: "begun", next: Effect.succeed(contention.step) }
        expect(yield* carryOutUnkeyed(store, Effect.succeed(plan))).toBe("begun")
      })
    ))

  it("fails with what it fails with, and the first answer stays for a repetition", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plan = begun(Effect.fail(new Declined()))
        expect(yield* Effect.flip(carryOut(store, Effect.succeed(plan), withKey))).toBeInstanceOf(Declined)
        expect([yield* noteIds(store), yield* keptIn(store)]).toEqual([["note_1"], "begun"])
      })
    ))
})
