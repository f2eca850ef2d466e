/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { respond, success } from "../respond.ts"
import { encodeEntry, encodeMessage } from "./api.ts"
import * as messages from "./operations.ts"

/** The handlers of this slice. */
export const networkMessageHandlers = handlersOf(BankApi, "networkMessages", (handlers) =>
  handlers
    .handle("list", ({ params }) =>
      respond((caller) =>
        Effect.map(messages.list(caller, params.paymentId), (found) => success(found.map(encodeEntry)))
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(messages.retrieve(caller, params.paymentId, params.messageId), (found) =>
          success(encodeMessage(found))
        )
      )
    )
    .handle("listForAdmin", ({ params }) =>
      respond((caller) =>
        Effect.map(messages.listForAdmin(caller, params.paymentId), (found) => success(found.map(encodeEntry)))
      )
    )
    .handle("retrieveForAdmin", ({ params }) =>
      respond((caller) =>
        Effect.map(messages.retrieveForAdmin(caller, params.paymentId, params.messageId), (found) =>
          success(encodeMessage(found))
        )
      )
    )
)
