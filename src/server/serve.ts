/** Puts the server together: secrets, engine, application, listener, in this order; they end in the opposite one. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { createEngine, type EngineHandle } from "../engine/createEngine.ts"
import { Engine, type EngineShape } from "../engine/Engine.ts"
import type { Plugin } from "../engine/Plugin.ts"
import { WebhookAddressPolicy } from "../plugin.ts"
import { Screening } from "../services/Screening.ts"
import { logTo, standardError } from "../services/log.ts"
import { loopbackAllowed, publicHttpsOnly } from "../services/AddressGuard.ts"
import type { Started } from "./announcement.ts"
import { makeApp } from "./app.ts"
import type { ServerConfig } from "./config.ts"
import { loadCredentials, loadMasterKey, type ServerCredentials } from "./credentials.ts"
import { listen } from "./listener.ts"
import { makeLogTail, type LogTail } from "./LogTail.ts"
import { bundledPlugins, provision } from "./plugins.ts"
import { screeningLayer } from "./screening.ts"
import { notePort } from "./place.ts"
import type { FollowEvents } from "./admin.ts"
import { endOfEvents } from "../engine/followEvents.ts"
import { isExposed, isLoopback } from "./settings.ts"
import { servedStoreOf } from "./store.ts"
import { exportTo } from "./telemetry.ts"
import { version } from "./version.ts"

/** Receivers on this machine are called by a sandbox that only this machine reaches (our choice). */
const addressPolicyOf = (config: ServerConfig) =>
  config.mode === "sandbox" && !isExposed(config) ? loopbackAllowed : publicHttpsOnly

/** What follows for the application from where its requests come from. */
const reachOf = (config: ServerConfig) => ({
  publicUrl: config.publicUrl,
  trustProxy: config.trustProxy,
  guarded: config.mode === "production" && isExposed(config),
  proxiesOnly: config.mode === "production" && config.tls === undefined && !isLoopback(config.host),
  strictTransport: config.tls !== undefined || config.publicUrl?.startsWith("https:") === true
})

const startEngine = (
  config: ServerConfig,
  plugins: ReadonlyArray<Plugin>,
  { masterKey, tail }: { readonly masterKey: Redacted.Redacted; readonly tail: LogTail }
): Effect.Effect<EngineHandle, unknown, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        createEngine({
          plugins,
          ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
          store: servedStoreOf(config),
          masterKey: Redacted.value(masterKey),
          layers: Layer.mergeAll(
            Layer.succeed(WebhookAddressPolicy, addressPolicyOf(config)),
            screeningLayer(config),
            exportTo(config.telemetry)
          ).pipe(
            // What the others log goes where the engine's lines go.
            Layer.provideMerge(
              logTo({
                isTTY: standardError.isTTY,
                write: (line) => {
                  standardError.write(line)
                  tail.push(line.trimEnd())
                }
              })
            )
          ),
          ...(typeof config.clock === "number" ? { clock: config.clock } : {}),
          retention: config.retention,
          ...(config.seed === undefined ? {} : { seed: config.seed })
        }),
      catch: (error) => error
    }),
    (handle) => Effect.promise(handle.close)
  )

/** What the clocks of two machines may differ by, in milliseconds (our choice). */
const unnoticedMs = 60_000

/** A clock that an earlier run left standing goes on when the operator asks for system time, and in production. */
const settleClock = Effect.fnUntraced(function* ({ clock }: EngineShape, config: ServerConfig) {
  const isLive = config.mode === "production"
  if ((config.clock === "system" || isLive) && clock.state().mode === "frozen") yield* clock.run
  const state = clock.state()
  if (!isLive || state.mode !== "offset" || state.offsetMs < unnoticedMs) return
  const ahead = Duration.format(Duration.seconds(Math.round(state.offsetMs / 1_000)))
  yield* Effect.logWarning(
    `Engine time is ${ahead} ahead of this machine and never goes back: authorizations expire and deadlines pass that much too early. ` +
      "Where a sandbox moved it, begin production on data of its own"
  )
})

const followWith =
  (handle: EngineHandle, stopping: AbortSignal): FollowEvents =>
  async ({ onlyNew, plugin, signal }) => {
    const after = onlyNew ? { after: await handle.call(endOfEvents) } : {}
    return handle.events({ plugin, ...after, signal: AbortSignal.any([signal, stopping]) })
  }

/** Starts the server; it runs until the scope closes. Fails with what `explain` can tell an operator. */
export const start = (config: ServerConfig): Effect.Effect<Started, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const masterKey = yield* loadMasterKey(config)
    let loaded: ServerCredentials | undefined
    // Nobody is let in before they are loaded: the listener opens last.
    const plugins = bundledPlugins(config, masterKey, () => loaded!)
    const tail = makeLogTail()
    const handle = yield* startEngine(config, plugins, { masterKey, tail })
    const engine = yield* Effect.promise(() => handle.call(Engine))
    yield* Effect.tryPromise({ try: () => handle.call(settleClock(engine, config)), catch: (error) => error })
    // The engine has locked the folder: nobody else writes credentials now.
    const credentials = (loaded = yield* loadCredentials(config))
    yield* Effect.promise(() => handle.call(provision(credentials)))
    const scope = yield* Effect.scope
    let isStopping = false
    const stopping = new AbortController()
    const { lists } = yield* Effect.promise(() => handle.call(Screening))
    const app = makeApp({
      engine,
      mode: config.mode,
      version,
      lists,
      tail,
      events: followWith(handle, stopping.signal),
      adminToken: credentials.adminToken,
      ...reachOf(config),
      isStopping: () => isStopping
    })
    const listening = yield* Effect.tryPromise({
      try: () => handle.call(listen(app, config, engine).pipe(Effect.provideService(Scope.Scope, scope))),
      catch: (error) => error
    })
    yield* notePort(config, listening.port)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isStopping = true
        stopping.abort()
        tail.close()
      })
    )
    return { config, credentials, engine, listening, version }
  })
