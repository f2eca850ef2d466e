/** What the requests of an engine bring along: how effects run and what they report. */
import * as Context from "effect/Context"
import { TracerDisabledWhen } from "effect/http/HttpMiddleware"
import { MetricRegistry } from "effect/Metric"
import * as References from "effect/References"
import { Scheduler } from "effect/Scheduler"
import { Tracer } from "effect/Tracer"

/**
 * A host's context without its services. The application has its own, and adds them to those that a request brings,
 * one by one, for every request.
 */
export const requestContext = (host: Context.Context<never>): Context.Context<never> =>
  Context.pick(
    References.CurrentLoggers,
    References.LogToStderr,
    References.MinimumLogLevel,
    References.TracerEnabled,
    MetricRegistry,
    Scheduler,
    Tracer
  )(host).pipe(
    // The gate makes the span of a request, without its address: that may name somebody.
    Context.add(TracerDisabledWhen, () => true)
  )
