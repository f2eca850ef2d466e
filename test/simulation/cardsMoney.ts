/** What happens to money after a card payment: refunds, disputes, payouts, the balance (decisions B8 to B10). */
import {
  balanceOf,
  businessDaysAfter,
  isBlocked,
  isOpen,
  leftOf,
  openDispute,
  withheldOf,
  type ModelCustomer,
  type ModelDispute
} from "./CardsModel.ts"
import { about, askedAgainMs, get, idOf, post, type Trouble } from "./cardsOperations.ts"
import { refused, type Operation, type Predicted } from "./Operation.ts"

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

const refundEnds: Readonly<Record<string, { atOnce: "pending" | "succeeded"; later: "succeeded" | "failed" }>> = {
  pm_card_pendingRefund: { atOnce: "pending", later: "succeeded" },
  pm_card_refundFail: { atOnce: "succeeded", later: "failed" }
}

export const refund = (id: string, amount: number | undefined, trouble: Trouble): Operation =>
  about("refund", id, "refunds", { payment_id: id, ...(amount !== undefined && { amount }) }, (cards, payment, now) => {
    const left = leftOf(cards, payment)
    if (payment.captured === 0) return refused(400, "payment_not_refundable")
    if (left === 0) return refused(400, withheldOf(cards, id) > 0 ? "payment_disputed" : "payment_fully_refunded")
    if ((amount ?? left) > left) return refused(400, "refund_amount_too_large")
    const { isRemote } = cards.terms
    const ends = isRemote ? undefined : refundEnds[payment.method]
    const atOnce = isRemote ? "pending" : (ends?.atOnce ?? "succeeded")
    const sentAgainAt = trouble === "lost" ? now + askedAgainMs : now
    const later = isRemote
      ? ({ at: sentAgainAt, status: "succeeded" } as const)
      : ends && { at: now + minuteMs, status: ends.later }
    const made = { id: "", payment: id, amount: amount ?? left, status: atOnce, later } as const
    const kept = { ...made }
    cards.refunds.push(kept)
    return {
      status: 200,
      shows: { amount: made.amount, status: atOnce, payment_id: id },
      learn: (json) => void Object.assign(kept, { id: idOf(json) })
    }
  })

export const dispute = (id: string, amount: number | undefined): Operation =>
  about(
    "dispute",
    id,
    "test_helpers/disputes",
    { payment_id: id, reason: "general", ...(amount !== undefined && { amount }) },
    (cards, payment, now) => {
      if (payment.captured === 0) return refused(400, "payment_unexpected_state")
      if (cards.disputes.some((one) => one.payment === id && isOpen(one))) return refused(400, "payment_disputed")
      const left = leftOf(cards, payment)
      if (left === 0) return refused(400, "payment_fully_refunded")
      if ((amount ?? left) > left) return refused(400, "amount_too_large")
      const opened = openDispute(cards, payment, amount ?? left, now)
      return {
        status: 200,
        shows: { amount: opened.amount, status: "needs_response", payment_id: id },
        learn: (json) => void (opened.id = idOf(json))
      }
    }
  )

/** The disputes of a payment, newest first: the model learns the ids of those that cardholders opened by themselves. */
export const listDisputes = (id: string): Operation =>
  get(
    `disputes?payment_id=${id}`,
    ({ cards }) => {
      const all = cards.disputes.filter(({ payment }) => payment === id).reverse()
      return {
        status: 200,
        shows: Object.fromEntries(
          all
            .flatMap(({ amount, status }, at) => [
              [`data.${at}.amount`, amount],
              [`data.${at}.status`, status]
            ])
            .concat([["data.length", all.length]])
        ),
        learn: (json) => all.forEach((one, at) => (one.id = json.data[at].id))
      }
    },
    id
  )

const aboutDispute = (
  name: string,
  id: string,
  path: string,
  body: unknown,
  predict: (one: ModelDispute, now: number) => Predicted
) =>
  post(
    name,
    path,
    body,
    ({ cards }, now) =>
      predict(
        cards.disputes.find((one) => one.id === id)!,
        now
      ),
    id
  )

const shownDispute = ({ amount, status }: ModelDispute): Predicted => ({ status: 200, shows: { amount, status } })

export const evidence = (id: string, receipt: string, submits: boolean): Operation =>
  aboutDispute("evidence", id, `disputes/${id}/evidence`, { receipt, submit: submits }, (one, now) => {
    if (one.status !== "needs_response") {
      if (one.isSubmitted) return refused(400, "evidence_already_submitted")
      return refused(400, one.isPastDue ? "evidence_deadline_passed" : "dispute_unexpected_state")
    }
    one.receipt = receipt
    if (submits) {
      const isTold = receipt.includes("winning") || receipt.includes("losing")
      one.status = "under_review"
      one.isSubmitted = true
      one.decidesAt = now + (isTold ? minuteMs : 30 * dayMs)
    }
    return shownDispute(one)
  })

export const accept = (id: string): Operation =>
  aboutDispute("accept", id, `disputes/${id}/accept`, {}, (one) => {
    if (one.status !== "needs_response") return refused(400, "dispute_unexpected_state")
    one.status = "lost"
    return shownDispute(one)
  })

export const decide = (id: string, outcome: "won" | "lost"): Operation =>
  aboutDispute("decide", id, `test_helpers/disputes/${id}/resolve`, { outcome }, (one) => {
    if (!isOpen(one)) return refused(400, "dispute_unexpected_state")
    one.status = outcome
    return shownDispute(one)
  })

/** A payout to the shop, or to a customer with a bank account. */
export const payout = (amount: number, isInstant: boolean, to?: ModelCustomer): Operation =>
  post(
    "payout",
    "payouts",
    {
      amount,
      currency: "usd",
      destination: to?.account ?? "ba_test_verified_usd",
      method: isInstant ? "instant" : "standard"
    },
    ({ cards }, now) => {
      if (cards.customers.some(({ id, isGone }) => id === to?.id && isGone)) return refused(400, "resource_missing")
      if (isBlocked(cards, to?.id)) return refused(403, "screening_match")
      if (cards.customers.some(({ id, isVerified }) => id === to?.id && !isVerified))
        return refused(403, "kyc_required")
      const fee = isInstant ? Math.floor((amount * 15 + 500) / 1_000) : 0
      if (balanceOf(cards, now).available < amount + fee) return refused(400, "balance_insufficient")
      const leavesAt = isInstant ? now : (Math.floor(now / dayMs) + 1) * dayMs
      const arrivesAt = isInstant ? now + 10 * minuteMs : businessDaysAfter(leavesAt, 2)
      const status: "in_transit" | "pending" = isInstant ? "in_transit" : "pending"
      const made = { id: "", customer: to?.id, amount, fee, status, leavesAt, arrivesAt, paidAt: 0 }
      cards.payouts.push(made)
      return { status: 200, shows: { amount, fee, status }, learn: (json) => void (made.id = idOf(json)) }
    }
  )

const payoutEnds = {
  cancel: { path: "payouts/:id/cancel", from: "pending", to: "canceled" },
  pay: { path: "test_helpers/payouts/:id/pay", from: "in_transit", to: "paid" },
  fail: { path: "test_helpers/payouts/:id/fail", from: "in_transit", to: "failed" },
  return: { path: "test_helpers/payouts/:id/return", from: "paid", to: "failed" }
} as const

export const endPayout = (id: string, how: keyof typeof payoutEnds): Operation => {
  const { from, path, to } = payoutEnds[how]
  return post(
    `payout.${how}`,
    path.replace(":id", id),
    {},
    ({ cards }, now) => {
      const one = cards.payouts.find((each) => each.id === id)!
      const isTooLate = how === "return" && now > businessDaysAfter(one.paidAt, 5)
      if (one.status !== from || isTooLate) return refused(400, "payout_unexpected_state")
      one.status = to
      if (how === "pay") one.paidAt = now
      return { status: 200, shows: { amount: one.amount, fee: one.fee, status: to } }
    },
    id
  )
}

export const fund = (amount: number): Operation =>
  post("fund", "test_helpers/balance/fund", { currency: "usd", amount }, ({ cards }) => {
    cards.funded += amount
    return { status: 200, shows: { amount } }
  })

export const readRefund = (id: string): Operation =>
  get(
    `refunds/${id}`,
    ({ cards }) => {
      const { amount, status } = cards.refunds.find((one) => one.id === id)!
      return { status: 200, shows: { amount, status } }
    },
    id
  )

export const readPayout = (id: string): Operation =>
  get(
    `payouts/${id}`,
    ({ cards }) => {
      const { amount, status } = cards.payouts.find((one) => one.id === id)!
      return { status: 200, shows: { amount, status } }
    },
    id
  )

export const readBalance = (): Operation =>
  get("balance", ({ cards }, now) => {
    const { available, disputed, pending: later } = balanceOf(cards, now)
    // Parts that never held anything are left out of the answer.
    const shown = (name: string, amount: number) => (amount === 0 ? [] : [[`${name}.0.amount`, amount] as const])
    return {
      status: 200,
      shows: Object.fromEntries([
        ...shown("available", available),
        ...shown("pending", later),
        ...shown("disputed", disputed)
      ])
    }
  })
