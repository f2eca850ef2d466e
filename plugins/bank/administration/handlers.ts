/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, shown, success } from "../respond.ts"
import { AlertBody, AuditBody, LedgerEntryBody, ListsBody } from "./api.ts"
import * as administration from "./operations.ts"

export const administrationHandlers = handlersOf(BankApi, "administration", (handlers) =>
  handlers.handleAll({
    alerts: ({ query }) =>
      list(query, (caller, page) => administration.alertsPage(caller, query.status, page), AlertBody.write),
    acknowledge: ({ params }) =>
      answer((caller) => administration.acknowledge(caller, params.alertId), shown(AlertBody.write)),
    audit: ({ query }) =>
      list(query, (caller, page) => administration.auditPage(caller, query.resource, page), AuditBody.write),
    ledger: ({ query }) =>
      read(
        (caller) => administration.ledgerOf(caller, query.paymentId),
        (entries) => success(entries.map(LedgerEntryBody.write))
      ),
    lists: () => read(administration.lists, shown(ListsBody.write)),
    replaceLists: ({ payload }) =>
      answer((caller) => administration.replaceCountries(caller, payload.countries), shown(ListsBody.write))
  })
)
