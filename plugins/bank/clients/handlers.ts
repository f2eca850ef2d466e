/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, page, personal, removed, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { draftOf, encodeClient } from "./api.ts"
import { clientDefaults } from "./Client.ts"
import * as clients from "./operations.ts"

const shown = (client: clients.ShownClient) => personal(encodeClient(client), 200)

export const clientHandlers = handlersOf(BankApi, "clients", (handlers) =>
  handlers
    .handle("create", ({ payload }) =>
      answer(
        (caller) => clients.create(caller, { ...clientDefaults, ...draftOf(payload), name: payload.name }),
        (made) => personal(encodeClient(made), 201)
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.map(clients.list(caller, pageOf(query)), (found) => page(found, (client) => encodeClient({ client })))
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(clients.retrieve(caller.store, params.clientId), (client) => success(encodeClient({ client })))
      )
    )
    .handle("update", ({ params, payload }) =>
      answer((caller) => clients.update(caller, params.clientId, draftOf(payload)), shown)
    )
    .handle("remove", ({ params }) => answer((caller) => clients.remove(caller, params.clientId), removed))
    .handle("rotateKey", ({ params }) => answer((caller) => clients.rotateKey(caller, params.clientId), shown))
    .handle("revokeTokens", ({ params }) => answer((caller) => clients.revoke(caller, params.clientId), shown))
)
