/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, read, removed, shown, shownSealed } from "../respond.ts"
import { draftOf, ClientBody } from "./api.ts"
import { clientDefaults } from "./Client.ts"
import * as clients from "./operations.ts"

const show = shownSealed(ClientBody.write)

/** Without its secrets. */
const encodeListed = (client: clients.ShownClient["client"]) => ClientBody.write({ client })

export const clientHandlers = handlersOf(BankApi, "clients", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      answer(
        (caller) => clients.create(caller, { ...clientDefaults, ...draftOf(payload), name: payload.name }),
        shownSealed(ClientBody.write, 201)
      ),
    list: ({ query }) => list(query, clients.list, encodeListed),
    retrieve: ({ params }) => read(({ store }) => clients.retrieve(store, params.clientId), shown(encodeListed)),
    update: ({ params, payload }) =>
      answer((caller) => clients.update(caller, params.clientId, draftOf(payload)), show),
    remove: ({ params }) => answer((caller) => clients.remove(caller, params.clientId), removed),
    rotateKey: ({ params }) => answer((caller) => clients.rotateKey(caller, params.clientId), show),
    revokeTokens: ({ params }) => answer((caller) => clients.revoke(caller, params.clientId), show)
  })
)
