import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { expectedAlerts } from "../../../bench/aml/oracle.ts"
import { makeRandom } from "../../../bench/aml/planter.ts"
import { aml, cards, testAccount } from "../../../plugins/cards/index.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { onSqlite } from "../../store/onSqlite.ts"
import { startHost } from "../host.ts"
import { startMoneyHost } from "../money.ts"
import { fund, payOut, recipient } from "../payoutMoves.ts"
import { account, alertsOf, customerOf, pay, rulesOf, startAmlHost, unflag } from "./moves.ts"
import { written } from "../../store/written.ts"

describe("monitoring in the commit", () => {
  it("S47: payments of one customer at once miss no threshold and all succeed", async () => {
    const host = await startAmlHost()
    const customer = await customerOf(host)
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(host, customer, 50_000)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const [alert] = (await alertsOf(host, `?customer_id=${customer}`)).filter(({ rule_id }) => rule_id === "ctr_10k")
    expect([...alert.transactions].sort()).toEqual(answers.map(({ body }) => body.id).sort())
  })

  it("S36: a card is watched across the customers who pay with it", async () => {
    const host = await startAmlHost()
    const card = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
    const method = (await host.ask("POST", "/v2/payment_methods", { type: "card", card })).body.id
    const paid: Array<string> = []
    const payers = [await customerOf(host), await customerOf(host), await customerOf(host)]
    for (const customer of payers) paid.push((await pay(host, customer, 400_000, { payment_method: method })).body.id)
    expect(await rulesOf(host, payers[1]!)).toEqual([])
    const [alert] = await alertsOf(host, `?customer_id=${payers[2]}`)
    expect([alert.rule_id, alert.transactions]).toEqual(["structuring_window", paid])
  })

  it.each([{}, { gbp: Number.NaN }, { gbp: 0 }])(
    "S39: a currency without a rate is recorded and raises fx_rate_missing: %o",
    async (rates) => {
      const perEuro = { usd: 1.1, ...rates }
      const layers = Layer.succeed(aml.AmlRates, { id: "test", perEuro }) as Layer.Layer<never>
      const host = await startHost({ engine: { layers } })
      const customer = await customerOf(host)
      const { status } = await pay(host, customer, 100, { currency: "gbp" })
      expect([status, await rulesOf(host, customer)]).toEqual([200, ["ctr_10k", "fx_rate_missing"]])
      await pay(host, await customerOf(host), 100)
      const caller = await host.engine.caller({ principal: testAccount(account) })
      const kept = await host.engine.call(
        caller.store.read<{ rate_id: string; usd_minor: number }>(
          "SELECT rate_id, usd_minor FROM cards_aml_movements ORDER BY sequence",
          []
        )
      )
      expect(kept.map((row) => [row.rate_id, Number(row.usd_minor)])).toEqual([
        ["test", 1_000_000],
        ["test", 100]
      ])
    }
  )

  it("S36: over HTTP and on the store, the alerts are those of the oracle", async () => {
    const host = await startAmlHost()
    const random = makeRandom(5)
    const pick = <A>(options: ReadonlyArray<A>): A => options[Math.floor(random() * options.length)]!
    const payers = [
      await customerOf(host),
      await customerOf(host),
      await customerOf(host, { address: { country: "HT" } })
    ]
    for (let index = 0; index < 150; index++) {
      const customer = pick(payers)
      const { status } = await pay(host, customer, pick([4_000, 99_999, 333_334, 800_000, 999_999, 1_000_000]))
      expect(status).toBe(200)
      await host.engine.clock.advance(pick(["1 minute", "5 hours", "24 hours", "48 hours", "72 hours", "8 days"]))
      await unflag(host, customer)
    }
    const caller = await host.engine.caller({ principal: testAccount(account) })
    const kept = await host.engine.call(
      caller.store.read<{ state: string }>("SELECT state FROM cards_aml_movements ORDER BY sequence", [])
    )
    const expected = expectedAlerts(kept.map(({ state }) => JSON.parse(state)))
    const found = await host.engine.call(
      caller.store.read<{ state: string }>("SELECT state FROM cards_aml_alerts ORDER BY sequence", [])
    )
    expect(expected.length).toBeGreaterThan(20)
    expect(
      found.map((row) => {
        const { customer, period, rule, sarRequired, transactions } = JSON.parse(row.state)
        return { rule, customer, period, sarRequired, transactions }
      })
    ).toEqual(expected)
  })

  it("C91, S36: a payout counts in its own commit", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host)
    await fund(host, 1_000_000)
    const payment = (await pay(host, customer, 500_000)).body.id
    expect((await payOut(host, { destination, amount: 399_999 })).status).toBe(200)
    expect(await rulesOf(host, customer)).toEqual([])
    const second = await payOut(host, { destination, amount: 1 })
    const [alert] = await alertsOf(host, `?customer_id=${customer}`)
    expect([alert.rule_id, alert.sar_required, alert.transactions]).toEqual(["layering_pass_through", true, [payment]])
    const { data } = await host.get(`/v2/aml/alerts/${alert.id}/history`)
    expect(data[0].cause).toBe(second.body.id)
    await host.booksAreRight()
  })

  it.runIf(onSqlite)(
    "S43: an alert whose delivery a crash cut off is delivered afterwards, as the same event",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "bursar-aml-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const start = async () => {
        const plugins = [cards({ mode: "sandbox" })]
        const engine = await TestEngine.make({ plugins, store: sqlite(folder), clock: "2026-01-15T09:30:00Z" })
        onTestFinished(() => engine.close())
        return engine
      }
      const isAlert = ({ body }: { readonly body: string }) => JSON.parse(body).type === "aml.alert_created"
      const first = await start()
      const post = async (path: string, body: object) => (await first.request("POST", `/cards/v2/${path}`, body)).json
      await post("webhook_endpoints", { url: "https://shop.example.com/hooks", enabled_events: ["aml.alert_created"] })
      const customer = (await post("customers", { email: "ada@example.com" })).id
      // Whatever is sent from now on is lost on the way.
      first.notifier.answerWith(() => Effect.never)
      const order = { amount: 1_000_000, currency: "usd", payment_method: "pm_card_visa", customer }
      expect((await post("payments", order)).status).toBe("succeeded")
      await first.close()

      const second = await start()
      await second.advance("3 days")
      const get = async (path: string) => (await second.request("GET", `/cards/v2/${path}`)).json
      const [event, ...more] = (await get("events?type=aml.alert_created")).data
      const [alert] = (await get("aml/alerts")).data
      expect([event.data, more]).toEqual([alert, []])
      const told = second.notifier.requests.filter(isAlert)
      expect(told.map(({ body }) => JSON.parse(body))).toEqual([event])
    }
  )

  it("B13: the rebuild is a test helper too", async () => {
    const host = await startAmlHost()
    await pay(host, await customerOf(host), 100)
    const { body } = await host.ask("POST", "/v2/test_helpers/aml/rebuild")
    expect(body).toEqual({ object: "aml_rebuild", customers: 1, corrected: 0 })
  })

  it("S46: what is known of customers is rebuilt from their movements, exactly", async () => {
    const host = await startAmlHost()
    for (let index = 0; index < 3; index++) {
      const customer = await customerOf(host)
      for (const amount of [5_000, 120_000, 300_000]) {
        await pay(host, customer, amount)
        await host.engine.clock.advance("13 days")
      }
    }
    const caller = await host.engine.caller({ principal: testAccount(account) })
    expect(await host.engine.call(aml.rebuild(caller))).toEqual({ customers: 3, corrected: 0 })
    const forget = caller.store.write([written("DELETE FROM cards_aml_states")])
    await host.engine.call(Effect.orDie(forget))
    expect(await host.engine.call(aml.rebuild(caller))).toEqual({ customers: 3, corrected: 3 })
    expect(await host.engine.call(aml.rebuild(caller))).toEqual({ customers: 3, corrected: 0 })
  })
})
