/** What a bank's client, its officers and the networks do with instant payments, and what the rules say to it (decisions B and D). */
import {
  dayOf,
  hear,
  proceed,
  shownTransfer,
  submit,
  usedOn,
  type BankModel,
  type Fault,
  type ModelTransfer
} from "./BankModel.ts"
import { refused, type Caller, type Operation, type Predicted } from "./Operation.ts"

const dayMs = 86_400_000

const post = (
  as: Caller,
  name: string,
  path: string,
  body: unknown,
  predict: Operation["predict"],
  about?: string
): Operation => ({
  name: `bank.${name}`,
  as,
  method: "POST",
  path: `/bank/v2/${path}`,
  body,
  predict,
  about
})

const on = (
  as: Caller,
  name: string,
  id: string,
  path: string,
  body: unknown,
  predict: (one: ModelTransfer, now: number, bank: BankModel) => Predicted
) => post(as, name, path, body, ({ bank }, now) => predict(bank.transfers.get(id)!, now, bank), id)

/** Somebody with an account. */
export const party = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address: { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701" }
})

/** A name on the sandbox's list. */
export const listedName = "Zoltan Sanctionov"

/** What a new payment answers, which depends on how far it has come. */
const shownNew = (one: ModelTransfer): Predicted => {
  const isFinal = ["settled", "returned", "failed"].includes(one.status)
  return {
    ...shownTransfer(one),
    status: isFinal ? 200 : 202,
    // A crash in the middle: the payment is there, and nobody waited for its outcome, or the network was asked at once.
    halfway: [202, 200].map((status) => ({ status, shows: { "data.amount": one.amount } }))
  }
}

export const pay = (of: { amount: number; account: string; name: string; fault: Fault }): Operation =>
  post(
    "client",
    "pay",
    "payments/instant",
    {
      amount: of.amount,
      originator: party("Acme Corp", "1234567890", "099900014"),
      beneficiary: party(of.name, of.account, "099900027")
    },
    ({ bank }, now) => {
      const day = dayOf(now)
      if (of.amount > bank.terms.perTransaction) return refused(403, "AMOUNT_LIMIT_EXCEEDED")
      if (usedOn(bank, day) + of.amount > bank.terms.daily) return refused(403, "AMOUNT_LIMIT_EXCEEDED")
      const one: ModelTransfer = {
        ...of,
        id: `new transfer ${bank.transfers.size}`,
        day,
        status: "held",
        needsAttention: false,
        suspense: 0,
        isContradicted: false,
        words: [],
        requestedUntil: 0,
        isMeddled: false
      }
      bank.transfers.set(one.id, one)
      if (of.name !== listedName) proceed(bank, one, now)
      const learn = (json: any) => {
        bank.transfers.delete(one.id)
        one.id = json.data.paymentId
        bank.transfers.set(one.id, one)
      }
      return { ...shownNew(one), learn }
    }
  )

/** Has the next message of a rail go wrong. */
export const planFault = (fault: Fault): Operation =>
  post("officer", "fault", "simulator/faults", { rail: "fednow", fault, count: 1 }, () => ({ status: 201 }))

export const cancel = (id: string): Operation =>
  on("client", "cancel", id, `payments/instant/${id}/cancel`, {}, (one) => {
    if (one.status !== "held" && one.status !== "pending_approval") return refused(422, "PAYMENT_NOT_CANCELLABLE")
    one.status = "cancelled"
    return shownTransfer(one)
  })

export const decideHold = (id: string, hold: string, outcome: "release" | "reject"): Operation =>
  on("officer", outcome, id, `compliance/holds/${hold}/${outcome}`, { note: "looked at" }, (one, now, bank) => {
    if (one.status !== "held") return refused(409, "STATE_CONFLICT")
    if (outcome === "release") proceed(bank, one, now)
    else one.status = "rejected"
    return { status: 200 }
  })

export const decideApproval = (id: string, outcome: "approve" | "reject"): Operation =>
  on("officer", `approval.${outcome}`, id, `approvals/${id}/${outcome}`, { note: "looked at" }, (one, now) => {
    if (one.status !== "pending_approval") return refused(409, "STATE_CONFLICT")
    if (outcome === "approve") submit(one, now)
    else one.status = "rejected"
    return { status: 200 }
  })

const isSent = ({ status }: ModelTransfer): boolean =>
  !["held", "pending_approval", "rejected", "cancelled"].includes(status)

/** The network says something of a payment, whatever it said before. */
export const respond = (id: string, says: "settled" | "failed" | "refused"): Operation =>
  on(
    "officer",
    `respond.${says}`,
    id,
    `simulator/payments/${id}/respond`,
    says === "settled" ? { status: "ACSC" } : { status: "RJCT", reasonCode: says === "failed" ? "AB06" : "AC04" },
    (one) => {
      if (!isSent(one)) return refused(404, "NOT_FOUND")
      one.isMeddled = true
      hear(one, says === "refused" ? { refused: "AC04" } : says)
      return { status: 200 }
    }
  )

/** The network sends money back, whatever it did before. */
export const giveBack = (id: string, amount: number | undefined): Operation =>
  on(
    "officer",
    "return",
    id,
    `simulator/payments/${id}/return`,
    { code: "AC04", ...(amount !== undefined && { amount }) },
    (one) => {
      if (!isSent(one)) return refused(404, "NOT_FOUND")
      hear(one, { back: amount ?? one.amount })
      return { status: 200 }
    }
  )

export const askBack = (id: string, amount: number | undefined): Operation =>
  on(
    "client",
    "return-request",
    id,
    `payments/instant/${id}/return-request`,
    { reasonCode: "DUPL", ...(amount !== undefined && { amount }) },
    (one, now) => {
      const asked = amount ?? one.amount
      if (one.status !== "settled" || asked > one.amount || now < one.requestedUntil)
        return refused(422, "RETURN_REQUEST_NOT_ALLOWED")
      const given: Readonly<Record<string, number>> = { "9004000001": asked, "9004000004": Math.floor(asked / 2) }
      const back = given[one.account]
      one.requestedUntil = now + dayMs
      if (back !== undefined) one.words.push({ at: now + dayMs, says: { back } })
      return { status: 202, shows: { "data.requestedAmount": asked, "data.status": "pending" } }
    }
  )

export const resolve = (id: string, outcome: "settled" | "failed"): Operation =>
  on(
    "officer",
    `resolve.${outcome}`,
    id,
    `admin/payments/${id}/resolve`,
    { outcome, note: "asked by phone" },
    (one) => {
      one.isMeddled = true
      if (one.status === "submitted") hear(one, outcome)
      else if (one.suspense !== 0) {
        if (one.suspense > 0 && one.isContradicted) one.found = outcome
        if (one.status === "settled" && outcome === "failed")
          Object.assign(one, { status: "returned", fundsMoved: true, returned: one.amount, isTakenBack: true })
        one.suspense = 0
        one.needsAttention = false
      } else return refused(409, "STATE_CONFLICT")
      return { ...shownTransfer(one) }
    }
  )

export const readTransfer = (id: string): Operation => ({
  name: "bank.read",
  as: "client",
  method: "GET",
  path: `/bank/v2/payments/instant/${id}`,
  about: id,
  predict: ({ bank }) => shownTransfer(bank.transfers.get(id)!)
})
