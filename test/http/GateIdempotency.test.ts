import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { EngineHandle } from "../../src/index.ts"
import { StoreUnavailable, type RegionStore, type Write } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { keep } from "../../src/store/idempotencyRepository.ts"
import { FaultyStore } from "../../src/testing/index.ts"
import { lifetimeMs } from "../engine/tinyFace.ts"
import { principalOf, startEngine, type Asked } from "../engine/tinyHost.ts"
import { NoteRefused, noteTexts, tiny, writeNote, type TinyOptions } from "../engine/tinyPlugin.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { throughWrites } from "../store/throughWrites.ts"
import { textOf } from "../store/written.ts"

const key = (name = "k") => ({ "idempotency-key": name })
const keyed: Asked = { body: { text: "hi" }, headers: key() }
const path = "/tiny/notes"

/** A plugin that counts the runs of its handler, and lets each wait where a test wants it. */
const start = async (
  options: TinyOptions = {},
  before: (run: number) => Effect.Effect<void, NoteRefused> = () => Effect.void,
  differences: Parameters<typeof startEngine>[0] = {}
) => {
  const counted = { runs: 0 }
  const beforeCommit = () => Effect.suspend(() => before(++counted.runs))
  const host = await startEngine(differences, { ...options, beforeCommit })
  const texts = async () => {
    const caller = await host.engine.caller({ principal: principalOf() })
    return host.engine.call(noteTexts(caller.store))
  }
  return { ...host, counted, texts }
}

/** A door that a handler waits at, and the news that it has come there. */
const makeDoor = () => {
  const arrived = Deferred.makeUnsafe<void>()
  const opened = Deferred.makeUnsafe<void>()
  return {
    wait: Effect.andThen(Deferred.succeed(arrived, undefined), Deferred.await(opened)),
    arrived: () => Effect.runPromise(Deferred.await(arrived)),
    open: () => Effect.runSync(Deferred.succeed(opened, undefined))
  }
}

describe("one key, one effect", () => {
  it("C196: a hundred concurrent requests run the handler once and get the same bytes", async () => {
    const { ask, counted, texts } = await start()
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask("POST", path, keyed)))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(201)
    expect(counted.runs).toBe(1)
    expect(await texts()).toEqual(["hi"])
  })

  it("a repetition says that it is one, and of which request, and has an id of its own", async () => {
    const { ask } = await start()
    const first = await ask("POST", path, keyed)
    const again = await ask("POST", path, keyed)
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"))
    expect(again.headers.get("request-id")).not.toBe(first.headers.get("request-id"))
    expect([again.status, again.text]).toEqual([first.status, first.text])
  })

  it("C198: the same key with another body is refused and changes nothing", async () => {
    const { ask, counted } = await start()
    await ask("POST", path, keyed)
    const other = await ask("POST", path, { ...keyed, body: { text: "ho" } })
    expect([other.status, other.body.error]).toEqual([409, "IdempotencyKeyReused"])
    expect(counted.runs).toBe(1)
  })

  it("the same key with another body is refused while the first request runs, without a wait", async () => {
    const door = makeDoor()
    const { ask } = await start({}, () => door.wait)
    const first = ask("POST", path, keyed)
    await door.arrived()
    expect((await ask("POST", path, { ...keyed, body: { text: "ho" } })).status).toBe(409)
    door.open()
    expect((await first).status).toBe(201)
  })

  it("neither the order of keys nor white space makes another request", async () => {
    const { ask, counted } = await start()
    const first = await ask("POST", path, { headers: key(), body: `{"text":"hi","remind_in_ms":5}` })
    const again = await ask("POST", path, { headers: key(), body: `{ "remind_in_ms" : 5,\n "text":"\\u0068i" }` })
    expect([again.text, counted.runs]).toEqual([first.text, 1])
  })

  it("the field of the body means the same as the header, and is no part of what is asked", async () => {
    const { ask, counted } = await start()
    const first = await ask("POST", path, keyed)
    const inBody = await ask("POST", path, { body: { text: "hi", note_key: "k" } })
    const inBoth = await ask("POST", path, { body: { text: "hi", note_key: "k" }, headers: key() })
    expect([inBody.text, inBoth.text, counted.runs]).toEqual([first.text, first.text, 1])
  })

  it("a header and a field that differ are refused", async () => {
    const { ask, counted } = await start()
    const reply = await ask("POST", path, { body: { text: "hi", note_key: "other" }, headers: key() })
    expect([reply.status, reply.body.error, counted.runs]).toEqual([400, "IdempotencyKeyConflict", 0])
  })

  it.each([
    ["us-east-1", "eu-west-1"],
    ["eu-west-1", "us-east-1"]
  ])("the key of a request in %s is refused in %s, while it runs and when it is answered", async (region, other) => {
    const door = makeDoor()
    const { ask, counted } = await start({}, () => door.wait)
    const inRegion = (name: string) => ask("POST", path, { ...keyed, headers: { ...key(), region: name } })
    const first = inRegion(region)
    await door.arrived()
    expect((await inRegion(other)).status).toBe(409)
    door.open()
    await first
    const refused = await inRegion(other)
    expect([refused.status, refused.body.error]).toEqual([409, "IdempotencyKeyReused"])
    expect(counted.runs).toBe(1)
  })

  it("the key of a request in a region that came later is known in the others", async () => {
    const { ask, counted } = await start()
    await ask("POST", path, keyed)
    const late = { ...keyed, headers: key("late") }
    await ask("POST", path, { ...late, headers: { ...late.headers, region: "eu-west-1" } })
    expect((await ask("POST", path, late)).status).toBe(409)
    expect(counted.runs).toBe(2)
  })

  it("keys of two accounts, and of two plugins, do not meet", async () => {
    const { ask } = await startEngine({ plugins: [tiny(), tiny({ id: "small" })] })
    const replies = [
      await ask("POST", "/tiny/notes", keyed),
      await ask("POST", "/tiny/notes", { ...keyed, headers: { ...key(), authorization: "Bearer key_bob" } }),
      await ask("POST", "/small/notes", keyed)
    ]
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(3)
  })

  it("B6.8: a GET takes no notice of the header", async () => {
    const { ask } = await start()
    const first = await ask("POST", path, keyed)
    expect((await ask("GET", `${path}/${first.body.id}`, { headers: key() })).status).toBe(200)
  })
})

describe("a request that leaves nothing", () => {
  it("frees its key when it is refused", async () => {
    const { ask, counted } = await start()
    expect((await ask("POST", path, { headers: key(), body: { text: "refused" } })).status).toBe(402)
    expect((await ask("POST", path, { headers: key(), body: { txt: "hi" } })).status).toBe(400)
    expect((await ask("POST", path, keyed)).status).toBe(201)
    expect(counted.runs).toBe(1)
  })

  it("lets those that wait for it run, one of them", async () => {
    const door = makeDoor()
    const { ask, counted, texts } = await start({}, (run) =>
      run === 1 ? Effect.andThen(door.wait, Effect.die(new Error("bug"))) : Effect.void
    )
    const replies = Array.from({ length: 10 }, () => ask("POST", path, keyed))
    await door.arrived()
    door.open()
    const statuses = (await Promise.all(replies)).map((reply) => reply.status)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 9 }, () => 201), 500])
    expect(counted.runs).toBe(2)
    expect(await texts()).toEqual(["hi"])
  })

  it("frees its key when the store could not keep it", async () => {
    const faults = FaultyStore.make()
    const store = FaultyStore.layer(sqlite(":memory:"), faults)
    const { ask, texts } = await start({}, undefined, { store })
    faults.refuseWrites({ table: "tiny_notes" })
    expect((await ask("POST", path, keyed)).status).toBe(503)
    expect(await texts()).toEqual([])
    expect((await ask("POST", path, keyed)).headers.get("idempotent-replayed")).toBeNull()
    expect(await texts()).toEqual(["hi"])
  })
})

describe("a repetition that waits", () => {
  it("is told that the key is in use when the first request takes too long", async () => {
    const door = makeDoor()
    const { ask, counted } = await start({ waitMs: 1 }, () => door.wait)
    const first = ask("POST", path, keyed)
    await door.arrived()
    const second = await ask("POST", path, keyed)
    expect([second.status, second.body.error]).toEqual([409, "IdempotencyKeyInUse"])
    door.open()
    expect((await first).status).toBe(201)
    expect(counted.runs).toBe(1)
  })
})

/** The engine purges a day after its start, and would hide what becomes of an expired record that is still there. */
const beforeTheDailyPurge = (engine: EngineHandle) => engine.clock.advance("1 hour")

describe("the life of an answer", () => {
  it("C197: ends exactly when its lifetime has passed in engine time, and replays do not prolong it", async () => {
    const { ask, counted, engine } = await start()
    await beforeTheDailyPurge(engine)
    const first = await ask("POST", path, keyed)
    await engine.clock.advance(lifetimeMs - 1)
    expect((await ask("POST", path, keyed)).text).toBe(first.text)
    await engine.clock.advance(1)
    const later = await ask("POST", path, { ...keyed, body: { text: "ho" } })
    expect([later.status, later.body.text, counted.runs]).toEqual([201, "ho", 2])
    expect((await ask("POST", path, keyed)).status).toBe(409)
  })

  it("ends at the same moment for a plugin that dates its decisions in whole seconds", async () => {
    const wholeSeconds = (now: number) => Math.floor(now / 1000) * 1000
    const { ask, engine } = await start({ dateOf: wholeSeconds })
    await beforeTheDailyPurge(engine)
    const first = await ask("POST", path, keyed)
    await engine.clock.advance(lifetimeMs)
    const later = await ask("POST", path, keyed)
    expect(later.status).toBe(201)
    expect(later.body.id).not.toBe(first.body.id)
  })

  it("C195: outlasts the process", async () => {
    const folder = temporaryFolder()
    const before = await start({}, undefined, { folder })
    const first = await before.ask("POST", path, keyed)
    await before.engine.close()
    const after = await start({}, undefined, { folder })
    const again = await after.ask("POST", path, keyed)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"))
    expect(after.counted.runs).toBe(0)
  })

  it("is sealed in the store when it is confidential, and replayed as it was", async () => {
    const { ask, engine } = await start({ confidential: true })
    const first = await ask("POST", path, keyed)
    const { store } = await engine.caller({ principal: principalOf() })
    const [row] = await engine.call(store.read<{ body: string }>(`SELECT body FROM idempotency_records`, []))
    expect(row!.body).not.toContain(first.body.id)
    expect((await ask("POST", path, keyed)).text).toBe(first.text)
  })

  it("is that of another process, when that was faster with the same key", async () => {
    const raced = { left: 1 }
    const { ask, texts } = await start({}, undefined, { store: racing(raced) })
    const reply = await ask("POST", path, keyed)
    expect([reply.status, reply.text]).toEqual([200, "answered by the other"])
    expect(reply.headers.get("idempotent-replayed")).toBe("true")
    expect(await texts()).toEqual([])
  })
})

describe("a repetition of what was committed after its confirmation was lost", () => {
  /** The first commit arrives while its repetition is decided, which is refused by what it finds. */
  const startLate = async () => {
    const late: Late = { writes: undefined, store: undefined }
    const before = (run: number) =>
      run === 1
        ? Effect.void
        : Effect.andThen(
            Effect.suspend(() => Effect.orDie(late.store!.write(late.writes!))),
            Effect.fail(new NoteRefused())
          )
    return { ...(await start({}, before, { store: confirmingLate(late) })), before }
  }

  it("is answered with what was kept, not with the refusal", async () => {
    const { ask, counted, texts } = await startLate()
    expect((await ask("POST", path, keyed)).status).toBe(503)
    const again = await ask("POST", path, keyed)
    expect([again.status, again.headers.get("idempotent-replayed"), counted.runs]).toEqual([201, "true", 2])
    expect((await ask("POST", path, keyed)).text).toBe(again.text)
    expect(await texts()).toEqual(["hi"])
  })

  it("gives a host what was kept, too", async () => {
    const { before, engine, texts } = await startLate()
    const write = async (run: number) => {
      const caller = await engine.caller({ principal: principalOf(), idempotencyKey: "k" })
      return engine.call(writeNote(caller, { text: "hi" }, { beforeCommit: () => before(run) }))
    }
    await expect(write(1)).rejects.toMatchObject({ _tag: "StoreUnavailable" })
    expect(await write(2)).toMatchObject({ text: "hi" })
    expect(await texts()).toEqual(["hi"])
  })
})

describe("a caller that goes away", () => {
  it("C195: after its commit began leaves the answer for its retry", async () => {
    const door = makeDoor()
    const { ask, counted, texts } = await start({}, () => door.wait)
    const away = new AbortController()
    const gone = ask("POST", path, { ...keyed, signal: away.signal }).catch(() => undefined)
    await door.arrived()
    away.abort()
    const retry = ask("POST", path, keyed)
    door.open()
    const answer = await retry
    await gone
    expect([answer.status, answer.headers.get("idempotent-replayed"), counted.runs]).toEqual([201, "true", 1])
    expect(await texts()).toEqual(["hi"])
  })

  it("after its commit began has its effect without a key, too", async () => {
    const door = makeDoor()
    const { ask, counted, texts } = await start({}, (run) => (run === 1 ? door.wait : Effect.void))
    const away = new AbortController()
    const gone = ask("POST", path, { body: { text: "gone" }, signal: away.signal }).catch(() => undefined)
    await door.arrived()
    away.abort()
    door.open()
    await gone
    await ask("POST", path, { body: { text: "after" } })
    expect([await texts(), counted.runs]).toEqual([["gone", "after"], 2])
  })

  it("while it waits for another changes nothing for that one", async () => {
    const door = makeDoor()
    const { ask, counted } = await start({}, () => door.wait)
    const first = ask("POST", path, keyed)
    await door.arrived()
    const away = new AbortController()
    const gone = ask("POST", path, { ...keyed, signal: away.signal }).catch(() => undefined)
    away.abort()
    await gone
    door.open()
    expect([(await first).status, counted.runs]).toEqual([201, 1])
  })

  it("before its body has come leaves the key free", async () => {
    const { ask, counted } = await start()
    const away = new AbortController()
    const endless = new ReadableStream()
    const gone = ask("POST", path, { headers: key(), body: endless, signal: away.signal }).catch(() => undefined)
    away.abort()
    await gone
    expect([(await ask("POST", path, keyed)).status, counted.runs]).toEqual([201, 1])
  })
})

const isKeep = (write: Write<unknown>) => textOf(write).includes("INTO idempotency_records")

/** A store where another process commits an answer under the same key just before each of the next commits. */
const racing = (raced: { left: number }) =>
  throughWrites((store) => (writes) => {
    const mine = writes.find(isKeep)
    if (mine === undefined || raced.left-- <= 0) return store.write(writes)
    const [scope, name, fingerprint] = mine.values as ReadonlyArray<string>
    const record = { scope: scope!, key: name!, fingerprint: fingerprint!, requestId: "req_other", status: 200 }
    const other = keep({ ...record, body: "answered by the other", expiresAt: Number.MAX_SAFE_INTEGER }, 0)
    return Effect.andThen(Effect.orDie(store.write([other])), store.write(writes))
  })

/** The first keyed commit, on its way. */
interface Late {
  writes: ReadonlyArray<Write<unknown>> | undefined
  store: RegionStore | undefined
}

/** A store that keeps the first commit under a key to itself, and tells that nobody knows what became of it. */
const confirmingLate = (late: Late) =>
  throughWrites((store) => (writes) => {
    if (late.writes !== undefined || !writes.some(isKeep)) return store.write(writes)
    Object.assign(late, { writes, store })
    return Effect.fail(new StoreUnavailable({ region: store.name, reason: "connection", detail: "no answer" }))
  })
