/** What callers in process do besides taking payments: the balance, events, alerts, and everything of test helpers. */
import { describe, expect, it } from "vitest"
import {
  accountPrincipal,
  aml,
  balance,
  bankAccounts,
  compliance,
  customers,
  disputes,
  events,
  kyc,
  paymentMethods,
  payments,
  payouts,
  refunds,
  testAccount
} from "../../plugins/cards/index.ts"
import { testHelpers } from "../../plugins/cards/testing.ts"
import { startHost } from "./host.ts"
import { png } from "./kycImages.ts"

const start = async () => {
  const { ask, engine } = await startHost({ cards: { accounts: [{ id: "acct_host", keys: ["sk_test_0123456789"] }] } })
  const principal = testAccount("acct_host")
  const caller = await engine.caller({ principal })
  const under = (idempotencyKey: string) => engine.caller({ principal, idempotencyKey })
  /** Makes a call twice under one key, and gives what both came to. */
  const twice = async <A>(key: string, make: (keyed: Awaited<ReturnType<typeof under>>) => Promise<A>): Promise<A> => {
    const first = await make(await under(key))
    expect(await make(await under(key))).toEqual(first)
    return first
  }
  return { ask, engine, caller, twice }
}

const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const

describe("the balance in process", () => {
  it("is funded once per key, and shows its journals", async () => {
    const { caller, engine, twice } = await start()
    const funded = await twice("fund", (keyed) =>
      engine.call(testHelpers.balance.fund(keyed, { amountMinor: 5000, currency: "usd" }))
    )
    expect(funded).toMatchObject({ amountMinor: 5000, currency: "usd" })
    expect(await engine.call(balance.retrieve(caller))).toMatchObject({
      available: [{ currency: "usd", amountMinor: 5000n }],
      pending: []
    })
    const [entry] = (await engine.call(balance.listEntries(caller, { source: funded.id }))).data
    expect(entry).toMatchObject({ source: funded.id, currency: "usd", postings: [{}, {}] })
    await expect(
      engine.call(testHelpers.balance.fund(caller, { amountMinor: 0, currency: "usd" }))
    ).rejects.toMatchObject({ _tag: "InvalidParameters", issues: [{ path: ["amountMinor"] }] })
  })
})

describe("events in process", () => {
  it("are listed and found, with data whose type follows from theirs", async () => {
    const { caller, engine } = await start()
    const payment = await engine.call(payments.create(caller, order))
    const { data } = await engine.call(events.list(caller, { resource: payment.id, type: "payment.succeeded" }))
    expect(data).toHaveLength(1)
    const event = await engine.call(events.retrieve(caller, data[0]!.id))
    expect(event).toEqual(data[0])
    if (event.type !== "payment.succeeded") return expect.unreachable(event.type)
    expect(event.data.amount).toBe(2000)
    await expect(engine.call(events.retrieve(caller, "evt_none"))).rejects.toMatchObject({ _tag: "EventNotFound" })
  })
})

describe("alerts in process", () => {
  it("are listed, found and changed once per key, with a history", async () => {
    const { caller, engine, twice } = await start()
    const { id: customer } = await engine.call(customers.create(caller, { email: "a@example.com" }))
    await engine.call(payments.create(caller, { ...order, amountMinor: 1_000_000, customer }))
    const { data } = await engine.call(aml.list(caller, { customer }))
    expect(data).toMatchObject([{ alert: { rule: "ctr_10k", status: "open" } }])
    const { id } = data[0]!.alert
    const reviewed = await twice("review", (keyed) =>
      engine.call(aml.update(keyed, id, { status: "under_review", note: "Looks like rent" }))
    )
    expect(reviewed).toMatchObject({ id, status: "under_review" })
    expect(await engine.call(aml.retrieve(caller, id))).toEqual(reviewed)
    const history = await engine.call(aml.listHistory(caller, id))
    expect(history.data.map(({ entry }) => [entry.action, entry.note])).toEqual([
      ["changed", "Looks like rent"],
      ["raised", null]
    ])
    await expect(engine.call(aml.update(caller, id, { status: "open" }))).rejects.toMatchObject({
      _tag: "AlertTransitionRefused",
      from: "under_review"
    })
    await expect(engine.call(aml.retrieve(caller, "aml_none"))).rejects.toMatchObject({ _tag: "AlertNotFound" })
  })
})

describe("test helpers in process", () => {
  it("flag customers, and keep those with a subscription from being deleted", async () => {
    const { caller, engine, twice } = await start()
    const { id } = await engine.call(customers.create(caller, { email: "a@example.com" }))
    const flagged = await twice("flag", (keyed) =>
      engine.call(testHelpers.customers.flag(keyed, id, { flags: ["pep"] }))
    )
    expect(flagged).toMatchObject({ id, flags: ["pep"] })
    const made = await twice("subscribe", (keyed) =>
      engine.call(testHelpers.subscriptions.create(keyed, { customer: id }))
    )
    await expect(engine.call(customers.remove(caller, id))).rejects.toMatchObject({ _tag: "ActiveSubscriptions" })
    const canceled = await twice("cancel", (keyed) => engine.call(testHelpers.subscriptions.cancel(keyed, made.id)))
    expect(canceled).toEqual({ ...made, status: "canceled" })
    // One subscription was made: nothing keeps the customer now.
    await engine.call(customers.remove(caller, id))
    await expect(engine.call(testHelpers.subscriptions.cancel(caller, "sub_none"))).rejects.toMatchObject({
      _tag: "SubscriptionNotFound"
    })
  })

  it("put names on lists, by which customers are blocked", async () => {
    const { caller, engine, twice } = await start()
    const { id } = await engine.call(customers.create(caller, { email: "a@example.com", name: "Vera Listed" }))
    const entry = await twice("entry", (keyed) =>
      engine.call(testHelpers.screeningEntries.create(keyed, { name: "Listed, Vera", list: "uk_hmt" }))
    )
    expect(entry).toMatchObject({ list: "uk_hmt", entityType: "individual" })
    await expect(engine.call(payments.create(caller, { ...order, customer: id }))).rejects.toMatchObject({
      _tag: "CustomerBlocked",
      message: expect.stringContaining("on a watch list")
    })
    const screened = await engine.call(compliance.screen(caller, { name: "Vera Listed", entityType: "individual" }))
    expect(screened).toMatchObject({ result: "match" })
  })

  it("authenticate cardholders, settle bank debits, and trust payment methods", async () => {
    const { caller, engine, twice } = await start()
    const challenged = await engine.call(payments.create(caller, { ...order, paymentMethod: "pm_card_3ds_required" }))
    await twice("authenticate", (keyed) =>
      engine.call(testHelpers.payments.authenticate(keyed, challenged.id, { result: "succeeded" }))
    )
    expect(await engine.call(payments.confirm(caller, challenged.id))).toMatchObject({ state: "captured" })
    await expect(
      engine.call(testHelpers.payments.authenticate(caller, challenged.id, { result: "failed" }))
    ).rejects.toMatchObject({ _tag: "PaymentStateRefused" })
    const usBankAccount = { routingNumber: "110000000", accountNumber: "000123456789" }
    const { id: paymentMethod } = await engine.call(
      paymentMethods.create(caller, { type: "us_bank_account", usBankAccount })
    )
    const debit = await engine.call(payments.create(caller, { ...order, paymentMethod }))
    const failed = await twice("settle", (keyed) =>
      engine.call(testHelpers.payments.settle(keyed, debit.id, { outcome: "failed", failureCode: "no_account" }))
    )
    expect(failed).toMatchObject({ id: debit.id, state: "failed", decline: { code: "no_account" } })
    expect(
      await twice("trust", (keyed) => engine.call(testHelpers.paymentMethods.trust(keyed, "pm_card_visa")))
    ).toMatchObject({ id: "pm_card_visa" })
  })

  it("end refunds and verifications", async () => {
    const { caller, engine, twice } = await start()
    const { id: paymentId } = await engine.call(payments.create(caller, order))
    const { id: refund } = await engine.call(refunds.create(caller, { paymentId }))
    const failed = await twice("refund", (keyed) =>
      engine.call(testHelpers.refunds.resolve(keyed, refund, { outcome: "failed" }))
    )
    expect(failed).toMatchObject({ id: refund, status: "failed" })
    await expect(
      engine.call(testHelpers.refunds.resolve(caller, refund, { outcome: "succeeded" }))
    ).rejects.toMatchObject({ _tag: "RefundStateRefused" })
    const reason = { outcome: "verified", reason: "underage" } as const
    await expect(engine.call(testHelpers.kyc.resolve(caller, "kyc_none", reason))).rejects.toMatchObject({
      _tag: "TestRefused"
    })
    await expect(engine.call(testHelpers.kyc.resolve(caller, "kyc_none", { outcome: "failed" }))).rejects.toMatchObject(
      { _tag: "VerificationNotFound" }
    )
  })

  it("plan faults of requests, which calls do not meet, and begin anew", async () => {
    const { ask, caller, engine, twice } = await start()
    const plan = { operation: "POST /v2/payments", kind: "unavailable" } as const
    expect(await twice("fault", (keyed) => engine.call(testHelpers.faults.create(keyed, plan)))).toEqual({
      ...plan,
      times: 1
    })
    const { id } = await engine.call(payments.create(caller, order))
    const pay = async () =>
      (await ask("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa" })).status
    // It was planned once.
    expect([await pay(), await pay()]).toEqual([503, 200])
    await engine.call(testHelpers.reset(caller))
    await expect(engine.call(payments.retrieve(caller, id))).rejects.toMatchObject({ _tag: "PaymentNotFound" })
    await engine.call(testHelpers.reset(caller))
  })

  it("are refused to callers in live mode", async () => {
    const { engine } = await start()
    const live = await engine.caller({ principal: { ...testAccount("acct_host"), mode: "live" } })
    const fund = { amountMinor: 1, currency: "usd" } as const
    const calls = [testHelpers.reset(live), testHelpers.balance.fund(live, fund)] as const
    for (const call of calls) {
      await expect(engine.call<unknown, unknown>(call)).rejects.toMatchObject({ _tag: "LiveKeyNotAllowed" })
    }
  })
})

describe("callers in production", () => {
  const shop = { id: "acct_live", keys: ["sk_live_0123456789"], payouts: true, plan: "dedicated" } as const
  const production = () => startHost({ cards: { mode: "production", accounts: [shop] } })

  it("are live: a test card would be captured, and no money taken", async () => {
    const { engine } = await production()
    const made = engine.caller({ principal: testAccount("acct_live") })
    await expect(made).rejects.toThrow(
      "Here all callers of cards are live, and this principal is of mode test. Make it with"
    )
  })

  it("own what requests with keys of their account own, and may do as much", async () => {
    const { ask, engine } = await production()
    expect(accountPrincipal(shop, "live")).toMatchObject({ scopes: ["payouts:beta"], plan: "dedicated" })
    expect(accountPrincipal({ id: "acct_live" }, "live").scopes).toEqual([])
    const caller = await engine.caller({ principal: accountPrincipal(shop, "live") })
    const { id } = await engine.call(customers.create(caller, { email: "ann@example.com" }))
    const key = { authorization: "Bearer sk_live_0123456789" }
    expect((await ask("GET", `/v2/customers/${id}`, undefined, key)).body).toMatchObject({ id, livemode: true })
  })
})

describe("a field that is given by both of its names", () => {
  it("is refused: what a host adds to the body of a request would not count", async () => {
    const { caller, engine } = await start()
    const body = JSON.parse('{"amountMinor":1,"amount":50,"currency":"usd","payment_method":"pm_card_visa"}')
    const refused = (path: ReadonlyArray<string>) => ({ _tag: "InvalidParameters", issues: [{ path }] })
    const paid = engine.call(payments.create(caller, { ...body, amountMinor: 90_000 }))
    await expect(paid).rejects.toMatchObject(refused(["amountMinor"]))
    const address = { line1: "1 Main St", city: "Austin", country: "US", postal_code: "78701", postalCode: "10001" }
    const kept = engine.call(customers.create(caller, { email: "ann@example.com", name: "Ann", address }))
    await expect(kept).rejects.toMatchObject(refused(["address", "postalCode"]))
    const { amount: _, ...priced } = { ...body, amountMinor: 90_000 }
    expect((await engine.call(payments.create(caller, priced))).amountMinor).toBe(90_000)
  })
})

it("a text with half of a surrogate pair is refused in process as over HTTP, by its name", async () => {
  const { caller, engine } = await start()
  const half = "\ud800"
  const address = { line1: half, city: "Austin", country: "US", postalCode: "78701" }
  const calls = [
    [payments.create(caller, { ...order, description: `Order ${half}` }), ["description"]],
    [payments.create(caller, { ...order, metadata: { [half]: "1" } }), ["metadata", half]],
    [customers.create(caller, { email: "ann@example.com", name: "Ann", address }), ["address", "line1"]]
  ] as const
  for (const [asked, path] of calls) {
    const refused = { _tag: "InvalidParameters", issues: [{ path }] }
    await expect(engine.call(asked as never)).rejects.toMatchObject(refused)
  }
  expect((await engine.call(payments.create(caller, { ...order, description: "🦄" }))).description).toBe("🦄")
})

describe("an idempotency key among the fields, as bodies of requests have it", () => {
  it.each(["idempotency_key", "idempotencyKey"])("C143: %s is refused unless the caller has it, too", async (name) => {
    const { caller, engine, twice } = await start()
    const pay = (by: typeof caller, key: string) => engine.call(payments.create(by, { ...order, [name]: key }))
    await expect(pay(caller, "order-1")).rejects.toMatchObject({
      _tag: "InvalidParameters",
      issues: [{ path: [name] }]
    })
    await twice("order-1", (keyed) => pay(keyed, "order-1"))
    const other = await twice("order-2", (keyed) => pay(keyed, "order-1").catch(({ _tag }) => _tag as unknown))
    expect(other).toBe("InvalidParameters")
    expect((await engine.call(payments.list(caller))).data).toHaveLength(1)
  })
})

describe("fields and filters in the words of requests", () => {
  it("count in process as those of programs: of an amount so many are captured, refunded, disputed and paid out", async () => {
    const { caller, engine } = await start()
    const told = <A>(words: object) => words as A
    const [paid, other] = [
      await engine.call(payments.create(caller, { ...order, captureMethod: "manual" })),
      await engine.call(payments.create(caller, order))
    ]
    const captured = await engine.call(payments.capture(caller, paid.id, told({ amount: 1500 })))
    expect(captured.amountCapturedMinor).toBe(1500)
    const of = { payment_id: paid.id }
    expect(await engine.call(refunds.create(caller, told({ ...of, amount: 100 })))).toMatchObject({ amountMinor: 100 })
    await engine.call(refunds.create(caller, { paymentId: other.id }))
    const reason = "fraudulent"
    const disputed = await engine.call(disputes.open(caller, told({ ...of, amount: 50, reason })))
    expect(disputed).toMatchObject({ amountMinor: 50 })
    const answered = disputes.respondWith(caller, disputed.id, told({ receipt: "No. 18", refund_policy: "None" }))
    expect((await engine.call(answered)).evidence).toEqual({ receipt: "No. 18", refundPolicy: "None" })
    const destination = "ba_test_verified_usd"
    const payout = payouts.create(caller, told({ amount: 20, currency: "usd", destination }))
    expect(await engine.call(payout)).toMatchObject({ amountMinor: 20 })
    const shown = async (listed: { data: ReadonlyArray<unknown> } | Promise<{ data: ReadonlyArray<unknown> }>) =>
      (await listed).data.length
    expect([
      await shown(engine.call(refunds.list(caller, told(of)))),
      await shown(engine.call(disputes.list(caller, told({ payment_id: other.id })))),
      await shown(engine.call(payouts.list(caller, { destination: "ba_test_verified_eur" })))
    ]).toEqual([1, 0, 0])
    const misspelt = disputes.open(caller, told({ paymentId: other.id, reason, acquirerDisputes: "dp_1" }))
    await expect(engine.call(misspelt)).rejects.toMatchObject({ _tag: "InvalidParameters" })
  })
})

describe("lists in process", () => {
  it("refuse what no request could ask for, and name it as the caller did", async () => {
    const { caller, engine } = await start()
    const of = (page: object) => page as never
    const asked = [
      [payments.list(caller, of({ status: "authorized" })), "status"],
      [payments.list(caller, of({ customer: null })), "customer"],
      [payments.list(caller, { createdFrom: Number.NaN }), "createdFrom"],
      [payments.list(caller, of({ costumer: "cus_1" })), "costumer"],
      [payments.list(caller, of({ limit: "10" })), "limit"],
      [refunds.list(caller, of({ cursor: "cur_1" })), "cursor"],
      [events.list(caller, of({ type: "payment.done" })), "type"],
      [events.list(caller, of({ createdTo: "yesterday" })), "createdTo"],
      [refunds.list(caller, { paymentId: "" }), "paymentId"],
      [disputes.list(caller, of({ status: "open" })), "status"],
      [payouts.list(caller, of({ destination: ["ba_1"] })), "destination"],
      [customers.list(caller, { email: "nobody" }), "email"],
      [aml.list(caller, of({ sarRequired: "yes" })), "sarRequired"],
      [aml.list(caller, of({ customer: 7 })), "customer"],
      [bankAccounts.list(caller, of({ customer: null })), "customer"],
      [paymentMethods.list(caller, of({})), "customer"],
      [balance.listEntries(caller, of({})), "source"]
    ] as const
    for (const [list, field] of asked) {
      const refused = { _tag: "InvalidParameters", issues: [{ path: [field] }] }
      await expect(engine.call(list as never), field).rejects.toMatchObject(refused)
    }
    // Clients give both in one.
    const together = engine.call(payments.list(caller, of({ limit: 10 })))
    await expect(together).rejects.toThrow("limit must be in the page, the argument after the filter")
  })

  it("are narrowed by times and flags as they are", async () => {
    const { caller, engine } = await start()
    const { createdAt, id } = await engine.call(payments.create(caller, order))
    const listed = async (filter: object) => (await engine.call(payments.list(caller, filter))).data
    expect(await listed({ createdFrom: createdAt, createdTo: createdAt })).toMatchObject([{ id }])
    expect(await listed({ createdFrom: createdAt + 1 })).toEqual([])
    expect(await listed({ full: true })).toMatchObject([{ payment: { id } }])
    expect((await engine.call(aml.list(caller, { sarRequired: true }))).data).toEqual([])
  })
})

describe("an id in process", () => {
  it.each([undefined, {}, { id: "pay_1" }, ["pay_1"], true])(
    "that is %j is refused with a sentence, and nothing is found",
    async (id) => {
      const { caller, engine } = await start()
      await engine.call(payments.create(caller, order))
      const said = "An id must be a text"
      await expect(engine.call(payments.retrieve(caller, id as never))).rejects.toThrow(said)
      await expect(engine.call(payments.cancel(caller, id as never))).rejects.toThrow(said)
      await expect(engine.call(customers.retrieve(caller, id as never))).rejects.toThrow(said)
    }
  )
})

describe("verifications in process", () => {
  it.each([
    ["a document that is none", { documentType: "library_card" }],
    ["no bytes", { documentFront: "iVBORw0KGgo=" }],
    ["a date that is no text", { dateOfBirth: 19900101 }],
    ["a date under another name", { date_of_birth: "1990-01-01" }]
  ])("C154: %s begins none", async (_, more) => {
    const { caller, engine } = await start()
    const { id: customer } = await engine.call(customers.create(caller, { email: "ada@example.com" }))
    const documentFront = new Uint8Array(png({ width: 300, height: 200 }))
    const command = { customer, documentType: "passport", documentFront, ...more }
    await expect(engine.call(kyc.start(caller, command as never))).rejects.toMatchObject({ _tag: "InvalidParameters" })
    expect((await engine.call(customers.retrieve(caller, customer))).kycStatus).toBe("not_started")
  })
})
