/**
 * What every plugin must do, as cases for whoever writes one. They need no test runner: each is a name and a function that
 * rejects with `PluginDiffers` or with what the engine says.
 *
 *     for (const { name, run } of pluginSuite(fixture)) it(name, run)
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { declarePlugin } from "../domain/PluginDeclaration.ts"
import { credit, debit, entry } from "../domain/Ledger.ts"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import { Engine } from "../engine/Engine.ts"
import { definePlugin, type CoreServices, type LoadedPlugin, type Plugin } from "../engine/Plugin.ts"
import type { CallerShape } from "../http/Caller.ts"
import { balances, trialBalance } from "../ledger/post.ts"
import { Migrations, Store, type RegionStore } from "../services/Store.ts"
import { commit } from "../store/commit.ts"
import { sqlite } from "../store/dialects/Sqlite.ts"
import { tablesOf } from "../store/migrate.ts"
import { coreSchema } from "../store/migrations/0001_core.ts"
import { heldBy, pluginsIn, rowsOf, writtenBy } from "./contentsRepository.ts"
import { make, type RequestHeaders, type TestAnswer, type TestEngine } from "./TestEngine.ts"

/** One of two accounts that ask. */
export interface SuiteAccount {
  /** With its credentials. */
  readonly headers: RequestHeaders
  /** Who it is in process: the same account and mode. */
  readonly principal: Principal
}

/** A request that changes something. */
export interface SuiteRequest {
  /** With the mount: `/wallet/wallets`. */
  readonly path: string
  readonly body?: unknown
}

/** The plugin under test, and how it is used. */
export interface PluginFixture {
  /** The plugin that is tested, and those beside it. Made anew for every engine. */
  readonly plugins: () => readonly [Plugin, ...ReadonlyArray<Plugin>]
  readonly accounts: readonly [SuiteAccount, SuiteAccount]
  /** A `POST` that makes something, and how the answer says where it is read: `(made) => `/wallet/wallets/${made.id}``. */
  readonly make: SuiteRequest
  readonly read: (made: any) => string
  /** Something else than `make`, or another one: refused under the same idempotency key. */
  readonly other: SuiteRequest
  /** Makes something in process, if the plugin has calls. */
  readonly call?: (caller: CallerShape) => Effect.Effect<unknown, unknown, CoreServices>
  /** A `POST` that erases what the account has, if the plugin has one. */
  readonly reset?: SuiteRequest
  /** How the names of its tables, accounts, events and jobs begin. Default: with its id and `.` or `_`. */
  readonly names?: ReadonlyArray<string>
  /** Default: `idempotency-key`. */
  readonly idempotencyHeader?: string
}

/** One thing that a plugin must do. */
export interface PluginCase {
  readonly name: string
  readonly run: () => Promise<void>
}

/** The plugin does something else than it must. */
export class PluginDiffers extends Error {
  override readonly name = "PluginDiffers"
}

const expect = (holds: boolean, what: string, found?: unknown): void => {
  if (!holds) throw new PluginDiffers(found === undefined ? what : `${what}; found ${JSON.stringify(found)}`)
}

const isGood = ({ status }: TestAnswer): boolean => status >= 200 && status < 300

/** The part of a fixture that one engine runs. */
class Bench {
  readonly fixture: PluginFixture
  readonly engine: TestEngine
  readonly tested: LoadedPlugin

  constructor(fixture: PluginFixture, engine: TestEngine, tested: LoadedPlugin) {
    this.fixture = fixture
    this.engine = engine
    this.tested = tested
  }

  close(): Promise<void> {
    return this.engine.close()
  }

  post(request: SuiteRequest, account = 0, key?: string): Promise<TestAnswer> {
    const { accounts, idempotencyHeader = "idempotency-key" } = this.fixture
    const headers = { ...accounts[account]!.headers, ...(key === undefined ? {} : { [idempotencyHeader]: key }) }
    return this.engine.request("POST", request.path, request.body ?? {}, headers)
  }

  async made(account = 0, key?: string): Promise<TestAnswer> {
    const answer = await this.post(this.fixture.make, account, key)
    expect(isGood(answer), "`make` is answered with success", answer.text)
    return answer
  }

  read(made: TestAnswer, account = 0): Promise<TestAnswer> {
    return this.engine.request("GET", this.fixture.read(made.json), undefined, this.fixture.accounts[account]!.headers)
  }

  /** Asks the store of the home region. */
  async stored<A, E>(ask: (store: RegionStore) => Effect.Effect<A, E>): Promise<A> {
    return this.engine.call(
      Effect.flatMap(Store, (store) => Effect.flatMap(Effect.orDie(store.region(store.home)), ask))
    )
  }

  /** How many rows there are once everything that is due was done. */
  async rows(): Promise<Readonly<Record<string, number>>> {
    await this.engine.drain()
    return this.stored((store) => rowsOf(store, tablesOf(this.tested.migrations)))
  }

  async unchanged(what: string, act: () => Promise<void>): Promise<void> {
    const before = await this.rows()
    await act()
    const after = await this.rows()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed.length === 0, `${what} changes nothing`, changed)
  }
}

/** Somebody else in the engine whose accounts have the same names. */
const neighbourOf = ({ accounts }: LoadedPlugin) =>
  declarePlugin({ id: "suite_neighbour", ...(accounts === undefined ? {} : { accounts }) })

const start = async (fixture: PluginFixture): Promise<Bench> => {
  const plugins = fixture.plugins()
  const tested = await plugins[0].load()
  const engine = await make({ plugins: [...plugins, definePlugin(neighbourOf(tested))] })
  return new Bench(fixture, engine, tested)
}

/** Every text in a JSON value: ids are among them. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Gives the neighbour a balance on every account of the plugin, under the scope of the first account. */
const plant = async (bench: Bench, made: TestAnswer): Promise<string> => {
  const declaration = neighbourOf(bench.tested)
  const scope = scopeOf(bench.fixture.accounts[0].principal)
  const accounts = declaration.accounts.names.flatMap((name) =>
    declaration.accounts.accounts[name]!.named === true ? textsIn(made.json).map((text) => `${name}:${text}`) : [name]
  )
  const postings = accounts.flatMap((account) => [debit(account, 7_000_000), credit(accounts[0]!, 7_000_000)])
  const entries = accounts.length < 2 ? [] : [entry({ source: "suite", step: "plant", currency: "usd", postings })]
  let ids = 0
  const nextId = (prefix: string) => `${prefix}_suite_${ids++}`
  await bench.stored((store) => commit(store, { plugin: declaration, scope, now: 0, nextId, writes: [], entries }))
  return scope
}

const neighbourBooks = (bench: Bench, scope: string): Promise<string> =>
  bench.stored((store) =>
    Effect.map(balances(store, { plugin: "suite_neighbour", scope }), (found) =>
      found.map(({ account, balance, currency }) => `${account} ${currency} ${balance}`).join("\n")
    )
  )

const ownNames: Check = async (fixture) => {
  const { accounts, events, id, jobs, migrations } = await fixture.plugins()[0].load()
  const begin = fixture.names ?? [`${id}.`, `${id}_`]
  const names = [
    ...tablesOf(migrations, id),
    ...(accounts?.names ?? []),
    ...Object.keys(events),
    ...jobs.map(({ name }) => name)
  ]
  const others = names.filter((name) => !begin.some((beginning) => name.startsWith(beginning)))
  expect(others.length === 0, `Names begin with ${begin.join(" or ")}`, others)
}

type Check = (fixture: PluginFixture) => Promise<void>

/** Runs with an engine of its own. Not `await using`, which a Node that is too old cannot read far enough to say so. */
const withBench = async <A>(
  fixture: PluginFixture,
  use: (bench: Bench, fixture: PluginFixture) => Promise<A>
): Promise<A> => {
  const bench = await start(fixture)
  try {
    return await use(bench, fixture)
  } finally {
    await bench.close()
  }
}

const onBench =
  (check: (bench: Bench, fixture: PluginFixture) => Promise<void>): Check =>
  (fixture) =>
    withBench(fixture, check)

/** Brings up a schema in a folder. */
const migrated = (folder: string, { accounts, id, migrations }: LoadedPlugin, steps: number): Promise<unknown> =>
  Effect.flatMap(Store, (store) => store.region(store.home)).pipe(
    Effect.provide(
      Layer.provide(
        sqlite(folder),
        Layer.succeed(Migrations, [coreSchema, { owner: id, migrations: migrations.slice(0, steps), accounts }])
      )
    ),
    Effect.runPromise
  )

const migrates: Check = async (fixture) => {
  const plugin = await fixture.plugins()[0].load()
  const steps = plugin.migrations
  expect(
    steps.every(({ id }, at) => id === at + 1),
    "Migrations are numbered 1, 2, 3 …",
    steps.map(({ id }) => id)
  )
  const folder = mkdtempSync(join(tmpdir(), "bursar-plugin-"))
  try {
    for (let step = 0; step <= steps.length; step++) await migrated(join(folder, "steps"), plugin, step)
    await migrated(join(folder, "once"), plugin, steps.length)
    await migrated(join(folder, "once"), await fixture.plugins()[0].load(), steps.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isolates = onBench(async (bench) => {
  const made = await bench.made(0, "suite-shared-key")
  expect(isGood(await bench.read(made)), "What was made can be read by its account")
  const seen = await bench.read(made, 1)
  expect(!isGood(seen), "Another account does not find it", seen.text)
  const theirs = await bench.made(1, "suite-shared-key")
  expect(theirs.text !== made.text, "Another account's request under the same key is its own", theirs.text)
})

const refusesStrangers = onBench(async (bench, fixture) => {
  const { headers } = fixture.accounts[0]
  const without = Object.fromEntries(Object.keys(headers).map((name) => [name, undefined]))
  await bench.unchanged("A request without credentials", async () => {
    const { body = {}, path } = fixture.make
    const answer = await bench.engine.request("POST", path, body, { ...without, authorization: undefined })
    expect(answer.status === 401 || answer.status === 403, "It is refused with 401 or 403", answer.status)
  })
})

const ownBooks: Check = async (fixture) => {
  const shown = (planted: boolean) =>
    withBench(fixture, async (bench) => {
      const made = await bench.made()
      const scope = planted ? await plant(bench, made) : ""
      const before = await neighbourBooks(bench, scope)
      const read = await bench.read(made)
      await bench.engine.advance("60 days")
      expect((await neighbourBooks(bench, scope)) === before, "The books of another plugin stay as they are")
      const ids = ["suite_neighbour", ...fixture.plugins().map(({ id }) => id)]
      const found = await bench.stored(pluginsIn)
      expect(
        found.every((id) => ids.includes(id)),
        "Events and journals are its own",
        found
      )
      const differences = await bench.stored((store) => trialBalance(store))
      expect(differences.length === 0, "Debits equal credits", differences.map(String))
      return read.text
    })
  const [alone, beside] = [await shown(false), await shown(true)]
  expect(alone === beside, `Books of another plugin with the same names are not its own: it answers ${alone}`, beside)
}

const repeats: Check = async (fixture) => {
  const told = () =>
    withBench(fixture, async (bench) => {
      const answers = [await bench.made(), await bench.made(1, "suite-key")]
      answers.push(await bench.read(answers[0]!))
      await bench.engine.advance("60 days")
      answers.push(await bench.read(answers[0]!))
      const written = await bench.stored((store) => writtenBy(store, bench.tested.id))
      return [...answers.map(({ text }) => text), written, JSON.stringify(bench.engine.notifier.requests)]
    })
  const [first, second] = [await told(), await told()]
  const at = first.findIndex((text, place) => text !== second[place])
  expect(at === -1, `A second run under the same seed gives the same bytes: ${first[at]}`, second[at])
}

const requestsOnce = onBench(async (bench, fixture) => {
  const first = await bench.made(0, "suite-once")
  await bench.unchanged("A repetition under the same key", async () => {
    const again = await Promise.all([bench.made(0, "suite-once"), bench.made(0, "suite-once")])
    expect(
      again.every(({ text }) => text === first.text),
      `It is answered ${first.text}`,
      again[0]!.text
    )
  })
  const other = await bench.post(fixture.other, 0, "suite-once")
  expect(other.status >= 400 && other.status < 500, "Another request under the same key is refused", other.status)
})

const callsOnce = onBench(async (bench, fixture) => {
  const called = async () => {
    const { principal } = fixture.accounts[0]
    const caller = await bench.engine.caller({ principal, idempotencyKey: "suite-call" })
    return JSON.stringify(await bench.engine.call(fixture.call!(caller)))
  }
  const first = await called()
  await bench.unchanged("A call that is repeated under the same key", async () => {
    const again = await called()
    expect(again === first, `It gives ${first}`, again)
  })
  const request = await bench.post(fixture.make, 0, "suite-call")
  expect(request.status >= 400 && request.status < 500, "Requests share the keys of calls", request.status)
})

const forgets = onBench(async (bench, fixture) => {
  const [mine, theirs] = [await bench.made(), await bench.made(1)]
  const scope = await plant(bench, mine)
  const before = [(await bench.read(theirs, 1)).text, await neighbourBooks(bench, scope)]
  const reset = await bench.post(fixture.reset!)
  expect(isGood(reset), "`reset` is answered with success", reset.text)
  expect(!isGood(await bench.read(mine)), "What the account made is gone")
  const tables = tablesOf(bench.tested.migrations)
  const held = await bench.stored((store) => heldBy(store, { plugin: bench.tested.id, scope, tables }))
  expect(held.length === 0, "No row of the account is left", held)
  const after = [(await bench.read(theirs, 1)).text, await neighbourBooks(bench, scope)]
  expect(String(after) === String(before), "Another account, and another plugin, keep what they have", after)
})

const endsJobs = onBench(async (bench, fixture) => {
  await bench.made()
  await bench.made(1)
  if (fixture.reset !== undefined) await bench.post(fixture.reset)
  await bench.engine.advance("60 days")
  const dead = await bench.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))
  expect(
    dead.length === 0,
    "No job gives up",
    dead.map(({ lastError, name }) => `${name}: ${lastError}`)
  )
})

/** The cases for a plugin. Those about calls and resets are there if the fixture has them. */
export const pluginSuite = (fixture: PluginFixture): ReadonlyArray<PluginCase> => {
  const cases: ReadonlyArray<readonly [name: string, check: Check | undefined]> = [
    ["names what is its own after itself", ownNames],
    ["claims nothing that the plugins beside it claim", async () => void (await (await start(fixture)).engine.close())],
    ["brings up its tables from nothing, step by step, and a second time", migrates],
    ["refuses who shows no credentials", refusesStrangers],
    ["shows nobody what another account made", isolates],
    ["keeps its own books, and leaves those of other plugins alone", ownBooks],
    ["gives the same bytes under the same seed", repeats],
    ["does a request under one key once", requestsOnce],
    ["does a call in process under one key once", fixture.call && callsOnce],
    ["forgets an account that is reset, and nothing else", fixture.reset && forgets],
    ["ends its jobs", endsJobs]
  ]
  return cases.flatMap(([name, check]) => (check === undefined ? [] : [{ name, run: () => check(fixture) }]))
}
