/**
 * An engine for tests: in memory, with time that stands until it is moved, the same ids on every run, and webhooks that
 * are recorded instead of sent. What it runs is the engine that hosts run; only the services at its edges differ.
 */
import type { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createEngine, type CreateEngineOptions, type EngineHandle, type HostClock } from "../engine/createEngine.ts"
import { Engine, type CallFor } from "../engine/Engine.ts"
import type { Upcoming } from "../engine/Story.ts"
import { HttpBuilt } from "../engine/serving.ts"
import type { CallerShape } from "../http/Caller.ts"
import { RateLimitTime } from "../http/RateLimit.ts"
import { Clock } from "../services/Clock.ts"
import type { Ids } from "../services/Ids.ts"
import {
  Notifier,
  notifierReasons,
  recordingNotifier,
  type NotifierReason,
  type NotifierRecording,
  type NotifierRequest
} from "../services/Notifier.ts"
import { Signer } from "../services/Signer.ts"
import { Store, type RegionName } from "../services/Store.ts"
import { inMemory, layer as memory } from "../store/dialects/Sqlite.ts"
import { holdOpened, type MemoryImages } from "../store/dialects/SqliteTemplate.ts"
import { WebhookSigningTime } from "../webhooks/WebhookProfile.ts"
import { layer as faultyStore, make as makeFaults, type Faults } from "./FaultyStore.ts"
import { parse, webhookOf, type RecordedWebhook } from "./RecordedWebhook.ts"

export type { RecordedWebhook }

/** Where engine time stands when a test does not say: a Thursday that is no bank holiday. Our choice. */
export const defaultClock = "2026-01-15T09:30:00Z"

/** The seed when a test does not say. Our choice. */
export const defaultSeed = 1

/** The key that `request` shows when a test does not say: an open sandbox takes any well-formed test key. */
export const defaultKey = "sk_test_bursar_testing"

/** The 32 bytes of `Signer.layerTest`, each the letter B: a store on disk asks for a key even if nothing uses it. */
const masterKey = btoa("B".repeat(32))

/** What a test engine is made of: at least `plugins`. */
export interface TestEngineOptions<L = never> extends Omit<CreateEngineOptions<L>, "store" | "masterKey"> {
  /** Default: a store in memory. Give one to start again on the same data, or to put faults in its way. */
  readonly store?: CreateEngineOptions<L>["store"]
  /**
   * Whether one thing happens after the other, in the order in which the script asks for it: each request, call and move of time
   * waits for the one before, and answers when everything that is due has happened. Then nothing races, and two runs of a
   * script give the same bytes. An operation that is called must not ask the engine itself: it would wait for its own end.
   * Default: no, requests and jobs run beside each other, as they do for hosts.
   */
  readonly inTurn?: boolean
  /** The API key that `request` shows. Default: `defaultKey`. */
  readonly key?: string
}

/** Headers by name in any case. `undefined` leaves out one that is otherwise sent. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** What came back, read to its end. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body as it came. */
  readonly text: string
  /** The body parsed, or `undefined` when it is not JSON. Of any type, so that a test can look into it directly. */
  readonly json: any
}

/** What happens next, and when. */
export interface Due extends Omit<Upcoming, "at"> {
  readonly at: Date
}

/** A moment of a test engine: its data, its time and its recorded webhooks. */
export interface Snapshot {
  readonly takenAt: Date
}

/** A running test engine. Declare it with `await using` and it is closed with the test, or call `close`. */
export interface TestEngine<L = never> extends EngineHandle<L> {
  /**
   * The webhook requests so far, in `requests`; `answerWith` says what receivers answer, at first 200. Stays empty if
   * `layers` holds a Notifier.
   */
  readonly notifier: NotifierRecording
  /** The webhook requests so far, to look into and to verify. */
  readonly webhooks: () => ReadonlyArray<RecordedWebhook>
  /** Receivers give these answers, one request after the other: a status, or a reason such as `"timeout"`; afterwards 200. */
  readonly receiversAnswer: (answers: ReadonlyArray<number | NotifierReason>) => void
  /** Writes of the store that are to fail, or to lose their answers. No faults come about in a store of your own. */
  readonly faults: Faults
  /** Moves time forward by a span such as `"7 days"`; everything that falls due has happened when it answers. */
  readonly advance: HostClock["advance"]
  /** Moves time forward to a date, as `advance` does. */
  readonly to: HostClock["advanceTo"]
  /** Runs everything that is due now, such as the first attempt of a webhook, without moving time. */
  readonly drain: HostClock["drain"]
  /** What happens next, and when; `undefined` when nothing waits. The engine's own upkeep is left out. */
  readonly nextDue: () => Promise<Due | undefined>
  /** What happens next, soonest first; at most so many, by default 20. */
  readonly upcoming: (limit?: number) => Promise<ReadonlyArray<Due>>
  /**
   * Keeps this moment: data, time, recorded webhooks, and what `faults` and `receiversAnswer` still have planned. What follows
   * is the same byte for byte as what follows a `restore`, so here, too, what was in memory only begins anew: counts of rate
   * limits, faults that test helpers planned, open event streams. Callers go on. Only for the default store; with another one it rejects.
   */
  readonly snapshot: () => Promise<Snapshot>
  /** Goes back to a moment of this engine, as often as you like. It takes some milliseconds. */
  readonly restore: (snapshot: Snapshot) => Promise<void>
  /** What was done with the engine so far, the last 200 lines, after its seed. */
  readonly history: () => string
  /**
   * Asks over HTTP, without a socket: `request("POST", "/cards/v2/payments", { amount: 2000, … })`. A body that is no
   * text is sent as JSON; a text is sent as it is. The test key and `Content-Type: application/json` are sent unless
   * `headers` say otherwise.
   */
  readonly request: (method: string, path: string, body?: unknown, headers?: RequestHeaders) => Promise<TestAnswer>
}

const requester =
  (fetch: EngineHandle["fetch"], key: string): TestEngine["request"] =>
  async (method, path, body, headers = {}) => {
    const sent = new Headers({ authorization: `Bearer ${key}`, "content-type": "application/json" })
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) sent.delete(name)
      else sent.set(name, value)
    }
    const response = await fetch(
      new Request(`http://engine.test${path}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: Option.getOrUndefined(parse(text)) }
  }

const ownLayer = <L>({ layers }: Pick<TestEngineOptions<L>, "layers">): Layer.Layer<L, unknown, Clock | Ids | Store> =>
  layers ?? (Layer.empty as Layer.Layer<never> as Layer.Layer<L>)

/** Makes engines of one test, one after the other: each begins with what `images` hold. */
const engines = <L>(options: TestEngineOptions<L>, notifier: NotifierRecording, faults: Faults) => {
  const sentAt = new WeakMap<NotifierRequest, number>()
  const recording = Layer.effect(
    Notifier,
    Effect.map(Clock, ({ now }) => ({
      send: (request: NotifierRequest) => {
        sentAt.set(request, now())
        return notifier.notifier.send(request)
      }
    }))
  )
  const doubles = Layer.mergeAll(
    recording,
    Signer.layerTest,
    Layer.succeed(WebhookSigningTime, "engine"),
    Layer.succeed(RateLimitTime, "engine"),
    Layer.succeed(HttpBuilt, "on demand")
  )
  const { inTurn: _inTurn, key: _key, layers: _layers, store, ...rest } = options
  const begin = (images: MemoryImages) =>
    createEngine<L | Notifier | Signer>({
      clock: defaultClock,
      seed: defaultSeed,
      allowLoopbackWebhooks: true,
      log: false,
      ...rest,
      store: store ?? faultyStore(memory({ folder: inMemory, images }), faults),
      masterKey,
      layers: ownLayer(options).pipe(Layer.provideMerge(doubles))
    })
  return { begin, sentAt }
}

/** The engine cannot take or restore the snapshot: its data are not in the default store, or another engine made the snapshot. */
export class SnapshotUnavailable extends Error {
  override readonly name = "SnapshotUnavailable"
}

interface Taken {
  readonly images: ReadonlyMap<RegionName, DatabaseSync>
  readonly requests: ReadonlyArray<NotifierRequest>
  /** Plans the faults and answers again that were still to come. */
  readonly planAgain: ReadonlyArray<() => void>
}

const isAnswer = (answer: unknown): boolean =>
  typeof answer === "string"
    ? Object.hasOwn(notifierReasons, answer)
    : Number.isInteger(answer) && Number(answer) >= 200 && Number(answer) <= 599

/** Answers of receivers that are still to come. */
const makeAnswers = ({ answerWith }: NotifierRecording) => {
  let waiting: ReadonlyArray<number | NotifierReason> = []
  const next = () => {
    const [answer = 200, ...later] = waiting
    waiting = later
    return answer
  }
  return {
    plan: (answers: ReadonlyArray<number | NotifierReason>) => {
      const wrong = answers.findIndex((answer) => !isAnswer(answer))
      if (wrong !== -1) {
        const reasons = Object.keys(notifierReasons).join(", ")
        throw new RangeError(
          `receiversAnswer: ${JSON.stringify(answers[wrong])} is neither a status from 200 to 599 nor one of ${reasons}`
        )
      }
      waiting = [...answers]
      answerWith(next)
    },
    remember: () => {
      const remembered = waiting
      return () => void (waiting = remembered)
    }
  }
}

/** An engine that is ended and begun again within one test, with the callers that it gave out. */
const makeTenure = async <L>(options: TestEngineOptions<L>, notifier: NotifierRecording, faults: Faults) => {
  const answers = makeAnswers(notifier)
  const planNothing = faults.remember()
  const { begin, sentAt } = engines(options, notifier, faults)
  const taken = new WeakMap<Snapshot, Taken>()
  const callers: Array<readonly [CallerShape, CallFor]> = []
  let images: MemoryImages = { from: new Map(), opened: new Map() }
  let engine = await begin(images)

  /** Rejects once the engine is closed: it is not begun again then. */
  const isOpen = () => engine.call(Effect.void)

  /** Ends the engine, and starts another one on copies of databases. Callers are of the new one from then on. */
  const beginFrom = async (of: Taken) => {
    planNothing()
    await engine.close()
    images = { from: of.images, opened: new Map() }
    engine = await begin(images)
    notifier.resetTo(of.requests)
    for (const planAgain of of.planAgain) planAgain()
    // Not made anew: a new caller would draw an id, and what follows would get others.
    for (const [caller, { idempotencyKey, principal }] of callers) {
      const { name } = caller.store
      const open = Effect.flatMap(Store, (store) => store.region(name))
      const { keyOf } = await engine.call(Engine)
      const key = idempotencyKey === undefined ? undefined : keyOf(principal.plugin, idempotencyKey)
      Object.assign(caller, { store: await engine.call(Effect.orDie(open)), key })
    }
  }
  return {
    sentAt,
    receiversAnswer: answers.plan,
    engine: () => engine,
    caller: async (on: CallFor) => {
      const caller = await engine.caller(on)
      callers.push([caller, on])
      return caller
    },
    snapshot: async (): Promise<Snapshot> => {
      await isOpen()
      if (images.opened.size === 0) throw new SnapshotUnavailable("Only engines in the default store have snapshots")
      const moment = { takenAt: engine.clock.now() }
      const planAgain = [faults.remember(), answers.remember()]
      const of = { images: holdOpened(images), requests: [...notifier.requests], planAgain }
      taken.set(moment, of)
      await beginFrom(of)
      return moment
    },
    restore: async (snapshot: Snapshot) => {
      await isOpen()
      const of = taken.get(snapshot)
      if (of === undefined) throw new SnapshotUnavailable("This snapshot is not one of this engine")
      await beginFrom(of)
    }
  }
}

/** Does at once what is asked for. */
const atOnce = <A>(work: () => Promise<A>): Promise<A> => work()

/** Does one thing after the other, and answers each when `settle` has followed it, as it has before the first. */
const makeTurns = (settle: () => Promise<void>) => {
  let last: Promise<unknown> | undefined
  return <A>(work: () => Promise<A>): Promise<A> => {
    // A store that is away refuses what is due, too: that is no fault of what was asked before.
    const done = (last ?? settle()).then(work).finally(() => settle().catch(() => {}))
    last = done.catch(() => {})
    return done
  }
}

/** How many lines of a history are kept. */
const mostLines = 200

/**
 * Starts a test engine. Unless told otherwise, time stands at `defaultClock`, ids follow from `defaultSeed`, receivers of
 * webhooks may be on loopback, webhooks are signed and requests counted with engine time, and nothing is logged. Services in
 * `layers` replace those of the test engine. Rejects as `createEngine` does. (The first form is for the types: a layer written
 * in place is not inferred against a default.)
 */
export async function make<L>(
  options: TestEngineOptions<L> & Required<Pick<TestEngineOptions<L>, "layers">>
): Promise<TestEngine<L>>
export async function make<L = never>(options: TestEngineOptions<L>): Promise<TestEngine<L>>
export async function make<L>(options: TestEngineOptions<L> = { plugins: undefined as never }): Promise<TestEngine<L>> {
  const notifier = recordingNotifier()
  const faults = makeFaults()
  const tenure = await makeTenure(options, notifier, faults)
  const { engine, sentAt } = tenure
  const lines: Array<string> = []
  const note = (line: string) => {
    lines.push(`${engine().clock.now().toISOString()}  ${line}`)
    if (lines.length > mostLines) lines.shift()
  }

  const ask = requester((request) => engine().fetch(request), options.key ?? defaultKey)
  const dueOf = ({ at, ...rest }: Upcoming): Due => ({ at: new Date(at), ...rest })
  const upcoming = async (limit = 20) =>
    (await engine().call(Effect.flatMap(Engine, (running) => running.upcoming(limit)))).map(dueOf)
  const turn = options.inTurn === true ? makeTurns(() => engine().clock.drain()) : atOnce
  const clock: HostClock = {
    now: () => engine().clock.now(),
    state: () => engine().clock.state(),
    advance: (by) => turn(() => (note(`advance ${JSON.stringify(by)}`), engine().clock.advance(by))),
    advanceTo: (to) => turn(() => (note(`to ${String(to)}`), engine().clock.advanceTo(to))),
    freeze: () => turn(() => engine().clock.freeze()),
    run: () => turn(() => engine().clock.run()),
    drain: () => turn(() => (note("drain"), engine().clock.drain()))
  }
  const close = () => engine().close()
  return {
    fetch: (request) => engine().fetch(request),
    call: (operation) => turn(() => engine().call(operation)),
    attempt: (operation) => turn(() => engine().attempt(operation)),
    events: (of) => engine().events(of),
    explain: (id) => turn(() => engine().explain(id)),
    caller: tenure.caller,
    clock,
    close,
    notifier,
    faults,
    webhooks: () => notifier.requests.map((request) => webhookOf(request, sentAt.get(request) ?? 0)),
    receiversAnswer: tenure.receiversAnswer,
    advance: clock.advance,
    to: clock.advanceTo,
    drain: clock.drain,
    upcoming: (limit) => turn(() => upcoming(limit)),
    nextDue: () => turn(async () => (await upcoming(1))[0]),
    snapshot: () => turn(() => (note("snapshot"), tenure.snapshot())),
    restore: (snapshot) =>
      turn(async () => {
        await tenure.restore(snapshot)
        note("restore")
      }),
    history: () => [`seed ${options.seed ?? defaultSeed}`, ...lines].join("\n"),
    request: (method, path, body, headers) =>
      turn(async () => {
        const answer = await ask(method, path, body, headers)
        note(`${method} ${path} ${answer.status}`)
        return answer
      }),
    [Symbol.asyncDispose]: close
  }
}

/** Adds to the words of a failure what led to it, for whoever prints it. */
const explained = (failure: unknown, history: string): unknown => {
  if (!(failure instanceof Error)) return failure
  const added = `\n\nThe engine until then:\n${history}`
  const message = failure.message + added
  const stack = failure.stack?.replace(failure.message, () => message)
  Object.defineProperty(failure, "message", { value: message, configurable: true, writable: true })
  if (stack !== undefined) Object.defineProperty(failure, "stack", { value: stack, configurable: true, writable: true })
  return failure
}

/**
 * Runs the body of a test with an engine of its own, which is closed afterwards. What the body throws says the seed and what was
 * done with the engine until then. For any test runner: `test("…", () => TestEngine.use({ plugins }, async (engine) => { … }))`.
 */
export const use = async <A>(options: TestEngineOptions, body: (engine: TestEngine) => A | Promise<A>): Promise<A> => {
  const engine = await make(options)
  try {
    return await body(engine)
  } catch (failure) {
    throw explained(failure, engine.history())
  } finally {
    await engine.close()
  }
}
