/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, listEnvelope } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { defaultLimit } from "../wire.ts"
import { answerPayment, encodeEntry, type CreatePaymentBody } from "./api.ts"
import * as payments from "./operations.ts"
import { encodePayment } from "./PaymentBody.ts"

const commandOf = (body: typeof CreatePaymentBody.Type) => ({
  amountMinor: body.amount,
  currency: body.currency,
  paymentMethod: body.payment_method,
  ...(body.customer === undefined ? {} : { customer: body.customer }),
  ...(body.capture_method === undefined ? {} : { captureMethod: body.capture_method }),
  ...(body.description === undefined ? {} : { description: body.description }),
  ...(body.metadata === undefined ? {} : { metadata: body.metadata })
})

const contextOf = ({ client, off_session }: typeof CreatePaymentBody.Type) => ({
  offSession: off_session,
  client:
    client === undefined
      ? undefined
      : {
          ...(client.ip === undefined ? {} : { ip: client.ip }),
          ...(client.device_id === undefined ? {} : { deviceId: client.device_id }),
          ...(client.user_agent === undefined ? {} : { userAgent: client.user_agent }),
          ...(client.accept_language === undefined ? {} : { acceptLanguage: client.accept_language })
        }
})

const presenting =
  (requestId: string): payments.Present =>
  (payment, paymentJson) =>
    answerPayment(payment, paymentJson, requestId)

const answerOf = ({ answer, payment }: payments.Presented) => answer ?? json(200, encodePayment(payment))

/** The handlers of this slice. */
export const paymentHandlers = HttpApiBuilder.group(CardsApi, "payments", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      respond((caller) =>
        Effect.map(
          payments.create(caller, commandOf(payload), contextOf(payload), presenting(caller.requestId)),
          answerOf
        )
      ),
    list: ({ query }) =>
      respond((caller) =>
        Effect.map(
          payments.list(
            caller,
            {
              status: query.status,
              customer: query.customer,
              createdFrom: query["created[gte]"],
              createdTo: query["created[lte]"]
            },
            { limit: query.limit ?? defaultLimit, cursor: query.cursor }
          ),
          (page) => json(200, listEnvelope(page, encodeEntry))
        )
      ),
    retrieve: ({ params }) =>
      respond((caller) =>
        Effect.map(payments.retrieve(caller, params.id), (payment) => json(200, encodePayment(payment)))
      ),
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
