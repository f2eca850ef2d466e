/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, respond } from "../respond.ts"
import { encodeScreened, subjectOf } from "./api.ts"
import { retrieve, screenSubject, type ScreeningRecord } from "./operations.ts"

const shown = (record: ScreeningRecord) => json(200, encodeScreened(record))

export const complianceHandlers = handlersOf(CardsApi, "compliance", (handlers) =>
  handlers.handleAll({
    screen: ({ payload }) => answer((caller) => screenSubject(caller, subjectOf(payload)), shown),
    retrieve: ({ params }) => respond((caller) => Effect.map(retrieve(caller, params.id), shown))
  })
)
