/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, page, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeAlert, encodeAudit, encodeEntry, encodeLists } from "./api.ts"
import * as administration from "./operations.ts"

export const administrationHandlers = handlersOf(BankApi, "administration", (handlers) =>
  handlers
    .handle("alerts", ({ query }) =>
      respond((caller) =>
        Effect.map(administration.alertsPage(caller, query.status, pageOf(query)), (found) => page(found, encodeAlert))
      )
    )
    .handle("acknowledge", ({ params }) =>
      answer(
        (caller) => administration.acknowledge(caller, params.alertId),
        (alert) => success(encodeAlert(alert))
      )
    )
    .handle("audit", ({ query }) =>
      respond((caller) =>
        Effect.map(administration.auditPage(caller, query.resource, pageOf(query)), (found) => page(found, encodeAudit))
      )
    )
    .handle("ledger", ({ query }) =>
      respond((caller) =>
        Effect.map(administration.ledgerOf(caller, query.paymentId), (entries) => success(entries.map(encodeEntry)))
      )
    )
    .handle("lists", () =>
      respond((caller) => Effect.map(administration.lists(caller), (lists) => success(encodeLists(lists))))
    )
    .handle("replaceLists", ({ payload }) =>
      answer(
        (caller) => administration.replaceCountries(caller, payload.countries),
        (lists) => success(encodeLists(lists))
      )
    )
)
