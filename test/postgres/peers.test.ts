/** Several engines on one database: what they share, and what they do not do twice. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, vi } from "vitest"
import { Engine } from "../../src/engine/Engine.ts"
import { Clock, makeClock } from "../../src/services/Clock.ts"
import { Store } from "../../src/services/Store.ts"
import { startEngine, startOfTests, type Ask, type EngineDifferences } from "../engine/tinyHost.ts"
import { noteTexts, type TinyOptions } from "../engine/tinyPlugin.ts"
import { temporaryFolder } from "../store/openStore.ts"

/** Starts engines on the same data, one after the other. */
const startAll = async (
  count: number,
  tiny: (at: number) => TinyOptions = () => ({}),
  over: EngineDifferences<never> = {}
) => {
  const folder = temporaryFolder()
  const engines = []
  for (let at = 0; at < count; at++) engines.push(await startEngine<never>({ folder, ...over }, tiny(at)))
  return engines
}

const hourMs = 3_600_000

/** An engine whose time is that of the machine. */
const running = { clock: undefined } as unknown as { clock: string }

describe("time", () => {
  it("that one engine moves is soon the time of the others, and of those that start later", async () => {
    const folder = temporaryFolder()
    const [one, two] = [await startEngine({ folder }), await startEngine({ folder })]
    const before = two.engine.clock.now().getTime()
    await one.engine.clock.advance("1 hour")
    await vi.waitFor(() => expect(two.engine.clock.now().getTime()).toBe(before + hourMs))
    await two.engine.clock.advance("1 hour")
    await vi.waitFor(() => expect(one.engine.clock.now().getTime()).toBe(before + 2 * hourMs))
    const three = await startEngine({ folder })
    expect(three.engine.clock.now().getTime()).toBe(before + 2 * hourMs)
  })

  it("is moved by one at a time: two moves add up", async () => {
    const [one, two] = await startAll(2)
    const before = one!.engine.clock.now().getTime()
    await Promise.all([one!.engine.clock.advance("1 hour"), two!.engine.clock.advance("1 hour")])
    await vi.waitFor(() => expect(one!.engine.clock.now().getTime()).toBe(before + 2 * hourMs))
    await vi.waitFor(() => expect(two!.engine.clock.now().getTime()).toBe(before + 2 * hourMs))
  })

  it("that runs and that stands is the same for all", async () => {
    const [one, two] = await startAll(2)
    await one!.engine.clock.run()
    await vi.waitFor(() => expect(two!.engine.clock.state().mode).toBe("offset"))
    await two!.engine.clock.freeze()
    await vi.waitFor(() => expect(one!.engine.clock.state()).toEqual(two!.engine.clock.state()))
  })

  it("of an engine whose machine is behind the data changes nothing for the others, whether it starts or follows", async () => {
    const folder = temporaryFolder()
    const onDate = async (wallNow: number) => {
      const layers = Layer.succeed(
        Clock,
        makeClock(() => wallNow)
      )
      const started = await startEngine({ ...running, folder, layers })
      const follow = () => started.engine.call(Effect.flatMap(Engine, ({ clock }) => clock.follow))
      return { ...started, follow, now: () => started.engine.clock.now().getTime() }
    }
    const today = Date.parse(startOfTests)
    const one = await onDate(today)
    await one.ask("POST", "/tiny/notes", { body: { text: "hi" } })
    const late = await onDate(today - hourMs)
    expect(late.now()).toBe(today)
    await one.follow()
    expect(one.now()).toBe(today)
    await one.engine.clock.advance("1 hour")
    await late.follow()
    await one.follow()
    // Its machine is an hour behind, and so is its time from here on; it never goes back.
    expect([one.now(), late.now()]).toEqual([today + hourMs, today])
  })
})

describe("a rate limit", () => {
  const write = ({ ask }: { readonly ask: Ask }) => ask("POST", "/tiny/notes", { body: { text: "hi" } })

  it.each([
    ["a minute", { requests: 40, window: 60_000 }],
    ["a day", { requests: 40, window: "day" }]
  ] as const)("of %s lets exactly its number through, whichever engine is asked", async (_, plan) => {
    const engines = await startAll(3, () => ({ plan }))
    const replies = await Promise.all(Array.from({ length: 90 }, (__, at) => write(engines[at % 3]!)))
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(40)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    const left = replies.filter((reply) => reply.status === 201)
    const remaining = left.map((reply) => Number(reply.headers.get("ratelimit-remaining"))).sort((a, b) => a - b)
    expect(remaining).toEqual(Array.from({ length: 40 }, (__, at) => at))
    const [refused] = replies.filter((reply) => reply.status === 429)
    expect(Number(refused!.headers.get("retry-after"))).toBeGreaterThan(0)
  })

  it("begins anew with the next day of engine time", async () => {
    const [one, two] = await startAll(2, () => ({ plan: { requests: 1, window: "day" } }))
    expect((await write(one!)).status).toBe(201)
    expect((await write(two!)).status).toBe(429)
    await one!.engine.clock.advance("1 day")
    await vi.waitFor(() => expect(two!.engine.clock.now()).toEqual(one!.engine.clock.now()))
    expect((await write(two!)).status).toBe(201)
    expect((await write(one!)).status).toBe(429)
  })
})

describe("a request under an idempotency key", () => {
  const asked = (text: string) => ({ body: { text }, headers: { "idempotency-key": "k" } })

  it("waits for the engine that has it, and gets its answer", async () => {
    const [entered, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const executed: Array<number> = []
    const [one, two] = await startAll(2, (at) => ({
      beforeCommit: () =>
        Effect.gen(function* () {
          executed.push(at)
          yield* Deferred.succeed(entered, undefined)
          yield* Deferred.await(gate)
        })
    }))
    const first = one!.ask("POST", "/tiny/notes", asked("hi"))
    await Effect.runPromise(Deferred.await(entered))
    const second = two!.ask("POST", "/tiny/notes", asked("hi"))
    const other = two!.ask("GET", "/tiny/notes/note_none")
    expect((await other).status).toBe(404)
    await Effect.runPromise(Deferred.succeed(gate, undefined))
    expect((await second).text).toBe((await first).text)
    expect((await second).headers.get("idempotent-replayed")).toBe("true")
    expect(executed).toEqual([0])
  })

  it("waits no longer than the plugin says", async () => {
    const [entered, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const [one, two] = await startAll(2, () => ({
      waitMs: 50,
      beforeCommit: () => Effect.andThen(Deferred.succeed(entered, undefined), Deferred.await(gate))
    }))
    const first = one!.ask("POST", "/tiny/notes", asked("hi"))
    await Effect.runPromise(Deferred.await(entered))
    expect((await two!.ask("POST", "/tiny/notes", asked("hi"))).body.error).toBe("IdempotencyKeyInUse")
    await Effect.runPromise(Deferred.succeed(gate, undefined))
    expect((await first).status).toBe(201)
  })

  it("is the first when the other engine answered with a refusal, and another one when it says something else", async () => {
    const [one, two] = await startAll(2)
    expect((await one!.ask("POST", "/tiny/notes", asked("refused"))).status).toBe(402)
    expect((await two!.ask("POST", "/tiny/notes", asked("hi"))).status).toBe(201)
    expect((await one!.ask("POST", "/tiny/notes", asked("ho"))).status).toBe(409)
  })

  it("is one request over all regions, also those that another engine opened", async () => {
    const [one, two] = await startAll(2)
    const away = { ...asked("hi"), headers: { ...asked("hi").headers, region: "eu-west-1" } }
    expect((await one!.ask("POST", "/tiny/notes", away)).status).toBe(201)
    await vi.waitFor(async () => {
      const existing = await two!.engine.call(Effect.flatMap(Store, (store) => store.existing))
      expect(existing).toContain("eu-west-1")
    })
    expect((await two!.ask("POST", "/tiny/notes", asked("hi"))).status).toBe(409)
  })
})

describe("jobs", () => {
  it("that fall due run once, whichever engine takes them, and time waits for all of them", async () => {
    const reminded: Array<string> = []
    const engines = await startAll(3, () => ({ onRemind: (id) => Effect.sync(() => void reminded.push(id)) }))
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        engines[at % 3]!.ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: hourMs + at } })
      )
    )
    await engines[0]!.engine.clock.advance("2 hours")
    expect([...reminded].sort()).toEqual(replies.map((reply) => reply.body.id).sort())
    for (const [at, reply] of replies.entries()) {
      const read = await engines[(at + 1) % 3]!.ask("GET", `/tiny/notes/${reply.body.id}`)
      expect(read.body.reminded).toBe(true)
    }
  })

  it("that one engine leaves are taken up by an engine whose time runs, without waiting for its next look", async () => {
    const heard: Array<string> = []
    const [one, two] = await startAll(2, (at) => ({
      hear: (id) => (at === 0 ? Effect.never : Effect.sync(() => void heard.push(id)))
    }))
    // The first engine's lane is held up by its first event; the lane is its own until then.
    await one!.engine.close()
    await two!.ask("POST", "/tiny/notes", { body: { text: "hi" } })
    await vi.waitFor(() => expect(heard).toHaveLength(1))
  })

  it("of a region that another engine opened, and left, are taken up by an engine that nobody asks anything", async () => {
    const heard: Array<string> = []
    const [one, two] = await startAll(2, (at) => ({
      hear: (id) => (at === 0 ? Effect.never : Effect.sync(() => void heard.push(id)))
    }))
    await one!.ask("POST", "/tiny/notes", { body: { text: "hi" }, headers: { region: "eu-west-1" } })
    await one!.engine.close()
    await vi.waitFor(() => expect(heard).toHaveLength(1), 5_000)
    expect(two!.engine.clock.now()).toEqual(new Date(startOfTests))
  })
})

describe("engines that start", () => {
  it("at the same time on an empty database bring it up to date once", async () => {
    const folder = temporaryFolder()
    const engines = await Promise.all(Array.from({ length: 4 }, () => startEngine({ folder })))
    const replies = await Promise.all(engines.map(({ ask }) => ask("POST", "/tiny/notes", { body: { text: "hi" } })))
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201])
    const texts = await engines[0]!.engine.call(
      Effect.flatMap(Store, (store) => Effect.flatMap(store.region(store.home), (home) => noteTexts(home)))
    )
    expect(texts).toHaveLength(4)
  })

  it("with one seed never give the same id", async () => {
    const engines = await startAll(3, () => ({}), { seed: 7 })
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) => engines[at % 3]!.ask("POST", "/tiny/notes", { body: { text: "hi" } }))
    )
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(60)
  })
})
