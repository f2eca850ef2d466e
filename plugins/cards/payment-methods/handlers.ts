/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, Refusal } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { respondLoosely } from "../respond.ts"
import { addressOf } from "../address.ts"
import type { CreatePaymentMethodBody } from "./api.ts"
import { encodePaymentMethod } from "./PaymentMethodBody.ts"
import { retrieve, tokenize, type Present } from "./operations.ts"
import type { BillingDetails, Client, TokenizeBankAccount, TokenizeCard } from "./PaymentMethod.ts"

type Body = typeof CreatePaymentMethodBody.Type

const billingDetailsOf = ({ address, ...contact }: NonNullable<Body["billing_details"]>): BillingDetails => {
  return address === undefined ? contact : { ...contact, address: addressOf(address) }
}

const clientOf = (client: NonNullable<Body["client"]>): Client => ({
  ...(client.ip === undefined ? {} : { ip: client.ip }),
  ...(client.ip_country === undefined ? {} : { ipCountry: client.ip_country }),
  ...(client.device_id === undefined ? {} : { deviceId: client.device_id }),
  ...(client.user_agent === undefined ? {} : { userAgent: client.user_agent }),
  ...(client.accept_language === undefined ? {} : { acceptLanguage: client.accept_language })
})

/** What was entered must be under the name of its type. */
const missing = (param: string) =>
  Effect.fail(
    new Refusal.InvalidParameters({
      part: "body",
      issues: [{ path: [param], problem: "missing", code: undefined, expected: "a value" }]
    })
  )

const unexpected = (param: string) =>
  Effect.fail(
    new Refusal.InvalidParameters({
      part: "body",
      issues: [{ path: [param], problem: "invalid", code: undefined, expected: "left out with this type" }]
    })
  )

const commandOf = (body: Body): Effect.Effect<TokenizeCard | TokenizeBankAccount, Refusal.InvalidParameters> => {
  const { billing_details, card, client, type, us_bank_account: account } = body
  const billingDetails = billing_details === undefined ? {} : billingDetailsOf(billing_details)
  const device = client === undefined ? {} : { client: clientOf(client) }
  if (type === "card") {
    if (account !== undefined) return unexpected("us_bank_account")
    return card === undefined
      ? missing("card")
      : Effect.succeed({
          number: card.number,
          expMonth: card.exp_month,
          expYear: card.exp_year,
          cvc: card.cvc,
          billingDetails,
          ...device
        })
  }
  if (card !== undefined) return unexpected("card")
  if (account === undefined) return missing("us_bank_account")
  const holder = account.account_holder_name
  return Effect.succeed({
    routingNumber: account.routing_number,
    accountNumber: account.account_number,
    billingDetails: { ...(holder === undefined ? {} : { name: holder }), ...billingDetails },
    ...device
  })
}

const present: Present = (method) => json(200, encodePaymentMethod(method))

/** The handlers of this slice. */
export const paymentMethodHandlers = HttpApiBuilder.group(CardsApi, "paymentMethods", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      respondLoosely((caller) =>
        Effect.map(
          Effect.flatMap(commandOf(payload), (command) =>
            tokenize(caller, { command, customer: payload.customer }, present)
          ),
          ({ answer, paymentMethod }) => answer ?? present(paymentMethod)
        )
      ),
    retrieve: ({ params }) => respondLoosely((caller) => Effect.map(retrieve(caller, params.id), present))
  })
)
