/**
 * Replaying a range of time to one endpoint: every event made in it is sent again, in its order, also what was made
 * while the endpoint was disabled or did not exist yet. A job does it page by page, so a range may be of any length.
 */
import * as Effect from "effect/Effect"
import type { DecidedJob } from "../domain/Decision.ts"
import { defineJob } from "../jobs/Job.ts"
import { storedAs } from "../rows/storedAs.ts"
import { Clock } from "../services/Clock.ts"
import type { RegionStore } from "../services/Store.ts"
import * as jobs from "../store/jobRepository.ts"
import { RetryRefused } from "./Delivery.ts"
import { EndpointNotFound, type EndpointOwner } from "./endpointOperations.ts"
import * as endpoints from "./endpointRepository.ts"
import { countEvents, pageOfEvents, replayWrites, type ReplayPosition } from "./replayRepository.ts"

export const replayJobName = "webhooks.replay"

/** Events of one run (our choice): some five statements each, well within a transaction of some milliseconds. */
const eventsPerRun = 100

/** Which events are replayed, and to whom. Times are engine time, epoch milliseconds, both inclusive. */
export interface ReplayRequest {
  readonly endpointId: string
  readonly from: number
  readonly to: number
}

interface ReplayPayload extends ReplayRequest {
  readonly plugin: string
  readonly scope: string
  readonly after: ReplayPosition | null
}

const jobOf = (payload: ReplayPayload, dueAt: number): DecidedJob => ({
  name: replayJobName,
  key: `${payload.endpointId}/${payload.from}/${payload.to}`,
  payload,
  dueAt
})

/**
 * The job of a replay and how many events it will send, for a caller that commits it with its own answer. While one
 * runs, a second request for it gives the same one. Fails with `EndpointNotFound`, or `RetryRefused` when the
 * endpoint is disabled.
 */
export const prepareReplay = Effect.fnUntraced(function* (
  store: RegionStore,
  owner: EndpointOwner,
  request: ReplayRequest
) {
  const clock = yield* Clock
  const of = { plugin: owner.profile.plugin, scope: owner.scope }
  const stored = yield* endpoints.byId(store, { ...of, id: request.endpointId })
  if (stored === undefined) return yield* new EndpointNotFound({ id: request.endpointId })
  const { endpoint } = stored
  if (endpoint.status === "disabled") {
    return yield* new RetryRefused({ deliveryId: "", reason: "endpoint_disabled" })
  }
  const events = yield* countEvents(store, { ...of, ...request, types: endpoint.enabledEvents })
  return { events, job: jobOf({ ...request, ...of, after: null }, clock.now()) }
})

/** Sends one page again and leaves a job for the next. An endpoint that is gone ends it. */
export const replayJob = defineJob({
  name: replayJobName,
  title: "Deliver events again",
  payload: storedAs<ReplayPayload>({
    table: "jobs/webhooks.replay",
    form: {
      endpointId: "text",
      from: "number",
      to: "number",
      plugin: "text",
      scope: "text",
      after: ["or null", { createdAt: "number", sequence: "number" }]
    }
  }),
  run: Effect.fnUntraced(function* (job, store) {
    const clock = yield* Clock
    const { payload } = job
    const stored = yield* endpoints.forDelivery(store, payload.endpointId)
    if (stored === undefined || stored.endpoint.status === "disabled") return "done" as const
    const page = yield* pageOfEvents(store, { ...payload, types: stored.endpoint.enabledEvents, rows: eventsPerRun })
    const last = page.at(-1)
    const now = clock.now()
    const next =
      page.length < eventsPerRun || last === undefined
        ? []
        : [jobs.schedule(jobOf({ ...payload, after: { createdAt: last.createdAt, sequence: last.sequence } }, now))]
    yield* store.write([
      jobs.complete(job),
      ...page.flatMap(({ id }) => replayWrites({ eventId: id, endpointId: payload.endpointId, now })),
      ...next
    ])
    return "committed" as const
  })
})
