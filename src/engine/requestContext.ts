/** What the requests of an engine bring along: how effects are run and what is told of it. */
import * as Context from "effect/Context"
import * as References from "effect/References"
import { Scheduler } from "effect/Scheduler"
import { Tracer } from "effect/Tracer"

/**
 * A host's context without its services. The application has its own, and adds them to those that a request brings,
 * one by one, for every request.
 */
export const requestContext: (host: Context.Context<never>) => Context.Context<never> = Context.pick(
  References.CurrentLoggers,
  References.LogToStderr,
  References.MinimumLogLevel,
  References.TracerEnabled,
  Scheduler,
  Tracer
)
