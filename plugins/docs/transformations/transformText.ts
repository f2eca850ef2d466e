/** Transforms a text by rules, and judges what another writer made of it: both are held to the same guarantees. */
import { metricsOf, type Metrics } from "../checks/metrics.ts"
import { readMarkdown } from "../checks/readMarkdown.ts"
import { survivorsOf } from "../checks/Survivors.ts"
import type { SourceModel } from "../model/SourceModel.ts"
import type { Fact } from "../writer/Section.ts"
import { inventsBeyond } from "../writer/factGuard.ts"
import { addExample, addTroubleshooting, expand } from "./additions.ts"
import { condense } from "./condense.ts"
import { createDiagram } from "./createDiagram.ts"
import { diagramProblem } from "./Diagram.ts"
import { simplify } from "./simplify.ts"
import { apisOf, factsFor, type KnownApi } from "./Support.ts"
import {
  condensedShare,
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

/** Figures of a text. */
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

const diagrams = /^ {0,3}(`{3,}|~{3,})mermaid[ \t]*\n([\s\S]*?)\n {0,3}\1[ \t]*$/gm

/** Why a writer's text may not stand, or `undefined` when it may. */
export const refusalOf = (input: TransformInput, text: string): string | undefined => {
  if (text.trim() === "") return "the text is empty"
  const lost = lostBy(input.kind, survivorsOf(readMarkdown(input.text)), survivorsOf(readMarkdown(text)))
  if (lost !== undefined) return `the text loses ${lost}`
  if (input.kind === "condense" && text.length > input.text.length * condensedShare)
    return "the text is not a fifth shorter"
  if (input.kind === "simplify" && figuresOf(text).fleschReadingEase < figuresOf(input.text).fleschReadingEase) {
    return "the text is harder to read"
  }
  const bad = Array.from(text.matchAll(diagrams), ([, , body = ""]) => diagramProblem(body)).find(
    (problem) => problem !== undefined
  )
  if (bad !== undefined) return "the text holds a diagram that cannot be drawn"
  const known = [input.text, input.before, input.after, input.draft.text, ...input.facts.map((fact) => fact.text)]
  const terms = input.glossary.flatMap(({ definition, term }) => [term, definition])
  const outside = text.replaceAll(diagrams, "")
  return inventsBeyond(outside, [...known, ...terms].join("\n"))
    ? "the text says something that the facts do not"
    : undefined
}
