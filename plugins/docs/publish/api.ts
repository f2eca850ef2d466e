/** Publications on the wire (decisions docs 4.8). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { ErrorBody, ReferenceId, timestamp } from "../wire.ts"
import { publicationStatuses, type Publication } from "./Publication.ts"
import { targetFields, targetOf } from "./target.ts"

/** Body of publish. */
export const PublishBody = Schema.Struct({ ...targetFields, versionId: Schema.optionalKey(ReferenceId) })

const PublicationBody = Schema.Struct({
  id: Schema.String,
  documentId: Schema.String,
  versionId: Schema.String,
  generationId: Schema.NullOr(Schema.String),
  status: Schema.Literals(publicationStatuses),
  repositoryUrl: Schema.String,
  branch: Schema.NullOr(Schema.String),
  path: Schema.String,
  commit: Schema.NullOr(Schema.String),
  changed: Schema.NullOr(Schema.Boolean),
  error: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  createdAt: Schema.String,
  finishedAt: Schema.NullOr(Schema.String)
})

const id = { id: Schema.String }
const base = "/api/docs/v1"

/** The endpoints of this slice. */
export const PublicationsApi = HttpApiGroup.make("publications").add(
  HttpApiEndpoint.post("publish", `${base}/documents/:id/publish`, {
    params: id,
    payload: PublishBody,
    success: PublicationBody.pipe(HttpApiSchema.status(202)),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("retrieve", `${base}/publications/:id`, {
    params: id,
    success: PublicationBody,
    error: ErrorBody
  })
)

/** A publication. */
export const encodePublication = (publication: Publication) => ({
  id: publication.id,
  documentId: publication.documentId,
  versionId: publication.versionId,
  generationId: publication.generationId,
  status: publication.status,
  repositoryUrl: publication.repositoryUrl,
  branch: publication.branch,
  path: publication.path,
  commit: publication.commit,
  changed: publication.changed,
  error: publication.error,
  createdAt: timestamp(publication.createdAt),
  finishedAt: publication.finishedAt === null ? null : timestamp(publication.finishedAt)
})

/** A publish body as a command. */
export const publishOf = ({ versionId, ...target }: typeof PublishBody.Type) => ({ versionId, ...targetOf(target) })
