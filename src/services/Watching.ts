/**
 * What operators see of the work: spans, made only where a tracer of the host listens, and figures, which are counted always.
 * Neither holds what a request said: ids, states, amounts, kinds of failures, nothing else.
 */
import * as Cause from "effect/Cause"
import * as EffectClock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { fromInput, type Headers } from "effect/http/Headers"
import { toHeaders, w3c } from "effect/http/HttpTraceContext"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

type AnyFiber = Fiber.Fiber<any, any>

/** A piece of work as its span shows it. */
export interface WorkSpan {
  /** Such as `cards.payments.create`. */
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly attributes?: Readonly<Record<string, unknown>>
  /** Where the work began elsewhere. */
  readonly parent?: Tracer.AnySpan | undefined
}

/** Whether spans of a fiber reach anybody: Effect's own tracer keeps them to itself. */
const isTraced = ({ cache }: AnyFiber): boolean =>
  cache.tracerEnabled && cache.tracer !== undefined && cache.tracer !== Tracer.nativeTracer

/** Kinds and codes of errors look like this. Anything else may be a text about somebody. */
const identifier = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

const identifierIn = (value: object, key: string): string | undefined => {
  const found: unknown = Reflect.get(value, key)
  return typeof found === "string" && identifier.test(found) ? found : undefined
}

const kindOf = (error: object): string => {
  const kind = identifierIn(error, "_tag") ?? identifierIn(error, "name") ?? "object"
  const code = identifierIn(error, "code")
  return code === undefined ? kind : `${kind} (${code})`
}

/** Errors inside of errors that are looked at, as `fetch` puts the true one inside. */
const maxDepth = 3

/** What may be written down of an error: `TypeError: fetch failed` over a refused connection is `TypeError < Error (ECONNREFUSED)`. */
export const kindsOf = (error: unknown): string => {
  const kinds: Array<string> = []
  for (let inner = error; kinds.length < maxDepth; inner = Reflect.get(inner, "cause")) {
    if (typeof inner !== "object" || inner === null) break
    kinds.push(kindOf(inner))
  }
  return kinds.length === 0 ? `a ${typeof error}` : kinds.join(" < ")
}

/** What spans are ended with: its message is the kind of the true failure. */
class WorkFailed extends Error {
  override readonly name = "WorkFailed"
}

/** How work ended, without what its error tells. */
export const withoutWords = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit)) return Exit.void
  if (Cause.hasInterruptsOnly(exit.cause)) return Exit.interrupt()
  const failure = Cause.squash(exit.cause)
  return failure instanceof WorkFailed ? exit : Exit.fail(new WorkFailed(kindsOf(failure)))
}

const inSpan = <A, E, R>(work: Effect.Effect<A, E, R>, { name, ...options }: WorkSpan): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.makeSpan(name, options), (span) =>
    Effect.onExit(Effect.provideService(work, Tracer.ParentSpan, span), (exit) =>
      Effect.map(EffectClock.currentTimeNanos, (now) => span.end(now, withoutWords(exit)))
    )
  )

/** Work of a fiber with a span of its own, which is made where somebody listens. */
export const watchedIn = <A, E, R>(
  fiber: AnyFiber,
  work: Effect.Effect<A, E, R>,
  span: () => WorkSpan
): Effect.Effect<A, E, R> => (isTraced(fiber) ? inSpan(work, span()) : work)

/** Work that is begun by a function, which is called at once where nobody listens, and in the span where somebody does. */
export const watchedBy = <A, E, R>(
  fiber: AnyFiber,
  work: (fiber: AnyFiber) => Effect.Effect<A, E, R>,
  span: () => WorkSpan
): Effect.Effect<A, E, R> => (isTraced(fiber) ? inSpan(Effect.withFiber(work), span()) : work(fiber))

/** Work with a span of its own, where somebody listens. */
export const watched = <A, E, R>(work: Effect.Effect<A, E, R>, span: WorkSpan): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => watchedIn(fiber, work, () => span))

/** The span that a request continues, by its header `traceparent` (W3C Trace Context), where somebody listens. */
export const callersSpan = (fiber: AnyFiber, headers: Headers): Tracer.AnySpan | undefined =>
  isTraced(fiber) ? Option.getOrUndefined(w3c(headers)) : undefined

/** The span that a job continues, by the `traceparent` it was scheduled with, where somebody listens. */
export const schedulersSpan = (fiber: AnyFiber, traceparent: string | undefined): Tracer.AnySpan | undefined =>
  traceparent === undefined ? undefined : callersSpan(fiber, fromInput({ traceparent }))

/** The header `traceparent` of the span in which a fiber is (W3C Trace Context); `undefined` where nobody listens. */
export const traceparentOf = (fiber: AnyFiber): string | undefined => {
  const { span } = fiber.cache
  return span?._tag === "Span" && isTraced(fiber) ? toHeaders(span)["traceparent"] : undefined
}

/** Adds attributes to the span in which a fiber is, if there is one. */
export const describe = ({ cache: { span } }: AnyFiber, attributes: () => Readonly<Record<string, unknown>>): void => {
  if (span?._tag !== "Span") return
  for (const [name, value] of Object.entries(attributes())) if (value !== undefined) span.attribute(name, value)
}

/** Names a refusal on the span in which it is answered. */
export const nameRefusal = (failure: unknown): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    describe(fiber, () => ({ "bursar.refused": kindsOf(failure) }))
    return Effect.void
  })

type Labels = Readonly<Record<string, string>>

/** Limits of the classes of a duration, in seconds: a commit takes some milliseconds, a call to another company seconds. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** How the figures of one set of labels take a value. */
type Take<Input> = (input: Input, context: Context.Context<never>) => void

/** Where the figures of a registry are found, one label after the other: a text of all of them would be made for every value. */
class Place<Input> {
  readonly #next = new Map<string, Place<Input>>()
  take: Take<Input> | undefined

  to(label: string): Place<Input> {
    let next = this.#next.get(label)
    if (next === undefined) this.#next.set(label, (next = new Place()))
    return next
  }
}

/**
 * Figures of one name, told apart by labels. A label must take few values: each set of them is kept for good. The registry is
 * asked once for each: `updateUnsafe` would look the figure up by a text of all its labels at every update.
 */
const family = <Input>(make: (labels: Labels) => Metric.Metric<Input, unknown>) => {
  const kept = new WeakMap<Metric.MetricRegistry, Place<Input>>()
  const takerIn = (registry: Metric.MetricRegistry, labels: Labels, context: Context.Context<never>): Take<Input> => {
    const metric = make(labels)
    const before = registry.size
    metric.valueUnsafe(context)
    const made = [...registry.values()].at(-1)
    return registry.size > before && made !== undefined
      ? made.hooks.update
      : (input, of) => metric.updateUnsafe(input, of)
  }
  return (context: Context.Context<never>, input: Input, labels: Labels): void => {
    const registry = Context.get(context, Metric.MetricRegistry)
    let place = kept.get(registry)
    if (place === undefined) kept.set(registry, (place = new Place()))
    for (const name in labels) place = place.to(labels[name]!)
    place.take ??= takerIn(registry, labels, context)
    place.take(input, context)
  }
}

/** Durations in seconds. Their name should end with `_seconds`. */
export const durationFamily = (name: string, description: string) =>
  family<number>((attributes) => Metric.histogram(name, { description, attributes, boundaries: durations }))

/** Something that is counted. Its name should end with `_total`. */
export const counterFamily = (name: string, description: string) =>
  family<number>((attributes) => Metric.counter(name, { description, attributes, incremental: true }))

/** Something that goes up and down. */
export const gaugeFamily = (name: string, description: string) =>
  family<number>((attributes) => Metric.gauge(name, { description, attributes }))

/** Each operation of a plugin, over HTTP by the class of its status, and in process. */
export const operationDuration = durationFamily(
  "bursar_operation_duration_seconds",
  "Operations of plugins from the arrival of a request to its answer, by class of status."
)
