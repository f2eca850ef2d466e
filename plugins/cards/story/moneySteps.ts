/** What refunds, disputes and payouts tell of their stories. Pure. */
import { Money } from "../../../src/domain.ts"
import type { StoryStep } from "../../../src/plugin.ts"
import type { Dispute } from "../disputes/Dispute.ts"
import type { Payout } from "../payouts/Payout.ts"
import type { Refund } from "../refunds/Refund.ts"

const reasonText = (reason: string | null): string => (reason === null ? "" : `: ${reason.replaceAll("_", " ")}`)

/** What a refund tells of itself. */
export const refundSteps = ({ createdAt, decline, paymentId, reason, ...money }: Refund): ReadonlyArray<StoryStep> => [
  {
    at: createdAt,
    kind: "request",
    title: `A refund of ${Money.format(money)} is asked for`,
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

/** What a dispute tells of itself. */
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
    steps.push({ at: respondBy, kind: "network", title: "Nobody answered in time: the dispute is lost", tone: "bad" })
  }
  return steps
}

/** What a payout tells of itself. */
export const payoutSteps = (payout: Payout): ReadonlyArray<StoryStep> => {
  const { arrivalAt, batchAt, createdAt, destination, fault, feeMinor, method, paidAt, screeningId, ...money } = payout
  const fee =
    feeMinor === 0 ? "" : `, for a fee of ${Money.format({ amountMinor: feeMinor, currency: money.currency })}`
  const steps: Array<StoryStep> = [
    {
      at: createdAt,
      kind: "request",
      title: `A ${method} payout of ${Money.format(money)} to ${destination} is asked for${fee}`,
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
  // What is still to come is a step of the payout's own: all payouts of a day share one job.
  const next =
    payout.status === "pending" && batchAt !== null
      ? ({ at: batchAt, title: "The payout leaves with the daily batch" } as const)
      : payout.status === "in_transit"
        ? ({ at: arrivalAt, title: "The payout arrives" } as const)
        : undefined
  if (next !== undefined) steps.push({ ...next, kind: "job", tone: "wait", future: true })
  return steps
}
