/** From requests to operations and back. */
import { handlersOf, type Answer, type CallerShape } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { mountOf } from "../publicUrl.ts"
import { answer, list, read } from "../respond.ts"
import { answerPayment, commandOf, contextOf, encodeEntry, filterOf } from "./api.ts"
import * as payments from "./operations.ts"

const showing = (body: string): Answer => ({ status: 200, body })

const shown = ({ payment, paymentJson }: payments.ShownPayment, { requestId }: CallerShape): Answer =>
  answerPayment(payment, paymentJson, requestId)

export const paymentHandlers = handlersOf(CardsApi, "payments", (handlers) =>
  handlers.handleAll({
    create: ({ payload, request }) =>
      answer(
        (caller) =>
          payments.create(caller, commandOf(payload), { ...contextOf(payload), mount: () => mountOf(request) }),
        shown
      ),
    list: ({ query }) => list(query, (caller, page) => payments.list(caller, filterOf(query), page), encodeEntry),
    retrieve: ({ params }) => read((caller) => payments.retrieveShown(caller, params.id), showing),
    confirm: ({ params }) => answer((caller) => payments.confirm(caller, params.id), shown),
    capture: ({ params, payload }) =>
      answer((caller) => payments.capture(caller, params.id, { amountMinor: payload.amount }), shown),
    cancel: ({ params }) => answer((caller) => payments.cancel(caller, params.id), shown)
  })
)
