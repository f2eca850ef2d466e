/** What payments and their messages, holds, requests for payment, batches, recalls and return requests tell of their stories. Pure. */
import { Money } from "../../../src/domain.ts"
import type { StoryStep } from "../../../src/plugin.ts"
import type { Batch } from "../batches/Batch.ts"
import type { Hold } from "../compliance/Hold.ts"
import type { ScreeningEvidence } from "../compliance/ScreeningEvidence.ts"
import type { ReadMessage } from "../network-messages/operations.ts"
import { bankNumberOf, currencyOf, type Payment } from "../payments/Payment.ts"
import type { ReturnRequest } from "../returns/ReturnRequest.ts"
import type { Rfp } from "../rfp/Rfp.ts"
import type { Recall } from "../wire/Recall.ts"

const requestStep = (payment: Payment): StoryStep => {
  const { amountCents, beneficiary, createdAt, direction, originator, rail, railSteps } = payment
  const amount = Money.format({ amountMinor: amountCents, currency: currencyOf(payment) })
  const choice = railSteps.map(
    ({ considered, outcome, reason }) =>
      `${considered.replace(":", " ")} was ${outcome === "chosen" ? "chosen" : "passed over"}: ${reason}`
  )
  return {
    at: createdAt,
    kind: "request",
    title:
      direction === "inbound" ? `${amount} came in over ${rail}` : `A payment of ${amount} over ${rail} is requested`,
    text: [
      `From ${originator.name} at ${originator.routingNumber} to ${beneficiary.name} at ${bankNumberOf(beneficiary)}`,
      ...choice
    ].join(". "),
    tone: "none"
  }
}

/** What a screening of the payment found: the matches, and which of them decided. */
export const screeningStep = ({ attempt, createdAt, decisive, outcome, subjects }: ScreeningEvidence): StoryStep => {
  const lists = new Set(subjects.flatMap(({ listsScreened }) => listsScreened.map(({ list }) => list)))
  const consulted = lists.size === 0 ? "No list could be consulted" : `Lists: ${[...lists].join(", ")}`
  const why = subjects.flatMap(({ matches, subject }) =>
    matches.map((match) => ({
      label: `${subject.field ?? "name"} "${subject.name}" and ${match.list} ${match.entryId} "${match.matchedName}"`,
      weight: match.score
    }))
  )
  const titles = {
    clear: "Nobody in the payment is listed",
    match: `${decisive?.field ?? "A party"} may be ${decisive?.matchedName ?? "listed"}`,
    unavailable: "Nobody could say whether somebody is listed"
  } as const
  return {
    at: createdAt,
    kind: "screening",
    title: `Screening ${attempt}: ${titles[outcome]}`,
    text: consulted,
    tone: outcome === "clear" ? "good" : "held",
    ...(why.length === 0 ? {} : { why })
  }
}

/** What became of a hold. */
export const holdSteps = (hold: Hold): ReadonlyArray<StoryStep> => {
  const { createdAt, decidedAt, decidedBy, id, note, reason, status } = hold
  const held: StoryStep = {
    at: createdAt,
    kind: "screening",
    title: `Held: ${reason === "OFAC_POSSIBLE_MATCH" ? "a possible match" : "no screening was possible"}`,
    text: id,
    tone: "held"
  }
  if (decidedAt === null) return [held]
  return [
    held,
    {
      at: decidedAt,
      kind: "screening",
      title: `The hold was ${status} by ${decidedBy ?? "nobody"}`,
      ...(note === null ? {} : { text: note }),
      tone: status === "released" ? "good" : status === "rejected" ? "bad" : "none"
    }
  ]
}

/** A message of a network as it was sent or received. */
export const messageStep = ({ message, text }: ReadMessage): StoryStep => ({
  at: message.at,
  kind: "network",
  title: `${message.direction === "out" ? "Sent to" : "Received from"} ${message.rail}: ${message.messageType}`,
  text: message.networkMessageId,
  tone: "none",
  raw: { format: message.rail === "ach" ? "nacha" : "xml", text }
})

const approvalSteps = ({ approval }: Payment): ReadonlyArray<StoryStep> =>
  (approval?.approvals ?? []).map(({ at, by, note }) => ({
    at,
    kind: "request",
    title: `${by} approved the payment`,
    ...(note === null ? {} : { text: note }),
    tone: "good"
  }))

const endSteps = ({
  failure,
  needsAttention,
  rejection,
  returned,
  scheduledFor,
  ...payment
}: Payment): ReadonlyArray<StoryStep> => {
  const steps: Array<StoryStep> = []
  if (rejection !== null) {
    const title = `${rejection.by} rejected the payment: ${rejection.reasonCode}`
    steps.push({ at: rejection.at, kind: "request", title, text: rejection.reason, tone: "bad" })
  }
  if (payment.settledAt !== null) {
    steps.push({ at: payment.settledAt, kind: "network", title: "The network settled the payment", tone: "good" })
  }
  if (failure !== null) {
    const told = failure.networkCode === null ? "" : ` (${failure.networkCode})`
    steps.push({
      at: failure.at,
      kind: "network",
      title: `Failed: ${failure.code}${told}`,
      text: failure.message,
      tone: "bad"
    })
  }
  if (returned !== null) {
    const title = `Returned: ${returned.code}`
    steps.push({ at: returned.at, kind: "network", title, text: returned.narrative ?? returned.reason, tone: "bad" })
  }
  if (payment.status === "queued" && scheduledFor !== null) {
    steps.push({
      at: scheduledFor,
      kind: "job",
      title: "The rail opens, and the payment is sent",
      tone: "wait",
      future: true
    })
  }
  if (needsAttention) {
    const title = "Nobody knows what became of the payment: somebody has to look"
    steps.push({ at: payment.submittedAt ?? payment.createdAt, kind: "network", title, tone: "held" })
  }
  return steps
}

export const paymentSteps = (payment: Payment): ReadonlyArray<StoryStep> => [
  requestStep(payment),
  ...approvalSteps(payment),
  ...endSteps(payment)
]

const dollars = (amountMinor: number): string => Money.format({ amountMinor, currency: "usd" })

/** The steps that a request for payment holds. */
export const rfpSteps = (rfp: Rfp): ReadonlyArray<StoryStep> => {
  const { amountCents, createdAt, decline, description, fulfillingPaymentId, payee, payer, rail, sentAt } = rfp
  const steps: Array<StoryStep> = [
    {
      at: createdAt,
      kind: "request",
      title: `${payee.name} asks ${payer.name} for ${dollars(amountCents)} over ${rail}`,
      ...(description === null ? {} : { text: description }),
      tone: "none"
    }
  ]
  if (decline !== null) {
    steps.push({
      at: decline.at,
      kind: "network",
      title: `The payer refused: ${decline.code}`,
      text: decline.reason,
      tone: "bad"
    })
  }
  if (fulfillingPaymentId !== null) {
    const title = `The payer paid: ${fulfillingPaymentId}`
    steps.push({ at: sentAt ?? createdAt, kind: "network", title, tone: "good" })
  }
  return steps
}

export const batchSteps = (batch: Batch): ReadonlyArray<StoryStep> => {
  const { completedAt, createdAt, errors, invalidRecords, totalCreditCents, totalDebitCents, validRecords } = batch
  const steps: Array<StoryStep> = [
    {
      at: createdAt,
      kind: "request",
      title: `A batch of ${validRecords} entries: ${dollars(totalCreditCents)} to send, ${dollars(totalDebitCents)} to collect`,
      ...(invalidRecords === 0
        ? {}
        : {
            text: `${invalidRecords} more are wrong: ${errors.map(({ code, index }) => `${code} in entry ${index}`).join(", ")}`
          }),
      tone: invalidRecords === 0 ? "none" : "bad"
    }
  ]
  if (completedAt !== null) {
    steps.push({ at: completedAt, kind: "network", title: "All entries of the batch came to an end", tone: "good" })
  }
  return steps
}

export const recallSteps = (recall: Recall): ReadonlyArray<StoryStep> => {
  const { additionalInfo, createdAt, paymentId, reason, resolvedAt, responseReason, status } = recall
  const text = additionalInfo ?? undefined
  const asked: StoryStep = {
    at: createdAt,
    kind: "request",
    title: `${paymentId} is recalled: ${reason}`,
    ...(text === undefined ? {} : { text }),
    tone: "none"
  }
  if (resolvedAt === null) return [asked]
  const title = `The receiving bank ${status} the recall${responseReason === null ? "" : `: ${responseReason}`}`
  return [asked, { at: resolvedAt, kind: "network", title, tone: status === "accepted" ? "good" : "bad" }]
}

/** The steps that a request to return a payment holds. */
export const returnRequestSteps = (request: ReturnRequest): ReadonlyArray<StoryStep> => {
  const { createdAt, paymentId, reasonCode, requestedAmountCents, responseDueAt, responseReason, status } = request
  const answer = responseReason === null ? `Now ${status}` : `Now ${status}: ${responseReason}`
  return [
    {
      at: createdAt,
      kind: "request",
      title: `${dollars(requestedAmountCents)} of ${paymentId} is requested back: ${reasonCode}`,
      text: `${answer}. The beneficiary's bank answers by ${new Date(responseDueAt).toISOString()}`,
      tone: "none"
    }
  ]
}
