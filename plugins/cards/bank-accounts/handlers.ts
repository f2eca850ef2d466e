/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, Refusal } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import type { CreateBankAccountBody } from "./api.ts"
import type { BankAccount, CreateBankAccount } from "./BankAccount.ts"
import { encodeBankAccount, encodeDeleted } from "./BankAccountBody.ts"
import * as bankAccounts from "./operations.ts"

const shown = (account: BankAccount) => json(200, encodeBankAccount(account))

const misfit = (param: string, problem: "missing" | "invalid", expected: string) =>
  Effect.fail(
    new Refusal.InvalidParameters({ part: "body", issues: [{ path: [param], problem, code: undefined, expected }] })
  )

/** An account is named in one of two ways, and in one only. */
const numberOf = (
  body: typeof CreateBankAccountBody.Type
): Effect.Effect<CreateBankAccount["number"], Refusal.InvalidParameters> => {
  const { account_number, iban, routing_number } = body
  if (iban !== undefined) {
    if (routing_number !== undefined) return misfit("routing_number", "invalid", "left out when iban is sent")
    if (account_number !== undefined) return misfit("account_number", "invalid", "left out when iban is sent")
    return Effect.succeed({ kind: "iban", iban })
  }
  if (routing_number === undefined) return misfit("routing_number", "missing", "a value")
  if (account_number === undefined) return misfit("account_number", "missing", "a value")
  return Effect.succeed({ kind: "domestic", routingNumber: routing_number, accountNumber: account_number })
}

const commandOf = (
  body: typeof CreateBankAccountBody.Type
): Effect.Effect<CreateBankAccount, Refusal.InvalidParameters> =>
  Effect.map(numberOf(body), (number) => ({
    customer: body.customer,
    country: body.country,
    currency: body.currency,
    accountHolderName: body.account_holder_name,
    number
  }))

/** The handlers of this slice. */
export const bankAccountHandlers = handlersOf(CardsApi, "bankAccounts", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      answer((caller) => Effect.flatMap(commandOf(payload), (command) => bankAccounts.create(caller, command)), shown),
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
