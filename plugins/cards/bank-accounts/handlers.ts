/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, Refusal } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { refuse } from "../errors.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import type { CreateBankAccountBody } from "./api.ts"
import type { CreateBankAccount } from "./BankAccount.ts"
import { encodeBankAccount, encodeDeleted } from "./BankAccountBody.ts"
import * as bankAccounts from "./operations.ts"

const present: bankAccounts.Present = (account) => json(200, encodeBankAccount(account))

const presentDeleted: bankAccounts.Present = (account) => json(200, encodeDeleted(account))

const answerOf = ({ account, answer }: bankAccounts.Presented) => answer ?? present(account)

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
      respond((caller) =>
        Effect.flatMap(commandOf(payload), (command) =>
          Effect.map(bankAccounts.create(caller, command, present), answerOf)
        )
      ),
    list: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => bankAccounts.list(caller, { customer: query.customer }, page), encodeBankAccount)
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(bankAccounts.retrieve(caller, params.id), present)),
    verify: ({ params, payload }) =>
      respond((caller) =>
        Effect.map(
          bankAccounts.verify(caller, { id: params.id, amounts: payload.amounts }, present, (refusal) =>
            refuse(refusal, caller.requestId)
          ),
          answerOf
        )
      ),
    remove: ({ params }) =>
      respond((caller) =>
        Effect.map(
          bankAccounts.remove(caller, params.id, presentDeleted),
          ({ account, answer }) => answer ?? presentDeleted(account)
        )
      )
  })
)
