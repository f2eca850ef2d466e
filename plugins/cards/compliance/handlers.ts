/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { encodeScreened, subjectOf } from "./api.ts"
import { retrieve, screenSubject, type Present } from "./operations.ts"

const present: Present = (record) => json(200, encodeScreened(record))

/** The handlers of this slice. */
export const complianceHandlers = handlersOf(CardsApi, "compliance", (handlers) =>
  handlers.handleAll({
    screen: ({ payload }) =>
      respond((caller) =>
        Effect.map(
          screenSubject(caller, subjectOf(payload), present),
          ({ answer, record }) => answer ?? present(record)
        )
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(retrieve(caller, params.id), present))
  })
)
