/**
 * What the server reports where an OpenTelemetry collector is set: spans and figures by OTLP. What a request said stays out
 * of them.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { withoutWords } from "../services/Watching.ts"
import type { Telemetry } from "./config.ts"
import { version } from "./version.ts"

/** A tracer whose spans say how work ended, and not what its error tells. */
const discreet = (inner: Tracer.Tracer): Tracer.Tracer => ({
  ...inner,
  span: (options) => {
    const span = inner.span(options)
    const end = span.end.bind(span)
    return Object.assign(span, { end: (at: bigint, exit: Parameters<typeof end>[1]) => end(at, withoutWords(exit)) })
  }
})

/** What is sent to a collector. */
interface SendingLimits {
  /** How long the collector may take, in milliseconds. */
  readonly answerWithinMs: number
  /** How many requests may be under way: each holds up to 1,000 spans in memory. */
  readonly mostUnderWay: number
}

/** The default of `OTEL_EXPORTER_OTLP_TIMEOUT`, and our choice. */
const sendingLimits: SendingLimits = { answerWithinMs: 10_000, mostUnderWay: 16 }

/** Hears what became of each request to an address: `undefined`, or why the collector did not take it. */
type Heard = (address: string, problem: string | undefined) => void

/** A `fetch` that gives up what is not answered in time, and takes nothing more while too much is under way. */
export const fetchWithin = (
  { answerWithinMs, mostUnderWay }: SendingLimits,
  heard: Heard = () => {}
): typeof globalThis.fetch => {
  let underWay = 0
  return async (input, init) => {
    if (underWay >= mostUnderWay) throw new Error("The collector is too slow")
    underWay += 1
    const limit = AbortSignal.timeout(answerWithinMs)
    try {
      const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
      const answer = await fetch(input, { ...init, signal })
      heard(String(input), answer.ok ? undefined : `it answers ${answer.status}`)
      return answer
    } catch (error) {
      const { cause = error } = error as { readonly cause?: NodeJS.ErrnoException }
      const { code, message } = cause as NodeJS.ErrnoException
      // Whoever stops gives up what is under way.
      if (init?.signal?.aborted !== true)
        heard(String(input), limit.aborted ? "it does not answer in time" : `it cannot be reached (${code ?? message})`)
      throw error
    } finally {
      underWay -= 1
    }
  }
}

/** Tells the operator, once per change, that the collector does not take what it is sent, and when it does again. */
export const makeTelling = (log: (line: Effect.Effect<void>) => void): Heard => {
  const told = new Map<string, string>()
  return (address, problem) => {
    if (told.get(address) === problem) return
    if (problem === undefined) {
      told.delete(address)
      return log(Effect.logInfo(`The telemetry collector at ${address} takes what it is sent again`))
    }
    told.set(address, problem)
    log(
      Effect.logWarning(
        `The telemetry collector at ${address} takes nothing: ${problem}. What it should get is dropped`
      )
    )
  }
}

/** Sends spans every 5 s and figures every 10 s to the collector, and what is left at the end. */
export const exportTo = (
  telemetry: Telemetry | undefined,
  limits: SendingLimits = sendingLimits
): Layer.Layer<never> =>
  telemetry === undefined
    ? Layer.empty
    : Layer.unwrap(
        Effect.gen(function* () {
          const context = yield* Effect.context<never>()
          const [client, exporter, metrics, serialization, tracer] = yield* Effect.promise(() =>
            Promise.all([
              import("effect/http/FetchHttpClient"),
              import("effect/observability/OtlpExporter"),
              import("effect/observability/OtlpMetrics"),
              import("effect/observability/OtlpSerialization"),
              import("effect/observability/OtlpTracer")
            ])
          )
          const { endpoint, serviceName } = telemetry
          const shared = {
            resource: { serviceName, serviceVersion: version },
            headers: Redacted.value(telemetry.headers)
          }
          const traced = Layer.effect(
            Tracer.Tracer,
            Effect.map(tracer.make({ ...shared, url: `${endpoint}/v1/traces` }), discreet)
          )
          const fetching = fetchWithin(limits, makeTelling(Effect.runForkWith(context)))
          return Layer.mergeAll(traced, metrics.layer({ ...shared, url: `${endpoint}/v1/metrics` })).pipe(
            Layer.provide([exporter.layerFlusher, serialization.layerJson, client.layer]),
            Layer.provide(Layer.succeed(client.Fetch, fetching))
          )
        })
      )
