/**
 * A processor of live mode that remembers what it did with money: it loses answers before and after it acts, settles debits, refunds and
 * payouts later, and reports late, twice and out of order. It never contradicts itself.
 */
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import type { AcquirerImplementation, FollowingRequest } from "../../plugins/cards/acquirer/AcquirerImplementation.ts"
import type { AcquirerNotice } from "../../plugins/cards/acquirer/notices.ts"
import { oneOf } from "./Operation.ts"

type Draw = (below: number) => number

/** What the processor did for one payment, in minor units. */
export interface Charge {
  heldMinor: number
  takenMinor: number
  refundedMinor: number
  /** Of disputes that were lost, and of one that is open. */
  lostMinor: number
  disputedMinor: number
  authentication: "none" | "pending" | "succeeded" | "failed" | "canceled"
  /** What a bank debit comes to. */
  readonly debit?: "settled" | "declined"
}

interface Opened {
  readonly payment: string
  readonly amountMinor: number
  readonly respondBy: number
  isOver: boolean
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const no = { outcome: "declined", code: "card_declined", message: "No" } as const
const fault = { code: "account_closed", message: "The account is closed" }
/** Before the processor did anything. */
export const noCharge: Charge = {
  heldMinor: 0,
  takenMinor: 0,
  refundedMinor: 0,
  lostMinor: 0,
  disputedMinor: 0,
  authentication: "none"
}

const tokenized = ({ country, source, type }: { country: string; source: object; type: string }) => {
  const token = "token" in source ? String(source.token) : ""
  const card = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2040, country, fingerprint: `fp_${token}` }
  const account = { bankName: "First Bank", routingNumber: "110000000", last4: "6789", fingerprint: `fp_${token}` }
  const made = type === "card" ? { card } : { bankAccount: { ...account, verified: true } }
  return { outcome: "tokenized", token, ...made } as never
}

/** Makes one. `now` is engine time. */
export const makeOutside = (pick: Draw, now: () => number) => {
  const answers = new Map<string, unknown>()
  const charges = new Map<string, Charge>()
  const payouts = new Map<string, "paid" | "failed" | "returned">()
  const disputes = new Map<string, Opened>()
  const reports: Array<{ readonly at: number; readonly notice: AcquirerNotice }> = []
  const mood = { losesAnswers: false }
  const one = <A>(all: ReadonlyArray<A>): A => oneOf({ pick }, all)
  const chance = (percent: number): boolean => pick(100) < percent
  const lose = (percent: number) => {
    if (mood.losesAnswers && chance(percent)) throw new Error("The line went dead")
  }
  const say = (notice: AcquirerNotice, withinHours = 100) => {
    for (let times = chance(25) ? 2 : 1; times > 0; times -= 1)
      reports.push({ at: now() + pick(withinHours) * hourMs, notice })
  }
  const once = <A>(reference: string, act: () => A): A => {
    lose(10)
    if (!answers.has(reference)) answers.set(reference, act())
    lose(20)
    return answers.get(reference) as A
  }
  const chargeOf = ({ payment }: Pick<FollowingRequest, "payment">): Charge => charges.get(payment)!
  const begin = (payment: string, more: Partial<Charge>): Charge => {
    const charge = { ...noCharge, ...more }
    charges.set(payment, charge)
    return charge
  }

  const debited = (payment: string, amountMinor: number, requestedAt: number) => {
    const debit = one(["settled", "settled", "declined"] as const)
    begin(payment, { debit, takenMinor: debit === "settled" ? amountMinor : 0 })
    if (chance(60)) say({ type: "debit", payment, outcome: debit === "settled" ? debit : no })
    return { outcome: "submitted", acquirerReference: payment, settlesAt: requestedAt + 3 * dayMs } as const
  }

  const implementation: AcquirerImplementation = {
    name: "outside",
    tokenize: ({ source, type }) => tokenized({ source, type, country: one(["US", "FR", "JP"]) }),
    authorize: ({
      amountMinor,
      capture,
      mustAuthenticate,
      payment,
      paymentMethod,
      reference,
      requestedAt,
      returnUrl
    }) =>
      once(reference, () => {
        if (chance(8)) return no
        if (paymentMethod.type === "us_bank_account") return debited(payment, amountMinor, requestedAt)
        const known = charges.get(payment)?.authentication ?? "none"
        if (known !== "succeeded" && returnUrl !== null && (mustAuthenticate || chance(15))) {
          begin(payment, { authentication: "pending" })
          return { outcome: "challenge", redirectUrl: "https://x.example/", acquirerReference: `c_${payment}` } as const
        }
        begin(payment, { authentication: known, [capture ? "takenMinor" : "heldMinor"]: amountMinor })
        return { outcome: "authorized", acquirerReference: payment } as const
      }),
    authentication: (request) => {
      lose(10)
      const { authentication } = chargeOf(request)
      return { outcome: authentication === "none" ? "pending" : authentication }
    },
    capture: (request) =>
      once(request.reference, () => {
        if (chance(5)) return no
        Object.assign(chargeOf(request), { heldMinor: 0, takenMinor: request.amountMinor })
        return { outcome: "captured" } as const
      }),
    void: (request) =>
      once(request.reference, () => {
        // It may never have heard of an authorization that it did not answer.
        const charge = charges.get(request.payment) ?? begin(request.payment, {})
        if (charge.takenMinor > 0) return no
        charge.heldMinor = 0
        return { outcome: "voided" } as const
      }),
    refund: (request) =>
      once(request.reference, () => {
        const { refund } = request
        const how = one(["declined", "later", "comes back", "arrives", "arrives", "arrives"])
        if (how === "declined") return no
        if (how === "comes back") say({ type: "refund", refund, outcome: no })
        else chargeOf(request).refundedMinor += request.amountMinor
        if (how === "later") say({ type: "refund", refund, outcome: "succeeded" })
        return { outcome: how === "later" ? "pending" : "succeeded" } as const
      }),
    settlement: (request) => {
      lose(10)
      return chargeOf(request).debit === "settled" ? { outcome: "settled" } : no
    },
    payout: ({ reference: payout }) =>
      once(payout, () => {
        const end = one(["paid", "paid", "failed", "returned"] as const)
        const isKnown = end !== "returned" && chance(50)
        payouts.set(payout, end)
        if (isKnown) return end === "paid" ? { outcome: "paid" } : { outcome: "failed", fault }
        if (end !== "failed") say({ type: "payout", payout, outcome: "paid" })
        if (end !== "paid") say({ type: "payout", payout, outcome: end, fault })
        return { outcome: "sent" }
      }),
    submitEvidence: () => {
      lose(10)
      return { outcome: "taken" }
    },
    readNotices: ({ body }) => JSON.parse(body)
  }

  return {
    acquirers: Acquirer.make(implementation),
    charges,
    payouts,
    disputes,
    mood,
    /** What it reports by now, or at all; what was not taken comes again. */
    due: (all: boolean) => {
      const isDue = ({ at }: (typeof reports)[number]) => all || at <= now()
      const found = reports.filter(isDue).map(({ notice }) => notice)
      reports.splice(0, reports.length, ...reports.filter((report) => !isDue(report)))
      return found
    },
    again: (notice: AcquirerNotice) => void reports.push({ at: now() + hourMs, notice }),
    /** Cardholders authenticate, or do not. */
    authenticate: () => {
      for (const [payment, charge] of charges) {
        if (charge.authentication !== "pending" || chance(40)) continue
        const outcome = one(["succeeded", "succeeded", "failed", "canceled"] as const)
        charge.authentication = outcome
        if (chance(50)) say({ type: "authentication", payment, outcome })
      }
    },
    /** A cardholder disputes a payment, also one that was refunded. */
    dispute: () => {
      const open = [...charges].filter(([, { disputedMinor, takenMinor }]) => takenMinor > 0 && disputedMinor === 0)
      if (open.length === 0) return
      const [payment, charge] = one(open.slice(-10))
      const amountMinor = chance(50) ? charge.takenMinor : 1 + pick(charge.takenMinor)
      const [acquirerDispute, respondBy] = [`dp_${disputes.size}`, now() + (1 + pick(20)) * dayMs]
      disputes.set(acquirerDispute, { payment, amountMinor, respondBy, isOver: false })
      charge.disputedMinor = amountMinor
      const reason = one(["fraudulent", "general"] as const)
      say({ type: "dispute_opened", payment, acquirerDispute, reason, amountMinor, respondBy }, 48)
    },
    /** Issuers decide, whether or not anybody has answered. */
    decide: () => {
      for (const [acquirerDispute, opened] of disputes) {
        if (opened.isOver || chance(70)) continue
        const { amountMinor, payment } = opened
        const [charge, outcome] = [charges.get(payment)!, one(["won", "lost"] as const)]
        opened.isOver = true
        charge.disputedMinor = 0
        if (outcome === "lost") charge.lostMinor += amountMinor
        say({ type: "dispute_closed", payment, acquirerDispute, outcome }, 48)
      }
    }
  }
}

export type Outside = ReturnType<typeof makeOutside>
