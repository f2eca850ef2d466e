/** Generations on the wire (decisions docs 4.2). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { BodyLimit } from "../../../src/plugin.ts"
import { FindingBody, NotCheckedBody } from "../checks/api.ts"
import { DocsRefused } from "../errors.ts"
import { docTypes, type DocType } from "../model/GeneratedDocument.ts"
import { targetFields, targetOf } from "../publish/target.ts"
import { NewSourceBody, newSourceOf, sourceBodyLimitBytes } from "../projects/api.ts"
import {
  DocTypeName,
  ErrorBody,
  given,
  listOf,
  pageQuery,
  ReferenceId,
  SettingsBody,
  text,
  timestamp
} from "../wire.ts"
import { generationStatuses, type Generation, type GenerationPublish } from "./Generation.ts"

/** Body of create generation. `docType` is checked by the operation, which knows the project's default. */
export const CreateGenerationBody = Schema.Struct({
  projectId: Schema.optionalKey(ReferenceId),
  sourceIds: Schema.optionalKey(Schema.Array(ReferenceId)),
  source: Schema.optionalKey(NewSourceBody),
  docType: Schema.optionalKey(text(100)),
  settings: Schema.optionalKey(
    Schema.Struct({ ...SettingsBody.fields, publish: Schema.optionalKey(Schema.Struct(targetFields)) })
  )
})

const Share = Schema.Struct({ expected: Schema.Int, present: Schema.Int })

const Warnings = Schema.Array(
  Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    location: Schema.optionalKey(
      Schema.Struct({
        line: Schema.optionalKey(Schema.Int),
        column: Schema.optionalKey(Schema.Int),
        pointer: Schema.optionalKey(Schema.String)
      })
    )
  })
)

const Dropped = Schema.Array(Schema.Struct({ item: Schema.String, reason: Schema.String }))

/** The report (PRECEDENCE, docs report). */
export const ReportBody = Schema.Struct({
  coverage: Schema.optionalKey(
    Schema.Struct({
      operations: Share,
      parameters: Share,
      requestBodies: Share,
      responses: Share,
      schemas: Share,
      securitySchemes: Share,
      errorCodes: Share
    })
  ),
  accounting: Schema.optionalKey(
    Schema.Struct({
      input: Schema.Int,
      groups: Schema.Struct({ newFeatures: Schema.Int, improvements: Schema.Int, bugFixes: Schema.Int }),
      breaking: Schema.Int,
      maintenance: Schema.Int,
      dropped: Dropped
    })
  ),
  evidence: Schema.optionalKey(Schema.Array(Schema.Struct({ claim: Schema.String, evidence: Schema.String }))),
  checks: Schema.optionalKey(
    Schema.Struct({
      score: Schema.Number,
      errors: Schema.Int,
      warnings: Schema.Int,
      suggestions: Schema.Int,
      findings: Schema.optionalKey(Schema.Array(FindingBody)),
      notChecked: Schema.optionalKey(Schema.Array(NotCheckedBody))
    })
  ),
  warnings: Warnings,
  dropped: Dropped,
  writers: Schema.Record(Schema.String, Schema.Int),
  usage: Schema.optionalKey(
    Schema.Struct({ inputTokens: Schema.Int, outputTokens: Schema.Int, cost: Schema.optionalKey(Schema.Number) })
  )
})

const GenerationBody = Schema.Struct({
  id: Schema.String,
  projectId: Schema.NullOr(Schema.String),
  docType: DocTypeName,
  status: Schema.Literals(generationStatuses),
  createdAt: Schema.String,
  startedAt: Schema.NullOr(Schema.String),
  finishedAt: Schema.NullOr(Schema.String),
  progress: Schema.Struct({ sectionsDone: Schema.Int, sectionsTotal: Schema.Int }),
  documentId: Schema.optionalKey(Schema.String),
  versionId: Schema.optionalKey(Schema.String),
  report: Schema.optionalKey(ReportBody),
  publish: Schema.optionalKey(
    Schema.Struct({
      publicationId: Schema.optionalKey(Schema.String),
      status: Schema.String,
      repositoryUrl: Schema.String,
      branch: Schema.NullOr(Schema.String),
      path: Schema.optionalKey(Schema.String),
      commit: Schema.optionalKey(Schema.NullOr(Schema.String)),
      changed: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
      error: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String }))
    })
  ),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String })),
  links: Schema.Struct({
    self: Schema.String,
    stream: Schema.String,
    report: Schema.String,
    cancel: Schema.String
  })
})

const ListQuery = {
  ...pageQuery,
  projectId: Schema.optionalKey(ReferenceId),
  status: Schema.optionalKey(
    Schema.Literals(generationStatuses).annotate({ expected: `one of ${generationStatuses.join(", ")}` })
  ),
  docType: Schema.optionalKey(DocTypeName)
}

const id = { id: Schema.String }
const base = "/api/docs/v1/generations"

/** The endpoints of this slice. */
export const GenerationsApi = HttpApiGroup.make("generations").add(
  HttpApiEndpoint.post("create", base, {
    payload: CreateGenerationBody,
    success: GenerationBody.pipe(HttpApiSchema.status(202)),
    error: ErrorBody
  }).annotate(BodyLimit, sourceBodyLimitBytes),
  HttpApiEndpoint.get("list", base, { query: ListQuery, success: listOf(GenerationBody), error: ErrorBody }),
  HttpApiEndpoint.get("retrieve", `${base}/:id`, { params: id, success: GenerationBody, error: ErrorBody }),
  HttpApiEndpoint.post("cancel", `${base}/:id/cancel`, {
    params: id,
    success: GenerationBody.pipe(HttpApiSchema.status(202)),
    error: ErrorBody
  }),
  HttpApiEndpoint.get("report", `${base}/:id/report`, { params: id, success: ReportBody, error: ErrorBody }),
  HttpApiEndpoint.get("stream", `${base}/:id/stream`, { params: id, success: Schema.String, error: ErrorBody })
)

/** What is refused of a kind of document that is not known (decisions docs 4.10). */
const unknownDocType = () => {
  const message = `docType must be one of ${docTypes.join(", ")}`
  return new DocsRefused({ code: "unsupported_doc_type", message, details: [{ path: "docType", message }] })
}

/** A kind of document, in any case and with `_` or spaces for hyphens (decisions docs 4.9). Fails with `DocsRefused`. */
export const docTypeOf = (written: string): Result.Result<DocType, DocsRefused> => {
  const name = written.trim().toLowerCase().replaceAll(/[_ ]/g, "-")
  const found = docTypes.find((docType) => docType === name)
  return found === undefined ? Result.fail(unknownDocType()) : Result.succeed(found)
}

/** A create body as a command. Fails with `DocsRefused` for a kind of document that is not known. */
export const commandOf = ({ docType, settings, source, ...rest }: typeof CreateGenerationBody.Type) => {
  // The token goes no further than the target: settings are kept with the generation.
  const { publish, ...kept } = settings ?? {}
  const known: Result.Result<DocType | undefined, DocsRefused> =
    docType === undefined ? Result.succeed(undefined) : docTypeOf(docType)
  return Result.map(known, (name) => ({
    ...rest,
    ...given("settings", settings === undefined ? undefined : kept),
    ...given("publish", publish === undefined ? undefined : targetOf(publish)),
    docType: name,
    ...(source === undefined ? {} : { source: newSourceOf(source) })
  }))
}

/** Where a generation can be looked at, below `baseUrl`. */
export const linksOf = (generationId: string, baseUrl: string) => {
  const self = `${baseUrl}${base}/${generationId}`
  return { self, stream: `${self}/stream`, report: `${self}/report`, cancel: `${self}/cancel` }
}

const timeOrNull = (time: number | null) => (time === null ? null : timestamp(time))

const encodePublish = ({ outcome, target }: GenerationPublish) => ({
  status: outcome?.status ?? "pending",
  repositoryUrl: target.repositoryUrl,
  branch: outcome?.branch ?? target.branch ?? null,
  ...(outcome === undefined
    ? {}
    : { publicationId: outcome.id, path: outcome.path, commit: outcome.commit, changed: outcome.changed }),
  ...given("error", outcome?.error ?? undefined)
})

/** A generation; its report is left out of lists, where it could be long. */
export const encodeGeneration = (generation: Generation, baseUrl: string, listed = false) => ({
  id: generation.id,
  projectId: generation.projectId,
  docType: generation.docType,
  status: generation.status,
  createdAt: timestamp(generation.createdAt),
  startedAt: timeOrNull(generation.startedAt),
  finishedAt: timeOrNull(generation.finishedAt),
  progress: { sectionsDone: generation.sections.done, sectionsTotal: generation.sections.total },
  ...given("documentId", generation.documentId ?? undefined),
  ...given("versionId", generation.versionId ?? undefined),
  ...given("report", listed ? undefined : (generation.report ?? undefined)),
  ...given("publish", generation.publish === undefined ? undefined : encodePublish(generation.publish)),
  ...given("error", generation.error ?? undefined),
  links: linksOf(generation.id, baseUrl)
})
