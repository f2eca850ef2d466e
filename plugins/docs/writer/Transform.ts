/**
 * Transformations of selected text by a writer other than the rules (decisions docs 4.5, 4.7), and their guard: code,
 * links, numbers and negations of the text survive, and nothing comes in that neither the text nor the facts hold. Else
 * the rules' result stands.
 */
import * as Effect from "effect/Effect"
import { condensedShare, type TransformInput, type TransformOutput } from "../transformations/Transformation.ts"
import { hasHidden, liveAddressesIn, negationsIn } from "./factGuard.ts"
import { numbersIn, standsIn, unknownClaim, vocabularyOf } from "./claims.ts"
import { readText, type ReadText } from "./readText.ts"
import { WriterError } from "./WriterError.ts"

/** Makes a new text; `refused` says why the last one did not stand. */
export type TransformText = (input: TransformInput, refused: string | undefined) => Effect.Effect<string, WriterError>

/** A text that is not condensed grows at most to this many times text and rules' result together. Our choice. */
const maxGrowth = 4

const missing = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean => {
  const left = [...after]
  return before.some((one) => {
    const at = left.indexOf(one)
    if (at === -1) return true
    left.splice(at, 1)
    return false
  })
}

const hrefsIn = ({ links }: ReadText) => links.map(({ href, title }) => `${href} ${title}`)

/** What of the text is lost. A text may say a number once less, but not leave it out. */
const lostIn = (before: ReadText, after: ReadText): string | undefined => {
  if (missing(before.fences, after.fences)) return "the text loses code"
  if (before.codeSpans.some((code) => !after.codeSpans.includes(code))) return "the text loses code"
  if (missing(hrefsIn(before), hrefsIn(after))) return "the text loses a link"
  const numbers = new Set(after.paragraphs.flatMap(numbersIn))
  if (before.paragraphs.flatMap(numbersIn).some((number) => !numbers.has(number))) return "the text loses a number"
  return negationsIn(after) < negationsIn(before) ? "the text loses a negation" : undefined
}

/** Markup that changes no structure. */
const harmless = new Set(
  "inline text text_special softbreak hardbreak paragraph_open em_open strong_open code_inline".split(" ")
)

/** What comes in that has no place there. `allowed`: the text itself, and what the rules made of it. */
const newIn = (after: ReadText, allowed: ReadonlyArray<ReadText>): string | undefined => {
  const all = <A>(of: (text: ReadText) => Iterable<A>) => new Set(allowed.flatMap((text) => Array.from(of(text))))
  const isIn = <A>(of: (text: ReadText) => Iterable<A>) => {
    const known = all(of)
    return Array.from(of(after)).every((one) => known.has(one))
  }
  if (!isIn(({ html }) => html)) return "the text holds HTML"
  if (!isIn(({ headings }) => headings)) return "the text holds a heading"
  if (!isIn(({ fences }) => fences)) return "the text holds code that is not the engine's"
  if (!isIn(hrefsIn) || !isIn(liveAddressesIn)) return "the text links to an address that the rules do not"
  const kinds = all(({ kinds: own }) => own)
  const isAtHome = (kind: string) => kinds.has(kind) || harmless.has(kind)
  return after.defines || !Array.from(after.kinds).every(isAtHome) ? "the text has another structure" : undefined
}

/** Why a text may not take the place of another, or `undefined` when it may. */
export const checkTransformed = (input: TransformInput, text: string): string | undefined => {
  if (text.trim() === "") return "the text is empty"
  const bound =
    input.kind === "condense"
      ? input.text.length * condensedShare
      : (input.text.length + input.draft.text.length) * maxGrowth
  if (text.length > bound) return "the text is too long"
  const [before, draft, after] = [readText(input.text), readText(input.draft.text), readText(text)]
  const refused = lostIn(before, after) ?? newIn(after, [before, draft])
  if (refused !== undefined) return refused
  const known = vocabularyOf([
    input.text,
    input.before,
    input.after,
    input.draft.text,
    ...before.paragraphs,
    ...draft.paragraphs,
    ...input.facts.map((fact) => fact.text),
    ...input.glossary.flatMap(({ definition, term }) => [term, definition])
  ])
  if (hasHidden(after, text, known)) return "the text holds characters that cannot be seen"
  if (!after.codeSpans.every((code) => standsIn(known.text, code.trim())))
    return "the text holds code that the facts do not"
  return after.paragraphs.map((one) => unknownClaim(one, known)).find((reason) => reason !== undefined)
}

/** Completes a transformation with guard and repetition. It fails where the rules' result is to stand, and says why. */
export const guarded =
  (transform: TransformText, attempts: number) =>
  (input: TransformInput): Effect.Effect<TransformOutput, WriterError> => {
    const ask = (left: number, refused: string | undefined): Effect.Effect<TransformOutput, WriterError> =>
      Effect.flatMap(transform(input, refused), (text) => {
        const reason = checkTransformed(input, text)
        if (reason === undefined) return Effect.succeed({ text, warnings: [] })
        return left > 1 ? ask(left - 1, reason) : Effect.fail(new WriterError({ message: reason }))
      })
    return ask(attempts, undefined)
  }
