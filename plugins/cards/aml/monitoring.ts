/**
 * Watches money of customers, in the commit that moves it: what the rules find is on disk together with the payment, or
 * not at all. Movements without a customer are not watched (decisions B11) and never come here.
 */
import * as Effect from "effect/Effect"
import {
  Ids,
  UniqueViolation,
  VersionConflict,
  type Besides,
  type Signer,
  type StoreUnavailable
} from "../../../src/plugin.ts"
import { findStored } from "../customers/holding.ts"
import * as paymentMethods from "../payment-methods/operations.ts"
import { staticPaymentMethod } from "../sandbox/static-payment-methods.ts"
import { frozen, type Actor } from "../plans.ts"
import { isWatched, leaving, type Movement } from "./AmlState.ts"
import { dateIn } from "./calendar.ts"
import { evaluate } from "./evaluate.ts"
import type { Parts } from "./highRisk.ts"
import { isListed, jurisdictions } from "./jurisdictions.ts"
import { oneAtATime } from "./locks.ts"
import * as repository from "./movementRepository.ts"
import { recordFindings, type Shown } from "./raising.ts"
import { measure, type Asked } from "./rates.ts"
import type { Finding } from "./rules.ts"
import type { AmlThresholds } from "./thresholds.ts"

/** Money of a customer that is about to move. */
export interface Subject extends Asked {
  readonly id: string
  readonly kind: Movement["kind"]
  readonly customer: string
  readonly now: number
  /** Id of the payment method, or of the bank account. */
  readonly by: string
  /** Of the bank account of a payout. */
  readonly bankCountry?: string
}

/** Times a movement is judged again when another process wrote first (our choice). */
const maxRetries = 8

const instrumentOf = Effect.fnUntraced(function* (actor: Actor, subject: Subject) {
  if (subject.kind === "payout") return { key: subject.by, grouped: false, countries: [subject.bankCountry] }
  const method = yield* paymentMethods.find(actor.store, actor.scope, subject.by)
  if (method === undefined) return { key: subject.by, grouped: false, countries: [] }
  // The ready-made payment methods of test mode are everybody's: they say nothing about who pays together.
  const grouped = staticPaymentMethod(method.id) === undefined
  const billed = method.billingDetails.address?.country
  return method.type === "card"
    ? { key: method.card.fingerprint, grouped, countries: [method.card.country, billed] }
    : { key: method.usBankAccount.fingerprint, grouped, countries: ["US", billed] }
})

/** Movement and settings, as far as they do not depend on what came before. */
const describe = Effect.fnUntraced(function* (
  actor: Actor,
  subject: Subject
): Effect.fn.Return<
  { readonly movement: Movement; readonly rateId: string; readonly thresholds: AmlThresholds; timeZone: string },
  StoreUnavailable,
  Signer
> {
  const { rateId, rateMissing, thresholds, timeZone, usdMinor } = yield* measure(actor, subject)
  const instrument = yield* instrumentOf(actor, subject)
  const customer = (yield* findStored(actor.store, actor.scope, subject.customer))?.customer
  const countries = [...instrument.countries, customer?.address?.country]
  const movement: Movement = {
    id: subject.id,
    kind: subject.kind,
    at: subject.now,
    usdMinor,
    rateMissing,
    customer: subject.customer,
    instrument: instrument.key,
    grouped: instrument.grouped,
    call: isListed(jurisdictions.callForAction, countries),
    grey: isListed(jurisdictions.increasedMonitoring, countries),
    exposed: customer?.flags.includes("pep") ?? false,
    date: dateIn(timeZone, subject.now)
  }
  return { movement, rateId, thresholds, timeZone }
})

const show = Effect.fnUntraced(function* (actor: Actor, movement: Movement, finding: Finding) {
  const { rule, sarRequired, shows } = finding
  const own = movement.kind === "payment" ? [movement.id] : []
  const shown = yield* Effect.forEach(shows, (selection) => repository.shownBy(actor, movement, selection))
  const payments = shows.length === 0 ? own : [...new Set(shown.flat())]
  const period = finding.period === undefined ? {} : { period: finding.period }
  return { rule, sarRequired, payments, ...period } satisfies Shown
})

type Described = Effect.Success<ReturnType<typeof describe>>

/** Judges a movement by what is on disk now. */
const judge = Effect.fnUntraced(function* (actor: Actor, described: Described) {
  const { rateId, thresholds, timeZone } = described
  const { scope } = actor
  const customerKey = `customer ${described.movement.customer}` as const
  const instrumentKey = `instrument ${described.movement.instrument}` as const
  const known = yield* repository.findState(actor, repository.customerStates, customerKey)
  // Two that were decided in the same moment may be written in the other order: the later one is dated by the first.
  const at = Math.max(described.movement.at, known.state?.lastAt ?? 0)
  const movement = { ...described.movement, at, date: dateIn(timeZone, at) }
  const watched = isWatched(movement, thresholds)
    ? yield* repository.findState(actor, repository.instrumentStates, instrumentKey)
    : undefined
  const ranges = known.state === undefined ? [] : leaving(known.state, at)
  const evaluated = evaluate(movement, {
    state: known.state,
    instrument: watched?.state,
    left: yield* repository.sumsOf(actor, movement.customer, ranges),
    thresholds
  })
  const findings = yield* Effect.forEach(evaluated.findings, (finding) => show(actor, movement, finding))
  const found = yield* recordFindings(actor, findings, { customer: movement.customer, now: at, cause: movement.id })
  return {
    writes: [
      repository.insertMovement(scope, movement, rateId),
      repository.keepState(scope, repository.customerStates, {
        key: customerKey,
        state: evaluated.state,
        version: known.version
      }),
      ...(evaluated.instrument === undefined || watched === undefined
        ? []
        : [
            repository.keepState(scope, repository.instrumentStates, {
              key: instrumentKey,
              state: evaluated.instrument,
              version: watched.version
            })
          ]),
      ...found.writes
    ],
    events: found.events
  } satisfies Parts
})

/** Whether it was the rows of monitoring that somebody else changed first, so that judging again is all it takes. */
const isOurs = (failure: unknown): boolean => {
  if (failure instanceof VersionConflict) return failure.table.startsWith("cards_aml_")
  return failure instanceof UniqueViolation && failure.constraint.includes("cards_aml_")
}

const asConflict = (failure: UniqueViolation) =>
  isOurs(failure) ? new VersionConflict({ table: "cards_aml_states", key: failure.constraint }) : failure

/**
 * Stands around the commit of a movement and adds what monitoring makes of it. Movements of one customer follow one another,
 * in one process by waiting and between processes by the versions of their rows: none can be judged without those before it.
 */
export const monitored =
  (actor: Actor, subject: Subject) =>
  <F>(commit: (besides: Besides<VersionConflict>) => Effect.Effect<void, F>) =>
    Effect.gen(function* () {
      const nextId = (yield* Ids).next
      const described = yield* describe(actor, subject)
      const { movement, thresholds } = described
      const attempt = Effect.flatMap(judge(actor, described), ({ events, writes }) =>
        Effect.mapError(commit({ writes, events: frozen(actor, events, { now: subject.now, nextId }) }), (failure) =>
          failure instanceof UniqueViolation ? asConflict(failure) : failure
        )
      )
      const keys = [`${actor.scope} customer ${movement.customer}`]
      if (isWatched(movement, thresholds)) keys.push(`${actor.scope} instrument ${movement.instrument}`)
      return yield* oneAtATime(actor.store, keys, Effect.retry(attempt, { times: maxRetries, while: isOurs }))
    })
