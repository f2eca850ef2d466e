/** Terms of glossaries as rules (decisions docs 4.6): the preferred term is enforced, words to avoid are replaced by it. */
import type { NamedRule } from "../rules/Rule.ts"

/** A term of a glossary. Whoever reads glossaries gives these to the check. */
export interface Term {
  readonly term: string
  readonly definition?: string
  /** Words that are not to be used for it. */
  readonly avoid?: ReadonlyArray<string>
  /** Whether its capitals matter wherever it stands. */
  readonly caseSensitive?: boolean
}

/** The rules that a glossary means. */
export const rulesOfTerms = (terms: ReadonlyArray<Term>): ReadonlyArray<NamedRule> =>
  terms.flatMap(({ avoid = [], caseSensitive, term }) => {
    const own: Record<string, string> = caseSensitive === true ? { [term]: term } : {}
    const swap = {
      ...own,
      ...Object.fromEntries(avoid.filter((word) => word.trim() !== "").map((word) => [word, term]))
    }
    return Object.keys(swap).length === 0 || term.trim() === ""
      ? []
      : [
          {
            id: `glossary/${term}`,
            source: "glossary",
            name: term,
            kind: "substitution",
            severity: "warning",
            swap
          } as const
        ]
  })
