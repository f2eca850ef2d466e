/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, respond, success } from "../respond.ts"
import { durationMs, ClockBody, FaultShown, MessageBody, SentBody, faultOf } from "./api.ts"
import * as simulator from "./operations.ts"

const shownClock = (clock: Parameters<typeof ClockBody.write>[0]) => success(ClockBody.write(clock))

const sent = (messageIds: ReadonlyArray<string>) => success(SentBody.write(messageIds))

export const simulatorHandlers = handlersOf(BankApi, "simulator", (handlers) =>
  handlers.handleAll({
    clock: () => respond(() => Effect.map(simulator.clockState, shownClock)),
    moveClock: ({ payload: { advance, set } }) =>
      answer(
        (caller) =>
          simulator.moveClock(caller, { to: set, byMs: advance === undefined ? undefined : durationMs(advance) }),
        shownClock
      ),
    respond: ({ params, payload }) => answer((caller) => simulator.respond(caller, params.paymentId, payload), sent),
    giveBack: ({ params, payload }) => answer((caller) => simulator.giveBack(caller, params.paymentId, payload), sent),
    settle: ({ params }) => answer((caller) => simulator.respond(caller, params.paymentId, { status: "ACSC" }), sent),
    rfp: ({ params, payload }) => answer((caller) => simulator.actOnRfp(caller, params.rfpId, payload), sent),
    faults: ({ payload }) =>
      answer(
        () => simulator.planFault(faultOf(payload)),
        (planned) => success(FaultShown.write(planned), 201)
      ),
    messages: ({ query }) =>
      respond((caller) =>
        Effect.map(simulator.messages(caller, query.paymentId), (log) => success(log.map(MessageBody.write)))
      ),
    screening: ({ payload }) =>
      answer(
        () => simulator.setScreening(payload.status),
        (screening) => success(screening)
      ),
    inbound: ({ payload: { amount, ...body } }) =>
      answer(() => simulator.inbound({ ...body, amountCents: amount }), sent),
    // Only the process that is to end knows of it: nothing is kept.
    crash: ({ payload: { at } }) => respond(() => Effect.as(simulator.crash(at), success({ at })))
  })
)
