import { createRequire } from "node:module"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { isForeign, twoCopies } from "../../src/engine/NodeEffectCopies.ts"
import { createEngine, RiskModel } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

/** The module of layers once more, as a second copy of Effect has it. */
const again = async (): Promise<typeof Layer> => {
  const path = createRequire(import.meta.url).resolve("effect/Layer")
  return import(/* @vite-ignore */ `file://${path}?again`) as Promise<typeof Layer>
}

const model = RiskModel.make({ name: "mine", score: () => ({ score: 10 }) })

describe("two copies of Effect", () => {
  it("are told apart by what they make, however it was made", async () => {
    const other = await again()
    const make = ({ effect, fresh, merge, succeed, suspend, unwrap }: typeof Layer) => [
      succeed(RiskModel, model),
      merge(succeed(RiskModel, model), succeed(RiskModel, model)),
      fresh(succeed(RiskModel, model)),
      suspend(() => succeed(RiskModel, model)),
      effect(RiskModel, { pipe: () => undefined } as never),
      unwrap({ pipe: () => undefined } as never)
    ]
    expect(make(Layer).map(isForeign)).toEqual([false, false, false, false, false, false])
    expect(make(other).slice(0, 4).map(isForeign)).toEqual([true, true, true, true])
    expect([isForeign(undefined), isForeign({})]).toEqual([false, false])
  })

  it("are told once, when an engine gets a layer of the other one", async () => {
    const emitted = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
    onTestFinished(() => emitted.mockRestore())
    const { succeed } = await again()
    for (const layers of [Layer.succeed(RiskModel, model), succeed(RiskModel, model), succeed(RiskModel, model)]) {
      const engine = await createEngine({ plugins: [cards()], store: sqlite(":memory:"), log: false, layers })
      await engine.close()
    }
    expect(emitted.mock.calls).toEqual([
      [
        expect.stringMatching(/^There are two copies of Effect: .*4\.\d+\.\d+ in .* for Bursar\./),
        { code: "BURSAR_TWO_EFFECTS" }
      ]
    ])
  })

  it("are both named, with their versions and places", () => {
    const ours = { path: "/bursar/node_modules/effect", version: "4.1.0" }
    expect(twoCopies({ path: "/shop/node_modules/effect", version: "4.0.2" }, ours)).toMatch(
      /^There are two copies of Effect: 4\.0\.2 in \/shop\/node_modules\/effect for your program and 4\.1\.0 in \/bursar\/node_modules\/effect for Bursar\. .*npm ls effect/
    )
    expect(twoCopies(ours, ours)).toContain("Effect: 4.1.0 in /bursar/node_modules/effect for Bursar.")
  })

  it("of which one is older than 4 are refused in words", async () => {
    const layers = { _op_layer: "Suspend" } as never
    const options = { plugins: [cards()], store: sqlite(":memory:"), layers }
    await expect(createEngine<never>(options)).rejects.toThrow("layers must be a Layer of Effect 4")
  })
})
