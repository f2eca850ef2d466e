import { describe, expect, it } from "vitest"
import { principalOf, startEngine } from "../engine/tinyHost.ts"
import { lifetimeMs } from "../engine/tinyFace.ts"
import { noteTexts, writeNote } from "../engine/tinyPlugin.ts"

const start = async () => {
  const host = await startEngine({}, {})
  const callerWith = (idempotencyKey?: string) =>
    host.engine.caller({ principal: principalOf(), ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
  const write = async (text: string, idempotencyKey?: string) =>
    host.engine.call(writeNote(await callerWith(idempotencyKey), { text }))
  const texts = async () => host.engine.call(noteTexts((await callerWith()).store))
  return { ...host, write, texts }
}

const tagOf = (failing: Promise<unknown>) =>
  failing.then(
    () => "made",
    (failure: { readonly _tag?: string }) => failure._tag
  )

describe("a call in process", () => {
  it("without a key has its effect each time", async () => {
    const { texts, write } = await start()
    const [first, second] = [await write("hi"), await write("hi")]
    expect(first.id).not.toBe(second.id)
    expect(await texts()).toEqual(["hi", "hi"])
  })

  it("under a key has its effect once and gives the same value however often and however much at once it is made", async () => {
    const { texts, write } = await start()
    const first = await write("hi", "k")
    const all = await Promise.all(Array.from({ length: 20 }, () => write("hi", "k")))
    for (const again of all) expect(again).toEqual(first)
    expect(await texts()).toEqual(["hi"])
  })

  it("under the key of another call is refused and changes nothing", async () => {
    const { texts, write } = await start()
    await write("hi", "k")
    expect(await tagOf(write("ho", "k"))).toBe("IdempotencyKeyReused")
    expect(await texts()).toEqual(["hi"])
  })

  it("shares the keys of its account with requests: neither is taken for the other", async () => {
    const { ask, texts, write } = await start()
    await write("hi", "k")
    const asked = await ask("POST", "/tiny/notes", { body: { text: "hi" }, headers: { "idempotency-key": "k" } })
    expect([asked.status, asked.body.error]).toEqual([409, "IdempotencyKeyReused"])
    expect(await texts()).toEqual(["hi"])
  })

  it("that is refused frees its key", async () => {
    const { texts, write } = await start()
    expect(await tagOf(write("refused", "k"))).toBe("NoteRefused")
    await write("hi", "k")
    expect(await texts()).toEqual(["hi"])
  })

  it.each(["", "é", "x".repeat(256)])("refuses the key %j", async (key) => {
    const { texts, write } = await start()
    expect(await tagOf(write("hi", key))).toBe("InvalidIdempotencyKey")
    expect(await texts()).toEqual([])
  })

  it("keeps its value sealed, and for as long as the plugin keeps answers", async () => {
    const { engine, texts, write } = await start()
    const first = await write("my secret", "k")
    const { store } = await engine.caller({ principal: principalOf() })
    const [row] = await engine.call(store.read<{ body: string }>(`SELECT body FROM idempotency_records`, []))
    expect(row!.body).not.toContain("my secret")
    await engine.clock.advance(lifetimeMs - 1)
    expect(await write("my secret", "k")).toEqual(first)
    await engine.clock.advance(1)
    expect((await write("my secret", "k")).id).not.toBe(first.id)
    expect(await texts()).toHaveLength(2)
  })
})
