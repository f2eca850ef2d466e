/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { encodePaymentMethod, type CreatePaymentMethodBody } from "./api.ts"
import { retrieve, tokenize, type Present } from "./operations.ts"
import type { BillingDetails, Client, TokenizeCard } from "./PaymentMethod.ts"

type Body = typeof CreatePaymentMethodBody.Type

const billingDetailsOf = ({ address, ...contact }: NonNullable<Body["billing_details"]>): BillingDetails => {
  if (address === undefined) return contact
  const { postal_code, ...rest } = address
  return { ...contact, address: { ...rest, ...(postal_code === undefined ? {} : { postalCode: postal_code }) } }
}

const clientOf = (client: NonNullable<Body["client"]>): Client => ({
  ...(client.ip === undefined ? {} : { ip: client.ip }),
  ...(client.device_id === undefined ? {} : { deviceId: client.device_id }),
  ...(client.user_agent === undefined ? {} : { userAgent: client.user_agent }),
  ...(client.accept_language === undefined ? {} : { acceptLanguage: client.accept_language })
})

const commandOf = ({ billing_details, card, client }: Body): TokenizeCard => ({
  number: card.number,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  cvc: card.cvc,
  ...(billing_details === undefined ? {} : { billingDetails: billingDetailsOf(billing_details) }),
  ...(client === undefined ? {} : { client: clientOf(client) })
})

const present: Present = (method) => json(200, encodePaymentMethod(method))

/** The handlers of this slice. */
export const paymentMethodHandlers = HttpApiBuilder.group(CardsApi, "paymentMethods", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      respond((caller) =>
        Effect.map(
          tokenize(caller, commandOf(payload), present),
          ({ answer, paymentMethod }) => answer ?? present(paymentMethod)
        )
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(retrieve(caller, params.id), present))
  })
)
