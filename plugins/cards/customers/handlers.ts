/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import { createOf, updateOf, type UpdateCustomerBody } from "./api.ts"
import type { Customer } from "./Customer.ts"
import { encodeCustomer, encodeDeleted } from "./CustomerBody.ts"
import * as customers from "./operations.ts"

const shown = (customer: Customer) => json(200, encodeCustomer(customer))

const update = ({ params, payload }: { params: { id: string }; payload: typeof UpdateCustomerBody.Type }) =>
  answer((caller) => customers.update(caller, { id: params.id, change: updateOf(payload) }), shown)

export const customerHandlers = handlersOf(CardsApi, "customers", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => customers.create(caller, createOf(payload)), shown),
    list: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => customers.list(caller, { email: query.email }, page), encodeCustomer)
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(customers.retrieve(caller, params.id), shown)),
    update,
    patch: update,
    remove: ({ params }) =>
      answer(
        (caller) => customers.remove(caller, params.id),
        (customer) => json(200, encodeDeleted(customer))
      )
  })
)
