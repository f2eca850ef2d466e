/** Something an administrator should look at (decisions B.5, administration). */

/** Kinds of alerts with what each is about. */
export const alertTypes = {
  "webhook.delivery_failed": "All attempts at a webhook delivery failed",
  "payment.needs_attention": "A payment has no answer, or contradictory ones",
  "hold.aging": "A payment has been held for 24 hours",
  "rfp.late_payment": "A request for payment was paid late, differently, or after it was declined",
  "rail.down": "A rail cannot be reached",
  "noc.received": "A receiving bank sent a correction",
  "return.untimely": "An ACH return came after its last date and may be dishonored",
  "ach.file": "A file of an ACH operator could not be read whole, or one of ours was refused or not acknowledged",
  "ledger.unbalanced": "The books do not add up",
  "return_request.unanswered": "A request to return money was not answered in time, or granted and not paid",
  "recall.unanswered": "A recall of a wire was not answered within 10 banking days"
} as const

/** A kind of alert. */
export type AlertType = keyof typeof alertTypes

/** An alert before it has an id. */
export interface AlertDraft {
  readonly type: AlertType
  /** Id of the object it is about. */
  readonly resource: string
  readonly message: string
}

/** What an administrator should look at, until somebody acknowledges it. Times are epoch milliseconds. */
export interface Alert extends AlertDraft {
  readonly id: string
  readonly createdAt: number
  readonly acknowledgedBy: string | null
  readonly acknowledgedAt: number | null
}
