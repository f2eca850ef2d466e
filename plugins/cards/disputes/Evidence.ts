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

/** Later texts replace earlier ones of the same name; an empty text takes one away. */
export const merge = (before: Evidence, later: Evidence): Evidence =>
  Object.fromEntries(Object.entries({ ...before, ...later }).filter(([, text]) => text !== ""))

/** Whether anything at all was given. */
export const hasEvidence = (evidence: Evidence): boolean => Object.keys(evidence).length > 0

/** What the evidence tells the sandbox's issuer to decide (decisions B10); the first of these words that is found. */
export const wordIn = (evidence: Evidence): "won" | "lost" | undefined => {
  const texts = Object.values(evidence)
  if (texts.some((text) => text.includes("winning_evidence"))) return "won"
  return texts.some((text) => text.includes("losing_evidence")) ? "lost" : undefined
}
