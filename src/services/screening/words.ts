/**
 * Words that say little about whose name it is, and how much each word of a name therefore weighs. The tables are our
 * choice; add words in normalized form.
 */
import type { ListedEntityType } from "./ScreeningResult.ts"

/** Legal forms of companies: a company is the same with and without them. */
export const legalForms: ReadonlySet<string> = new Set(
  (
    "ab ag aps as bv bvba co company corp corporation eood fzc fzco fze gmbh inc incorporated jsc kft kg kk limited " +
    "llc llp lp ltd ltda nv ojsc ooo oy oyj pjsc plc pt pte pty sa sae sal sarl sas se sl sp spa spzoo srl zao"
  ).split(" ")
)

/** Words that many companies carry: equal ones are weak evidence. */
export const genericWords: ReadonlySet<string> = new Set(
  (
    "and bank business center centre commerce commercial construction consulting development energy engineering " +
    "enterprise enterprises establishment export exports finance financial foundation general global group holding " +
    "holdings import imports industrial industries industry international investment investments logistics " +
    "management marine maritime national of oil petroleum products project services shipping solutions supply " +
    "systems tech technologies technology the trade traders trading transport ventures world"
  ).split(" ")
)

/** Titles of persons: a person is the same with and without them. */
export const titles: ReadonlySet<string> = new Set(
  "dr eng hon madam miss mr mrs ms mx prof professor rev sir".split(" ")
)

/** Share of an ordinary word that a generic one weighs (our choice). */
const genericWeight = 0.5

/** Weight of a word in a name of this kind: 1 for an ordinary word, less for a generic one, 0 for one that is ignored. */
export const weightOf = (token: string, entityType: ListedEntityType): number => {
  if (entityType === "individual") return titles.has(token) ? 0 : 1
  if (legalForms.has(token)) return 0
  return genericWords.has(token) ? genericWeight : 1
}
