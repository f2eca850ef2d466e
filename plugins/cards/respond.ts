/** How handlers of this plugin answer, with the faults that a test planned. */
import * as Context from "effect/Context"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { makeResponding, type CallerShape } from "../../src/plugin.ts"
import type { ErrorDetail } from "./error-catalogue.ts"
import { errorAnswer, refuse, type CardsFailure } from "./errors.ts"
import { Faults, type FaultKind } from "./faults.ts"

const faultDetails: Readonly<Record<FaultKind, ErrorDetail>> = {
  unavailable: {
    code: "unavailable",
    message: "Nothing was done: a test planned this",
    headers: { "retry-after": "1" }
  },
  internal_error: { code: "internal_error", message: "Nothing was done: a test planned this" },
  lost_answer: {
    code: "unavailable",
    message: "The answer was lost: a test planned this. Send it again with the same idempotency key",
    headers: { "retry-after": "1" }
  }
}

/** The fault that a test planned for this request. Without any plan this costs one look. */
const plannedFault = (context: Context.Context<never>, caller: CallerShape): FaultKind | undefined => {
  const faults = Context.get(context, Faults)
  if (faults.isEmpty()) return undefined
  const { method, url } = Context.getUnsafe(context, HttpServerRequest)
  return faults.take(caller.scope, method, url)
}

/** `respond` to what an operation reads, `answer` with the plan that it makes. */
export const { answer, respond } = makeResponding<CardsFailure>({
  refuse: (failure, { requestId }) => refuse(failure, requestId),
  planned: (caller, context) => {
    const fault = plannedFault(context, caller)
    return fault && { answer: errorAnswer(faultDetails[fault], caller.requestId), isLost: fault === "lost_answer" }
  }
})
