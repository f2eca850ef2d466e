import * as SchemaAST from "effect/SchemaAST"
import { describe, expect, it } from "vitest"
import { testAccount } from "../../plugins/cards/index.ts"
import { PaymentBody } from "../../plugins/cards/payments/PaymentBody.ts"
import { startHost, testKey } from "./host.ts"
import { account, startMoneyHost } from "./money.ts"
import { written } from "../store/written.ts"

/** Names of the members of an object and of the objects in it. */
const membersOf = (ast: SchemaAST.AST, at: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast))
    return [...new Set(ast.types.filter((type) => !SchemaAST.isNull(type)).flatMap((type) => membersOf(type, at)))]
  return SchemaAST.isObjects(ast) && ast.propertySignatures.length > 0
    ? ast.propertySignatures.flatMap(({ name, type }) => membersOf(type, [...at, String(name)]))
    : [at.join(".")]
}

/** A host, and what makes of its payments such as were kept before they were kept as they are shown. */
const startShownHost = async () => {
  const host = await startMoneyHost()
  const caller = await host.engine.caller({ principal: testAccount(account) })
  const forget = () => host.engine.call(caller.store.write([written(`UPDATE cards_payments SET shown = NULL`)]))
  return { host, forget }
}

describe("a payment as it is shown", () => {
  it("is the same text to the one who makes it and to those who retrieve it", async () => {
    const { host } = await startShownHost()
    const made = await host.ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: "pm_card_visa",
      metadata: { order: 'Ünïcode \u2028 " \\' }
    })
    const found = await host.ask("GET", `/v2/payments/${made.body.id}`)
    expect(found.status).toBe(200)
    expect(found.text).toBe(made.text)
  })

  it("follows every change of the payment", async () => {
    const { host } = await startShownHost()
    const held = await host.pay({ capture_method: "manual" })
    expect((await host.get(`/v2/payments/${held.id}`)).authorization.state).toBe("authorized")
    await host.post(`/v2/payments/${held.id}/capture`, { amount: 1500 })
    await host.post("/v2/refunds", { payment_id: held.id, amount: 500 })
    await host.post("/v2/test_helpers/disputes", { payment_id: held.id, reason: "general", amount: 400 })
    expect(await host.get(`/v2/payments/${held.id}`)).toMatchObject({
      amount_captured: 1500,
      amount_refunded: 500,
      disputed: true
    })
    const left = await host.pay({ capture_method: "manual" })
    await host.engine.clock.advance("8 days")
    expect(await host.get(`/v2/payments/${left.id}`)).toMatchObject({
      status: "canceled",
      cancellation_reason: "expired"
    })
    await host.booksAreRight()
  })

  it("is made anew for a payment of a release that did not keep it, until it changes", async () => {
    const { forget, host } = await startShownHost()
    const paid = await host.pay()
    await forget()
    expect(await host.get(`/v2/payments/${paid.id}`)).toEqual(paid)
    await host.post("/v2/refunds", { payment_id: paid.id, amount: 500 })
    expect(await host.get(`/v2/payments/${paid.id}`)).toEqual({ ...paid, amount_refunded: 500 })
    await host.booksAreRight()
  })

  it("is nobody else's", async () => {
    const strangersKey = "sk_test_9876543210"
    const host = await startHost({
      cards: {
        accounts: [
          { id: "acct_one", keys: [testKey] },
          { id: "acct_two", keys: [strangersKey] }
        ]
      }
    })
    const paid = await host.pay()
    const ask = (key: string) =>
      host.ask("GET", `/v2/payments/${paid.id}`, undefined, { authorization: `Bearer ${key}` })
    expect((await ask(testKey)).status).toBe(200)
    const stranger = await ask(strangersKey)
    expect([stranger.status, stranger.body.error.code]).toEqual([404, "resource_missing"])
  })

  // What is kept was made by the release that kept it. Whoever changes these adds a migration that sets `shown` to null.
  it("has the members that kept payments have", () => {
    const members = `id object amount amount_captured amount_refunded currency status payment_method customer description
      metadata capture_method created_at livemode risk.score risk.level risk.signals risk.outcome sca.decision
      sca.exemption sca.reason sca.counters.exempt_count sca.counters.exempt_sum next_action.type
      next_action.redirect_url authorization.state authorization.amount_authorized authorization.amount_capturable
      authorization.capture_before authorization.released_amount authorization.release_expected_by settles_at
      cancellation_reason disputed dispute failure.code failure.message failure.source`
    expect(membersOf(PaymentBody.ast)).toEqual(members.split(/\s+/))
  })
})
