/**
 * An engine for tests: in memory, with time that stands until it is moved, the same ids on every run, and webhooks that
 * are recorded instead of sent. What it runs is the engine that hosts run; only the services at its edges differ.
 */
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createEngine, type CreateEngineOptions, type EngineHandle, type HostClock } from "../engine/createEngine.ts"
import { HttpBuilt } from "../engine/mount.ts"
import { RateLimitTime } from "../http/RateLimit.ts"
import { Notifier, recordingNotifier, type NotifierRecording } from "../services/Notifier.ts"
import { Signer } from "../services/Signer.ts"
import { WebhookSigningTime } from "../webhooks/WebhookProfile.ts"
import { sqlite } from "../store/dialects/Sqlite.ts"

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

/** A running test engine. Declare it with `await using` and it is closed with the test, or call `close`. */
export interface TestEngine<L = never> extends EngineHandle<L>, AsyncDisposable {
  /**
   * The webhook requests so far, in `requests`; `answerWith` says what receivers answer, at first 200. Stays empty if
   * `layers` holds a Notifier.
   */
  readonly notifier: NotifierRecording
  /** Moves time forward by a span such as `"7 days"`; everything that falls due has happened when it answers. */
  readonly advance: HostClock["advance"]
  /** Runs everything that is due now, such as the first attempt of a webhook, without moving time. */
  readonly drain: HostClock["drain"]
  /**
   * Asks over HTTP, without a socket: `request("POST", "/cards/v2/payments", { amount: 2000, … })`. A body that is no
   * text is sent as JSON; a text is sent as it is. The test key and `Content-Type: application/json` are sent unless
   * `headers` say otherwise.
   */
  readonly request: (method: string, path: string, body?: unknown, headers?: RequestHeaders) => Promise<TestAnswer>
}

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

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

/**
 * Starts a test engine. Unless told otherwise, time stands at `defaultClock`, ids follow from `defaultSeed`, receivers of
 * webhooks may be on loopback, webhooks are signed with engine time, and nothing is logged. Services in `layers` replace those of the test engine. Rejects as
 * `createEngine` does. (The first form is for the types: a layer written in place is not inferred against a default.)
 */
export async function make<L>(
  options: TestEngineOptions<L> & Required<Pick<TestEngineOptions<L>, "layers">>
): Promise<TestEngine<L>>
export async function make<L = never>(options: TestEngineOptions<L>): Promise<TestEngine<L>>
export async function make<L>({ key, layers, ...options }: TestEngineOptions<L>): Promise<TestEngine<L>> {
  const notifier = recordingNotifier()
  const doubles = Layer.mergeAll(
    Notifier.layerRecording(notifier),
    Signer.layerTest,
    Layer.succeed(WebhookSigningTime, "engine"),
    Layer.succeed(RateLimitTime, "engine"),
    Layer.succeed(HttpBuilt, "on demand")
  )
  const own = layers ?? (Layer.empty as Layer.Layer<never> as Layer.Layer<L>)
  const engine = await createEngine<L | Notifier | Signer>({
    store: sqlite(":memory:"),
    clock: defaultClock,
    seed: defaultSeed,
    allowLoopbackWebhooks: true,
    log: false,
    ...options,
    masterKey,
    layers: own.pipe(Layer.provideMerge(doubles))
  })
  return {
    ...engine,
    notifier,
    advance: engine.clock.advance,
    drain: engine.clock.drain,
    request: requester(engine.fetch, key ?? defaultKey),
    [Symbol.asyncDispose]: engine.close
  }
}
