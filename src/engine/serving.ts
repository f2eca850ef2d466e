/**
 * The HTTP side of an engine as the rest of the engine sees it. What it is made of is loaded when it is built: a host that calls
 * operations in process need not wait for it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { GateKeeper } from "../http/Gate.ts"
import type { HttpApp, HttpSide, Mounted } from "./mounted.ts"

/**
 * Whether the application is built when an engine starts, so that what is wrong with it is known then; or by the first
 * request, for engines in tests, most of which never get one.
 */
export const HttpBuilt = Context.Reference<"at start" | "on demand">("bursar/engine/HttpBuilt", {
  defaultValue: () => "at start"
})

/** The HTTP side of an engine, which may not be built yet. */
export interface Serving {
  readonly app: HttpApp
  /** What requests run in, as `HttpSide` has it. */
  readonly requests: Effect.Effect<Context.Context<never>>
}

/** Builds the application now, or lets the first request do so. */
export const makeApp = Effect.fnUntraced(function* <R>(
  mounted: ReadonlyArray<Mounted<R>>,
  keeper: GateKeeper
): Effect.fn.Return<Serving, never, Scope.Scope> {
  const whole = Effect.flatMap(
    Effect.promise(() => import("./mount.ts")),
    ({ buildApp }) => buildApp(mounted, keeper)
  )
  if ((yield* HttpBuilt) === "at start") {
    const { app, requests } = yield* whole
    return { app, requests: Effect.succeed(requests) }
  }
  const context = yield* Effect.context<Scope.Scope>()
  // On a fiber of its own: what is built there must neither know the first request nor end with it.
  let built: Promise<HttpSide> | undefined
  const side = Effect.promise(() => (built ??= Effect.runPromiseWith(context)(whole)))
  return { app: Effect.flatMap(side, ({ app }) => app), requests: Effect.map(side, ({ requests }) => requests) }
})
