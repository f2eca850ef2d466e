/**
 * Parts of a plugin that are loaded when they are first used, so that importing its package costs little: the plugin with its
 * HTTP API when an engine starts, the operations that hosts call at the first call.
 */
import * as Effect from "effect/Effect"
import { callerOfAnother, type CallerShape } from "../http/Caller.ts"
import type { LoadedPlugin, Plugin } from "./Plugin.ts"

/** Loads once; a failure is not kept, so that the next use tries again. */
const once = <A>(load: () => Promise<A>): (() => Promise<A>) => {
  let loading: Promise<A> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/**
 * A plugin whose modules are loaded when the first engine with it starts. `load` imports them and makes the plugin, which has the same
 * id. When it rejects, no engine starts, and the next one tries again.
 */
export const pluginLater = <R>(id: string, load: () => Promise<Plugin<R>>): Plugin<R> => ({
  id,
  load: once(async () => (await load()).load())
})

/** What every plugin adds to an engine. */
export const loadPlugins = <R>(plugins: ReadonlyArray<Plugin<R>>): Promise<ReadonlyArray<LoadedPlugin<R>>> =>
  Promise.all(plugins.map((plugin) => plugin.load()))

type Call = (...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, unknown>

/** The names of the operations of a module. */
export type CallNames<Module> = {
  readonly [Name in keyof Module]: Module[Name] extends Call ? Name : never
}[keyof Module]

/**
 * Operations, by their names, of a module that is loaded at the first call of one of them. They have the types that they have in the
 * module, and each is a function that returns an Effect. `plugin`: the one whose callers all of them take first.
 */
export const callsLater = <Module, const Name extends CallNames<Module> & string>(
  load: () => Promise<Module>,
  names: ReadonlyArray<Name>,
  plugin?: string
): Pick<Module, Name> => {
  let calls: Readonly<Record<Name, Call>> | undefined
  const loading = once(async () => (calls = (await load()) as unknown as Readonly<Record<Name, Call>>))
  const callOf =
    (name: Name): Call =>
    (...args) => {
      const another = plugin === undefined ? undefined : callerOfAnother(plugin, args[0] as unknown as CallerShape)
      if (another !== undefined) return Effect.die(another)
      return calls?.[name](...args) ?? Effect.flatMap(Effect.promise(loading), (loaded) => loaded[name](...args))
    }
  return Object.fromEntries(names.map((name) => [name, callOf(name)])) as unknown as Pick<Module, Name>
}
