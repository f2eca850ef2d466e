/** The seven signals over HTTP: each at its exact edge, on engine time, at the same time, and after a restart. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { payments, testAccount } from "../../plugins/cards/index.ts"
import { startHost, type Host } from "./host.ts"

type Body = Readonly<Record<string, unknown>>

/** Cards that succeed in the US without authentication, each with a number of its own. */
const cards = [
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_amex",
  "pm_card_discover",
  "pm_card_3ds_optional",
  "pm_card_in",
  "pm_card_br",
  "pm_card_jp",
  "pm_card_fr",
  "pm_card_de",
  "pm_card_eea_corporate",
  "pm_card_refundFail",
  "pm_card_pendingRefund"
]

const ordinary = "Mozilla/5.0"

/** Signals of a new payment, whatever came of it. */
const signalsOf = async (host: Host, body: Body = {}): Promise<ReadonlyArray<string>> => {
  const { body: answer, status } = await host.ask("POST", "/v2/payments", {
    amount: 2000,
    currency: "usd",
    payment_method: "pm_card_visa",
    ...body
  })
  if (status === 200) return answer.risk.signals
  return (await host.ask("GET", `/v2/payments/${answer.error.payment_id}`)).body.risk.signals
}

const repeat = async (times: number, work: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < times; index++) await work(index)
}

const customerOf = async (host: Host, email = "a@example.com", country = "US"): Promise<string> =>
  (await host.ask("POST", "/v2/customers", { email, name: "Ada Quill", address: { country } })).body.id

const methodOf = async (host: Host, number: string, more: Body = {}): Promise<string> =>
  (
    await host.ask("POST", "/v2/payment_methods", {
      type: "card",
      card: { number, exp_month: 12, exp_year: 2030, cvc: "123" },
      ...more
    })
  ).body.id

describe("velocity_check", () => {
  it("C71, C1: fires on the 6th attempt with a card in 10 minutes, and not on the 5th", async () => {
    const host = await startHost()
    await repeat(5, async () => expect(await signalsOf(host)).toEqual([]))
    expect(await signalsOf(host)).toEqual(["velocity_check"])
    expect(await signalsOf(host, { payment_method: "pm_card_mastercard" })).toEqual([])
  })

  it("C71, C1: the window slides on engine time: at 10 minutes an attempt has left it, a second earlier not", async () => {
    const host = await startHost()
    await repeat(5, () => signalsOf(host))
    await host.engine.clock.advance("599 seconds")
    expect(await signalsOf(host)).toEqual(["velocity_check"])
    await host.engine.clock.advance("1 second")
    // One attempt is left in the window, of a second ago.
    await repeat(4, async () => expect(await signalsOf(host)).toEqual([]))
    expect(await signalsOf(host)).toEqual(["velocity_check"])
  })

  it("C71, C1: fires on the 11th attempt of a customer in an hour, whatever the cards, and not on the 10th", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const pay = (index: number) => signalsOf(host, { payment_method: cards[index % 5], customer })
    await repeat(10, async (index) => expect(await pay(index)).not.toContain("velocity_check"))
    expect(await signalsOf(host, { payment_method: "pm_card_refundFail", customer })).toContain("velocity_check")
    await host.engine.clock.advance("1 hour")
    expect(await signalsOf(host, { payment_method: "pm_card_refundFail", customer })).not.toContain("velocity_check")
  })

  it("C71, C1: counts attempts however far apart in the window, each in a second of its own", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const pay = async (index: number) => {
      await host.engine.clock.advance("5 minutes")
      return signalsOf(host, { payment_method: cards[index % 5], customer })
    }
    await repeat(10, async (index) => expect(await pay(index)).not.toContain("velocity_check"))
    expect(await pay(10)).toContain("velocity_check")
  })

  it("C71, C1: fires on the 11th attempt from an address, and not on the 10th", async () => {
    const host = await startHost()
    const client = { ip: "192.0.2.7" }
    const pay = (index: number) => signalsOf(host, { payment_method: cards[index], client })
    await repeat(10, async (index) => expect(await pay(index)).not.toContain("velocity_check"))
    expect(await pay(10)).toContain("velocity_check")
    expect(await signalsOf(host, { payment_method: cards[11], client: { ip: "192.0.2.8" } })).toEqual([])
  })

  it.each([
    [
      "an address of IPv4",
      ["192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:192.0.2.7"],
      "192.0.2.8"
    ],
    [
      "a network of IPv6",
      ["2001:db8::7", "2001:DB8:0:0:0:0:0:7", "2001:0db8::7", "2001:db8:0:0:1::9"],
      "2001:db8:0:1::7"
    ]
  ])("C71, C1: counts %s however it is written", async (_, spellings, other) => {
    const host = await startHost()
    const pay = (index: number, ip: string) => signalsOf(host, { payment_method: cards[index], client: { ip } })
    const spelled = (index: number) => pay(index, spellings[index % spellings.length]!)
    await repeat(10, async (index) => expect(await spelled(index)).not.toContain("velocity_check"))
    expect(await spelled(10)).toContain("velocity_check")
    expect(await pay(11, other)).toEqual([])
  })

  it("C71, C1: declined attempts count as well, and those of another account do not", async () => {
    const host = await startHost()
    const declined = { payment_method: "pm_card_declined" }
    await repeat(5, () => signalsOf(host, declined))
    const other = { authorization: "Bearer sk_test_another_account" }
    const theirs = await host.ask("POST", "/v2/payments", { amount: 2000, currency: "usd", ...declined }, other)
    const found = await host.ask("GET", `/v2/payments/${theirs.body.error.payment_id}`, undefined, other)
    expect(found.body.risk.signals).toEqual([])
    expect(await signalsOf(host, declined)).toEqual(["velocity_check"])
  })

  it("C71, C1: a repetition under the same idempotency key is no second attempt", async () => {
    const host = await startHost()
    const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
    await repeat(9, () => host.ask("POST", "/v2/payments", body, { "idempotency-key": "one" }))
    await repeat(4, () => signalsOf(host))
    expect(await signalsOf(host)).toEqual(["velocity_check"])
  })

  it("C71, C1: of 20 payments at the same time with one card exactly 15 show it, and all are made", async () => {
    const host = await startHost()
    const all = await Promise.all(Array.from({ length: 20 }, () => signalsOf(host)))
    expect(all.filter((signals) => signals.includes("velocity_check"))).toHaveLength(15)
  })

  it("C71, C1: the same with customer, address and device, and over a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-risk-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const client = { ip: "192.0.2.7", device_id: "dev_1", user_agent: ordinary }
    const first = await startHost({ folder })
    const customer = await customerOf(first)
    const all = await Promise.all(Array.from({ length: 4 }, () => signalsOf(first, { customer, client })))
    expect(all.flat()).toEqual([])
    await first.engine.close()
    const second = await startHost({ folder })
    expect(await signalsOf(second, { customer, client })).toEqual([])
    expect(await signalsOf(second, { customer, client })).toEqual(["velocity_check"])
  })
})

describe("card_testing and device_anomaly", () => {
  it.each([
    ["address", { ip: "192.0.2.7" }],
    ["device", { device_id: "dev_1" }]
  ])("C71, C1: card_testing fires on the 3rd card with less than 500 minor units from one %s", async (_, client) => {
    const host = await startHost()
    const pay = (index: number, amount: number) => signalsOf(host, { payment_method: cards[index], amount, client })
    expect(await pay(0, 499)).toEqual([])
    expect(await pay(0, 499)).toEqual([])
    expect(await pay(1, 499)).toEqual([])
    // 500 is not small: neither the third, nor counted.
    expect(await pay(2, 500)).toEqual([])
    expect(await pay(2, 499)).toEqual(["card_testing"])
    await host.engine.clock.advance("10 minutes")
    expect(await pay(2, 499)).toEqual([])
  })

  it.each([
    ["address", { ip: "192.0.2.7" }],
    ["device", { device_id: "dev_1" }]
  ])("C71, C1: card_testing fires after 3 declines on one %s in 10 minutes, and not after 2", async (_, client) => {
    const host = await startHost()
    const declined = () => signalsOf(host, { payment_method: "pm_card_declined", client })
    await repeat(2, declined)
    expect(await signalsOf(host, { client })).toEqual([])
    expect(await declined()).toEqual([])
    expect(await signalsOf(host, { client })).toEqual(["card_testing"])
    await host.engine.clock.advance("10 minutes")
    expect(await signalsOf(host, { client })).toEqual([])
  })

  it("C71, C1: of 3 small cards at the same time from one address exactly one shows card_testing", async () => {
    const host = await startHost()
    const client = { ip: "192.0.2.7" }
    const all = await Promise.all(
      cards.slice(0, 3).map((payment_method) => signalsOf(host, { payment_method, amount: 100, client }))
    )
    expect(all.filter((signals) => signals.includes("card_testing"))).toHaveLength(1)
  })

  it("C71, C1: device_anomaly fires on the 4th card of a device in 24 hours, and not on the 3rd", async () => {
    const host = await startHost()
    const pay = (index: number) => signalsOf(host, { payment_method: cards[index], client: { device_id: "dev_1" } })
    await repeat(3, async (index) => expect(await pay(index)).toEqual([]))
    expect(await pay(0)).toEqual([])
    expect(await pay(3)).toEqual(["device_anomaly"])
    await host.engine.clock.advance("24 hours")
    expect(await pay(4)).toEqual([])
  })

  it.each([
    ["", ["device_anomaly"]],
    ["Mozilla/5.0 HeadlessChrome/120", ["device_anomaly"]],
    [ordinary, []]
  ])("C71, C1: device_anomaly by the user agent %j: %j", async (user_agent, signals) => {
    expect(await signalsOf(await startHost(), { client: { user_agent } })).toEqual(signals)
  })

  it("C71, C1: device_anomaly fires for a known customer on a new device after 3 payments on one, not after 2", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const pay = (device_id: string) => signalsOf(host, { customer, client: { device_id } })
    await repeat(2, () => pay("dev_1"))
    // The second device breaks the row, so does going back to the first.
    expect(await pay("dev_2")).toEqual([])
    await host.engine.clock.advance("10 minutes")
    await repeat(2, () => pay("dev_1"))
    expect(await pay("dev_3")).toEqual([])
    await host.engine.clock.advance("10 minutes")
    await repeat(3, () => pay("dev_1"))
    expect(await pay("dev_4")).toEqual(["device_anomaly"])
    expect(await pay("dev_2")).not.toContain("device_anomaly")
  })
})

describe("places", () => {
  it("C71, C1: ip_mismatch needs a known address in neither country", async () => {
    const host = await startHost()
    expect(await signalsOf(host, { client: { ip: "198.51.100.9" } })).toEqual(["ip_mismatch"])
    expect(await signalsOf(host, { client: { ip: "192.0.2.9" } })).toEqual([])
    expect(await signalsOf(host, { client: { ip: "8.8.8.8" } })).toEqual([])
    expect(await signalsOf(host, { client: { ip: "8.8.8.8", ip_country: "FR" } })).toEqual(["ip_mismatch"])
    const refused = await host.ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: "pm_card_visa",
      client: { ip_country: "fr" }
    })
    expect(refused.status).toBe(400)
    expect(refused.body.error.param).toBe("client.ip_country")
  })

  it("C71, C1: bin_mismatch compares with the billing address, else with the customer's", async () => {
    const host = await startHost()
    const billed = (country: string) =>
      methodOf(host, "5555555555554444", { billing_details: { address: { country } } })
    expect(await signalsOf(host, { payment_method: await billed("DE") })).toEqual(["bin_mismatch"])
    expect(await signalsOf(host, { payment_method: await billed("US") })).toEqual([])
    const german = await customerOf(host, "b@example.com", "DE")
    expect(await signalsOf(host, { customer: german })).toEqual(["bin_mismatch"])
  })

  it("C71, C1: high_risk_country by the test address", async () => {
    const host = await startHost()
    for (const ip of ["203.0.113.1", "::ffff:203.0.113.1"]) {
      expect(await signalsOf(host, { client: { ip } })).toEqual(["ip_mismatch", "high_risk_country"])
    }
  })
})

describe("unusual_amount", () => {
  it("C71, C1: fires above 10 times the median of 5 succeeded payments, and not at it", async () => {
    const host = await startHost()
    const customer = await customerOf(host)
    const pay = (index: number, amount: number) => signalsOf(host, { payment_method: cards[index], customer, amount })
    await repeat(4, (index) => pay(index, 1_000 + index * 1_000))
    // Four are too few, and what failed or is not captured is not one.
    await signalsOf(host, { payment_method: "pm_card_declined", customer })
    await signalsOf(host, { payment_method: cards[4], customer, capture_method: "manual" })
    expect(await pay(4, 400_000)).toEqual([])
    // 1000, 2000, 3000, 4000, 400000: the median is 3000.
    expect(await pay(4, 30_001)).toEqual(["unusual_amount"])
    // With 30001 among them it is 3500, half way between the two in the middle.
    expect(await pay(4, 35_000)).toEqual([])
  })

  it("C71, C1: fires above 5,000.00 EUR without history, and not at it", async () => {
    const host = await startHost()
    expect(await signalsOf(host, { currency: "eur", amount: 500_000 })).toEqual([])
    expect(await signalsOf(host, { currency: "eur", amount: 500_001 })).toEqual(["unusual_amount"])
    const customer = await customerOf(host)
    expect(await signalsOf(host, { currency: "eur", amount: 500_001, customer })).toEqual(["unusual_amount"])
    expect(await signalsOf(host, { currency: "eur", amount: 500_001, customer })).toEqual([])
  })
})

describe("the counters", () => {
  it("C1: rows that no window reaches any more are forgotten as payments come in", async () => {
    const host = await startHost()
    const caller = await host.engine.caller({ principal: testAccount("acct_cleaning") })
    const pay = (index: number) =>
      payments.create(
        caller,
        { amountMinor: 100, currency: "usd", paymentMethod: cards[index % 5]! },
        { client: { ip: `192.0.2.${index}`, deviceId: `dev_${index}` } }
      )
    const rows = async (table: string) =>
      Number((await host.engine.call(caller.store.read<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, [])))[0]!.n)
    await repeat(100, (index) => host.engine.call(pay(index)))
    expect(await rows("cards_risk_attempts")).toBe(105)
    expect(await rows("cards_risk_cards")).toBe(300)
    await host.engine.clock.advance("2 days")
    await repeat(100, () => host.engine.call(pay(0)))
    // What is left is of the last payments: a card, an address, and the card on both and on the device.
    expect(await rows("cards_risk_attempts")).toBe(2)
    expect(await rows("cards_risk_cards")).toBe(3)
  })
})
