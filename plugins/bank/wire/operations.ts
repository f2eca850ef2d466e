/** Wires as clients make, read and cancel them. Recalls are in `recalls`, what networks do with wires in `payments`. */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  Clock,
  type CallerShape,
  type ClaimedJob,
  type JobOutcome,
  type RegionStore
} from "../../../src/plugin.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { Client } from "../clients/Client.ts"
import * as clients from "../clients/operations.ts"
import { placesOf } from "../compliance/Countries.ts"
import { cancel as cancelPayment } from "../payments/cancellation.ts"
import * as participants from "../participants/operations.ts"
import { cancel as cancelDecision, letGo, type PaymentJob } from "../payments/Lifecycle.ts"
import * as payments from "../payments/operations.ts"
import { PaymentNotFound, type Payment } from "../payments/Payment.ts"
import { Rails } from "../Rail.ts"
import { BankSettings } from "../settings.ts"
import { checkIban, checkWire, checkWireBanks, type CreateWire, type WireBanks } from "./WireAdmission.ts"
import { countedCents } from "./WireTerms.ts"

const banksOf = Effect.fnUntraced(function* (
  store: RegionStore,
  { beneficiary, intermediary, originator, network }: CreateWire
) {
  const find = network === "swift" ? participants.findByBic : participants.find
  return {
    originator: yield* participants.find(store, originator.routingNumber),
    beneficiary: yield* participants.bankOf(store, beneficiary),
    intermediary: intermediary === null ? null : yield* find(store, intermediary)
  } satisfies WireBanks
})

/** Steps 7 to 12 of decisions B.2: nothing is created, and nothing told. */
const admit = Effect.fnUntraced(function* (caller: CallerShape, client: Client, wire: CreateWire) {
  const clock = yield* Clock
  const rails = yield* Rails
  const settings = yield* BankSettings
  const { store } = caller
  const banks = yield* banksOf(store, wire)
  yield* Effect.fromResult(checkWireBanks(wire, banks))
  yield* clients.requireAccount(client, wire.originator, "originator.accountNumber")
  const today = easternDateOf(clock.now())
  const counted = countedCents(wire.amountMinor, wire.currency, settings.wire.usdPerUnit)
  yield* Effect.fromResult(
    checkWire(wire, {
      client,
      countedCents: counted,
      usedTodayCents: yield* payments.usedOn(store, { clientId: client.id, day: today }),
      isConnected: rails.get(wire.network) !== undefined
    })
  )
  yield* payments.refuseSanctioned(caller, placesOf({ ...wire, wire }))
  yield* Effect.fromResult(checkIban(wire))
  const { isBankCountryGiven: _, ...rest } = wire
  const { amountMinor, chargeBearer, currency, intermediary, network, transferType, valueDate, ...command } = rest
  return {
    client,
    command: {
      ...command,
      amountCents: amountMinor,
      wire: { chargeBearer, countedCents: counted, currency, intermediary, transferType }
    },
    rail: network,
    railSteps: [{ considered: network, outcome: "chosen", reason: `${network} was requested` }],
    countedCents: counted,
    today,
    banks: { ...banks, intermediary: banks.intermediary ?? undefined },
    wanted: valueDate
  } satisfies payments.Admitted
})

/** Initiates a wire and waits until it is submitted. Fails as decisions B.2 orders it; then nothing was created. */
export const initiate = Effect.fnUntraced(function* (caller: CallerShape, wire: CreateWire) {
  const client = yield* clients.retrieve(caller.store, caller.principal.account)
  return yield* payments.begin(caller, yield* admit(caller, client, wire))
})

/** A wire of the caller. Fails with `PaymentNotFound`, also for a payment of another kind. */
export const retrieve = Effect.fnUntraced(function* (caller: Pick<CallerShape, "store" | "scope">, id: string) {
  const payment = yield* payments.retrieve(caller, id)
  return payment.kind === "wire" ? payment : yield* new PaymentNotFound()
})

const isWire = (payment: Payment): payment is Payment & { readonly kind: "wire" } => payment.kind === "wire"

/** Cancels a wire that was not sent. Fails with `PaymentNotFound` or `PaymentNotCancellable`. */
export const cancel = (caller: CallerShape, id: string) =>
  cancelPayment(caller, id, { isOne: isWire, decide: cancelDecision })

/** Wires that are let go in one read. */
const pageRows = 200

/**
 * A rail opens for a wire: every wire that waits for it is let go, in the order in which they were made. Each of them has a
 * job that does this, so that none is forgotten; the first does it for all, and the others find nothing left to do.
 */
export const open = Effect.fnUntraced(function* (store: RegionStore, job: ClaimedJob<PaymentJob>) {
  const clock = yield* Clock
  const own = yield* payments.find(store, job.payload.paymentId)
  if (own === undefined || letGo(own.document, clock.now()) === undefined) return "done" as JobOutcome
  let after = { createdAt: 0, sequence: 0 }
  for (;;) {
    const page = yield* payments.waitingWires(store, after, pageRows)
    for (const { document } of page) {
      // Unless it was cancelled or let go meanwhile.
      if (letGo(document, clock.now()) !== undefined) {
        yield* carryOutUnkeyed(store, payments.planChange(payments.find(store, document.id), letGo))
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return "done" as JobOutcome
    after = last.at
  }
})

/** A page of wires of the caller, newest first. Fails with `InvalidCursor`. */
export const list = (
  caller: CallerShape,
  filter: Parameters<typeof payments.list>[1],
  page: Parameters<typeof payments.list>[2]
) => payments.list(caller, { ...filter, kind: "wire" }, page)

/** A wire of the caller that came back. Fails with `PaymentNotFound` or `PaymentNotReturned` (decisions B112). */
export const retrieveReturned = (caller: CallerShape, id: string) =>
  Effect.flatMap(retrieve(caller, id), payments.returnedOf)

export { ask as recall, retrieve as retrieveRecall } from "./recalls.ts"
