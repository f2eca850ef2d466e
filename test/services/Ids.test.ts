import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "@effect/vitest"
import { isId, timeOfId } from "../../src/domain/Id.ts"
import { Clock } from "../../src/services/Clock.ts"
import { CurrentJobRun, Ids, JobRun, type IdsShape } from "../../src/services/Ids.ts"

/** 2026-03-02T08:00:00Z. */
const startedAt = 1_772_438_400_000

const frozen = Clock.layerFrozen(startedAt)

/** What an id service gives on a clock that stands still. */
const given = <A>(layer: Layer.Layer<Ids, never, Clock>, use: (ids: IdsShape) => A): A =>
  Effect.runSync(Effect.map(Ids, use).pipe(Effect.provide(layer.pipe(Layer.provide(frozen)))))

/** Ids and secrets in turn, as a run draws them. */
const run = (ids: IdsShape) => [ids.next("pay"), ids.next("evt"), ids.secret(32), ids.next("pay"), ids.secret(7)]

const seeded = (seed: number, earlierRuns = 0) =>
  given(Ids.layerSeeded(seed), (ids) => {
    ids.continueFrom(earlierRuns)
    return run(ids)
  })

describe("ids", () => {
  it.each([
    ["of the system", Ids.layer],
    ["of a seed", Ids.layerSeeded(1)]
  ])("%s have their prefix, the time of engine time, and increase", (_, layer) => {
    const made = given(layer, (ids) => Array.from({ length: 1_000 }, () => ids.next("pay")))
    expect(made.every((id) => isId("pay", id))).toBe(true)
    expect(timeOfId(made[0]!)).toBe(startedAt)
    expect(made).toEqual([...new Set(made)].toSorted())
  })

  it("of the system are others on every start", () => {
    const starts = Array.from({ length: 50 }, () => given(Ids.layer, (ids) => ids.next("pay")))
    expect(new Set(starts).size).toBe(50)
  })

  it("of a seed are the same on every start, secrets too", () => {
    expect(seeded(7)).toEqual(seeded(7))
  })

  it.each([Number.NaN, 1.5, -1, 2 ** 32, null, "7"])("of a seed %s are refused: it would count as another", (seed) => {
    expect(() => seeded(seed as number)).toThrow(RangeError)
  })

  it("of different seeds have nothing in common", () => {
    const both = [...seeded(7), ...seeded(8)]
    expect(new Set(both).size).toBe(both.length)
  })
})

describe("the ids of a job's run", () => {
  /** What the runs of these names draw, one after the other, with so many ids for requests before each. */
  const drawn = (names: ReadonlyArray<string>, { between = 0, earlierRuns = 0, seed = 7 } = {}) =>
    given(Ids.layerSeeded(seed), (ids) => {
      ids.continueFrom(earlierRuns)
      return names.map((name) => {
        for (let at = 0; at < between; at++) ids.next("pay")
        return Effect.runSync(
          Effect.provideService(
            Effect.sync(() => run(ids)),
            CurrentJobRun,
            new JobRun(name)
          )
        )
      })
    })

  it("follow from its name, whatever else was drawn before, and in whatever order", () => {
    const [first, second] = drawn(["submit a 1", "submit b 1"])
    expect(drawn(["submit b 1", "submit a 1"], { between: 3 })).toEqual([second, first])
    expect(first!.slice(0, 2).every((id) => timeOfId(id) === startedAt)).toBe(true)
  })

  it("are never those of another run, of requests, of another seed or of another start", () => {
    const all = [
      ...drawn(["a", "b", "a", "a"], { between: 1 }).flat(),
      ...drawn(["a"], { seed: 8 }).flat(),
      ...drawn(["a"], { earlierRuns: 1 }).flat(),
      ...seeded(7)
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it("of the system are drawn from the one source, and increase", () => {
    const made = given(Ids.layer, (ids) => [
      ids.next("pay"),
      Effect.runSync(
        Effect.provideService(
          Effect.sync(() => ids.next("pay")),
          CurrentJobRun,
          new JobRun("a")
        )
      ),
      ids.next("pay")
    ])
    expect(made).toEqual([...new Set(made)].toSorted())
  })
})

describe("a further run on the same data", () => {
  it("repeats nothing of the runs before it", () => {
    const all = Array.from({ length: 20 }, (_, earlier) => seeded(7, earlier)).flat()
    expect(new Set(all).size).toBe(all.length)
  })

  it("is itself repeatable", () => {
    expect(seeded(7, 3)).toEqual(seeded(7, 3))
  })

  it("that is the first one draws as if nobody had said so", () => {
    const told = given(Ids.layerSeeded(7), (ids) => {
      const drawn = run(ids)
      ids.continueFrom(0)
      return [...drawn, ...run(ids)]
    })
    expect(told).toEqual(given(Ids.layerSeeded(7), (ids) => [...run(ids), ...run(ids)]))
  })

  it("is nothing to ids of the system, which go on increasing", () => {
    const [before, after] = given(Ids.layer, (ids) => {
      const first = ids.next("pay")
      ids.continueFrom(3)
      return [first, ids.next("pay")]
    })
    expect(after! > before!).toBe(true)
  })
})

describe("a secret", () => {
  it.each([1, 7, 16, 32, 33])("of %i bytes is twice as many lower-case hex digits", (bytes) => {
    expect(given(Ids.layer, (ids) => ids.secret(bytes))).toMatch(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
  })

  it("is never the same twice, and uses every digit", () => {
    const secrets = given(Ids.layer, (ids) => Array.from({ length: 2_000 }, () => ids.secret(16)))
    expect(new Set(secrets).size).toBe(2_000)
    expect(new Set(secrets.join("")).size).toBe(16)
    // A number that lost its leading zeros would shift these.
    expect(new Set(secrets.map((secret) => secret[0])).size).toBe(16)
  })
})
