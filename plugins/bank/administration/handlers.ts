/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { page, respondLoosely, success } from "../respond.ts"
import { strictBodyOf, pageOf } from "../wire.ts"
import { encodeAlert, encodeAudit, encodeEntry, PlacesBody } from "./api.ts"
import * as administration from "./operations.ts"

const readPlaces = strictBodyOf(PlacesBody)

/** The handlers of this slice. */
export const administrationHandlers = HttpApiBuilder.group(BankApi, "administration", (handlers) =>
  handlers
    .handle("alerts", ({ query }) =>
      respondLoosely((caller) =>
        Effect.map(administration.alertsPage(caller, query.status, pageOf(query)), (found) => page(found, encodeAlert))
      )
    )
    .handle("acknowledge", ({ params }) =>
      respondLoosely((caller) =>
        Effect.map(administration.acknowledge(caller, params.alertId), (alert) => success(encodeAlert(alert)))
      )
    )
    .handle("audit", ({ query }) =>
      respondLoosely((caller) =>
        Effect.map(administration.auditPage(caller, query.resource, pageOf(query)), (found) => page(found, encodeAudit))
      )
    )
    .handle("ledger", ({ query }) =>
      respondLoosely((caller) =>
        Effect.map(administration.ledgerOf(caller, query.paymentId), (entries) => success(entries.map(encodeEntry)))
      )
    )
    .handle("lists", () =>
      respondLoosely((caller) => Effect.map(administration.lists(caller), (lists) => success(lists)))
    )
    .handleRaw("replaceLists", ({ request }) =>
      respondLoosely((caller) =>
        Effect.gen(function* () {
          const { countries } = yield* readPlaces(request)
          return success(yield* administration.replaceCountries(caller, countries))
        })
      )
    )
)
