/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Refusal } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { timestamp } from "../events.ts"
import { respondLoosely, success } from "../respond.ts"
import { strictBodyOf } from "../wire.ts"
import {
  CrashBody,
  durationMs,
  encodeMessage,
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

const clockAnswer = Effect.map(simulator.clockState, ({ mode, now }) => success({ now: timestamp(now), mode }))

const sent = (messageIds: ReadonlyArray<string>) => success({ messageIds })

const refusedMove = (path: ReadonlyArray<string>, expected: string) =>
  new Refusal.InvalidParameters({
    part: "body",
    issues: [{ path, problem: "invalid", code: "INVALID_DATE", expected }]
  })

/** Moves engine time by what the body says. */
const move = Effect.fnUntraced(function* ({ advance, set }: typeof MoveClockBody.Type) {
  if (set === undefined && advance === undefined) return yield* refusedMove(["set"], "given, or advance")
  yield* simulator.moveClock(set === undefined ? { byMs: durationMs(advance!) } : { to: set }).pipe(
    Effect.catchTags({
      TimeInPast: () => Effect.fail(refusedMove(["set"], "now or later: engine time never goes back")),
      InvalidTime: () => Effect.fail(refusedMove([set === undefined ? "advance" : "set"], "before the year 3000"))
    })
  )
  return yield* clockAnswer
})

/** The handlers of this slice. */
export const simulatorHandlers = HttpApiBuilder.group(BankApi, "simulator", (handlers) =>
  handlers
    .handle("clock", () => respondLoosely(() => clockAnswer))
    .handleRaw("moveClock", ({ request }) => respondLoosely(() => Effect.flatMap(readMove(request), move)))
    .handleRaw("respond", ({ params, request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          return sent(yield* simulator.respond(caller, params.paymentId, yield* readAnswer(request)))
        })
      )
    )
    .handleRaw("giveBack", ({ params, request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          return sent(yield* simulator.giveBack(caller, params.paymentId, yield* readBack(request)))
        })
      )
    )
    .handle("settle", ({ params }) =>
      respondLoosely((caller) => Effect.map(simulator.respond(caller, params.paymentId, { status: "ACSC" }), sent))
    )
    .handleRaw("rfp", ({ params, request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          return sent(yield* simulator.actOnRfp(caller, params.rfpId, yield* readAction(request)))
        })
      )
    )
    .handleRaw("faults", ({ request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          const { count = 1, delayMs = 0, ...fault } = yield* readFault(request)
          const planned = yield* simulator.planFault(caller, { ...fault, count, delayMs })
          return success({ faultId: planned.id }, 201)
        })
      )
    )
    .handle("messages", ({ query }) =>
      respondLoosely((caller) =>
        Effect.map(simulator.messages(caller, query.paymentId), (log) => success(log.map(encodeMessage)))
      )
    )
    .handleRaw("screening", ({ request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          const { status } = yield* readScreening(request)
          yield* simulator.setScreening(caller, status === "down")
          return success({ status })
        })
      )
    )
    .handleRaw("inbound", ({ request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          const { amount, ...body } = yield* readInbound(request)
          return sent(yield* simulator.inbound(caller, { ...body, amountCents: amount }))
        })
      )
    )
    .handleRaw("crash", ({ request }) =>
      respondLoosely(() =>
        Effect.gen(function* () {
          const { at } = yield* readCrash(request)
          yield* simulator.crash(at)
          return success({ at })
        })
      )
    )
)
