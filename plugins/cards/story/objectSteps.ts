/** Steps of a story that other objects than payments hold: refunds, disputes, payouts, customers, screenings, verifications, alerts. Pure. */
import { Money } from "../../../src/domain.ts"
import type { StoryStep } from "../../../src/plugin.ts"
import type { Alert } from "../aml/Alert.ts"
import { blockOf, type Customer } from "../customers/Customer.ts"
import type { Dispute } from "../disputes/Dispute.ts"
import type { Verification } from "../kyc/Verification.ts"
import type { Payout } from "../payouts/Payout.ts"
import type { Refund } from "../refunds/Refund.ts"
import type { ScreeningRecord } from "../screening/ScreeningRecord.ts"

const reasonText = (reason: string | null): string => (reason === null ? "" : `: ${reason.replaceAll("_", " ")}`)

export const refundSteps = ({ createdAt, decline, paymentId, reason, ...money }: Refund): ReadonlyArray<StoryStep> => [
  {
    at: createdAt,
    kind: "request",
    title: `A refund of ${Money.format(money)} is requested`,
    text: `Of ${paymentId}${reasonText(reason)}`,
    tone: "none"
  },
  ...(decline === null
    ? []
    : [
        {
          at: createdAt,
          kind: "network",
          title: `The refund failed: ${decline.code}`,
          text: decline.message,
          tone: "bad"
        } as const
      ])
]

const refundTones: Readonly<Record<Refund["status"], StoryStep["tone"]>> = {
  pending: "wait",
  succeeded: "good",
  failed: "bad",
  canceled: "none"
}

/** What the story of its payment says of a refund. */
export const refundOfPayment = ({ createdAt, id, reason, status, ...money }: Refund): StoryStep => ({
  at: createdAt,
  // After the payment itself, also where the clock stands still.
  kind: "event",
  title: `${Money.format(money)} is refunded`,
  text: `${id}${reasonText(reason)}. The refund is ${status}`,
  tone: refundTones[status]
})

const disputeStands: Readonly<Record<Dispute["status"], readonly [text: string, tone: StoryStep["tone"]]>> = {
  needs_response: ["It needs an answer", "bad"],
  under_review: ["The issuer looks at the evidence", "held"],
  won: ["It was won", "good"],
  lost: ["It was lost", "bad"]
}

/** What the story of its payment says of a dispute. */
export const disputeOfPayment = ({ createdAt, id, reason, status, ...money }: Dispute): StoryStep => {
  const [stands, tone] = disputeStands[status]
  return {
    at: createdAt,
    kind: "event",
    title: `The cardholder disputes ${Money.format(money)}`,
    text: `${id}${reasonText(reason)}. ${stands}`,
    tone
  }
}

export const disputeSteps = (dispute: Dispute): ReadonlyArray<StoryStep> => {
  const { createdAt, paymentId, pastDue, reason, respondBy, submittedAt, ...money } = dispute
  const steps: Array<StoryStep> = [
    {
      at: createdAt,
      kind: "request",
      title: `The cardholder disputes ${Money.format(money)}`,
      text: `Of ${paymentId}${reasonText(reason)}. Evidence is taken before ${new Date(respondBy).toISOString()}`,
      tone: "bad"
    }
  ]
  if (submittedAt !== null) {
    steps.push({ at: submittedAt, kind: "request", title: "The merchant sent evidence", tone: "none" })
  }
  if (pastDue) {
    steps.push({ at: respondBy, kind: "network", title: "Nobody answered in time", tone: "bad" })
  }
  return steps
}

export const payoutSteps = (payout: Payout): ReadonlyArray<StoryStep> => {
  const { arrivalAt, batchAt, createdAt, destination, fault, feeMinor, method, paidAt, screeningId, ...money } = payout
  const fee =
    feeMinor === 0 ? "" : `, for a fee of ${Money.format({ amountMinor: feeMinor, currency: money.currency })}`
  const steps: Array<StoryStep> = [
    {
      at: createdAt,
      kind: "request",
      title: `A ${method} payout of ${Money.format(money)} to ${destination} is requested${fee}`,
      text: `It leaves ${batchAt === null ? "at once" : `at ${new Date(batchAt).toISOString()}`} and should arrive by ${new Date(arrivalAt).toISOString()}`,
      tone: "none"
    },
    { at: createdAt, kind: "screening", title: `The recipient was screened: ${screeningId}`, tone: "none" }
  ]
  if (paidAt !== null) steps.push({ at: paidAt, kind: "network", title: "The bank has the money", tone: "good" })
  if (fault !== null) {
    steps.push({
      at: paidAt ?? createdAt,
      kind: "network",
      title: `The payout failed: ${fault.code}`,
      text: fault.message,
      tone: "bad"
    })
  }
  // An arrival that is still to come is a step of the payout's own: all payouts of a day share one job.
  const next =
    payout.status === "pending" && batchAt !== null
      ? ({ at: batchAt, title: "The payout leaves with the daily batch" } as const)
      : payout.status === "in_transit"
        ? ({ at: arrivalAt, title: "The payout arrives" } as const)
        : undefined
  if (next !== undefined) steps.push({ ...next, kind: "job", tone: "wait", future: true })
  return steps
}

const blocks = {
  screening_match: "A match with a watch list that nobody has approved",
  screening_pending: "No watch list could be consulted yet",
  kyc_required: "Its identity is not verified"
} as const

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

/** The steps that a screening holds: each match with what made up its score. */
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
