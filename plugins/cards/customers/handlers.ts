/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, read, shown } from "../respond.ts"
import { createOf, updateOf, type UpdateCustomerBody } from "./api.ts"
import { CustomerBody, DeletedCustomerBody } from "./CustomerBody.ts"
import * as customers from "./operations.ts"

const show = shown(CustomerBody.write)

const update = ({ params, payload }: { params: { id: string }; payload: typeof UpdateCustomerBody.Type }) =>
  answer((caller) => customers.update(caller, { id: params.id, change: updateOf(payload) }), show)

export const customerHandlers = handlersOf(CardsApi, "customers", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => customers.create(caller, createOf(payload)), show),
    list: ({ query }) =>
      list(query, (caller, page) => customers.list(caller, { email: query.email }, page), CustomerBody.write),
    retrieve: ({ params }) => read((caller) => customers.retrieve(caller, params.id), show),
    update,
    patch: update,
    remove: ({ params }) => answer((caller) => customers.remove(caller, params.id), shown(DeletedCustomerBody.write))
  })
)
