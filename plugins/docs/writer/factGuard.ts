/**
 * The fact guard (decisions docs 4.7): prose may say less than the facts and put it better, but may name no number,
 * path, address or code that the facts do not hold, lose no negation, and bring no markup that changes the document's
 * structure. It knows names and claims, not meaning: what is false in plain words of the language, it cannot see.
 */
import { isNegation, standsIn, unknownClaim, vocabularyOf, wordsOf, type Vocabulary } from "./claims.ts"
import { refusedKind } from "./proseKinds.ts"
import { readText, type ReadText } from "./readText.ts"
import type { SectionInput } from "./Section.ts"

/** Characters that a reader cannot see: controls, marks of direction, private and unassigned ones. */
const hidden = /[^\P{C}\n\t]/gu

/** What a text is judged by. */
export interface Grounds {
  /** Texts of which anything may be said again. */
  readonly known: ReadonlyArray<string>
  /** The text that stands otherwise: its structure is allowed. */
  readonly model: string
  readonly requiredTokens: ReadonlyArray<string>
  readonly maxWords: number
}

const wordsIn = ({ paragraphs, codeSpans }: ReadText): number =>
  [...paragraphs, ...codeSpans].reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)

/** How many words of a text deny something: one that is lost turns its sentence into the opposite. */
export const negationsIn = ({ paragraphs }: Pick<ReadText, "paragraphs">): number =>
  paragraphs.flatMap((text) => text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []).filter(isNegation).length

/** Whether pages make a word into a link by themselves. */
const isLive = (word: string): boolean =>
  word.includes("://") || /^(?:www\.|mailto:)/i.test(word) || (word.includes("@") && word.includes("."))

/** The addresses in words that pages make into links. */
export const liveAddressesIn = ({ paragraphs }: Pick<ReadText, "paragraphs">): ReadonlyArray<string> =>
  paragraphs.flatMap(wordsOf).filter(isLive)

/**
 * An address is live only where the rules' text has it live: what a source says in a name, the rules show as code, and
 * no writer turns it into something to click on.
 */
const checkStructure = (prose: ReadText, model: ReadText): string | undefined => {
  const refused = refusedKind(prose, model)
  if (refused !== undefined) return refused
  if (prose.fences.some((fence) => !model.fences.includes(fence))) return "the text holds code that is not the engine's"
  const isKnownLink = ({ href, title }: ReadText["links"][number]) =>
    model.links.some((link) => link.href === href && link.title === title)
  const live = new Set(liveAddressesIn(model))
  return prose.links.every(isKnownLink) && liveAddressesIn(prose).every((address) => live.has(address))
    ? undefined
    : "the text links to an address that the rules do not"
}

const checkClaims = (prose: ReadText, model: ReadText, known: Vocabulary): string | undefined => {
  const isKnownCode = (code: string) => model.codeSpans.includes(code) || standsIn(known.text, code.trim())
  if (!prose.codeSpans.every(isKnownCode)) return "the text holds code that the facts do not"
  return prose.paragraphs.map((paragraph) => unknownClaim(paragraph, known)).find((reason) => reason !== undefined)
}

/** Whether a text has characters that no reader sees and nothing known has. */
export const hasHidden = (prose: ReadText, text: string, known: Vocabulary): boolean =>
  [text, ...prose.paragraphs, ...prose.codeSpans]
    .flatMap((part) => part.match(hidden) ?? [])
    .some((character) => !known.text.includes(character))

/** Judges texts: why one may not stand, or `undefined` when it may. `isWhole: false` judges a text that goes on. */
export type Guard = (text: string, isWhole?: boolean) => string | undefined

/** A guard for texts about the same things. */
export const makeGuard = (grounds: Grounds): Guard => {
  const model = readText(grounds.model)
  const seen = [...model.paragraphs, ...model.links.map(({ href }) => href)]
  const known = vocabularyOf([...grounds.known, grounds.model, ...seen])
  // What the rules say only as a part of something, such as a version in an address, others may say so too.
  const holds = (text: string) => (token: string) =>
    standsIn(text, token) || (!standsIn(grounds.model, token) && text.includes(token))
  return (text, isWhole = true) => {
    if (text.trim() === "") return isWhole ? "the text is empty" : undefined
    const prose = readText(text)
    const misplaced = checkStructure(prose, model)
    if (misplaced !== undefined) return misplaced
    if (hasHidden(prose, text, known)) return "the text holds characters that cannot be seen"
    if (wordsIn(prose) > grounds.maxWords) return "the text is too long"
    const whole = `${text}\n${prose.paragraphs.join("\n")}`
    if (isWhole && !grounds.requiredTokens.every(holds(whole))) return "the text leaves out a fact"
    if (isWhole && negationsIn(prose) < negationsIn(model)) return "the text loses a negation"
    return checkClaims(prose, model, known)
  }
}

/** The guard of a place for prose. `draft` is what the rules said with the facts. */
export const guardOf = (input: SectionInput, draft: string): Guard =>
  makeGuard({
    known: [
      input.title,
      ...input.facts.map(({ text }) => text),
      ...input.glossary.flatMap(({ definition, term }) => [term, definition])
    ],
    model: draft,
    requiredTokens: input.requiredTokens,
    maxWords: input.maxWords
  })
