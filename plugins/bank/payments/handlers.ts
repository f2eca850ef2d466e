/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { answerPayment } from "../payment-answers.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, shown } from "../respond.ts"
import { commandOf } from "./api.ts"
import * as payments from "./operations.ts"
import { PaymentEntryBody, PaymentBody, PaymentResultBody, PaymentReturnBody } from "./PaymentBody.ts"

export const paymentHandlers = handlersOf(BankApi, "payments", (handlers) =>
  handlers.handleAll({
    initiate: ({ payload }) => answerPayment((caller) => payments.initiate(caller, commandOf(payload))),
    list: ({ query }) =>
      list(
        query,
        (caller, page, filter) => payments.list(caller, { ...filter, isDirect: true }, page),
        PaymentEntryBody.write
      ),
    retrieve: ({ params }) =>
      read((caller) => payments.retrieveDirect(caller, params.paymentId), shown(PaymentBody.write)),
    cancel: ({ params }) =>
      answer((caller) => payments.cancelDirect(caller, params.paymentId), shown(PaymentResultBody.write)),
    retrieveInstantReturn: ({ params }) =>
      read(
        (caller) => Effect.flatMap(payments.retrieveDirect(caller, params.paymentId), payments.returnedOf),
        shown(PaymentReturnBody.write)
      ),
    retrieveReturn: ({ params }) =>
      read(
        (caller) => Effect.flatMap(payments.retrieve(caller, params.paymentId), payments.returnedOf),
        shown(PaymentReturnBody.write)
      )
  })
)
