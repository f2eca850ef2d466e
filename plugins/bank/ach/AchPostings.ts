/** What each step of an ACH payment posts, as a table (decisions D.5). */
import type { Ledger } from "../../../src/domain.ts"
import { customerOf, holdOf, transfer, type BankAccount } from "../accounts.ts"
import type { Payment } from "../payments/Payment.ts"
import type { AchDetails } from "./AchDetails.ts"

/** Whose money moves how: the originator pays, collects, or takes back what it paid. */
export type AchFlow = "credit" | "debit" | "reversal"

/** The flow of a payment. */
export const flowOf = ({ direction, purpose }: Pick<AchDetails, "direction" | "purpose">): AchFlow =>
  purpose === "reversal" ? "reversal" : direction

/** A step that may move money. `give_back` is a return inside the return time, `take_back` one after it. */
export type AchStep = "submit" | "settle" | "refuse" | "collect" | "give_back" | "take_back" | "stray" | "contradiction"

type Place = "customer" | "hold" | "clearing" | "settlement" | "uncollected" | "owed" | "suspense"

type Movement = readonly [debit: Place, credit: Place]

/** `owed` is the customer, or what the client owes us where the customer's account does not cover it. */
const movements: Readonly<Record<AchFlow, Partial<Record<AchStep, Movement>>>> = {
  credit: {
    submit: ["hold", "clearing"],
    settle: ["clearing", "settlement"],
    refuse: ["clearing", "customer"],
    give_back: ["settlement", "customer"],
    take_back: ["settlement", "customer"],
    stray: ["settlement", "suspense"],
    contradiction: ["suspense", "settlement"]
  },
  debit: {
    settle: ["settlement", "uncollected"],
    collect: ["uncollected", "customer"],
    give_back: ["uncollected", "settlement"],
    take_back: ["owed", "settlement"],
    stray: ["suspense", "settlement"],
    contradiction: ["settlement", "suspense"]
  },
  reversal: {
    settle: ["settlement", "customer"],
    give_back: ["owed", "settlement"],
    take_back: ["owed", "settlement"],
    stray: ["suspense", "settlement"],
    contradiction: ["settlement", "suspense"]
  }
}

const accountAt = (place: Place, payment: Payment, isCovered: boolean): BankAccount => {
  const places: Readonly<Record<Place, BankAccount>> = {
    customer: customerOf(payment.originator),
    hold: holdOf(payment.originator),
    clearing: "clearing:ach",
    settlement: "settlement:ach",
    uncollected: "uncollected",
    owed: isCovered ? customerOf(payment.originator) : "receivable:returns",
    suspense: "suspense"
  }
  return places[place]
}

/** How a movement is named in the books, and whether the customer's account covers what it must give back. */
export interface PostingFacts {
  /** Tells steps apart that can happen more than once. */
  readonly step?: string
  readonly isCovered?: boolean
}

/** The journal of a step, or none where no money moves. */
export const posted = (
  payment: Payment & { readonly ach: AchDetails },
  step: AchStep,
  { isCovered = true, step: named = step }: PostingFacts = {}
): ReadonlyArray<Ledger.LedgerEntry> => {
  const movement = movements[flowOf(payment.ach)][step]
  if (movement === undefined) return []
  const [from, to] = movement
  return [
    transfer({
      source: payment.id,
      step: named,
      amountCents: payment.amountCents,
      from: accountAt(from, payment, isCovered),
      to: accountAt(to, payment, isCovered)
    })
  ]
}
