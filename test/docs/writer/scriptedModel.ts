/** A language model that says what a script tells it, in pieces, and remembers its prompts. */
import * as Effect from "effect/Effect"
import type * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** What the model is told, as it reads it. */
export interface ReadPrompt {
  readonly system: string
  readonly user: string
  /** The JSON between the brackets. */
  readonly material: any
}

/** Parts of an answer, or a failure. */
export type Script = (prompt: ReadPrompt, count: number) => Stream.Stream<Response.StreamPartEncoded, AiError.AiError>

const usage = (input: number, output: number): Response.FinishPartEncoded["usage"] => ({
  inputTokens: { total: input },
  outputTokens: { total: output }
})

/** The parts of an answer that says a text, a few characters at a time. */
export const says = (
  text: string,
  reason: Response.FinishReason = "stop",
  tokens: readonly [number, number] = [100, 20]
): Stream.Stream<Response.StreamPartEncoded> =>
  Stream.fromIterable<Response.StreamPartEncoded>([
    { type: "text-start", id: "1" },
    ...(text.match(/[\s\S]{1,7}/g) ?? []).map((delta) => ({ type: "text-delta", id: "1", delta }) as const),
    { type: "text-end", id: "1" },
    { type: "finish", reason, usage: usage(...tokens), response: undefined }
  ])

/** Makes the model and its layer. */
export const scriptedModel = (script: Script) => {
  const prompts: Array<ReadPrompt> = []
  const layer = Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: () => Effect.succeed([]),
      streamText: ({ prompt }) =>
        Stream.suspend(() => {
          const [system, user] = prompt.content.map(({ content }) =>
            typeof content === "string"
              ? content
              : content.map((part) => (part.type === "text" ? part.text : "")).join("")
          )
          const inner = /^<material>\n([\s\S]*)\n<\/material>$/.exec(user ?? "")?.[1] ?? "null"
          prompts.push({ system: system ?? "", user: user ?? "", material: JSON.parse(inner) })
          return script(prompts.at(-1)!, prompts.length)
        })
    })
  )
  return { layer, prompts }
}
