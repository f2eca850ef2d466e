/** What the spans of payments say to operators: why one was declined, and in which currency the other is. */
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { expect, it } from "vitest"
import * as bank from "../bank/host.ts"
import * as cards from "../cards/host.ts"

/** A tracer that keeps its spans, and the attributes of one by its name. */
const keeping = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const span = (options: ConstructorParameters<typeof Tracer.NativeSpan>[0]) => {
    const made = new Tracer.NativeSpan(options)
    spans.push(made)
    return made
  }
  return {
    layers: Layer.succeed(Tracer.Tracer, Tracer.make({ span })),
    attributesOf: (name: string) => Object.fromEntries(spans.find((made) => made.name === name)?.attributes ?? [])
  }
}

it("the span of a declined payment of cards says why", async () => {
  const { attributesOf, layers } = keeping()
  const { ask } = await cards.startHost({ engine: { layers } })
  const body = { amount: 2000, currency: "usd", payment_method: "pm_card_declined" }
  expect((await ask("POST", "/v2/payments", body)).status).toBe(402)
  expect(attributesOf("cards.payments.create")).toMatchObject({
    "bursar.status": "failed",
    "bursar.refused": "card_declined",
    "bursar.currency": "usd"
  })
})

it("the span of a payment of the bank says its currency", async () => {
  const { attributesOf, layers } = keeping()
  const { pay } = await bank.startHost({ engine: { layers } })
  expect((await pay()).status).toBe(200)
  expect(attributesOf("bank.payments.initiate")).toMatchObject({
    "bursar.amount_minor": 125_000,
    "bursar.currency": "usd"
  })
})
