import { describe, expect, it } from "vitest"
import { commit, declarePlugin } from "../../src/plugin.ts"
import { schedule } from "../../src/store/jobRepository.ts"
import { principalOf, startEngine } from "./tinyHost.ts"

describe("jobs that a plugin asks for", () => {
  it("are those of its plugins: a commit with another one is refused, or it would wait for ever", async () => {
    const { engine } = await startEngine()
    const { scope, store } = await engine.caller({ principal: principalOf() })
    const unit = (name: string) => ({
      plugin: declarePlugin({ id: "tiny" }),
      scope,
      now: 0,
      nextId: String,
      writes: [],
      jobs: [{ name, key: "note_1", payload: { noteId: "note_1" }, dueAt: 0 }]
    })
    const misspelled = engine.call(commit(store, unit("tiny.note.remnid")))
    await expect(misspelled).rejects.toThrow('The plugin "tiny" does not declare the job "tiny.note.remnid"')
    await engine.call(commit(store, unit("tiny.note.remind")))
  })

  it("are due at whole milliseconds, not before they were asked for, and at a time that is one", async () => {
    const { engine } = await startEngine()
    const { store } = await engine.caller({ principal: principalOf() })
    const job = (key: string, dueAt: number) => schedule({ name: "tiny.note.remind", key, payload: {}, dueAt })
    await engine.call(store.write([job("a", 4e12 + 0.2)]))
    expect(await engine.call(store.read("SELECT due_at FROM jobs WHERE job_key = 'a'", []))).toEqual([
      { due_at: 4e12 + 1 }
    ])
    for (const none of [NaN, Infinity]) expect(() => job("b", none)).toThrow("which is no time")
  })
})
