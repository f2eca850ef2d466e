/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, respond } from "../respond.ts"
import { encodePublication, publishOf } from "./api.ts"
import * as publications from "./operations.ts"
import type { Publication } from "./Publication.ts"

const accepted = (publication: Publication) => json(202, encodePublication(publication))

/** The handlers of this slice. */
export const publicationHandlers = handlersOf(DocsApi, "publications", (handlers) =>
  handlers.handleAll({
    publish: ({ params, payload }) =>
      answer((caller) => publications.create(caller, { documentId: params.id, ...publishOf(payload) }), accepted),
    retrieve: ({ params }) =>
      respond((caller) =>
        Effect.map(publications.retrieve(caller, params.id), (publication) => json(200, encodePublication(publication)))
      )
  })
)
