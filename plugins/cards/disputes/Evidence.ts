/** Evidence against a dispute: five texts, any of which may be given (spec cards §2). */

/** Names of the texts, in their order. */
export const evidenceFields = [
  "customerCommunication",
  "receipt",
  "shippingDocumentation",
  "serviceDocumentation",
  "refundPolicy"
] as const

/** The texts that were given. */
export type Evidence = { readonly [F in (typeof evidenceFields)[number]]?: string }

/** Longest text, in characters (our choice): some ten pages. */
export const maxEvidenceLength = 20_000

/** Later texts replace earlier ones of the same name; an empty text, or one of white space, takes one away. */
export const merge = (before: Evidence, later: Evidence): Evidence =>
  Object.fromEntries(Object.entries({ ...before, ...later }).filter(([, text]) => text.trim() !== ""))

/** Whether anything at all was given. */
export const hasEvidence = (evidence: Evidence): boolean => Object.keys(evidence).length > 0

/** Words in a text of the evidence, and what the sandbox's issuer decides then (decisions B10). */
export const evidenceWords = { winning_evidence: "won", losing_evidence: "lost" } as const

type Decided = (typeof evidenceWords)[keyof typeof evidenceWords]

/** What the evidence tells the sandbox's issuer to decide; the first of the words that is found. */
export const wordIn = (evidence: Evidence): Decided | undefined =>
  Object.entries(evidenceWords).find(([word]) => Object.values(evidence).some((text) => text.includes(word)))?.[1]
