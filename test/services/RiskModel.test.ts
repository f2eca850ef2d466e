/** The RiskModel service: what `make` does with every kind of host function, and the layers. */
import { describe, expect, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { type RiskFeatures, RiskModel, type RiskModelImplementation } from "../../src/services/RiskModel.ts"
import { features } from "./risk/features.ts"

/** Fires `bin_mismatch` in the rule model: 20 points. */
const suspicious: RiskFeatures = features({
  paymentMethod: { type: "card", fingerprint: "fp_1", cardCountry: "US" },
  billing: { country: "DE" }
})

const scoreWith = (implementation: Partial<RiskModelImplementation>, given = suspicious) =>
  RiskModel.make({ name: "mine-1", score: () => ({ score: 12 }), timeout: 5, ...implementation }).score(given)

/** A function whose answer the types would not allow. */
const answering = (answer: unknown): Partial<RiskModelImplementation> => ({ score: () => answer as { score: number } })

const unusable: ReadonlyArray<readonly [string, Partial<RiskModelImplementation>, string]> = [
  ["hangs", { score: () => Effect.never }, "timeout"],
  ["hangs in a promise", { score: () => new Promise(() => {}) }, "timeout"],
  [
    "throws",
    {
      score: () => {
        throw new Error("broken")
      }
    },
    "failed"
  ],
  ["rejects", { score: () => Promise.reject(new Error("broken")) }, "failed"],
  ["dies", { score: () => Effect.die("broken") }, "failed"],
  ["answers 140", answering({ score: 140 }), "invalid_answer"],
  ["answers 101", answering({ score: 101 }), "invalid_answer"],
  ["answers -1", answering({ score: -1 }), "invalid_answer"],
  ["answers 3.5", answering({ score: 3.5 }), "invalid_answer"],
  ["answers NaN", answering({ score: Number.NaN }), "invalid_answer"],
  ["answers a text for the score", answering({ score: "12" }), "invalid_answer"],
  ["answers nothing", answering(undefined), "invalid_answer"],
  ["answers a signal that does not exist", answering({ score: 12, signals: ["full_moon"] }), "invalid_answer"],
  [
    "answers a contribution that is no integer",
    answering({ score: 12, rulesTriggered: [{ ruleId: "r", name: "R", scoreContribution: 0.5 }] }),
    "invalid_answer"
  ]
]

describe("RiskModel.make", () => {
  it.each([undefined, null, "", 7])("C72: throws at the name %s, under which its scores would be kept", (name) => {
    expect(() => scoreWith({ name: name as string })).toThrow(TypeError)
  })

  it.effect("calls its function as a method", () =>
    Effect.gen(function* () {
      class Mine {
        readonly name = "mine-2"
        readonly #points = 7
        score() {
          return { score: this.#points }
        }
      }
      expect((yield* RiskModel.make(new Mine()).score(suspicious)).score).toBe(7)
    })
  )

  for (const [name, implementation, cause] of unusable) {
    it.effect(`C72: lets the rule model answer and says why when the model ${name}`, () =>
      Effect.gen(function* () {
        const score = yield* scoreWith(implementation)
        expect(score).toMatchObject({
          model: "svc-rules-1",
          score: 20,
          signals: ["bin_mismatch"],
          fallback: { model: "mine-1", cause }
        })
      })
    )
  }

  it.effect("lets the given fallback answer in place of the rule model", () =>
    Effect.gen(function* () {
      const fallback = RiskModel.make({ name: "plan-b", score: () => ({ score: 55 }) })
      const score = yield* scoreWith({ score: () => Promise.reject(new Error("broken")), fallback })
      expect(score).toMatchObject({ model: "plan-b", score: 55, fallback: { model: "mine-1", cause: "failed" } })
    })
  )

  it.effect("lets the rule model answer where the given fallback throws as well", () =>
    Effect.gen(function* () {
      const score = () => {
        throw new Error("broken")
      }
      for (const fallback of [{ score }, { score: () => Effect.die("broken") }]) {
        expect(yield* scoreWith({ score, fallback })).toMatchObject({ model: "svc-rules-1", score: 20 })
      }
    })
  )

  it.effect("reports the model by its name and no fallback when it answers", () =>
    Effect.gen(function* () {
      const rulesTriggered = [{ ruleId: "r1", name: "Rule", scoreContribution: 86 }]
      const score = yield* scoreWith({ score: () => ({ score: 86, signals: ["card_testing"], rulesTriggered }) })
      expect(score).toEqual({ model: "mine-1", score: 86, signals: ["card_testing"], rulesTriggered })
    })
  )

  it.effect("explains a score without rules by one rule that carries all of it", () =>
    Effect.gen(function* () {
      expect((yield* scoreWith({})).rulesTriggered).toEqual([
        { ruleId: "rule_model", name: "mine-1", scoreContribution: 12 }
      ])
      expect((yield* scoreWith({ score: () => ({ score: 0 }) })).rulesTriggered).toEqual([])
    })
  )

  it.effect("lists a signal once and drops what does not belong to an answer", () =>
    Effect.gen(function* () {
      const score = yield* scoreWith(
        answering({
          score: 0,
          signals: ["velocity_check", "velocity_check"],
          rulesTriggered: [{ ruleId: "r", name: "R", scoreContribution: 0, weights: [1] }],
          explanation: "long"
        })
      )
      expect(score).toEqual({
        model: "mine-1",
        score: 0,
        signals: ["velocity_check"],
        rulesTriggered: [{ ruleId: "r", name: "R", scoreContribution: 0 }]
      })
    })
  )

  it.effect("takes the scores 0 and 100, from a promise or an effect", () =>
    Effect.gen(function* () {
      expect((yield* scoreWith({ score: () => Promise.resolve({ score: 0 }) })).score).toBe(0)
      expect((yield* scoreWith({ score: () => Effect.succeed({ score: 100 }) })).score).toBe(100)
    })
  )

  it("hands the features to the model unchanged and answers a plain value in the same turn", () => {
    let seen: RiskFeatures | undefined
    const model = RiskModel.make({
      name: "mine-1",
      score: (given) => {
        seen = given
        return { score: 1 }
      }
    })
    expect(Effect.runSync(model.score(suspicious)).score).toBe(1)
    expect(seen).toBe(suspicious)
  })

  it.effect("C213: gives test cards their promised score without asking the model", () =>
    Effect.gen(function* () {
      const score = yield* scoreWith({}, { ...suspicious, forcedScore: 98, forcedSignals: ["card_testing"] })
      expect(score).toMatchObject({ model: "svc-rules-1", score: 98 })
      expect(score.signals).toEqual(["card_testing", "bin_mismatch"])
    })
  )
})

const scoreOf = (layer: Layer.Layer<RiskModel>, given = suspicious) =>
  Effect.provide(
    Effect.flatMap(RiskModel, (model) => model.score(given)),
    layer
  )

describe("RiskModel layers", () => {
  it.effect("layer is the rule model", () =>
    Effect.gen(function* () {
      expect(yield* scoreOf(RiskModel.layer)).toMatchObject({ model: "svc-rules-1", score: 20 })
    })
  )

  it.effect("layerRules takes other limits", () =>
    Effect.gen(function* () {
      const layer = RiskModel.layerRules({ limits: { highRiskCountries: new Set(["DE"]) } })
      expect((yield* scoreOf(layer)).signals).toEqual(["high_risk_country", "bin_mismatch"])
    })
  )

  const row = { code: "bin_mismatch", ruleId: "rule_mine", name: "Mine", points: 30, fires: () => true } as const
  it.effect.each([
    {
      ...row,
      fires: () => {
        throw new Error("broken")
      }
    },
    { ...row, points: Number.NaN },
    { ...row, points: 2.5 }
  ])("C72: layerRules lets the bundled rules answer where a signal of the host is broken", (broken) =>
    Effect.gen(function* () {
      const score = yield* scoreOf(RiskModel.layerRules({ signals: [broken] }))
      expect(score).toMatchObject({ model: "svc-rules-1", score: 20, signals: ["bin_mismatch"] })
      expect(score.fallback).toMatchObject({ model: "svc-rules-1" })
      const forced = yield* scoreOf(RiskModel.layerRules({ signals: [row] }), { ...suspicious, forcedScore: 98 })
      expect(forced.rulesTriggered.map(({ ruleId }) => ruleId)).toEqual(["rule_test_card", "rule_mine"])
    })
  )

  it.effect("layerRules takes a limit that is left out for the default", () =>
    Effect.gen(function* () {
      const limits = { cardAttempts: undefined } as object
      const given = { ...suspicious, billing: {}, history: { cardAttempts10m: 6 } }
      expect((yield* scoreOf(RiskModel.layerRules({ limits }), given)).signals).toEqual(["velocity_check"])
      expect((yield* RiskModel.pipe(Effect.provide(RiskModel.layerRules({ limits })))).limits?.cardAttempts).toBe(5)
    })
  )

  it.each([Number.NaN, -1, "many"])("layerRules throws at the limit %s", (limit) => {
    const limits = { deviceCards: limit as number }
    expect(() => RiskModel.layerRules({ limits })).toThrow(
      new RangeError(`limits.deviceCards (${limit}) is no number from 0 on`)
    )
  })

  it.effect("layerFixed gives every payment the same score, test cards included", () =>
    Effect.gen(function* () {
      expect((yield* scoreOf(RiskModel.layerFixed(77))).score).toBe(77)
      expect((yield* scoreOf(RiskModel.layerFixed(77), { ...suspicious, forcedScore: 98 })).score).toBe(77)
    })
  )
})
