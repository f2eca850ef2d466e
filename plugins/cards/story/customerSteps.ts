/** What customers, their screenings, verifications and alerts tell of their stories. Pure. */
import type { StoryStep } from "../../../src/plugin.ts"
import type { Alert } from "../aml/Alert.ts"
import { blockOf, type Customer } from "../customers/Customer.ts"
import type { Verification } from "../kyc/Verification.ts"
import type { ScreeningRecord } from "../screening/ScreeningRecord.ts"

const blocks = {
  screening_match: "A match with a watch list that nobody has approved",
  screening_pending: "No watch list could be consulted yet",
  kyc_required: "Its identity is not verified"
} as const

/** What a customer tells of itself. */
export const customerSteps = (customer: Customer): ReadonlyArray<StoryStep> => {
  const { createdAt, email, flags, kycStatus, screening } = customer
  const steps: Array<StoryStep> = [
    {
      at: createdAt,
      kind: "request",
      title: `The customer ${email} was made`,
      text: `Identity: ${kycStatus.replaceAll("_", " ")}`,
      tone: "none"
    }
  ]
  if (screening !== null) {
    const approved = screening.approved ? ", and a person approved it" : ""
    steps.push({
      at: createdAt,
      kind: "screening",
      title: `The newest screening: ${screening.result}${approved}`,
      text: screening.screeningId,
      tone: screening.result === "clear" || screening.approved ? "good" : "held"
    })
  }
  const block = blockOf(customer)
  if (block !== undefined) {
    steps.push({
      at: createdAt,
      kind: "screening",
      title: "No money moves for this customer",
      text: blocks[block],
      tone: "held"
    })
  }
  for (const flag of flags) {
    steps.push({ at: createdAt, kind: "risk", title: `The customer needs more care: ${flag}`, tone: "held" })
  }
  return steps
}

/** What a screening tells of itself: each match with what made up its score. */
export const screeningSteps = (record: ScreeningRecord): ReadonlyArray<StoryStep> => {
  const { listsScreened, matches, name, resolution, result, screenedAt } = record
  const lists = listsScreened.map(({ list, stateDate }) => `${list} of ${stateDate}`).join(", ")
  return [
    {
      at: screenedAt,
      kind: "screening",
      title: `${name} was screened: ${result}`,
      text: `${lists === "" ? "No list was consulted" : `Against ${lists}`}${resolution === null ? "" : `. A person decided: ${resolution}`}`,
      tone: result === "clear" || resolution === "approved" ? "good" : "held"
    },
    ...matches.map((match): StoryStep => ({
      at: screenedAt,
      kind: "screening",
      title: `${match.matchedName} on ${match.list}, ${match.score} of 100`,
      text: `Entry ${match.entryId}: ${match.listedName}`,
      tone: "held",
      why: match.reasons.map(({ compared, listed, points, subject }) => ({
        label: `${compared}: ${subject} and ${listed}`,
        weight: points
      }))
    }))
  ]
}

/** What a verification tells of itself. */
export const verificationSteps = (verification: Verification): ReadonlyArray<StoryStep> => {
  const { createdAt, customer, decidedAt, documentType, reason, status } = verification
  const asked: StoryStep = {
    at: createdAt,
    kind: "request",
    title: `A ${documentType.replaceAll("_", " ")} of ${customer} was submitted`,
    tone: "none"
  }
  if (decidedAt === null) return [asked]
  const title =
    status === "verified" ? "The identity was verified" : `The verification failed: ${reason ?? "no reason"}`
  return [asked, { at: decidedAt, kind: "screening", title, tone: status === "verified" ? "good" : "bad" }]
}

/** What an alert tells of itself. */
export const alertSteps = ({
  createdAt,
  customer,
  rule,
  sarRequired,
  transactions
}: Alert): ReadonlyArray<StoryStep> => [
  {
    at: createdAt,
    kind: "screening",
    title: `The rule ${rule} found something about ${customer}`,
    text: `Payments: ${transactions.join(", ")}${sarRequired ? ". A report to the authorities is required" : ""}`,
    tone: "held"
  }
]
