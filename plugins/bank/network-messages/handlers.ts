/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { respond, success } from "../respond.ts"
import { encodeEntry, encodeMessage } from "./api.ts"
import * as messages from "./operations.ts"

const listed = (of: messages.Subject) => success(of.messages.map(encodeEntry))
const shown = (found: Parameters<typeof encodeMessage>[0]) => success(encodeMessage(found))

/** The handlers of this slice. */
export const networkMessageHandlers = handlersOf(BankApi, "networkMessages", (handlers) =>
  handlers
    .handle("list", ({ params }) =>
      respond((caller) => Effect.map(messages.paymentOf(caller, params.paymentId), listed))
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        messages.paymentOf(caller, params.paymentId).pipe(
          Effect.flatMap((of) => messages.read(caller, of, params.messageId)),
          Effect.map(shown)
        )
      )
    )
    .handle("listForAdmin", ({ params }) =>
      respond((caller) => Effect.map(messages.paymentOfAny(caller, params.paymentId), listed))
    )
    .handle("retrieveForAdmin", ({ params }) =>
      respond((caller) =>
        messages.paymentOfAny(caller, params.paymentId).pipe(
          Effect.flatMap((of) => messages.readAudited(caller, of, params.messageId)),
          Effect.map(shown)
        )
      )
    )
    .handle("listOfRfp", ({ params }) =>
      respond((caller) => Effect.map(messages.requestOf(caller, params.rfpId), listed))
    )
    .handle("retrieveOfRfp", ({ params }) =>
      respond((caller) =>
        messages.requestOf(caller, params.rfpId).pipe(
          Effect.flatMap((of) => messages.read(caller, of, params.messageId)),
          Effect.map(shown)
        )
      )
    )
    .handle("listOfRfpForAdmin", ({ params }) =>
      respond((caller) => Effect.map(messages.requestOfAny(caller, params.rfpId), listed))
    )
    .handle("retrieveOfRfpForAdmin", ({ params }) =>
      respond((caller) =>
        messages.requestOfAny(caller, params.rfpId).pipe(
          Effect.flatMap((of) => messages.readAudited(caller, of, params.messageId)),
          Effect.map(shown)
        )
      )
    )
    .handle("listOfBatch", ({ params }) =>
      respond((caller) => Effect.map(messages.batchOf(caller, params.batchId), listed))
    )
    .handle("retrieveOfBatch", ({ params }) =>
      respond((caller) =>
        messages.batchOf(caller, params.batchId).pipe(
          Effect.flatMap((of) => messages.read(caller, of, params.messageId)),
          Effect.map(shown)
        )
      )
    )
    .handle("listOfBatchForAdmin", ({ params }) =>
      respond((caller) => Effect.map(messages.batchOfAny(caller, params.batchId), listed))
    )
    .handle("retrieveOfBatchForAdmin", ({ params }) =>
      respond((caller) =>
        messages.batchOfAny(caller, params.batchId).pipe(
          Effect.flatMap((of) => messages.readAudited(caller, of, params.messageId)),
          Effect.map(shown)
        )
      )
    )
)
