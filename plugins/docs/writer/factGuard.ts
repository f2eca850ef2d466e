/**
 * The fact guard (decisions docs 4.7): prose may say less than the facts and put it better, but may name no number,
 * path, address or code that the facts do not hold, and may bring no markup that changes the document's structure.
 */
import type { SectionInput } from "./Section.ts"

const rawHtml = /<\/?[a-z][^>]*>|<!--|<!\[CDATA\[/i
const heading = /^ {0,3}#{1,6}\s|^ {0,3}(?:=+|-+)\s*$/m
const activeLink = /\]\(\s*(?:javascript|data|vbscript):/i

/** Things a reader would act on: URLs, paths, code spans, numbers, environment variables. */
const claims: ReadonlyArray<RegExp> = [
  /\bhttps?:\/\/[^\s)>\]"'`]+/g,
  /`[^`\n]+`/g,
  /(?<![\w/.])\/[\w{}.~-]+(?:\/[\w{}.~-]*)*/g,
  /(?<![\w.])\d+(?:[.,]\d+)*%?/g,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g
]

const balanced = (text: string): boolean => {
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0
  const outside = text.replace(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm, "")
  return fences % 2 === 0 && (outside.match(/`/g)?.length ?? 0) % 2 === 0
}

const bare = (claim: string): string => claim.replace(/^`+|`+$/g, "").replace(/[.,;:]+$/, "")

/** Whether a text names something a reader would act on that stands in nothing of what is known. */
export const inventsBeyond = (text: string, known: string): boolean =>
  claims.flatMap((claim) => text.match(claim) ?? []).some((claim) => !known.includes(bare(claim)))

/** Why a text may not stand in the document, or `undefined` when it may. `draft` is what the rules said with the facts. */
export const checkProse = (text: string, input: SectionInput, draft: string): string | undefined => {
  if (text.trim() === "") return "the text is empty"
  if (rawHtml.test(text)) return "the text holds HTML"
  if (heading.test(text)) return "the text holds a heading"
  if (activeLink.test(text)) return "the text holds a link that runs a script"
  if (!balanced(text)) return "the text holds code that does not end"
  if (text.trim().split(/\s+/).length > input.maxWords) return "the text is too long"
  const missing = input.requiredTokens.find((token) => !text.includes(token))
  if (missing !== undefined) return "the text leaves out a fact"
  const known = `${input.title}\n${draft}\n${input.facts.map((fact) => fact.text).join("\n")}`
  return inventsBeyond(text, known) ? "the text says something that the facts do not" : undefined
}
