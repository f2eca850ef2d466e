/** The examples of the published documents are those of an engine as it is today. */
import { describe, expect, it } from "vitest"
import { examples as bank } from "../../plugins/bank/examples.ts"
import { examples as cards } from "../../plugins/cards/examples.ts"
import { examples as docs } from "../../plugins/docs/examples.ts"
import { play } from "./examples/write.ts"
import { documentOf, published } from "./services.ts"

const kept = { cards, bank, docs } as const

describe.each(["cards", "bank", "docs"] as const)("the examples of %s", (service) => {
  it("are what the engine answers today, byte for byte; `npm run examples` writes them", async () => {
    expect(JSON.stringify(await play(service))).toBe(JSON.stringify(kept[service]()))
  })
})

/** Operations whose success is JSON. */
const answeringJson = (document: any): ReadonlyArray<string> =>
  Object.values<any>(document.paths)
    .flatMap((methods) => Object.values<any>(methods))
    .filter(({ responses }) =>
      Object.entries<any>(responses).some(([status, { content }]) => status < "300" && content?.["application/json"])
    )
    .map(({ operationId }) => operationId)

it.each(published)("every operation of $id that answers JSON has an example of it", (plugin) => {
  const { operations } = kept[plugin.id as keyof typeof kept]()
  const shown = (id: string) => Object.keys(operations[id]?.answers ?? {}).some((status) => status < "300")
  expect(answeringJson(documentOf(plugin)).filter((id) => !shown(id))).toEqual([])
})

it("are small: less than 150,000 characters in all", () => {
  const all = Object.values(kept).map((examples) => JSON.stringify(examples()).length)
  expect(all.reduce((sum, length) => sum + length, 0)).toBeLessThan(150_000)
})
