/** From requests to operations and back: helpers about the engine and the account as a whole. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { forTests, readForTests } from "../forTests.ts"
import { shown } from "../respond.ts"
import { checkInvariants } from "../ledger/invariants.ts"
import { ClockBody, FaultBody, ReportBody, ResetBody, faultOf, type AdvanceClockBody } from "./engine-api.ts"
import * as operations from "./operations.ts"
import { ClockMoveMissing, TestRefused } from "./TestFailure.ts"

const clockAnswer = shown(ClockBody.write)

const moveOf = ({
  seconds,
  to
}: typeof AdvanceClockBody.Type): Effect.Effect<operations.ClockMove, TestRefused | ClockMoveMissing> => {
  if (to === undefined) return seconds === undefined ? Effect.fail(new ClockMoveMissing()) : Effect.succeed({ seconds })
  return seconds === undefined
    ? Effect.succeed({ to })
    : Effect.fail(new TestRefused({ message: "to must be left out when seconds is sent", param: "to" }))
}

export const engineHelperHandlers = handlersOf(CardsApi, "engineHelpers", (handlers) =>
  handlers.handleAll({
    clock: () => readForTests(() => operations.readClock, clockAnswer),
    advance: ({ payload }) =>
      forTests(
        (caller) => Effect.flatMap(moveOf(payload), (move) => operations.advanceClock(caller, move)),
        clockAnswer
      ),
    freeze: () => forTests(() => operations.holdClock(true), clockAnswer),
    run: () => forTests(() => operations.holdClock(false), clockAnswer),
    planFault: ({ payload }) =>
      forTests((caller) => operations.planFault(caller, faultOf(payload)), shown(FaultBody.write)),
    // Without the answer kept: the record of this very request is forgotten with the others.
    reset: () => readForTests(operations.reset, (_, caller) => json(200, ResetBody.write(caller.store))),
    invariants: () => readForTests(({ scope, store }) => checkInvariants(store, scope), shown(ReportBody.write))
  })
)
