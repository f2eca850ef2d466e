/** What callers do: payments by card and between banks, each with the end that it must come to. */
import { addBankingDays } from "../../plugins/bank/calendar/banking-days.ts"
import { earliestStandardDate } from "../../plugins/bank/calendar/ach-windows.ts"
import type { Callers, Operation } from "./Caller.ts"
import { bankClients, cardAccounts } from "./fleet.ts"

/** How a payment must end, known from the answers alone. */
export interface Expected {
  readonly id: string
  readonly kind: "card" | "instant" | "ach"
  /** The account or client it belongs to. */
  readonly owner: string
  readonly credential: string
  /** Its status now. */
  readonly status: string
  /** Its status after ten days. */
  readonly finally: string
  /** What it moves in the end, in cents: to the merchant, or out of the customer's account. */
  readonly movedMinor: number
  readonly refunds: ReadonlyArray<string>
}

/** Who asks, and by which dice. */
export interface Shop {
  readonly callers: Callers
  readonly random: () => number
  readonly nextKey: () => string
}

const choose = <A>({ random }: Shop, of: ReadonlyArray<A>): A => of[Math.floor(random() * of.length)]!

const amountOf = ({ random }: Shop): number => 100 + Math.floor(random() * 20_000)

/** Asks, and now and then once more. */
const ask = async (shop: Shop, operation: Omit<Operation, "key">, allowed: ReadonlyArray<number>) => {
  const answer = await shop.callers.ask({ ...operation, key: shop.nextKey() })
  if (!allowed.includes(answer.status)) {
    shop.callers.violations.push(`${answer.path} was answered ${answer.status}: ${answer.text}`)
  }
  if (shop.random() < 0.1) await shop.callers.askAgain(answer)
  return JSON.parse(answer.text) as any
}

/** One of the accounts: how it is asked, and what its payments come to. */
const atAnAccount = (shop: Shop) => {
  const { id: owner, keys } = choose(shop, cardAccounts)
  const credential = keys[0]!
  return {
    post: (path: string, body: unknown, allowed: ReadonlyArray<number> = [200]) =>
      ask(shop, { service: "cards", path, credential, body }, allowed),
    endOf:
      (id: string) =>
      (status: string, movedMinor: number, refunds: ReadonlyArray<string> = [], later = status): Expected => ({
        id,
        kind: "card",
        owner,
        credential,
        status,
        finally: later,
        movedMinor,
        refunds
      })
  }
}

const payByCard = async (shop: Shop): Promise<Expected> => {
  const { endOf, post } = atAnAccount(shop)
  const amount = amountOf(shop)
  const dice = shop.random()
  const isManual = dice < 0.4
  const method = dice > 0.95 ? "pm_card_declined" : "pm_card_visa"
  const made = await post(
    "/v2/payments",
    { amount, currency: "usd", payment_method: method, capture_method: isManual ? "manual" : "automatic" },
    dice > 0.95 ? [402] : [200]
  )
  const end = endOf(made.id ?? made.error.payment_id)
  if (dice > 0.95) return end("failed", 0)
  if (isManual && dice < 0.08) return end("pending", 0, [], "canceled")
  if (isManual && dice < 0.16) {
    await post(`/v2/payments/${made.id}/cancel`, {})
    return end("canceled", 0)
  }
  const captured = isManual ? 100 + Math.floor(shop.random() * (amount - 99)) : amount
  if (isManual) await post(`/v2/payments/${made.id}/capture`, { amount: captured })
  if (shop.random() < 0.6) return end("succeeded", captured)
  const refunded = 1 + Math.floor(shop.random() * captured)
  const refund = await post("/v2/refunds", { payment_id: made.id, amount: refunded })
  return end("succeeded", captured - refunded, [refund.id])
}

/**
 * A card payment that an acquirer outside decides. An answer may leave open what came of it: then nothing more is asked about the
 * payment, which comes to its end by itself.
 */
export const payOutside = async (shop: Shop): Promise<Expected> => {
  const { endOf, post } = atAnAccount(shop)
  const amount = amountOf(shop)
  const dice = shop.random()
  const isManual = dice < 0.5
  const isDeclined = dice > 0.95
  const order = {
    amount,
    currency: "usd",
    payment_method: isDeclined ? "pm_card_declined" : "pm_card_visa",
    capture_method: isManual ? "manual" : "automatic"
  }
  const made = await post("/v2/payments", order, isDeclined ? [402, 200] : [200])
  const end = endOf(made.id ?? made.error.payment_id)
  if (isDeclined) return end("failed", 0)
  if (isManual && (dice < 0.05 || made.authorization.state !== "authorized")) return end("pending", 0, [], "canceled")
  if (dice < 0.15) {
    await post(`/v2/payments/${made.id}/cancel`, {})
    return end("canceled", 0)
  }
  const captured = isManual ? 100 + Math.floor(shop.random() * (amount - 99)) : amount
  const taken = isManual ? await post(`/v2/payments/${made.id}/capture`, { amount: captured }) : made
  if (taken.status !== "succeeded" || shop.random() < 0.6) return end("succeeded", captured)
  const refunded = 1 + Math.floor(shop.random() * captured)
  const refund = await post("/v2/refunds", { payment_id: made.id, amount: refunded })
  return end("succeeded", captured - refunded, [refund.id])
}

const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address: { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
})

const originator = party("Acme Corp", "1234567890", "099900014")
const receiver = (accountNumber: string) => party("Jane Roe", accountNumber, "099900027")

/** Accounts of the simulated network: ordinary, answered twice, answered early, closed. */
const instantAccounts = ["9000000000", "9000000000", "9002000006", "9002000007", "9001000004"] as const

const payInstantly = async (shop: Shop): Promise<Expected> => {
  const { apiKey: credential, clientId: owner } = choose(shop, bankClients)
  const account = choose(shop, instantAccounts)
  const amount = amountOf(shop)
  const body = { amount, originator, beneficiary: receiver(account) }
  const made = await ask(shop, { service: "bank", path: "/v2/payments/instant", credential, body }, [200, 202])
  const status = account === "9001000004" ? "returned" : "settled"
  const movedMinor = status === "settled" ? amount : 0
  const id = made.data?.paymentId
  return { id, kind: "instant", owner, credential, status, finally: status, movedMinor, refunds: [] }
}

const payByAch = async (shop: Shop): Promise<Expected> => {
  const { apiKey: credential, clientId: owner } = choose(shop, bankClients)
  const amount = amountOf(shop)
  const isReturned = shop.random() < 0.2
  const direction = isReturned || shop.random() < 0.5 ? "debit" : "credit"
  const to = receiver(isReturned ? "9010000001" : "9000000000")
  // Not the next file: it may leave while the load still runs.
  const effectiveDate = addBankingDays(earliestStandardDate(Date.now()), 1)
  const body = { direction, amount, secCode: "PPD", effectiveDate, originator, receiver: to }
  const made = await ask(shop, { service: "bank", path: "/v2/payments/ach", credential, body }, [201])
  return {
    id: made.data?.paymentId,
    kind: "ach",
    owner,
    credential,
    status: "queued",
    finally: isReturned ? "returned" : "settled",
    movedMinor: isReturned ? 0 : direction === "credit" ? amount : -amount,
    refunds: []
  }
}

/** One of the three, by the dice. */
export const pay = (shop: Shop): Promise<Expected> => {
  const dice = shop.random()
  return dice < 0.6 ? payByCard(shop) : dice < 0.85 ? payInstantly(shop) : payByAch(shop)
}

/** Registers the receiver with every account and every client. */
export const registerReceiver = async (shop: Shop, url: string): Promise<void> => {
  const ofCards = cardAccounts.map(({ keys }) => {
    const body = { url, enabled_events: ["*"] }
    return ask(shop, { service: "cards", path: "/v2/webhook_endpoints", credential: keys[0]!, body }, [200, 201])
  })
  const ofBank = bankClients.map(({ apiKey }) => {
    const body = { url, events: ["*"] }
    return ask(shop, { service: "bank", path: "/v2/webhooks", credential: apiKey, body }, [201])
  })
  await Promise.all([...ofCards, ...ofBank])
}
