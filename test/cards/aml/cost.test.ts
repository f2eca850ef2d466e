/** What monitoring costs in the store, counted instead of timed; and that nobody outside learns of it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { Store, type RegionStore } from "../../../src/services/Store.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { startHost } from "../host.ts"
import { alertsOf, customerOf, pay, startAmlHost, suspicious, unflag } from "./moves.ts"
import { textOf } from "../../store/written.ts"

const isMonitoring = (text: string): boolean => text.includes("cards_aml_")

/** A host that counts what monitoring asks of the store, and the rows that it is given. */
const startCounting = async () => {
  const counted = { statements: 0, rows: 0 }
  const counting = (store: RegionStore): RegionStore => ({
    ...store,
    read: <Row extends object>(text: string, params: Parameters<RegionStore["read"]>[1]) =>
      Effect.map(store.read<Row>(text, params), (rows) => {
        if (!isMonitoring(text)) return rows
        counted.statements++
        counted.rows += rows.length
        return rows
      }),
    write: (writes) => {
      counted.statements += writes.filter((write) => isMonitoring(textOf(write))).length
      return store.write(writes)
    }
  })
  const counted_ = Layer.effect(
    Store,
    Effect.map(Store, (store) => ({ ...store, region: (name) => Effect.map(store.region(name), counting) }))
  )
  const host = await startHost({ engine: { store: counted_.pipe(Layer.provide(sqlite(":memory:"))) } })
  /** What one payment of a customer costs. */
  const costOf = async (customer: string) => {
    const before = { ...counted }
    const { status } = await pay(host, customer, 4_000)
    expect(status).toBe(200)
    return { statements: counted.statements - before.statements, rows: counted.rows - before.rows }
  }
  return { host, costOf }
}

describe("monitoring", () => {
  it("S44 costs the same for a payment of a customer with many earlier ones, among many customers", async () => {
    const { costOf, host } = await startCounting()
    const customer = await customerOf(host)
    const grown: Array<{ readonly statements: number; readonly rows: number }> = []
    for (let earlier = 0; earlier < 240; earlier++) {
      grown.push(await costOf(customer))
      // Whatever the rules found, the next payment is let through; what leaves a window is summed once.
      await unflag(host, customer)
      await host.engine.clock.advance("7 hours")
      if (earlier % 4 === 0) await pay(host, await customerOf(host), 4_000)
    }
    const most = (key: "statements" | "rows", from: number, to: number) =>
      Math.max(...grown.slice(from, to).map((cost) => cost[key]))
    // From the twentieth on every window has filled, and the longest of 30 days by the hundredth.
    expect(most("statements", 120, 240)).toBeLessThanOrEqual(most("statements", 20, 120))
    expect(most("rows", 120, 240)).toBeLessThanOrEqual(most("rows", 20, 120))
    expect(most("rows", 20, 120)).toBeGreaterThan(0)
    expect(most("statements", 0, 240)).toBeLessThanOrEqual(16)
  })

  it("S50 nothing that a customer or a payer sees says that there is an alert or a report", async () => {
    const host = await startAmlHost()
    const { customer, id } = await suspicious(host)
    expect((await alertsOf(host)).length).toBeGreaterThan(0)
    await unflag(host, customer)
    const challenged = (await pay(host, customer, 2_000, { payment_method: "pm_card_3ds_required" })).body
    const page = await host.engine.fetch(new Request(challenged.next_action.redirect_url))
    const seen = [
      await page.text(),
      (await host.ask("GET", `/v2/customers/${customer}`)).text,
      (await host.ask("GET", "/v2/payments?expand=full&limit=100")).text,
      (await host.ask("GET", `/v2/payments/${challenged.id}`)).text,
      (await host.ask("GET", `/v2/payment_methods?customer=${customer}`)).text
    ]
    for (const text of seen) {
      expect(text).not.toContain(id)
      expect(text).not.toMatch(/aml|alert|sar_|suspicious|structuring/i)
    }
  })
})
