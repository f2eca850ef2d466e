/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, Refusal, Wire } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, respond } from "../respond.ts"
import { addressOf } from "../address.ts"
import type { CreatePaymentMethodBody } from "./api.ts"
import { encodePaymentMethod } from "./PaymentMethodBody.ts"
import { retrieve, tokenize } from "./operations.ts"
import type { BillingDetails, PaymentMethod, TokenizeBankAccount, TokenizeCard } from "./PaymentMethod.ts"

type Body = typeof CreatePaymentMethodBody.Type

const billingDetailsOf = ({ address, ...contact }: NonNullable<Body["billing_details"]>): BillingDetails => {
  return address === undefined ? contact : { ...contact, address: addressOf(address) }
}

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
  const { billing_details = {}, card, client, type, us_bank_account: account } = body
  const billingDetails = billingDetailsOf(billing_details)
  const device = client && Wire.renamed(client)
  if (type === "card") {
    if (account !== undefined) return unexpected("us_bank_account")
    return card === undefined
      ? missing("card")
      : Effect.succeed({ ...Wire.renamed(card), billingDetails, client: device })
  }
  if (card !== undefined) return unexpected("card")
  if (account === undefined) return missing("us_bank_account")
  const { account_holder_name: name, account_number, routing_number } = account
  return Effect.succeed({
    routingNumber: routing_number,
    accountNumber: account_number,
    billingDetails: name === undefined ? billingDetails : { name, ...billingDetails },
    client: device
  })
}

const shown = (method: PaymentMethod) => json(200, encodePaymentMethod(method))

/** The handlers of this slice. */
export const paymentMethodHandlers = handlersOf(CardsApi, "paymentMethods", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      answer(
        (caller) =>
          Effect.flatMap(commandOf(payload), (command) => tokenize(caller, { command, customer: payload.customer })),
        shown
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(retrieve(caller, params.id), shown))
  })
)
