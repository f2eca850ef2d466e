/** The jobs of payments: what happens when time passes, and what a crash left open. */
import * as Effect from "effect/Effect"
import type { RetryPolicy } from "../../../src/domain.ts"
import {
  carryOutJob,
  defineJob,
  storedAs,
  Clock,
  type ClaimedJob,
  type Ids,
  type RegionStore,
  type Step,
  type StoreUnavailable,
  type VersionConflict
} from "../../../src/plugin.ts"
import { Acquirer } from "../acquirer/Acquirer.ts"
import { acquirerRetry } from "../acquirer/retry.ts"
import * as journals from "../ledger/journals.ts"
import { jobActor, planned } from "../plans.ts"
import { giveBack, nothing, resume, settleDebit, type JobPayment, type JobPlan } from "./acquirer.ts"
import { authenticationTimedOut } from "./Authentication.ts"
import * as Capture from "./Capture.ts"
import {
  authenticationJobName,
  debitJobName,
  expireJobName,
  giveBackJobName,
  jobOf,
  releaseJobName,
  resumeJobName,
  type Payment,
  type PaymentDecision
} from "./Payment.ts"
import { planDecision } from "./plan.ts"
import * as repository from "./repository.ts"
import { settleJobName } from "./Settlement.ts"

const change = Effect.fnUntraced(function* (
  { id, scope, store }: JobPayment,
  decide: (payment: Payment) => PaymentDecision | undefined
): Effect.fn.Return<JobPlan, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.byId(store, scope, id)
  const decision = found === undefined ? undefined : decide(found.payment)
  if (found === undefined || decision === undefined) return nothing
  return yield* planDecision(jobActor(store, scope), decision, { version: found.version })
})

/** Ends an authorization that nobody captured in time. A live acquirer may still hold the cardholder's money: another job asks it to let go. */
const expire = Effect.fnUntraced(function* (of: JobPayment) {
  const { live, test } = yield* Acquirer
  const dueAt = (yield* Clock).now()
  return yield* change(of, (payment) => {
    const decision = Capture.expire(payment)
    if (decision === undefined || (payment.livemode ? live : test).local) return decision
    return { ...decision, jobs: [...decision.jobs, jobOf(payment, giveBackJobName, { scope: of.scope, dueAt })] }
  })
})

/** Ends a payment that was not authenticated and confirmed in time. */
const timeOut = (of: JobPayment) => change(of, authenticationTimedOut)

/** Posts the release of a partial capture. */
const release = Effect.fnUntraced(function* ({
  id,
  scope,
  store
}: JobPayment): Effect.fn.Return<JobPlan, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.byId(store, scope, id)
  const entries = found === undefined ? [] : Capture.release(found.payment)
  return yield* planned(jobActor(store, scope), undefined, { writes: [], entries })
})

/** Posts the settlement of a capture: the money becomes the merchant's to use. */
const settle = Effect.fnUntraced(function* ({
  id,
  scope,
  store
}: JobPayment): Effect.fn.Return<JobPlan, StoreUnavailable, Clock | Ids> {
  const found = yield* repository.byId(store, scope, id)
  if (found?.payment.settlement === undefined) return nothing
  const { settlement, ...payment } = found.payment
  const { feeMinor } = settlement
  return yield* planned<unknown, VersionConflict>(jobActor(store, scope), undefined, {
    writes: [repository.update(scope, payment, found.version)],
    entries: [journals.settled(payment, { capturedMinor: payment.amountCapturedMinor, feeMinor })]
  })
})

interface PaymentJob {
  readonly paymentId: string
  readonly scope: string
}

const payload = storedAs<PaymentJob>({ table: "jobs/cards.payment", form: { paymentId: "text", scope: "text" } })

const paymentOf = ({ payload: { paymentId, scope } }: ClaimedJob<PaymentJob>, store: RegionStore): JobPayment => ({
  store,
  scope,
  id: paymentId
})

/** A job that makes a plan about one payment. */
const paymentJob = <A, E, R, E2, R2>(
  { name, title }: { readonly name: string; readonly title: string },
  plan: (of: JobPayment) => Step<A, E, R, E2, R2>,
  retry?: RetryPolicy.RetryPolicy
) =>
  defineJob({
    name,
    title,
    payload,
    run: (job, store) => carryOutJob(store, plan(paymentOf(job, store)), job),
    ...(retry === undefined ? {} : { retry })
  })

export const paymentJobs = [
  // Spec cards §3: 7 days without a capture.
  paymentJob({ name: expireJobName, title: "Let an authorization end that was not captured" }, expire),
  paymentJob({ name: releaseJobName, title: "Give back to the card what was not captured" }, release),
  // Accounts with a settlement delay (decisions C3).
  paymentJob({ name: settleJobName, title: "Make captured money available to the merchant" }, settle),
  // Decisions B1: 24 hours without an authentication and a confirmation.
  paymentJob({ name: authenticationJobName, title: "Fail a payment that was not authenticated" }, timeOut),
  // Decisions B4: bank debits.
  paymentJob({ name: debitJobName, title: "Settle a bank debit" }, settleDebit, acquirerRetry),
  defineJob({
    name: giveBackJobName,
    title: "Have the acquirer give back an authorization that ended",
    payload,
    lane: "parallel",
    run: (job, store) => Effect.as(giveBack(paymentOf(job, store)), "done" as const),
    retry: acquirerRetry
  }),
  defineJob({
    name: resumeJobName,
    title: "Ask the acquirer again about a payment",
    payload,
    run: (job, store) => resume(paymentOf(job, store), job),
    retry: acquirerRetry
  })
]
