/** Finds what two plugins both claim, before anything starts: the last one never silently wins. */
import * as Data from "effect/Data"
import type { Dialect } from "../services/Store.ts"
import type { Plugin } from "./Plugin.ts"

/** Two owners claim one name. */
export class PluginConflict extends Data.TaggedError("PluginConflict")<{
  readonly kind: "plugin id" | "mount" | "route" | "table" | "job"
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

/** What the core itself declares. */
export interface CoreNames {
  readonly tables: ReadonlyArray<string>
  readonly jobs: ReadonlyArray<string>
}

interface Claim {
  readonly kind: PluginConflict["kind"]
  readonly name: string
  readonly owner: string
}

const tablePattern = /CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)/gi

/** Names of the tables a schema creates. */
export const tablesOf = (migrations: Plugin<never>["migrations"], dialect: Dialect): ReadonlyArray<string> =>
  migrations.flatMap((step) =>
    step
      .up(dialect)
      .flatMap((statement) => [...statement.matchAll(tablePattern)].map((match) => match[1]!.toLowerCase()))
  )

const claimsOf = (plugin: Plugin<any>, mount: string, dialect: Dialect): ReadonlyArray<Claim> => {
  const { id: owner } = plugin
  const claim = (kind: Claim["kind"]) => (name: string) => ({ kind, name, owner })
  return [
    { kind: "plugin id", name: owner, owner },
    ...(plugin.http === undefined ? [] : [{ kind: "mount" as const, name: mount, owner }]),
    ...(plugin.http?.routes ?? []).map((route) => `${route.method} ${mount}${route.path}`).map(claim("route")),
    ...tablesOf(plugin.migrations, dialect).map(claim("table")),
    ...plugin.jobs.map((job) => job.name).map(claim("job"))
  ]
}

/** The first conflict among the plugins and the core, or `undefined`. */
export const findConflict = (
  plugins: ReadonlyArray<{ readonly plugin: Plugin<any>; readonly mount: string }>,
  core: CoreNames,
  dialect: Dialect
): PluginConflict | undefined => {
  const owners = new Map<string, string>()
  const claims: ReadonlyArray<Claim> = [
    ...core.tables.map((name) => ({ kind: "table" as const, name, owner: "core" })),
    ...core.jobs.map((name) => ({ kind: "job" as const, name, owner: "core" })),
    ...plugins.flatMap(({ mount, plugin }) => claimsOf(plugin, mount, dialect))
  ]
  for (const { kind, name, owner } of claims) {
    const first = owners.get(`${kind} ${name}`)
    if (first !== undefined) return new PluginConflict({ kind, name, owners: [first, owner] })
    owners.set(`${kind} ${name}`, owner)
  }
  return undefined
}
