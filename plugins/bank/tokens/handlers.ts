/** From token requests to operations and back. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Base64 from "effect/encoding/Base64"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { json } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { InsufficientScope } from "../face-errors.ts"
import { respond } from "../respond.ts"
import { GrantedBody, type TokenBody } from "./api.ts"
import * as tokens from "./operations.ts"
import { GrantRefused, type ClientCredentials } from "./Token.ts"

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Credentials of HTTP Basic: both parts are form-encoded (RFC 6749 §2.3.1). */
const basicOf = (authorization: string | undefined): ClientCredentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? "")?.[1]
  if (encoded === undefined) return undefined
  const pair = Result.getOrUndefined(Base64.decodeString(encoded))
  const colon = pair?.indexOf(":") ?? -1
  return pair === undefined || colon < 0
    ? undefined
    : { clientId: decoded(pair.slice(0, colon)), clientSecret: decoded(pair.slice(colon + 1)) }
}

const credentialsOf = (request: HttpServerRequest, body: typeof TokenBody.Type): ClientCredentials | undefined => {
  const { client_id: clientId, client_secret: clientSecret } = body
  const inBody = clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret }
  return basicOf(request.headers["authorization"]) ?? inBody
}

const issue = ({
  payload: body,
  request
}: {
  readonly payload: typeof TokenBody.Type
  readonly request: HttpServerRequest
}) =>
  respond((caller) =>
    Effect.gen(function* () {
      if (body.grant_type !== "client_credentials") return yield* new GrantRefused()
      const granted = yield* tokens.issue(caller, credentialsOf(request, body), {
        scope: body.scope,
        refuseScope: (scope) => new InsufficientScope({ scope })
      })
      // Unwrapped, unlike every other answer: stock OAuth clients read these names (decisions B.1).
      return json(200, GrantedBody.write(granted), { "cache-control": "no-store" })
    })
  )

export const tokenHandlers = handlersOf(BankApi, "tokens", (handlers) =>
  handlers.handle("issue", issue).handle("issueV2", issue)
)
