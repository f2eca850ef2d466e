/** The engine for hosts that do not write Effect: promises, and Web `Request` and `Response`. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Duration from "effect/Duration"
import type { CallerShape } from "../http/Caller.ts"
import { checkNames } from "../http/HostInput.ts"
import { checkPublicUrl } from "../http/PublicAddress.ts"
import { loopbackAllowed, publicHttpsOnly } from "../services/AddressGuard.ts"
import { Clock, type ClockState } from "../services/Clock.ts"
import { isOptional, isRecord, isText } from "../services/guards.ts"
import { Ids } from "../services/Ids.ts"
import { logTo, standardError } from "../services/log.ts"
import * as NodeNotifier from "../services/NodeNotifier.ts"
import { RiskModel } from "../services/RiskModel.ts"
import { Screening } from "../services/Screening.ts"
import { Signer } from "../services/Signer.ts"
import { Store, type StoreOpenFailed } from "../services/Store.ts"
import { WebhookAddressPolicy } from "../webhooks/WebhookProfile.ts"
import { Engine, type CallFor, type EngineShape } from "./Engine.ts"
import { followEvents, type EventOf, type EventSchemas, type FollowEvents } from "./followEvents.ts"
import type { RetentionDays } from "../store/retention.ts"
import { loadPlugins } from "./later.ts"
import { warnOfForeign } from "./NodeEffectCopies.ts"
import { parseTime, type InvalidTime, type TimeInput } from "./EngineClock.ts"
import type { CoreServices, LoadedPlugin, Plugin } from "./Plugin.ts"
import type { Story } from "./Story.ts"

/** Data that outlive the process need a key that does, too. */
export class MasterKeyMissing extends Data.TaggedError("MasterKeyMissing") {
  override get message(): string {
    return (
      "This store keeps data on disk, so the engine needs the same masterKey at every start: " +
      "32 bytes in base64, for instance from `openssl rand -base64 32`"
    )
  }
}

/** The engine was closed and does nothing any more. */
export class EngineClosed extends Data.TaggedError("EngineClosed") {
  override get message(): string {
    return "The engine is closed: start another one with createEngine"
  }
}

/** What an engine is made of. `L` are services of `layers` beyond the core's. */
export interface CreateEngineOptions<L> {
  /** What the plugins need must be in the core or in `layers`; otherwise this does not compile. */
  readonly plugins: ReadonlyArray<Plugin<CoreServices | NoInfer<L>>>
  /** Where data are kept: `sqlite(":memory:")`, `sqlite("./data")`. */
  readonly store: Layer.Layer<Store, StoreOpenFailed>
  /** 32 bytes in base64. Seals secrets and keys fingerprints; may be left out for a store in memory. */
  readonly masterKey?: string
  /** Services of your own: they replace the defaults of the same kind and may use Clock, Ids and Store. */
  readonly layers?: Layer.Layer<L, unknown, Clock | Ids | Store>
  /** An ISO time at which engine time stands until it is moved. Default: system time. */
  readonly clock?: TimeInput
  /** Makes ids and secrets repeatable: a whole number from 0 to 4294967295. For tests and sandboxes only. */
  readonly seed?: number
  /** Path prefix per plugin id; default `/id`. */
  readonly mounts?: Readonly<Record<string, string>>
  /**
   * Where browsers and partners reach this program, such as `https://shop.example`: links that the engine gives out begin with it,
   * followed by the mount. Default: the address of each request; links of calls in process are paths then, such as `/cards/v2/3ds/…`.
   */
  readonly publicUrl?: string
  /**
   * Days of engine time for which kinds of rows are kept, where not the default: `{ "cards.events": 30 }`. The kinds and
   * their defaults are in docs/retention.md. An unknown kind, or too few days, rejects with `RetentionRefused`.
   */
  readonly retention?: RetentionDays | undefined
  /** Whether webhook receivers on loopback, over plain http, are allowed: for development. Default: no. */
  readonly allowLoopbackWebhooks?: boolean
  /**
   * Whether the engine writes its log to standard error. Default: yes, as the server does: of errors the kinds and places, not the
   * words. `Logger.layer` of Effect among `layers` writes it otherwise.
   */
  readonly log?: boolean
}

/** Engine time, with promises. */
export interface HostClock {
  /** Engine time. */
  readonly now: () => Date
  readonly state: () => ClockState
  /** Moves time forward by a span such as `"7 days"`; everything that falls due has happened when it answers. */
  readonly advance: (by: Duration.Input) => Promise<void>
  readonly advanceTo: (to: TimeInput) => Promise<void>
  readonly freeze: () => Promise<void>
  /** Lets a time that stands still run on. */
  readonly run: () => Promise<void>
  /** Runs everything that is due now. */
  readonly drain: () => Promise<void>
}

/** What a call came to. */
export type Attempted<A, E> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: E }

/** A running engine in a host. Declare it with `await using` and it is closed at the end of the block, or call `close`. */
export interface EngineHandle<L = never> extends AsyncDisposable {
  /** Answers a Web request: mount it in any framework that speaks `fetch`. A closed engine answers 503, as the plugin words it. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Runs an operation of a plugin, or any Effect on the engine's services. Rejects with the operation's own error, and with
   * `EngineClosed` once the engine is closed, as everything else here that asks the engine.
   */
  readonly call: <A, E>(operation: Effect.Effect<A, E, Engine | CoreServices | L>) => Promise<A>
  /** As `call`, but gives a refusal as a value, whose `_tag` a `switch` can exhaust. Only what nobody foresaw is rejected. */
  readonly attempt: <A, E>(operation: Effect.Effect<A, E, Engine | CoreServices | L>) => Promise<Attempted<A, E>>
  /** The caller to hand to an operation. Rejects with `PluginMissing` when the engine does not have the plugin. */
  readonly caller: (on: CallFor) => Promise<CallerShape>
  /**
   * The stored events of a plugin in the order of their commits, live: it waits for more until the signal is aborted or the engine
   * closes. Rejects with `PluginMissing`, `InvalidCursor`, and `EngineClosed` when the engine was closed before.
   */
  readonly events: <Types extends EventSchemas = {}>(of: FollowEvents<Types>) => AsyncIterable<EventOf<Types>>
  readonly clock: HostClock
  /**
   * Everything that happened to an object of any account and why, in order, and what is still to come: for people who look
   * for a cause. `undefined` for an id that nobody knows. `explainText` makes it a text.
   */
  readonly explain: (id: string) => Promise<Story | undefined>
  /**
   * Stops jobs, waits up to 5 s for calls and requests that have begun, writes what waits and closes the store. Safe to call
   * twice. A database server that does not answer is waited for 8 s; the log says so, and its connections end by themselves.
   */
  readonly close: () => Promise<void>
}

/** How long closing waits for a database server that does not answer, in milliseconds. Our choice: a server stops within 10 s. */
const closePatienceMs = 8_000

/** How long closing waits for calls and requests that have begun, in milliseconds, before it cuts them off. Our choice: within the time above. */
const callPatienceMs = 5_000

const leftBehind =
  `The engine was closed, but its database did not answer within ${closePatienceMs / 1_000} s: its connections are left to end ` +
  "by themselves. Nothing that was confirmed is lost"

/** Whether something is over within a time on the wall: a clock that a test controls may stand still. */
const isOverWithin = (ending: Promise<unknown>, limitMs: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), limitMs)
    ending.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })

const noMasterKey: Layer.Layer<Signer, MasterKeyMissing> = Layer.effect(Signer, Effect.fail(new MasterKeyMissing()))

const signerOf = (masterKey: string | undefined): Layer.Layer<Signer, unknown, Store> =>
  masterKey !== undefined
    ? Signer.layerFromBase64(masterKey)
    : Layer.unwrap(Effect.map(Store, (store) => (store.durable ? noMasterKey : Signer.layerEphemeral)))

/** System time, or a time that stands. */
const clockOf = (at: TimeInput | undefined): Layer.Layer<Clock, InvalidTime> =>
  at === undefined
    ? Clock.layer
    : Layer.unwrap(Effect.map(Effect.fromResult(parseTime(at)), (time) => Clock.layerFrozen(time)))

/** The engine's own log. A logger among the services of the host is used in place of it. */
const logOf = ({ log }: { readonly log?: boolean }): Layer.Layer<never> =>
  log === false ? Logger.layer([]) : logTo(standardError)

/** The core's defaults, below the host's own services. */
const coreLayer = <L>(options: CreateEngineOptions<L>): Layer.Layer<CoreServices | L, unknown> => {
  const clock = clockOf(options.clock)
  const ids = options.seed === undefined ? Ids.layer : Ids.layerSeeded(options.seed)
  const store = options.store.pipe(Layer.provide(Engine.storeSettings(options)))
  const policy = options.allowLoopbackWebhooks === true ? loopbackAllowed : publicHttpsOnly
  const base = ids.pipe(
    Layer.provideMerge(clock),
    Layer.merge(store),
    Layer.merge(Layer.succeed(WebhookAddressPolicy, policy))
  )
  const defaults = Layer.mergeAll(signerOf(options.masterKey), RiskModel.layer, Screening.layer, NodeNotifier.layer)
  const own = options.layers ?? (Layer.empty as Layer.Layer<never> as Layer.Layer<L>)
  // Later layers win: what the host brings replaces the default of the same service.
  return own.pipe(Layer.provideMerge(defaults.pipe(Layer.provideMerge(base))))
}

/**
 * Starts an engine. Rejects with a `StartFailure`, `MasterKeyMissing` or an error of the given layers. Two signatures,
 * because with a default for `L` a layer written in place would not be looked at.
 */
export interface CreateEngine {
  <L>(options: CreateEngineOptions<L> & Required<Pick<CreateEngineOptions<L>, "layers">>): Promise<EngineHandle<L>>
  <L = never>(options: CreateEngineOptions<L>): Promise<EngineHandle<L>>
}

/** What a host may give. */
const known: Readonly<Record<keyof CreateEngineOptions<never>, true>> = {
  plugins: true,
  store: true,
  masterKey: true,
  layers: true,
  clock: true,
  seed: true,
  mounts: true,
  publicUrl: true,
  retention: true,
  allowLoopbackWebhooks: true,
  log: true
}

/** For hosts in JavaScript, whom no compiler tells. */
const checkGiven = (given: Readonly<Partial<Record<keyof CreateEngineOptions<never>, unknown>>> = {}): void => {
  const { layers, mounts, plugins, publicUrl, retention, store } = given
  if (!Array.isArray(plugins) || plugins.some((plugin) => typeof plugin?.load !== "function")) {
    throw new TypeError("createEngine needs plugins, a list of what definePlugin made")
  }
  if (!Layer.isLayer(store)) {
    throw new TypeError('createEngine needs a store, such as sqlite("./data") from bursar/sqlite')
  }
  if (layers !== undefined && !Layer.isLayer(layers)) {
    throw new TypeError(
      "layers must be a Layer of Effect 4, such as Layer.succeed(RiskModel, …). An older Effect makes others: npm ls effect says which is there"
    )
  }
  checkPublicUrl(publicUrl)
  for (const [name, byKey] of Object.entries({ mounts, retention })) {
    if (byKey !== undefined && !isRecord({})(byKey))
      throw new TypeError(`${name} must be an object, not ${String(byKey)}`)
  }
  const ids: ReadonlyArray<unknown> = plugins.map(({ id }) => id)
  for (const [name, path] of Object.entries(mounts ?? {})) {
    if (!ids.includes(name)) {
      throw new TypeError(`mounts names ${name}, which is no plugin of this engine: it has ${ids.join(", ")}`)
    }
    // A router reads `:` and `*` otherwise; behind `?` and `#` nothing is asked for.
    if (path !== undefined && (typeof path !== "string" || /[\s?#:*]/.test(path))) {
      throw new TypeError(`mounts.${name} must be a path such as /pay/${name}, not ${String(path)}`)
    }
  }
  checkNames(["An engine", "option"], given, known)
}

/** For the same. */
const checkId = (id: unknown): string => {
  if (typeof id !== "string") throw new TypeError("explain needs the id of an object, a text")
  return id
}

/** For the same. */
const checkOperation = <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (!Effect.isEffect(operation)) throw new TypeError("call needs an operation, such as payments.create(caller, …)")
  return operation
}

const isFollowed = isRecord({ plugin: isText, after: isOptional(isText) })

/** For the same: a list has no types by name, and would be waited for in vain. */
const checkFollowed = <Types extends EventSchemas>(of: FollowEvents<Types>): FollowEvents<Types> => {
  if (isFollowed(of) && (of.types === undefined || isRecord({})(of.types)) && !Array.isArray(of.types)) return of
  throw new TypeError(
    'events needs a plugin, types by name, and a cursor as text: { plugin: "cards", types: eventData }'
  )
}

/** For the same: a key under another name would be none, and a repeated call would have its effect twice. */
const checkCaller = (on: CallFor): CallFor => {
  checkNames(["A caller", "option"], on, { principal: true, region: true, idempotencyKey: true })
  return on
}

/** For the same. */
const checkRequest = (request: Request): Request => {
  if (isRecord({ url: isText, method: isText })(request)) return request
  throw new TypeError('fetch answers a Request, such as new Request("http://localhost/ready")')
}

const wordsOf = (plugins: ReadonlyArray<Pick<LoadedPlugin<never>, "words">>, failure: Error): string | undefined => {
  for (const { words } of plugins) {
    const message = words?.(failure)
    if (message !== undefined) return message
  }
  return undefined
}

/** A failure with the words of the plugins, where it has none itself, so that its message is seen wherever it is printed. */
const worded = (plugins: ReadonlyArray<Pick<LoadedPlugin<never>, "words">>, failure: unknown): unknown => {
  if (!(failure instanceof Error) || (Object.hasOwn(failure, "message") && failure.message !== "")) return failure
  const value = failure.message === "" ? wordsOf(plugins, failure) : failure.message
  if (value === undefined) return failure
  return Object.defineProperty(failure, "message", { value, configurable: true, enumerable: true, writable: true })
}

/** Answers Web requests. What that takes is loaded by the first one. */
const fetchOf = ({ app, requests }: EngineShape, begun: Running["begun"]): EngineHandle["fetch"] => {
  let handler: EngineHandle["fetch"] | undefined
  const load = async () => {
    const [{ webHandler }, context] = await Promise.all([import("./mount.ts"), Effect.runPromise(requests)])
    return (handler ??= webHandler(context, app))
  }
  return (request) => begun((async () => (handler ?? (await load()))(checkRequest(request)))())
}

/** The calls and requests that have begun and not ended. */
interface Running {
  readonly begun: <A>(work: Promise<A>) => Promise<A>
  /** Waits for them, and not for ever. Their money may have moved: a refusal would be taken for a call that did nothing. */
  readonly ended: () => Promise<unknown>
}

const makeRunning = (): Running => {
  const running = new Set<Promise<unknown>>()
  return {
    begun: (work) => {
      running.add(work)
      return work.finally(() => running.delete(work))
    },
    ended: () => isOverWithin(Promise.allSettled(running), callPatienceMs)
  }
}

const attempted = <A, E, R>(plugins: Parameters<typeof worded>[0], operation: Effect.Effect<A, E, R>) =>
  Effect.match(operation, {
    onSuccess: (value): Attempted<A, E> => ({ ok: true, value }),
    onFailure: (failure): Attempted<A, E> => ({ ok: false, error: worded(plugins, failure) as E })
  })

/** Starts an engine for a host. */
export const createEngine: CreateEngine = async <L>(options: CreateEngineOptions<L>): Promise<EngineHandle<L>> => {
  checkGiven(options)
  const loaded = await loadPlugins(options.plugins)
  warnOfForeign([options.layers, options.store, ...loaded.map(({ layer }) => layer)])
  const layer = Engine.layer<L>({
    plugins: options.plugins,
    mounts: options.mounts,
    publicUrl: options.publicUrl,
    retention: options.retention
  }).pipe(Layer.provideMerge(coreLayer(options)))
  const runtime = ManagedRuntime.make(Layer.provide(layer, logOf(options)))
  let isClosed = false
  let closing: Promise<void> | undefined
  const { begun, ended } = makeRunning()
  const run = async <A, E>(effect: Effect.Effect<A, E, Engine | CoreServices | L>): Promise<A> => {
    if (isClosed) throw worded([], new EngineClosed())
    const exit = await begun(runtime.runPromiseExit(effect))
    if (exit._tag === "Success") return exit.value
    // What the end of the engine cut off.
    if (Cause.hasInterruptsOnly(exit.cause) && closing !== undefined) throw worded([], new EngineClosed())
    throw worded(loaded, Cause.squash(exit.cause))
  }
  const engine = await run(Engine).catch(async (error: unknown) => {
    await runtime.dispose()
    throw error
  })
  const services = await runtime.context()
  const { clock } = engine
  const close = async () => {
    // Calls that wait are answered first.
    const stopped = runtime.runPromiseExit(engine.beforeStop).then(async () => {
      isClosed = true
      await ended()
      return runtime.dispose()
    })
    if (!Context.get(services, Store).dialect.remote || (await isOverWithin(stopped, closePatienceMs))) return stopped
    isClosed = true
    Effect.runFork(Effect.logError(leftBehind).pipe(Effect.provideContext(services), Effect.provide(logOf(options))))
  }
  const ending = new AbortController()
  const end = () => {
    ending.abort()
    return (closing ??= close())
  }
  return {
    fetch: fetchOf(engine, begun),
    call: async (operation) => run(checkOperation(operation)),
    attempt: async <A, E>(operation: Effect.Effect<A, E, Engine | CoreServices | L>) =>
      run(attempted(loaded, checkOperation(operation))),
    caller: async (on) => run(engine.caller(checkCaller(on))),
    clock: {
      now: () => new Date(clock.now()),
      state: clock.state,
      advance: (by) => run(clock.advance(by)),
      advanceTo: (to) => run(clock.advanceTo(to)),
      freeze: () => run(clock.freeze),
      run: () => run(clock.run),
      drain: () => run(clock.drain)
    },
    explain: async (id) => run(engine.explain(checkId(id))),
    events: (of) =>
      followEvents(checkFollowed(of), {
        run: async (effect) => run(Effect.andThen(engine.has(of.plugin), effect)),
        closing: ending.signal
      }),
    close: end,
    [Symbol.asyncDispose]: end
  }
}
