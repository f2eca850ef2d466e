/** What programs without types may give an engine, whom no compiler tells. */
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { nodeListener } from "../../src/engine/NodeListener.ts"
import { makeAchOperator, makeRail } from "../../plugins/bank/index.ts"
import { Acquirer, KycProvider } from "../../plugins/cards/index.ts"
import { Writer } from "../../plugins/docs/index.ts"
import { createEngine, InvalidMasterKey, Notifier, RiskModel, Screening, Signer } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { startEngine } from "./tinyHost.ts"
import { tiny } from "./tinyPlugin.ts"

it("an engine takes nothing that it does not know, and says in a sentence what it cannot use", async () => {
  const start = createEngine as (options?: object) => Promise<unknown>
  const make = TestEngine.make as typeof start
  const needed = { plugins: [tiny()], store: sqlite(":memory:"), log: false }
  for (const none of [start(), make()]) await expect(none).rejects.toThrow("createEngine needs plugins")
  // The default screening would stand in the place of the host's.
  const layer = Layer.empty
  for (const one of [start({ ...needed, layer }), make({ ...needed, layer })]) {
    await expect(one).rejects.toThrow("An engine has no option layer: it has plugins, store,")
  }
  for (const tiny of [5, "/pay?", "/:account", "/pay/*"]) {
    await expect(start({ ...needed, mounts: { tiny } })).rejects.toThrow("mounts.tiny must be a path such as /pay/tiny")
  }
  for (const none of [5, null, "30"]) {
    await expect(start({ ...needed, retention: none })).rejects.toThrow("retention must be an object, not")
    await expect(start({ ...needed, mounts: none })).rejects.toThrow("mounts must be an object, not")
  }
  for (const masterKey of [null, 5, Buffer.alloc(32)]) {
    await expect(start({ ...needed, masterKey })).rejects.toBeInstanceOf(InvalidMasterKey)
  }
})

it.each([
  ["RiskModel.make", RiskModel.make, "score"],
  ["Screening.make", Screening.make, "screen"],
  ["Notifier.make", Notifier.make, "send"],
  ["Signer.make", Signer.make, "sign"],
  ["Acquirer.make", Acquirer.make, "authorize"],
  ["KycProvider.make", KycProvider.make, "start"],
  ["makeRail", makeRail, "send"],
  ["makeAchOperator", makeAchOperator, "deliver"],
  ["Writer.make", Writer.make, "writeSection"]
])("%s says which function is missing", (owner, make: (written: never) => unknown, name) => {
  for (const written of [undefined, null, { name: "mine" }, { name: "mine", [name]: "later" }]) {
    expect(() => make(written as never)).toThrow(`${owner} needs a function ${name}`)
  }
})

it("an engine says so, too, of what it is asked for", async () => {
  const { engine } = await startEngine()
  for (const none of [undefined, 5, Promise.resolve(1)] as ReadonlyArray<any>) {
    await expect(engine.call(none)).rejects.toThrow("call needs an operation")
    await expect(engine.attempt(none)).rejects.toThrow("call needs an operation")
    await expect(engine.fetch(none)).rejects.toThrow("fetch answers a Request")
    expect(() => nodeListener(none)).toThrow("nodeListener needs an engine")
  }
  for (const none of [undefined, "tiny", { plugin: "tiny", after: 5 }, { plugin: "tiny", types: ["tiny.made"] }]) {
    expect(() => engine.events(none as never)).toThrow("events needs a plugin")
  }
})
