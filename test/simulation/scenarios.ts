/** Objects that several operations may meet at, in any order. */
import { hear } from "./BankModel.ts"
import * as bank from "./bankOperations.ts"
import * as money from "./cardsMoney.ts"
import * as cards from "./cardsOperations.ts"
import * as customers from "./customers.ts"
import type { Act, Scenario } from "./interleave.ts"
import type { Operation } from "./Operation.ts"
import { otherRails } from "./otherRails.ts"
import { recipient } from "./recipients.ts"
import type { World } from "./World.ts"

const act = (name: string, make: Act["make"]): Act => ({ name, make })

const paymentOf = ({ model }: World): string => [...model.cards.payments.keys()].at(-1)!
const transferOf = ({ model }: World): string => [...model.bank.transfers.keys()].at(-1)!
const disputeOf = ({ model }: World): string | undefined => model.cards.disputes.at(-1)?.id
const payoutOf = ({ model }: World): string | undefined => model.cards.payouts.at(-1)?.id

const onDispute = (name: string, make: (id: string) => Operation): Act =>
  act(name, (world) => {
    const id = disputeOf(world)
    return id === undefined ? undefined : make(id)
  })

const onPayout = (how: Parameters<typeof money.endPayout>[1]): Act =>
  act(`payout.${how}`, (world) => {
    const id = payoutOf(world)
    return id === undefined ? undefined : money.endPayout(id, how)
  })

const create = (world: World, isManual: boolean) =>
  world.perform(cards.create({ amount: 2_000, method: "pm_card_visa", isManual, trouble: "none" }))

const troubled = (
  name: string,
  trouble: cards.Trouble,
  make: (world: World, trouble: cards.Trouble) => Operation
): Act =>
  act(name, (world) => {
    const { asked, state } = world.model.cards.payments.get(paymentOf(world))!
    const met = state === "authorized" && asked === undefined ? trouble : "none"
    world.processor.next(met)
    return make(world, met)
  })

const refund = (amount?: number) =>
  act(`refund ${amount ?? "all"}`, (world) => money.refund(paymentOf(world), amount, "none"))

const authorization: Scenario = {
  name: "a card authorization: captured, in part, canceled, refunded, disputed, paid out, expired",
  begin: async (world) => void (await create(world, true)),
  acts: [
    act("capture all", (world) => cards.capture(paymentOf(world), undefined, "none")),
    act("capture part", (world) => cards.capture(paymentOf(world), 1_200, "none")),
    act("cancel", (world) => cards.cancel(paymentOf(world), "none")),
    refund(700),
    act("dispute", (world) => money.dispute(paymentOf(world), undefined)),
    act("payout", () => money.payout(1_000, false)),
    act("expiry", () => "7 days")
  ]
}

const captured: Scenario = {
  name: "captured money: refunded, disputed, decided, accepted, paid out, sent back",
  begin: async (world) => void (await create(world, false)),
  acts: [
    refund(1_500),
    refund(),
    act("dispute", (world) => money.dispute(paymentOf(world), 800)),
    onDispute("won", (id) => money.decide(id, "won")),
    onDispute("accepted", money.accept),
    act("payout", () => money.payout(1_000, true)),
    onPayout("fail"),
    onPayout("return"),
    act("a day", () => "1 day")
  ]
}

const customerOf = ({ model }: World) => model.cards.customers.at(-1)!

const matched: Scenario = {
  name: "an authorization of a customer who is listed, approved and removed meanwhile",
  begin: async (world) => {
    await world.perform(customers.createCustomer("Ada Byron", world.now()))
    const customer = customerOf(world).id
    const method = "pm_card_visa"
    await world.perform(cards.create({ amount: 2_000, method, isManual: true, trouble: "none", customer }))
  },
  acts: [
    act("listed", (world) =>
      customerOf(world).isApproved ? undefined : customers.rename(customerOf(world).id, customers.customerNames[0])
    ),
    act("approved", (world) => {
      const { isGone, isMatched } = customerOf(world)
      return isMatched && !isGone ? customers.decideMatch(customerOf(world), "approved") : undefined
    }),
    act("removed", (world) => customers.removeCustomer(customerOf(world).id)),
    act("capture", (world) => cards.capture(paymentOf(world), 1_200, "none")),
    act("cancel", (world) => cards.cancel(paymentOf(world), "none")),
    refund(700),
    act("another payment", (world) => {
      const { id: customer } = customerOf(world)
      return cards.create({ amount: 900, method: "pm_card_visa", isManual: false, trouble: "none", customer })
    })
  ]
}

const remote: Scenario = {
  name: "an authorization at a processor whose answers are lost, late or refusals",
  isRemote: true,
  begin: async (world) => void (await create(world, true)),
  acts: [
    troubled("capture, lost", "lost", (world, met) => cards.capture(paymentOf(world), 1_200, met)),
    troubled("capture, refused", "refused", (world, met) => cards.capture(paymentOf(world), undefined, met)),
    troubled("cancel, lost", "lost", (world, met) => cards.cancel(paymentOf(world), met)),
    act("cancel", (world) => cards.cancel(paymentOf(world), "none")),
    refund(700),
    act("31 seconds", () => "31 seconds"),
    act("expiry", () => "7 days")
  ]
}

const pay = (world: World, account: string, name = "Jane Roe", amount = 40_000) =>
  world.perform(bank.pay({ amount, account, name, fault: "none" }))

/** What the network and officers may say of a payment that was sent. */
const said: ReadonlyArray<Act> = [
  act("late settlement", (world) => bank.respond(transferOf(world), "settled")),
  act("late refusal", (world) => bank.respond(transferOf(world), "refused")),
  act("return", (world) => bank.giveBack(transferOf(world), undefined)),
  act("cancel", (world) => bank.cancel(transferOf(world))),
  act("resolve settled", (world) => bank.resolve(transferOf(world), "settled")),
  act("resolve failed", (world) => bank.resolve(transferOf(world), "failed"))
]

const silent: Scenario = {
  name: "an instant payment that the network does not answer",
  begin: async (world) => void (await pay(world, "9002000005")),
  acts: [
    ...said,
    act("late failure", (world) => bank.respond(transferOf(world), "failed")),
    act("5 hours", () => "5 hours")
  ]
}

const failed: Scenario = {
  name: "an instant payment that failed",
  begin: async (world) => void (await pay(world, "9001000099")),
  acts: [...said, act("settlement again", (world) => bank.respond(transferOf(world), "settled"))]
}

const askedBack: Scenario = {
  name: "a settled payment that is asked back in part, and comes back by itself",
  begin: async (world) => void (await pay(world, "9004000001")),
  acts: [
    ...said,
    act("ask back", (world) => bank.askBack(transferOf(world), 15_000)),
    act("second return", (world) => bank.giveBack(transferOf(world), 10_000)),
    act("a day", () => "1 day")
  ]
}

const held: Scenario = {
  name: "a payment that is held, and then needs a person's approval",
  begin: async (world) => {
    // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
    const rule = { priority: 1, when: { minAmount: 80_000 }, then: "human", approvers: 1 }
    const path = "/bank/v2/admin/approval-rules"
    await world.perform({
      name: "rule",
      as: "officer",
      method: "POST",
      path,
      body: rule,
      predict: () => ({ status: 201 })
    })
    await pay(world, "9000000000", bank.listedName, 90_000)
    const holds = {
      name: "holds",
      as: "officer",
      method: "GET",
      path: "/bank/v2/compliance/holds?status=open"
    } as const
    const { json } = await world.perform({ ...holds, predict: () => ({ status: 200 }) })
    world.model.bank.transfers.get(transferOf(world))!.hold = json.data[0].holdId
  },
  acts: [
    act("cancel", (world) => bank.cancel(transferOf(world))),
    ...(["release", "reject"] as const).map((outcome) =>
      act(outcome, (world) =>
        bank.decideHold(transferOf(world), world.model.bank.transfers.get(transferOf(world))!.hold!, outcome)
      )
    ),
    act("approve", (world) => bank.decideApproval(transferOf(world), "approve")),
    act("disapprove", (world) => bank.decideApproval(transferOf(world), "reject")),
    act("late settlement", (world) => bank.respond(transferOf(world), "settled"))
  ]
}

/** The network has the message, and the process that sent it died before it wrote that down. */
const sentAndLost: Scenario = {
  name: "a payment whose process died after the network had credited it",
  needsRestart: true,
  begin: async (world) => {
    const operation = bank.pay({ amount: 40_000, account: "9000000000", name: "Jane Roe", fault: "none" })
    const key = world.freshKey()
    await world.crashIn(2, false, () => world.ask(operation, key))
    world.audit(operation, await world.ask(operation, key), { isHalfway: true })
  },
  acts: [
    act("cancel", (world) => ({
      ...bank.cancel(transferOf(world)),
      predict: () => ({ status: 422, code: "PAYMENT_NOT_CANCELLABLE" })
    })),
    act("late settlement", (world) => ({
      ...bank.respond(transferOf(world), "settled"),
      predict: ({ bank: { transfers } }) => {
        hear(transfers.get(transferOf(world))!, "settled")
        return { status: 200 }
      }
    })),
    act("return", (world) => bank.giveBack(transferOf(world), undefined)),
    act("10 minutes", () => "10 minutes")
  ]
}

/** Every scenario. */
export const scenarios: ReadonlyArray<Scenario> = [
  authorization,
  captured,
  matched,
  recipient,
  remote,
  silent,
  failed,
  askedBack,
  held,
  sentAndLost,
  ...otherRails
]
