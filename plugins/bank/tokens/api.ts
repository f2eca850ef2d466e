/** The token endpoint on the wire: as OAuth 2.0 has it, so that stock clients work (decisions B.1, X8). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, FormBody } from "../../../src/plugin.ts"
import { ErrorBody, OpenToAll, text } from "../wire.ts"

/** Body of a token request, as form fields or JSON. */
export const TokenBody = Schema.Struct({
  grant_type: text(100),
  client_id: Schema.optionalKey(text(200)),
  client_secret: Schema.optionalKey(text(500)),
  scope: Schema.optionalKey(text(1000))
})

const GrantedBody = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int,
  scope: Schema.String
})

const issuing = { payload: TokenBody, success: GrantedBody, error: ErrorBody }

/** Bytes of a token request: everybody may send one. Its longest fields need a tenth of it. Our choice. */
const bodyLimitBytes = 16_384

const tokenEndpoint = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, issuing)
    .annotate(OpenToAll, true)
    .annotate(FormBody, true)
    .annotate(BodyLimit, bodyLimitBytes)

/** The endpoints of this slice. */
export const TokensApi = HttpApiGroup.make("tokens").add(
  tokenEndpoint("issue", "/auth/token"),
  tokenEndpoint("issueV2", "/v2/auth/token")
)
