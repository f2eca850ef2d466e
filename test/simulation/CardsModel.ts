/**
 * What the cards service does with money, much simpler than the service: no ledger, no jobs, no versions. Balances follow from
 * what payments, refunds, disputes and payouts say. Times are epoch milliseconds.
 */
const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

export interface CardsTerms {
  readonly basisPoints: number
  readonly fixedMinor: number
  readonly disputeFeeMinor: number
  readonly settlementDays: number
  /** Payments are taken by a processor outside. */
  readonly isRemote: boolean
}

export interface ModelPayment {
  id: string
  readonly amount: number
  readonly method: string
  readonly isManual: boolean
  readonly customer?: string
  state:
    | "requires_action"
    | "authorizing"
    | "authorized"
    | "captured"
    | "partially_captured"
    | "voided"
    | "abandoned"
    | "expired"
    | "failed"
  captured: number
  /** When an authorization, or the wait for the cardholder, is over. */
  endsAt: number
  isAuthenticated: boolean
  /** The cardholder did not authenticate. */
  isRefusedByHolder: boolean
  /** What the processor was asked and has not answered. */
  asked?: { readonly what: "authorize" | "capture" | "void"; readonly amount: number; readonly at: number } | undefined
  settlesAt: number
}

export interface ModelRefund {
  id: string
  readonly payment: string
  readonly amount: number
  status: "pending" | "succeeded" | "failed"
  later?: { readonly at: number; readonly status: "succeeded" | "failed" } | undefined
}

export interface ModelDispute {
  /** Unknown while nobody listed a dispute that the cardholder opened. */
  id: string | undefined
  readonly payment: string
  readonly amount: number
  status: "needs_response" | "under_review" | "won" | "lost"
  receipt: string
  isPastDue: boolean
  isSubmitted: boolean
  readonly respondBy: number
  decidesAt: number
}

export interface ModelCustomer {
  id: string
  name: string
  /** The newest screening. */
  screening: string
  isMatched: boolean
  /** A person said that it is somebody else. */
  isApproved: boolean
  isGone: boolean
  /** A person verified who it is, under the name that it has. */
  isVerified: boolean
  /** A bank account of its own, to which it may be paid. */
  account?: string
}

/** Whether nothing may be taken from a customer, who may be gone. */
export const isBlocked = ({ customers }: CardsModel, id: string | undefined): boolean =>
  customers.some((one) => one.id === id && one.isMatched && !one.isApproved)

export interface ModelPayout {
  id: string
  /** Who is paid; `undefined`: the shop itself. */
  readonly customer: string | undefined
  readonly amount: number
  readonly fee: number
  status: "pending" | "in_transit" | "paid" | "failed" | "canceled"
  readonly leavesAt: number
  readonly arrivesAt: number
  paidAt: number
}

export interface CardsModel {
  readonly terms: CardsTerms
  readonly payments: Map<string, ModelPayment>
  readonly refunds: Array<ModelRefund>
  readonly disputes: Array<ModelDispute>
  readonly payouts: Array<ModelPayout>
  readonly customers: Array<ModelCustomer>
  funded: number
}

export const makeCardsModel = (terms: CardsTerms): CardsModel => ({
  terms,
  payments: new Map(),
  refunds: [],
  disputes: [],
  payouts: [],
  customers: [],
  funded: 0
})

export const businessDaysAfter = (time: number, days: number): number => {
  let at = time
  for (let left = days; left > 0;) {
    at += dayMs
    const day = new Date(at).getUTCDay()
    if (day !== 0 && day !== 6) left -= 1
  }
  return at
}

const sum = <A>(all: Iterable<A>, amountOf: (one: A) => number): number => {
  let total = 0
  for (const one of all) total += amountOf(one)
  return total
}

export const refundedOf = ({ refunds }: CardsModel, payment: string): number =>
  sum(refunds, (one) => (one.payment === payment && one.status !== "failed" ? one.amount : 0))

export const withheldOf = ({ disputes }: CardsModel, payment: string): number =>
  sum(disputes, (one) => (one.payment === payment && one.status !== "won" ? one.amount : 0))

export const isOpen = ({ status }: ModelDispute): boolean => status === "needs_response" || status === "under_review"

export const leftOf = (model: CardsModel, { captured, id }: ModelPayment): number =>
  captured - refundedOf(model, id) - withheldOf(model, id)

const feeOf = ({ basisPoints, fixedMinor }: CardsTerms, captured: number): number =>
  Math.min(captured, Math.floor((captured * basisPoints * 2 + 10_000) / 20_000) + fixedMinor)

/** The three parts of the balance. */
export const balanceOf = (model: CardsModel, now: number) => {
  const { disputes, payments, payouts, refunds, terms } = model
  const net = ({ captured }: ModelPayment) => captured - feeOf(terms, captured)
  const all = [...payments.values()]
  const settled = sum(all, (one) => (one.settlesAt <= now ? net(one) : 0))
  const refunded = sum(refunds, ({ amount, status }) => (status === "failed" ? 0 : amount))
  const lost = sum(disputes, ({ amount, status }) => (status === "won" ? 0 : amount) + terms.disputeFeeMinor)
  const paidOut = sum(payouts, ({ amount, fee, status }) =>
    status === "failed" || status === "canceled" ? 0 : amount + fee
  )
  return {
    available: model.funded + settled - refunded - lost - paidOut,
    pending: sum(all, net) - settled,
    disputed: sum(disputes, (one) => (isOpen(one) ? one.amount : 0))
  }
}

/** A capture, whoever asked for it. The card that is always disputed is disputed at once. */
export const captureIn = (model: CardsModel, payment: ModelPayment, amount: number, now: number): void => {
  payment.state = amount === payment.amount ? "captured" : "partially_captured"
  payment.captured = amount
  payment.settlesAt = businessDaysAfter(now, model.terms.settlementDays)
  if (payment.method === "pm_card_disputed") openDispute(model, payment, leftOf(model, payment), now)
}

export const openDispute = (model: CardsModel, { id }: ModelPayment, amount: number, now: number): ModelDispute => {
  const dispute: ModelDispute = {
    id: undefined,
    payment: id,
    amount,
    status: "needs_response",
    receipt: "",
    isPastDue: false,
    isSubmitted: false,
    respondBy: now + 14 * dayMs,
    decidesAt: Infinity
  }
  model.disputes.push(dispute)
  return dispute
}

/** What the processor's late answer leads to. */
const answerIn = (model: CardsModel, payment: ModelPayment): void => {
  const { amount, at, what } = payment.asked!
  payment.asked = undefined
  if (what === "void") payment.state = "voided"
  else if (what === "capture" || !payment.isManual) captureIn(model, payment, amount, at)
  else {
    payment.state = "authorized"
    payment.endsAt = at + 7 * dayMs
  }
}

const passPayment = (model: CardsModel, payment: ModelPayment, now: number): void => {
  if (payment.asked !== undefined) {
    if (payment.asked.at <= now) answerIn(model, payment)
    else return
  }
  if (now < payment.endsAt) return
  if (payment.state === "authorized") payment.state = "expired"
  if (payment.state === "requires_action") Object.assign(payment, { state: "failed", isRefusedByHolder: true })
}

const passDispute = (dispute: ModelDispute, now: number): void => {
  if (dispute.status === "needs_response" && dispute.respondBy <= now) {
    dispute.status = "lost"
    dispute.isPastDue = true
  }
  if (dispute.status === "under_review" && dispute.decidesAt <= now) {
    dispute.status = dispute.receipt.includes("winning") ? "won" : "lost"
  }
}

const passPayout = (model: CardsModel, payout: ModelPayout, now: number): void => {
  if (payout.status === "pending" && payout.leavesAt <= now)
    payout.status = isBlocked(model, payout.customer) ? "failed" : "in_transit"
  if (payout.status === "in_transit" && payout.arrivesAt <= now) {
    payout.status = "paid"
    payout.paidAt = payout.arrivesAt
  }
}

/** Lets everything happen that time brings. */
export const passCards = (model: CardsModel, now: number): void => {
  for (const payment of model.payments.values()) passPayment(model, payment, now)
  for (const refund of model.refunds) {
    if (refund.later === undefined || refund.later.at > now) continue
    refund.status = refund.later.status
    refund.later = undefined
  }
  for (const dispute of model.disputes) passDispute(dispute, now)
  for (const payout of model.payouts) passPayout(model, payout, now)
}
