/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { respond, success } from "../respond.ts"
import { durationMs, encodeClock, encodeFault, encodeMessage, encodeSent, type MoveClockBody } from "./api.ts"
import * as simulator from "./operations.ts"

const clockAnswer = Effect.map(simulator.clockState, (clock) => success(encodeClock(clock)))

const sent = (messageIds: ReadonlyArray<string>) => success(encodeSent(messageIds))

/** Moves engine time by what the body says. */
const move = Effect.fnUntraced(function* (caller: CallerShape, { advance, set }: typeof MoveClockBody.Type) {
  yield* simulator.moveClock(caller, { to: set, byMs: advance === undefined ? undefined : durationMs(advance) })
  return yield* clockAnswer
})

/** The handlers of this slice. */
export const simulatorHandlers = handlersOf(BankApi, "simulator", (handlers) =>
  handlers
    .handle("clock", () => respond(() => clockAnswer))
    .handle("moveClock", ({ payload }) => respond((caller) => move(caller, payload)))
    .handle("respond", ({ params, payload }) =>
      respond((caller) => Effect.map(simulator.respond(caller, params.paymentId, payload), sent))
    )
    .handle("giveBack", ({ params, payload }) =>
      respond((caller) => Effect.map(simulator.giveBack(caller, params.paymentId, payload), sent))
    )
    .handle("settle", ({ params }) =>
      respond((caller) => Effect.map(simulator.respond(caller, params.paymentId, { status: "ACSC" }), sent))
    )
    .handle("rfp", ({ params, payload }) =>
      respond((caller) => Effect.map(simulator.actOnRfp(caller, params.rfpId, payload), sent))
    )
    .handle("faults", ({ payload: { count = 1, delayMs = 0, ...fault } }) =>
      respond((caller) =>
        Effect.map(simulator.planFault(caller, { ...fault, count, delayMs }), (planned) =>
          success(encodeFault(planned), 201)
        )
      )
    )
    .handle("messages", ({ query }) =>
      respond((caller) =>
        Effect.map(simulator.messages(caller, query.paymentId), (log) => success(log.map(encodeMessage)))
      )
    )
    .handle("screening", ({ payload: { status } }) =>
      respond((caller) => Effect.as(simulator.setScreening(caller, status === "down"), success({ status })))
    )
    .handle("inbound", ({ payload: { amount, ...body } }) =>
      respond((caller) => Effect.map(simulator.inbound(caller, { ...body, amountCents: amount }), sent))
    )
    .handle("crash", ({ payload: { at } }) => respond(() => Effect.as(simulator.crash(at), success({ at }))))
)
