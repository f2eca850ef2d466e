/**
 * A delivery: one event on its way to one endpoint. Which state an attempt leads to, when the next one is due and when
 * it is given up, as pure decisions.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, type DecidedJob, type Decision } from "../domain/Decision.ts"
import { nextAttemptAt, type RetryPolicy } from "../domain/RetryPolicy.ts"
import { defineStateMachine, refused, transition } from "../domain/StateMachine.ts"
import { attemptJob } from "../store/outboxRepository.ts"

/** States of a delivery; `deliveryMachine` says how they follow from each other. */
export type DeliveryStatus = "pending" | "delivered" | "exhausted" | "dropped"

/**
 * What happens to a delivery: an attempt was accepted, failed, failed as the last one; its endpoint went away; its
 * event is replayed.
 */
export type DeliveryTrigger = "accepted" | "failed" | "ranOut" | "endpointGone" | "replayed"

/** How deliveries go on. A manual attempt that fails is no trigger: it changes nothing. */
export const deliveryMachine = defineStateMachine<DeliveryStatus, DeliveryTrigger>()({
  name: "webhook_delivery",
  initial: "pending",
  final: ["delivered"],
  rows: {
    pending: {
      accepted: "delivered",
      failed: "pending",
      ranOut: "exhausted",
      endpointGone: "dropped",
      replayed: refused
    },
    exhausted: { accepted: "delivered", failed: refused, ranOut: refused, endpointGone: refused, replayed: "pending" },
    delivered: { accepted: refused, failed: refused, ranOut: refused, endpointGone: refused, replayed: refused },
    dropped: { accepted: refused, failed: refused, ranOut: refused, endpointGone: refused, replayed: "pending" }
  }
})

/** One event for one endpoint. Times are engine time, epoch milliseconds. */
export interface WebhookDelivery {
  readonly id: string
  readonly eventId: string
  readonly endpointId: string
  readonly status: DeliveryStatus
  /** Attempts of the schedule that were made; manual ones stand in the log only. */
  readonly attempts: number
  /** When the first attempt was due: the schedule counts from here. Absent until it was made. */
  readonly firstAttemptAt: number | undefined
  /** When the next attempt of the schedule is due; absent unless pending. */
  readonly nextAttemptAt: number | undefined
  readonly createdAt: number
}

/** What one attempt came to: a line of the delivery log. */
export interface AttemptOutcome {
  /** When it was to be made, by the schedule or by whoever requested it. Engine time, epoch milliseconds. */
  readonly scheduledAt: number
  /** Engine time, epoch milliseconds. */
  readonly startedAt: number
  /** Real time, in whole milliseconds. */
  readonly durationMs: number
  /** Absent when no answer came. */
  readonly httpStatus: number | undefined
  /** Why no answer came: a reason of the notifier, with its detail, `secret_unreadable`, or `signer_unavailable`. */
  readonly error: string | undefined
  /** The beginning of the answer's body. */
  readonly responseExcerpt: string
}

/** Success is exactly this status (spec cards §6, spec bank: 201, 204 and redirects are failures too). */
export const acceptedStatus = 200

/** Whether the receiver took the event. */
export const isAccepted = (outcome: Pick<AttemptOutcome, "httpStatus">): boolean =>
  outcome.httpStatus === acceptedStatus

/** The job that makes attempt `number` of the schedule. The outbox writes the first in the same form. */
export const scheduledJob = (delivery: Pick<WebhookDelivery, "id">, number: number, dueAt: number): DecidedJob => ({
  name: attemptJob,
  key: `${delivery.id}/${number}`,
  payload: { deliveryId: delivery.id },
  dueAt
})

/**
 * When the attempt after `attemptsMade` is due. A due time that has passed already, because the engine was down, would
 * make attempts follow each other at once: then the wait before that attempt is counted from now instead.
 */
const nextDue = (schedule: RetryPolicy, firstAttemptAt: number, attemptsMade: number, now: number) => {
  const dueAt = nextAttemptAt(schedule, { firstAttemptAt, attemptsMade })
  if (dueAt === undefined || dueAt > now) return dueAt
  return now + schedule.offsetsMs[attemptsMade]! - schedule.offsetsMs[attemptsMade - 1]!
}

const moved = (delivery: WebhookDelivery, trigger: DeliveryTrigger): DeliveryStatus =>
  Result.getOrElse(transition(deliveryMachine, delivery.status, trigger), () => delivery.status)

/**
 * The delivery after an attempt of the schedule, with the job of the next attempt, if there is one. A delivery that was
 * settled while the attempt was on its way stays settled: the attempt counts and is logged.
 */
export const afterAttempt = (
  delivery: WebhookDelivery,
  outcome: Pick<AttemptOutcome, "httpStatus">,
  schedule: RetryPolicy,
  now: number
): Decision<WebhookDelivery> => {
  const attempts = delivery.attempts + 1
  const firstAttemptAt = delivery.firstAttemptAt ?? delivery.nextAttemptAt ?? now
  const dueAt = nextDue(schedule, firstAttemptAt, attempts, now)
  const missed = dueAt === undefined ? "ranOut" : "failed"
  const status = moved(delivery, isAccepted(outcome) ? "accepted" : missed)
  const nextDueAt = status === "pending" ? dueAt : undefined
  return decide({
    state: { ...delivery, status, attempts, firstAttemptAt, nextAttemptAt: nextDueAt },
    jobs: nextDueAt === undefined ? [] : [scheduledJob(delivery, attempts + 1, nextDueAt)]
  })
}

/** The delivery after a manual attempt: settled where it was accepted, with the schedule called off; else as before. */
export const afterManualAttempt = (
  delivery: WebhookDelivery,
  outcome: Pick<AttemptOutcome, "httpStatus">
): Decision<WebhookDelivery> => {
  const status = isAccepted(outcome) ? moved(delivery, "accepted") : delivery.status
  if (status === delivery.status) return decide({ state: delivery })
  return decide({
    state: { ...delivery, status, nextAttemptAt: undefined },
    cancelledJobs: [{ name: attemptJob, key: `${delivery.id}/${delivery.attempts + 1}` }]
  })
}

/** The delivery once its endpoint is deleted or disabled. */
export const afterEndpointGone = (delivery: WebhookDelivery): WebhookDelivery => ({
  ...delivery,
  status: moved(delivery, "endpointGone"),
  nextAttemptAt: undefined
})

/** Why a delivery cannot be retried by hand. */
export class RetryRefused extends Data.TaggedError("RetryRefused")<{
  readonly deliveryId: string
  /** Dropped for good; the endpoint is gone or disabled; or the event is too old (spec bank: kept for 72 hours). */
  readonly reason: "dropped" | "endpoint_deleted" | "endpoint_disabled" | "event_expired"
}> {}

/**
 * The job of one extra attempt now, beside the schedule: for pending, exhausted and delivered deliveries alike. While
 * one waits or is on its way, a second one is the same one.
 */
export const retryByHand = (
  delivery: WebhookDelivery,
  facts: {
    readonly endpoint: { readonly status: "enabled" | "disabled" } | undefined
    readonly now: number
    readonly retryableForMs: number | undefined
  }
): Result.Result<DecidedJob, RetryRefused> => {
  const refuse = (reason: RetryRefused["reason"]) => Result.fail(new RetryRefused({ deliveryId: delivery.id, reason }))
  if (facts.endpoint === undefined) return refuse("endpoint_deleted")
  if (facts.endpoint.status === "disabled") return refuse("endpoint_disabled")
  if (delivery.status === "dropped") return refuse("dropped")
  if (facts.now - delivery.createdAt > (facts.retryableForMs ?? Infinity)) return refuse("event_expired")
  return Result.succeed({
    name: attemptJob,
    key: `${delivery.id}/manual`,
    payload: { deliveryId: delivery.id, manual: true },
    dueAt: facts.now
  })
}
