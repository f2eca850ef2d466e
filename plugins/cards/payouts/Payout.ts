/**
 * The payout: the merchant's available money on its way to a verified bank account. Its states, its times, its fee and
 * the gates before it, as pure functions; read it beside spec cards §4 and decisions B9.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, StateMachine, type Currency, type DecidedJob, type Decision } from "../../../src/domain.ts"
import type { VersionConflict } from "../../../src/plugin.ts"
import { addBusinessDays } from "../business-days.ts"
import type { BlockLeft } from "../customers/Customer.ts"
import type { CardsEventType } from "../events.ts"
import { instantPayoutFeeOf } from "../ledger/fees.ts"
import * as journals from "../ledger/journals.ts"

/** Where a payout stands. `new` is only ever left. */
export type PayoutState = "new" | PayoutStatus

/** The statuses of decisions B9. */
export const payoutStatuses = ["pending", "in_transit", "paid", "failed", "canceled"] as const

/** A status as it is shown. */
export type PayoutStatus = (typeof payoutStatuses)[number]

/** What happens to a payout. `return`: the bank sends it back after it was paid. */
export type PayoutTrigger = "request" | "requestInstant" | "depart" | "cancel" | "stop" | "pay" | "fail" | "return"

const { refused } = StateMachine
const nothing = {
  request: refused,
  requestInstant: refused,
  depart: refused,
  cancel: refused,
  pay: refused,
  stop: refused,
  fail: refused,
  return: refused
} as const

/** The state machine of decisions B9. `paid` can still become `failed`: in test mode for five business days. */
export const payoutMachine = StateMachine.defineStateMachine<PayoutState, PayoutTrigger>()({
  name: "payout",
  initial: "new",
  final: ["failed", "canceled"],
  rows: {
    new: { ...nothing, request: "pending", requestInstant: "in_transit" },
    pending: { ...nothing, depart: "in_transit", cancel: "canceled", stop: "failed" },
    in_transit: { ...nothing, pay: "paid", fail: "failed" },
    paid: { ...nothing, return: "failed" },
    failed: nothing,
    canceled: nothing
  }
})

/** How fast (spec cards §4). */
export type PayoutMethod = "standard" | "instant"

/** Why a payout failed. */
export interface PayoutFault {
  readonly code: string
  readonly message: string
}

/** A payout. Amounts are minor units of `currency`; times are epoch milliseconds of engine time, whole seconds. */
export interface Payout {
  readonly id: string
  readonly status: PayoutStatus
  readonly amountMinor: number
  /** On top of the amount; goes back with it. */
  readonly feeMinor: number
  readonly currency: Currency
  /** Id of the bank account; `customer` is whose it is. */
  readonly destination: string
  /** `null` for the static bank accounts of test mode, which belong to nobody. */
  readonly customer: string | null
  readonly method: PayoutMethod
  /** When it leaves; `null` for an instant one, which leaves at once. */
  readonly batchAt: number | null
  readonly arrivalAt: number
  readonly paidAt: number | null
  readonly fault: PayoutFault | null
  /** What the sandbox's bank will say on arrival, if not that it has the money. */
  readonly sandboxFault: PayoutFault | null
  readonly screeningId: string
  readonly createdAt: number
  readonly livemode: boolean
  /** What the acquirer calls the bank account, where the acquirer sends the payout. */
  readonly acquirerDestination?: string
}

/** The outcome of a rule about payouts. */
export type PayoutDecision = Decision<Payout, CardsEventType>

/** What was requested (spec cards §4). */
export interface CreatePayout {
  readonly amountMinor: number
  readonly currency: Currency
  readonly destination: string
  readonly method?: PayoutMethod | undefined
}

/** What a payout needs to know of the bank account it goes to. */
export interface PayoutDestination {
  readonly id: string
  readonly customer: string | null
  readonly currency: Currency
  readonly verified: boolean
  readonly instantEligible: boolean
  /** The bank takes a business day longer. */
  readonly late: boolean
  readonly sandboxFault: PayoutFault | null
  /** What the acquirer calls it, where the acquirer sends payouts. */
  readonly acquirerToken?: string | undefined
}

/** No payout has this id. */
export class PayoutNotFound extends Data.TaggedError("PayoutNotFound") {}

/** Payouts are in beta, and this account has no access (spec cards §9). */
export class BetaAccessRequired extends Data.TaggedError("BetaAccessRequired") {}

/** The payout cannot go to this bank account, or not in this way. */
export class PayoutRefused extends Data.TaggedError("PayoutRefused")<{
  readonly code: "bank_account_unverified" | "currency_mismatch" | "instant_payout_unavailable"
}> {}

/** The state of the payout does not allow what was requested. */
export class PayoutStateRefused extends Data.TaggedError("PayoutStateRefused")<{
  readonly status: PayoutStatus
  /** It is pending, and its batch is due. */
  readonly isLeaving?: boolean
}> {}

/** The available balance does not cover the payout and its fee. */
export class BalanceInsufficient extends Data.TaggedError("BalanceInsufficient")<{ readonly totalMinor: number }> {}

/** What goes wrong with payouts. */
export type PayoutFailure =
  PayoutNotFound | BetaAccessRequired | PayoutRefused | PayoutStateRefused | BalanceInsufficient | VersionConflict

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** Decisions B9: business days from the batch to the merchant's bank, and to a late one. */
const standardArrivalDays = 2
const lateArrivalDays = 3

/** Decisions B9: an instant payout arrives after 10 minutes, and never later than after 30 (spec cards §4). */
const instantArrivalMs = 10 * minuteMs
export const instantDeadlineMs = 30 * minuteMs

/** Decisions B9: how long after it was paid a bank can send a payout back. */
const returnWindowDays = 5

/** Decisions B9: currencies that a payout can be sent in at once. */
const instantCurrencies: ReadonlyArray<Currency> = ["usd", "eur", "gbp"]

/** Names of the jobs of this slice. */
export const batchJobName = "cards.payouts.batch"
export const arriveJobName = "cards.payouts.arrive"
export const sendJobName = "cards.payout.send"

/** The parameters of the job that has an acquirer send a payout. `asked`: how often the acquirer answered that it is on its way. */
export interface SendJob {
  readonly payoutId: string
  readonly scope: string
  readonly asked: number
}

/** How often an acquirer is asked what has become of a payout that is on its way, a day apart (our choice). */
export const maxAsked = 14

/** How long after an answer it is asked again. */
export const askedAgainAfterMs = dayMs

/** The job that has an acquirer send a payout which is on its way, or asks what has become of it. None in most cases. */
export const sendJobs = (payout: Payout, scope: string, { asked, dueAt }: { asked: number; dueAt: number }) =>
  payout.acquirerDestination === undefined || payout.status !== "in_transit"
    ? []
    : [
        {
          name: sendJobName,
          key: `${payout.id}/${asked}`,
          payload: { payoutId: payout.id, scope, asked } satisfies SendJob,
          dueAt
        }
      ]

/** The first 00:00:00 UTC after a time, never the time itself (spec cards §4, decisions B9). */
export const nextBatch = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs

/** What leaves the merchant's balance. */
export const totalMinor = (payout: Pick<Payout, "amountMinor" | "feeMinor">): number =>
  payout.amountMinor + payout.feeMinor

/** Whether the sandbox plays the merchant's bank. */
const isOfSandbox = (payout: Payout): boolean => !payout.livemode && payout.acquirerDestination === undefined

/** When something happens to a payout by itself: it leaves, or, in the sandbox, it arrives. `null`: nothing will. */
export const nextStepAt = (payout: Payout): number | null => {
  if (payout.status === "pending") return payout.batchAt
  return payout.status === "in_transit" && isOfSandbox(payout) ? payout.arrivalAt : null
}

/** The payload of the slice's jobs: all payouts whose next step is due by then take it. */
export interface StepsJob {
  /** Epoch milliseconds. */
  readonly dueBy: number
  /** Counts the runs of one moment: a long one goes on in another job. */
  readonly run: number
}

/** One job per moment, however many payouts wait for it. */
export const stepsJob = (name: string, dueBy: number, run = 0): DecidedJob => ({
  name,
  key: `${new Date(dueBy).toISOString()}/${run}`,
  payload: { dueBy, run } satisfies StepsJob,
  dueAt: dueBy
})

const jobsOf = (payout: Payout): ReadonlyArray<DecidedJob> => {
  const dueBy = nextStepAt(payout)
  if (dueBy === null) return []
  return [stepsJob(payout.status === "pending" ? batchJobName : arriveJobName, dueBy)]
}

/** The gates that the bank account itself is (decisions B9, in their order). */
export const checkDestination = (
  command: CreatePayout,
  destination: PayoutDestination
): Result.Result<void, PayoutRefused> => {
  if (!destination.verified) return Result.fail(new PayoutRefused({ code: "bank_account_unverified" }))
  if (destination.currency !== command.currency) return Result.fail(new PayoutRefused({ code: "currency_mismatch" }))
  const instant = instantCurrencies.includes(command.currency) && destination.instantEligible
  return command.method === "instant" && !instant
    ? Result.fail(new PayoutRefused({ code: "instant_payout_unavailable" }))
    : Result.succeed(undefined)
}

const arrivalOf = (batchAt: number | null, now: number, late: boolean): number =>
  batchAt === null ? now + instantArrivalMs : addBusinessDays(batchAt, late ? lateArrivalDays : standardArrivalDays)

const eventsOf = (...types: ReadonlyArray<CardsEventType>) => types.map((type) => ({ type }))

/** A new payout, once all gates but the balance are passed: the balance is a condition of the commit. */
export const create = (
  command: CreatePayout,
  facts: {
    readonly id: string
    readonly now: number
    readonly livemode: boolean
    readonly destination: PayoutDestination
    readonly screeningId: string
  }
): PayoutDecision => {
  const { destination, now } = facts
  const method = command.method ?? "standard"
  const instant = method === "instant"
  const batchAt = instant ? null : nextBatch(now)
  const payout: Payout = {
    id: facts.id,
    status: instant ? "in_transit" : "pending",
    amountMinor: command.amountMinor,
    feeMinor: instant ? instantPayoutFeeOf(command) : 0,
    currency: command.currency,
    destination: destination.id,
    customer: destination.customer,
    method,
    batchAt,
    arrivalAt: arrivalOf(batchAt, now, destination.late),
    paidAt: null,
    fault: null,
    sandboxFault: destination.sandboxFault,
    screeningId: facts.screeningId,
    createdAt: now,
    livemode: facts.livemode,
    ...(destination.acquirerToken !== undefined && { acquirerDestination: destination.acquirerToken })
  }
  return decide({
    state: payout,
    entries: [journals.payoutCreated(payout, payout)],
    events: instant ? eventsOf("payout.created", "payout.in_transit") : eventsOf("payout.created"),
    jobs: jobsOf(payout)
  })
}

const move = (payout: Payout, trigger: PayoutTrigger): Result.Result<PayoutStatus, PayoutStateRefused> =>
  Result.match(StateMachine.transition(payoutMachine, payout.status, trigger), {
    onFailure: () => Result.fail(new PayoutStateRefused({ status: payout.status })),
    onSuccess: (next) => Result.succeed(next as PayoutStatus)
  })

/** Leaves with the batch. */
export const depart = (payout: Payout): Result.Result<PayoutDecision, PayoutStateRefused> =>
  Result.map(move(payout, "depart"), (status) => {
    const departed = { ...payout, status }
    return decide({ state: departed, events: eventsOf("payout.in_transit"), jobs: jobsOf(departed) })
  })

/** Taken back by the merchant, before the batch. */
export const cancel = (payout: Payout, now: number): Result.Result<PayoutDecision, PayoutStateRefused> =>
  Result.flatMap(move(payout, "cancel"), (status) =>
    // At the very moment of the batch its job may not have run yet; the promise is the time.
    payout.batchAt !== null && now >= payout.batchAt
      ? Result.fail(new PayoutStateRefused({ status: payout.status, isLeaving: true }))
      : Result.succeed(
          decide({
            state: { ...payout, status },
            entries: [journals.payoutUnpaid(payout, payout)],
            events: eventsOf("payout.canceled")
          })
        )
  )

/** The merchant's bank has it. */
export const pay = (payout: Payout, now: number): Result.Result<PayoutDecision, PayoutStateRefused> =>
  Result.map(move(payout, "pay"), (status) =>
    decide({
      state: { ...payout, status, paidAt: now },
      entries: [journals.payoutPaid(payout, payout.amountMinor)],
      events: eventsOf("payout.paid")
    })
  )

const unpaid = (
  payout: Payout,
  trigger: "stop" | "fail",
  fault: PayoutFault
): Result.Result<PayoutDecision, PayoutStateRefused> =>
  Result.map(move(payout, trigger), (status) =>
    decide({
      state: { ...payout, status, fault },
      entries: [journals.payoutUnpaid(payout, payout)],
      events: eventsOf("payout.failed")
    })
  )

/** It left and will not arrive: amount and fee are the merchant's again. */
export const fail = (payout: Payout, fault: PayoutFault): Result.Result<PayoutDecision, PayoutStateRefused> =>
  unpaid(payout, "fail", fault)

/** The merchant's bank sends it back: that of the sandbox within five business days of having been paid, and others when they do. */
export const giveBack = (
  payout: Payout,
  fault: PayoutFault,
  now: number
): Result.Result<PayoutDecision, PayoutStateRefused> =>
  Result.flatMap(move(payout, "return"), (status) =>
    payout.paidAt !== null && isOfSandbox(payout) && now > addBusinessDays(payout.paidAt, returnWindowDays)
      ? Result.fail(new PayoutStateRefused({ status: payout.status }))
      : Result.succeed(
          decide({
            state: { ...payout, status, fault },
            entries: [journals.payoutReturned(payout, payout)],
            events: eventsOf("payout.failed")
          })
        )
  )

/** It did not stay with the merchant's bank: it comes back where it was paid, and otherwise it failed, whichever word the bank has for it. */
export const takeBack = (
  payout: Payout,
  fault: PayoutFault,
  now: number
): Result.Result<PayoutDecision, PayoutStateRefused> =>
  Result.orElse(fail(payout, fault), () => giveBack(payout, fault, now))

const missedDeadline: PayoutFault = {
  code: "instant_deadline_missed",
  message: "The payout did not arrive within 30 minutes"
}

/** What stops a payout at its batch: nobody is paid who is on a list or under an embargo, or whom no list could be compared with. */
export const stops: Readonly<Partial<Record<BlockLeft, PayoutFault>>> = {
  sanctioned_country: {
    code: "sanctioned_country",
    message: "The customer's address was found under an embargo before the payout left"
  },
  screening_match: {
    code: "screening_match",
    message: "The customer was found on a watch list before the payout left"
  },
  screening_pending: {
    code: "screening_pending",
    message: "The customer's name could not be compared with the watch lists before the payout left"
  }
}

/** The step that is due: leave with the batch, unless the customer may no longer be paid, or arrive. */
export const takeStep = (
  payout: Payout,
  facts: { readonly now: number; readonly block: keyof typeof stops | undefined }
): Result.Result<PayoutDecision, PayoutStateRefused> => {
  if (payout.status === "pending") {
    const stop = facts.block && stops[facts.block]
    return stop === undefined ? depart(payout) : unpaid(payout, "stop", stop)
  }
  if (payout.sandboxFault !== null) return fail(payout, payout.sandboxFault)
  const late = payout.method === "instant" && facts.now > payout.createdAt + instantDeadlineMs
  return late ? fail(payout, missedDeadline) : pay(payout, facts.now)
}
