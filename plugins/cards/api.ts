/** The HTTP API of the plugin (spec cards §4): one group per slice. `bursar/cards/api`. */
import * as HttpApi from "effect/http-api/HttpApi"
import { Gate } from "../../src/plugin.ts"
import { AmlApi } from "./aml/api.ts"
import { BalanceApi } from "./balance/api.ts"
import { BankAccountsApi } from "./bank-accounts/api.ts"
import { CustomersApi } from "./customers/api.ts"
import { DisputesApi } from "./disputes/api.ts"
import { EventsApi } from "./events/api.ts"
import { KycApi } from "./kyc/api.ts"
import { PaymentMethodAttachmentsApi } from "./payment-methods/attachment-api.ts"
import { PaymentMethodsApi } from "./payment-methods/api.ts"
import { PaymentsApi } from "./payments/api.ts"
import { PayoutsApi } from "./payouts/api.ts"
import { RefundsApi } from "./refunds/api.ts"
import { RiskApi } from "./risk/api.ts"
import { CustomerHelpersApi } from "./test-helpers/customer-api.ts"
import { EngineHelpersApi } from "./test-helpers/engine-api.ts"
import { KycHelpersApi } from "./test-helpers/kyc-api.ts"
import { PaymentHelpersApi } from "./test-helpers/payment-api.ts"
import { MoneyHelpersApi } from "./test-helpers/money-api.ts"
import { ComplianceApi } from "./compliance/api.ts"
import { WebhookEndpointsApi } from "./webhook-endpoints/api.ts"

export { eventData } from "./published-events.ts"

/** Card payments. */
export const CardsApi = HttpApi.make("cards")
  .add(
    PaymentsApi,
    PaymentMethodsApi,
    PaymentMethodAttachmentsApi,
    CustomersApi,
    KycApi,
    BankAccountsApi,
    EventsApi,
    WebhookEndpointsApi,
    EngineHelpersApi,
    CustomerHelpersApi,
    PaymentHelpersApi,
    KycHelpersApi,
    RefundsApi,
    DisputesApi,
    PayoutsApi,
    BalanceApi,
    RiskApi,
    MoneyHelpersApi,
    AmlApi,
    ComplianceApi
  )
  // A parameter that the endpoint does not know is refused, never ignored (decisions B5).
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .middleware(Gate)
