/** From requests to operations and back: helpers about customers and what belongs to them. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { BankAccountBody } from "../bank-accounts/BankAccountBody.ts"
import { settle } from "../bank-accounts/operations.ts"
import * as compliance from "../compliance/operations.ts"
import { CustomerBody } from "../customers/CustomerBody.ts"
import { forTests } from "../forTests.ts"
import { shown } from "../respond.ts"
import { PaymentMethodBody } from "../payment-methods/PaymentMethodBody.ts"
import { ScreeningBody } from "../screening/ScreeningBody.ts"
import { ScreeningEntryBody, SubscriptionBody, entryOf } from "./customer-api.ts"
import * as operations from "./operations.ts"

const subscriptionAnswer = shown(SubscriptionBody.write)

/** How a bank account comes to the status that a test asks for. */
const triggers = { verified: "confirm", verification_failed: "giveUp", errored: "fail" } as const

export const customerHelperHandlers = handlersOf(CardsApi, "customerHelpers", (handlers) =>
  handlers.handleAll({
    flags: ({ params, payload }) =>
      forTests((caller) => operations.flagCustomer(caller, params.id, payload.flags), shown(CustomerBody.write)),
    trust: ({ params }) =>
      forTests((caller) => operations.trustPaymentMethod(caller, params.id), shown(PaymentMethodBody.write)),
    verifyBankAccount: ({ params, payload }) =>
      forTests(
        (caller) => settle(caller, params.id, triggers[payload.status ?? "verified"]),
        shown(BankAccountBody.write)
      ),
    createSubscription: ({ payload }) =>
      forTests((caller) => operations.createSubscription(caller, payload.customer), subscriptionAnswer),
    cancelSubscription: ({ params }) =>
      forTests((caller) => operations.cancelSubscription(caller, params.id), subscriptionAnswer),
    createScreeningEntry: ({ payload }) =>
      forTests((caller) => operations.addScreeningEntry(caller, entryOf(payload)), shown(ScreeningEntryBody.write)),
    resolveScreening: ({ params, payload }) =>
      forTests((caller) => compliance.resolve(caller, params.id, payload.decision), shown(ScreeningBody.write))
  })
)
