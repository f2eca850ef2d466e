/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { page, personal, respond, success } from "../respond.ts"
import { strictBodyOf, pageOf } from "../wire.ts"
import { CreateClientBody, encodeClient, UpdateClientBody } from "./api.ts"
import { clientDefaults, type ClientDraft } from "./Client.ts"
import * as clients from "./operations.ts"

const readCreate = strictBodyOf(CreateClientBody)
const readUpdate = strictBodyOf(UpdateClientBody)

/** What a body says, with limits in the form in which they are kept. */
const draftOf = ({ limits, ...rest }: typeof UpdateClientBody.Type): Partial<ClientDraft> => ({
  ...rest,
  ...(limits === undefined
    ? {}
    : {
        limits: {
          perTransaction: limits.perTransaction ?? null,
          daily: limits.daily ?? null,
          perRail: limits.perRail ?? {}
        }
      })
})

/** The handlers of this slice. */
export const clientHandlers = HttpApiBuilder.group(BankApi, "clients", (handlers) =>
  handlers
    .handleRaw("create", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readCreate(request)
          const draft = { ...clientDefaults, ...draftOf(body), name: body.name }
          return yield* clients.create(caller, draft, (client, secrets) =>
            personal(encodeClient({ client, secrets }), 201)
          )
        })
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
    .handleRaw("update", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const change = draftOf(yield* readUpdate(request))
          return success(encodeClient({ client: yield* clients.update(caller, params.clientId, change) }))
        })
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
