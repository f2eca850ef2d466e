/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, shown, success } from "../respond.ts"
import { encodeAlert, encodeAudit, encodeEntry, encodeLists } from "./api.ts"
import * as administration from "./operations.ts"

export const administrationHandlers = handlersOf(BankApi, "administration", (handlers) =>
  handlers.handleAll({
    alerts: ({ query }) =>
      list(query, (caller, page) => administration.alertsPage(caller, query.status, page), encodeAlert),
    acknowledge: ({ params }) =>
      answer((caller) => administration.acknowledge(caller, params.alertId), shown(encodeAlert)),
    audit: ({ query }) =>
      list(query, (caller, page) => administration.auditPage(caller, query.resource, page), encodeAudit),
    ledger: ({ query }) =>
      read(
        (caller) => administration.ledgerOf(caller, query.paymentId),
        (entries) => success(entries.map(encodeEntry))
      ),
    lists: () => read(administration.lists, shown(encodeLists)),
    replaceLists: ({ payload }) =>
      answer((caller) => administration.replaceCountries(caller, payload.countries), shown(encodeLists))
  })
)
