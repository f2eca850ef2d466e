/** From requests to operations and back: helpers about the engine and the account as a whole. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, Refusal, type Answer } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { checkInvariants } from "../ledger/invariants.ts"
import { respond } from "../respond.ts"
import { encodeClock, encodeFault, encodeReport, encodeReset, type AdvanceClockBody } from "./engine-api.ts"
import { forTests } from "./forTests.ts"
import * as operations from "./operations.ts"

const clockAnswer = (reading: operations.ClockReading): Answer => json(200, encodeClock(reading))

const moveOf = (body: typeof AdvanceClockBody.Type): Effect.Effect<operations.ClockMove, Refusal.InvalidParameters> => {
  const { seconds, to } = body
  if (seconds !== undefined && to === undefined) return Effect.succeed({ seconds })
  if (to !== undefined && seconds === undefined) return Effect.succeed({ to })
  const isMissing = to === undefined
  return Effect.fail(
    new Refusal.InvalidParameters({
      part: "body",
      issues: [
        {
          path: [isMissing ? "seconds" : "to"],
          problem: isMissing ? "missing" : "invalid",
          code: undefined,
          expected: "left out when seconds is sent"
        }
      ]
    })
  )
}

/** The handlers of these helpers. */
export const engineHelperHandlers = HttpApiBuilder.group(CardsApi, "engineHelpers", (handlers) =>
  handlers.handleAll({
    clock: () => respond((caller) => Effect.map(operations.readClock(caller), clockAnswer)),
    advance: ({ payload }) =>
      respond((caller) =>
        Effect.flatMap(moveOf(payload), (move) => operations.advanceClock(caller, move, clockAnswer))
      ),
    freeze: () => respond((caller) => operations.holdClock(caller, true, clockAnswer)),
    run: () => respond((caller) => operations.holdClock(caller, false, clockAnswer)),
    planFault: ({ payload }) =>
      respond((caller) =>
        operations.planFault(
          caller,
          { operation: payload.operation, kind: payload.kind, times: payload.times ?? 1 },
          (plan) => json(200, encodeFault(plan))
        )
      ),
    reset: () => respond((caller) => operations.reset(caller, json(200, encodeReset(caller.store)))),
    invariants: () =>
      forTests((caller) =>
        Effect.map(checkInvariants(caller.store, caller.scope), (report) => json(200, encodeReport(report)))
      )
  })
)
