/** The examples of the published documents are those of an engine as it is today. */
import { describe, expect, it } from "vitest"
import { examples as bank } from "../../plugins/bank/examples.ts"
import { examples as cards } from "../../plugins/cards/examples.ts"
import { examples as docs } from "../../plugins/docs/examples.ts"
import { play } from "./examples/write.ts"

const kept = { cards, bank, docs } as const

/** The shape of a value: names and types, without what is in them. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

describe.each(["cards", "bank", "docs"] as const)("the examples of %s", (service) => {
  it("have the shape of what the engine answers today; `npm run examples` writes them", async () => {
    expect(shapeOf(kept[service]())).toStrictEqual(shapeOf(await play(service)))
  })
})

it("are small: less than 150,000 characters in all", () => {
  const all = Object.values(kept).map((examples) => JSON.stringify(examples()).length)
  expect(all.reduce((sum, length) => sum + length, 0)).toBeLessThan(150_000)
})
