/** Where news of networks arrive: each kind goes to the slice that it concerns. It succeeds when all is on disk. */
import * as Effect from "effect/Effect"
import { scopeOf } from "../../src/domain.ts"
import { Clock, Ids, Store, type RegionStore } from "../../src/plugin.ts"
import { adminAccount } from "./administration/Actor.ts"
import * as administration from "./administration/operations.ts"
import { clientOf } from "./clients/operations.ts"
import { findSanctioned, placesOf } from "./compliance/Countries.ts"
import * as compliance from "./compliance/operations.ts"
import { holdOf } from "./compliance/PaymentScreening.ts"
import * as participants from "./participants/operations.ts"
import { applyStatus, inboundPayment, planReturn } from "./payments/network.ts"
import { find, findByMessage, noteRailEvent, planDecision } from "./payments/operations.ts"
import { bankNumberOf, type Payment } from "./payments/Payment.ts"
import { nothing, planned, takeNews } from "./plans.ts"
import type { InboundCredit, RailEvent } from "./Rail.ts"
import { applyAnswer, moneyCame } from "./returns/operations.ts"
import { isInstantRail } from "./rails/rail-ids.ts"
import * as rfps from "./rfp/operations.ts"
import { isPayee } from "./rfp/Rfp.ts"
import { BankSettings } from "./settings.ts"
import * as recalls from "./wire/recalls.ts"

/** What screening says about money that came in: from a place under sanctions it is held, too. */
const screenCredit = Effect.fnUntraced(function* (store: RegionStore, credit: InboundCredit, clientId: string) {
  const banks = {
    originator: yield* participants.bankOf(store, credit.originator),
    beneficiary: yield* participants.bankOf(store, credit.beneficiary)
  }
  const screened = yield* compliance.screenPayment(store, { ...credit, banks }, { attempt: 1, clientId })
  const sanctioned = findSanctioned(yield* administration.countries(store), placesOf(credit))
  // What nobody could compare with a list is compared first.
  return sanctioned !== undefined && screened._tag === "Clear"
    ? compliance.matchOfPlace(sanctioned, screened)
    : screened
})

/** Books money that came in, once, held or its owner's, and fulfils the request that it names, if it does. */
const applyInbound = (
  store: RegionStore,
  { credit, rail, railEventId }: Extract<RailEvent, { readonly type: "inbound" }>,
  mode: "test" | "live"
) =>
  takeNews(
    store,
    Effect.gen(function* () {
      if (!isInstantRail(rail)) return nothing
      const named = yield* rfps.findRfp(store, credit.endToEndId)
      const answered = named !== undefined && isPayee(named, credit.beneficiary) ? named : undefined
      const owner = answered?.clientId ?? (yield* clientOf(store, credit.beneficiary))?.id
      const clientId = owner ?? adminAccount
      const screened = yield* screenCredit(store, credit, owner ?? "")
      const now = (yield* Clock).now()
      const hold = holdOf(screened, { holdId: (yield* Ids).next("hold"), now })
      const booked = yield* inboundPayment(rail, credit, {
        clientId,
        scope: answered?.scope ?? scopeOf({ account: clientId, mode }),
        rfpId: answered?.id ?? null,
        referenceId: answered?.referenceId ?? null,
        hold
      })
      const held = hold === undefined ? undefined : compliance.openHold(booked.state, screened, 1, now)
      const { alerts, cancelledJobs, events, writes } = yield* rfps.answeredBy(store, booked.state)
      return yield* planDecision(
        { ...booked, events: [...booked.events, ...events], cancelledJobs },
        {
          now,
          before: undefined,
          writes: [
            noteRailEvent({ railEventId, resource: booked.state.id, now }),
            yield* compliance.keepEvidence(booked.state, screened, { attempt: 1, now }),
            ...(held?.writes ?? []),
            ...writes
          ],
          jobs: held?.jobs ?? [],
          alerts
        }
      )
    })
  )

type MoneyBack = Extract<RailEvent, { readonly type: "return" }>

/**
 * Whether money is that of a payment which left over its rail. On RTP it comes from the bank that got it, and goes back to the account
 * that it came from.
 */
const isMoneyOf = ({ beneficiary, direction, originator, rail }: Payment, { credit, rail: by }: MoneyBack): boolean =>
  direction === "outbound" &&
  rail === by &&
  (credit === undefined ||
    (credit.originator.routingNumber === bankNumberOf(beneficiary) &&
      credit.beneficiary.accountNumber === originator.accountNumber &&
      credit.beneficiary.routingNumber === originator.routingNumber))

/** Money came that nothing here can be booked for: an administrator is alerted. */
const tellOfStranger = (store: RegionStore, of: Pick<RailEvent, "railEventId">, told: StrangersMoney) =>
  takeNews(
    store,
    Effect.gen(function* () {
      const now = (yield* Clock).now()
      const { message, resource } = told
      return yield* planned(undefined, {
        scope: adminAccount,
        now,
        writes: [noteRailEvent({ railEventId: of.railEventId, resource, now })],
        alerts: [{ type: "payment.needs_attention", resource, message }]
      })
    })
  )

interface StrangersMoney {
  readonly resource: string
  readonly message: string
}

/** Money came back of which nobody here knows what it was for. */
const strangersReturn = ({ amountCents, code, currency = "usd", rail, ...of }: MoneyBack): StrangersMoney => {
  const resource = of.endToEndId ?? of.messageId ?? of.railEventId
  const money = `${amountCents} minor units of ${currency.toUpperCase()}`
  const message = `A return (${code}) of ${money} came over ${rail} for ${resource}, and no such payment left over it`
  return { resource, message }
}

/** A wire came in. Credits are taken in over the instant rails only. */
const strangersWire = ({ credit, rail }: Extract<RailEvent, { readonly type: "inbound" }>): StrangersMoney => ({
  resource: credit.messageId,
  message: `A credit of ${credit.amountCents} minor units came over ${rail}, over which none are booked`
})

/** Our end-to-end references are the ids of payments; a bank may name the message that it answers alone. */
const applyMoneyBack = Effect.fnUntraced(function* (store: RegionStore, event: MoneyBack, mode: "test" | "live") {
  const { credit, messageId, rail, railEventId } = event
  const named = event.endToEndId === undefined ? undefined : yield* find(store, event.endToEndId)
  const found = named ?? (messageId === undefined ? undefined : yield* findByMessage(store, messageId))
  if (found === undefined || !isMoneyOf(found.document, event)) {
    // Anybody may write the words of a return, and the id of a payment, into a payment of their own.
    return credit === undefined
      ? yield* tellOfStranger(store, event, strangersReturn(event))
      : yield* applyInbound(store, { type: "inbound", rail, railEventId, credit }, mode)
  }
  const { id } = found.document
  if (rail === "fedwire" || rail === "swift") return yield* recalls.applyReturn(store, { ...event, endToEndId: id })
  yield* takeNews(store, planReturn(store, id, event, railEventId))
  yield* moneyCame(store, id, event.amountCents)
})

/** A message came that somebody has to act on. Its text is kept. */
const unhandled = ({ rail, railEventId }: RailEvent, what: string): StrangersMoney => ({
  resource: railEventId,
  message: `${what} came over ${rail} that nothing here acts on, and nothing is booked for it`
})

const moneyIn = (event: RailEvent): number | undefined =>
  event.type === "inbound" ? event.credit.amountCents : event.type === "return" ? event.amountCents : undefined

const apply = Effect.fnUntraced(function* (store: RegionStore, event: RailEvent, mode: "test" | "live") {
  const cents = moneyIn(event)
  // No message says so, but a connection of a host may.
  if (cents !== undefined && !(Number.isSafeInteger(cents) && cents > 0)) {
    return yield* tellOfStranger(store, event, unhandled(event, `Money (${event.type}) of ${cents} minor units`))
  }
  switch (event.type) {
    case "status":
      return yield* applyStatus(store, event, event)
    case "return":
      return yield* applyMoneyBack(store, event, mode)
    case "rfp":
      return yield* rfps.applyStatus(store, event)
    case "inbound":
      return yield* isInstantRail(event.rail)
        ? applyInbound(store, event, mode)
        : tellOfStranger(store, event, strangersWire(event))
    case "returnRequestAnswer":
      return yield* isInstantRail(event.rail) ? applyAnswer(store, event) : recalls.applyAnswer(store, event)
    case "unhandled":
      return yield* tellOfStranger(store, event, unhandled(event, `A ${event.messageType}`))
    case "rfpCancelled":
      // The record says so already; a refusal means that the payer was faster, and then its payment comes.
      return
  }
})

/** Takes one piece of news. What cannot be written now is a failure, and the network tells it again. */
export const receive = Effect.fnUntraced(function* (event: RailEvent) {
  const store = yield* Store
  const settings = yield* BankSettings
  const home = yield* Effect.orDie(store.region(store.home))
  yield* apply(home, event, settings.mode === "production" ? "live" : "test")
})
