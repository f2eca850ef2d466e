/**
 * An engine inside an Effect program: a layer like any other. Operations are effects with typed failures, and run on the
 * engine's services. Run it:
 *
 *   npm run example -- examples/02-embed-in-effect-app.ts
 */
import { Clock, Engine, Ids, NodeNotifier, RiskModel, Screening, Signer } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const plugins = [cards()]

/** The services that an engine runs on. Put a layer of your own in the place of any of them. */
const services = Layer.mergeAll(Signer.layerEphemeral, RiskModel.layer, Screening.layer, NodeNotifier.layer).pipe(
  Layer.provideMerge(Ids.layer),
  Layer.provideMerge(Clock.layer),
  Layer.provideMerge(sqlite(":memory:").pipe(Layer.provide(Engine.storeSettings({ plugins }))))
)

const engine = Engine.layer({ plugins }).pipe(Layer.provideMerge(services))

const pay = Effect.fn("shop.pay")(function* (order: string, paymentMethod: string) {
  const { caller } = yield* Engine
  const shop = yield* caller({ principal: testAccount("acct_shop"), idempotencyKey: order })
  return yield* payments.create(shop, { amountMinor: 2000, currency: "usd", paymentMethod })
})

const program = Effect.gen(function* () {
  const first = yield* pay("order-1", "pm_card_visa")
  const again = yield* pay("order-1", "pm_card_visa")
  console.log(`${first.state}, ${first.id === again.id ? "once" : "twice"}`)
  const declined = yield* pay("order-2", "pm_card_declined")
  console.log(`${declined.state}: ${declined.decline?.code}`)
  // A failure has a type: leave this line out, and the program still has to deal with it.
  yield* Effect.catchTag(pay("order-3", "pm_unknown"), "ReferenceMissing", ({ param }) =>
    Effect.sync(() => console.log(`There is no such ${param}`))
  )
})

await Effect.runPromise(Effect.provide(program, engine))
