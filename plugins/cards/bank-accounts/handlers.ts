/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import { commandOf } from "./api.ts"
import type { BankAccount } from "./BankAccount.ts"
import { encodeBankAccount, encodeDeleted } from "./BankAccountBody.ts"
import * as bankAccounts from "./operations.ts"

const shown = (account: BankAccount) => json(200, encodeBankAccount(account))

export const bankAccountHandlers = handlersOf(CardsApi, "bankAccounts", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => bankAccounts.create(caller, commandOf(payload)), shown),
    list: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => bankAccounts.list(caller, { customer: query.customer }, page), encodeBankAccount)
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(bankAccounts.retrieve(caller, params.id), shown)),
    verify: ({ params, payload }) => answer((caller) => bankAccounts.verify(caller, params.id, payload.amounts), shown),
    remove: ({ params }) =>
      answer(
        (caller) => bankAccounts.remove(caller, params.id),
        (account) => json(200, encodeDeleted(account))
      )
  })
)
