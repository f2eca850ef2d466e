/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import { createOf, updateOf, type UpdateCustomerBody } from "./api.ts"
import { encodeCustomer, encodeDeleted } from "./CustomerBody.ts"
import * as customers from "./operations.ts"

const present: customers.Present = (customer) => json(200, encodeCustomer(customer))

const presentDeleted: customers.Present = (customer) => json(200, encodeDeleted(customer))

const answerOf = ({ answer, customer }: customers.Presented) => answer ?? present(customer)

const update = ({ params, payload }: { params: { id: string }; payload: typeof UpdateCustomerBody.Type }) =>
  respond((caller) =>
    Effect.map(customers.update(caller, { id: params.id, change: updateOf(payload) }, present), answerOf)
  )

/** The handlers of this slice. */
export const customerHandlers = handlersOf(CardsApi, "customers", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      respond((caller) => Effect.map(customers.create(caller, createOf(payload), present), answerOf)),
    list: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => customers.list(caller, { email: query.email }, page), encodeCustomer)
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(customers.retrieve(caller, params.id), present)),
    update,
    patch: update,
    remove: ({ params }) =>
      respond((caller) =>
        Effect.map(
          customers.remove(caller, params.id, presentDeleted),
          ({ answer, customer }) => answer ?? presentDeleted(customer)
        )
      )
  })
)
