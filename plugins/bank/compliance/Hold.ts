/** A hold as an officer sees it (decisions B.5, compliance queue). Clients see no list entries. */
import * as Data from "effect/Data"
import type { Currency } from "../../../src/domain.ts"
import type { RailId } from "../rails/rail-ids.ts"
import type { PaymentHold } from "../payments/Payment.ts"

/** A hold. `open` until an officer, or a clean screening, decides it. */
export interface Hold {
  readonly id: string
  readonly paymentId: string
  readonly clientId: string
  readonly rail: RailId
  readonly amountCents: number
  /** Of wires: the amount is in its minor units. Absent on holds of earlier versions. */
  readonly currency?: Currency | undefined
  readonly reason: PaymentHold["reason"]
  readonly matchedField: string | null
  readonly matchScore: number | null
  readonly listName: string | null
  readonly listEntryId: string | null
  readonly matchedName: string | null
  readonly screenedValue: string | null
  readonly createdAt: number
  /** Screenings that were tried. */
  readonly attempts: number
  /** `cancelled`: the payment was taken back. */
  readonly status: "open" | "released" | "rejected" | "cancelled"
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
}

/** A hold whose payment was cancelled: by its client, or by the engine where nothing is left to be paid. */
export const cancelledHold = (hold: Hold, by: string, now: number): Hold => ({
  ...hold,
  status: "cancelled",
  decidedBy: by,
  decidedAt: now
})

/** An exception for a false positive: this value and this list entry are not the same (decisions B.5). */
export interface ScreeningException {
  readonly id: string
  readonly screenedValue: string
  /** The list that has the entry. Absent: any list that has an entry of this id, as in earlier versions. */
  readonly listName?: string | undefined
  readonly listEntryId: string
  readonly reason: string
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number | null
}

/** No hold has this id. */
export class HoldNotFound extends Data.TaggedError("HoldNotFound") {}

/** Job that screens again after an outage. */
export const rescreenJobName = "bank.hold.rescreen"
/** Job that tells an administrator of a hold that nobody decided. */
export const agingJobName = "bank.hold.aging"

/** What both are given. */
export interface HoldJob {
  readonly holdId: string
}

/** Decisions B.5: an alert after 24 hours. */
export const agingMs = 86_400_000

/** The first wait before screening again; the Retry-After of the answer (decisions B.5). */
export const rescreenAfterSeconds = 30

/** The longest wait (our choice). */
const longestWaitMs = 900_000

/** The job of the next screening: waits double. There is no last one, since a hold never expires. */
export const rescreenJob = (hold: Pick<Hold, "id" | "attempts">, now: number) => ({
  name: rescreenJobName,
  key: `${hold.id}/${hold.attempts}`,
  payload: { holdId: hold.id } satisfies HoldJob,
  dueAt: now + Math.min(rescreenAfterSeconds * 1_000 * 2 ** (hold.attempts - 1), longestWaitMs)
})

/** The job of the alert. */
export const agingJob = (hold: Pick<Hold, "id">, now: number) => ({
  name: agingJobName,
  key: hold.id,
  payload: { holdId: hold.id } satisfies HoldJob,
  dueAt: now + agingMs
})
