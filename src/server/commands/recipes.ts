/** What a sandbox has to do so that an event of cards is emitted: calls of the API, by the type of the event. */
import { randomBytes } from "node:crypto"
import { BursarError, type Bursar } from "../../client/index.ts"

/** Calls that emit the event. */
export type Recipe = (client: Bursar) => Promise<unknown>

const pay = (client: Bursar, more: object = {}) =>
  client.payments.create({ amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...more })

const authorize = (client: Bursar) => pay(client, { capture_method: "manual" })

/** A payment that is refused is stored, and its event emitted. */
const declined = (payment: Promise<unknown>) =>
  payment.catch((error: unknown) => {
    if (!(error instanceof BursarError) || error.type !== "declined") throw error
  })

const person = (client: Bursar, name = "Ada Example") =>
  client.customers.create({ email: `trigger-${randomBytes(6).toString("hex")}@example.com`, name })

const cardOf = async (client: Bursar) => {
  const customer = await person(client)
  const { id } = await client.paymentMethods.create({
    type: "card",
    card: { number: "4242424242424242", exp_month: 12, exp_year: 2060, cvc: "123" }
  })
  return client.paymentMethods.attach(id, { customer: customer.id })
}

const dispute = async (client: Bursar) => {
  const { id } = await pay(client)
  return client.testHelpers.disputes.create({ payment_id: id, reason: "fraudulent" })
}

const payout = async (client: Bursar, method: "standard" | "instant" = "standard") => {
  await client.testHelpers.balance.fund({ currency: "usd", amount: 10_000 })
  return client.payouts.create({ amount: 1000, currency: "usd", destination: "ba_test_verified_usd", method })
}

/** An authorization lasts for 7 days. */
const authorizationSeconds = 7 * 86_400

export const recipes: Readonly<Record<string, Recipe>> = {
  "payment.created": (client) => pay(client),
  "payment.requires_action": (client) => pay(client, { payment_method: "pm_card_3ds_required" }),
  "payment.authorized": authorize,
  "payment.succeeded": (client) => pay(client),
  "payment.captured": async (client) => client.payments.capture((await authorize(client)).id),
  "payment.failed": (client) => declined(Promise.resolve(pay(client, { payment_method: "pm_card_declined" }))),
  "payment.canceled": async (client) => client.payments.cancel((await authorize(client)).id),
  "payment.expired": async (client) => {
    await authorize(client)
    await client.testHelpers.clock.advance({ seconds: authorizationSeconds }, { timeoutMs: Number.POSITIVE_INFINITY })
  },
  "customer.created": (client) => person(client),
  "customer.updated": async (client) => client.customers.update((await person(client)).id, { phone: "+14155550100" }),
  "customer.deleted": async (client) => client.customers.del((await person(client)).id),
  "payment_method.attached": cardOf,
  "payment_method.detached": async (client) => client.paymentMethods.detach((await cardOf(client)).id),
  "bank_account.verified": async (client) => {
    const account = {
      country: "US",
      currency: "usd",
      account_holder_name: "Ada Example",
      routing_number: "110000000",
      account_number: "000123456789"
    } as const
    const { id } = await client.bankAccounts.create({ customer: (await person(client)).id, ...account })
    return client.testHelpers.bankAccounts.verify(id)
  },
  "screening.match": async (client) => {
    const name = `Listed ${randomBytes(6).toString("hex")}`
    await client.testHelpers.screeningEntries.create({ name })
    return person(client, name)
  },
  "refund.created": async (client) => client.refunds.create({ payment_id: (await pay(client)).id }),
  "refund.updated": async (client) => {
    const { id } = await pay(client, { payment_method: "pm_card_pendingRefund" })
    const refund = await client.refunds.create({ payment_id: id })
    return client.testHelpers.refunds.resolve(refund.id, { outcome: "succeeded" })
  },
  "refund.failed": async (client) => {
    const { id } = await pay(client, { payment_method: "pm_card_pendingRefund" })
    const refund = await client.refunds.create({ payment_id: id })
    return client.testHelpers.refunds.resolve(refund.id, { outcome: "failed" })
  },
  "dispute.created": dispute,
  "dispute.updated": async (client) =>
    client.disputes.respond((await dispute(client)).id, { receipt: "Receipt 1", submit: false }),
  "dispute.closed": async (client) => client.disputes.accept((await dispute(client)).id),
  "payout.created": (client) => payout(client),
  "payout.in_transit": (client) => payout(client, "instant"),
  "payout.paid": async (client) => client.testHelpers.payouts.pay((await payout(client, "instant")).id),
  "payout.failed": async (client) => client.testHelpers.payouts.fail((await payout(client, "instant")).id),
  "payout.canceled": async (client) => client.payouts.cancel((await payout(client)).id)
}
