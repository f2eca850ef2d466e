/** What context documents mean to checks and transformations: terms of glossaries, rules of style guides (decisions docs 4.6). */
import type { Term } from "../checks/Terms.ts"
import { readTextRule } from "../rules/textRules.ts"
import type { ContextInput } from "./ContextInput.ts"
import { readInstructions, sentencesOf } from "../writer/rules/instructions.ts"
import type { GlossaryTerm } from "../writer/Section.ts"
import { readGlossary } from "./glossary.ts"

export type ContextTerms = ReadonlyArray<Term & GlossaryTerm>

/** The terms of the glossaries among context documents, in their order. */
export const termsIn = (context: ReadonlyArray<ContextInput>): ContextTerms =>
  context
    .filter(({ kind }) => kind === "glossary")
    .flatMap(({ content, format }) => {
      const { exact, terms } = readGlossary(content, format)
      const exactTerms = new Set(exact)
      return terms.map((term) => ({ ...term, caseSensitive: exactTerms.has(term.term) }))
    })

/** The sentences of style guides that a check can look after. The writer warns of those that nobody can follow. */
export const styleRulesIn = (context: ReadonlyArray<ContextInput>): ReadonlyArray<string> =>
  context
    .filter(({ kind }) => kind === "style-guide")
    .flatMap(({ content }) => sentencesOf(content))
    .filter((sentence) => readTextRule(sentence).kind === "rule")

/** How many terms or rules a context document holds that are understood; 0 for a reference. */
export const understoodIn = ({ content, format, kind }: ContextInput): number => {
  if (kind === "glossary") return readGlossary(content, format).terms.length
  return kind === "style-guide" ? readInstructions(content).understood.length : 0
}
