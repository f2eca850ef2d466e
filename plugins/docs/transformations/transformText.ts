/** Transforms a text by rules, and judges what another writer made of it: both are held to the same guarantees. */
import { metricsOf, type Metrics } from "../checks/metrics.ts"
import { readMarkdown } from "../markdown/readMarkdown.ts"
import { survivorsOf } from "../checks/Survivors.ts"
import type { SourceModel } from "../model/SourceModel.ts"
import type { Fact } from "../writer/Section.ts"
import { checkTransformed } from "../writer/Transform.ts"
import { addExample, addTroubleshooting, expand } from "./additions.ts"
import { condense } from "./condense.ts"
import { createDiagram } from "./createDiagram.ts"
import { simplify } from "./simplify.ts"
import { apisOf, factsFor, type KnownApi } from "./Support.ts"
import {
  lostBy,
  unchanged,
  type TransformationKind,
  type TransformInput,
  type TransformOutput
} from "./Transformation.ts"

/** Figures of a text, with its length in characters. */
export interface TextFigures extends Metrics {
  readonly characters: number
}

/** What the rules are told. */
export type RuleInput = Omit<TransformInput, "draft" | "facts">

/** What the rules made, with the facts that other writers may use. */
export interface RuleTransformation {
  readonly draft: TransformOutput
  readonly facts: ReadonlyArray<Fact>
}

type Transform = (input: RuleInput, apis: ReadonlyArray<KnownApi>) => TransformOutput

/** Kind → how it is done. */
const transforms: { readonly [K in TransformationKind]: Transform } = {
  simplify: ({ text, tone }) => simplify(text, tone),
  condense: ({ text }) => condense(text),
  expand: ({ glossary, text }, apis) => expand(text, apis, glossary),
  add_example: ({ text }, apis) => addExample(text, apis),
  add_troubleshooting: ({ text }, apis) => addTroubleshooting(text, apis),
  create_diagram: ({ text }, apis) => createDiagram(text, apis)
}

export const figuresOf = (text: string): TextFigures => ({
  ...metricsOf(readMarkdown(text)),
  characters: text.length
})

/** Transforms by rules: the same result for the same input. What would lose something stays as it was. */
export const transformText = (input: RuleInput, models: ReadonlyArray<SourceModel>): RuleTransformation => {
  const apis = apisOf(models)
  const made = transforms[input.kind](input, apis)
  const lost = lostBy(input.kind, survivorsOf(readMarkdown(input.text)), survivorsOf(readMarkdown(made.text)))
  return {
    draft: lost === undefined ? made : unchanged(input.text, "facts_at_risk", lost),
    facts: factsFor(input.text, apis, input.glossary).map(({ name, text }) => ({ name, text }))
  }
}

/** Why a writer's text may not stand, or `undefined` when it may. */
export const refusalOf = (input: TransformInput, text: string): string | undefined => {
  const refused = checkTransformed(input, text)
  if (refused !== undefined) return refused
  const lost = lostBy(input.kind, survivorsOf(readMarkdown(input.text)), survivorsOf(readMarkdown(text)))
  if (lost !== undefined) return `the text loses ${lost}`
  return input.kind === "simplify" && figuresOf(text).fleschReadingEase < figuresOf(input.text).fleschReadingEase
    ? "the text is harder to read"
    : undefined
}
