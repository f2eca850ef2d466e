import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { generatedApi } from "../../src/http/generatedApi.ts"
import { tidied } from "../../src/http/publishedSchema.ts"

const Price = Schema.Struct({ amount: Schema.String }).annotate({ identifier: "Price" })
const Item = Schema.Struct({ price: Price }).annotate({ identifier: "Item" })
const Told = Schema.Struct({ item: Item }).annotate({ identifier: "Told" })

const items = HttpApiGroup.make("items").add(HttpApiEndpoint.get("list", "/items", { success: Schema.Array(Item) }))
const prices = HttpApiGroup.make("prices").add(
  HttpApiEndpoint.post("add", "/items", { payload: Item, success: Price }),
  HttpApiEndpoint.get("one", "/prices", { success: Price })
)

const made = (api: unknown, further: ReadonlyArray<Schema.Top> = []): any => {
  const steps = generatedApi(api as HttpApi.Top, further)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

describe("the document of an API that is made group by group", () => {
  it("is the one that is made at once", () => {
    const api = HttpApi.make("shop").annotate(OpenApi.Title, "Shop").annotate(OpenApi.Version, "2").add(items, prices)
    const { components, ...rest } = made(api, [Told])
    const whole = tidied(OpenApi.fromApi(api.annotate(HttpApi.AdditionalSchemas, [Told])) as never) as any
    expect(Object.keys(whole.components.schemas).sort()).toEqual(["Item", "Price", "Told"])
    expect({ ...rest, components: { ...whole.components, ...components } }).toEqual(whole)
    expect(components.schemas).toEqual(whole.components.schemas)
  })

  it("is refused where two schemas have one name", () => {
    const other = Schema.Struct({ cents: Schema.Number }).annotate({ identifier: "Price" })
    const api = HttpApi.make("shop").add(prices)
    expect(() => made(api, [other])).toThrow("Two published schemas are called Price")
  })
})

it("a part of a schema that says nothing else than the whole is no part", () => {
  const part = { minProperties: 1, description: "Rules." }
  expect(tidied({ type: "object", description: "Rules.", allOf: [part] })).toEqual({ type: "object", ...part })
  const other = { description: "Others." }
  expect(tidied({ type: "object", description: "Rules.", allOf: [{ minProperties: 1, ...other }] })).toHaveProperty(
    "allOf"
  )
})
