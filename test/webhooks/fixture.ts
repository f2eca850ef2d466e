/** A small engine for webhook tests: a store in memory, a clock by hand, a notifier that records, and a worker. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Scope } from "effect/Scope"
import { declarePlugin } from "../../src/domain/PluginDeclaration.ts"
import { exponential } from "../../src/domain/RetryPolicy.ts"
import { makeWorker, type Worker } from "../../src/jobs/Worker.ts"
import { Clock, type ClockShape } from "../../src/services/Clock.ts"
import { Ids } from "../../src/services/Ids.ts"
import { Notifier, recordingNotifier, type NotifierRequest } from "../../src/services/Notifier.ts"
import { Signer } from "../../src/services/Signer.ts"
import { Migrations, Store, type RegionStore } from "../../src/services/Store.ts"
import { commit } from "../../src/store/commit.ts"
import * as Sqlite from "../../src/store/dialects/Sqlite.ts"
import { schedule } from "../../src/store/jobRepository.ts"
import { coreSchema } from "../../src/store/migrations/0001_core.ts"
import * as deliveries from "../../src/webhooks/deliveryRepository.ts"
import { deliveryJob } from "../../src/webhooks/Dispatcher.ts"
import type { EndpointRegistration } from "../../src/webhooks/Endpoint.ts"
import { makeEndpointGate } from "../../src/webhooks/EndpointGate.ts"
import { prepareRetry } from "../../src/webhooks/deliveryOperations.ts"
import { registerEndpoint } from "../../src/webhooks/endpointOperations.ts"
import { defineWebhookProfile, type WebhookProfile } from "../../src/webhooks/WebhookProfile.ts"
import { textOf } from "../store/written.ts"

export const secondMs = 1_000
export const hourMs = 3_600_000

/** 2026-01-01T00:00:00Z. */
export const startedAt = 1_767_225_600_000

/** What cards states: spec cards §6. */
export const shopProfile: WebhookProfile = defineWebhookProfile({
  plugin: "shop",
  endpointPrefix: "we",
  eventTypes: ["sale.made", "sale.voided"],
  maxEndpoints: 3,
  secretPrefix: "whsec_",
  secretOverlapMs: 0,
  signatureHeader: "SVC-Signature",
  defaultFormat: "literal",
  extraHeaders: ({ attempt, eventId }) => ({ "SVC-Event-Id": eventId, "SVC-Delivery-Attempt": String(attempt) }),
  timeoutMs: 15 * secondMs,
  schedule: exponential("shop", { attempts: 8, factor: 3, totalMs: 48 * hourMs })
})

/** What bank states, where it differs: spec bank §5. */
export const vaultProfile: WebhookProfile = defineWebhookProfile({
  ...shopProfile,
  plugin: "vault",
  endpointPrefix: "wh",
  secretOverlapMs: 24 * hourMs,
  signatureHeader: "X-Bank-Signature",
  defaultFormat: "prefixed",
  extraHeaders: () => ({}),
  retryableForMs: 72 * hourMs,
  whenExhausted: (delivery) => ({
    name: "vault.alert",
    key: delivery.id,
    payload: { deliveryId: delivery.id },
    dueAt: delivery.createdAt + 1_000 * hourMs
  })
})

/** Owner of everything, unless a test says otherwise. */
export const scope = "acct_1/test"
export const shop = { profile: shopProfile, scope }
export const vault = { profile: vaultProfile, scope }

export interface Bench {
  readonly store: RegionStore
  readonly clock: ClockShape
  /** The system's time as receivers know it; assign to `now`. */
  readonly wall: { now: number }
  readonly worker: Worker<never>
  /** Everything that was sent. */
  readonly requests: ReadonlyArray<NotifierRequest>
  readonly answerWith: ReturnType<typeof recordingNotifier>["answerWith"]
  /** Moves engine time by so many milliseconds and runs what falls due on the way. */
  readonly advance: (byMs: number) => Effect.Effect<void>
  /** A worker as it is after a restart, over `store` or another face of it. */
  readonly restart: (store: RegionStore) => Effect.Effect<Worker<never>>
  readonly publish: (
    type: string,
    of?: { readonly plugin?: string; readonly scope?: string; readonly store?: RegionStore }
  ) => Effect.Effect<{ readonly id: string; readonly body: string }>
  readonly register: (registration?: Partial<EndpointRegistration>) => Effect.Effect<{ id: string; secret: string }>
  readonly rows: <Row extends object = Record<string, unknown>>(
    text: string,
    ...params: ReadonlyArray<string | number>
  ) => Effect.Effect<ReadonlyArray<Row>>
}

/** The defaults of a registration in these tests. */
export const registration: EndpointRegistration = {
  url: "https://shop.example.com/hooks",
  enabledEvents: ["*"],
  apiVersion: "2026-01-01"
}

const storeLayer = Sqlite.layer({ folder: Sqlite.inMemory }).pipe(
  Layer.provide(Layer.succeed(Migrations, [coreSchema]))
)

/** Runs everything that is due, without moving time. */
export const drainNow = <R>(worker: Worker<R>, clock: ClockShape) =>
  worker.drain({ until: clock.now(), moveTo: () => {}, isCalledOff: () => false })

/** Time stands still at `startedAt`. Attempts wait for their turn for `patienceMs` of real time. */
export const makePatientBench = Effect.fnUntraced(function* (patienceMs: number) {
  const wall = { now: startedAt + 123 }
  const clock = Clock.make(() => wall.now, { mode: "frozen", at: startedAt })
  const recording = recordingNotifier()
  const context = yield* Layer.build(
    Layer.mergeAll(storeLayer, Ids.layerSeeded(1), Signer.layerTest, Layer.succeed(Notifier, recording.notifier)).pipe(
      Layer.provideMerge(Layer.succeed(Clock, clock))
    )
  )
  const home = Context.get(context, Store)
  const ids = Context.get(context, Ids)
  const store = yield* home.region(home.home)
  const profiles = new Map([shopProfile, vaultProfile].map((profile) => [profile.plugin, profile]))
  const scopeOfTest = yield* Effect.scope

  const restart = (over: RegionStore): Effect.Effect<Worker<never>> =>
    makeWorker({
      clock,
      definitions: [deliveryJob(profiles, makeEndpointGate(patienceMs))],
      regions: () => [over]
    }).pipe(
      Effect.map((worker): Worker<never> => ({
        serve: (region) => Effect.provideContext(worker.serve(region), context),
        drain: (move) => Effect.provideContext(worker.drain(move), context)
      })),
      Effect.provideService(Scope, scopeOfTest)
    )
  const worker = yield* restart(store)
  const moveTo = (at: number) => clock.set({ mode: "frozen", at })

  const bench: Bench = {
    store,
    clock,
    wall,
    worker,
    requests: recording.requests,
    answerWith: recording.answerWith,
    restart,
    advance: (byMs) =>
      Effect.suspend(() => {
        const until = clock.now() + byMs
        return worker
          .drain({ until, moveTo, isCalledOff: () => false })
          .pipe(Effect.andThen(Effect.sync(() => moveTo(until))), Effect.orDie)
      }),
    publish: (type, of = {}) => {
      const id = ids.next("evt")
      const body = JSON.stringify({ id, type, note: "déjà vu" })
      const event = { id, type, resource: "sale_1", body, createdAt: clock.now() }
      return commit(of.store ?? store, {
        plugin: declarePlugin({ id: of.plugin ?? "shop", events: { [type]: "Something happened" } }),
        scope: of.scope ?? scope,
        now: clock.now(),
        nextId: ids.next,
        writes: [],
        events: [event]
      }).pipe(Effect.as({ id, body }), Effect.orDie)
    },
    register: (partial = {}) =>
      registerEndpoint(store, shop, { ...registration, ...partial }).pipe(
        Effect.tap(({ writes }) => store.write(writes)),
        Effect.map(({ endpoint, secret }) => ({ id: endpoint.id, secret })),
        Effect.provideContext(context),
        Effect.orDie
      ),
    rows: (text, ...params) => Effect.orDie(store.read(text, params))
  }
  return { ...bench, context }
})

/** A bench whose attempts wait long enough for any turn, however slow the machine is. */
export const makeBench = makePatientBench(60_000)

/** Seconds after the first attempt (spec cards §6 by decision B12). */
export const scheduleSeconds = [0, 158, 632, 2_055, 6_324, 19_130, 57_547, 172_800]

/** Deliveries in the order in which they were made. */
export const deliveryRows = (bench: Bench) =>
  bench.rows<{ id: string; status: string; attempts: number; next_attempt_at: number | null }>(
    `SELECT id, status, attempts, next_attempt_at FROM webhook_deliveries ORDER BY sequence`
  )

/** The first delivery, with its log. */
export const onlyDelivery = Effect.fnUntraced(function* (bench: Bench) {
  const [row] = yield* deliveryRows(bench)
  const delivery = yield* deliveries.current(bench.store, row!.id)
  return { ...delivery!, log: yield* deliveries.attemptsOf(bench.store, row!.id) }
})

/** Asks for an extra attempt, as operations do. */
export const retryNow = Effect.fnUntraced(function* (store: RegionStore, owner: typeof shop, deliveryId: string) {
  const { job } = yield* prepareRetry(store, owner, deliveryId)
  yield* Effect.orDie(store.write([schedule(job)]))
})

/** What `counts` says when nothing is left to do. */
export const noJobs = { waiting: 0, dead: 0 }

/** A store that tells the texts of each unit of work before it is written. */
export const watching = (
  store: RegionStore,
  before: (texts: ReadonlyArray<string>) => Effect.Effect<unknown>
): RegionStore => ({
  ...store,
  write: (writes) => Effect.andThen(before(writes.map(textOf)), store.write(writes))
})

/** Whether a unit of work records an attempt. */
export const isRecord = (texts: ReadonlyArray<string>) => texts.some((text) => text.includes("INTO webhook_attempts"))
