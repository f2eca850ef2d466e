/** The HTTP API of the plugin (spec bank §4; decisions B.5): one group per slice. `bursar/bank/api`. */
import * as HttpApi from "effect/http-api/HttpApi"
import { Gate } from "../../src/plugin.ts"
import { AchApi } from "./ach/api.ts"
import { AdministrationApi } from "./administration/api.ts"
import { ApprovalRulesApi } from "./approval-rules/api.ts"
import { ApprovalsApi } from "./approvals/api.ts"
import { BatchesApi } from "./batches/api.ts"
import { ClientsApi } from "./clients/api.ts"
import { DeliveriesApi } from "./deliveries/api.ts"
import { HoldsApi } from "./holds/api.ts"
import { NetworkMessagesApi } from "./network-messages/api.ts"
import { ParticipantsApi } from "./participants/api.ts"
import { PaymentsApi } from "./payments/api.ts"
import { ResolutionsApi } from "./resolutions/api.ts"
import { ReturnsApi } from "./returns/api.ts"
import { RfpApi } from "./rfp/api.ts"
import { RoutingApi } from "./routing/api.ts"
import { SimulatorApi } from "./simulator/api.ts"
import { TokensApi } from "./tokens/api.ts"
import { WebhooksApi } from "./webhooks/api.ts"
import { WireApi } from "./wire/api.ts"

export { eventData } from "./event-data.ts"

/** Bank transfers. */
export const BankApi = HttpApi.make("bank")
  .add(
    TokensApi,
    PaymentsApi,
    NetworkMessagesApi,
    WireApi,
    AchApi,
    BatchesApi,
    ReturnsApi,
    RfpApi,
    WebhooksApi,
    ParticipantsApi,
    HoldsApi,
    ApprovalsApi,
    ClientsApi,
    RoutingApi,
    ApprovalRulesApi,
    DeliveriesApi,
    ResolutionsApi,
    AdministrationApi,
    SimulatorApi
  )
  // A filter that is passed over would show rows that were not requested.
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .middleware(Gate)
