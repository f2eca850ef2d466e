/** The plugin, put together: one line per slice. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { definePlugin, handledAlike } from "../../src/plugin.ts"
import { accountsById, AccountSettings } from "./accounts.ts"
import { acquirerNotices } from "./acquirer-notices/route.ts"
import { closeReported, openReported, takeReported } from "./acquirer-notices/taking.ts"
import { amlHandlers } from "./aml/handlers.ts"
import { CardsApi } from "./api.ts"
import { balanceHandlers } from "./balance/handlers.ts"
import { bankAccountHandlers } from "./bank-accounts/handlers.ts"
import { customerHandlers } from "./customers/handlers.ts"
import { rescreenCustomers, screenCustomer } from "./customers/jobs.ts"
import { watchLists } from "./customers/watchingLists.ts"
import { disputeHandlers } from "./disputes/handlers.ts"
import { decideDispute, expireDispute, openDispute, sendEvidence } from "./disputes/jobs.ts"
import { eventHandlers } from "./events/handlers.ts"
import { Faults, makeFaults } from "./faults.ts"
import { words } from "./errors.ts"
import { makeFace, type CardsOptions } from "./face.ts"
import { kycHandlers } from "./kyc/handlers.ts"
import { kycJobs } from "./kyc/jobs.ts"
import { warnOfMissingProvider } from "./kyc/missingProvider.ts"
import { KycSettings } from "./kyc/settings.ts"
import { cardsMigrations } from "./migrations/0001_payments.ts"
import { paymentMethodAttachmentHandlers } from "./payment-methods/attachment-handlers.ts"
import { paymentMethodHandlers } from "./payment-methods/handlers.ts"
import { paymentHandlers } from "./payments/handlers.ts"
import { paymentJobs } from "./payments/jobs.ts"
import { publication } from "./publication.ts"
import { PublicUrl } from "./publicUrl.ts"
import { payoutHandlers } from "./payouts/handlers.ts"
import { arrive, sendBatch, sendPayout } from "./payouts/jobs.ts"
import { refundHandlers } from "./refunds/handlers.ts"
import { sendRefund, settleRefund } from "./refunds/jobs.ts"
import { respond } from "./respond.ts"
import { retention } from "./retention.ts"
import { riskHandlers } from "./risk/handlers.ts"
import { complianceHandlers } from "./compliance/handlers.ts"
import { cardsPlugin } from "./declaration.ts"
import { authenticationPages } from "./three-d-secure/pages.ts"
import { LiveKeyNotAllowed } from "./test-helpers/TestFailure.ts"
import { journalTitles } from "./story/journalTitles.ts"
import { story } from "./story/story.ts"
import { webhookEndpointHandlers } from "./webhook-endpoints/handlers.ts"
import { webhookProfile } from "./webhook-endpoints/profile.ts"

/** What happens later to money: refunds, disputes, payouts. */
const moneyJobs = [
  sendRefund,
  settleRefund,
  openDispute,
  expireDispute,
  decideDispute,
  closeReported,
  openReported,
  takeReported,
  sendEvidence,
  sendBatch,
  sendPayout,
  arrive
]

const liveKeyNotAllowed = respond(() => Effect.fail(new LiveKeyNotAllowed()))

/**
 * The test helpers are loaded when an engine of a sandbox is made; in production, where all keys are live, each refuses
 * (decisions B13).
 */
const testHelperHandlersOf = ({ mode }: CardsOptions) => {
  if (mode === "sandbox") {
    return Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("./test-helpers/sandbox.ts")),
        ({ testHelperHandlers }) => testHelperHandlers
      )
    )
  }
  return Layer.mergeAll(
    handledAlike(CardsApi, "engineHelpers", liveKeyNotAllowed),
    handledAlike(CardsApi, "customerHelpers", liveKeyNotAllowed),
    handledAlike(CardsApi, "paymentHelpers", liveKeyNotAllowed),
    handledAlike(CardsApi, "moneyHelpers", liveKeyNotAllowed),
    handledAlike(CardsApi, "kycHelpers", liveKeyNotAllowed)
  )
}

/** The card payments service as a plugin. */
export const cards = (options: CardsOptions = { mode: "sandbox" }) =>
  definePlugin({
    ...cardsPlugin,
    words,
    mode: options.mode === "production" ? "live" : undefined,
    http: {
      api: CardsApi,
      handlers: Layer.mergeAll(
        paymentHandlers,
        paymentMethodHandlers,
        paymentMethodAttachmentHandlers,
        customerHandlers,
        bankAccountHandlers,
        eventHandlers,
        webhookEndpointHandlers,
        testHelperHandlersOf(options),
        Layer.mergeAll(
          refundHandlers,
          disputeHandlers,
          payoutHandlers,
          balanceHandlers,
          amlHandlers,
          riskHandlers,
          complianceHandlers,
          kycHandlers
        )
      ),
      face: makeFace(options),
      publication
    },
    web: [...authenticationPages, acquirerNotices],
    layer: Layer.mergeAll(
      Layer.succeed(AccountSettings, accountsById(options.accounts ?? [])),
      Layer.succeed(KycSettings, { whenSilent: options.kyc?.whenSilent ?? "fail" }),
      warnOfMissingProvider(options.accounts ?? []),
      Layer.sync(Faults, makeFaults),
      watchLists,
      Layer.succeed(PublicUrl, options.publicUrl?.replace(/\/+$/, ""))
    ),
    migrations: cardsMigrations,
    webhooks: webhookProfile,
    retention,
    story,
    journals: journalTitles,
    panels: async () => {
      const { cardsPanels } = await import("./panels.ts")
      const sandbox = options.mode === "sandbox" ? await import("./test-helpers/panel.ts") : undefined
      return cardsPanels(options, sandbox?.sandboxActions ?? [])
    },
    jobs: [...paymentJobs, screenCustomer, rescreenCustomers, ...kycJobs, ...moneyJobs]
  })
