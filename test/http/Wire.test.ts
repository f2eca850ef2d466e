import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { describe, expect, it } from "vitest"
import * as Wire from "../../src/http/Wire.ts"

interface Fee {
  readonly amountMinor: number
}
interface Order {
  readonly id: string
  readonly createdAt: number
  readonly note: string | null
  readonly fee: Fee | null
  readonly fees: ReadonlyArray<Fee>
  readonly paidAt: number | undefined
}

const Time = Wire.shown<number>()(Schema.String, (time) => new Date(time).toISOString())
const FeeBody = Wire.object<Fee>()("Fee", "A fee.", { amount: [Schema.Int, (fee) => fee.amountMinor, "Minor units."] })
const OrderBody = Wire.object<Order>()("Order", "An order.", {
  id: [Schema.String, (order) => order.id, "Begins with `or_`."],
  object: Wire.is("order", "Always `order`."),
  created_at: [Time, "When it was made."],
  note: [Schema.optionalKey(Schema.String), "A note."],
  fee: [Schema.NullOr(FeeBody), "The fee, if any."],
  fees: [Schema.Array(FeeBody), "All fees."],
  paid_at: [Schema.optionalKey(Time), (order) => order.paidAt, "When it was paid."]
})
const order: Order = { id: "or_1", createdAt: 0, note: null, fee: null, fees: [{ amountMinor: 3 }], paidAt: undefined }

describe("a wire object", () => {
  it("shows nested objects, lists and times, and leaves out what is null or undefined in optional fields", () => {
    expect(JSON.parse(JSON.stringify(Wire.writer(OrderBody)(order)))).toStrictEqual({
      id: "or_1",
      object: "order",
      created_at: "1970-01-01T00:00:00.000Z",
      fee: null,
      fees: [{ amount: 3 }]
    })
  })

  it("has the schema that its rows say", () => {
    const body = Wire.writer(OrderBody)({ ...order, note: "x", fee: { amountMinor: 1 }, paidAt: 1 })
    expect(Schema.is(OrderBody)(body)).toBe(true)
    expect(Schema.is(OrderBody)({ ...body, fee: {} })).toBe(false)
  })

  it("refuses rows whose source is another type", () => {
    Wire.object<Order>()("Bad", "", {
      // @ts-expect-error a number is no text
      id: [Schema.String, (value) => value.createdAt, ""],
      // @ts-expect-error null needs NullOr
      fee: [FeeBody, (value) => value.fee, ""]
    })
  })
})

describe("a row without a function", () => {
  it("shows the field of the same name in camelCase", () => {
    const Made = Wire.object<Order>()("Made", "", { id: [Schema.String, ""], created_at: [Time, ""] })
    expect(Wire.writer(Made)(order)).toStrictEqual({ id: "or_1", created_at: "1970-01-01T00:00:00.000Z" })
  })

  it("needs a field of that name whose type fits", () => {
    // @ts-expect-error paid_on needs a function
    Wire.object<Order>()("Bad", "", { paid_on: [Time, "Orders have no paidOn."] })
    // @ts-expect-error fee needs a function
    Wire.object<Order>()("Bad", "", { id: [Schema.String, ({ id }) => id, ""], fee: [FeeBody, "It may be null."] })
  })
})

describe("a body", () => {
  const Digits = Schema.String.pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.numberFromString))

  it("publishes the words of a field that is read from another form", () => {
    const Body = Wire.body("Order", "An order.", { item_count: [Schema.optionalKey(Digits), "How many."] })
    const { definitions, schema } = Schema.toJsonSchemaDocument(Body)
    expect(JSON.stringify({ definitions, schema })).toContain('"description":"How many."')
    expect(Schema.decodeUnknownSync(Body)({ item_count: "3" })).toStrictEqual({ item_count: 3 })
    expect(Schema.decodeUnknownSync(Body)({})).toStrictEqual({})
  })

  it("is renamed field by field: what was left out stays left out, and what is inside stays", () => {
    const body: { readonly item_count: number; readonly sent_at?: number; readonly extra: object } = {
      item_count: 1,
      extra: { a_b: 1 }
    }
    const command: { readonly itemCount: number; readonly sentAt?: number } = Wire.renamed(body)
    expect(command).toStrictEqual({ itemCount: 1, extra: { a_b: 1 } })
  })
})
