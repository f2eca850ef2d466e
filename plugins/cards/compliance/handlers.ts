/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, read, shown } from "../respond.ts"
import { encodeScreened, subjectOf } from "./api.ts"
import { retrieve, screenSubject } from "./operations.ts"

const show = shown(encodeScreened)

export const complianceHandlers = handlersOf(CardsApi, "compliance", (handlers) =>
  handlers.handleAll({
    screen: ({ payload }) => answer((caller) => screenSubject(caller, subjectOf(payload)), show),
    retrieve: ({ params }) => read((caller) => retrieve(caller, params.id), show)
  })
)
