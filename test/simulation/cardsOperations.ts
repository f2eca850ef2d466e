/** What a shop and its cardholders do with card payments, and what the rules say to it (spec cards §3, decisions B1). */
import { captureIn, isBlocked, refundedOf, type CardsModel, type ModelPayment } from "./CardsModel.ts"
import { refused, type Operation, type Predicted } from "./Operation.ts"

const dayMs = 86_400_000

/** When a processor is asked again whose answer was lost. */
export const askedAgainMs = 30_000

/** What becomes of the next call of the processor outside. */
export type Trouble = "none" | "lost" | "refused"

const declines: Readonly<Record<string, string>> = {
  pm_card_declined: "card_declined",
  pm_card_insufficient_funds: "insufficient_funds",
  pm_card_expired: "expired_card"
}

const statuses: Readonly<Record<ModelPayment["state"], string>> = {
  requires_action: "requires_action",
  authorizing: "pending",
  authorized: "pending",
  captured: "succeeded",
  partially_captured: "succeeded",
  voided: "canceled",
  abandoned: "canceled",
  expired: "canceled",
  failed: "failed"
}

const shownPayment = (model: CardsModel, payment: ModelPayment): Predicted => {
  const { amount, captured, id, state } = payment
  const isUnauthorized = ["requires_action", "authorizing", "abandoned", "failed"].includes(state)
  return {
    status: 200,
    shows: {
      amount,
      status: statuses[state],
      amount_captured: captured,
      amount_refunded: refundedOf(model, id),
      "authorization.state": isUnauthorized ? "none" : state
    }
  }
}

/** A payment as it is shown while its processor has not answered. */
const pending = (model: CardsModel, payment: ModelPayment): Predicted => ({
  ...shownPayment(model, {
    ...payment,
    captured: 0,
    state: payment.state === "requires_action" || payment.endsAt === 0 ? "authorizing" : "authorized"
  })
})

/** A request that changes something. */
export const post = (
  name: string,
  path: string,
  body: unknown,
  predict: Operation["predict"],
  about?: string
): Operation => ({
  name: `cards.${name}`,
  as: "shop",
  method: "POST",
  path: `/cards/v2/${path}`,
  body,
  predict,
  about
})

export const get = (path: string, predict: Operation["predict"], about?: string): Operation => ({
  name: "cards.read",
  as: "shop",
  method: "GET",
  path: `/cards/v2/${path}`,
  predict,
  about
})

/** Asks the issuer: at once, or through the processor outside. */
const authorize = (model: CardsModel, payment: ModelPayment, now: number, trouble: Trouble): Predicted => {
  const { terms } = model
  const decline = declines[payment.method]
  if (decline !== undefined || (terms.isRemote && trouble === "refused")) {
    const halfway = terms.isRemote ? pending(model, { ...payment, endsAt: 0 }) : undefined
    payment.state = "failed"
    return { ...refused(402, terms.isRemote ? "card_declined" : decline!), ...(halfway && { halfway: [halfway] }) }
  }
  if (terms.isRemote && trouble === "lost") {
    payment.state = "authorizing"
    payment.asked = { what: "authorize", amount: payment.amount, at: now + askedAgainMs }
    return shownPayment(model, payment)
  }
  const halfway = pending(model, { ...payment, endsAt: 0 })
  if (payment.isManual) {
    payment.state = "authorized"
    payment.endsAt = now + 7 * dayMs
  } else captureIn(model, payment, payment.amount, now)
  return { ...shownPayment(model, payment), ...(terms.isRemote && { halfway: [halfway] }) }
}

interface NewPayment {
  readonly amount: number
  readonly method: string
  readonly isManual: boolean
  readonly trouble: Trouble
  readonly customer?: string | undefined
}

const blockedAnswer = refused(403, "screening_match")

export const create = (of: NewPayment): Operation =>
  post(
    "create",
    "payments",
    {
      amount: of.amount,
      currency: "usd",
      payment_method: of.method,
      capture_method: of.isManual ? "manual" : "automatic",
      ...(of.customer !== undefined && { customer: of.customer })
    },
    ({ cards }, now) => {
      if (of.amount < 50) return refused(400, "amount_too_small")
      if (cards.customers.some(({ id, isGone }) => id === of.customer && isGone))
        return refused(400, "resource_missing")
      if (isBlocked(cards, of.customer)) return blockedAnswer
      const payment: ModelPayment = {
        id: `new payment ${cards.payments.size}`,
        amount: of.amount,
        method: of.method,
        isManual: of.isManual,
        ...(of.customer !== undefined && { customer: of.customer }),
        state: "authorizing",
        captured: 0,
        endsAt: now + dayMs,
        isAuthenticated: false,
        isRefusedByHolder: false,
        settlesAt: Infinity
      }
      cards.payments.set(payment.id, payment)
      const isChallenged = of.method === "pm_card_3ds_required"
      if (isChallenged) payment.state = "requires_action"
      const answer = isChallenged ? shownPayment(cards, payment) : authorize(cards, payment, now, of.trouble)
      const learn = (json: any) => {
        const disputes = cards.disputes.splice(0)
        cards.disputes.push(
          ...disputes.map((one) => (one.payment === payment.id ? { ...one, payment: idOf(json) } : one))
        )
        cards.payments.delete(payment.id)
        payment.id = idOf(json)
        cards.payments.set(payment.id, payment)
      }
      return { ...answer, learn }
    }
  )

export const idOf = (json: any): string => json.id ?? json.error?.payment_id

export const about = (
  name: string,
  id: string,
  path: string,
  body: unknown,
  predict: (cards: CardsModel, payment: ModelPayment, now: number) => Predicted
) => post(name, path, body, ({ cards }, now) => predict(cards, cards.payments.get(id)!, now), id)

export const authenticate = (id: string, isGranted: boolean): Operation =>
  about(
    "authenticate",
    id,
    `test_helpers/payments/${id}/authenticate`,
    { result: isGranted ? "succeeded" : "failed" },
    (cards, payment) => {
      if (payment.state !== "requires_action" || payment.isAuthenticated)
        return refused(400, "payment_unexpected_state")
      if (isGranted) payment.isAuthenticated = true
      else Object.assign(payment, { state: "failed", isRefusedByHolder: true })
      return shownPayment(cards, payment)
    }
  )

export const confirm = (id: string, trouble: Trouble): Operation =>
  about("confirm", id, `payments/${id}/confirm`, {}, (cards, payment, now) => {
    if (payment.isRefusedByHolder) return refused(402, "card_declined")
    if (payment.state !== "requires_action") return refused(400, "payment_unexpected_state")
    if (!payment.isAuthenticated) return refused(400, "authentication_pending")
    return isBlocked(cards, payment.customer) ? blockedAnswer : authorize(cards, payment, now, trouble)
  })

const notCapturable = ({ captured, isManual, state }: ModelPayment): string | undefined => {
  if (state === "authorized") return undefined
  if (state === "expired") return "payment_expired"
  if (state === "failed" || !isManual) return "payment_not_capturable"
  if (captured > 0) return "payment_already_captured"
  return state === "requires_action" || state === "authorizing" ? "payment_not_capturable" : "payment_unexpected_state"
}

/** What the processor does with a request about an authorization. */
const follow = (
  cards: CardsModel,
  payment: ModelPayment,
  of: { what: "capture" | "void"; amount: number; now: number; trouble: Trouble }
): Predicted => {
  const { amount, now, trouble, what } = of
  const isAsked = cards.terms.isRemote && payment.state === "authorized"
  if (isAsked && trouble === "refused") return refused(402, "card_declined")
  const halfway = isAsked ? shownPayment(cards, { ...payment }) : undefined
  if (isAsked && trouble === "lost") {
    payment.asked = { what, amount, at: now + askedAgainMs }
    return halfway!
  }
  if (what === "capture") captureIn(cards, payment, amount, now)
  else payment.state = payment.state === "authorized" ? "voided" : "abandoned"
  return { ...shownPayment(cards, payment), ...(halfway && { halfway: [halfway] }) }
}

export const capture = (id: string, amount: number | undefined, trouble: Trouble): Operation =>
  about("capture", id, `payments/${id}/capture`, { ...(amount !== undefined && { amount }) }, (cards, payment, now) => {
    const code = notCapturable(payment)
    if (code !== undefined) return refused(400, code)
    if (payment.asked !== undefined) return refused(400, "payment_unexpected_state")
    if ((amount ?? 0) > payment.amount) return refused(400, "capture_amount_too_large")
    if (isBlocked(cards, payment.customer)) return blockedAnswer
    return follow(cards, payment, { what: "capture", amount: amount ?? payment.amount, now, trouble })
  })

export const cancel = (id: string, trouble: Trouble): Operation =>
  about("cancel", id, `payments/${id}/cancel`, {}, (cards, payment, now) => {
    if (payment.state === "expired") return refused(400, "payment_expired")
    if (payment.captured > 0) return refused(400, "payment_not_cancelable")
    const isOpenStill = payment.state === "authorized" || payment.state === "requires_action"
    if (!isOpenStill || payment.asked !== undefined) return refused(400, "payment_unexpected_state")
    return follow(cards, payment, { what: "void", amount: payment.amount, now, trouble })
  })

export const readPayment = (id: string): Operation =>
  get(`payments/${id}`, ({ cards }) => shownPayment(cards, cards.payments.get(id)!), id)
