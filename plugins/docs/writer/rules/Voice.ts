/** How a document speaks (decisions docs 4.7): who reads it, in which tone, and what that changes in the text. */
import type { DocType, GenerationSettings } from "../../model/GeneratedDocument.ts"

/** Readers that the rules know. */
export const audiences = ["developer", "end-user", "administrator", "executive"] as const

/** A reader. */
export type Audience = (typeof audiences)[number]

/** Tones that the rules know. */
export const tones = ["neutral", "friendly", "formal", "concise"] as const

export type Tone = (typeof tones)[number]

/** How much is told. */
export type Depth = NonNullable<GenerationSettings["depth"]>

/** What follows from audience, tone and depth. */
export interface Voice {
  readonly audience: Audience
  readonly tone: Tone
  readonly depth: Depth
  /** `use`: don't. `avoid`: do not. `keep`: as the source has it. */
  readonly contractions: "use" | "avoid" | "keep"
  /** Longest sentence, in words, before it is cut where that is safe. */
  readonly sentenceWords: number
  /** Whether there is a sentence that says what the document is, and how warm it is. */
  readonly lead: "none" | "short" | "full"
}

/** Words of a free text → the nearest audience; the first row that fits. */
const nearestAudience: ReadonlyArray<readonly [RegExp, Audience]> = [
  [/non.?technical|beginner|novice|newcomer|customer|end.?user|public|everybody|everyone/i, "end-user"],
  [/admin|operator|\bops\b|devops|\bsre\b|sysadmin|infrastructure|support staff/i, "administrator"],
  [/develop|engineer|program|integrat|coder|technical|architect|maintainer/i, "developer"],
  [/exec|manager|management|leader|\bc[tefi]o\b|business|stakeholder|decision|sales|board/i, "executive"],
  [/user|reader|people|staff|clerk|team/i, "end-user"]
]

const nearestTone: ReadonlyArray<readonly [RegExp, Tone]> = [
  [/friend|warm|casual|informal|convers|welcom|cheer|approach|playful|relaxed/i, "friendly"],
  [/concise|short|brief|terse|crisp|direct|minimal|succinct/i, "concise"],
  [/formal|profession|official|legal|serious|corporate|academic/i, "formal"],
  [/neutral|plain|clear|factual|objective|simple|technical/i, "neutral"]
]

const nearest = <A extends string>(
  given: string,
  known: ReadonlyArray<A>,
  rows: ReadonlyArray<readonly [RegExp, A]>
): A | undefined => {
  const exact = given.trim().toLowerCase().replaceAll(/[_ ]/g, "-")
  return known.find((one) => one === exact) ?? rows.find(([words]) => words.test(given))?.[1]
}

/** The audience a text means; `undefined` when it means none that the rules know. */
export const audienceOf = (given: string): Audience | undefined => nearest(given, audiences, nearestAudience)

/** The tone a text means; `undefined` when it means none that the rules know. */
export const toneOf = (given: string): Tone | undefined => nearest(given, tones, nearestTone)

/** Who reads a kind of document when nobody says so. */
export const defaultAudience: { readonly [Type in DocType]: Audience } = {
  "api-reference": "developer",
  readme: "developer",
  "user-guide": "end-user",
  "admin-guide": "administrator",
  "release-notes": "end-user"
}

const contractionsOf: { readonly [T in Tone]: Voice["contractions"] } = {
  neutral: "keep",
  friendly: "use",
  formal: "avoid",
  concise: "keep"
}

const leadOf: { readonly [T in Tone]: Voice["lead"] } = {
  neutral: "short",
  friendly: "full",
  formal: "full",
  concise: "none"
}

/** Decisions docs 4.7: sentence caps. */
const longSentence = 25
const shortSentence = 18

/** The voice of a document. An executive reads a brief one unless the depth is given. */
export const voiceOf = (of: {
  readonly audience: Audience
  readonly tone: Tone
  readonly depth: Depth | undefined
}): Voice => ({
  audience: of.audience,
  tone: of.tone,
  depth: of.depth ?? (of.audience === "executive" ? "brief" : "standard"),
  contractions: contractionsOf[of.tone],
  sentenceWords: of.tone === "concise" || of.audience === "executive" ? shortSentence : longSentence,
  lead: leadOf[of.tone]
})
