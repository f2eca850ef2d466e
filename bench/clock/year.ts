/** A year over open captures, disputes, payouts and retries of webhooks, a quarter of each; the receivers never answer well. */
import * as Layer from "effect/Layer"
import { createEngine, Notifier, type EngineHandle } from "bursar"
import { cards } from "bursar/cards"
import { sqlite } from "bursar/sqlite"

/** Objects of an account: fewer than its requests a minute. */
const ofAnAccount = 400

/** Time between the objects of ten rounds, in milliseconds. */
const apartMs = 100

const charge = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

const asking = ({ fetch }: Pick<EngineHandle<never>, "fetch">) => {
  let asked = 0
  return async (account: number, path: string, body: unknown) => {
    const headers = {
      authorization: `Bearer sk_test_benchyear${account}`,
      "content-type": "application/json",
      "idempotency-key": `year-${(asked += 1)}`
    }
    const request = { method: "POST", headers, body: JSON.stringify(body) }
    const response = await fetch(new Request(`http://bench.test/cards/v2/${path}`, request))
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`)
  }
}

/** Makes the objects, in memory or in a folder, and gives what moves time over them. */
export const openYear = async (place: string, masterKey: string, objects: number) => {
  const refusing = Notifier.make({ name: "refusing", send: () => ({ status: 500, bodyExcerpt: "" }) })
  const engine = await createEngine({
    plugins: [cards()],
    store: sqlite(place),
    clock: "2026-01-15T09:30:00Z",
    masterKey,
    log: false,
    layers: Layer.succeed(Notifier, refusing)
  })
  const ask = asking(engine)
  const accounts = Math.ceil(objects / ofAnAccount)
  for (let account = 0; account < accounts; account++) {
    await ask(account, "payments", { ...charge, amount: 90_000_000 })
    const hook = { url: "https://shop.example.com/hook", enabled_events: ["customer.created"] }
    await ask(account, "webhook_endpoints", hook)
  }
  // What was paid is there to be paid out.
  await engine.clock.advance("3 days")
  for (let made = 0; made < objects; made += 40) {
    const account = (made / 40) % accounts
    const round = (at: number) => [
      ask(account, "payments", { ...charge, capture_method: "manual" }),
      ask(account, "payments", { ...charge, payment_method: "pm_card_createDispute" }),
      ask(account, "payouts", { amount: 100, currency: "usd", destination: "ba_test_verified_usd" }),
      ask(account, "customers", { name: "Ada Lovelace", email: `customer${made + at}@example.com` })
    ]
    await Promise.all(Array.from({ length: 10 }, (_, at) => round(at)).flat())
    await engine.clock.advance(apartMs)
  }
  return { pass: () => engine.clock.advance("365 days"), close: engine.close }
}
