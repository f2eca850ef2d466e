/**
 * The port to a payment network (decisions C.6). A host connects a network by an implementation of its own; the sandbox has
 * the simulated one. Amounts are cents of USD, times epoch milliseconds.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { checkFunctions, durationFamily, watched, type StoreUnavailable } from "../../src/plugin.ts"
import type { Currency } from "../../src/domain.ts"
import type { ResolutionStatus } from "./messages/iso/statuses.ts"
import type { Beneficiary, Mention, Party, WireDetails } from "./payments/Payment.ts"
import type { RailId } from "./rails/rail-ids.ts"

/** The network could not be reached, or nobody knows whether it was. What was sent may have arrived. */
export class RailUnreachable extends Data.TaggedError("RailUnreachable")<{
  readonly rail: RailId
  readonly detail: string
  /** Whether nothing was sent for certain: then another rail may carry the payment. */
  readonly isUnsent?: boolean | undefined
}> {
  override get message(): string {
    return `The rail ${this.rail} cannot be reached: ${this.detail}`
  }
}

/**
 * Thrown by a function of `makeRail` that knows that nothing left: no connection was made, say. Anything else that it
 * throws means that the message may have arrived.
 */
export class NothingSent extends Error {
  override readonly name = "NothingSent"
}

/** What a rail can do. */
export interface RailCapabilities {
  /** The network takes the same message id once, however often it is sent. */
  readonly idempotentSend: boolean
  readonly inquiry: boolean
  readonly requestForPayment: boolean
  readonly returnRequest: boolean
  readonly batch: boolean
  /** Within which an answer is expected (spec bank §2, rail attributes). */
  readonly responseMs: number
}

/** A credit transfer to send. Its identifiers are the same whenever it is sent again. */
export interface CreditInstruction {
  readonly messageId: string
  readonly endToEndId: string
  readonly uetr: string
  readonly createdAt: number
  readonly amountCents: number
  readonly originator: Party
  readonly beneficiary: Beneficiary
  readonly remittanceInfo: string | null
  readonly purposeCode: string | null
  /** Of wires: currency, value date, charges, and the bank on the way. */
  readonly wire?: WireDetails | undefined
}

/** How a network knows a message. */
export interface MessageRef {
  readonly messageId: string
  readonly endToEndId: string
  readonly uetr: string
  readonly createdAt: number
  /** The kind of the message; by default a credit transfer of customers. */
  readonly message?: "pacs.008" | "pacs.009" | undefined
  /** In the minor units of its currency. */
  readonly amountCents: number
  /** Default: USD. */
  readonly currency?: Currency | undefined
  /** The date in New York for which it settles. */
  readonly settlementDate: string
  /** Routing numbers of the banks at both ends, or BICs. */
  readonly from: string
  readonly to: string
}

/** A question about a message. */
export interface Inquiry extends MessageRef {
  /** When it is asked. */
  readonly askedAt: number
}

/** The network's answer to an inquiry about a message. `unknown`: it does not say. */
export type RailFinding =
  | { readonly status: "settled"; readonly isPosted: boolean; readonly clearingReference?: string | undefined }
  | { readonly status: "rejected"; readonly reason: string | undefined; readonly narrative: string | undefined }
  | { readonly status: "pending" | "not_found" | "unknown" }

/** A request for payment to send. */
export interface RfpInstruction {
  readonly messageId: string
  readonly rfpId: string
  readonly uetr: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly amountCents: number
  readonly payee: Party
  readonly payer: Party
  readonly description: string | null
}

/** A request to take a request for payment back. */
export interface RfpCancellation {
  readonly messageId: string
  readonly createdAt: number
  readonly request: RfpInstruction
}

/** A request to give a payment back: a return request on the instant rails, a recall of a wire. */
export interface ReturnInstruction {
  readonly messageId: string
  readonly requestId: string
  readonly createdAt: number
  readonly original: MessageRef
  readonly originalAmountCents: number
  /** The requested part; absent: the whole payment. */
  readonly partCents?: number | undefined
  readonly currency?: Currency | undefined
  readonly settledOn: string
  readonly reason: string
  readonly additionalInfo: string | null
}

/** News of the network: at least once, in any order. `railEventId` is the same for the same news. */
export type RailEvent = { readonly railEventId: string; readonly rail: RailId } & (
  | {
      readonly type: "status"
      readonly messageId: string
      readonly status: "ACSC" | "ACWP" | "ACCC" | "PDNG" | "BLCK" | "RJCT"
      readonly reason: string | undefined
      readonly narrative: string | undefined
      /** The network's own reference of a settlement, such as the IMAD of Fedwire. */
      readonly clearingReference?: string | undefined
    }
  | {
      readonly type: "return"
      /** The reference of the payment; absent where the message names it by `messageId` only. */
      readonly endToEndId: string | undefined
      /** The message that moved the money first. */
      readonly messageId?: string | undefined
      readonly code: string
      readonly narrative: string | undefined
      readonly amountCents: number
      /** Default: the payment's. Money in another one is no return: nothing is exchanged here. */
      readonly currency?: Currency | undefined
      /** The credit that it is where it returns no payment of ours: on RTP a return is a credit whose text says so. */
      readonly credit?: InboundCredit | undefined
    }
  | {
      readonly type: "rfp"
      /** The id of the request; absent where the message names it by `messageId` only. */
      readonly rfpId: string | undefined
      /** The message that asked. */
      readonly messageId?: string | undefined
      readonly status: "RCVD" | "PRES" | "ACTC" | "RJCT"
      readonly reason: string | undefined
      readonly narrative: string | undefined
    }
  | { readonly type: "rfpCancelled"; readonly rfpId: string; readonly isCancelled: boolean }
  | { readonly type: "inbound"; readonly credit: InboundCredit }
  /** A message that nothing here acts on, and that somebody has to: money in a form that is not read, a request for some. */
  | { readonly type: "unhandled"; readonly messageType: string }
  | {
      readonly type: "returnRequestAnswer"
      /** The id of the request, or of the message that asked, as far as the answer names it. */
      readonly requestId: string
      readonly status: ResolutionStatus
      readonly reason: string | undefined
      /** What comes back, where the answer says it. */
      readonly amountCents?: number | undefined
    }
)

/** Money that came in. */
export interface InboundCredit {
  readonly messageId: string
  readonly endToEndId: string
  readonly uetr: string | undefined
  readonly amountCents: number
  readonly originator: Party
  readonly beneficiary: Party
  readonly remittanceInfo: string | null
  /** Who else is named, such as who pays in the end, and other texts: all of it is screened. Absent: nobody. */
  readonly mentions?: ReadonlyArray<Mention> | undefined
}

/** Takes news; it succeeds only when what follows from them is on disk. */
export type RailSink = (event: RailEvent) => Effect.Effect<void, StoreUnavailable>

export interface RailHealth {
  readonly isUp: boolean
  readonly detail?: string
}

/** A connection to a network. Functions for what a rail cannot do are absent. */
export interface Rail {
  readonly id: RailId
  readonly capabilities: RailCapabilities
  /** Succeeds when the network has taken the message over; the outcome comes as news, perhaps before this returns. */
  readonly send: (instruction: CreditInstruction) => Effect.Effect<void, RailUnreachable>
  readonly inquire: (ref: Inquiry, inquiryId: string) => Effect.Effect<RailFinding, RailUnreachable>
  readonly sendRequestForPayment?: (request: RfpInstruction) => Effect.Effect<void, RailUnreachable>
  readonly cancelRequestForPayment?: (cancellation: RfpCancellation) => Effect.Effect<void, RailUnreachable>
  readonly requestReturn?: (request: ReturnInstruction) => Effect.Effect<void, RailUnreachable>
  /** Called once at start with where news go. */
  readonly subscribe: (sink: RailSink) => Effect.Effect<void>
  readonly health: Effect.Effect<RailHealth>
}

/** A time-out of the rail's own must be shorter: past this, nobody knows whether the message arrived. */
const callTimeoutMs = 20_000

/** A rail from plain functions, which may be asynchronous. A throw or a time-out is `RailUnreachable`. */
export interface RailImplementation extends Pick<Rail, "id" | "capabilities"> {
  readonly send: (instruction: CreditInstruction, signal: AbortSignal) => void | Promise<void>
  readonly inquire: (ref: Inquiry, inquiryId: string, signal: AbortSignal) => RailFinding | Promise<RailFinding>
  readonly sendRequestForPayment?: (request: RfpInstruction, signal: AbortSignal) => void | Promise<void>
  readonly cancelRequestForPayment?: (cancellation: RfpCancellation, signal: AbortSignal) => void | Promise<void>
  readonly requestReturn?: (request: ReturnInstruction, signal: AbortSignal) => void | Promise<void>
  readonly subscribe: (sink: (event: RailEvent) => Promise<void>) => void
  readonly health?: () => RailHealth | Promise<RailHealth>
}

/** What a function of a host's connection answers, within the time. */
export const askConnection = <A>(
  rail: RailId,
  call: (signal: AbortSignal) => A | Promise<A>
): Effect.Effect<A, RailUnreachable> =>
  Effect.tryPromise({
    try: async (signal) => call(signal),
    catch: (error) =>
      new RailUnreachable({
        rail,
        detail: error instanceof Error ? error.message : "the connection failed",
        ...(error instanceof NothingSent ? { isUnsent: true } : {})
      })
  }).pipe(
    Effect.timeoutOrElse({
      duration: callTimeoutMs,
      orElse: () => Effect.fail(new RailUnreachable({ rail, detail: "no answer in time" }))
    })
  )

/** Makes a rail of plain functions, or of an object with such methods. Throws a `TypeError` where one is missing. */
export const makeRail = (of: RailImplementation): Rail => {
  checkFunctions("makeRail", of, ["send", "inquire", "subscribe"])
  const { capabilities, id } = of
  const asked = <A>(call: (signal: AbortSignal) => A | Promise<A>) => askConnection(id, call)
  return {
    id,
    capabilities,
    send: (instruction) => asked((signal) => of.send(instruction, signal)),
    inquire: (ref, inquiryId) => asked((signal) => of.inquire(ref, inquiryId, signal)),
    ...(of.sendRequestForPayment && {
      sendRequestForPayment: (request) => asked((signal) => of.sendRequestForPayment!(request, signal))
    }),
    ...(of.cancelRequestForPayment && {
      cancelRequestForPayment: (request) => asked((signal) => of.cancelRequestForPayment!(request, signal))
    }),
    ...(of.requestReturn && {
      requestReturn: (request) => asked((signal) => of.requestReturn!(request, signal))
    }),
    subscribe: (sink) => Effect.sync(() => of.subscribe((event) => Effect.runPromise(sink(event)))),
    health: Effect.orElseSucceed(
      asked(() => of.health?.() ?? { isUp: true }),
      () => ({ isUp: false })
    )
  }
}

const callDuration = durationFamily("bursar_rail_call_duration_seconds", "Calls of rails, by what came of them.")

/** A call of a rail with its span and its figures. */
const timed = <A>(
  rail: RailId,
  operation: "send" | "inquire",
  call: Effect.Effect<A, RailUnreachable>,
  word: (answer: A) => string
): Effect.Effect<A, RailUnreachable> =>
  watched(
    Effect.withFiber(({ context }) => {
      const fromMs = performance.now()
      const count = (answer: string) =>
        Effect.sync(() => callDuration(context, (performance.now() - fromMs) / 1_000, { rail, operation, answer }))
      return Effect.tapError(
        Effect.tap(call, (answer) => count(word(answer))),
        ({ isUnsent }) => count(isUnsent === true ? "unsent" : "unreachable")
      )
    }),
    { name: `Rail.${operation}`, kind: "client", attributes: { rail } }
  )

const timedRail = (rail: Rail): Rail => ({
  ...rail,
  send: (instruction) => timed(rail.id, "send", rail.send(instruction), () => "taken"),
  inquire: (ref, inquiryId) => timed(rail.id, "inquire", rail.inquire(ref, inquiryId), ({ status }) => status)
})

/** The rails that are connected. */
export class Rails extends Context.Service<
  Rails,
  {
    readonly get: (id: RailId) => Rail | undefined
    readonly all: ReadonlyArray<Rail>
  }
>()("bursar/bank/Rails") {
  /** From a list of connections. */
  static readonly from = (connected: ReadonlyArray<Rail>): Rails["Service"] => {
    const all = connected.map(timedRail)
    return { all, get: (id) => all.find((rail) => rail.id === id) }
  }
}
