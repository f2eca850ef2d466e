/** The token endpoint on the wire: as OAuth 2.0 has it, so that stock clients work (decisions B.1, X8). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, FormBody, Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { OpenToAll, text, UnknownFields } from "../wire.ts"
import type { Granted } from "./operations.ts"
import { tokenLifetimeSeconds } from "./Token.ts"

const rows = {
  grant_type: [text(100, { enum: ["client_credentials"] }), "Always `client_credentials`."],
  client_id: [
    Schema.optionalKey(text(200)),
    "The client. Required, unless the request authenticates by HTTP Basic with the client's id and secret."
  ],
  client_secret: [Schema.optionalKey(text(500)), "Its secret. Required as `client_id` is."],
  scope: [
    Schema.optionalKey(text(1000)),
    "The scopes that are wanted, separated by spaces. Default: all of the client's."
  ]
} as const

export const TokenBody = Wire.body("TokenRequest", "Which client asks, and for what.", rows)

const TokenForm = Wire.body("TokenForm", "Which client asks, and for what.", rows).pipe(
  HttpApiSchema.asFormUrlEncoded()
)

export const GrantedBody = Wire.object<Granted>()("AccessToken", "An access token.", {
  access_token: [Schema.String, ({ token }) => token, "Send it as `Authorization: Bearer …`."],
  token_type: Wire.is("Bearer", "Always `Bearer`."),
  expires_in: [Schema.Int, () => tokenLifetimeSeconds, "How long it is valid, in seconds."],
  scope: [Schema.String, ({ scopes }) => scopes.join(" "), "What it may be used for: scopes, separated by spaces."]
})

/** Bytes of a token request: everybody may send one. Its longest fields need a tenth of it. Our choice. */
const bodyLimitBytes = 16_384

const tokenEndpoint = <const Name extends string, const Path extends `/${string}`>(
  name: Name,
  path: Path,
  summary: string
) =>
  HttpApiEndpoint.post(name, path, {
    payload: [TokenBody, TokenForm],
    success: GrantedBody,
    error: refused("ClientCredentialsRefused", "GrantRefused", "InsufficientScope")
  })
    .annotate(OpenToAll, true)
    .annotate(FormBody, true)
    .annotate(BodyLimit, bodyLimitBytes)
    .annotateMerge(
      operation(
        summary,
        "The OAuth 2.0 client credentials grant, as form fields or JSON. Tokens are valid for an hour; several can be valid at once.",
        {}
      )
    )

export const TokensApi = HttpApiGroup.make("tokens")
  .add(
    tokenEndpoint("issue", "/auth/token", "Issue an access token at the older address"),
    tokenEndpoint("issueV2", "/v2/auth/token", "Issue an access token")
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("Access tokens", "Short-lived credentials for a client's id and secret."))
