/** Generations on the wire (decisions docs 4.2). */
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { BodyLimit, LongTextBody, Publication, Wire } from "../../../src/plugin.ts"
import { docTypeOf } from "../network/checkFields.ts"
import { docTypes } from "../model/GeneratedDocument.ts"
import { targetFields, targetOf } from "../publish/target.ts"
import { NewSourceBody, newSourceOf, sourceBodyLimitBytes } from "../projects/api.ts"
import { publicationStatuses } from "../publish/Publication.ts"
import { refused, refusing, unreadable } from "../refused.ts"
import {
  atMost,
  DocTypeName,
  Id,
  idPath,
  listOf,
  pageQuery,
  ProblemBody,
  ReferenceId,
  SentTime,
  settingsFields,
  text,
  together
} from "../wire.ts"
import { generationStatuses, isEnded, maxSources, type Generation, type GenerationPublish } from "./Generation.ts"
import { ReportBody } from "./report-wire.ts"
import { DraftEvents } from "./stream-wire.ts"

/** Body of create generation. `docType` is checked by the operation, which knows the project's default. */
export const CreateGenerationBody = Wire.body("CreateGeneration", "What to make, and of what.", {
  projectId: [
    Schema.optionalKey(ReferenceId),
    `The project it is for. Without \`source\` and \`sourceIds\` all its sources are used, if it has at most ${maxSources}.`
  ],
  sourceIds: [
    Schema.optionalKey(atMost(ReferenceId, maxSources)),
    `Up to ${maxSources} sources, in their order. Not together with \`source\`.`
  ],
  source: [Schema.optionalKey(NewSourceBody), "A source for this generation alone. Not together with `sourceIds`."],
  docType: [
    Schema.optionalKey(text(100)),
    `What to make: ${docTypes.map((name) => `\`${name}\``).join(", ")}. Default: that of the project; required without \`projectId\`, and where the project has none.`
  ],
  settings: [
    Schema.optionalKey(
      Wire.body("GenerationSettings", "How the document is written, checked and published.", {
        ...settingsFields,
        publish: [
          Schema.optionalKey(Wire.body("PublishTarget", "Where a document goes when it is made.", targetFields)),
          "Publish it at once when it is made."
        ]
      })
    ),
    "How the document is written. What is not said is that of the project, or left to the kind of document."
  ]
})
  .check(together("anyOf", ["projectId"], ["docType", "source"], ["docType", "sourceIds"]))
  .annotate({ identifier: "CreateGeneration" })

const StatusName = Schema.Literals(generationStatuses).annotate({
  identifier: "GenerationStatus",
  description:
    "How far a generation is: `queued`, `running`, and one of the ends `succeeded`, `failed`, `cancelled`, `skipped` (there was nothing to do).",
  expected: `one of ${generationStatuses.join(", ")}`
})

const GenerationPublishBody = Wire.body("GenerationPublish", "What became of publishing.", {
  status: [Schema.Literals(publicationStatuses), "`pending` until it is published, or could not be."],
  repositoryUrl: [Schema.String, "The repository."],
  branch: [Schema.NullOr(Schema.String), "The branch; `null` while it is the default one and not known."],
  publicationId: [Schema.optionalKey(Id), "The publication, once there is one."],
  path: [Schema.optionalKey(Schema.String), "Where the document lies in the repository."],
  commit: [Schema.optionalKey(Schema.NullOr(Schema.String)), "The commit; `null` where there is none."],
  changed: [
    Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
    "`false`: the repository held this text already, so there is no new commit."
  ],
  error: [Schema.optionalKey(ProblemBody), "Why it was not published."]
})

const LinksBody = Wire.body("GenerationLinks", "Where a generation can be looked at.", {
  self: [Schema.String, "The generation."],
  stream: [Schema.String, "Its events."],
  report: [Schema.String, "Its report."],
  cancel: [Schema.String, "`POST` here stops it."]
})

/** A generation as one reader sees it. */
export interface Seen extends Omit<Generation, "publish"> {
  readonly publish: typeof GenerationPublishBody.Encoded | undefined
  readonly links: typeof LinksBody.Encoded
}

const SectionsBody = Wire.object<Generation["sections"]>()("GenerationProgress", "How many sections are written.", {
  sectionsDone: [Schema.Int, (sections) => sections.done, "Sections that are written."],
  sectionsTotal: [Schema.Int, (sections) => sections.total, "Sections there will be; 0 until that is known."]
})

const GenerationBody = Wire.object<Seen>()("Generation", "The making of one document.", {
  id: [Id, "Begins with `gen_`."],
  projectId: [Schema.NullOr(Id), "The project it is for, if any."],
  sourceIds: [Schema.Array(Id), "The sources that it is made of, also one that was given for it alone."],
  docType: [DocTypeName, "What is made."],
  status: [StatusName, "How far it is."],
  createdAt: [SentTime, "When it was asked for."],
  startedAt: [Schema.NullOr(SentTime), "When it began; `null` while queued."],
  finishedAt: [Schema.NullOr(SentTime), "When it ended; `null` until then."],
  progress: [SectionsBody, ({ sections }) => sections, "How many sections are written."],
  documentId: [Schema.optionalKey(Id), "The document it became, once it succeeded."],
  versionId: [
    Schema.optionalKey(Id),
    "The version it became; that of the document before, where the text is the same."
  ],
  report: [Schema.optionalKey(ReportBody), "How it went, once it succeeded; not in lists."],
  publish: [Schema.optionalKey(GenerationPublishBody), "Only where it was to be published."],
  error: [Schema.optionalKey(ProblemBody), "Why it failed."],
  links: [LinksBody, "Where it can be looked at."]
})

/** A generation, below the address where clients reach the mount. */
export const encodeGeneration = (generation: Generation, baseUrl: string) =>
  GenerationBody.write({
    ...generation,
    publish: generation.publish && publishShown(generation.publish, isEnded(generation)),
    links: linksOf(generation.id, baseUrl)
  })

const ListQuery = {
  ...pageQuery,
  ...Wire.parameters({
    projectId: [Schema.optionalKey(ReferenceId), "Only those for this project."],
    status: [Schema.optionalKey(StatusName), "Only those with this status."],
    docType: [Schema.optionalKey(DocTypeName), "Only those that make this kind of document."]
  })
}

const streamWords = `The draft as it is written, as server-sent events. Each has an \`id\`, \`<run>.<place>\`; send the last one as \`Last-Event-ID\` to
go on after it. A comment comes every 15 seconds while nothing happens. After the end the same events can be read for 15 minutes.`

const EventStream = Schema.String.annotate({ description: "Server-sent events in UTF-8." }).pipe(
  HttpApiSchema.asText({ contentType: "text/event-stream" })
)

const id = idPath("The generation.")
const base = "/api/docs/v1/generations"

export const GenerationsApi = HttpApiGroup.make("generations")
  .add(
    HttpApiEndpoint.post("create", base, {
      payload: CreateGenerationBody,
      success: GenerationBody.pipe(HttpApiSchema.status(202)),
      error: refused(
        "InvalidCursor",
        "NotFound",
        refusing(
          "invalid_payload",
          "payload_too_large",
          ...unreadable,
          "unsupported_doc_type",
          "unsupported_combination",
          "unsafe_pattern",
          "unsafe_repository_url",
          "unsafe_path",
          "repo_token_required"
        )
      )
    })
      .annotate(BodyLimit, sourceBodyLimitBytes)
      .annotate(LongTextBody, true)
      .annotateMerge(
        Publication.words(
          "Generate a document",
          "Everything that can be refused is refused at once; then the generation is queued and this answers. Watch it by `links.stream`, or ask for it until its status is an end. Of one project and kind there is one document: a further generation is a new version of it."
        )
      ),
    HttpApiEndpoint.get("list", base, {
      query: ListQuery,
      success: listOf("GenerationList", GenerationBody),
      error: refused("InvalidCursor")
    }).annotateMerge(Publication.words("List generations", "The newest first, without their reports.")),
    HttpApiEndpoint.get("retrieve", `${base}/:id`, {
      params: id,
      success: GenerationBody,
      error: refused("NotFound")
    }).annotateMerge(Publication.words("Retrieve a generation", "How far it is now.")),
    HttpApiEndpoint.post("cancel", `${base}/:id/cancel`, {
      params: id,
      success: GenerationBody.pipe(HttpApiSchema.status(202)),
      error: refused("NotFound", refusing("not_cancellable"))
    }).annotateMerge(
      Publication.words(
        "Cancel a generation",
        "At once while it is queued, within a second while it runs. No document is made; while one is being published it is too late."
      )
    ),
    HttpApiEndpoint.get("report", `${base}/:id/report`, {
      params: id,
      success: ReportBody,
      error: refused("NotFound", refusing("conflict"))
    }).annotateMerge(
      Publication.words(
        "Retrieve a report",
        "What of the source is in the document, what is not, and what was noticed."
      )
    ),
    HttpApiEndpoint.get("stream", `${base}/:id/stream`, {
      params: id,
      success: EventStream,
      error: refused("NotFound", refusing("stream_expired"))
    })
      .annotate(Publication.Media, { answer: { "text/event-stream": DraftEvents } })
      .annotateMerge(Publication.words("Watch a generation", streamWords))
  )
  .annotateMerge(Publication.tag("Generations", "Documents while they are made."))

/** A create body as a command. Fails with `DocsRefused` for a kind of document that is not known. */
export const commandOf = Effect.fnUntraced(function* ({
  docType,
  settings,
  source,
  ...rest
}: typeof CreateGenerationBody.Type) {
  // The token goes no further than the target: settings are kept with the generation.
  const { publish, ...kept } = settings ?? {}
  return {
    ...rest,
    settings: settings && kept,
    publish: publish && targetOf(publish),
    docType: docType === undefined ? undefined : yield* Effect.fromResult(docTypeOf(docType)),
    source: source && (yield* newSourceOf(source))
  }
})

/** Where a generation can be looked at, below `baseUrl`. */
export const linksOf = (generationId: string, baseUrl: string) => {
  const self = `${baseUrl}${base}/${generationId}`
  return { self, stream: `${self}/stream`, report: `${self}/report`, cancel: `${self}/cancel` }
}

const publishShown = (
  { outcome, target }: GenerationPublish,
  isOver: boolean
): typeof GenerationPublishBody.Encoded => ({
  // Of what ended without a document there is nothing to publish any more.
  status: outcome?.status ?? (isOver ? "failed" : "pending"),
  repositoryUrl: target.repositoryUrl,
  branch: outcome?.branch ?? target.branch ?? null,
  ...(outcome && {
    publicationId: outcome.id,
    path: outcome.path,
    commit: outcome.commit,
    changed: outcome.changed
  }),
  ...(outcome?.error && { error: outcome.error })
})
