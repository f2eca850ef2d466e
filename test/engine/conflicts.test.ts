import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Plugin, PluginConflict } from "../../src/index.ts"
import { defineJob, definePlugin, type CoreServices, type Subscription } from "../../src/plugin.ts"
import { startEngine } from "./tinyHost.ts"
import { tiny } from "./tinyPlugin.ts"

/** What the engine says when it is started with these plugins. */
const conflictOf = async (
  plugins: ReadonlyArray<Plugin<CoreServices>>,
  mounts: Readonly<Record<string, string>> = {}
): Promise<PluginConflict> => {
  const error = await startEngine({ plugins, mounts }).then(
    () => new Error("The engine started"),
    (failure: unknown) => failure
  )
  return error as PluginConflict
}

const withTable = (id: string, statement: string, step = 1) =>
  definePlugin({ id, migrations: [{ id: step, name: "table", up: () => [statement] }] })

const jobNamed = (name: string) => defineJob<never>({ name, run: () => Effect.succeed("done") })

const withJob = (id: string, name: string) => definePlugin({ id, jobs: [jobNamed(name)] })

const hearing = (id: string, name: string, eventType = "note.written") =>
  ({ name, plugin: "tiny", eventType, run: () => Effect.void, id }) as const

it.each([
  [
    "throws",
    () => {
      throw new Error("boom")
    },
    "boom"
  ],
  ["returns a text", () => "CREATE TABLE a (id TEXT)", "up must return a list of SQL statements"],
  ["returns a promise", async () => [], "up must return a list of SQL statements"],
  ["returns no texts", () => [1], "up must return a list of SQL statements"]
])("a migration whose up %s is named, with its plugin", async (_, up, words) => {
  const plugin = definePlugin({ id: "notebook", migrations: [{ id: 1, name: "notes", up: up as never }] })
  expect((await conflictOf([plugin])).message).toBe(`migration 1, "notes", of "notebook": ${words}`)
})

describe("two plugins that claim the same thing are refused by name", () => {
  it("when it is their id", async () => {
    const twins = [definePlugin({ id: "twin" }), definePlugin({ id: "twin" })]
    expect(await conflictOf(twins)).toMatchObject({ kind: "plugin id", name: "twin", owners: ["twin", "twin"] })
  })

  it("when it is their id, though both bring a schema", async () => {
    expect(await conflictOf([tiny(), tiny()])).toMatchObject({ kind: "plugin id", owners: ["tiny", "tiny"] })
  })

  it("when it is a mount, however it is written", async () => {
    const conflict = await conflictOf([tiny(), tiny({ id: "small" })], { tiny: "/pay/", small: "pay" })
    expect(conflict).toMatchObject({ kind: "mount", name: "/pay", owners: ["tiny", "small"] })
    expect(conflict.message).toBe(`The plugins "tiny" and "small" both declare the mount /pay`)
  })

  it("when it is the root", async () => {
    const conflict = await conflictOf([tiny(), tiny({ id: "small" })], { tiny: "/", small: "" })
    expect(conflict).toMatchObject({ kind: "mount", owners: ["tiny", "small"] })
  })

  it("when it is a route under two mounts", async () => {
    const outer = tiny({ id: "outer", path: "/inner/notes" })
    expect(await conflictOf([outer, tiny({ id: "inner" })], { outer: "/" })).toMatchObject({
      kind: "route",
      name: "POST /inner/notes",
      owners: ["outer", "inner"]
    })
  })

  it.each([
    ["CREATE TABLE things (id TEXT)"],
    ["create table if not exists things (id TEXT)"],
    [`CREATE TABLE "Things" (id TEXT)`]
  ])("when it is a table: %s", async (statement) => {
    const plugins = [withTable("a", "CREATE TABLE things (id TEXT)"), withTable("b", statement, 1)]
    expect(await conflictOf(plugins)).toMatchObject({ kind: "table", name: "things", owners: ["a", "b"] })
  })

  it("when it is an event type, of which receivers could not tell who means it", async () => {
    const events = { "thing.made": "A thing was made" }
    const plugins = [definePlugin({ id: "a", events }), definePlugin({ id: "b", events })]
    expect(await conflictOf(plugins)).toMatchObject({ kind: "event", name: "thing.made", owners: ["a", "b"] })
  })

  it("when it is a job", async () => {
    expect(await conflictOf([withJob("a", "same.name"), withJob("b", "same.name")])).toMatchObject({
      kind: "job",
      name: "same.name",
      owners: ["a", "b"]
    })
  })

  it("when one's job has the name of the other's subscription", async () => {
    const hears = definePlugin({ id: "a", subscribe: [hearing("a", "echo")] })
    expect(await conflictOf([hears, withJob("b", "a.subscribe.echo")])).toMatchObject({
      kind: "job",
      owners: ["a", "b"]
    })
  })
})

describe("a plugin that claims a thing twice is refused", () => {
  it("when it is a job", async () => {
    const conflict = await conflictOf([definePlugin({ id: "a", jobs: [jobNamed("a.job"), jobNamed("a.job")] })])
    expect(conflict.message).toBe(`The plugin "a" declares the job a.job twice`)
  })

  it("when it is a subscription, which would never be told of one of the two", async () => {
    const subscribe = [hearing("a", "echo"), hearing("a", "echo", "note.reminded")]
    expect(await conflictOf([definePlugin({ id: "a", subscribe })])).toMatchObject({ owners: ["a", "a"] })
  })
})

describe("a plugin that claims what is the core's is refused", () => {
  it("when it is a table", async () => {
    expect(await conflictOf([withTable("a", "CREATE TABLE jobs (id TEXT)")])).toMatchObject({
      kind: "table",
      name: "jobs",
      owners: ["core", "a"]
    })
  })

  it("when it is the table that keeps what was migrated", async () => {
    const statement = "CREATE TABLE IF NOT EXISTS bursar_migrations (id TEXT)"
    expect(await conflictOf([withTable("a", statement)])).toMatchObject({ kind: "table", owners: ["core", "a"] })
  })

  it.each(["core.idempotency.purge", "webhooks.attempt"])("when it is the job %s", async (name) => {
    expect(await conflictOf([withJob("a", name)])).toMatchObject({ kind: "job", name, owners: ["core", "a"] })
  })

  it("when it is its name, under which its schema is kept", async () => {
    expect(await conflictOf([withTable("core", "CREATE TABLE things (id TEXT)")])).toMatchObject({
      kind: "plugin id",
      owners: ["core", "core"]
    })
  })
})

describe("a subscription that nobody would ever answer", () => {
  const only = (wish: Subscription<never>) => definePlugin({ id: "a", subscribe: [wish] })

  it("is refused when the engine does not have the plugin, unless it is optional", async () => {
    const refused = await conflictOf([only(hearing("a", "echo"))])
    expect(refused).toMatchObject({ _tag: "SubscriptionRefused", subscriber: "a", plugin: "tiny" })
    expect(refused.message).toBe(
      `The subscription "echo" of the plugin "a" is to events of "tiny", which this engine does not have: add that plugin, or say optional: true in the subscription`
    )
    const { engine } = await startEngine({ plugins: [only({ ...hearing("a", "echo"), optional: true })] })
    expect(engine.clock.state().mode).toBe("frozen")
  })

  it("is refused when that plugin declares no such event, though it is optional", async () => {
    const misspelled = { ...hearing("a", "echo", "note.writen"), optional: true }
    expect((await conflictOf([tiny(), only(misspelled)])).message).toBe(
      `The subscription "echo" of the plugin "a" is to the event note.writen, which "tiny" does not declare`
    )
  })
})

describe("a definition is refused", () => {
  it("with a field that plugins do not have, which would be passed over", () => {
    const misspelled = { id: "gift", migratons: [] } as { readonly id: string }
    expect(() => definePlugin(misspelled)).toThrow(/^The plugin "gift" has no field migratons: it has id, http, /)
  })

  it.each(["Gift Cards", "", "9lives", "a/b"])("with the id %j", (id) => {
    expect(() => definePlugin({ id })).toThrow("The id of a plugin is a lower-case word")
  })
})

describe("plugins that claim different things start", () => {
  it("though they hear of the same events and have endpoints of the same names", async () => {
    const { ask } = await startEngine({ plugins: [tiny(), tiny({ id: "small", hearsOf: "tiny" })] })
    expect((await ask("POST", "/small/notes", { body: { text: "hi" } })).status).toBe(201)
  })
})
