/** From requests to operations and back: helpers about the engine and the account as a whole. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, Refusal, type Answer } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { timestamp } from "../events.ts"
import { checkInvariants } from "../ledger/invariants.ts"
import { respondLoosely } from "../respond.ts"
import type { AdvanceClockBody } from "./api.ts"
import * as operations from "./operations.ts"
import { sandboxOnly } from "./sandboxOnly.ts"

const clockAnswer = ({ mode, now }: operations.ClockReading): Answer =>
  json(200, { object: "test_clock", now: timestamp(now), mode })

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
    clock: () => respondLoosely((caller) => Effect.map(operations.readClock(caller), clockAnswer)),
    advance: ({ payload }) =>
      respondLoosely((caller) =>
        Effect.flatMap(moveOf(payload), (move) => operations.advanceClock(caller, move, clockAnswer))
      ),
    freeze: () => respondLoosely((caller) => operations.holdClock(caller, true, clockAnswer)),
    run: () => respondLoosely((caller) => operations.holdClock(caller, false, clockAnswer)),
    planFault: ({ payload }) =>
      respondLoosely((caller) =>
        operations.planFault(
          caller,
          { operation: payload.operation, kind: payload.kind, times: payload.times ?? 1 },
          ({ kind, operation, times }) => json(200, { object: "fault", operation, kind, times })
        )
      ),
    reset: () =>
      respondLoosely((caller) =>
        operations.reset(caller, json(200, { object: "reset", region: caller.store.name, done: true }))
      ),
    invariants: () =>
      respondLoosely((caller) =>
        Effect.andThen(
          sandboxOnly(caller),
          Effect.map(checkInvariants(caller.store, caller.scope), (report) => json(200, report))
        )
      )
  })
)
