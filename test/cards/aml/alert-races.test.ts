/** Alerts that change while something else is decided about the same customer. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as operations from "../../../plugins/cards/aml/operations.ts"
import { aml, testAccount } from "../../../plugins/cards/index.ts"
import { carryOutUnkeyed, type RegionStore } from "../../../src/plugin.ts"
import type { Host } from "../host.ts"
import { passport } from "../kycMoves.ts"
import { account, alertsOf, customerOf, pay, secondKey, startAmlHost, suspicious, unflag } from "./moves.ts"

const callerOf = (host: Host) => host.engine.caller({ principal: testAccount(account) })

const change = (host: Host, id: string, body: object, key?: string) =>
  host.ask("POST", `/v2/aml/alerts/${id}`, body, key === undefined ? {} : { authorization: `Bearer ${key}` })

const flagsOf = async (host: Host, customer: string) => (await host.ask("GET", `/v2/customers/${customer}`)).body.flags

const closed = { status: "closed", note: "known" } as const

/** Closes an alert that is under review; what comes `between` comes after the decision and before its commit, once. */
const closeAround = async (host: Host, id: string, between: () => Promise<unknown>) => {
  let others = 0
  const caller = await callerOf(host)
  const closing = Effect.gen(function* () {
    const plan = yield* operations.change(caller, id, closed)
    if (others++ === 0) yield* Effect.promise(between)
    return plan
  })
  await host.engine.call(carryOutUnkeyed(caller.store, closing))
}

describe("the flag of a customer with two alerts", () => {
  it("goes when both are closed at the same time", async () => {
    const host = await startAmlHost()
    const { customer } = await suspicious(host)
    await unflag(host, customer)
    await pay(host, customer, 900_000)
    const [first, second, ...more] = await alertsOf(host, `?customer_id=${customer}&sar_required=true`)
    expect([more, await flagsOf(host, customer)]).toEqual([[], ["high_risk"]])
    for (const { id } of [first, second]) await change(host, id, { status: "under_review" })
    await closeAround(host, first.id, () => change(host, second.id, closed, secondKey))
    expect(await alertsOf(host, `?customer_id=${customer}&sar_required=true&status=closed`)).toHaveLength(2)
    expect(await flagsOf(host, customer)).toEqual([])
  })

  it("stays when one is closed while the other is raised", async () => {
    const host = await startAmlHost()
    const { customer, id } = await suspicious(host)
    await host.ask("POST", `/v2/customers/${customer}/kyc`, passport)
    await host.engine.clock.advance("10 seconds")
    await change(host, id, { status: "under_review" })
    await closeAround(host, id, () => pay(host, customer, 200_000))
    const open = await alertsOf(host, `?customer_id=${customer}&sar_required=true&status=open`)
    expect(open.map(({ rule_id }) => rule_id)).toEqual(["structuring_window"])
    expect(await flagsOf(host, customer)).toEqual(["high_risk"])
  })
})

describe("a rebuild of what monitoring knows", () => {
  it("leaves a card alone by which somebody pays meanwhile", async () => {
    const host = await startAmlHost()
    const card = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
    const method = (await host.ask("POST", "/v2/payment_methods", { type: "card", card })).body.id
    const payBy = async () => (await pay(host, await customerOf(host), 400_000, { payment_method: method })).body.id
    const paid = [await payBy()]
    const caller = await callerOf(host)
    // Somebody pays as soon as the movements are read.
    const read = ((text: string, ...rest: [any]) =>
      Effect.tap(caller.store.read<any>(text, ...rest), () =>
        text.includes("FROM cards_aml_movements") && paid.length === 1
          ? Effect.promise(async () => paid.push(await payBy()))
          : Effect.void
      )) as RegionStore["read"]
    const store = Object.assign(Object.create(caller.store), { read })
    await host.engine.call(aml.rebuild({ ...caller, store }))
    expect(paid).toHaveLength(2)
    const last = await customerOf(host)
    paid.push((await pay(host, last, 400_000, { payment_method: method })).body.id)
    const [alert] = await alertsOf(host, `?customer_id=${last}`)
    expect([alert?.rule_id, alert?.transactions]).toEqual(["structuring_window", paid])
  })
})
