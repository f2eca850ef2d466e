/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import type { BankFailure } from "../errors.ts"
import { handlersOf } from "../reading.ts"
import { answer, respond, success } from "../respond.ts"
import { encodeEntry, encodeMessage } from "./api.ts"
import * as messages from "./operations.ts"

type Finding<E, R> = (caller: CallerShape) => Effect.Effect<messages.Subject, E, R>

const list = <E extends BankFailure, R>(find: Finding<E, R>) =>
  respond((caller) => Effect.map(find(caller), (of) => success(of.messages.map(encodeEntry))))

const shown = (found: Parameters<typeof encodeMessage>[0]) => success(encodeMessage(found))

const read = <E extends BankFailure, R>(find: Finding<E, R>, messageId: string) =>
  respond((caller) =>
    find(caller).pipe(
      Effect.flatMap((of) => messages.read(caller, of, messageId)),
      Effect.map(shown)
    )
  )

const readAudited = <E extends BankFailure, R>(find: Finding<E, R>, messageId: string) =>
  answer((caller) => Effect.flatMap(find(caller), (of) => messages.readAudited(caller, of, messageId)), shown)

export const networkMessageHandlers = handlersOf(BankApi, "networkMessages", (handlers) =>
  handlers.handleAll({
    list: ({ params }) => list((caller) => messages.paymentOf(caller, params.paymentId)),
    retrieve: ({ params }) => read((caller) => messages.paymentOf(caller, params.paymentId), params.messageId),
    listForAdmin: ({ params }) => list((caller) => messages.paymentOfAny(caller, params.paymentId)),
    retrieveForAdmin: ({ params }) =>
      readAudited((caller) => messages.paymentOfAny(caller, params.paymentId), params.messageId),
    listOfRfp: ({ params }) => list((caller) => messages.requestOf(caller, params.rfpId)),
    retrieveOfRfp: ({ params }) => read((caller) => messages.requestOf(caller, params.rfpId), params.messageId),
    listOfRfpForAdmin: ({ params }) => list((caller) => messages.requestOfAny(caller, params.rfpId)),
    retrieveOfRfpForAdmin: ({ params }) =>
      readAudited((caller) => messages.requestOfAny(caller, params.rfpId), params.messageId),
    listOfBatch: ({ params }) => list((caller) => messages.batchOf(caller, params.batchId)),
    retrieveOfBatch: ({ params }) => read((caller) => messages.batchOf(caller, params.batchId), params.messageId),
    listOfBatchForAdmin: ({ params }) => list((caller) => messages.batchOfAny(caller, params.batchId)),
    retrieveOfBatchForAdmin: ({ params }) =>
      readAudited((caller) => messages.batchOfAny(caller, params.batchId), params.messageId)
  })
)
