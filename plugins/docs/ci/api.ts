/** The CI webhook on the wire (spec docs §4, decisions docs 4.9). It reads the body itself: a proof may be over its bytes. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, json, OwnAuthentication, RawBody, type Answer } from "../../../src/plugin.ts"
import { linksOf } from "../generations/api.ts"
import { DocTypeName, ErrorBody } from "../wire.ts"
import type { Accepted, Skipped } from "./operations.ts"
import { providers, skipReasons } from "./Push.ts"

/** Decisions docs 4.9. */
const bodyLimitBytes = 5 * 1024 * 1024

const Started = Schema.Struct({
  generationId: Schema.String,
  branch: Schema.NullOr(Schema.String),
  statusUrl: Schema.String,
  streamUrl: Schema.String
})

const AcceptedBody = Schema.Struct({
  status: Schema.Literal("accepted"),
  ...Started.fields,
  docType: DocTypeName,
  repositoryUrl: Schema.String,
  provider: Schema.Literals(providers),
  changedFiles: Schema.Struct({ known: Schema.Boolean, count: Schema.Int }),
  publish: Schema.Boolean,
  duplicate: Schema.optionalKey(Schema.Boolean),
  /** Of a push to several branches. */
  generations: Schema.optionalKey(Schema.Array(Started))
})

const SkippedBody = Schema.Struct({
  status: Schema.Literal("skipped"),
  reason: Schema.Literals(skipReasons),
  provider: Schema.Literals(providers)
})

/** The endpoint of this slice. */
export const CiApi = HttpApiGroup.make("ci").add(
  HttpApiEndpoint.post("receive", "/api/webhooks/ci", {
    success: [AcceptedBody.pipe(HttpApiSchema.status(202)), SkippedBody],
    error: ErrorBody
  })
    .annotate(BodyLimit, bodyLimitBytes)
    .annotate(RawBody, true)
    .annotate(OwnAuthentication, true)
)

/** The answer to a delivery. */
export const deliveryAnswer = (
  outcome: (Accepted & { readonly duplicate?: true }) | Skipped,
  baseUrl: string
): Answer => {
  const { provider } = outcome
  if (outcome.kind === "skipped") return json(200, { status: "skipped", reason: outcome.reason, provider })
  const { changedFiles, docType, duplicate, publish, repositoryUrl } = outcome
  const generations = outcome.generations.map(({ branch, id }) => {
    const links = linksOf(id, baseUrl)
    return { generationId: id, statusUrl: links.self, streamUrl: links.stream, branch }
  })
  return json(202, {
    status: "accepted",
    ...generations[0],
    docType,
    repositoryUrl,
    provider,
    changedFiles: { known: changedFiles !== undefined, count: changedFiles ?? 0 },
    publish,
    ...(duplicate === true ? { duplicate } : {}),
    ...(generations.length > 1 ? { generations } : {})
  })
}
