/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { bytesOfLongText, handlersOf, longTextOf, type CallerShape } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, read, shown } from "../respond.ts"
import type { StartKycBody } from "./api.ts"
import { KycBody } from "./KycBody.ts"
import * as kyc from "./operations.ts"

const show = shown(KycBody.write)

/** What was sent as a text. */
const bytesOf = (text: string | undefined) =>
  text === undefined ? Effect.undefined : Effect.flatMap(longTextOf(text), bytesOfLongText)

const start = Effect.fnUntraced(function* (caller: CallerShape, customer: string, body: typeof StartKycBody.Type) {
  const sent = {
    documentType: body.document_type,
    images: {
      document_front: yield* bytesOf(body.document_front),
      document_back: yield* bytesOf(body.document_back),
      selfie: yield* bytesOf(body.selfie)
    },
    dateOfBirth: body.date_of_birth
  }
  return yield* kyc.start(caller, { customer, sent })
})

export const kycHandlers = handlersOf(CardsApi, "kyc", (handlers) =>
  handlers.handleAll({
    start: ({ params, payload }) => answer((caller) => start(caller, params.id, payload), show),
    latest: ({ params }) => read((caller) => kyc.latest(caller, params.id), show),
    retrieve: ({ params }) =>
      read((caller) => kyc.retrieve(caller, { customer: params.id, id: params.verification_id }), show)
  })
)
