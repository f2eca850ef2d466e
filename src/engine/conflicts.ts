/** Finds what two plugins both claim, and what one waits for in vain, before anything starts: neither is passed over in silence. */
import * as Data from "effect/Data"
import type { Migration } from "../services/Store.ts"
import { migrationsTable, tablesOf } from "../store/migrate.ts"
import type { LoadedPlugin } from "./Plugin.ts"

/** Two owners claim one name. */
export class PluginConflict extends Data.TaggedError("PluginConflict")<{
  readonly kind: "plugin id" | "mount" | "route" | "table" | "job" | "event"
  readonly name: string
  readonly owners: readonly [string, string]
}> {
  override get message(): string {
    const [first, second] = this.owners
    return first === second
      ? `The plugin "${first}" declares the ${this.kind} ${this.name} twice`
      : `The plugins "${first}" and "${second}" both declare the ${this.kind} ${this.name}`
  }
}

/** A plugin subscribes to what nobody in the engine tells. */
export class SubscriptionRefused extends Data.TaggedError("SubscriptionRefused")<{
  /** The plugin that subscribes, and the name of its subscription. */
  readonly subscriber: string
  readonly subscription: string
  /** The plugin that it names. */
  readonly plugin: string
  /** The event that this plugin does not declare; absent where the engine does not have the plugin. */
  readonly eventType?: string
}> {
  override get message(): string {
    const { eventType, plugin, subscriber, subscription } = this
    const wish = `The subscription "${subscription}" of the plugin "${subscriber}"`
    return eventType === undefined
      ? `${wish} is to events of "${plugin}", which this engine does not have: add that plugin, or say optional: true in the subscription`
      : `${wish} is to the event ${eventType}, which "${plugin}" does not declare`
  }
}

/** Why plugins do not go together. */
export type PluginsRefused = PluginConflict | SubscriptionRefused

interface Claim {
  readonly kind: PluginConflict["kind"]
  readonly name: string
  readonly owner: string
}

/** Name of the job that calls a subscription. */
export const subscriptionJobName = (plugin: string, name: string): string => `${plugin}.subscribe.${name}`

const claimsOf = (plugin: LoadedPlugin<any>, mount: string): ReadonlyArray<Claim> => {
  const { id: owner } = plugin
  const claim = (kind: Claim["kind"]) => (name: string) => ({ kind, name, owner })
  return [
    { kind: "plugin id", name: owner, owner },
    ...(plugin.http === undefined && plugin.web.length === 0 ? [] : [claim("mount")(mount === "" ? "/" : mount)]),
    ...[...(plugin.http?.routes ?? []), ...plugin.web]
      .map((route) => `${route.method} ${mount}${route.path}`)
      .map(claim("route")),
    ...tablesOf(plugin.migrations, owner).map(claim("table")),
    ...Object.keys(plugin.events).map(claim("event")),
    ...plugin.jobs.map((job) => job.name).map(claim("job")),
    ...plugin.subscribe.map((wish) => subscriptionJobName(owner, wish.name)).map(claim("job"))
  ]
}

/** The first conflict among the plugins and the core, or `undefined`. */
export const findConflict = (
  plugins: ReadonlyArray<{ readonly plugin: LoadedPlugin<any>; readonly mount: string }>,
  coreMigrations: ReadonlyArray<Migration>,
  coreJobs: ReadonlyArray<string>
): PluginConflict | undefined => {
  const owners = new Map<string, string>()
  const ofCore = (kind: Claim["kind"]) => (name: string) => ({ kind, name, owner: "core" })
  const claims: ReadonlyArray<Claim> = [
    { kind: "plugin id", name: "core", owner: "core" },
    ...[migrationsTable, ...tablesOf(coreMigrations)].map(ofCore("table")),
    ...coreJobs.map(ofCore("job")),
    ...plugins.flatMap(({ mount, plugin }) => claimsOf(plugin, mount))
  ]
  for (const { kind, name, owner } of claims) {
    const first = owners.get(`${kind} ${name}`)
    if (first !== undefined) return new PluginConflict({ kind, name, owners: [first, owner] })
    owners.set(`${kind} ${name}`, owner)
  }
  return undefined
}

/** The first subscription to a plugin that is not there, or to an event that it does not have; `undefined` if there is none. */
export const findUnheard = (plugins: ReadonlyArray<LoadedPlugin<any>>): SubscriptionRefused | undefined => {
  const eventsOf = new Map(plugins.map(({ events, id }) => [id, events]))
  for (const { id: subscriber, subscribe } of plugins) {
    for (const { eventType, name: subscription, optional, plugin } of subscribe) {
      const events = eventsOf.get(plugin)
      const isUnknown = events !== undefined && eventType !== "*" && !Object.hasOwn(events, eventType)
      if (isUnknown) return new SubscriptionRefused({ subscriber, subscription, plugin, eventType })
      if (events === undefined && optional !== true)
        return new SubscriptionRefused({ subscriber, subscription, plugin })
    }
  }
  return undefined
}
