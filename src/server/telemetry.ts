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

/** A `fetch` that gives up what is not answered in time, and takes nothing more while too much is under way. */
export const fetchWithin = ({ answerWithinMs, mostUnderWay }: SendingLimits): typeof globalThis.fetch => {
  let underWay = 0
  return async (input, init) => {
    if (underWay >= mostUnderWay) throw new Error("The collector is too slow")
    underWay += 1
    try {
      const limit = AbortSignal.timeout(answerWithinMs)
      const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
      return await fetch(input, { ...init, signal })
    } finally {
      underWay -= 1
    }
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
        Effect.promise(async () => {
          const [client, exporter, metrics, serialization, tracer] = await Promise.all([
            import("effect/http/FetchHttpClient"),
            import("effect/observability/OtlpExporter"),
            import("effect/observability/OtlpMetrics"),
            import("effect/observability/OtlpSerialization"),
            import("effect/observability/OtlpTracer")
          ])
          const { endpoint, serviceName } = telemetry
          const shared = {
            resource: { serviceName, serviceVersion: version },
            headers: Redacted.value(telemetry.headers)
          }
          const traced = Layer.effect(
            Tracer.Tracer,
            Effect.map(tracer.make({ ...shared, url: `${endpoint}/v1/traces` }), discreet)
          )
          return Layer.mergeAll(traced, metrics.layer({ ...shared, url: `${endpoint}/v1/metrics` })).pipe(
            Layer.provide([exporter.layerFlusher, serialization.layerJson, client.layer]),
            Layer.provide(Layer.succeed(client.Fetch, fetchWithin(limits)))
          )
        })
      )
