/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, read, shown } from "../respond.ts"
import { commandOf } from "./api.ts"
import { BankAccountBody, DeletedBankAccountBody } from "./BankAccountBody.ts"
import * as bankAccounts from "./operations.ts"

const show = shown(BankAccountBody.write)

export const bankAccountHandlers = handlersOf(CardsApi, "bankAccounts", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => bankAccounts.create(caller, commandOf(payload)), show),
    list: ({ query }) =>
      list(
        query,
        (caller, page) => bankAccounts.list(caller, { customer: query.customer }, page),
        BankAccountBody.write
      ),
    retrieve: ({ params }) => read((caller) => bankAccounts.retrieve(caller, params.id), show),
    verify: ({ params, payload }) => answer((caller) => bankAccounts.verify(caller, params.id, payload.amounts), show),
    remove: ({ params }) =>
      answer((caller) => bankAccounts.remove(caller, params.id), shown(DeletedBankAccountBody.write))
  })
)
