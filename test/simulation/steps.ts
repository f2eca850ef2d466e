/** What happens in one step: an operation, time, several callers at once, a key that is used again. */
import * as bank from "./bankOperations.ts"
import * as money from "./cardsMoney.ts"
import { isBlocked, type ModelCustomer } from "./CardsModel.ts"
import * as cards from "./cardsOperations.ts"
import * as customers from "./customers.ts"
import type { Fault } from "./BankModel.ts"
import { docsMoves, lookAtDocs } from "./docsSteps.ts"
import { oneOf, type Operation } from "./Operation.ts"
import { learnRails, railsMoves } from "./rails.ts"
import { allAtOnce } from "./together.ts"
import type { World } from "./World.ts"

export type Step = (world: World) => Promise<void>
type Draw = (world: World) => Operation | undefined

/** One of the newest, more often than an old one. */
const recent = <A>(world: World, all: ReadonlyArray<A>): A | undefined =>
  world.pick(4) === 0 ? oneOf(world, all) : oneOf(world, all.slice(-6))

const methods = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_declined",
  "pm_card_insufficient_funds",
  "pm_card_3ds_required",
  "pm_card_disputed",
  "pm_card_pendingRefund",
  "pm_card_refundFail"
]

/** A trouble of the processor outside, now and then. The processor and the model hear of the same one. */
const trouble = ({ isCalm, pick, processor, terms }: World, isAsked: boolean): cards.Trouble => {
  const drawn =
    isAsked && !isCalm && terms.cards.isRemote
      ? (["none", "none", "none", "lost", "refused"] as const)[pick(5)]!
      : "none"
  processor.next(drawn)
  return drawn
}

const create: Draw = (world) => {
  const { pick } = world
  const amount = 40 + pick(5_000)
  const method = oneOf(world, methods)
  const isAsked = amount >= 50 && method !== "pm_card_3ds_required" && !/declined|insufficient/.test(method)
  const payer = pick(2) === 0 ? recent(world, world.model.cards.customers) : undefined
  const isTaken = isAsked && (payer === undefined || !(payer.isGone || isBlocked(world.model.cards, payer.id)))
  return cards.create({
    amount,
    method,
    isManual: pick(2) === 0,
    trouble: trouble(world, isTaken),
    customer: payer?.id
  })
}

const onCustomer =
  (make: (world: World, one: ModelCustomer) => Operation | undefined): Draw =>
  (world) => {
    const found = recent(world, world.model.cards.customers)
    return found === undefined ? undefined : make(world, found)
  }

const decideMatch = onCustomer(({ pick }, one) =>
  one.isMatched && !one.isApproved && !one.isGone
    ? customers.decideMatch(one, pick(2) === 0 ? "approved" : "confirmed")
    : undefined
)

/** Whoever was approved for an entry stays free of it: such a customer keeps its name. */
const rename = onCustomer((world, one) =>
  one.isApproved ? undefined : customers.rename(one.id, oneOf(world, customers.customerNames))
)

/** All of something, or a part, or too much. */
const part = ({ pick }: World, of: number): number | undefined =>
  pick(3) === 0 ? undefined : 1 + pick(Math.ceil(of * 1.25))

/** All of something, or a part. */
const someOf = ({ pick }: World, of: number): number | undefined => (pick(2) === 0 ? undefined : 1 + pick(of))

const onPayment =
  (make: (world: World, id: string) => Operation): Draw =>
  (world) => {
    const found = recent(world, [...world.model.cards.payments.values()])
    return found === undefined ? undefined : make(world, found.id)
  }

const paymentOf = ({ model }: World, id: string) => model.cards.payments.get(id)!
const isAuthorized = (world: World, id: string) => {
  const { asked, state } = paymentOf(world, id)
  return state === "authorized" && asked === undefined
}

const confirm = onPayment((world, id) => {
  const { customer, isAuthenticated, state } = paymentOf(world, id)
  const isAsked = isAuthenticated && state === "requires_action" && !isBlocked(world.model.cards, customer)
  return cards.confirm(id, trouble(world, isAsked))
})
const capture = onPayment((world, id) => {
  const { amount, customer } = paymentOf(world, id)
  const wanted = part(world, amount)
  const isAsked = isAuthorized(world, id) && (wanted ?? 0) <= amount && !isBlocked(world.model.cards, customer)
  return cards.capture(id, wanted, trouble(world, isAsked))
})
const cancel = onPayment((world, id) => cards.cancel(id, trouble(world, isAuthorized(world, id))))
const refund = onPayment((world, id) => money.refund(id, part(world, paymentOf(world, id).captured || 100), "none"))
const dispute = onPayment((world, id) => money.dispute(id, part(world, paymentOf(world, id).captured || 100)))
const authenticate = onPayment(({ pick }, id) => cards.authenticate(id, pick(4) > 0))

const onDispute =
  (make: (world: World, id: string) => Operation): Draw =>
  (world) => {
    const found = recent(world, world.model.cards.disputes)
    if (found === undefined) return undefined
    return found.id === undefined ? money.listDisputes(found.payment) : make(world, found.id)
  }

const onPayout =
  (how: Parameters<typeof money.endPayout>[1]): Draw =>
  (world) => {
    const found = recent(world, world.model.cards.payouts)
    return found === undefined ? undefined : money.endPayout(found.id, how)
  }

/** A payout to a customer, to whom as much as to all others is paid, until it is found on a list. */
const payRecipient: Draw = (world) => {
  const found = recent(
    world,
    world.model.cards.customers.filter(({ account }) => account !== undefined)
  )
  return found && money.payout(1 + world.pick(1_000), world.pick(3) === 0, found)
}

const receipts = ["winning_evidence", "losing_evidence", "a receipt"]

const cardsMoves: ReadonlyArray<readonly [weight: number, draw: Draw]> = [
  [10, create],
  [3, (world) => customers.createCustomer(oneOf(world, customers.customerNames), world.pick(1e9))],
  [3, rename],
  [2, decideMatch],
  [1, onCustomer((_, { id }) => customers.removeCustomer(id))],
  [4, confirm],
  [5, authenticate],
  [7, capture],
  [4, cancel],
  [7, refund],
  [4, dispute],
  [3, onDispute((world, id) => money.evidence(id, oneOf(world, receipts), world.pick(2) === 0))],
  [1, onDispute((_, id) => money.accept(id))],
  [2, onDispute(({ pick }, id) => money.decide(id, pick(2) === 0 ? "won" : "lost"))],
  [4, ({ pick }) => money.payout(1 + pick(4_000), pick(2) === 0)],
  [3, payRecipient],
  [2, onPayout("cancel")],
  [1, onPayout("pay")],
  [1, onPayout("fail")],
  [2, onPayout("return")],
  [2, ({ pick }) => money.fund(1 + pick(2_000))]
]

/** The network refuses a payment to it, and then says that it settled: of whoever asks, as after a crash, it says that at once. */
const refusedThenSettled = "9002000008"

const accounts = [
  "9000000000",
  "9000000000",
  "9001000001",
  "9001000004",
  "9001000099",
  "9001000090",
  "9002000001",
  "9002000002",
  "9002000003",
  "9002000004",
  "9002000005",
  "9002000006",
  "9002000007",
  refusedThenSettled,
  "9003000004",
  "9004000001",
  "9004000002",
  "9004000004"
]

const pay: Draw = (world) => {
  const { isCalm, pick } = world
  const amount = pick(12) === 0 ? 80_000 + pick(30_000) : 1 + pick(40_000)
  const account = oneOf(world, accounts)
  return bank.pay({
    amount,
    account: isCalm === true && account === refusedThenSettled ? "9000000000" : account,
    name: pick(8) === 0 ? bank.listedName : "Jane Roe",
    fault: "none"
  })
}

const onTransfer =
  (make: (world: World, id: string) => Operation | undefined): Draw =>
  (world) => {
    const found = recent(world, [...world.model.bank.transfers.values()])
    return found === undefined ? undefined : make(world, found.id)
  }

const amountOf = ({ model }: World, id: string) => model.bank.transfers.get(id)!.amount

const decideHold = onTransfer((world, id) => {
  const { hold } = world.model.bank.transfers.get(id)!
  return hold === undefined ? undefined : bank.decideHold(id, hold, world.pick(3) > 0 ? "release" : "reject")
})

const bankMoves: ReadonlyArray<readonly [weight: number, draw: Draw]> = [
  [10, pay],
  [2, onTransfer((_, id) => bank.cancel(id))],
  [4, decideHold],
  [3, onTransfer(({ pick }, id) => bank.decideApproval(id, pick(3) > 0 ? "approve" : "reject"))],
  [5, onTransfer((world, id) => bank.respond(id, oneOf(world, ["settled", "settled", "failed", "refused"] as const)))],
  [3, onTransfer((world, id) => bank.giveBack(id, someOf(world, amountOf(world, id))))],
  [3, onTransfer((world, id) => bank.askBack(id, part(world, amountOf(world, id))))],
  [4, onTransfer(({ pick }, id) => bank.resolve(id, pick(2) === 0 ? "settled" : "failed"))]
]

const drawFrom = (world: World, moves: ReadonlyArray<readonly [weight: number, draw: Draw]>): Operation => {
  for (;;) {
    let at = world.pick(moves.reduce((sum, [weight]) => sum + weight, 0))
    const drawn = moves.find(([weight]) => (at -= weight) < 0)![1](world)
    if (drawn !== undefined) return drawn
  }
}

/** What is drawn of one of the services; `together` what may meet others of its kind. */
const movesOf = ({ ofRails, pick }: World, together: boolean) =>
  ofRails ? railsMoves : [cardsMoves, bankMoves, docsMoves(together)][pick(3)]!

/** Any operation of a service. */
export const drawAny = (world: World): Operation => drawFrom(world, movesOf(world, false))

/** Learns which holds are open: an officer sees them, the client does not. */
export const learnHolds = async (world: World) => {
  const transfers = [...world.model.bank.transfers.values()]
  if (!transfers.some(({ hold, status }) => status === "held" && hold === undefined)) return
  const open: Operation = {
    name: "holds",
    as: "officer",
    method: "GET",
    path: "/bank/v2/compliance/holds?status=open&limit=100",
    predict: () => ({ status: 200 })
  }
  const { json } = await world.ask(open, world.freshKey())
  for (const { holdId, paymentId } of json.data) {
    const found = world.model.bank.transfers.get(paymentId)
    if (found !== undefined) found.hold = holdId
  }
}

/** Reads what was changed, and some others. */
const look = async (world: World, about: string | undefined) => {
  if (world.ofRails) return learnRails(world)
  const { bank: banks, cards: shop } = world.model
  if (about !== undefined && shop.payments.has(about)) await world.perform(cards.readPayment(about))
  if (about !== undefined && banks.transfers.has(about)) await world.perform(bank.readTransfer(about))
  await world.perform(money.readBalance())
  await learnHolds(world)
  await lookAtDocs(world)
}

/** Reads some of everything. */
export const lookAround = async (world: World) => {
  const { bank: banks, cards: shop } = world.model
  for (const id of [...shop.payments.keys()].slice(-5)) await world.perform(cards.readPayment(id))
  for (const id of [...banks.transfers.keys()].slice(-5)) await world.perform(bank.readTransfer(id))
  const [refund] = shop.refunds.slice(-1)
  const [payout] = shop.payouts.slice(-1)
  if (refund !== undefined) await world.perform(money.readRefund(refund.id))
  if (payout !== undefined) await world.perform(money.readPayout(payout.id))
  await look(world, undefined)
}

const taking = { participates: true }

/** The two banks of the world: earlier data may have others. */
const directory = {
  name: "participants",
  method: "PUT" as const,
  path: "/bank/v2/admin/participants",
  body: {
    name: "simulation",
    participants: ["099900014", "099900027"].map((routingNumber) => ({
      routingNumber,
      name: `Example Bank ${routingNumber}`,
      status: "active",
      ach: taking,
      fedwire: taking,
      rtp: taking,
      fednow: taking
    }))
  },
  predict: () => ({ status: 200 })
}

/** A receiver for each service, and a rule that larger payments are approved by people. */
export const setUp: Step = async (world) => {
  const officer = { as: "officer", method: "POST" } as const
  const when = { minAmount: world.terms.bank.approvedFrom }
  const created = () => ({ status: 201 })
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  const rule = { priority: 1, when, then: "human", approvers: 1 }
  await world.perform({ ...officer, name: "rule", path: "/bank/v2/admin/approval-rules", body: rule, predict: created })
  await world.perform({ ...officer, ...directory })
  const bankHook = { url: "https://shop.example.com/bank", events: ["*"] }
  await world.perform({
    ...officer,
    as: "client",
    name: "webhook",
    path: "/bank/v2/webhooks",
    body: bankHook,
    predict: created
  })
  const shopHook = { url: "https://shop.example.com/cards", enabled_events: ["*"] }
  await world.perform({
    ...officer,
    as: "shop",
    name: "webhook",
    path: "/cards/v2/webhook_endpoints",
    body: shopHook,
    predict: () => ({ status: 200 })
  })
}

const faults: ReadonlyArray<Fault> = ["drop_responses", "drop_requests", "duplicate", "down"]

/** A payment whose message meets a fault of the network. */
const payInTrouble = async (world: World) => {
  const fault = oneOf(world, faults)
  const operation = bank.pay({ amount: 1 + world.pick(20_000), account: "9000000000", name: "Jane Roe", fault })
  const isRefused = operation.predict(structuredClone(world.model), world.now()).status === 403
  if (!isRefused) await world.perform(bank.planFault(fault))
  await world.perform(operation)
}

/** One operation. */
export const moveFor: Step = async (world) => {
  if (!world.ofRails && world.pick(25) === 0) return payInTrouble(world)
  const operation = drawAny(world)
  await world.perform(operation)
  await look(world, operation.about)
}

const spans = [
  "1 second",
  "12 seconds",
  "31 seconds",
  "1 minute",
  "5 minutes",
  "1 hour",
  "5 hours",
  "1 day",
  "1 day",
  "3 days",
  "8 days"
]

/** Time passes, or jumps. */
export const advance: Step = async (world) => {
  await world.advance(oneOf(world, spans))
  await lookAround(world)
}

/** Several callers at once: some order of their requests must explain the answers. */
export const meet: Step = async (world) => {
  const moves = movesOf(world, true)
  const isRemote = world.terms.cards.isRemote && moves === cardsMoves
  // The processor's answers come in any order: two requests about one authorization are not both asked.
  if (isRemote) return moveFor(world)
  const operations = Array.from({ length: 2 + world.pick(3) }, () => drawFrom(world, moves))
  await allAtOnce(world, operations)
  await lookAround(world)
}

/** A key is used again. */
export const askTwice: Step = async (world) => {
  await world.performTwice(drawAny(world))
  await lookAround(world)
}
