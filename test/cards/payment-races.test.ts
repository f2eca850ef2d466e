import { describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import { entriesOf, trialBalance } from "../../src/ledger/post.ts"
import { eventsOf } from "../store/eventsOf.ts"
import { startHost, type Host } from "./host.ts"

/** What is tried at the same time: a way to end an authorization, and whether it may move money. */
const attempts = {
  captureAll: (host: Host, id: string) => host.ask("POST", `/v2/payments/${id}/capture`),
  capturePart: (host: Host, id: string) => host.ask("POST", `/v2/payments/${id}/capture`, { amount: 700 }),
  cancel: (host: Host, id: string) => host.ask("POST", `/v2/payments/${id}/cancel`),
  confirm: (host: Host, id: string) => host.ask("POST", `/v2/payments/${id}/confirm`)
} as const

type Attempt = keyof typeof attempts

const names = Object.keys(attempts) as ReadonlyArray<Attempt>
const stateCodes = [
  "payment_already_captured",
  "payment_not_capturable",
  "payment_not_cancelable",
  "payment_unexpected_state",
  "payment_expired",
  "unavailable"
]

/** Events that end a payment or move its money; each may be told once. */
const decisive = ["payment.succeeded", "payment.captured", "payment.canceled", "payment.expired", "payment.failed"]

const auditOf = async (host: Host, id: string, account: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const { store } = yield* Effect.promise(() =>
        host.engine.caller({
          principal: { plugin: "cards", account, mode: "test", credential: "", scopes: [], plan: "growth" }
        })
      )
      const scope = `${account}/test`
      const events = yield* eventsOf(store, { scope, resource: id })
      const entries = (yield* entriesOf(store, "cards", id)).map(({ step }) => step)
      return { events: events.map(({ type }) => type), entries, imbalances: yield* trialBalance(store) }
    })
  )

const account = "acct_races"
const key = "sk_test_0123456789"

const start = () => startHost({ cards: { accounts: [{ id: account, keys: [key] }] } })

/** Runs some attempts at once, optionally while time passes the expiry, and holds the outcome to the rules. */
const race = async (host: Host, id: string, chosen: ReadonlyArray<Attempt>, expiry: boolean) => {
  const replies = await Promise.all([
    ...chosen.map((name) => attempts[name](host, id)),
    ...(expiry ? [host.engine.clock.advance("7 days").then(() => undefined)] : [])
  ])
  const answered = replies.filter((reply) => reply !== undefined)
  const won = answered.filter(({ status }) => status === 200)
  const lost = answered.filter(({ status }) => status !== 200)
  const { body } = await host.ask("GET", `/v2/payments/${id}`)
  const { entries, events, imbalances } = await auditOf(host, id, account)
  const label = `${chosen.join(" | ")}${expiry ? " | expiry" : ""}`
  expect(won.length, label).toBeLessThanOrEqual(1)
  for (const reply of won) expect(reply.body, label).toMatchObject({ id, status: body.status })
  for (const { body: refusal } of lost) expect(stateCodes, label).toContain(refusal.error.code)
  for (const type of decisive) expect(events.filter((event) => event === type).length, label).toBeLessThanOrEqual(1)
  expect(body.amount_captured, label).toBeLessThanOrEqual(body.amount)
  expect(entries.filter((step) => step === "capture").length, label).toBe(body.amount_captured > 0 ? 1 : 0)
  expect(imbalances, label).toEqual([])
  return { body, won: won.length }
}

describe("requests about one payment at the same time", () => {
  it("C109, C111, C113: of captures, cancellations and the expiry one happens, whatever the order", async () => {
    const host = await start()
    const random = makeSeededRandom(7)
    for (let round = 0; round < 40; round++) {
      const { id } = await host.pay({ capture_method: "manual" })
      const chosen = Array.from({ length: 2 + (random() % 4) }, () => names[random() % 3]!)
      const expiry = random() % 3 === 0
      const { body, won } = await race(host, id, chosen, expiry)
      if (!expiry) expect(won).toBe(1)
      expect(["captured", "partially_captured", "voided", "expired"]).toContain(body.authorization.state)
    }
  })

  it("C108: of confirmations and cancellations one happens", async () => {
    const host = await start()
    const random = makeSeededRandom(8)
    for (let round = 0; round < 30; round++) {
      const { id } = await host.pay({ payment_method: "pm_card_3ds_required" })
      await host.ask("POST", `/v2/test_helpers/payments/${id}/authenticate`, { result: "succeeded" })
      const chosen = Array.from({ length: 2 + (random() % 3) }, () => (random() % 3 === 0 ? "cancel" : "confirm"))
      const { body, won } = await race(host, id, chosen, false)
      expect(won).toBe(1)
      expect(["succeeded", "canceled"]).toContain(body.status)
    }
  })

  it("confirm and the page agree: nothing is confirmed that was not authenticated", async () => {
    const host = await start()
    for (const result of ["succeeded", "failed"]) {
      const { id } = await host.pay({ payment_method: "pm_card_3ds_required" })
      const [, confirmed] = await Promise.all([
        host.ask("POST", `/v2/test_helpers/payments/${id}/authenticate`, { result }),
        host.ask("POST", `/v2/payments/${id}/confirm`)
      ])
      const { body } = await host.ask("GET", `/v2/payments/${id}`)
      if (confirmed.status === 200) expect([result, body.status]).toEqual(["succeeded", "succeeded"])
      else expect(["authentication_pending", "card_declined"]).toContain(confirmed.body.error.code)
    }
  })
})
