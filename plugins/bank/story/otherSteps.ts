/** What requests for payment, batches, recalls and requests to give money back tell of their stories. Pure. */
import { Money } from "../../../src/domain.ts"
import type { StoryStep } from "../../../src/plugin.ts"
import type { Batch } from "../batches/Batch.ts"
import type { ReturnRequest } from "../returns/ReturnRequest.ts"
import type { Rfp } from "../rfp/Rfp.ts"
import type { Recall } from "../wire/Recall.ts"

const dollars = (amountMinor: number): string => Money.format({ amountMinor, currency: "usd" })

/** What a request for payment tells of itself. */
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

/** What a batch tells of itself. */
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

/** What a recall tells of itself. */
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

/** What a request to give a payment back tells of itself. */
export const returnRequestSteps = (request: ReturnRequest): ReadonlyArray<StoryStep> => {
  const { createdAt, paymentId, reasonCode, requestedAmountCents, responseDueAt, responseReason, status } = request
  const answer = responseReason === null ? `Now ${status}` : `Now ${status}: ${responseReason}`
  return [
    {
      at: createdAt,
      kind: "request",
      title: `${dollars(requestedAmountCents)} of ${paymentId} are asked back: ${reasonCode}`,
      text: `${answer}. The beneficiary's bank answers by ${new Date(responseDueAt).toISOString()}`,
      tone: "none"
    }
  ]
}
