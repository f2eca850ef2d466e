/** From requests to operations and back: helpers about customers and what belongs to them. */
import { handlersOf, json, type Answer } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { encodeBankAccount } from "../bank-accounts/BankAccountBody.ts"
import { settle } from "../bank-accounts/operations.ts"
import { resolve } from "../compliance/operations.ts"
import { encodeCustomer } from "../customers/CustomerBody.ts"
import type { Subscription } from "../customers/subscriptions.ts"
import { encodePaymentMethod } from "../payment-methods/PaymentMethodBody.ts"
import { respond } from "../respond.ts"
import { encodeScreening } from "../screening/ScreeningBody.ts"
import type { ScreeningEntry } from "../screening/ScreeningRecord.ts"
import { encodeScreeningEntry, encodeSubscription } from "./customer-api.ts"
import { forTests } from "./forTests.ts"
import * as operations from "./operations.ts"

const subscriptionAnswer = (subscription: Subscription): Answer => json(200, encodeSubscription(subscription))

const entryAnswer = (entry: ScreeningEntry): Answer => json(200, encodeScreeningEntry(entry))

/** How a bank account comes to the status that a test asks for. */
const triggers = { verified: "confirm", verification_failed: "giveUp", errored: "fail" } as const

/** The handlers of these helpers. */
export const customerHelperHandlers = handlersOf(CardsApi, "customerHelpers", (handlers) =>
  handlers.handleAll({
    flags: ({ params, payload }) =>
      respond((caller) =>
        operations.flagCustomer(caller, { id: params.id, flags: payload.flags }, (customer) =>
          json(200, encodeCustomer(customer))
        )
      ),
    trust: ({ params }) =>
      respond((caller) =>
        operations.trustPaymentMethod(caller, params.id, (method) => json(200, encodePaymentMethod(method)))
      ),
    verifyBankAccount: ({ params, payload }) =>
      forTests(
        (caller) => settle(caller, params.id, triggers[payload.status ?? "verified"]),
        (account) => json(200, encodeBankAccount(account))
      ),
    createSubscription: ({ payload }) =>
      respond((caller) => operations.createSubscription(caller, payload.customer, subscriptionAnswer)),
    cancelSubscription: ({ params }) =>
      respond((caller) => operations.cancelSubscription(caller, params.id, subscriptionAnswer)),
    createScreeningEntry: ({ payload }) =>
      respond((caller) =>
        operations.addScreeningEntry(
          caller,
          {
            name: payload.name,
            list: payload.list ?? "ofac_sdn",
            entityType: payload.entity_type ?? "individual"
          },
          entryAnswer
        )
      ),
    resolveScreening: ({ params, payload }) =>
      forTests(
        (caller) => resolve(caller, params.id, payload.decision),
        (record) => json(200, encodeScreening(record))
      )
  })
)
