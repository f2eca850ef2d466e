/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, shown, shownSealed } from "../respond.ts"
import { ExceptionBody, HoldBody, noteOf } from "./api.ts"
import * as holds from "./operations.ts"

const show = shownSealed(HoldBody.write)

export const holdHandlers = handlersOf(BankApi, "holds", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      list(query, (caller, page, { status }) => holds.list(caller, { status }, page), HoldBody.write),
    retrieve: ({ params }) => read((caller) => holds.retrieve(caller, params.holdId), shown(HoldBody.write)),
    release: ({ params, payload }) =>
      answer((caller) => holds.releaseHold(caller, params.holdId, noteOf(payload)), show),
    reject: ({ params, payload }) => answer((caller) => holds.rejectHold(caller, params.holdId, noteOf(payload)), show),
    addException: ({ payload: { expiresAt = null, ...draft } }) =>
      answer((caller) => holds.addException(caller, { ...draft, expiresAt }), shownSealed(ExceptionBody.write, 201))
  })
)
