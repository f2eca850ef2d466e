/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeClient, type UpdateClientBody } from "./api.ts"
import { clientDefaults, limitsOf, type ClientDraft } from "./Client.ts"
import * as clients from "./operations.ts"

/** What a body says, with limits in the form in which they are kept. */
const draftOf = ({ limits, ...rest }: typeof UpdateClientBody.Type): Partial<ClientDraft> =>
  limits === undefined ? rest : { ...rest, limits: limitsOf(limits) }

/** The handlers of this slice. */
export const clientHandlers = handlersOf(BankApi, "clients", (handlers) =>
  handlers
    .handle("create", ({ payload }) =>
      respond((caller) =>
        clients.create(caller, { ...clientDefaults, ...draftOf(payload), name: payload.name }, (client, secrets) =>
          personal(encodeClient({ client, secrets }), 201)
        )
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
      respond((caller) =>
        Effect.map(clients.update(caller, params.clientId, draftOf(payload)), (client) =>
          success(encodeClient({ client }))
        )
      )
    )
    .handle("remove", ({ params }) =>
      respond((caller) => Effect.as(clients.remove(caller, params.clientId), { status: 204, body: "" }))
    )
    .handle("rotateKey", ({ params }) =>
      respond((caller) =>
        Effect.map(clients.rotateKey(caller, params.clientId), (rotated) => success(encodeClient(rotated)))
      )
    )
    .handle("revokeTokens", ({ params }) =>
      respond((caller) =>
        Effect.map(clients.revoke(caller, params.clientId), (client) => success(encodeClient({ client })))
      )
    )
)
