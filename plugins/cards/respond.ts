/** How handlers of this plugin answer, with the faults that a test planned. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { json, makeResponding, type Answer, type CallerShape, type Page } from "../../src/plugin.ts"
import type { ErrorDetail } from "./error-catalogue.ts"
import { errorAnswer, refuse, type CardsFailure } from "./errors.ts"
import { Faults, type FaultKind } from "./faults.ts"
import { answerList, pageOf, type ListQuery, type PageOf } from "./lists.ts"

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

/** `read` and show what an operation reads, `respond` otherwise, `answer` with the plan that it makes. */
export const { answer, read, respond } = makeResponding<CardsFailure>({
  refuse: (failure, { requestId }) => refuse(failure, requestId),
  planned: (caller, context) => {
    const fault = plannedFault(context, caller)
    return fault && { answer: errorAnswer(faultDetails[fault], caller.requestId), isLost: fault === "lost_answer" }
  }
})

/** Shows an object: `shown(encodePayout)`. */
export const shown =
  <A>(encode: (object: A) => unknown) =>
  (object: A): Answer =>
    json(200, encode(object))

/** Responds with the page of a list that a query asks for. Fails as `pageOf` and `operation` do. */
export const list = <Item, E extends CardsFailure, R>(
  query: ListQuery,
  operation: (caller: CallerShape, page: PageOf) => Effect.Effect<Page<Item>, E, R>,
  encode: (item: Item, caller: CallerShape) => unknown
) =>
  read(
    (caller) => Effect.flatMap(pageOf(query), (page) => operation(caller, page)),
    (found, caller) => answerList(query, found, (item) => encode(item, caller))
  )
