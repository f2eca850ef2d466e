import { describe, expect, it } from "vitest"
import { startHost, testKey, type Host } from "../host.ts"
import {
  account,
  alertsOf,
  customerOf,
  pay,
  reportable,
  rulesOf,
  secondKey,
  startAmlHost,
  suspicious,
  told,
  unflag
} from "./moves.ts"

describe("alerts", () => {
  it("C80-C89, C95, S40: a payment of 10,000.00 USD raises an alert with exactly the documented fields; 9,999.99 none", async () => {
    const host = await startAmlHost()
    const below = await customerOf(host)
    await pay(host, below, 999_999)
    expect(await rulesOf(host, below)).toEqual([])
    const { alert, customer, payment } = await reportable(host)
    expect(alert).toEqual({
      id: expect.stringMatching(/^aml_/),
      object: "aml_alert",
      customer_id: customer,
      alert_type: "currency_transaction_report",
      status: "open",
      sar_required: false,
      transactions: [payment.id],
      rule_id: "ctr_10k",
      rule_name: "Total of 10,000 USD or more in a day",
      created_at: "2026-01-15T09:30:00Z"
    })
    expect((await host.ask("GET", `/v2/aml/alerts/${alert.id}`)).body).toEqual(alert)
  })

  it("C230, S43: aml.alert_created is told once, with the full alert; aml.alert_updated when it grows", async () => {
    const host = await startAmlHost()
    const { alert, customer, id } = await reportable(host)
    const [created, ...more] = await told(host, id)
    expect([created?.type, more.length]).toEqual(["aml.alert_created", 0])
    expect(JSON.parse(created!.body).data).toEqual(alert)
    await pay(host, customer, 100)
    expect((await told(host, id)).map(({ type }) => type)).toEqual(["aml.alert_created", "aml.alert_updated"])
  })

  it("S46: a payment that is sent twice under one key counts once", async () => {
    const host = await startAmlHost()
    const customer = await customerOf(host)
    const order = { amount: 600_000, currency: "usd", payment_method: "pm_card_visa", customer }
    const ask = () => host.ask("POST", "/v2/payments", order, { "idempotency-key": "order-17" })
    expect((await ask()).text).toBe((await ask()).text)
    expect(await rulesOf(host, customer)).toEqual([])
    const { id } = (await pay(host, customer, 400_000)).body
    const [alert] = await alertsOf(host, `?customer_id=${customer}`)
    expect([alert.rule_id, alert.transactions.length, alert.transactions[1]]).toEqual(["ctr_10k", 2, id])
  })

  it("S38: four times 2,500.00 in a day raise one alert on the fourth, and the fifth is appended", async () => {
    const host = await startAmlHost()
    const customer = await customerOf(host)
    const paid: Array<string> = []
    for (let index = 0; index < 5; index++) {
      paid.push((await pay(host, customer, 250_000)).body.id)
      await host.engine.clock.advance("1 minute")
      if (index === 2) expect(await alertsOf(host, `?customer_id=${customer}&sar_required=false`)).toEqual([])
      // Four in a row are split payments too: the flag that follows is not what this is about.
      await unflag(host, customer)
    }
    const alerts = await alertsOf(host, `?customer_id=${customer}&sar_required=false`)
    expect(alerts.map(({ rule_id, transactions }) => [rule_id, transactions])).toEqual([["ctr_10k", paid]])
  })

  it("S37: a day ends at midnight of the account's zone, also where clocks were moved", async () => {
    const host = await startHost({
      cards: { accounts: [{ id: account, keys: [testKey], aml: { timeZone: "America/New_York" } }] },
      // 23:59:59 on the day on which clocks are put forward.
      engine: { clock: "2026-03-09T03:59:59Z" }
    })
    const split = await customerOf(host)
    const same = await customerOf(host)
    await pay(host, split, 500_000)
    await host.engine.clock.advance("1 second")
    await pay(host, split, 500_000)
    await pay(host, same, 500_000)
    await host.engine.clock.advance("23 hours")
    await pay(host, same, 500_000)
    expect([await rulesOf(host, split), await rulesOf(host, same)]).toEqual([[], ["ctr_10k"]])
  })

  it("S39, C95: other currencies count by their worth in USD", async () => {
    const host = await startAmlHost()
    const [yen, dinar, fewYen] = [await customerOf(host), await customerOf(host), await customerOf(host)]
    await pay(host, yen, 1_454_546, { currency: "jpy" })
    await pay(host, dinar, 3_090_910, { currency: "kwd" })
    await pay(host, fewYen, 1_454_500, { currency: "jpy" })
    expect([await rulesOf(host, yen), await rulesOf(host, dinar), await rulesOf(host, fewYen)]).toEqual([
      ["ctr_10k"],
      ["ctr_10k"],
      []
    ])
  })

  it("only captured money counts, at the time of the capture; nothing without a customer", async () => {
    const host = await startAmlHost()
    const customer = await customerOf(host)
    const manual = (await pay(host, customer, 2_000_000, { capture_method: "manual" })).body
    await pay(host, customer, 2_000_000, { payment_method: "pm_card_declined" })
    await host.pay({ amount: 5_000_000 })
    expect(await alertsOf(host)).toEqual([])
    await host.ask("POST", `/v2/payments/${manual.id}/capture`, { amount: 1_000_000 })
    expect(await rulesOf(host, customer)).toEqual(["ctr_10k"])
  })

  it("B11, C162: an open alert that needs a report asks for verification before the next payment", async () => {
    const host = await startAmlHost()
    const { customer } = await suspicious(host)
    const shown = (await host.ask("GET", `/v2/customers/${customer}`)).body
    expect(shown.flags).toEqual(["high_risk"])
    const { body, status } = await pay(host, customer, 100)
    expect([status, body.error.code, body.error.param]).toEqual([403, "kyc_required", "customer"])
  })

  it.each(["KP", "IR", "CU"])("S48: nothing is taken from %s; an alert tells of the attempts", async (country) => {
    const host = await startAmlHost()
    const customer = await customerOf(host, { address: { country } })
    const { body, status } = await pay(host, customer, 100)
    expect([status, body.error.code, body.error.param]).toEqual([403, "sanctioned_country", "customer"])
    const again = await pay(host, customer, 100)
    expect([again.status, again.body.error.code]).toEqual([403, "sanctioned_country"])
    const alerts = await alertsOf(host, `?customer_id=${customer}`)
    expect(alerts.map(({ rule_id, transactions }) => [rule_id, transactions])).toEqual([["high_risk_call", []]])
    expect((await host.ask("GET", `/v2/payments?customer=${customer}`)).body.data).toEqual([])
  })

  it("S41, S48: the alert about attempts under an embargo needs a report from 5,000 USD on", async () => {
    const host = await startAmlHost()
    const customer = await customerOf(host, { address: { country: "CU" } })
    const afterAttempt = async (amount: number, currency: string) => {
      expect((await pay(host, customer, amount, { currency })).status).toBe(403)
      return (await alertsOf(host, `?customer_id=${customer}`)).map(({ sar_required }) => sar_required)
    }
    expect(await afterAttempt(499_999, "usd")).toEqual([false])
    expect(await afterAttempt(499_999, "eur")).toEqual([true])
    expect(await afterAttempt(100, "usd")).toEqual([true])
  })

  it.each([
    [{ country: "UA", state: "UA-40" }],
    [{ country: "UA", city: "Sevastopol" }],
    [{ country: "RU", state: "Republic of Crimea" }],
    [{ country: "UA", state: "Donetska oblast" }],
    [{ country: "UA", state: "09" }]
  ])("S48: nothing is taken from a region under embargo: %j", async (address) => {
    const host = await startAmlHost()
    const { body, status } = await pay(host, await customerOf(host, { address }), 100)
    expect([status, body.error.code, body.error.param]).toEqual([403, "sanctioned_country", "customer"])
  })

  it("C93: a country under a call for action makes the customer high-risk; one under increased monitoring does not", async () => {
    const host = await startAmlHost()
    const [call, grey] = [
      await customerOf(host, { address: { country: "MM" } }),
      await customerOf(host, { address: { country: "HT" } })
    ]
    await pay(host, call, 100)
    await pay(host, grey, 99_999)
    expect([await rulesOf(host, call), await rulesOf(host, grey)]).toEqual([["high_risk_call"], []])
    await pay(host, grey, 100_000)
    expect(await rulesOf(host, grey)).toEqual(["high_risk_grey"])
    expect((await pay(host, call, 100)).body.error.code).toBe("kyc_required")
    expect((await pay(host, grey, 100)).status).toBe(200)
  })

  it("B11, C93: the country of a billing address counts as the card's and the customer's do", async () => {
    const host = await startAmlHost()
    const billed = async (address: object, type: "card" | "us_bank_account" = "card") => {
      const card = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
      const us_bank_account = {
        routing_number: "110000000",
        account_number: "000123456789",
        account_holder_name: "A B"
      }
      const entered = type === "card" ? { card } : { us_bank_account }
      const body = { type, ...entered, billing_details: { address } }
      return (await host.ask("POST", "/v2/payment_methods", body)).body.id as string
    }
    const [call, grey, debited] = [await customerOf(host), await customerOf(host), await customerOf(host)]
    expect((await pay(host, call, 100, { payment_method: await billed({ country: "MM" }) })).status).toBe(200)
    const greyCard = await billed({ country: "HT" })
    await pay(host, grey, 99_999, { payment_method: greyCard })
    expect([await rulesOf(host, call), await rulesOf(host, grey)]).toEqual([["high_risk_call"], []])
    await pay(host, grey, 100_000, { payment_method: greyCard })
    expect(await rulesOf(host, grey)).toEqual(["high_risk_grey"])
    const [alert] = await alertsOf(host, `?customer_id=${call}`)
    expect([alert.alert_type, alert.sar_required]).toEqual(["high_risk_jurisdiction", false])
    await pay(host, debited, 100, { payment_method: await billed({ country: "MM" }, "us_bank_account") })
    await host.engine.clock.advance("7 days")
    expect(await rulesOf(host, debited)).toEqual(["high_risk_call"])
  })

  it.each([{ country: "KP" }, { country: "IR" }, { country: "CU" }, { country: "UA", city: "Sevastopol" }])(
    "S48: nothing is taken from a customer with a billing address under embargo: %j",
    async (address) => {
      const host = await startAmlHost()
      const card = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
      const method = { type: "card", card, billing_details: { address } }
      const { id } = (await host.ask("POST", "/v2/payment_methods", method)).body
      const customer = await customerOf(host)
      const { body, status } = await pay(host, customer, 100, { payment_method: id })
      expect([status, body.error.code, body.error.param]).toEqual([403, "sanctioned_country", "payment_method"])
      expect(await rulesOf(host, customer)).toEqual(["high_risk_call"])
      expect((await host.ask("GET", `/v2/payments?customer=${customer}`)).body.data).toEqual([])
      // Nor without one: leaving the customer out opens nothing.
      const guest = await host.ask("POST", "/v2/payments", { amount: 100, currency: "usd", payment_method: id })
      expect([guest.status, guest.body.error?.code]).toEqual([403, "sanctioned_country"])
      expect((await host.ask("GET", "/v2/payments")).body.data).toEqual([])
    }
  )

  it("C94, S51: a politically exposed person raises an alert when screened, once", async () => {
    const host = await startAmlHost()
    const customer = await customerOf(host, { name: "Test Pep Person" })
    const renamed = await customerOf(host, { name: "Jo Doe" })
    await host.ask("POST", `/v2/customers/${renamed}`, { name: "Test Pep Person" })
    await host.ask("POST", `/v2/customers/${customer}`, { name: "Jo Doe" })
    await host.ask("POST", `/v2/customers/${customer}`, { name: "Test Pep Person" })
    expect([await rulesOf(host, customer), await rulesOf(host, renamed)]).toEqual([["pep_onboard"], ["pep_onboard"]])
  })
})

describe("what people do with alerts", () => {
  const change = (host: Host, id: string, body: unknown, key = testKey) =>
    host.ask("POST", `/v2/aml/alerts/${id}`, body, { authorization: `Bearer ${key}` })

  it("C123, S42: open → under_review → closed, with a line of history each; then nothing any more", async () => {
    const host = await startAmlHost()
    const { id } = await reportable(host)
    expect((await change(host, id, { status: "under_review" })).body.status).toBe("under_review")
    expect((await change(host, id, { status: "closed", note: "salary" })).body.status).toBe("closed")
    const again = await change(host, id, { status: "under_review" })
    expect([again.status, again.body.error.code, again.body.error.param]).toEqual([
      400,
      "invalid_alert_transition",
      "status"
    ])
    const { body } = await host.ask("GET", `/v2/aml/alerts/${id}/history`)
    expect(body.data.map(({ action, from, note, to }: any) => [action, from, to, note])).toEqual([
      ["changed", "under_review", "closed", "salary"],
      ["changed", "open", "under_review", null],
      ["raised", null, "open", null]
    ])
    expect((await told(host, id)).map(({ type }) => type)).toEqual([
      "aml.alert_created",
      "aml.alert_updated",
      "aml.alert_updated"
    ])
  })

  it("S42: closing from open, and filing what needs no report, take a note", async () => {
    const host = await startAmlHost()
    const first = await reportable(host)
    const refused = await change(host, first.id, { status: "closed" })
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      400,
      "parameter_missing",
      "note"
    ])
    expect((await change(host, first.id, { status: "closed", note: "known" })).status).toBe(200)
    const second = await reportable(host)
    expect((await change(host, second.id, { status: "sar_filed", note: "x" })).body.error.code).toBe(
      "invalid_alert_transition"
    )
    await change(host, second.id, { status: "under_review" })
    expect((await change(host, second.id, { status: "sar_filed" })).body.error.param).toBe("note")
    expect((await change(host, second.id, { status: "sar_filed", note: "asked to" })).body.status).toBe("sar_filed")
  })

  it("S42: an alert that needs a report is filed, or closed with a note by somebody else", async () => {
    const host = await startAmlHost()
    const { customer, id } = await suspicious(host)
    const early = await change(host, id, { status: "sar_filed", note: "x" })
    expect([early.status, early.body.error.code]).toEqual([400, "invalid_alert_transition"])
    expect((await change(host, id, { status: "closed", note: "x" })).body.error.code).toBe("invalid_alert_transition")
    await change(host, id, { status: "under_review" })
    expect((await change(host, id, { status: "closed", note: "x" })).body.error.code).toBe("invalid_alert_transition")
    expect((await change(host, id, { status: "closed" }, secondKey)).body.error.code).toBe("parameter_missing")
    expect((await change(host, id, { status: "closed", note: "two cars" }, secondKey)).body.status).toBe("closed")
    expect((await host.ask("GET", `/v2/customers/${customer}`)).body.flags).toEqual([])
    expect((await pay(host, customer, 100)).status).toBe(200)
    const filed = await suspicious(host)
    await change(host, filed.id, { status: "under_review" })
    expect((await change(host, filed.id, { status: "sar_filed" })).body.status).toBe("sar_filed")
    expect((await host.ask("GET", `/v2/customers/${filed.customer}`)).body.flags).toEqual(["high_risk"])
    for (const status of ["open", "under_review", "closed", "sar_filed"]) {
      const again = await change(host, filed.id, { status, note: "x" }, secondKey)
      expect([status, again.status, again.body.error.code]).toEqual([status, 400, "invalid_alert_transition"])
    }
    const { data } = (await host.ask("GET", `/v2/aml/alerts/${filed.id}/history`)).body
    expect(data.map(({ to }: { to: string }) => to)).toEqual(["sar_filed", "under_review", "open"])
  })

  it("an ended alert takes nothing any more: what comes then opens another", async () => {
    const host = await startAmlHost()
    const { customer, id } = await reportable(host)
    await change(host, id, { status: "closed", note: "known" })
    const next = (await pay(host, customer, 100)).body.id
    const alerts = await alertsOf(host, `?customer_id=${customer}`)
    expect(alerts.map(({ status }) => status)).toEqual(["open", "closed"])
    expect(alerts[0].transactions).toContain(next)
  })

  it("C131, C167-C170, C102, S41, S49: the list is filtered, newest first, and its pages stay while alerts are added", async () => {
    const host = await startAmlHost()
    const ids: Array<string> = []
    for (let index = 0; index < 5; index++) ids.unshift((await reportable(host)).id)
    const { customer, id } = await suspicious(host)
    await change(host, ids[1]!, { status: "under_review" })
    expect((await alertsOf(host)).map((alert) => alert.id)).toEqual([id, ...ids])
    const [first] = await alertsOf(host, "?sar_required=true")
    expect([first.id, (await alertsOf(host, "?sar_required=true")).length]).toEqual([id, 1])
    expect((await alertsOf(host, "?sar_required=false")).map((alert) => alert.id)).toEqual(ids)
    expect((await alertsOf(host, "?status=under_review")).map((alert) => alert.id)).toEqual([ids[1]])
    expect((await alertsOf(host, `?customer_id=${customer}`)).length).toBe(1)
    const page = (await host.ask("GET", "/v2/aml/alerts?limit=2&sar_required=false")).body
    await reportable(host)
    const next = (await host.ask("GET", `/v2/aml/alerts?limit=3&sar_required=false&cursor=${page.next_cursor}`)).body
    expect([page, next].map(({ data }) => data.map((alert: any) => alert.id))).toEqual([ids.slice(0, 2), ids.slice(2)])
  })

  it.each([
    ["GET", "?status=lost", "status"],
    ["GET", "?sar_required=yes", "sar_required"],
    ["GET", "?limit=0", "limit"],
    ["GET", "?limit=101", "limit"],
    ["GET", "?cursor=cur_x", "cursor"],
    ["GET", "?customer=cus_x", "customer"]
  ])("bad input: %s /v2/aml/alerts%s is refused", async (method, query, param) => {
    const { body, status } = await (await startAmlHost()).ask(method, `/v2/aml/alerts${query}`)
    expect([status, body.error.type, body.error.param]).toEqual([400, "validation_error", param])
  })

  it.each([
    [{}, "status"],
    [{ status: "done" }, "status"],
    [{ status: "under_review", note: "" }, "note"],
    [{ status: "under_review", note: "x".repeat(1001) }, "note"],
    [{ status: "under_review", reason: "x" }, "reason"]
  ])("bad input: a change with %j is refused, and nothing is stored", async (body, param) => {
    const host = await startAmlHost()
    const { alert, id } = await reportable(host)
    const refused = await change(host, id, body)
    expect([refused.status, refused.body.error.param]).toEqual([400, param])
    expect((await host.ask("GET", `/v2/aml/alerts/${id}`)).body).toEqual(alert)
    expect((await host.ask("GET", `/v2/aml/alerts/${id}/history`)).body.data.length).toBe(1)
  })

  it("C102: a cursor that the history of an alert did not give is refused", async () => {
    const host = await startAmlHost()
    const { id } = await reportable(host)
    const { body, status } = await host.ask("GET", `/v2/aml/alerts/${id}/history?cursor=abc`)
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_cursor", "cursor"])
  })

  it("an alert of another account, or of none, is not found", async () => {
    const host = await startAmlHost()
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["GET", "/history"]
    ] as const) {
      const body = method === "POST" ? { status: "under_review" } : undefined
      const answer = await host.ask(method, `/v2/aml/alerts/aml_unknown${path}`, body)
      expect([answer.status, answer.body.error.code]).toEqual([404, "resource_missing"])
    }
  })
})
