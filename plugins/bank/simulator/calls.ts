/** The simulated networks in process: the same as over HTTP, in a sandbox only. Engine time is moved by `engine.clock`. */
import * as Effect from "effect/Effect"
import { makeHostCalls, noChange, type CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { judging, type BankServices } from "../callsOf.ts"
import type { SimulatedCrash } from "../crash.ts"
import { ObjectNotFound } from "../failures.ts"
import { BankSettings, type CrashPoint } from "../settings.ts"
import {
  faultOf,
  type FaultBody,
  type GiveBackBody,
  type InboundBody,
  type RespondBody,
  type RfpActionBody
} from "./api.ts"
import * as operations from "./operations.ts"
import type { SimulatedAch, SimulatedNetwork } from "./services.ts"

const inSandbox = Effect.flatMap(BankSettings, ({ mode }) =>
  mode === "sandbox" ? Effect.void : Effect.fail(new ObjectNotFound({ what: "simulator" }))
)

const callsOf = makeHostCalls<BankServices | SimulatedAch | SimulatedCrash | SimulatedNetwork>()({
  ...judging,
  admit: (caller, endpoint) => Effect.tap(judging.admit(caller, endpoint), inSandbox)
})

const { change, read } = callsOf(BankApi, "simulator")
const inCents = { renames: { amountCents: "amount" } }
const reading = read("messages")
const responding = change("respond")
const returning = change("giveBack", inCents)
const settling = change("settle")
const acting = change("rfp")
const planning = change("faults")
const screening = change("screening")
const receiving = change("inbound", inCents)
const crashing = change("crash")

type InCents<B extends { readonly amount?: unknown }> = Omit<B, "amount">

/**
 * Makes the receiving bank answer a payment that was sent, also a second time and against its first answer. Gives the ids of the
 * messages; on ACH, where its operator decides about the file, the name of the file. Fails with `ObjectNotFound`.
 */
export const respondToPayment = (caller: CallerShape, paymentId: string, command: typeof RespondBody.Encoded) =>
  responding(caller, { id: paymentId, command }, (asking, body) => operations.respond(asking, paymentId, body))

/**
 * Makes the receiving bank send the money back, by default all of it; on ACH also a notification of change. Gives the ids of the
 * messages; on ACH the trace number. Fails with `ObjectNotFound`.
 */
export const returnPayment = (
  caller: CallerShape,
  paymentId: string,
  command: InCents<typeof GiveBackBody.Encoded> & { readonly amountCents?: number }
) => returning(caller, { id: paymentId, command }, (asking, body) => operations.giveBack(asking, paymentId, body))

/** Makes the receiving bank accept a payment that was sent. Gives the ids of the messages. Fails with `ObjectNotFound`. */
export const settlePayment = (caller: CallerShape, paymentId: string) =>
  settling(caller, { id: paymentId }, (asking) => operations.respond(asking, paymentId, { status: "ACSC" }))

/** Makes the payer act on a request that was sent. Gives the ids of the messages. Fails with `ObjectNotFound`. */
export const respondToRequest = (caller: CallerShape, rfpId: string, command: typeof RfpActionBody.Encoded) =>
  acting(caller, { id: rfpId, command }, (asking, body) => operations.actOnRfp(asking, rfpId, body))

/** Lets something go wrong with the next messages of a rail, by default with one. */
export const planFault = (caller: CallerShape, command: typeof FaultBody.Encoded) =>
  planning(caller, { command }, (_, body) => operations.planFault(faultOf(body)))

/** What the network received and sent, in order: the proof of what happened there. */
export const listMessages = (caller: CallerShape, filter: { readonly paymentId?: string } = {}) =>
  reading(caller, (asking) => operations.messages(asking, filter.paymentId), filter)

/** Takes screening out of order, so that payments are held, or puts it back. */
export const setScreening = (caller: CallerShape, command: { readonly status: "up" | "down" }) =>
  screening(caller, { command }, (_, { status }) => operations.setScreening(status))

/** Makes another bank send an instant payment to a customer of the engine. Gives the ids of the messages. */
export const receive = (
  caller: CallerShape,
  command: InCents<typeof InboundBody.Encoded> & { readonly amountCents: number }
) => receiving(caller, { command }, (_, { amount, ...body }) => operations.inbound({ ...body, amountCents: amount }))

/** Ends the process at a point of the next send, where the host allows it. A key has no effect. Fails with `ObjectNotFound` elsewhere. */
export const crash = (caller: CallerShape, command: { readonly at: CrashPoint }) =>
  crashing({ ...caller, key: undefined }, { command }, (_asking, { at }) =>
    Effect.as(operations.crash(at), noChange(undefined))
  )
