import { createEngine, type Plugin } from "bursar"
import { callsLater, pluginLater } from "bursar/plugin"
import { sqlite } from "bursar/sqlite"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { tiny } from "./tinyPlugin.ts"

const started = async (plugin: Plugin) => {
  const engine = await createEngine({ plugins: [plugin], store: sqlite(":memory:"), log: false })
  const { status } = await engine.fetch(new Request("http://engine.test/tiny/openapi.json"))
  await engine.close()
  return status
}

describe("a plugin that is loaded later", () => {
  it("is loaded once, by the first engine that starts with it", async () => {
    let loads = 0
    const plugin = pluginLater("tiny", async () => {
      loads += 1
      return tiny()
    })
    expect(loads).toBe(0)
    expect(await Promise.all([started(plugin), started(plugin)])).toEqual([200, 200])
    expect(loads).toBe(1)
  })

  it("keeps an engine from starting when it cannot be loaded, and is loaded anew by the next one", async () => {
    const missing = new Error("A file is missing")
    const answers = [() => Promise.reject(missing), async () => tiny()]
    const plugin = pluginLater("tiny", () => answers.shift()!())
    await expect(started(plugin)).rejects.toBe(missing)
    expect(await started(plugin)).toBe(200)
  })
})

describe("operations that are loaded later", () => {
  it("are loaded by the first call, and answer as those of the module", async () => {
    let loads = 0
    const { half } = callsLater(async () => {
      loads += 1
      return { half: (of: number) => (of % 2 === 0 ? Effect.succeed(of / 2) : Effect.fail("odd" as const)) }
    }, ["half"])
    const call = half(8)
    expect(loads).toBe(0)
    expect(await Effect.runPromise(Effect.all([call, half(4), Effect.flip(half(3))]))).toEqual([4, 2, "odd"])
    expect(Effect.runSync(half(2))).toBe(1)
    expect(loads).toBe(1)
  })
})
