/** The HTTP API of the plugin (spec cards §4): one group per slice. `bursar/cards/api`. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Gate } from "../../src/plugin.ts"
import { PaymentMethodsApi } from "./payment-methods/api.ts"
import { PaymentsApi } from "./payments/api.ts"
import { WebhookEndpointsApi } from "./webhook-endpoints/api.ts"

/** Card payments. */
export const CardsApi = HttpApi.make("cards")
  .add(PaymentsApi, PaymentMethodsApi, WebhookEndpointsApi)
  // A parameter that the endpoint does not know is refused, never ignored (decisions B5).
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Bursar card payments",
      description: "Create, retrieve, list, capture and cancel card payments; tokenize cards; receive webhooks.",
      version: "2026-01-15"
    })
  )
  .middleware(Gate)
