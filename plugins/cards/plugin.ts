/** The plugin, put together: one line per slice. */
import * as Layer from "effect/Layer"
import { definePlugin } from "../../src/plugin.ts"
import { AccountSettings, chart } from "./accounts.ts"
import { CardsApi } from "./api.ts"
import { events } from "./events.ts"
import { makeFace, type CardsOptions } from "./face.ts"
import { cardsMigrations } from "./migrations/0001_payments.ts"
import { paymentMethodHandlers } from "./payment-methods/handlers.ts"
import { paymentHandlers } from "./payments/handlers.ts"
import { expirePayment, releaseRemainder } from "./payments/jobs.ts"
import { webhookEndpointHandlers } from "./webhook-endpoints/handlers.ts"
import { webhookProfile } from "./webhook-endpoints/profile.ts"

/** The card payments service as a plugin. */
export const cards = (options: CardsOptions = { mode: "sandbox" }) =>
  definePlugin({
    id: "cards",
    http: {
      api: CardsApi,
      handlers: Layer.mergeAll(paymentHandlers, paymentMethodHandlers, webhookEndpointHandlers),
      face: makeFace(options)
    },
    layer: Layer.succeed(AccountSettings, new Map((options.accounts ?? []).map((account) => [account.id, account]))),
    migrations: cardsMigrations,
    events,
    webhooks: webhookProfile,
    jobs: [expirePayment, releaseRemainder],
    accounts: chart
  })
