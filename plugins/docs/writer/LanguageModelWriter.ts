/**
 * A writer on any `LanguageModel` of `effect/ai` (decisions docs 4.7): streams a section's prose within bounds on length,
 * tokens, cost and time. What it says passes the fact guard like the words of any other writer.
 */
import * as Effect from "effect/Effect"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Layer from "effect/Layer"
import type { ModelUsage } from "../model/GeneratedDocument.ts"
import { makeLanguageModelTransform } from "./LanguageModelTransform.ts"
import { costOf, makeBudget, type BudgetLimits, type ModelBudget, type Prices } from "./ModelBudget.ts"
import { sectionPrompt } from "./modelPrompt.ts"
import { streamWithin } from "./modelText.ts"
import { Writer, type DocumentShape, type WriteSection, type WriterShape } from "./Writer.ts"

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
  const limits = { ...defaultModelLimits, ...options }
  const begin = (): DocumentShape => {
    const budget = makeBudget(limits)
    return { writeSection: writeWith(model, budget), spent: () => spentOf(budget, limits.prices) }
  }
  return {
    name: options.name ?? "language-model",
    writeSection: (input) => begin().writeSection(input),
    forDocument: Effect.sync(begin),
    transform: makeLanguageModelTransform(model, limits),
    attempts: limits.attempts,
    concurrency: limits.concurrency,
    requests: limits.requests,
    sectionTimeoutMs: limits.sectionTimeoutMs,
    documentTimeoutMs: limits.documentTimeoutMs
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
