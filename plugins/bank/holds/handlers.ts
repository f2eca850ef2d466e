/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, shown, shownSealed } from "../respond.ts"
import { encodeException, encodeHold, noteOf } from "./api.ts"
import * as holds from "./operations.ts"

const show = shownSealed(encodeHold)

export const holdHandlers = handlersOf(BankApi, "holds", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => list(query, (caller, page, { status }) => holds.list(caller, { status }, page), encodeHold),
    retrieve: ({ params }) => read((caller) => holds.retrieve(caller, params.holdId), shown(encodeHold)),
    release: ({ params, payload }) =>
      answer((caller) => holds.releaseHold(caller, params.holdId, noteOf(payload)), show),
    reject: ({ params, payload }) => answer((caller) => holds.rejectHold(caller, params.holdId, noteOf(payload)), show),
    addException: ({ payload: { expiresAt = null, ...draft } }) =>
      answer((caller) => holds.addException(caller, { ...draft, expiresAt }), shownSealed(encodeException, 201))
  })
)
