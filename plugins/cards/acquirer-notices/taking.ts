/** Takes down what a processor reports. Notices come twice, late and in any order: one that says nothing new changes nothing. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { RetryPolicy } from "../../../src/domain.ts"
import {
  carryOutUnkeyed,
  Clock,
  defineJob,
  Store,
  storedAs,
  type RegionStore,
  type StoredAs
} from "../../../src/plugin.ts"
import type { AcquirerNotice } from "../acquirer/notices.ts"
import type { PaymentNotDisputable } from "../disputes/Dispute.ts"
import * as disputes from "../disputes/operations.ts"
import { settleReported } from "../payments/acquirer.ts"
import * as payments from "../payments/operations.ts"
import type { PaymentStateRefused } from "../payments/Payment.ts"
import * as payouts from "../payouts/operations.ts"
import { jobActor, planned, type Actor } from "../plans.ts"
import * as refunds from "../refunds/operations.ts"

type Of<Type extends AcquirerNotice["type"]> = Extract<AcquirerNotice, { readonly type: Type }>

/** What the notice follows is not on disk yet. A job waits for it. */
export class NoticeTooEarly extends Data.TaggedError("NoticeTooEarly")<{ readonly type: AcquirerNotice["type"] }> {
  override get message(): string {
    return `The acquirer reported ${this.type} before what it follows, which is not here yet`
  }
}

/** What real money did and the books do not allow: a person has to look. */
const logContradiction = (failure: unknown) =>
  Effect.logError("The acquirer reported what the books do not allow", failure)

const refund = (actor: Actor, { outcome, refund: id }: Of<"refund">) => {
  const word = outcome === "succeeded" ? { outcome } : { outcome: "failed" as const, decline: outcome }
  return carryOutUnkeyed(actor.store, refunds.settle(actor, id, word))
}

type DisputeBeginning = Omit<Of<"dispute_opened">, "type">

/** A dispute cannot be opened now: another one of the payment is open, or nothing is left of it. */
class NotDisputableNow extends Data.TaggedError("NotDisputableNow")<{
  readonly payment: string
  readonly code: PaymentNotDisputable["code"] | PaymentStateRefused["code"]
}> {
  override get message(): string {
    return `The acquirer reported a dispute of ${this.payment}, which cannot be disputed now: ${this.code}`
  }
}

/** Fails with `NotDisputableNow`. */
const openDispute = Effect.fnUntraced(function* (actor: Actor, beginning: DisputeBeginning) {
  const { acquirerDispute, amountMinor, payment, reason, respondBy } = beginning
  const known = yield* disputes.findAcquirers(actor, { payment, acquirerDispute })
  if (known !== undefined) return
  const command = { paymentId: payment, reason, amountMinor, acquirerDispute, respondBy }
  yield* carryOutUnkeyed(actor.store, disputes.open(actor, command)).pipe(
    Effect.catchTag(["PaymentStateRefused", "PaymentNotDisputable"], ({ code }) =>
      Effect.fail(new NotDisputableNow({ payment, code }))
    )
  )
})

/** What was reported too early is tried for two weeks (our choice): processors repeat for some days what was not taken. */
const reportedRetry = RetryPolicy.backoff("reported too early", {
  initialMs: 30_000,
  factor: 2,
  capMs: 43_200_000,
  attempts: 39
})

/** A report, with the account that it concerns. */
type Kept<Report> = Report & { readonly scope: string }

/**
 * Keeps reports that cannot be taken yet, each as a job that takes it as soon as it can. One that never can be is the
 * operator's, with what the acquirer said.
 */
const takenLater = <Report, E, R>(of: {
  readonly name: string
  readonly title: string
  readonly payload: StoredAs<Kept<Report>>
  readonly keyOf: (report: Report) => string
  readonly take: (actor: Actor, report: Report) => Effect.Effect<void, E, R>
}) => {
  const { keyOf, name, payload, take, title } = of
  return {
    keep: Effect.fnUntraced(function* (actor: Actor, report: Report) {
      const kept: Kept<Report> = { ...report, scope: actor.scope }
      const job = { name, key: keyOf(report), payload: kept, dueAt: (yield* Clock).now() }
      yield* carryOutUnkeyed(actor.store, planned(actor, undefined, { writes: [], jobs: [job] }))
    }),
    job: defineJob({
      name,
      title,
      payload,
      run: (job, store) => Effect.as(take(jobActor(store, job.payload.scope), job.payload), "done" as const),
      retry: reportedRetry
    })
  }
}

/** Disputes that cannot be opened, such as of payments that have another one open: their money is gone at the processor already. */
const laterOpenings = takenLater({
  name: "cards.dispute.open_reported",
  title: "Open a dispute that the acquirer reported too early",
  payload: storedAs<Kept<DisputeBeginning>>({
    table: "jobs/cards.dispute.open_reported",
    form: { scope: "text", payment: "text", acquirerDispute: "text", reason: "text" }
  }),
  keyOf: ({ acquirerDispute, payment }) => `${payment}/${acquirerDispute}`,
  take: openDispute
})

/** Opens a dispute as soon as it can be: when the earlier one of its payment has ended. */
export const openReported = laterOpenings.job

type DisputeEnd = Omit<Of<"dispute_closed">, "type">

/**
 * A dispute ends once. One that ended otherwise here, such as by the merchant, is a contradiction. Fails with `NoticeTooEarly`
 * where it was never opened.
 */
const closeDispute = Effect.fnUntraced(function* (actor: Actor, { outcome, ...named }: DisputeEnd) {
  const known = yield* disputes.findAcquirers(actor, named)
  if (known === undefined) return yield* new NoticeTooEarly({ type: "dispute_closed" })
  const closing = disputes.close(actor, known.id, outcome === "won" ? "win" : "lose")
  yield* Effect.catchTag(carryOutUnkeyed(actor.store, closing), "DisputeRefused", () => Effect.void)
  const { status } = yield* disputes.retrieve(actor, known.id)
  if (status !== outcome) yield* logContradiction({ dispute: known.id, reported: outcome })
})

/** Ends of disputes that were never opened: nobody can say whether the processor will still report the opening. */
const laterEnds = takenLater({
  name: "cards.dispute.close_reported",
  title: "Close a dispute that the acquirer has yet to open",
  payload: storedAs<Kept<DisputeEnd>>({
    table: "jobs/cards.dispute.close_reported",
    form: { scope: "text", payment: "text", acquirerDispute: "text", outcome: "text" }
  }),
  keyOf: ({ acquirerDispute, outcome, payment }) => `${payment}/${acquirerDispute}/${outcome}`,
  take: closeDispute
})

/** Closes a dispute when it is there at last. */
export const closeReported = laterEnds.job

const beginDispute = (actor: Actor, beginning: DisputeBeginning) =>
  Effect.catchTag(
    openDispute(actor, beginning),
    "NotDisputableNow",
    Effect.fnUntraced(function* (refused) {
      if (refused.code !== "payment_disputed") yield* logContradiction(refused)
      yield* laterOpenings.keep(actor, beginning)
    })
  )

const endDispute = (actor: Actor, end: DisputeEnd) =>
  Effect.catchTag(
    closeDispute(actor, end),
    "NoticeTooEarly",
    Effect.fnUntraced(function* () {
      yield* Effect.logError("The acquirer closed a dispute that it never opened", end)
      yield* laterEnds.keep(actor, end)
    })
  )

const payout = (actor: Actor, notice: Of<"payout">) =>
  Effect.catchTag(
    carryOutUnkeyed(actor.store, payouts.notice(actor, notice.payout, notice)),
    "PayoutStateRefused",
    () => Effect.void
  )

/**
 * A debit ends once. A bank that sends one back that had settled is a contradiction, and so is one that settles after all. What was
 * sent back is gone all the same: as with other processors, it is a dispute that is lost.
 */
const debit = Effect.fnUntraced(function* (actor: Actor, { outcome, payment: id }: Of<"debit">) {
  const answer = outcome === "settled" ? { outcome } : outcome
  yield* carryOutUnkeyed(actor.store, settleReported(actor, id, answer))
  const found = yield* payments.findStored(actor.store, actor.scope, id)
  const amountMinor = found?.payment.amountCapturedMinor ?? 0
  const returned = { payment: id, acquirerDispute: `${id}/return` }
  if (amountMinor > 0 === (outcome === "settled")) return
  if ((yield* disputes.findAcquirers(actor, returned)) === undefined) {
    yield* logContradiction({ payment: id, reported: answer.outcome })
    if (amountMinor === 0) return
    yield* beginDispute(actor, { ...returned, reason: "general", amountMinor })
  }
  yield* endDispute(actor, { ...returned, outcome: "lost" })
})

type Following = Of<"authentication"> | Of<"debit">

/** Takes a notice about a payment. Fails with `NoticeTooEarly` where it comes before an answer that it follows. */
const takeFollowing = Effect.fnUntraced(function* (actor: Actor, notice: Following) {
  const found = yield* payments.findStored(actor.store, actor.scope, notice.payment)
  if (found !== undefined && found.payment.intent !== null) return yield* new NoticeTooEarly({ type: notice.type })
  if (notice.type === "debit") return yield* debit(actor, notice)
  // A word that came before, or that the payment has overtaken, changes nothing.
  yield* Effect.catchTag(
    carryOutUnkeyed(actor.store, payments.authenticate(actor, notice.payment, notice.outcome)),
    "PaymentStateRefused",
    () => Effect.void
  )
})

const laterFollowing = takenLater({
  name: "cards.payment.reported",
  title: "Take what the acquirer reported before its answer was here",
  payload: storedAs<Kept<Following>>({
    table: "jobs/cards.payment.reported",
    form: { scope: "text", type: "text", payment: "text", outcome: "any" }
  }),
  keyOf: ({ outcome, payment, type }) => `${payment}/${type}/${typeof outcome === "string" ? outcome : outcome.code}`,
  take: takeFollowing
})

/** Takes what became of a debit or an authentication as soon as the acquirer has answered for its payment. */
export const takeReported = laterFollowing.job

/** Writes down one notice, on behalf of whoever owns the object. */
const takeDown = Effect.fnUntraced(function* (actor: Actor, notice: AcquirerNotice) {
  switch (notice.type) {
    case "authentication":
    case "debit":
      return yield* Effect.catchTag(takeFollowing(actor, notice), "NoticeTooEarly", () =>
        laterFollowing.keep(actor, notice)
      )
    case "refund":
      return yield* refund(actor, notice)
    case "payout":
      return yield* payout(actor, notice)
    case "dispute_opened": {
      const { type: _, ...beginning } = notice
      return yield* beginDispute(actor, beginning)
    }
    case "dispute_closed": {
      const { type: _, ...end } = notice
      return yield* endDispute(actor, end)
    }
  }
})

/** Who owns the object of a notice in a region, or `undefined`. */
const ownerOf = Effect.fnUntraced(function* (store: RegionStore, notice: AcquirerNotice) {
  if (notice.type === "payout") return yield* payouts.ownerOf(store, notice.payout)
  if (notice.type === "refund") return yield* refunds.ownerOf(store, notice.refund)
  return (yield* payments.findAnywhere(store, notice.payment))?.scope
})

/** Takes one notice. One about an object that is not ours is passed over: a processor's account may serve others, too. */
export const take = Effect.fnUntraced(function* (notice: AcquirerNotice) {
  const { existing, region } = yield* Store
  const names = yield* existing
  for (const name of names) {
    const store = yield* region(name)
    const scope = yield* ownerOf(store, notice)
    if (scope === undefined) continue
    return yield* takeDown(jobActor(store, scope), notice)
  }
  yield* Effect.logWarning("The acquirer reported something about an object that is not here")
})
