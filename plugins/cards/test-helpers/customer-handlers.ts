/** From requests to operations and back: helpers about customers and what belongs to them. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { encodeBankAccount } from "../bank-accounts/BankAccountBody.ts"
import { settle } from "../bank-accounts/operations.ts"
import * as compliance from "../compliance/operations.ts"
import { encodeCustomer } from "../customers/CustomerBody.ts"
import { forTests } from "../forTests.ts"
import { shown } from "../respond.ts"
import { encodePaymentMethod } from "../payment-methods/PaymentMethodBody.ts"
import { encodeScreening } from "../screening/ScreeningBody.ts"
import { encodeScreeningEntry, encodeSubscription, entryOf } from "./customer-api.ts"
import * as operations from "./operations.ts"

const subscriptionAnswer = shown(encodeSubscription)

/** How a bank account comes to the status that a test asks for. */
const triggers = { verified: "confirm", verification_failed: "giveUp", errored: "fail" } as const

/** The handlers of these helpers. */
export const customerHelperHandlers = handlersOf(CardsApi, "customerHelpers", (handlers) =>
  handlers.handleAll({
    flags: ({ params, payload }) =>
      forTests((caller) => operations.flagCustomer(caller, params.id, payload.flags), shown(encodeCustomer)),
    trust: ({ params }) =>
      forTests((caller) => operations.trustPaymentMethod(caller, params.id), shown(encodePaymentMethod)),
    verifyBankAccount: ({ params, payload }) =>
      forTests((caller) => settle(caller, params.id, triggers[payload.status ?? "verified"]), shown(encodeBankAccount)),
    createSubscription: ({ payload }) =>
      forTests((caller) => operations.createSubscription(caller, payload.customer), subscriptionAnswer),
    cancelSubscription: ({ params }) =>
      forTests((caller) => operations.cancelSubscription(caller, params.id), subscriptionAnswer),
    createScreeningEntry: ({ payload }) =>
      forTests((caller) => operations.addScreeningEntry(caller, entryOf(payload)), shown(encodeScreeningEntry)),
    resolveScreening: ({ params, payload }) =>
      forTests((caller) => compliance.resolve(caller, params.id, payload.decision), shown(encodeScreening))
  })
)
