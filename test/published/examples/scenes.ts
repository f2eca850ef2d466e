/** Scenes that every service has. */
import { TestEngine } from "../../../src/testing/index.ts"
import { failing } from "../failing.ts"
import type { Headers, Scene } from "./record.ts"

/** A request while the store is away, and one while it has a defect. */
export const whileStoreFails = (
  plugin: () => TestEngine.TestEngineOptions["plugins"][number],
  headers: Headers,
  [method, path]: [string, string]
): Scene => {
  const { layer, state } = failing()
  return {
    engine: () => TestEngine.make({ plugins: [plugin()], store: layer }),
    headers,
    play: async (ask) => {
      state.isBroken = true
      await ask(method, path, undefined, 503)
      state.isBroken = false
      state.dies = true
      await ask(method, path, undefined, 500)
      state.dies = false
    }
  }
}
