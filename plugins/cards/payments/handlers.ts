/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, type Answer } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { refuse } from "../errors.ts"
import { showList } from "../lists.ts"
import { mountOf } from "../publicUrl.ts"
import { respond } from "../respond.ts"
import { answerPayment, commandOf, contextOf, encodeEntry } from "./api.ts"
import * as payments from "./operations.ts"
import { showPayment } from "./PaymentBody.ts"

const presenting =
  (requestId: string): payments.Present =>
  (payment, paymentJson, refused) =>
    refused === undefined ? answerPayment(payment, paymentJson, requestId) : refuse(refused, requestId)

/** The answer that shows a payment. */
const showing = (body: string): Answer => ({ status: 200, body })

const answerOf = ({ answer, payment }: payments.Presented) => answer ?? showing(showPayment(payment))

/** The handlers of this slice. */
export const paymentHandlers = handlersOf(CardsApi, "payments", (handlers) =>
  handlers.handleAll({
    create: ({ payload, request }) =>
      respond((caller) => {
        const context = { ...contextOf(payload), mount: () => mountOf(request) }
        return Effect.map(payments.create(caller, commandOf(payload), context, presenting(caller.requestId)), answerOf)
      }),
    list: ({ query }) =>
      respond((caller) => {
        const filter = {
          status: query.status,
          customer: query.customer,
          createdFrom: query["created[gte]"],
          createdTo: query["created[lte]"],
          full: query.expand === "full"
        }
        return showList(query, (page) => payments.list(caller, filter, page), encodeEntry)
      }),
    retrieve: ({ params }) => respond((caller) => Effect.map(payments.retrieveShown(caller, params.id), showing)),
    confirm: ({ params }) =>
      respond((caller) => Effect.map(payments.confirm(caller, params.id, presenting(caller.requestId)), answerOf)),
    capture: ({ params, payload }) =>
      respond((caller) =>
        Effect.map(
          payments.capture(caller, params.id, { amountMinor: payload.amount }, presenting(caller.requestId)),
          answerOf
        )
      ),
    cancel: ({ params }) =>
      respond((caller) => Effect.map(payments.cancel(caller, params.id, presenting(caller.requestId)), answerOf))
  })
)
