/**
 * Instructions that rules can follow (decisions docs 4.4, 4.6): a grammar of plain sentences, one row per kind. What no row
 * understands is handed back, so that nobody takes it for done.
 */
import { audienceOf, toneOf, type Audience, type Depth, type Tone } from "./Voice.ts"

/** Something that the rules can do. */
export type Instruction =
  | { readonly kind: "substitute"; readonly from: string; readonly to: string }
  | { readonly kind: "avoid"; readonly words: string }
  | { readonly kind: "spell"; readonly words: string }
  | { readonly kind: "sentenceWords"; readonly most: number }
  | { readonly kind: "headings"; readonly style: "sentence" | "title" }
  | { readonly kind: "contractions"; readonly use: boolean }
  | { readonly kind: "audience"; readonly audience: Audience }
  | { readonly kind: "tone"; readonly tone: Tone }
  | { readonly kind: "depth"; readonly depth: Depth }
  | { readonly kind: "leaveOut"; readonly section: string }
  | { readonly kind: "needsSection"; readonly section: string }
  | { readonly kind: "needsWords"; readonly words: string }
  | { readonly kind: "contents"; readonly show: boolean }
  | { readonly kind: "maintenance" }
  | { readonly kind: "name"; readonly name: string }

const quote = `["'“”‘’\`]`
const quoted = `${quote}([^"“”\`]+?)${quote}`
const either = `(?:${quoted}|([\\w-]+(?: [\\w-]+){0,3}?))`

type Row = readonly [pattern: string, make: (...groups: ReadonlyArray<string>) => Instruction | undefined]

const substitute = (to: string, from: string): Instruction => ({ kind: "substitute", from, to })

const withAudience = (text: string): Instruction | undefined => {
  const audience = audienceOf(text)
  return audience === undefined ? undefined : { kind: "audience", audience }
}

const withTone = (text: string): Instruction | undefined => {
  const tone = toneOf(text)
  return tone === undefined ? undefined : { kind: "tone", tone }
}

const caseOf = (style: string): Instruction => ({
  kind: "headings",
  style: /title/i.test(style) ? "title" : "sentence"
})

/** Pattern of a whole sentence, and what it means. The groups that took part come without the others. */
const grammar: ReadonlyArray<Row> = [
  [`(?:use|say|write|prefer) ${either}(?: instead of| rather than| over|,? (?:and )?not) ${either}`, substitute],
  [`(?:replace|change) ${either} (?:with|by|to) ${either}`, (from, to) => substitute(to!, from!)],
  [`(?:do not|don['’]t|never|must not) use ${either}(?:[,;] use ${either})`, (from, to) => substitute(to!, from!)],
  [`(?:do not|don['’]t|never|avoid) (?:use|using) (?:an? )?exclamation (?:marks?|points?)`, () => avoid("!")],
  [`(?:do not|don['’]t|never) use contractions|avoid contractions`, () => ({ kind: "contractions", use: false })],
  [`(?:do not|don['’]t|never) (?:use|say|write) (?:the words? )?${quoted}`, (words) => avoid(words!)],
  [`avoid (?:using )?(?:the words? )?${quoted}`, (words) => avoid(words!)],
  [`use contractions`, () => ({ kind: "contractions", use: true })],
  [`spell ${quoted} as written`, (words) => ({ kind: "spell", words: words! })],
  [
    `(?:keep )?sentences (?:must |should |may )?(?:have|be|stay|are|under|below|to|with)?\\s*(?:at most|no more than|no longer than|under|below|up to|shorter than)?\\s*(\\d{1,3}) words(?: or (?:fewer|less))?`,
    (most) => ({ kind: "sentenceWords", most: Math.max(5, Number(most)) })
  ],
  [
    `(?:headings must use|use|write headings in) (sentence|title) case(?: (?:for|in) headings)?`,
    (style) => caseOf(style!)
  ],
  [`headings (?:are|should be|must be) (?:in |written in )?(sentence|title) case`, (style) => caseOf(style!)],
  [`(?:write|it is written|this is) for (.{3,80})`, (who) => withAudience(who!)],
  [`(?:the )?(?:audience|readers?) (?:is|are):? (.{3,80})`, (who) => withAudience(who!)],
  [`audience: (.{3,80})`, (who) => withAudience(who!)],
  [`(?:use|write in|keep|with) an? (.{3,40}?) (?:tone|voice|style)`, (how) => withTone(how!)],
  [`(?:the )?tone(?: is|:)? (.{3,40})`, (how) => withTone(how!)],
  [`be (concise|brief|friendly|formal|neutral|terse|direct|casual)`, (how) => withTone(how!)],
  [`keep (?:it|the text|this|everything) (short|brief|concise)`, () => ({ kind: "depth", depth: "brief" })],
  [`(?:go into|include|give|add) (?:all|every|full|more) (?:the )?details?`, () => ({ kind: "depth", depth: "full" })],
  [
    `(?:leave out|omit|skip|remove|do not include|don['’]t include|without) (?:the |an? )?(?:sections? )?${quoted}(?: section)?`,
    (section) => ({ kind: "leaveOut", section: section! })
  ],
  [
    `(?:leave out|omit|skip|remove|do not include|don['’]t include) (?:the |an? )?([\\w -]{3,40}?) section`,
    (section) => ({ kind: "leaveOut", section: section! })
  ],
  [`(?:must )?include an? section ${quoted}`, (section) => ({ kind: "needsSection", section: section! })],
  [
    `(?:must )?(?:mention|include|contain) (?:the words? )?${quoted}`,
    (words) => ({ kind: "needsWords", words: words! })
  ],
  [`(?:include|add|with) (?:a )?(?:table of )?contents`, () => ({ kind: "contents", show: true })],
  [`(?:no|without|leave out|omit) (?:an? |the )?table of contents`, () => ({ kind: "contents", show: false })],
  [`(?:include|list|show) (?:the )?maintenance(?: changes| commits)?`, () => ({ kind: "maintenance" })],
  [`(?:call|name) (?:the|this) (?:product|project|service|software|tool|app|application) ${quoted}`, named],
  [`the (?:product|project|service|software|tool|app|application) is (?:called|named) ${quoted}`, named]
]

function avoid(words: string): Instruction {
  return { kind: "avoid", words }
}

function named(name: string | undefined): Instruction {
  return { kind: "name", name: name! }
}

const compiled = grammar.map(([pattern, make]) => [new RegExp(`^(?:please )?(?:${pattern})$`, "i"), make] as const)

/** What one sentence asks for; `undefined` when no row understands it. */
export const readInstruction = (sentence: string): Instruction | undefined => {
  const text = sentence
    .trim()
    .replaceAll(/\s+/g, " ")
    .replace(/[.!;]+$/, "")
  for (const [pattern, make] of compiled) {
    const match = pattern.exec(text)
    const found = match === null ? undefined : make(...match.slice(1).filter((group) => group !== undefined))
    if (found !== undefined) return found
  }
  return undefined
}

/** The sentences of a text, without the marks of lists; headings are none. */
export const sentencesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\n+|(?<=[.!;]["'”’]?)\s+(?=[A-Z])/)
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "").trim())
    .filter((line) => line !== "" && !/^#{1,6}\s/.test(line))

/** What a text asks for, sentence by sentence, and what of it no row understands. */
export const readInstructions = (
  text: string
): { readonly understood: ReadonlyArray<Instruction>; readonly rest: ReadonlyArray<string> } => {
  const read = sentencesOf(text).map((line) => ({ line, instruction: readInstruction(line) }))
  return {
    understood: read.flatMap(({ instruction }) => (instruction === undefined ? [] : [instruction])),
    rest: read.filter(({ instruction }) => instruction === undefined).map(({ line }) => line)
  }
}
