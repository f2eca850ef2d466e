/** Tells an administrator of deliveries that were given up (spec bank §6, rule 3). */
import * as Effect from "effect/Effect"
import { defineJob, storedAs } from "../../../src/plugin.ts"
import { raise } from "../administration/operations.ts"
import { deliveryFailedJobName } from "./profile.ts"

export const alertFailedDelivery = defineJob({
  name: deliveryFailedJobName,
  title: "Raise an alert about a webhook that was not delivered",
  payload: storedAs<{ readonly deliveryId: string; readonly endpointId: string }>({
    table: "jobs/bank.webhook",
    form: { deliveryId: "text", endpointId: "text" }
  }),
  run: Effect.fnUntraced(function* (job, store) {
    const { deliveryId, endpointId } = job.payload
    yield* raise(store, [
      {
        type: "webhook.delivery_failed",
        resource: deliveryId,
        message: `All attempts to deliver to ${endpointId} failed. It can be sent again by hand for 72 hours`
      }
    ])
    return "done" as const
  })
})
