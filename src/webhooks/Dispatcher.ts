/**
 * Makes the attempts of webhook deliveries: the one job behind every event that leaves the engine. It signs, sends, and
 * writes what came of it together with the next attempt; the rules of that are in `Delivery`.
 */
import * as Effect from "effect/Effect"
import { declarePlugin } from "../domain/PluginDeclaration.ts"
import { RunOwner } from "../jobs/inFlight.ts"
import { defineJob, type JobDefinition, type JobOutcome } from "../jobs/Job.ts"
import { storedAs } from "../rows/storedAs.ts"
import { Clock } from "../services/Clock.ts"
import { Ids } from "../services/Ids.ts"
import { Notifier, type NotifierError } from "../services/Notifier.ts"
import { InvalidSignerAnswer, Signer } from "../services/Signer.ts"
import type { RegionStore, StoreUnavailable, VersionConflict, Write } from "../services/Store.ts"
import { counterFamily, describe, traceparentOf } from "../services/Watching.ts"
import { carryOutJob } from "../store/carryOut.ts"
import * as jobs from "../store/jobRepository.ts"
import { attemptJob } from "../store/outboxRepository.ts"
import { noChange, type Plan } from "../store/Plan.ts"
import { afterAttempt, afterEndpointGone, afterManualAttempt, type AttemptOutcome } from "./Delivery.ts"
import * as deliveries from "./deliveryRepository.ts"
import { makeEndpointGate, type EndpointGate } from "./EndpointGate.ts"
import * as endpoints from "./endpointRepository.ts"
import { openSecrets, secretsAt } from "./EndpointSecrets.ts"
import { formatSignature, signedMessage } from "./signature.ts"
import { WebhookAddressPolicy, webhookTime, type WebhookProfile } from "./WebhookProfile.ts"

/** What one attempt needs besides the answer window, in milliseconds: its turn, the signer's bound of 5 s, the disk. */
const marginMs = 15_000

/** What became of what was sent. */
type Sent = Omit<AttemptOutcome, "scheduledAt" | "startedAt">

interface Attempt {
  readonly store: RegionStore
  readonly profile: WebhookProfile
  readonly deliveryId: string
  readonly isManual: boolean
}

interface AttemptJob {
  readonly deliveryId: string
  /** Whether a person asked for it. */
  readonly manual?: boolean
}

const payload = storedAs<AttemptJob>({ table: "jobs/webhooks.attempt", form: { deliveryId: "text" } })

const attempts = counterFamily("bursar_webhook_attempts_total", "Attempts to deliver webhooks, by what came of them.")

/** One word for what came of an attempt: the class of its status, or why there is none. */
const wordOf = ({ error, httpStatus }: Sent): string =>
  httpStatus === undefined ? (error ?? "").replace(/:.*/s, "") : `${Math.trunc(httpStatus / 100)}xx`

const unreachable = ({ detail, durationMs, reason }: NotifierError): Sent => ({
  durationMs,
  httpStatus: undefined,
  error: detail === "" ? reason : `${reason}: ${detail}`,
  responseExcerpt: ""
})

/** An attempt of which nothing was sent. */
const unsigned = (error: string): Sent => ({ durationMs: 0, httpStatus: undefined, error, responseExcerpt: "" })

/** Signs with the time of this attempt: receivers refuse what was signed more than 5 minutes ago. */
const signatureOf = Effect.fnUntraced(
  function* ({ endpoint, sealedSecrets }: endpoints.StoredEndpoint, body: string) {
    const clock = yield* Clock
    const signer = yield* Signer
    const secrets = yield* Effect.fromResult(openSecrets(signer, sealedSecrets))
    const timestampSeconds = Math.floor((yield* webhookTime) / 1000)
    const message = signedMessage(timestampSeconds, body)
    const signatures = yield* Effect.forEach(secretsAt(secrets, clock.now()), (secret) => signer.sign(secret, message))
    return formatSignature(endpoint.signatureFormat, timestampSeconds, signatures)
  },
  Effect.catchDefect((defect) => (defect instanceof InvalidSignerAnswer ? Effect.fail(defect) : Effect.die(defect)))
)

const headersOf = (
  profile: WebhookProfile,
  { endpoint }: endpoints.StoredEndpoint,
  { attemptsLogged, delivery, eventType }: deliveries.DeliveryWithEvent,
  traceparent: string | undefined
): Readonly<Record<string, string>> => ({
  ...(traceparent === undefined ? {} : { traceparent }),
  ...profile.extraHeaders({
    deliveryId: delivery.id,
    endpointId: endpoint.id,
    eventId: delivery.eventId,
    eventType,
    attempt: attemptsLogged + 1,
    apiVersion: endpoint.apiVersion
  }),
  "Content-Type": "application/json"
})

/** Signs and sends once. A receiver that cannot be reached is an outcome, not a failure. */
const send = Effect.fnUntraced(function* (
  profile: WebhookProfile,
  stored: endpoints.StoredEndpoint,
  found: deliveries.DeliveryWithEvent
) {
  const clock = yield* Clock
  const notifier = yield* Notifier
  const policy = yield* WebhookAddressPolicy
  const fiber = yield* Effect.withFiber(Effect.succeed)
  const startedAt = clock.now()
  const sent = yield* signatureOf(stored, found.body).pipe(
    Effect.flatMap((signature) =>
      notifier.send({
        url: stored.endpoint.url,
        headers: { ...headersOf(profile, stored, found, traceparentOf(fiber)), [profile.signatureHeader]: signature },
        body: found.body,
        timeoutMs: profile.timeoutMs,
        policy
      })
    ),
    Effect.map(({ bodyExcerpt, durationMs, status }): Sent => ({
      durationMs,
      httpStatus: status,
      error: undefined,
      responseExcerpt: bodyExcerpt
    })),
    Effect.catchTags({
      NotifierError: (error) => Effect.succeed(unreachable(error)),
      UnsealFailed: () => Effect.succeed(unsigned("secret_unreadable")),
      // As that of a receiver, its outage is outlasted by the schedule, and not by the tries of a job.
      InvalidSignerAnswer: () => Effect.succeed(unsigned("signer_unavailable"))
    })
  )
  attempts(fiber.context, 1, { plugin: stored.endpoint.plugin, result: wordOf(sent) })
  describe(fiber, () => ({
    "bursar.delivery": found.delivery.id,
    "bursar.event": found.eventType,
    "bursar.result": wordOf(sent),
    "http.response.status_code": sent.httpStatus
  }))
  return { ...sent, startedAt }
})

/** Deliveries are the core's, whichever plugin an event comes from. */
const core = declarePlugin({ id: "core" })

/** Decides on the delivery as it is stored now: its next state, the logged attempt, and the jobs that follow. */
const decide = Effect.fnUntraced(function* (
  { deliveryId, isManual, profile, store }: Attempt,
  outcome: AttemptOutcome
): Effect.fn.Return<Plan<undefined, VersionConflict>, StoreUnavailable, Clock | Ids> {
  const now = (yield* Clock).now()
  const delivery = yield* deliveries.current(store, deliveryId)
  if (delivery === undefined) return noChange(undefined)
  const decision = isManual
    ? afterManualAttempt(delivery, outcome)
    : afterAttempt(delivery, outcome, profile.schedule, now)
  const isExhausted = delivery.status === "pending" && decision.state.status === "exhausted"
  const alerts = isExhausted && profile.whenExhausted !== undefined ? [profile.whenExhausted(decision.state)] : []
  const { endpointId, id } = delivery
  return {
    outcome: undefined,
    unit: {
      plugin: core,
      scope: "",
      now,
      nextId: (yield* Ids).next,
      writes: [
        deliveries.update(delivery, decision.state),
        deliveries.logAttempt(id, outcome),
        ...decision.cancelledJobs.map(deliveries.callOff)
      ],
      jobs: [...decision.jobs, ...alerts]
    },
    after: isExhausted
      ? Effect.logWarning("A webhook delivery was given up", { deliveryId: id, endpointId })
      : undefined
  }
})

/** The end of a delivery whose endpoint is gone, and of its job. */
const dropped = (job: jobs.ClaimedJob, { delivery }: deliveries.DeliveryWithEvent) => {
  const writes: ReadonlyArray<Write<jobs.LeaseLost | VersionConflict>> = [
    jobs.complete(job),
    deliveries.update(delivery, afterEndpointGone(delivery))
  ]
  return writes
}

/** Puts a job at the end of those due at `dueAt`. A new row, so that being sent away never counts as a failed run. */
const comeBack = (job: jobs.ClaimedJob, dueAt: number): ReadonlyArray<Write<jobs.LeaseLost>> => [
  jobs.complete(job),
  jobs.schedule({ name: job.name, key: job.key, payload: job.payload, dueAt, trace: job.trace })
]

/**
 * The job definition for all plugins, given the profile of each plugin that has webhooks. A run fails only on the
 * store or a bug; then the worker repeats it, and what was already sent is sent again: receivers get every
 * event at least once.
 */
export const deliveryJob = (
  profiles: ReadonlyMap<string, WebhookProfile>,
  gate: EndpointGate = makeEndpointGate()
): JobDefinition<Clock | Ids | Signer | Notifier> => {
  const run = Effect.fnUntraced(function* (job: jobs.ClaimedJob<AttemptJob>, store: RegionStore) {
    const { deliveryId, manual: isManual = false } = job.payload
    const found = yield* deliveries.forAttempt(store, deliveryId)
    const isWanted = found !== undefined && (isManual || found.delivery.status === "pending")
    if (!isWanted) return "done" satisfies JobOutcome
    const { delivery } = found
    const stored = yield* endpoints.forDelivery(store, delivery.endpointId)
    if (stored === undefined || stored.endpoint.status === "disabled") {
      yield* store.write(dropped(job, found))
      return "committed" satisfies JobOutcome
    }
    const profile = profiles.get(stored.endpoint.plugin)
    if (profile === undefined) {
      return yield* Effect.die(new Error(`No webhook profile for the plugin ${stored.endpoint.plugin}`))
    }
    const own = yield* RunOwner
    own(stored.endpoint)
    const clock = yield* Clock
    const visit = {
      endpointId: stored.endpoint.id,
      now: clock.now(),
      clockStands: clock.state().mode === "frozen",
      // An attempt that was sent away is due at another time than its delivery says. A person does not queue up.
      isNew: !isManual && job.dueAt === delivery.nextAttemptAt
    }
    const passage = yield* gate.pass(visit, send(profile, stored, found))
    if (passage._tag === "SentAway") {
      yield* store.write(comeBack(job, passage.comeBackAt))
      return "committed" satisfies JobOutcome
    }
    const scheduledAt = isManual ? job.dueAt : (delivery.nextAttemptAt ?? job.dueAt)
    const decision = decide({ store, profile, deliveryId, isManual }, { ...passage.outcome, scheduledAt })
    return yield* carryOutJob(store, decision, job)
  })

  return defineJob({
    name: attemptJob,
    title: "Deliver a webhook",
    payload,
    lane: "parallel",
    duringMove: "bounded",
    // Keys are those of deliveries, with the number of the attempt.
    ownersOf: (store, keys) =>
      deliveries.ownersOf(
        store,
        keys.map((key) => key.slice(0, key.lastIndexOf("/")))
      ),
    timeoutMs: Math.max(0, ...[...profiles.values()].map((profile) => profile.timeoutMs)) + marginMs,
    run
  })
}
