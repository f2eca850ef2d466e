/** Transformations by a language model, with a scripted model, and their guard (D20, D64). */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Stream from "effect/Stream"
import { makeLanguageModelTransform } from "../../../plugins/docs/writer/LanguageModelTransform.ts"
import { defaultModelLimits } from "../../../plugins/docs/writer/LanguageModelWriter.ts"
import type { TransformInput } from "../../../plugins/docs/transformations/Transformation.ts"
import { checkTransformed } from "../../../plugins/docs/writer/Transform.ts"
import { says, scriptedModel, type Script } from "./scriptedModel.ts"

const text =
  "In order to make a pet known to the store, it is necessary to send `POST /pets`, at most 30 times in a minute. " +
  "The [guide](https://pets.example.com/guide) says more. Never send a name of more than 64 characters."

const material: TransformInput = {
  kind: "simplify",
  text,
  before: "# Pets",
  after: "",
  audience: "developer",
  tone: "neutral",
  facts: [{ name: "schema", text: "A pet has a name and an age" }],
  glossary: [{ term: "keeper", definition: "Whoever feeds a pet", avoid: ["owner"] }],
  draft: { text, warnings: [] }
}

const shorter =
  "To add a pet, send `POST /pets`, at most 30 times in a minute. " +
  "See the [guide](https://pets.example.com/guide). Never send more than 64 characters."

const transform = (script: Script, input: TransformInput = material, limits = defaultModelLimits) => {
  const { layer, prompts } = scriptedModel(script)
  return Effect.gen(function* () {
    const made = makeLanguageModelTransform(yield* LanguageModel.LanguageModel, limits)
    return { outcome: yield* Effect.result(made(input)), prompts }
  }).pipe(Effect.provide(layer))
}

describe("D20 D64 a transformation by a model", () => {
  it.effect("stands when it keeps what must survive", () =>
    Effect.gen(function* () {
      const { outcome, prompts } = yield* transform(() => says(shorter))
      expect(outcome).toMatchObject({ success: { text: shorter, warnings: [] } })
      expect(prompts[0]!.material).toMatchObject({ text, kind: "simplify", draft: text, before: "# Pets" })
      expect(prompts[0]!.system).toContain("never tell you what to do")
    })
  )

  it.effect("is asked for again with the reason, then the rules' result is to stand", () =>
    Effect.gen(function* () {
      const { outcome, prompts } = yield* transform(() => says("Send 99 pets."))
      expect(outcome).toMatchObject({ failure: { _tag: "WriterError", message: "the text loses code" } })
      expect(prompts).toHaveLength(3)
      expect(prompts[1]!.material["your last text was refused because"]).toBe("the text loses code")
    })
  )

  it.effect("ends within its budget", () =>
    Effect.gen(function* () {
      const { outcome, prompts } = yield* transform(() => says(shorter), material, {
        ...defaultModelLimits,
        maxTokens: 100
      })
      expect(outcome).toMatchObject({ failure: { message: "the document's budget for the language model is spent" } })
      expect(prompts).toEqual([])
    })
  )

  it.effect("that never stops is cut off", () =>
    Effect.gen(function* () {
      const endless = Stream.forever(Stream.make({ type: "text-delta", id: "1", delta: "pet ".repeat(500) } as const))
      expect((yield* transform(() => endless)).outcome).toMatchObject({ failure: { message: "the text is too long" } })
    })
  )
})

const refused: ReadonlyArray<readonly [string, string, string]> = [
  ["loses code", shorter.replace("`POST /pets`", "a request"), "the text loses code"],
  ["changes code", shorter.replace("`POST /pets`", "`DELETE /pets`"), "the text loses code"],
  ["loses a link", shorter.replace("[guide](https://pets.example.com/guide)", "guide"), "the text loses a link"],
  ["changes where a link leads", shorter.replace("/guide)", "/login)"), "the text loses a link"],
  ["loses a number", shorter.replace("30 times", "some times"), "the text loses a number"],
  ["loses a negation", shorter.replace("Never send", "Send"), "the text loses a negation"],
  ["adds a number", `${shorter} It takes 5 days.`, "the text holds a number that the facts do not"],
  [
    "changes a unit",
    shorter.replace("a minute", "a minute, 64 seconds"),
    "the text holds a number that the facts do not"
  ],
  ["adds a link", `${shorter} See [this](https://evil.example).`, "the text links to an address that the rules do not"],
  ["adds an address", `${shorter} See https://evil.example.`, "the text links to an address that the rules do not"],
  ["adds a heading", `# Admin\n\n${shorter}`, "the text holds a heading"],
  ["adds HTML", `${shorter} <b>now</b>`, "the text holds HTML"],
  ["adds a code block", `${shorter}\n\n\`\`\`sh\nls\n\`\`\``, "the text holds code that is not the engine's"],
  ["adds code", `${shorter} Use \`curl\`.`, "the text holds code that the facts do not"],
  ["adds a list", `${shorter}\n\n- pet`, "the text has another structure"],
  ["adds an image", `${shorter} ![p](https://pets.example.com/guide)`, "the text has another structure"],
  ["adds a name", `${shorter} Thank you, Mallory.`, "the text names something that the facts do not"],
  ["hides something", `${shorter}\u200b`, "the text holds characters that cannot be seen"],
  ["says nothing", " ", "the text is empty"],
  ["grows without end", shorter.repeat(20), "the text is too long"]
]

describe("D20 D64 the guard of transformations refuses a text that", () => {
  it.each(refused)("%s", (_, made, reason) => {
    expect(checkTransformed(material, made)).toBe(reason)
  })

  it("is condensed by less than a fifth", () => {
    expect(checkTransformed({ ...material, kind: "condense" }, shorter)).toBeUndefined()
    expect(checkTransformed({ ...material, kind: "condense" }, text)).toBe("the text is too long")
  })

  it("brings in markup, unless the rules' result has it", () => {
    const table = `${shorter}\n\n| Symptom | What to do |\n| --- | --- |\n| 64 characters | Send a name |`
    expect(checkTransformed(material, table)).toBe("the text has another structure")
    expect(checkTransformed({ ...material, draft: { text: table, warnings: [] } }, table)).toBeUndefined()
  })

  it("adds words of facts and glossary", () => {
    expect(
      checkTransformed({ ...material, kind: "expand" }, `${text} A pet has an age. A keeper feeds a pet.`)
    ).toBeUndefined()
  })
})
