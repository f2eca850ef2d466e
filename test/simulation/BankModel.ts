/**
 * What the bank service does with instant payments, much simpler than the service: what the network says is a list of times, and
 * what a payment uses of the limit and leaves in suspense follows from what it says.
 */
import type { Predicted } from "./Operation.ts"

const dayMs = 86_400_000

export interface BankTerms {
  readonly perTransaction: number
  readonly daily: number
  /** From here on somebody must approve. */
  readonly approvedFrom: number
}

/** What the network says of a payment, and when. */
interface Word {
  readonly at: number
  readonly says: "settled" | "failed" | "back" | "silence" | { readonly refused: string } | { readonly back: number }
  /** An inquiry: it is not made when the payment has ended. */
  readonly isAsked?: boolean
}

export interface ModelTransfer {
  id: string
  readonly amount: number
  readonly account: string
  readonly name: string
  readonly day: string
  status: "held" | "pending_approval" | "submitted" | "settled" | "returned" | "failed" | "rejected" | "cancelled"
  fundsMoved?: boolean
  returned?: number
  code?: string
  needsAttention: boolean
  suspense: number
  isContradicted: boolean
  found?: "settled" | "failed"
  /** An officer found out that the network took back what it had settled. */
  isTakenBack?: boolean
  fault: Fault
  words: Array<Word>
  /** When the beneficiary answers a request to give it back. */
  requestedUntil: number
  /** Somebody said what became of it who need not be right: an officer, or a test through the network. */
  isMeddled: boolean
  hold?: string
}

/** What the simulated network does wrong with the message of a payment. */
export type Fault = "none" | "drop_responses" | "drop_requests" | "duplicate" | "down"

export interface BankModel {
  readonly terms: BankTerms
  readonly transfers: Map<string, ModelTransfer>
  /** What there is in worlds of every rail, by id: the kind of each. */
  readonly others: Map<string, string>
  /** Of these somebody said what became of them who need not be right. */
  readonly meddled: Set<string>
}

export const makeBankModel = (terms: BankTerms): BankModel => ({
  terms,
  transfers: new Map(),
  others: new Map(),
  meddled: new Set()
})

export const dayOf = (now: number): string =>
  new Date(now).toLocaleDateString("en-CA", { timeZone: "America/New_York" })

const isUnmoved = ({ fundsMoved, status }: ModelTransfer): boolean =>
  ["failed", "rejected", "cancelled"].includes(status) || (status === "returned" && fundsMoved === false)

/** What a payment uses of its day: nothing when no money moved. */
const usedBy = (one: ModelTransfer): number =>
  isUnmoved(one) && !(one.isContradicted && one.found !== "failed") ? 0 : one.amount

export const usedOn = ({ transfers }: BankModel, day: string): number => {
  let used = 0
  for (const one of transfers.values()) if (one.day === day) used += usedBy(one)
  return used
}

const book = (one: ModelTransfer, cents: number): void => {
  one.suspense += cents
  one.needsAttention = one.suspense !== 0
}

const end = (one: ModelTransfer, change: Partial<ModelTransfer>): void =>
  void Object.assign(one, { needsAttention: false }, change)

/** Money comes back. */
const giveBack = (one: ModelTransfer, amount: number): void => {
  if (one.status === "submitted") end(one, { status: "settled" })
  if (one.status === "settled") Object.assign(one, { status: "returned", fundsMoved: true, returned: amount })
  else book(one, -amount)
}

/** The network takes back that it settled. */
const takeBack = (one: ModelTransfer): void => {
  if (one.status !== "settled" || one.isContradicted) return
  one.isContradicted = true
  book(one, -one.amount)
}

/** What a word of the network does to a payment, whenever it comes. */
export const hear = (one: ModelTransfer, says: Word["says"]): void => {
  const isOpen = one.status === "submitted"
  if (says === "silence") one.needsAttention = one.needsAttention || isOpen
  else if (says === "settled") {
    if (isOpen) end(one, { status: "settled" })
    else if (isUnmoved(one) && !one.isContradicted) {
      one.isContradicted = true
      book(one, one.amount)
    }
  } else if (says === "failed") {
    if (isOpen) end(one, { status: "failed" })
    else takeBack(one)
  } else if (says === "back") giveBack(one, one.amount)
  else if ("back" in says) giveBack(one, says.back)
  else if (isOpen) end(one, { status: "returned", fundsMoved: false, code: says.refused, returned: one.amount })
  else takeBack(one)
}

const refusals: Readonly<Record<string, string>> = {
  "01": "AC01",
  "04": "AC04",
  "06": "AC06",
  "11": "AG01",
  "34": "RR04"
}

/** What the simulated network says of a payment to an account (decisions C.2), in milliseconds after it was sent. */
const scriptOf = (account: string): ReadonlyArray<Word> => {
  const [kind, digits = ""] = [account.slice(0, 6), account.slice(-2)]
  const settled = (at: number): Word => ({ at, says: "settled" })
  if (kind === "900100") {
    const code = refusals[digits]
    return [{ at: 0, says: code === undefined ? "failed" : { refused: code } }]
  }
  if (kind === "900300") return [settled(0), { at: dayMs, says: "back" }]
  switch (account) {
    case "9002000001":
      return [settled(12_000)]
    case "9002000002":
    case "9002000004":
      return [{ at: 25_000, says: "settled", isAsked: true }]
    case "9002000003":
      return [{ at: 25_000, says: "failed", isAsked: true }]
    case "9002000005":
      return [{ at: 240 * 60_000, says: "silence", isAsked: true }]
    case "9002000008":
      return [{ at: 0, says: { refused: "AC04" } }, settled(60_000)]
    default:
      return [settled(0)]
  }
}

/** Hears what is due, in its order. */
const passTransfer = (one: ModelTransfer, now: number): void => {
  for (;;) {
    const next = one.words.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)[0]
    if (next === undefined) return
    one.words.splice(one.words.indexOf(next), 1)
    if (next.isAsked !== true || one.status === "submitted") hear(one, next.says)
  }
}

/** Sends a payment. */
export const submit = (one: ModelTransfer, now: number): void => {
  one.status = "submitted"
  const isLost = one.fault === "drop_responses" || one.fault === "drop_requests"
  const script: ReadonlyArray<Word> = isLost ? [{ at: 25_000, says: "settled", isAsked: true }] : scriptOf(one.account)
  one.words.push(...script.map((word) => ({ ...word, at: word.at + now })))
  passTransfer(one, now)
}

/** Goes on behind a hold: somebody approves, or it is sent. */
export const proceed = ({ terms }: BankModel, one: ModelTransfer, now: number): void => {
  if (one.amount >= terms.approvedFrom) one.status = "pending_approval"
  else submit(one, now)
}

/** Lets everything happen that time brings. */
export const passBank = ({ transfers }: BankModel, now: number): void => {
  for (const one of transfers.values()) passTransfer(one, now)
}

/** A payment as its client sees it. */
export const shownTransfer = (one: ModelTransfer): Predicted => ({
  status: 200,
  shows: {
    "data.amount": one.amount,
    "data.status": one.status,
    "data.fundsMoved": one.status === "returned" ? one.fundsMoved : undefined,
    "data.returnedAmount": one.status === "returned" ? one.returned : undefined,
    "data.needsAttention": one.needsAttention ? true : undefined
  }
})
