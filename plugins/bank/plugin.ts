/** The plugin, put together: one line per slice. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkNames, definePlugin, handledAlike, Refusal, Store, type CoreServices } from "../../src/plugin.ts"
import { achHandlers } from "./ach/handlers.ts"
import { receiveAch } from "./ach/inbound.ts"
import { achJobs } from "./ach/jobs.ts"
import { AchConnection } from "./AchOperator.ts"
import { administrationHandlers } from "./administration/handlers.ts"
import { BankApi } from "./api.ts"
import { approvalRuleHandlers } from "./approval-rules/handlers.ts"
import { approvalHandlers } from "./approvals/handlers.ts"
import { batchHandlers } from "./batches/handlers.ts"
import { batchJobs } from "./batches/jobs.ts"
import { clientHandlers } from "./clients/handlers.ts"
import { checkClients } from "./clients/config-file.ts"
import { configure } from "./clients/operations.ts"
import { SimulatedCrash } from "./crash.ts"
import { deliveryHandlers } from "./deliveries/handlers.ts"
import { bankPlugin } from "./declaration.ts"
import { words } from "./errors.ts"
import { makeFace } from "./face.ts"
import { holdHandlers } from "./holds/handlers.ts"
import { ageHold, rescreenHold } from "./holds/jobs.ts"
import { receive } from "./inbox.ts"
import { bankMigrations } from "./migrations/steps.ts"
import { networkMessageHandlers } from "./network-messages/handlers.ts"
import { participantHandlers } from "./participants/handlers.ts"
import { loadFirst } from "./participants/operations.ts"
import { sandboxBics, sandboxParticipants } from "./participants/sandbox-participants.ts"
import { Participants } from "./Participants.ts"
import { paymentHandlers } from "./payments/handlers.ts"
import { inquirePayment, submitInTurn, submitPayment } from "./payments/jobs.ts"
import { publication } from "./publication.ts"
import { Rails } from "./Rail.ts"
import { resolutionHandlers } from "./resolutions/handlers.ts"
import { respond } from "./respond.ts"
import { returnHandlers } from "./returns/handlers.ts"
import { expireReturnRequest, sendReturnRequest } from "./returns/jobs.ts"
import { retention } from "./retention.ts"
import { rfpHandlers } from "./rfp/handlers.ts"
import { cancelRfp, expireRfp, sendRfp } from "./rfp/jobs.ts"
import { routingHandlers } from "./routing/handlers.ts"
import { sealEarlierRows } from "./sealedColumns.ts"
import { BankSettings, checkOptions, settingsOf, type BankOptions } from "./settings.ts"
import { simulatorJobs } from "./simulator/jobs.ts"
import type * as SandboxModule from "./simulator/sandbox.ts"
import type { SimulatedAch, SimulatedNetwork } from "./simulator/services.ts"
import { testClient } from "./testClient.ts"
import { journalTitles } from "./story/journalTitles.ts"
import { story } from "./story/story.ts"
import { tokenHandlers } from "./tokens/handlers.ts"
import { SendingTurn, Submissions } from "./turns.ts"
import { PaymentWaiters } from "./waiters.ts"
import { webhookHandlers } from "./webhooks/handlers.ts"
import { alertFailedDelivery } from "./webhooks/jobs.ts"
import { webhookProfile } from "./webhooks/profile.ts"
import { wireHandlers } from "./wire/handlers.ts"
import { openRail, remindRecall, sendRecall } from "./wire/jobs.ts"

/** What a host may put in the place of the defaults. */
export interface BankConnections {
  /** The connected networks. Default in a sandbox: the simulated ones; in production: none. */
  readonly rails?: Layer.Layer<Rails, never, CoreServices>
  /** The connected ACH operator. Default in a sandbox: the simulated one; in production: none. */
  readonly achOperator?: Layer.Layer<AchConnection, never, CoreServices>
  /** The directory of banks. Default: the table that administrators keep. */
  readonly participants?: Layer.Layer<Participants, never, CoreServices>
}

const connectable: Readonly<Record<keyof BankConnections, true>> = {
  rails: true,
  achOperator: true,
  participants: true
}

/** Brings configured clients and the first directory into being, and lets networks tell their news. */
const start = (options: BankOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const store = yield* Store
      const rails = yield* Rails
      const home = yield* store.region(store.home)
      yield* sealEarlierRows(home)
      const isSandbox = options.mode === "sandbox"
      if (options.clients !== undefined) yield* configure(home, options.clients)
      else if (isSandbox) yield* configure(home, [testClient], false)
      if (isSandbox) yield* loadFirst(home, { name: "sandbox", participants: sandboxParticipants, bics: sandboxBics })
      const context = yield* Effect.context<CoreServices | Participants | PaymentWaiters | Submissions>()
      for (const rail of rails.all) {
        yield* rail.subscribe((event) =>
          receive(event).pipe(
            Effect.catchTags({
              VersionConflict: Effect.die,
              LeaseLost: Effect.die
            }),
            Effect.provideContext(context)
          )
        )
      }
      const { operator } = yield* AchConnection
      yield* (
        operator?.subscribe((news) =>
          receiveAch(news).pipe(
            Effect.catchTags({
              VersionConflict: Effect.die,
              LeaseLost: Effect.die,
              UniqueViolation: Effect.die
            }),
            Effect.provideContext(context)
          )
        ) ?? Effect.void
      )
    }).pipe(Effect.orDie)
  )

type Sandbox = typeof SandboxModule

/** Loads the simulator, when an engine is made. */
type LoadSandbox = () => Promise<Sandbox>

const sandboxOf = ({ mode }: BankOptions): LoadSandbox | undefined =>
  mode === "sandbox" ? () => import("./simulator/sandbox.ts") : undefined

const fromSandbox = <A, E, R>(load: LoadSandbox, pick: (sandbox: Sandbox) => Layer.Layer<A, E, R>) =>
  Layer.unwrap(Effect.map(Effect.promise(load), pick))

/** Production has none, and nobody who would ask for them: neither their jobs nor their endpoints are there. */
const noSimulators = Layer.empty as unknown as Layer.Layer<SimulatedNetwork | SimulatedAch>

const servicesOf = (options: BankOptions, connections: BankConnections, sandbox: LoadSandbox | undefined) => {
  const usual =
    sandbox === undefined
      ? Layer.succeed(Rails, Rails.from([]))
      : fromSandbox(sandbox, (loaded) => loaded.simulatedRails)
  const usualAch =
    sandbox === undefined
      ? Layer.succeed(AchConnection, { operator: undefined })
      : fromSandbox(sandbox, (loaded) => loaded.simulatedAch)
  const simulated = sandbox === undefined ? noSimulators : fromSandbox(sandbox, (loaded) => loaded.simulated)
  const ports = Layer.mergeAll(
    connections.rails ?? usual,
    connections.achOperator ?? usualAch,
    connections.participants ?? Participants.layer,
    PaymentWaiters.layer,
    SimulatedCrash.layer,
    SendingTurn.layer,
    Submissions.layer,
    Layer.succeed(BankSettings, settingsOf(options))
  ).pipe(Layer.provideMerge(simulated))
  return start(options).pipe(Layer.provideMerge(ports))
}

const handlers = Layer.mergeAll(
  tokenHandlers,
  paymentHandlers,
  networkMessageHandlers,
  wireHandlers,
  achHandlers,
  batchHandlers,
  returnHandlers,
  rfpHandlers,
  webhookHandlers,
  participantHandlers,
  holdHandlers,
  approvalHandlers,
  clientHandlers,
  routingHandlers,
  approvalRuleHandlers,
  deliveryHandlers,
  resolutionHandlers,
  administrationHandlers
)

const unknownEndpoint = respond(() => Effect.fail(new Refusal.UnknownEndpoint({ method: "", path: "" })))

/** Those of the simulator; in production, where the face refuses them all, such as refuse, too. */
const simulatorHandlersOf = (sandbox: LoadSandbox | undefined) =>
  sandbox === undefined
    ? handledAlike(BankApi, "simulator", unknownEndpoint)
    : fromSandbox(sandbox, (loaded) => loaded.simulatorHandlers)

/** The bank transfer service as a plugin. Throws for a mode that is none, where two people would not be asked for, and for options that it does not have. */
export const bank = (options: BankOptions = { mode: "sandbox" }, connections: BankConnections = {}) => {
  checkOptions(options)
  if (options.clients !== undefined) checkClients(options.clients)
  checkNames(["bank", "connection"], connections, connectable)
  const sandbox = sandboxOf(options)
  return definePlugin({
    ...bankPlugin,
    words,
    mode: options.mode === "production" ? "live" : undefined,
    http: {
      api: BankApi,
      handlers: Layer.merge(handlers, simulatorHandlersOf(sandbox)),
      face: makeFace(options),
      publication
    },
    layer: servicesOf(options, connections, sandbox),
    migrations: bankMigrations,
    webhooks: webhookProfile,
    story,
    journals: journalTitles,
    panels: async () => {
      const { bankPanels } = await import("./panels.ts")
      return bankPanels(options, options.mode === "sandbox" ? await import("./simulator/panel.ts") : undefined)
    },
    retention,
    jobs: [
      submitPayment,
      inquirePayment,
      openRail,
      submitInTurn,
      sendRecall,
      remindRecall,
      ...achJobs,
      ...batchJobs,
      rescreenHold,
      ageHold,
      sendRfp,
      cancelRfp,
      expireRfp,
      sendReturnRequest,
      expireReturnRequest,
      ...(options.mode === "sandbox" ? simulatorJobs : []),
      alertFailedDelivery
    ],
    beforeStop: Effect.flatMap(PaymentWaiters, (waiters) => waiters.close)
  })
}
