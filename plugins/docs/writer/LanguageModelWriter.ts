/**
 * A writer on any `LanguageModel` of `effect/ai` (decisions docs 4.7): streams a section's prose within bounds on length,
 * tokens, cost and time. What it says passes the fact guard like the words of any other writer.
 */
import * as Effect from "effect/Effect"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { ModelUsage } from "../model/GeneratedDocument.ts"
import {
  costOf,
  estimateTokens,
  makeBudget,
  type BudgetLimits,
  type ModelBudget,
  type Prices,
  type Tokens
} from "./ModelBudget.ts"
import { writerErrorOf } from "./modelFailure.ts"
import { sectionPrompt, textOf } from "./modelPrompt.ts"
import { OutputTokens } from "./outputTokens.ts"
import { Writer, WriterError, type DocumentShape, type WriteSection, type WriterShape } from "./Writer.ts"

/** Bounds of the writer; what is left out is as in `defaultModelLimits`. */
export interface ModelLimits extends BudgetLimits {
  /** Sections of a document at the same time. */
  readonly concurrency: number
  /** Sections of all documents at the same time. */
  readonly requests: number
  /** How often a section is asked for when its text is refused or the model fails for the moment. */
  readonly attempts: number
  readonly sectionTimeoutMs: number
  readonly documentTimeoutMs: number
}

/** What holds unless a host says otherwise. All our choice: a large guide has about 40 sections of 2,000 tokens. */
export const defaultModelLimits: ModelLimits = {
  maxTokens: 200_000,
  concurrency: 4,
  requests: 8,
  attempts: 3,
  sectionTimeoutMs: 60_000,
  documentTimeoutMs: 600_000
}

/** Options of the writer. */
export interface LanguageModelWriterOptions extends Partial<ModelLimits> {
  /** Named in the report as the author of a section. Default: `language-model`. */
  readonly name?: string
}

/** Tokens that a word may take with its markup, and what some models think before they write. Our choice. */
const tokensPerWord = 3
const tokensForThought = 1_000

/** The most tokens that an answer of so many words may take. */
export const outputTokensFor = (words: number): number => words * tokensPerWord + tokensForThought

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
  asked: { readonly prompt: ReturnType<typeof sectionPrompt>; readonly outputTokens: number }
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

const writeWith =
  (model: LanguageModel.LanguageModel, budget: ModelBudget): WriteSection =>
  (input) =>
    streamWithin(model, budget, { prompt: sectionPrompt(input), outputTokens: outputTokensFor(input.maxWords) })

const spentOf = (budget: ModelBudget, prices: Prices | undefined): ModelUsage => {
  const tokens = budget.spent()
  return {
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    ...(prices === undefined ? {} : { cost: costOf(tokens, prices) })
  }
}

/** The writer over a model. */
export const makeLanguageModelWriter = (
  model: LanguageModel.LanguageModel,
  options: LanguageModelWriterOptions = {}
): WriterShape => {
  const { attempts, concurrency, documentTimeoutMs, maxCost, maxTokens, prices, requests, sectionTimeoutMs } = {
    ...defaultModelLimits,
    ...options
  }
  const budgetLimits = {
    maxTokens,
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(prices === undefined ? {} : { prices })
  }
  const begin = (): DocumentShape => {
    const budget = makeBudget(budgetLimits)
    return { writeSection: writeWith(model, budget), spent: () => spentOf(budget, prices) }
  }
  return {
    name: options.name ?? "language-model",
    writeSection: (input) => begin().writeSection(input),
    forDocument: Effect.sync(begin),
    attempts,
    concurrency,
    requests,
    sectionTimeoutMs,
    documentTimeoutMs
  }
}

/** The `Writer` on the `LanguageModel` of the host. */
export const layer = (
  options: LanguageModelWriterOptions = {}
): Layer.Layer<Writer, never, LanguageModel.LanguageModel> =>
  Layer.effect(
    Writer,
    Effect.map(LanguageModel.LanguageModel, (model) => Writer.make(makeLanguageModelWriter(model, options)))
  )
