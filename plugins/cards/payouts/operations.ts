/** What can be done with payouts: pass the gates, let the entity decide, commit. */
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import {
  Clock,
  Ids,
  noChange,
  readDocuments,
  type BalanceLimit,
  type CallerShape,
  type VersionConflict
} from "../../../src/plugin.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import { monitored, type Subject } from "../aml/monitoring.ts"
import { RequestStopped } from "../customers/Customer.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { eventsAbout, planned, type Actor } from "../plans.ts"
import * as screenings from "../screening/operations.ts"
import { blockFor, passGates } from "./gates.ts"
import * as Payout from "./Payout.ts"
import { PayoutBody } from "./PayoutBody.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** A decision as the rows, events and jobs that it writes. */
export const writesOf = (scope: string, decision: Payout.PayoutDecision, version: number | undefined) => {
  const payout = decision.state
  const departs = decision.events.some(({ type }) => type === "payout.in_transit")
  return {
    writes: [version === undefined ? repository.insert(scope, payout) : repository.update(scope, payout, version)],
    events: eventsAbout(decision.events, payout, PayoutBody.write),
    jobs: [
      ...decision.jobs,
      ...(departs ? Payout.sendJobs(payout, scope, { asked: 0, dueAt: payout.batchAt ?? payout.createdAt }) : [])
    ]
  }
}

/** Two payouts that together exceed the balance: whichever is committed second is refused. */
const covered = (payout: Payout.Payout): BalanceLimit<Payout.BalanceInsufficient> => ({
  account: "merchant.available",
  ceilingMinor: 0,
  orElse: () => new Payout.BalanceInsufficient({ totalMinor: Payout.totalMinor(payout) })
})

/** A payout as money that leaves a customer, which is watched; `undefined` for the accounts that belong to nobody. */
const departureOf = (payout: Payout.Payout, bankCountry: string): Subject | undefined =>
  payout.customer === null
    ? undefined
    : {
        id: payout.id,
        kind: "payout",
        customer: payout.customer,
        now: payout.createdAt,
        amountMinor: payout.amountMinor,
        currency: payout.currency,
        by: payout.destination,
        bankCountry
      }

/** Creates a payout. Fails with what the first closed gate says, the last of which is `BalanceInsufficient`. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, command: Payout.CreatePayout) {
  const clock = yield* Clock
  const ids = yield* Ids
  const { bankCountry, destination, holds, screening } = yield* passGates(caller, command)
  const decision = Payout.create(command, {
    id: ids.next("po"),
    now: wholeSeconds(clock.now()),
    livemode: caller.principal.mode === "live",
    destination,
    screeningId: screening.id
  })
  const payout = decision.state
  const { events, jobs, writes } = writesOf(caller.scope, decision, undefined)
  const plan = yield* planned<Payout.Payout, Payout.BalanceInsufficient | VersionConflict>(caller, payout, {
    writes: [...holds, ...writes, screenings.keep(caller.scope, screening)],
    events,
    entries: decision.entries,
    limits: [covered(payout)],
    jobs
  })
  const subject = departureOf(payout, bankCountry)
  return subject === undefined ? plan : { ...plan, around: monitored(caller, subject) }
})

const find = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.byId(caller.store, caller.scope, id)
  return found ?? (yield* new Payout.PayoutNotFound())
})

/** A payout by its id. Fails with `PayoutNotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(find(caller, id), ({ payout }) => payout)

/** What a list of payouts may be narrowed by. */
export interface PayoutFilter {
  readonly status?: Payout.PayoutStatus | undefined
  readonly destination?: string | undefined
}

/** A page of payouts, newest first. */
export const list = (caller: Reader, { destination, status }: PayoutFilter, page: PageOf) => {
  const narrowing = { status, destination }
  return readDocuments(caller, repository, { ...page, endpoint: "cards.payouts", filters: narrowing, narrowing })
}

/** A rule that moves a payout on at a time. */
export type PayoutRule = (
  payout: Payout.Payout,
  now: number
) => Result.Result<Payout.PayoutDecision, Payout.PayoutStateRefused>

/** Moves one payout on. Fails with `PayoutNotFound`, or `PayoutStateRefused` where the rule says so. */
export const change = Effect.fnUntraced(function* (actor: Actor, id: string, rule: PayoutRule) {
  const clock = yield* Clock
  const { payout, version } = yield* find(actor, id)
  const decision = yield* Effect.fromResult(rule(payout, wholeSeconds(clock.now())))
  return yield* planned<Payout.Payout, VersionConflict>(actor, decision.state, {
    ...writesOf(actor.scope, decision, version),
    entries: decision.entries
  })
})

/** Takes a payout back before its batch leaves. */
export const cancel = (caller: CallerShape, id: string) => change(caller, id, Payout.cancel)

/** What a bank says about a payout that has left. */
export type BankReport =
  { readonly outcome: "paid" } | { readonly outcome: "failed" | "returned"; readonly fault: Payout.PayoutFault }

const ruleOf = (what: BankReport): PayoutRule => {
  if (what.outcome === "paid") return Payout.pay
  const { fault } = what
  return what.outcome === "failed"
    ? (payout) => Payout.fail(payout, fault)
    : (payout, now) => Payout.giveBack(payout, fault, now)
}

/** Records what the bank says about a payout: in live mode by the host, in test mode by a test. */
export const report = (actor: Actor, id: string, what: BankReport) => change(actor, id, ruleOf(what))

/**
 * Takes down a processor's notice about a payout. Those come in any order, and processors do not agree on what they call a payout
 * that comes back: `failed` after `paid`, and `returned` before it, are the same.
 */
export const notice = (actor: Actor, id: string, what: BankReport) =>
  change(actor, id, (payout, now) =>
    what.outcome === "paid" ? Payout.pay(payout, now) : Payout.takeBack(payout, what.fault, now)
  )

/** For the processor's notices: whose payout this is, or `undefined`. */
export const ownerOf = repository.ownerOf

/** Asks again tomorrow: the payout is on its way. After two weeks somebody has to look. */
const askLater = Effect.fnUntraced(function* (actor: Actor, payout: Payout.Payout, job: Payout.SendJob) {
  if (job.asked === Payout.maxAsked) {
    yield* Effect.logError("The acquirer does not say what has become of a payout", { payout: payout.id })
    return noChange(payout)
  }
  const dueAt = (yield* Clock).now() + Payout.askedAgainAfterMs
  return yield* planned<Payout.Payout>(actor, payout, {
    writes: [],
    jobs: Payout.sendJobs(payout, actor.scope, { asked: job.asked + 1, dueAt })
  })
})

/**
 * Has the acquirer send a payout that has left, under the payout's id, or asks what has become of it. Gives the step that takes
 * the answer; `undefined` when there is nothing left to ask. Fails with `AcquirerUnknown`, to be asked again, and with
 * `RequestStopped` while nothing may be paid to its customer, unless the acquirer has said that it is on its way.
 */
export const send = Effect.fnUntraced(function* (actor: Actor, job: Payout.SendJob) {
  const { live, test } = yield* Acquirer
  const { payout } = yield* find(actor, job.payoutId)
  const { acquirerDestination: destination, amountMinor, currency, id, livemode, method, status } = payout
  const ask = (livemode ? live : test).payout
  if (status !== "in_transit" || destination === undefined || ask === undefined) return undefined
  const block = job.asked > 0 ? undefined : yield* blockFor(actor, payout)
  if (block !== undefined && Payout.stops[block] !== undefined) return yield* new RequestStopped({ block })
  const answer = yield* ask({ reference: id, amountMinor, currency, method, destination, livemode })
  return answer.outcome === "sent" ? askLater(actor, payout, job) : report(actor, id, answer)
})
