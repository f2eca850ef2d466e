/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, read, shown } from "../respond.ts"
import { PublicationBody, publishOf } from "./api.ts"
import * as publications from "./operations.ts"

export const publicationHandlers = handlersOf(DocsApi, "publications", (handlers) =>
  handlers.handleAll({
    publish: ({ params, payload }) =>
      answer(
        (caller) => publications.create(caller, { documentId: params.id, ...publishOf(payload) }),
        shown(PublicationBody.write, 202)
      ),
    retrieve: ({ params }) => read((caller) => publications.retrieve(caller, params.id), shown(PublicationBody.write))
  })
)
