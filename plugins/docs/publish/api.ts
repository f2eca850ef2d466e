/** Publications on the wire (decisions docs 4.8). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Publication as Published, Wire } from "../../../src/plugin.ts"
import { refused, refusing } from "../refused.ts"
import { Id, idPath, ProblemBody, ReferenceId, SentTime } from "../wire.ts"
import { publicationStatuses, type Publication } from "./Publication.ts"
import { targetFields, targetOf } from "./target.ts"

export const PublishBody = Wire.body("PublishDocument", "Where a document goes.", {
  ...targetFields,
  versionId: [Schema.optionalKey(ReferenceId), "The version to publish. Default: the latest one."]
})

export const PublicationBody = Wire.object<Publication>()(
  "Publication",
  "A version on its way into a repository, as one commit.",
  {
    id: [Id, "Begins with `pub_`."],
    documentId: [Id, "The document."],
    versionId: [Id, "The version that is published."],
    generationId: [Schema.NullOr(Id), "The generation that made the version; `null` for a text that a person saved."],
    status: [Schema.Literals(publicationStatuses), "How far it is."],
    repositoryUrl: [Schema.String, "The repository."],
    branch: [Schema.NullOr(Schema.String), "The branch; `null` while it is the default one and not known."],
    path: [Schema.String, "Where the document goes in the repository."],
    commit: [Schema.NullOr(Schema.String), "The commit, once it is there."],
    changed: [
      Schema.NullOr(Schema.Boolean),
      "`false`: the repository held this text already, so there is no new commit; `null` until that is known."
    ],
    error: [Schema.NullOr(ProblemBody), "Why it did not get there."],
    createdAt: [SentTime, "When it was asked for."],
    finishedAt: [Schema.NullOr(SentTime), "When it ended; `null` while it is pending."]
  }
)

const base = "/api/docs/v1"

export const PublicationsApi = HttpApiGroup.make("publications")
  .add(
    HttpApiEndpoint.post("publish", `${base}/documents/:id/publish`, {
      params: idPath("The document."),
      payload: PublishBody,
      success: PublicationBody.pipe(HttpApiSchema.status(202)),
      error: refused(
        "NotFound",
        refusing("invalid_payload", "unsafe_repository_url", "unsafe_path", "repo_token_required")
      )
    }).annotateMerge(
      Published.words(
        "Publish a document",
        "Makes one commit, without force, and never more than one for the same text. It is pending when this answers."
      )
    ),
    HttpApiEndpoint.get("retrieve", `${base}/publications/:id`, {
      params: idPath("The publication."),
      success: PublicationBody,
      error: refused("NotFound")
    }).annotateMerge(Published.words("Retrieve a publication", "How far it is now."))
  )
  .annotateMerge(Published.tag("Publications", "Documents on their way into repositories."))

/** A publish body as a command. */
export const publishOf = ({ versionId, ...target }: typeof PublishBody.Type) => ({ versionId, ...targetOf(target) })
