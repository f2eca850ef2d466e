/** The jobs of an engine: the core's, and each plugin's with its subscriptions. */
import * as Effect from "effect/Effect"
import { defineJob, type JobDefinition } from "../jobs/Job.ts"
import { storedAs } from "../rows/storedAs.ts"
import { eventById } from "../store/outboxRepository.ts"
import type { RetainedKind } from "../store/retention.ts"
import { deliveryJob } from "../webhooks/Dispatcher.ts"
import { replayJob } from "../webhooks/Replay.ts"
import type { WebhookProfile } from "../webhooks/WebhookProfile.ts"
import { subscriptionJobName } from "./conflicts.ts"
import { housekeepingJobs } from "./housekeeping.ts"
import type { CoreServices, LoadedPlugin } from "./Plugin.ts"

const payload = storedAs<{ readonly eventId: string }>({ table: "jobs/core.subscription", form: { eventId: "text" } })

const subscriptionJobs = <R>(plugin: LoadedPlugin<R>): ReadonlyArray<JobDefinition<R>> =>
  plugin.subscribe.map((wish) =>
    defineJob({
      name: subscriptionJobName(plugin.id, wish.name),
      title: `Tell ${plugin.id} about an event of ${wish.plugin}`,
      payload,
      run: Effect.fnUntraced(function* (job, store) {
        const event = yield* eventById(store, job.payload.eventId)
        if (event !== undefined) yield* wish.run(event, store)
        return "done" as const
      })
    })
  )

/** Every job that the engine runs. */
export const definitionsOf = <R>(
  plugins: ReadonlyArray<LoadedPlugin<R>>,
  kinds: ReadonlyArray<RetainedKind>
): ReadonlyArray<JobDefinition<R | CoreServices>> => [
  deliveryJob(
    new Map<string, WebhookProfile>(
      plugins.flatMap((plugin) => (plugin.webhooks === undefined ? [] : [[plugin.id, plugin.webhooks]]))
    )
  ),
  replayJob,
  ...housekeepingJobs(kinds),
  ...plugins.flatMap((plugin) => [...plugin.jobs, ...subscriptionJobs(plugin)])
]
