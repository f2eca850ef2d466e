/** Making the simulated network do things by hand (decisions C.5), for interactive work. */
import * as Effect from "effect/Effect"
import { Clock, Ids, TimeControl, type CallerShape, type Plan, type Write } from "../../../src/plugin.ts"
import { adminAccount } from "../administration/Actor.ts"
import { ClockMoveRefused, ObjectNotFound, ReturnAboveAmount } from "../failures.ts"
import { switchScreening } from "../compliance/operations.ts"
import { SimulatedCrash } from "../crash.ts"
import { endToEndIdOf } from "../messages/iso/identifiers.ts"
import type { ProfileName } from "../messages/iso/profiles.ts"
import * as payments from "../payments/operations.ts"
import type { Party } from "../payments/Payment.ts"
import { planned, type Change } from "../plans.ts"
import { partyOf } from "../rails/iso.ts"
import { BankSettings, type CrashPoint } from "../settings.ts"
import { isAch } from "../payments/Payment.ts"
import { plannedReturn } from "./AchAnswers.ts"
import { findEntry } from "./achRepository.ts"
import { creditFor } from "./desk.ts"
import type { LetterContent } from "./Letter.ts"
import { SimulatedAch, SimulatedNetwork } from "./services.ts"
import { letterOf } from "./plan.ts"
import * as memory from "./repository.ts"
import type { Delay } from "./scripts.ts"
import { networkScope } from "./names.ts"

/** The plan of a change of the network that names what is sent: ids of messages, the trace of an entry, the name of a file. */
const sending = (names: ReadonlyArray<string>, change: Pick<Change<never>, "writes" | "jobs">) =>
  planned(names, { scope: networkScope, ...change })

/** Keeps rows of the network and sends a message after a delay, at once by default. */
const send = Effect.fnUntraced(function* (
  rail: ProfileName,
  of: {
    readonly contents: ReadonlyArray<LetterContent>
    readonly after?: Delay | undefined
    readonly expiresAt?: number | undefined
    readonly writes?: ReadonlyArray<Write>
  }
) {
  const { desk } = yield* SimulatedNetwork
  const dueAt = desk.dueAt(rail, of.after ?? { ms: 0 }, of.expiresAt)
  const letters = of.contents.map((content) => ({ letter: letterOf(desk, rail, content), dueAt }))
  return yield* sending(
    letters.map(({ letter }) => letter.messageId),
    { writes: of.writes ?? [], jobs: desk.jobsOf(letters) }
  )
})

/** The transfer of a payment, as the network has it. Fails with `ObjectNotFound` for one that never arrived. */
const transferOf = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string) {
  const payment = yield* payments.find(caller.store, paymentId)
  const messageId = payment?.document.messageId ?? undefined
  const transfer = messageId === undefined ? undefined : yield* memory.findTransfer(caller.store, messageId)
  return transfer ?? (yield* new ObjectNotFound({ what: "payment at the network" }))
})

/** The entry of an ACH payment, as the operator has it; `undefined` for a payment on another rail. */
const entryOf = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string) {
  const payment = (yield* payments.find(caller.store, paymentId))?.document
  if (payment === undefined || !isAch(payment)) return undefined
  const trace = payment.ach.place?.traceNumber
  const entry = trace === undefined ? undefined : yield* findEntry(caller.store, trace)
  return entry ?? (yield* new ObjectNotFound({ what: "payment at the ACH operator" }))
})

/** Answers a payment: on ACH, the operator decides about its file. */
export const respond = Effect.fnUntraced(function* (
  caller: CallerShape,
  paymentId: string,
  answer: Parameters<typeof respondAtOnce>[2]
) {
  const entry = yield* entryOf(caller, paymentId)
  if (entry === undefined) return yield* respondAtOnce(caller, paymentId, answer)
  const { decide } = yield* SimulatedAch
  const status = answer.status === "RJCT" ? "rejected" : "accepted"
  return yield* sending([entry.fileName], decide(entry.fileName, status))
})

const respondAtOnce = Effect.fnUntraced(function* (
  caller: CallerShape,
  paymentId: string,
  answer: {
    readonly status: "ACSC" | "ACWP" | "ACCC" | "PDNG" | "RJCT"
    readonly reasonCode?: string | undefined
    readonly narrative?: string | undefined
  }
) {
  const clock = yield* Clock
  const transfer = yield* transferOf(caller, paymentId)
  const isPositive = answer.status !== "RJCT" && answer.status !== "PDNG"
  const next: memory.SimulatedTransfer = {
    ...transfer,
    status: isPositive ? "settled" : answer.status === "RJCT" ? "rejected" : "pending",
    reason: answer.status === "RJCT" ? (answer.reasonCode ?? "NARR") : null,
    isCredited: transfer.isCredited || isPositive
  }
  return yield* send(transfer.rail, {
    contents: [
      {
        kind: "status",
        original: transfer.message,
        status: answer.status,
        reason: next.reason ?? undefined,
        narrative: answer.narrative
      }
    ],
    writes: [
      memory.keepTransfer(next, clock.now()),
      ...(isPositive && !transfer.isCredited ? [memory.markCredited(transfer)] : [])
    ]
  })
})

/**
 * Sends the money of a payment back; on ACH with a code of a return, or a correction with one of a change. Fails with
 * `ObjectNotFound` or `ReturnAboveAmount`.
 */
export const giveBack = Effect.fnUntraced(function* (
  caller: CallerShape,
  paymentId: string,
  back: { readonly code: string; readonly narrative?: string | undefined; readonly amount?: number | undefined }
) {
  const entry = yield* entryOf(caller, paymentId)
  if (entry !== undefined) {
    const { answerNow } = yield* SimulatedAch
    const { remembered } = entry
    const information = back.narrative ?? ""
    const answer = back.code.startsWith("C")
      ? { kind: "change" as const, code: back.code, information, note: "" }
      : plannedReturn(back.code, remembered, information)
    const { traceNumber } = remembered.entry
    return yield* sending([traceNumber], answerNow(traceNumber, answer))
  }
  const { message, rail } = yield* transferOf(caller, paymentId)
  const { amountMinor } = message.amount
  const amountCents = back.amount ?? amountMinor
  if (amountCents > amountMinor) return yield* new ReturnAboveAmount({ mostMinor: amountMinor })
  return yield* send(rail, {
    contents: [{ kind: "return", original: message, amountCents, code: back.code, narrative: back.narrative }]
  })
})

/** What a payer may be made to do with a request for payment. */
export const rfpActions = ["present", "approve", "decline", "approve_wrong_amount", "pay_without_answer"] as const

/** Makes a payer act. */
export const actOnRfp = Effect.fnUntraced(function* (
  caller: CallerShape,
  rfpId: string,
  of: {
    readonly action: (typeof rfpActions)[number]
    readonly reasonCode?: string | undefined
    readonly afterSeconds?: number | undefined
  }
) {
  const request = yield* memory.findRequest(caller.store, rfpId)
  if (request === undefined) return yield* new ObjectNotFound({ what: "request for payment at the network" })
  const { message, rail } = request
  const pays = (amountCents: number): LetterContent => ({ kind: "credit", credit: creditFor(message, amountCents) })
  const amountCents = message.amount.amountMinor
  const accepted: LetterContent = { kind: "rfpStatus", request: message, status: "ACTC" }
  const contents: Readonly<Record<(typeof rfpActions)[number], ReadonlyArray<LetterContent>>> = {
    present: [{ kind: "rfpStatus", request: message, status: "PRES" }],
    approve: [accepted, pays(amountCents)],
    decline: [
      {
        kind: "rfpStatus",
        request: message,
        status: "RJCT",
        reason: of.reasonCode ?? "NARR",
        narrative: of.reasonCode === undefined ? "declined by payer" : undefined
      }
    ],
    approve_wrong_amount: [accepted, pays(amountCents + 1)],
    pay_without_answer: [pays(amountCents)]
  }
  return yield* send(rail, {
    contents: contents[of.action],
    after: { ms: (of.afterSeconds ?? 0) * 1_000 }
  })
})

/** Money from outside. */
export const inbound = Effect.fnUntraced(function* (of: {
  readonly rail: "rtp" | "fednow"
  readonly amountCents: number
  readonly originator: Party
  readonly beneficiary: Party
  readonly remittanceInfo?: string | undefined
}) {
  const ids = yield* Ids
  return yield* send(of.rail, {
    contents: [
      {
        kind: "credit",
        credit: {
          endToEndId: ids.next("ext"),
          uetr: undefined,
          amount: { amountMinor: of.amountCents, currency: "usd" },
          debtor: partyOf(of.rail, of.originator),
          debtorAccount: { number: of.originator.accountNumber },
          debtorAgent: { routingNumber: of.originator.routingNumber },
          creditorAgent: { routingNumber: of.beneficiary.routingNumber },
          creditor: partyOf(of.rail, of.beneficiary),
          creditorAccount: { number: of.beneficiary.accountNumber },
          remittance: of.remittanceInfo
        }
      }
    ]
  })
})

/** Plans a fault for the next messages of a rail. */
export const planFault = Effect.fnUntraced(function* ({
  count,
  ...of
}: {
  readonly rail: string
  readonly fault: memory.Fault["fault"]
  readonly count: number
  readonly delayMs: number
}) {
  const fault = { ...of, id: (yield* Ids).next("flt"), remaining: count }
  return yield* planned(fault, { scope: networkScope, writes: [memory.planFault(fault)] })
})

/** The messages that passed: the proof of what the network received (decisions C.5). */
export const messages = Effect.fnUntraced(function* (caller: CallerShape, paymentId: string | undefined) {
  if (paymentId === undefined) return yield* memory.readLog(caller.store, undefined)
  const payment = (yield* payments.find(caller.store, paymentId))?.document
  // Operators know entries by their traces.
  const trace = payment?.ach === undefined ? undefined : (payment.ach.place?.traceNumber ?? "")
  return yield* memory.readLog(caller.store, trace ?? endToEndIdOf(paymentId))
})

/** Takes screening out of order, or puts it back. */
export const setScreening = (status: "up" | "down") =>
  planned({ status }, { scope: networkScope, writes: [switchScreening(status === "down")] })

/** How engine time stands. */
export const clockState = Effect.gen(function* () {
  const control = yield* TimeControl
  return { now: control.now(), mode: control.state().mode }
})

/** An administrator has no endpoints of his own, and waits for those of all clients. */
const ownerOf = ({ principal, scope }: CallerShape) =>
  principal.account === adminAccount ? undefined : { plugin: principal.plugin, scope }

/**
 * Moves engine time to a moment, or else by a duration; everything that falls due on the way has happened when it
 * answers. Fails with `ClockMoveRefused`.
 */
export const moveClock = Effect.fnUntraced(function* (
  caller: CallerShape,
  { byMs, to }: { readonly to: number | undefined; readonly byMs: number | undefined }
) {
  const control = yield* TimeControl
  if (to === undefined && byMs === undefined) {
    return yield* new ClockMoveRefused({ field: "set", expected: "given, or advance" })
  }
  const refusal = (field: "set" | "advance", expected: string) => () =>
    Effect.fail(new ClockMoveRefused({ field, expected }))
  const owner = ownerOf(caller)
  yield* (to === undefined ? control.advance(byMs!, owner) : control.advanceTo(to, owner)).pipe(
    Effect.catchTags({
      TimeInPast: refusal("set", "now or later: engine time never goes back"),
      InvalidTime: refusal(to === undefined ? "advance" : "set", "before the year 3000")
    })
  )
  return { outcome: yield* clockState } as Plan<Effect.Success<typeof clockState>>
})

/** Ends the process at the next send. Fails with `ObjectNotFound` where the server does not allow it. */
export const crash = Effect.fnUntraced(function* (at: CrashPoint) {
  const settings = yield* BankSettings
  if (settings.crash === undefined) return yield* new ObjectNotFound({ what: "endpoint" })
  const armed = yield* SimulatedCrash
  armed.arm(at)
})
