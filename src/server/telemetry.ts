/**
 * What the server reports: its log, and, where an OpenTelemetry collector is set, spans and figures by OTLP. What a
 * request said stays out of all of them.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as CardNumber from "../domain/CardNumber.ts"
import { kindsOf, withoutWords } from "../services/Watching.ts"
import type { Telemetry } from "./config.ts"
import { version } from "./version.ts"

/** JSON has no room for a number of 64 bits. */
const jsonValue = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value)

/** Where an error came from: the lines of its stack that are places, never the message before them. */
const placesOf = ({ message, stack = "" }: Error): ReadonlyArray<string> =>
  stack
    .slice(stack.lastIndexOf(message) + message.length)
    .split("\n")
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))

/** Kinds of errors and where they came from: an error of a parser, such as of JSON, repeats in words what it could not read. */
const causeText = ({ reasons }: Cause.Cause<unknown>): string | undefined => {
  const texts = reasons.map((reason) => {
    if (reason._tag === "Interrupt") return "interrupted"
    const error = reason._tag === "Fail" ? reason.error : reason.defect
    return [kindsOf(error), ...(error instanceof Error ? placesOf(error) : [])].join("\n")
  })
  return texts.length === 0 ? undefined : texts.join("\n")
}

/**
 * One JSON object per line: time, level, message, cause, and as annotations the request's id; with the trace and its span where
 * there is one. A card number in a text of others is masked.
 */
const jsonLines = Logger.make<unknown, string>((options) => {
  const { annotations, level, message, timestamp } = Logger.formatStructured.log(options)
  const { span } = options.fiber.cache
  const trace = span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId }
  const line = { timestamp, level, message, cause: causeText(options.cause), ...annotations, ...trace }
  return CardNumber.mask(JSON.stringify(line, jsonValue))
})

const readableLines = Logger.make<unknown, string>((options) => {
  const line = Logger.formatLogFmt.log({ ...options, cause: Cause.empty })
  const cause = causeText(options.cause)
  return CardNumber.mask(cause === undefined ? line : `${line}\n${cause}`)
})

/** The log, on standard error: standard output carries the start message only. */
export const logTo = (out: { readonly isTTY?: boolean; readonly write: (line: string) => unknown }) =>
  Logger.layer([Logger.map(out.isTTY === true ? readableLines : jsonLines, (line) => void out.write(`${line}\n`))])

/** A tracer whose spans say how work ended, and not what its error tells. */
const discreet = (inner: Tracer.Tracer): Tracer.Tracer => ({
  ...inner,
  span: (options) => {
    const span = inner.span(options)
    const end = span.end.bind(span)
    return Object.assign(span, { end: (at: bigint, exit: Parameters<typeof end>[1]) => end(at, withoutWords(exit)) })
  }
})

/** Sends spans every 5 s and figures every 10 s to the collector, and what is left at the end. */
export const exportTo = (telemetry: Telemetry | undefined): Layer.Layer<never> =>
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
            Layer.provide([exporter.layerFlusher, serialization.layerJson, client.layer])
          )
        })
      )
