/** The plugins of an engine under their mounts, and the application that they make together. */
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import { isPrincipal, type Mode, type Principal } from "../domain/Principal.ts"
import type { LoadedPlugin } from "./Plugin.ts"

/** The whole HTTP side of an engine: run once per request. It never fails. */
export type HttpApp = Effect.Effect<HttpServerResponse, never, HttpServerRequest | Scope.Scope>

/** The HTTP side of an engine, once it is built. */
export interface HttpSide {
  readonly app: HttpApp
  /** What requests run in. */
  readonly requests: Context.Context<never>
}

/** A plugin under its mount. */
export interface Mounted<R> {
  readonly plugin: LoadedPlugin<R>
  /** Path prefix without a trailing slash; empty for the root. */
  readonly mount: string
}

/** A mount as a path prefix: one leading slash, none at the end. */
export const normalizeMount = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, "")
  return trimmed === "" ? "" : `/${trimmed}`
}

/** Where a plugin of an engine is. */
export interface MountedPlugin {
  readonly id: string
  /** Path prefix without a trailing slash; empty for the root. */
  readonly mount: string
  /** Whether it has an API, with its description at `openapi.json` and `reference` under the mount. */
  readonly hasApi: boolean
  /** The mode of its callers, where it takes one alone. */
  readonly mode?: Mode | undefined
  /** Types of its events, with what they tell. */
  readonly events: LoadedPlugin["events"]
}

/** What is shown of a plugin under its mount. */
export const shownOf = <R>({ mount, plugin: { events, http, id, mode } }: Mounted<R>): MountedPlugin => ({
  id,
  mount,
  hasApi: http !== undefined,
  mode,
  events
})

/** A call for a plugin that the engine does not have. */
export class PluginMissing extends Data.TaggedError("PluginMissing")<{
  readonly plugin: string
  /** Ids of those that it has. */
  readonly present: ReadonlyArray<string>
}> {
  override get message(): string {
    const present = this.present.length === 0 ? "no plugin" : this.present.join(", ")
    return `This engine has no plugin "${this.plugin}": it has ${present}. Add it to the plugins of createEngine`
  }
}

/** Fails when there is no such plugin. */
export const checkPresent = (
  plugins: ReadonlyArray<MountedPlugin>,
  plugin: string
): Effect.Effect<void, PluginMissing> => {
  const present = plugins.map(({ id }) => id)
  return present.includes(plugin) ? Effect.void : Effect.fail(new PluginMissing({ plugin, present }))
}

const noPrincipal =
  "A caller needs a principal with a plugin, an account, a list of scopes and a mode (test or live). Plugins make them, as testAccount of bursar/cards does"

/** Fails when there is no such plugin. Dies of what only a changed program can repair: no principal, or one of a mode that the plugin refuses. */
export const checkPrincipal = (
  plugins: ReadonlyArray<MountedPlugin>,
  principal: Principal
): Effect.Effect<void, PluginMissing> => {
  if (!isPrincipal(principal)) return Effect.die(new TypeError(noPrincipal))
  const { mode, plugin } = principal
  const only = plugins.find(({ id }) => id === plugin)?.mode ?? mode
  if (only === mode) return checkPresent(plugins, plugin)
  return Effect.die(
    new TypeError(
      `Here all callers of ${plugin} are ${only}, and this principal is of mode ${mode}. Make it with the mode "${only}"`
    )
  )
}
