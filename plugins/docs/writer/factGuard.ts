/**
 * The fact guard (decisions docs 4.7): prose may say less than the facts and put it better, but may name no number,
 * path, address or code that the facts do not hold, and may bring no markup that changes the document's structure. It
 * knows names and claims, not meaning: what is false in plain words of the language, it cannot see.
 */
import { standsIn, unknownClaim, vocabularyOf, type Vocabulary } from "./claims.ts"
import { readProse, type ReadProse } from "./readProse.ts"
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

const wordsIn = ({ paragraphs, codeSpans }: ReadProse): number =>
  [...paragraphs, ...codeSpans].reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)

const none: ReadProse = { paragraphs: [], codeSpans: [], fences: [], links: [], kinds: new Set() }

/** Addresses that pages make into links by themselves. */
const liveAddress = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:)[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.-]+/gi

const liveIn = ({ paragraphs }: ReadProse): ReadonlyArray<string> =>
  paragraphs.flatMap((text) => text.match(liveAddress) ?? []).map((address) => address.replace(/[.,;:!?)'"*_~]+$/, ""))

/**
 * An address is live only where the rules' text has it live: what a source says in a name, the rules show as code, and
 * no writer turns it into something to click on.
 */
const checkStructure = (prose: ReadProse, model: ReadProse): string | undefined => {
  for (const kind of prose.kinds) if (!model.kinds.has(kind)) return `the text holds a ${kind} where there is none`
  if (prose.fences.some((fence) => !model.fences.includes(fence))) return "the text holds code that is not the engine's"
  const isKnownLink = ({ href, title }: ReadProse["links"][number]) =>
    model.links.some((link) => link.href === href && link.title === title)
  const live = new Set(liveIn(model))
  return prose.links.every(isKnownLink) && liveIn(prose).every((address) => live.has(address))
    ? undefined
    : "the text links to an address that the rules do not"
}

const checkClaims = (prose: ReadProse, model: ReadProse, known: Vocabulary): string | undefined => {
  const isKnownCode = (code: string) => model.codeSpans.includes(code) || standsIn(known.text, code.trim())
  if (!prose.codeSpans.every(isKnownCode)) return "the text holds code that the facts do not"
  for (const paragraph of prose.paragraphs) {
    const reason = unknownClaim(paragraph, known)
    if (reason !== undefined) return reason
  }
  return undefined
}

const hasHidden = (prose: ReadProse, text: string, known: Vocabulary): boolean =>
  [text, ...prose.paragraphs, ...prose.codeSpans]
    .flatMap((part) => part.match(hidden) ?? [])
    .some((character) => !known.text.includes(character))

/** Judges texts: why one may not stand, or `undefined` when it may. `isWhole: false` judges a text that goes on. */
export type Guard = (text: string, isWhole?: boolean) => string | undefined

/** A guard for texts about the same things. */
export const makeGuard = (grounds: Grounds): Guard => {
  const read = readProse(grounds.model)
  const model = typeof read === "string" ? none : read
  const seen = [...model.paragraphs, ...model.links.map(({ href }) => href)]
  const known = vocabularyOf([...grounds.known, grounds.model, ...seen])
  return (text, isWhole = true) => {
    if (text.trim() === "") return isWhole ? "the text is empty" : undefined
    const prose = readProse(text)
    if (typeof prose === "string") return prose
    if (hasHidden(prose, text, known)) return "the text holds characters that cannot be seen"
    if (wordsIn(prose) > grounds.maxWords) return "the text is too long"
    const whole = `${text}\n${prose.paragraphs.join("\n")}`
    if (isWhole && !grounds.requiredTokens.every((token) => standsIn(whole, token))) return "the text leaves out a fact"
    return checkStructure(prose, model) ?? checkClaims(prose, model, known)
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

/** Why a text may not stand in the document, or `undefined` when it may. */
export const checkProse = (text: string, input: SectionInput, draft: string): string | undefined =>
  guardOf(input, draft)(text)
