import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Clock, Engine, InvalidTime, TimeInPast, type EngineHandle } from "../../src/index.ts"
import { TimeControl } from "../../src/plugin.ts"
import { makeClock } from "../../src/services/Clock.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { principalOf, startEngine, startOfTests } from "./tinyHost.ts"
import { findNote } from "./tinyPlugin.ts"

const start = Date.parse(startOfTests)
const dayMs = 86_400_000

const now = (engine: EngineHandle) => engine.clock.now().getTime()

/** An engine whose time runs with the system's. */
const running = { clock: undefined } as unknown as { clock: string }

const isReminded = async (engine: EngineHandle, id: string) => {
  const { store } = await engine.caller({ principal: principalOf() })
  return (await engine.call(findNote(store, id)))?.note.reminded
}

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

describe("moving time", () => {
  it("by a span or to a point has run what falls due when it answers", async () => {
    const { ask, engine } = await startEngine()
    const note = (await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: 7 * dayMs } })).body
    await engine.clock.advance(7 * dayMs - 1)
    expect(await isReminded(engine, note.id)).toBe(false)
    await engine.clock.advanceTo(new Date(start + 7 * dayMs))
    expect(await isReminded(engine, note.id)).toBe(true)
    expect(engine.clock.now()).toEqual(new Date(start + 7 * dayMs))
  })

  it.each<readonly [string, (engine: EngineHandle) => Promise<void>, number]>([
    ["a span in words", (engine) => engine.clock.advance("36 hours"), 1.5 * dayMs],
    ["milliseconds", (engine) => engine.clock.advance(1), 1],
    ["nothing", (engine) => engine.clock.advance(0), 0],
    ["a text", (engine) => engine.clock.advanceTo("2026-03-03T08:00:00.250Z"), dayMs],
    ["a date", (engine) => engine.clock.advanceTo(new Date(start + 5)), 5],
    ["a number", (engine) => engine.clock.advanceTo(start), 0],
    ["a far date", (engine) => engine.clock.advanceTo("2027-12-31T00:00:00Z"), Date.parse("2027-12-31") - start]
  ])("takes %s", async (_, move, byMs) => {
    const { engine } = await startEngine()
    await move(engine)
    expect(now(engine) - start).toBe(byMs)
    expect(engine.clock.state().mode).toBe("frozen")
  })

  it("back is refused, and says both times", async () => {
    const { engine } = await startEngine()
    const refusal = await rejectionOf(engine.clock.advanceTo(start - 1))
    expect(refusal).toBeInstanceOf(TimeInPast)
    expect(refusal).toMatchObject({ now: start, asked: start - 1 })
    expect((refusal as Error).message).toContain("2026-03-02T08:00:00.250Z")
    expect(await rejectionOf(engine.clock.advance(-1_000))).toBeInstanceOf(TimeInPast)
    expect(now(engine)).toBe(start)
  })

  it.each<readonly [string, (engine: EngineHandle) => Promise<void>]>([
    ["a word", (engine) => engine.clock.advanceTo("tomorrow")],
    ["a day that the calendar lacks", (engine) => engine.clock.advanceTo("2026-04-31")],
    ["a time without its zone", (engine) => engine.clock.advanceTo("2026-04-30T12:00")],
    ["a span that is no number", (engine) => engine.clock.advance(Number.NaN)],
    ["a span of no number of days", (engine) => engine.clock.advance({ days: Number.NaN })],
    ["a span in a unit that is none", (engine) => engine.clock.advance({ years: 1 } as Duration.Input)],
    ["a span of nothing", (engine) => engine.clock.advance(new Date(start) as never)],
    ["no number", (engine) => engine.clock.advanceTo(Number.NaN)],
    ["part of a millisecond", (engine) => engine.clock.advanceTo(start + 0.5)],
    ["an invalid date", (engine) => engine.clock.advanceTo(new Date(Number.NaN))],
    ["a time after the year 3000", (engine) => engine.clock.advanceTo("3000-01-02T00:00:00Z")],
    ["a span of two thousand years", (engine) => engine.clock.advance(2_000 * 365 * dayMs)],
    ["for ever", (engine) => engine.clock.advance("Infinity")]
  ])("to %s is refused, and time stays", async (_, move) => {
    const { engine } = await startEngine()
    expect(await rejectionOf(move(engine))).toBeInstanceOf(InvalidTime)
    expect(now(engine)).toBe(start)
  })

  it("by a span that is none is refused, and time stays", async () => {
    const { engine } = await startEngine()
    expect(await rejectionOf(engine.clock.advance("soon" as "1 second"))).toBeInstanceOf(Error)
    expect(now(engine)).toBe(start)
  })

  it("over a year runs what recurs, and leaves it waiting once", async () => {
    const { ask, engine } = await startEngine()
    const { id } = (await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: 300 * dayMs } })).body
    await engine.clock.advance(365 * dayMs)
    expect(await isReminded(engine, id)).toBe(true)
    expect(await engine.call(Effect.flatMap(Engine, (running) => running.jobs))).toEqual({ waiting: 1, dead: 0 })
  })

  it("by a hundred years in which nothing falls due makes no more work than by a day", async () => {
    const { engine } = await startEngine()
    const { store } = await engine.caller({ principal: principalOf() })
    let wakes = 0
    onTestFinished(store.onWake(() => void (wakes += 1)))
    await engine.clock.advance(dayMs)
    const ofADay = wakes
    await engine.clock.advance(36_525 * dayMs)
    // Wake-ups may fall together; a day that repeats would make 36,525 of them.
    expect(wakes - ofADay).toBeLessThan(10)
    expect(now(engine)).toBe(start + 36_526 * dayMs)
  })

  it("ends at the next due job when the caller of the request leaves, and time stays there", async () => {
    const caller = new AbortController()
    const { ask, engine } = await startEngine(
      {},
      {
        beforeCommit: (_, text) =>
          text === "move" ? Effect.orDie(Effect.flatMap(TimeControl, (clock) => clock.advance("5 days"))) : Effect.void,
        onRemind: () => Effect.sync(() => caller.abort())
      }
    )
    const add = async (days: number) =>
      (await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: days * dayMs } })).body.id as string
    const [first, second] = [await add(1), await add(2)]
    const left = ask("POST", "/tiny/notes", { body: { text: "move" }, signal: caller.signal }).catch(() => undefined)
    await left
    await vi.waitFor(async () => expect(await isReminded(engine, first)).toBe(true))
    expect(now(engine)).toBe(start + dayMs)
    // Whoever asks next waits until the move has ended.
    await engine.clock.advance(1)
    expect(now(engine)).toBe(start + dayMs + 1)
    expect(await isReminded(engine, second)).toBe(false)
    expect(engine.clock.state()).toEqual({ mode: "frozen", at: start + dayMs + 1 })
  })

  it("ends at the next due job when the engine stops, is refused, and goes on from there after a restart", async () => {
    const folder = temporaryFolder()
    const stopped: Array<Promise<void>> = []
    const { ask, engine } = await startEngine(
      { folder },
      { onRemind: () => Effect.sync(() => void stopped.push(engine.close())) }
    )
    for (const days of [1, 2]) {
      await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: days * dayMs } })
    }
    const refusal = await rejectionOf(engine.clock.advance("5 days"))
    expect(refusal).toMatchObject({ _tag: "StoreUnavailable", reason: "closed" })
    await stopped[0]
    expect(stopped).toHaveLength(1)
    const again = await startEngine({ folder })
    expect(now(again.engine)).toBe(start + dayMs)
    expect(await again.engine.call(Effect.flatMap(Engine, (running) => running.jobs))).toEqual({ waiting: 2, dead: 0 })
  })

  it("of an engine that runs leaves it running, ahead by what it was moved", async () => {
    const { engine } = await startEngine(running)
    const before = now(engine)
    await engine.clock.advance(dayMs)
    expect(now(engine) - before).toBeGreaterThanOrEqual(dayMs)
    expect(now(engine) - before).toBeLessThan(dayMs + 60_000)
    expect(engine.clock.state().mode).toBe("offset")
  })

  it.each<readonly [string, (engine: EngineHandle) => Promise<void>]>([
    ["by a span", (engine) => engine.clock.advance(2 * dayMs)],
    ["to a point", (engine) => engine.clock.advanceTo(now(engine) + 2 * dayMs)]
  ])("twice at once, the second time %s, leaves an engine that runs running", async (_, again) => {
    const second: Array<Promise<void>> = []
    const { ask, engine } = await startEngine(running, {
      onRemind: () => Effect.sync(() => void second.push(again(engine)))
    })
    await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: dayMs } })
    await engine.clock.advance(dayMs + 1_000)
    expect(second).toHaveLength(1)
    await second[0]
    expect(engine.clock.state().mode).toBe("offset")
  })

  it("twice at once moves it by both spans", async () => {
    const { engine } = await startEngine()
    await Promise.all([engine.clock.advance("1 day"), engine.clock.advance("2 days")])
    expect(now(engine)).toBe(start + 3 * dayMs)
  })

  it("does not undo a freeze that was requested meanwhile", async () => {
    const frozen: Array<Promise<void>> = []
    const { ask, engine } = await startEngine(running, {
      onRemind: () => Effect.sync(() => void frozen.push(engine.clock.freeze()))
    })
    await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: dayMs } })
    await engine.clock.advance(dayMs + 1_000)
    await frozen[0]
    expect(engine.clock.state().mode).toBe("frozen")
  })
})

describe("a clock that stands", () => {
  it("runs what is due now when it is asked to, and what follows from it", async () => {
    const heard: Array<string> = []
    const { ask, engine } = await startEngine({}, { hear: (id) => Effect.sync(() => void heard.push(id)) })
    await ask("POST", "/tiny/notes", { body: { text: "hi" } })
    await engine.clock.drain()
    expect(heard).toHaveLength(1)
    expect(now(engine)).toBe(start)
  })

  it("can be let run on, and be stopped again", async () => {
    const { engine } = await startEngine()
    await engine.clock.run()
    expect(engine.clock.state().mode).toBe("offset")
    expect(now(engine)).toBeGreaterThanOrEqual(start)
    expect(now(engine)).toBeLessThan(start + 60_000)
    await engine.clock.freeze()
    const stands = now(engine)
    expect(engine.clock.state()).toEqual({ mode: "frozen", at: stands })
  })
})

describe("a restart", () => {
  /** Runs one engine after the other on the same data. */
  const onFolder = () => {
    const folder = temporaryFolder()
    return async <A>(options: { clock?: string }, use: (engine: EngineHandle) => Promise<A>): Promise<A> => {
      const { engine } = await startEngine({ ...running, folder, ...options })
      const result = await use(engine)
      await engine.close()
      return result
    }
  }

  it("finds a time that stood standing where it stood", async () => {
    const run = onFolder()
    await run({ clock: startOfTests }, (engine) => engine.clock.advance("10 days"))
    await run({}, async (engine) => {
      expect(engine.clock.state()).toEqual({ mode: "frozen", at: start + 10 * dayMs })
    })
  })

  it("finds a time that ran ahead as far ahead", async () => {
    const run = onFolder()
    const before = await run({}, async (engine) => {
      await engine.clock.advance("10 days")
      return { state: engine.clock.state(), now: now(engine) }
    })
    await run({}, async (engine) => {
      expect(engine.clock.state()).toEqual(before.state)
      expect(now(engine)).toBeGreaterThanOrEqual(before.now)
    })
  })

  it("finds a time that was let run running", async () => {
    const run = onFolder()
    await run({ clock: startOfTests }, (engine) => engine.clock.run())
    expect(await run({}, async (engine) => engine.clock.state().mode)).toBe("offset")
  })

  it("with a time of its own takes that, if it is later", async () => {
    const run = onFolder()
    await run({ clock: startOfTests }, (engine) => engine.clock.advance("10 days"))
    await run({ clock: "2026-06-01T00:00:00Z" }, async (engine) => {
      expect(engine.clock.state()).toEqual({ mode: "frozen", at: Date.parse("2026-06-01") })
    })
  })

  it("with an earlier time of its own is raised to where time was", async () => {
    const run = onFolder()
    await run({ clock: startOfTests }, (engine) => engine.clock.advance("10 days"))
    await run({ clock: startOfTests }, async (engine) => {
      expect(engine.clock.state()).toEqual({ mode: "frozen", at: start + 10 * dayMs })
    })
    await run({}, async (engine) => expect(now(engine)).toBe(start + 10 * dayMs))
  })

  it("with an earlier time of its own, or on a machine whose clock is behind the data, says so in one sentence", async () => {
    const folder = temporaryFolder()
    const lines: Array<string> = []
    const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
    const startAt = async (clock: Layer.Layer<never> | Layer.Layer<Clock>) => {
      const { ask, engine } = await startEngine({ ...running, folder, log: true, layers: Layer.merge(log, clock) })
      return { ask, engine }
    }
    const onDate = (wallNow: number, at?: number) =>
      startAt(
        Layer.succeed(
          Clock,
          makeClock(() => wallNow, at === undefined ? { mode: "system" } : { mode: "frozen", at })
        )
      )
    const first = await onDate(start + 400 * dayMs)
    await first.ask("POST", "/tiny/notes", { body: { text: "hi" } })
    await first.engine.close()
    expect(lines).toEqual([])
    await (await onDate(start)).engine.close()
    await (await onDate(start + 500 * dayMs, start)).engine.close()
    const [late, early] = ["2027-04-06T08:00:00.250Z", "2026-03-02T08:00:00.250Z"]
    expect(lines).toEqual([
      `The data are dated up to ${late}, but the clock says ${early}: engine time runs on from the data. ` +
        "Check the clock of this machine",
      expect.stringMatching(/^The clock was set to 2026-03-02\S+, before the data: it starts at .* never goes back$/)
    ])
  })

  it("never goes behind the latest event, in whatever region, though the system's date was set back", async () => {
    const folder = temporaryFolder()
    const onDate = (wallNow: number) =>
      startEngine({
        ...running,
        folder,
        layers: Layer.succeed(
          Clock,
          makeClock(() => wallNow)
        )
      })
    const late = await onDate(start + 400 * dayMs)
    await late.ask("POST", "/tiny/notes", { body: { text: "hi" }, headers: { region: "eu-west-1" } })
    await late.engine.close()
    const { engine } = await onDate(start)
    expect(now(engine)).toBe(start + 400 * dayMs)
    expect(engine.clock.state()).toEqual({ mode: "offset", offsetMs: 400 * dayMs })
  })
})

it("a span that is none is not called a time", async () => {
  const { engine } = await startEngine()
  await expect(engine.clock.advance("7d" as never)).rejects.toThrow('"7d" is not a span of time such as "7 days"')
})

it("a time that cannot be is shown as the time that it is", async () => {
  const { engine } = await startEngine()
  const late = /^"3025-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z" is not a time/
  await expect(engine.clock.advance(1_000 * 365 * dayMs)).rejects.toThrow(late)
  await expect(engine.clock.advanceTo(-1)).rejects.toThrow('"1969-12-31T23:59:59.999Z" is not a time')
})

describe("the time of a start", () => {
  it.each([["tomorrow"], ["1960-01-01"], [-1], [Number.NaN], ["3000-01-02T00:00:00Z"]])(
    "is refused when it is %s",
    async (clock) => {
      const refusal = await rejectionOf(startEngine({ clock }))
      expect(refusal).toBeInstanceOf(InvalidTime)
    }
  )
})

describe("jobs of a running engine", () => {
  it("run by themselves when they fall due", async () => {
    const reminded = Deferred.makeUnsafe<void>()
    const { ask } = await startEngine(running, { onRemind: () => Deferred.succeed(reminded, undefined) })
    await ask("POST", "/tiny/notes", { body: { text: "hi", remind_in_ms: 1 } })
    await Effect.runPromise(Deferred.await(reminded))
  })
})
