/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { answerPayment } from "../payment-answers.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, shown, shownSealed } from "../respond.ts"
import { PaymentBody, PaymentEntryBody, PaymentResultBody, PaymentReturnBody, RecallBody } from "./api.ts"
import * as wires from "./operations.ts"
import { commandOf } from "./WireBody.ts"

export const wireHandlers = handlersOf(BankApi, "wires", (handlers) =>
  handlers.handleAll({
    initiate: ({ payload }) => answerPayment((caller) => wires.initiate(caller, commandOf(payload))),
    list: ({ query }) =>
      list(query, (caller, page, filter) => wires.list(caller, filter, page), PaymentEntryBody.write),
    retrieve: ({ params }) => read((caller) => wires.retrieve(caller, params.paymentId), shown(PaymentBody.write)),
    retrieveReturn: ({ params }) =>
      read((caller) => wires.retrieveReturned(caller, params.paymentId), shown(PaymentReturnBody.write)),
    cancel: ({ params }) => answer((caller) => wires.cancel(caller, params.paymentId), shown(PaymentResultBody.write)),
    recall: ({ params, payload }) =>
      answer((caller) => wires.recall(caller, params.paymentId, payload), shownSealed(RecallBody.write, 202)),
    retrieveRecall: ({ params }) =>
      read((caller) => wires.retrieveRecall(caller, params.paymentId, params.recallId), shown(RecallBody.write))
  })
)
