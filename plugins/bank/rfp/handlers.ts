/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { Clock } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, ofCaller, read, shown, shownSealed } from "../respond.ts"
import { encodeRfp } from "./api.ts"
import * as rfps from "./operations.ts"
import type { Rfp } from "./Rfp.ts"

/** How a request is shown depends on the time. */
const encoding = Effect.map(Clock, (clock) => (rfp: Rfp) => encodeRfp(rfp, clock.now()))

export const rfpHandlers = handlersOf(BankApi, "rfp", (handlers) =>
  handlers.handleAll({
    create: ({ payload: { amount, ...body } }) =>
      Effect.flatMap(encoding, (encode) =>
        answer((caller) => ofCaller(rfps.create(caller, { ...body, amountCents: amount })), shownSealed(encode, 202))
      ),
    list: ({ query }) =>
      Effect.flatMap(encoding, (encode) =>
        list(query, (caller, page, filter) => rfps.list(caller, filter, page), encode)
      ),
    retrieve: ({ params }) =>
      Effect.flatMap(encoding, (encode) => read((caller) => rfps.retrieve(caller, params.rfpId), shown(encode))),
    cancel: ({ params }) =>
      Effect.flatMap(encoding, (encode) => answer((caller) => rfps.cancel(caller, params.rfpId), shownSealed(encode)))
  })
)
