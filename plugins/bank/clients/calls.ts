/** Clients in process: who may use the service. The same as over HTTP, for administrators. Limits are in cents. */
import * as Effect from "effect/Effect"
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { draftOf, type CreateClientBody, type UpdateClientBody } from "./api.ts"
import { clientDefaults } from "./Client.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(BankApi, "clients")
const reading = read("retrieve")
const creating = change("create")
const updating = change("update")
const removing = change("remove")
const rotating = change("rotateKey")
const revoking = change("revokeTokens")

const withoutSecrets = ({ client }: operations.ShownClient) => operations.shown(client)

const withSecrets = ({ client, secrets }: operations.ShownClient) => ({
  client: operations.shown(client),
  secrets: secrets!
})

/** Makes a client, with rights of `clientDefaults` where none are given. Its secret and its key are given once. */
export const create = (caller: CallerShape, command: typeof CreateClientBody.Encoded) =>
  Effect.map(
    creating(caller, { command }, (asking, body) =>
      operations.create(asking, { ...clientDefaults, ...draftOf(body), name: body.name })
    ),
    withSecrets
  )

/** A page of clients, newest first, deactivated ones too. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, page?: HostPage) =>
  Effect.map(
    reading(caller, (asking) => paged(page, (of) => operations.list(asking, of))),
    ({ data, ...rest }) => ({ ...rest, data: data.map(operations.shown) })
  )

/** A client by its id. Fails with `ClientNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  Effect.map(
    reading(caller, ({ store }) => operations.retrieve(store, id)),
    operations.shown
  )

/**
 * Changes a client: what is left out stays, lists and limits are replaced as a whole. Fails with `ClientNotFound`, or `StateConflict`
 * where it was deleted.
 */
export const update = (caller: CallerShape, id: string, command: typeof UpdateClientBody.Encoded) =>
  Effect.map(
    updating(caller, { id, command }, (asking, body) => operations.update(asking, id, draftOf(body))),
    withoutSecrets
  )

/** Deletes a client: its key and its tokens are refused at once, for good; what it made stays. Fails with `ClientNotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  Effect.map(
    removing(caller, { id }, (asking) => operations.remove(asking, id)),
    withoutSecrets
  )

/** Replaces secret and key, which are given once; the old ones are refused at once. Fails as `update`. */
export const rotateKey = (caller: CallerShape, id: string) =>
  Effect.map(
    rotating(caller, { id }, (asking) => operations.rotateKey(asking, id)),
    withSecrets
  )

/** Refuses every access token of a client from now on. Fails with `ClientNotFound`. */
export const revokeTokens = (caller: CallerShape, id: string) =>
  Effect.map(
    revoking(caller, { id }, (asking) => operations.revoke(asking, id)),
    withoutSecrets
  )
