/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import type { BankFailure } from "../errors.ts"
import { handlersOf } from "../reading.ts"
import { answer, read, shown, success } from "../respond.ts"
import { EntryBody, encodeMessage } from "./api.ts"
import * as messages from "./operations.ts"

type Finding<E, R> = (caller: CallerShape) => Effect.Effect<messages.Subject, E, R>

const listOf = <E extends BankFailure, R>(find: Finding<E, R>) =>
  read(find, (of) => success(of.messages.map(EntryBody.write)))

const show = shown(encodeMessage)

const readOf = <E extends BankFailure, R>(find: Finding<E, R>, messageId: string) =>
  read((caller) => Effect.flatMap(find(caller), (of) => messages.read(caller, of, messageId)), show)

const readAudited = <E extends BankFailure, R>(find: Finding<E, R>, messageId: string) =>
  answer((caller) => Effect.flatMap(find(caller), (of) => messages.readAudited(caller, of, messageId)), show)

export const networkMessageHandlers = handlersOf(BankApi, "networkMessages", (handlers) =>
  handlers.handleAll({
    list: ({ params }) => listOf((caller) => messages.paymentOf(caller, params.paymentId)),
    retrieve: ({ params }) => readOf((caller) => messages.paymentOf(caller, params.paymentId), params.messageId),
    listForAdmin: ({ params }) => listOf((caller) => messages.paymentOfAny(caller, params.paymentId)),
    retrieveForAdmin: ({ params }) =>
      readAudited((caller) => messages.paymentOfAny(caller, params.paymentId), params.messageId),
    listOfRfp: ({ params }) => listOf((caller) => messages.requestOf(caller, params.rfpId)),
    retrieveOfRfp: ({ params }) => readOf((caller) => messages.requestOf(caller, params.rfpId), params.messageId),
    listOfRfpForAdmin: ({ params }) => listOf((caller) => messages.requestOfAny(caller, params.rfpId)),
    retrieveOfRfpForAdmin: ({ params }) =>
      readAudited((caller) => messages.requestOfAny(caller, params.rfpId), params.messageId),
    listOfBatch: ({ params }) => listOf((caller) => messages.batchOf(caller, params.batchId)),
    retrieveOfBatch: ({ params }) => readOf((caller) => messages.batchOf(caller, params.batchId), params.messageId),
    listOfBatchForAdmin: ({ params }) => listOf((caller) => messages.batchOfAny(caller, params.batchId)),
    retrieveOfBatchForAdmin: ({ params }) =>
      readAudited((caller) => messages.batchOfAny(caller, params.batchId), params.messageId)
  })
)
