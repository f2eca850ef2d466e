/** What context documents mean to checks and transformations: terms of glossaries, rules of style guides (decisions docs 4.6). */
import type { Term } from "../checks/Terms.ts"
import { readTextRule } from "../rules/textRules.ts"
import type { ContextInput } from "./ContextInput.ts"
import { readInstructions, sentencesOf } from "../writer/rules/instructions.ts"
import type { GlossaryTerm } from "../writer/Section.ts"
import { readGlossary } from "./glossary.ts"

/** What context documents say of how to write. */
export interface Language {
  /** Terms of the glossaries, in their order. */
  readonly terms: ReadonlyArray<Term & GlossaryTerm>
  /** Sentences of the style guides that a check can look after. */
  readonly styleGuide: ReadonlyArray<string>
  /** Of each context document, how many terms or rules it holds that are understood; 0 for a reference. */
  readonly understood: ReadonlyArray<number>
}

/** The terms of the glossaries among context documents, in their order. */
const termsIn = (context: ReadonlyArray<ContextInput>): ReadonlyArray<Term & GlossaryTerm> =>
  context
    .filter(({ kind }) => kind === "glossary")
    .flatMap(({ content, format }) => {
      const { exact, terms } = readGlossary(content, format)
      const exactTerms = new Set(exact)
      return terms.map((term) => ({ ...term, caseSensitive: exactTerms.has(term.term) }))
    })

/** The sentences of style guides that a check can look after. The writer warns of those that nobody can follow. */
const styleRulesIn = (context: ReadonlyArray<ContextInput>): ReadonlyArray<string> =>
  context
    .filter(({ kind }) => kind === "style-guide")
    .flatMap(({ content }) => sentencesOf(content))
    .filter((sentence) => readTextRule(sentence).kind === "rule")

const understoodIn = ({ content, format, kind }: ContextInput): number => {
  if (kind === "glossary") return readGlossary(content, format).terms.length
  return kind === "style-guide" ? readInstructions(content).understood.length : 0
}

/** Reads context documents: a megabyte takes longer than a turn of the event loop may. */
export const languageOf = (context: ReadonlyArray<ContextInput>): Language => ({
  terms: termsIn(context),
  styleGuide: styleRulesIn(context),
  understood: context.map(understoodIn)
})
