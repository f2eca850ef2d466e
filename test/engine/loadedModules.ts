/**
 * A program of its own: makes an engine of all services in a mode (its argument), with what operators see of them, and writes
 * which modules of the plugins were loaded for it, one a line.
 */
import { registerHooks } from "node:module"

const loaded = new Set<string>()
registerHooks({
  load: (url, context, nextLoad) => {
    const path = /\/(plugins\/.*)$/.exec(url)?.[1]
    if (path !== undefined) loaded.add(path)
    return nextLoad(url, context)
  }
})

const mode = process.argv[2] === "production" ? "production" : "sandbox"
const { createEngine } = await import("../../src/index.ts")
const { bank } = await import("../../plugins/bank/index.ts")
const { cards } = await import("../../plugins/cards/index.ts")
const { docs } = await import("../../plugins/docs/index.ts")
const { sqlite } = await import("../../src/store/dialects/Sqlite.ts")
const plugins = [cards({ mode }), bank({ mode }), docs({ mode })]
const engine = await createEngine({ store: sqlite(":memory:"), plugins })
for (const plugin of plugins) await (await plugin.load()).panels?.()
await engine.close()
process.stdout.write([...loaded].sort().join("\n"))
