/** The text of a language model as it streams, paid from a budget: unfinished answers fail, thoughts are left out. */
import * as Effect from "effect/Effect"
import type * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Stream from "effect/Stream"
import { estimateTokens, type ModelBudget, type Tokens } from "./ModelBudget.ts"
import { writerErrorOf } from "./modelFailure.ts"
import { textOf } from "./modelPrompt.ts"
import { OutputTokens } from "./outputTokens.ts"
import { WriterError } from "./WriterError.ts"

/** Finishes that say that the text is whole. */
const whole: ReadonlySet<Response.FinishReason> = new Set(["stop", "other", "unknown"])

const unfinished: { readonly [Reason in Response.FinishReason]?: string } = {
  length: "the text broke off at the most tokens it may have",
  "content-filter": "the language model declined to write the text"
}

/** Thoughts that some models put in front of their answer. */
const thoughts = /^\s*<think>[\s\S]*?(?:<\/think>\s*|$)/

/** Leaves out thoughts at the beginning, however they are cut into pieces. */
const withoutThoughts = (text: Stream.Stream<string, WriterError>): Stream.Stream<string, WriterError> =>
  Stream.suspend(() => {
    let held: string | undefined = ""
    return Stream.map(text, (piece) => {
      if (held === undefined) return piece
      held += piece
      const start = held.trimStart()
      if ("<think>".startsWith(start.slice(0, 7))) {
        if (!start.includes("</think>")) return ""
      }
      const rest = held.replace(thoughts, "")
      held = undefined
      return rest
    })
  })

/** What an answer has cost so far, as far as is known. */
const makeMeter = (most: Tokens) => {
  let characters = ""
  let told: Tokens | undefined
  return {
    text: (delta: string) => void (characters += delta),
    finish: ({ inputTokens, outputTokens }: Response.Usage) => {
      if (inputTokens.total !== undefined && outputTokens.total !== undefined) {
        told = { input: inputTokens.total, output: outputTokens.total }
      }
    },
    spent: (): Tokens => told ?? { input: most.input, output: estimateTokens(characters) }
  }
}

/** The text of a part; an end that is none fails. */
const textOfPart = (
  part: Response.StreamPart<{}>,
  meter: ReturnType<typeof makeMeter>
): Effect.Effect<string, WriterError> => {
  switch (part.type) {
    case "text-delta":
      meter.text(part.delta)
      return Effect.succeed(part.delta)
    case "finish":
      meter.finish(part.usage)
      return whole.has(part.reason)
        ? Effect.succeed("")
        : Effect.fail(
            new WriterError({ message: unfinished[part.reason] ?? "the language model did not finish the text" })
          )
    case "error":
      return Effect.fail(new WriterError({ message: "the language model failed", againAfterMs: 0 }))
    default:
      return Effect.succeed("")
  }
}

/** A stream of text from a prompt, paid from a budget. */
export const streamWithin = (
  model: LanguageModel.LanguageModel,
  budget: ModelBudget,
  asked: { readonly prompt: ReadonlyArray<Prompt.MessageEncoded>; readonly outputTokens: number }
): Stream.Stream<string, WriterError> =>
  Stream.suspend(() => {
    const most = { input: estimateTokens(textOf(asked.prompt)), output: asked.outputTokens }
    if (!budget.reserve(most)) {
      return Stream.fail(
        new WriterError({ message: "the document's budget for the language model is spent", isFinal: true })
      )
    }
    const meter = makeMeter(most)
    return model.streamText({ prompt: asked.prompt }).pipe(
      Stream.provideService(OutputTokens, asked.outputTokens),
      Stream.mapError(writerErrorOf),
      Stream.mapEffect((part) => textOfPart(part, meter)),
      Stream.ensuring(Effect.sync(() => budget.settle(most, meter.spent()))),
      withoutThoughts,
      Stream.filter((text) => text !== "")
    )
  })
