/** The CI webhook on the wire (spec docs §4, decisions docs 4.9). It reads the body itself: a proof may be over its bytes. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import {
  BodyLimit,
  json,
  OwnAuthentication,
  OwnQuery,
  Publication,
  RawBody,
  Wire,
  type Answer
} from "../../../src/plugin.ts"
import { linksOf } from "../generations/api.ts"
import { docTypes } from "../model/GeneratedDocument.ts"
import { refused, refusing } from "../refused.ts"
import { DocTypeName, Id } from "../wire.ts"
import type { Accepted, Skipped } from "./operations.ts"
import { providers, skipReasons } from "./Push.ts"

/** Decisions docs 4.9. */
const bodyLimitBytes = 5 * 1024 * 1024

const ProviderName = Schema.Literals(providers).annotate({
  identifier: "Provider",
  description: "Who sent a push; `generic`: plain fields."
})

const started = {
  generationId: [Id, "The generation."],
  statusUrl: [Schema.String, "Where it can be looked at."],
  streamUrl: [Schema.String, "Where its events are."],
  branch: [Schema.NullOr(Schema.String), "The branch; `null` for the repository's default."]
} as const

const AcceptedBody = Wire.body("AcceptedPush", "A push for which documents are made.", {
  status: [Schema.Literal("accepted"), "Always `accepted`."],
  ...started,
  docType: [DocTypeName, "What is made."],
  repositoryUrl: [Schema.String, "The repository."],
  provider: [ProviderName, "Who sent the push."],
  changedFiles: [
    Wire.body("ChangedFiles", "How much is known of what changed.", {
      known: [Schema.Boolean, "Whether the push says which files changed."],
      count: [Schema.Int, "How many changed; 0 where that is not known."]
    }),
    "How much is known of what changed."
  ],
  publish: [Schema.Boolean, "Whether the document is published when it is made."],
  duplicate: [Schema.optionalKey(Schema.Boolean), "`true`: the same delivery was taken before; this is its answer."],
  generations: [
    Schema.optionalKey(Schema.Array(Wire.body("StartedGeneration", "A generation of a push.", started))),
    "Of a push to several branches: one generation each, the first of which stands above."
  ]
})

const SkippedBody = Wire.body("SkippedPush", "A push for which there is nothing to do.", {
  status: [Schema.Literal("skipped"), "Always `skipped`."],
  reason: [Schema.Literals(skipReasons), "Why."],
  provider: [ProviderName, "Who sent it."]
})

/** What is documented of a body: our fields. What a code host sends beside them is read by its own documentation. */
const pushSchema = {
  type: "object",
  description:
    "Plain fields, or the push event of a code host as it sends it: GitHub, GitLab, Gitea, Forgejo, Gogs, Bitbucket, Azure DevOps. The wishes `docType` to `repoToken` may stand beside either.",
  properties: {
    repositoryUrl: {
      type: "string",
      description: "The https address to clone from. Required, unless a code host's event names it."
    },
    branch: { type: "string", minLength: 1, description: "The branch that moved. Default: the repository's default." },
    changedFiles: {
      type: "array",
      items: { type: "string" },
      description: "The files that changed: nothing is made where none of them matters. Default: not known."
    },
    docType: {
      type: "string",
      maxLength: 200,
      examples: docTypes,
      description: "What to make. Default: that of the project of the repository, else `readme`."
    },
    audience: { type: "string", maxLength: 200, description: "Who reads it." },
    tone: { type: "string", maxLength: 200, description: "How it speaks." },
    customRules: {
      anyOf: [{ type: "string" }, { type: "array", maxItems: 500, items: { type: "string", maxLength: 1_000 } }],
      description: "Style rules in words, one per line or item."
    },
    publishToRepo: {
      type: "boolean",
      description: "`true`: commit the document to the repository; needs `repoToken`."
    },
    repoToken: {
      type: "string",
      maxLength: 4_096,
      description: "An access token that may push. Never stored, never in the address."
    }
  },
  additionalProperties: true
}

const form = {
  type: "object",
  description: "As some code hosts send it.",
  properties: { payload: { type: "string", description: "The JSON." } },
  additionalProperties: true
}

export const CiApi = HttpApiGroup.make("ci")
  .add(
    HttpApiEndpoint.post("receive", "/api/webhooks/ci", {
      success: [AcceptedBody.pipe(HttpApiSchema.status(202)), SkippedBody],
      error: refused(
        "InvalidCursor",
        "NotFound",
        refusing(
          "invalid_json",
          "invalid_payload",
          "unauthorized",
          "unsupported_media_type",
          "repo_token_required",
          "unsafe_repository_url",
          "unsafe_pattern",
          "unsupported_doc_type",
          "rate_limited",
          "webhook_not_configured"
        )
      )
    })
      .annotate(BodyLimit, bodyLimitBytes)
      .annotate(RawBody, true)
      .annotate(OwnAuthentication, true)
      .annotate(OwnQuery, true)
      .annotate(Publication.Media, {
        request: { "application/json": pushSchema, "application/x-www-form-urlencoded": form }
      })
      .annotateMerge(
        Publication.words(
          "Receive a push",
          "Makes a document of the repository that changed, or says why there is nothing to do. Prove the secret in `x-docs-secret`, as a bearer token, or by the signature of the code host. A delivery that is repeated within a day starts nothing twice."
        )
      )
  )
  .annotateMerge(Publication.tag("CI webhook", "Pushes, as CI systems and code hosts report them."))

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
