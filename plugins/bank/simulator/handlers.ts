/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { strictBodyOf } from "../wire.ts"
import {
  CrashBody,
  durationMs,
  encodeClock,
  encodeFault,
  encodeMessage,
  encodeSent,
  FaultBody,
  GiveBackBody,
  InboundBody,
  MoveClockBody,
  RespondBody,
  RfpActionBody,
  ScreeningBody
} from "./api.ts"
import * as simulator from "./operations.ts"

const readMove = strictBodyOf(MoveClockBody)
const readAnswer = strictBodyOf(RespondBody)
const readBack = strictBodyOf(GiveBackBody)
const readAction = strictBodyOf(RfpActionBody)
const readFault = strictBodyOf(FaultBody)
const readInbound = strictBodyOf(InboundBody)
const readScreening = strictBodyOf(ScreeningBody)
const readCrash = strictBodyOf(CrashBody)

const clockAnswer = Effect.map(simulator.clockState, (clock) => success(encodeClock(clock)))

const sent = (messageIds: ReadonlyArray<string>) => success(encodeSent(messageIds))

/** Moves engine time by what the body says. */
const move = Effect.fnUntraced(function* ({ advance, set }: typeof MoveClockBody.Type) {
  yield* simulator.moveClock({ to: set, byMs: advance === undefined ? undefined : durationMs(advance) })
  return yield* clockAnswer
})

/** The handlers of this slice. */
export const simulatorHandlers = HttpApiBuilder.group(BankApi, "simulator", (handlers) =>
  handlers
    .handle("clock", () => respond(() => clockAnswer))
    .handleRaw("moveClock", ({ request }) => respond(() => Effect.flatMap(readMove(request), move)))
    .handleRaw("respond", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          return sent(yield* simulator.respond(caller, params.paymentId, yield* readAnswer(request)))
        })
      )
    )
    .handleRaw("giveBack", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          return sent(yield* simulator.giveBack(caller, params.paymentId, yield* readBack(request)))
        })
      )
    )
    .handle("settle", ({ params }) =>
      respond((caller) => Effect.map(simulator.respond(caller, params.paymentId, { status: "ACSC" }), sent))
    )
    .handleRaw("rfp", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          return sent(yield* simulator.actOnRfp(caller, params.rfpId, yield* readAction(request)))
        })
      )
    )
    .handleRaw("faults", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { count = 1, delayMs = 0, ...fault } = yield* readFault(request)
          const planned = yield* simulator.planFault(caller, { ...fault, count, delayMs })
          return success(encodeFault(planned), 201)
        })
      )
    )
    .handle("messages", ({ query }) =>
      respond((caller) =>
        Effect.map(simulator.messages(caller, query.paymentId), (log) => success(log.map(encodeMessage)))
      )
    )
    .handleRaw("screening", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { status } = yield* readScreening(request)
          yield* simulator.setScreening(caller, status === "down")
          return success({ status })
        })
      )
    )
    .handleRaw("inbound", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { amount, ...body } = yield* readInbound(request)
          return sent(yield* simulator.inbound(caller, { ...body, amountCents: amount }))
        })
      )
    )
    .handleRaw("crash", ({ request }) =>
      respond(() =>
        Effect.gen(function* () {
          const { at } = yield* readCrash(request)
          yield* simulator.crash(at)
          return success({ at })
        })
      )
    )
)
