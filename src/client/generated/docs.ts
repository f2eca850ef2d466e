/** Types of bodies, answers and events. `npm run client` writes this file from the published document of docs. */
import type { Call, EventStream, List, RequestOptions } from "../Call.ts"
/** The codes of refusals. A newer service may answer further ones. */
export type ErrorCode =
  | "conflict"
  | "idempotency_conflict"
  | "internal"
  | "invalid_json"
  | "invalid_payload"
  | "limit_exceeded"
  | "material_required"
  | "not_cancellable"
  | "not_found"
  | "parse_failed"
  | "payload_too_large"
  | "precondition_failed"
  | "publish_unauthorized"
  | "rate_limited"
  | "repo_token_required"
  | "source_too_large"
  | "source_unreachable"
  | "stream_expired"
  | "timeout"
  | "unauthorized"
  | "unavailable"
  | "unsafe_path"
  | "unsafe_pattern"
  | "unsafe_repository_url"
  | "unsupported_collection_version"
  | "unsupported_combination"
  | "unsupported_doc_type"
  | "unsupported_media_type"
  | "unsupported_version"
  | "webhook_not_configured"
/** Methods of `projects`. */
export interface ProjectsResource {
  /** Create a project. Its settings hold for every document that is made of its sources. */
  create(params: CreateProject, options?: RequestOptions): Call<Project>
  /** List projects. The newest first. */
  list(params?: ProjectsListParams, options?: RequestOptions): List<ProjectList, Project>
  /** Retrieve a project. The project as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Project>
  /** Change a project. Fields that are not sent stay as they are. */
  update(id: string, params?: UpdateProject, options?: RequestOptions): Call<Project>
  /** Remove a project. Its sources go with it; its documents stay. */
  del(id: string, options?: RequestOptions): Call<void>
  /** Add a source. Send JSON, or a form with one file. A text is read at once: one that cannot be read is refused with line and column. */
  addSource(id: string, params?: NewSource, options?: RequestOptions): Call<Source>
  /** List sources. Those of one project, the newest first. */
  listSources(id: string, params?: ProjectsListSourcesParams, options?: RequestOptions): List<SourceList, Source>
  /** Retrieve a source. What it was found to be; its content is not shown. */
  retrieveSource(id: string, options?: RequestOptions): Call<Source>
  /** Remove a source. Documents that were made of it stay. */
  deleteSource(id: string, options?: RequestOptions): Call<void>
}
/** Methods of `generations`. */
export interface GenerationsResource {
  /** Generate a document. Everything that can be refused is refused at once; then the generation is queued and this answers. Watch it by `links.stream`, or ask for it until its status is an end. Of one project and kind there is one document: a further generation is a new version of it. */
  create(params?: CreateGeneration, options?: RequestOptions): Call<Generation>
  /** List generations. The newest first, without their reports. */
  list(params?: GenerationsListParams, options?: RequestOptions): List<GenerationList, Generation>
  /** Retrieve a generation. How far it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Generation>
  /** Cancel a generation. At once while it is queued, within a second while it runs. No document is made. */
  cancel(id: string, options?: RequestOptions): Call<Generation>
  /** Retrieve a report. What of the source is in the document, what is not, and what was noticed. */
  retrieveReport(id: string, options?: RequestOptions): Call<Report>
  /** Watch a generation. The draft as it is written, as server-sent events. Each has an `id`, `<run>.<place>`; send the last one as `Last-Event-ID` to go on after it. A comment comes every 15 seconds while nothing happens. After the end the same events can be read for 15 minutes. */
  stream(id: string, params?: GenerationsStreamParams, options?: RequestOptions): EventStream
}
/** Methods of `publications`. */
export interface PublicationsResource {
  /** Publish a document. Makes one commit, without force, and never more than one for the same text. It is pending when this answers. */
  publish(id: string, params: PublishDocument, options?: RequestOptions): Call<Publication>
  /** Retrieve a publication. How far it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Publication>
}
/** Methods of `documents`. */
export interface DocumentsResource {
  /** List documents. The newest first, without their texts. */
  list(params?: DocumentsListParams, options?: RequestOptions): List<DocumentList, Document>
  /** Retrieve a document. With the text of its latest version; `ETag` is what a save must name. */
  retrieve(id: string, params?: DocumentsRetrieveParams & { format?: "json" | undefined }, options?: RequestOptions): Call<DocumentWithText>
  /** Retrieve a document. With the text of its latest version; `ETag` is what a save must name. */
  retrieve(id: string, params: DocumentsRetrieveParams & { format: "markdown" | "html" }, options?: RequestOptions): Call<string>
  /** Remove a document. With all its versions. */
  del(id: string, options?: RequestOptions): Call<void>
  /** Save a text. A new version by a person, unless the text is that of the latest one. `If-Match` names the version that was edited: nobody's work is overwritten. */
  save(id: string, params: { /** The text, Markdown. */ content: string } & DocumentsSaveParams, options?: RequestOptions): Call<Version>
  /** List versions. Those of one document, the newest first. */
  listVersions(id: string, params?: DocumentsListVersionsParams, options?: RequestOptions): List<VersionList, Version>
  /** Create a snapshot. Keeps the latest text as a version with a name. */
  snapshot(id: string, params: CreateSnapshot, options?: RequestOptions): Call<Version>
  /** Set the baseline. The version that diffs compare with from now on. */
  setBaseline(id: string, params: SetBaseline, options?: RequestOptions): Call<Document>
  /** Retrieve a version. With its text. */
  retrieveVersion(id: string, params?: DocumentsRetrieveVersionParams & { format?: "json" | undefined }, options?: RequestOptions): Call<VersionWithText>
  /** Retrieve a version. With its text. */
  retrieveVersion(id: string, params: DocumentsRetrieveVersionParams & { format: "markdown" | "html" }, options?: RequestOptions): Call<string>
}
/** Methods of `diff`. */
export interface DiffResource {
  /** Compare versions. By sections, and by the operations of the API where both versions are references that were generated. */
  compare(id: string, params?: DiffCompareParams & { format?: "json" | undefined }, options?: RequestOptions): Call<Diff>
  /** Compare versions. By sections, and by the operations of the API where both versions are references that were generated. */
  compare(id: string, params: DiffCompareParams & { format: "unified" | "markdown" }, options?: RequestOptions): Call<string>
}
/** Methods of `contextDocuments`. */
export interface ContextDocumentsResource {
  /** Create a context document. A glossary without any term is refused. */
  create(params: CreateContextDocument, options?: RequestOptions): Call<ContextDocument>
  /** List context documents. The newest first, without their texts. */
  list(params?: ContextDocumentsListParams, options?: RequestOptions): List<ContextDocumentList, ContextDocument>
  /** Retrieve a context document. With its text. */
  retrieve(id: string, options?: RequestOptions): Call<ContextDocument>
  /** Remove a context document. Documents that were made with it stay; generations that name it are refused. */
  del(id: string, options?: RequestOptions): Call<void>
}
/** Methods of `rules`. */
export interface RulesResource {
  /** List built-in rules. All of them, on one page. */
  listBuiltin(options?: RequestOptions): Call<BuiltinRuleList>
  /** Create a rule. A pattern that could take too long is refused. */
  create(params: GivenRule, options?: RequestOptions): Call<Rule>
  /** List rules. Your own, the newest first. */
  list(params?: RulesListParams, options?: RequestOptions): List<RuleList, Rule>
  /** Retrieve a rule. The rule as it is now. */
  retrieve(id: string, options?: RequestOptions): Call<Rule>
  /** Change a rule. Fields that are not sent stay; with another `kind` those of the old one go. */
  update(id: string, params?: UpdateRule, options?: RequestOptions): Call<Rule>
  /** Remove a rule. Sets that name it go on without it, and their checks say so. */
  del(id: string, options?: RequestOptions): Call<void>
  /** Create a rule set. The rules that it names must be there. */
  createSet(params: CreateRuleSet, options?: RequestOptions): Call<RuleSet>
  /** List rule sets. The newest first. */
  listSets(params?: RulesListSetsParams, options?: RequestOptions): List<RuleSetList, RuleSet>
  /** Retrieve a rule set. The set as it is now. */
  retrieveSet(id: string, options?: RequestOptions): Call<RuleSet>
  /** Change a rule set. Fields that are not sent stay as they are. */
  updateSet(id: string, params?: UpdateRuleSet, options?: RequestOptions): Call<RuleSet>
  /** Remove a rule set. Its rules stay. */
  deleteSet(id: string, options?: RequestOptions): Call<void>
}
/** Methods of `checks`. */
export interface ChecksResource {
  /** Check a text. By the built-in rules, and by those that are named. Nothing is stored. */
  check(params?: CheckText, options?: RequestOptions): Call<Check>
  /** Fix a text. Makes the replacements that are safe. Nothing is stored. */
  fix(params?: CheckText, options?: RequestOptions): Call<Fix>
}
/** Methods of `transformations`. */
export interface TransformationsResource {
  /** Transform a text. Simplifies, condenses, expands, adds or draws. Nothing that must survive is lost, and nothing is invented: where that cannot be done, the text stays and a warning says why. What only adds is refused with `material_required` where nothing is known that it could add. Nothing is stored, except with `apply`. */
  transform(params: TransformText & TransformationsTransformParams, options?: RequestOptions): Call<Transformation>
  /** Transform a text. Simplifies, condenses, expands, adds or draws. Nothing that must survive is lost, and nothing is invented: where that cannot be done, the text stays and a warning says why. What only adds is refused with `material_required` where nothing is known that it could add. Nothing is stored, except with `apply`. */
  stream(params: TransformText & TransformationsTransformParams, options?: RequestOptions): EventStream
}
/** The methods, by resource. */
export interface Service {
  readonly projects: ProjectsResource
  readonly generations: GenerationsResource
  readonly publications: PublicationsResource
  readonly documents: DocumentsResource
  readonly diff: DiffResource
  readonly contextDocuments: ContextDocumentsResource
  readonly rules: RulesResource
  readonly checks: ChecksResource
  readonly transformations: TransformationsResource
}
/** What `projects.list` takes. */
export interface ProjectsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `projects.listSources` takes. */
export interface ProjectsListSourcesParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `generations.list` takes. */
export interface GenerationsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only those for this project. */ projectId?: string | undefined
  /** Only those with this status. */ status?: GenerationStatus | undefined
  /** Only those that make this kind of document. */ docType?: DocType | undefined
}
/** What `generations.stream` takes. */
export interface GenerationsStreamParams {
  /** The id of the last event that was read: the stream goes on after it. */ lastEventId?: string | undefined
}
/** What `documents.list` takes. */
export interface DocumentsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only those of this project. */ projectId?: string | undefined
  /** Only those of this kind. */ docType?: DocType | undefined
}
/** What `documents.retrieve` takes. */
export interface DocumentsRetrieveParams {
  /** How the text is wanted: in JSON, as Markdown, or as a page that is safe to show. Default: Markdown where `Accept` names `text/markdown`, else JSON. */ format?: "json" | "markdown" | "html" | undefined
}
/** What `documents.save` takes. */
export interface DocumentsSaveParams {
  /** The `ETag` of the version that was edited, several of them, or `*`. Without it the answer is 412. */ ifMatch: string
}
/** What `documents.listVersions` takes. */
export interface DocumentsListVersionsParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `documents.retrieveVersion` takes. */
export interface DocumentsRetrieveVersionParams {
  /** How the text is wanted: in JSON, as Markdown, or as a page that is safe to show. Default: Markdown where `Accept` names `text/markdown`, else JSON. */ format?: "json" | "markdown" | "html" | undefined
}
/** What `diff.compare` takes. */
export interface DiffCompareParams {
  /** The old version: `baseline`, `latest` or an id. Default: `baseline`. */ from?: string | undefined
  /** The new version: `latest`, `baseline` or an id. Default: `latest`. */ to?: string | undefined
  /** As JSON, as a patch, or as a summary in Markdown. Default: `json`. */ format?: "json" | "unified" | "markdown" | undefined
}
/** What `contextDocuments.list` takes. */
export interface ContextDocumentsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `rules.list` takes. */
export interface RulesListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `rules.listSets` takes. */
export interface RulesListSetsParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `transformations.transform` takes. */
export interface TransformationsTransformParams {
  /** `true`: save the result as a version of the document. */ apply?: boolean | undefined
  /** The document, instead of `context.documentId`. */ documentId?: string | undefined
}
/** Why a request was refused. */
export interface Error {
  /** What was wrong. */ error: ErrorDetail
}
/** An event of a generation's stream. */
export type GenerationEvent = { /** Where the stream is. */ id: string; /** Its name. */ event: "generation.started"; data: GenerationStarted } | { /** Where the stream is. */ id: string; /** Its name. */ event: "section.started"; data: SectionStarted } | { /** Where the stream is. */ id: string; /** Its name. */ event: "delta"; data: SectionDelta } | { /** Where the stream is. */ id: string; /** Its name. */ event: "section.completed"; data: SectionCompleted } | { /** Where the stream is. */ id: string; /** Its name. */ event: "warning"; data: Warning } | { /** Where the stream is. */ id: string; /** Its name. */ event: "check.completed"; data: CheckCompleted } | { /** Where the stream is. */ id: string; /** Its name. */ event: "version.created"; data: VersionCreated } | { /** Where the stream is. */ id: string; /** Its name. */ event: "publish.completed"; data: PublishCompleted } | { /** Where the stream is. */ id: string; /** Its name. */ event: "publish.failed"; data: PublishFailed } | { /** Where the stream is. */ id: string; /** Its name. */ event: "generation.completed"; data: GenerationCompleted } | { /** Where the stream is. */ id: string; /** Its name. */ event: "generation.failed"; data: GenerationFailed } | { /** Where the stream is. */ id: string; /** Its name. */ event: "generation.cancelled"; data: GenerationEnded } | { /** Where the stream is. */ id: string; /** Its name. */ event: "generation.skipped"; data: GenerationEnded }
/** Where `Accept` names server-sent events: the result while it grows. */
export type TransformationEvent = { /** Where the stream is. */ id: string; /** Its name. */ event: "delta"; data: TransformationDelta } | { /** Where the stream is. */ id: string; /** Its name. */ event: "completed"; data: Transformation }
/** What came of a transformation. */
export interface Transformation {
  /** What was done. */ kind: TransformationKind
  /** All of the text, with the result in place of the selection. */ result: string
  /** `false`: the text stays as it was; `warnings` say why. */ changed: boolean
  /** What leads from the text to the result, in order and without overlap. */ edits: ReadonlyArray<TextEdit>
  /** Figures of the selection. */ metrics: BeforeAndAfter
  /** What was not done, and why. */ warnings: ReadonlyArray<TransformWarning>
  /** Who made it: `rules`, or the name of a language model. */ writer: string
  /** The version it was saved as, with `apply`. */ versionId?: Id
}
/** The id of an object: a prefix that names its kind, then letters and digits. */
export type Id = string
/** Why something was not done. */
export interface TransformWarning {
  /** `already_simple`: The text is simple: a simpler one would say something else. `cannot_condense`: The text cannot be made a fifth shorter without losing something; what could go is gone. `no_supporting_facts`: Neither the text nor its sources hold facts to add. `already_there`: The text has all that the sources say. `nothing_to_draw`: The text names fewer than two things that belong together, or mostly what the rules cannot draw. `not_drawn`: A part of the text is not in the diagram. `facts_at_risk`: The result would have lost code, a link, a number or a negation; the text stays as it was. `writer_fallback`: The writer's text was not used; the rules made the result. */ code: "already_simple" | "cannot_condense" | "no_supporting_facts" | "already_there" | "nothing_to_draw" | "not_drawn" | "facts_at_risk" | "writer_fallback"
  /** The same for people. */ message: string
}
/** Figures of the selection, then and now. */
export interface BeforeAndAfter {
  /** Before. */ before: Figures
  /** After. */ after: Figures
}
/** Figures of a selection. */
export interface Figures {
  /** Words. */ words: number
  /** Sentences. */ sentences: number
  /** Flesch reading ease: 60 and more is plain. */ fleschReadingEase: number
  /** Flesch-Kincaid grade: years of school that a reader needs. */ fleschKincaidGrade: number
  /** Words per sentence. */ avgSentenceLength: number
  /** The share of sentences in the passive voice, from 0 to 1. */ passiveShare: number
  /** Words of the longest sentence. */ longestSentence: number
  /** UTF-16 units. */ characters: number
}
/** A replacement, by offsets in UTF-16 units of the text that was sent. */
export interface TextEdit {
  /** Where it begins. */ start: number
  /** Behind its end. */ end: number
  /** What takes its place. */ replacement: string
  /** Why, for people. */ reason: string
}
/** What to do with a text. Code, links, numbers and negations survive all of them. */
export type TransformationKind = "simplify" | "expand" | "add_example" | "add_troubleshooting" | "condense" | "create_diagram"
/** A piece of the result. */
export interface TransformationDelta {
  /** Follows the text of the event before it. */ text: string
}
/** A generation that made no document. */
export interface GenerationEnded {
  /** The generation. */ generationId: Id
}
/** Why a generation failed. */
export interface GenerationFailed {
  /** The generation. */ generationId: Id
  /** An error code, such as `parse_failed`. */ code: string
  /** The same for people. */ message: string
}
/** What a generation made. */
export interface GenerationCompleted {
  /** The generation. */ generationId: Id
  /** The document. */ documentId: Id
  /** The version. */ versionId: Id
}
/** Why a document is not in its repository. */
export interface PublishFailed {
  /** The publication. */ publicationId: Id
  /** An error code, such as `parse_failed`. */ code: string
  /** The same for people. */ message: string
}
/** A document that is in its repository. */
export interface PublishCompleted {
  /** The publication. */ publicationId: Id
  /** The commit; `null` where there is none. */ commit: string | null
  /** The branch. */ branch: string | null
  /** Where the document lies in the repository. */ path: string
  /** `false`: the repository held this text already. */ changed: boolean | null
}
/** The version that was stored. */
export interface VersionCreated {
  /** The document. */ documentId: Id
  /** The version. */ versionId: Id
  /** Its number within the document. */ number: number
}
/** What the check of the document found. */
export interface CheckCompleted {
  /** From 0 to 100. */ score: number
  /** Errors. */ errors: number
  /** Warnings. */ warnings: number
  /** Suggestions. */ suggestions: number
}
/** Something that was noticed and did not stop the work. */
export interface Warning {
  /** `external_ref_not_followed`: A reference points outside the document; it is described as a link and never fetched. `dangling_ref`: A reference points to nothing in the document. `ref_chain_too_long`: A reference leads to a reference so often that it was given up. `duplicate_operation`: Two operations have the same method and path; the first one stands. `duplicate_parameter`: Two parameters have the same place and name; the first one stands. `unexpected_value`: A value has another shape than its format says; it was left out. `unknown_security_scheme`: A requirement names a security scheme that is not defined. `invalid_description`: The description breaks a rule of its format; what it says is told as it stands. `no_base_address`: The description names no address; samples of requests have {baseUrl} in its place. `unsupported_keyword`: A keyword is not understood; it is described as it stands. `invalid_example`: A given example does not match its schema; it is left out. `no_valid_example`: No example could be made that matches the schema; none is shown. `file_skipped`: A file was left out because of its size or kind. `writer_fallback`: The writer's text was not used; the rules wrote the section. `not_checked`: The document, or a part of it, was not checked for style. `setting_ignored`: A setting has no effect on this document. `instruction_not_applied`: An instruction or a rule of a style guide is none that the rules can follow, or was not followed. `context_not_used`: A context document, or a part of it, has no effect on this document. `claim_not_supported`: The source's own words name a file or a command that its tree does not hold; of a link, the words stay. `readme_completed`: The readme did not say something that the tree proves; a section was added. `other_audience`: The source speaks to other readers than those of this kind of document. `releases_interleaved`: The log mixes several lines of releases: which change is in which version cannot be told, so they stand in one list. `truncated`: A limit was reached; what follows is left out. */ code: "external_ref_not_followed" | "dangling_ref" | "ref_chain_too_long" | "duplicate_operation" | "duplicate_parameter" | "unexpected_value" | "unknown_security_scheme" | "invalid_description" | "no_base_address" | "unsupported_keyword" | "invalid_example" | "no_valid_example" | "file_skipped" | "writer_fallback" | "not_checked" | "setting_ignored" | "instruction_not_applied" | "context_not_used" | "claim_not_supported" | "readme_completed" | "other_audience" | "releases_interleaved" | "truncated"
  /** The same for people, with the name of the thing. */ message: string
  /** Where it was found, if that is known. */ location?: SourceLocation
}
/** Where in a source something was found. */
export interface SourceLocation {
  /** Counts from 1. */ line?: number
  /** Counts from 1. */ column?: number
  /** A JSON pointer into the source, such as `/paths/~1pets/get`. */ pointer?: string
}
/** A section that is whole. */
export interface SectionCompleted {
  /** The section. */ sectionId: string
  /** The digest of its text, in hexadecimal digits. */ sha256: string
  /** Who wrote it: `rules`, or the name of a language model. */ writer: string
}
/** A piece of the document. */
export interface SectionDelta {
  /** The section. */ sectionId: string
  /** Follows the text of the `delta` before it. */ text: string
}
/** A section begins. */
export interface SectionStarted {
  /** The section. */ sectionId: string
}
/** What is going to be written. */
export interface GenerationStarted {
  /** The generation. */ generationId: Id
  /** What is made. */ docType: DocType
  /** The sections there will be, in order. */ sections: ReadonlyArray<SectionOutline>
}
/** A section that is going to be written. */
export interface SectionOutline {
  /** Names it in the events that follow. */ id: string
  /** Its heading. */ title: string
  /** 1 for the document's own title. */ level: number
}
/** A kind of document. */
export type DocType = "api-reference" | "readme" | "user-guide" | "admin-guide" | "release-notes"
/** What was wrong. */
export interface ErrorDetail {
  /** What went wrong, for programs. Each operation lists the codes that it can answer. */ code: string
  /** The same for people. It may change. */ message: string
  /** Quote it when you report a problem. */ requestId: string
  /** What is wrong, place by place; empty where there is no place. */ details: ReadonlyArray<ErrorPlace>
}
/** One thing that is wrong. */
export interface ErrorPlace {
  /** A field of the request, such as `source.content`. */ path?: string
  /** The line in the text of the field, from 1. */ line?: number
  /** The column in that line, from 1. */ column?: number
  /** What is wrong there, for people. */ message: string
}
/** A text, and what to do with it. */
export interface TransformText {
  /** The text, Markdown, up to 1,000,000 characters. */ text: string
  /** What to do with it. */ kind: TransformationKind
  /** Where the text stands, and what the result may draw on. */ context?: TransformContext | undefined
  /** The part to transform. Default: all of it. */ selection?: Selection | undefined
  /** How it speaks. Default: `neutral`. */ tone?: string | undefined
  /** Who reads it. Default: `developer`. */ audience?: string | undefined
}
/** A part of the text, in UTF-16 units; up to 100,000 characters. */
export interface Selection {
  /** Where it begins. */ start: number
  /** Behind its end. */ end: number
}
/** Where the text stands, and what the result may draw on. */
export interface TransformContext {
  /** The document it is from; its project's sources give facts. */ documentId?: string | undefined
  /** What stands before it. */ before?: string | undefined
  /** What stands after it. */ after?: string | undefined
  /** Sources that give facts. Default: those of the document's project. */ sourceIds?: ReadonlyArray<string> | undefined
  /** Up to 20 glossaries whose terms may be explained, beside those of the project. */ contextDocumentIds?: ReadonlyArray<string> | undefined
}
/** A text with what is safe to replace replaced. */
export interface Fix {
  /** The text now. Nothing is stored. */ text: string
  /** Whether it is another than the one that was sent. */ changed: boolean
  /** The replacements, in the order in which they were made. */ applied: ReadonlyArray<AppliedFix>
  /** The check of the text that was sent. */ before: Check
  /** The check of the text now. */ after: Check
}
/** What style rules found in a text. */
export interface Check {
  /** From 0 to 100, to one digit: what findings cost, measured by the length of the text. */ score: number
  /** How many findings there are. */ summary: FindingCounts
  /** Figures of the text. */ metrics: Metrics
  /** In the order of the text, 2,000 at most. */ findings: ReadonlyArray<Finding>
  /** What could not be checked, and why. */ notChecked: ReadonlyArray<NotChecked>
}
/** A rule or a part of a text that was not checked. */
export interface NotChecked {
  /** The rule in words, its id, or the part of the text. */ text: string
  /** Why it was not checked. */ reason: string
}
/** Something that a style rule found. Lines and columns count from 1. */
export interface Finding {
  /** The rule: the name of a built-in one, an id, or a place such as `custom/1`. */ ruleId: string
  /** How bad it is. */ severity: Severity
  /** What is wrong, for people. */ message: string
  /** What could stand there instead, if anything is known. */ suggestion: Suggestion | null
  /** The line where it begins. */ line: number
  /** The column where it begins, in UTF-16 units. */ column: number
  /** The line where it ends. */ endLine: number
  /** The column behind its end, in UTF-16 units. */ endColumn: number
  /** The text between them. */ excerpt: string
  /** Whose rule it is. */ source: "builtin" | "custom" | "glossary" | "style-guide"
}
/** What could stand there instead. */
export interface Suggestion {
  /** A sentence for people. */ text?: string
  /** The text that takes the place of the excerpt. */ replacement?: string
  /** `true`: fixing a text makes the replacement without asking. */ safe?: boolean
}
/** How bad it is: an `error` costs 10 points of the score, a `warning` 3, a `suggestion` 1. */
export type Severity = "error" | "warning" | "suggestion"
/** Figures of a text. */
export interface Metrics {
  /** Words. */ words: number
  /** Sentences. */ sentences: number
  /** Flesch reading ease: 60 and more is plain. */ fleschReadingEase: number
  /** Flesch-Kincaid grade: years of school that a reader needs. */ fleschKincaidGrade: number
  /** Words per sentence. */ avgSentenceLength: number
  /** The share of sentences in the passive voice, from 0 to 1. */ passiveShare: number
  /** Words of the longest sentence. */ longestSentence: number
}
/** How many findings there are, all counted. */
export interface FindingCounts {
  /** Errors. */ error: number
  /** Warnings. */ warning: number
  /** Suggestions. */ suggestion: number
}
/** A replacement that was made. */
export interface AppliedFix {
  /** The rule that wanted it. */ ruleId: string
  /** The line where it was, from 1. */ line: number
  /** The column where it was, from 1. */ column: number
  /** What stood there. */ excerpt: string
  /** What stands there now. */ replacement: string
}
/** What to check: exactly one of `text` and `versionId`. */
export interface CheckText {
  /** The text, Markdown, up to 1,000,000 characters. */ text?: string | undefined
  /** The version of a document. */ versionId?: string | undefined
  /** The rule set that it must keep, beside the built-in rules. */ ruleSetId?: string | undefined
  /** Further rules: in words, one per line or item, such as `Use "sign in" instead of "log in"`, or as objects. */ customRules?: string | ReadonlyArray<string | GivenRule> | undefined
  /** Up to 20 glossaries whose terms must be written as they say. */ glossaryIds?: ReadonlyArray<string> | undefined
}
/** A rule. Which fields it has follows from its kind. */
export interface GivenRule {
  /** What people call it. */ name: string
  /** What it looks for. */ kind: RuleKind
  /** How bad its findings are. */ severity: Severity
  /** The message of a finding. `%s` stands for the words that were found. */ message?: string | undefined
  /** Where it looks. Default: everywhere. */ scope?: ReadonlyArray<"heading" | "paragraph" | "sentence" | "list" | "table" | "link" | "document"> | undefined
  /** existence: words or phrases that must not stand there. */ tokens?: ReadonlyArray<string> | undefined
  /** substitution: what stands there, and what should. */ swap?: Readonly<Record<string, string>> | undefined
  /** occurrence: what is counted, if there is no `pattern`. */ of?: "words" | "sentences" | "characters" | undefined
  /** occurrence, metric: the least there must be. */ min?: number | undefined
  /** occurrence, metric: the most there may be. */ max?: number | undefined
  /** consistency: pairs of which a text may use one. */ either?: Readonly<Record<string, string>> | undefined
  /** conditional: where this pattern is found, `second` must be found too. */ first?: string | undefined
  /** conditional: what must be found where `first` is. */ second?: string | undefined
  /** capitalization: how headings or words are to be written. */ match?: "sentence" | "title" | "upper" | "lower" | undefined
  /** capitalization: words that are right as they are. */ exceptions?: ReadonlyArray<string> | undefined
  /** metric: the figure that `min` and `max` bound. */ metric?: "words" | "sentences" | "fleschReadingEase" | "fleschKincaidGrade" | "avgSentenceLength" | "passiveShare" | "longestSentence" | undefined
  /** structure: headings that the text must have. */ sections?: ReadonlyArray<string> | undefined
  /** structure: words that the text must mention. */ mentions?: ReadonlyArray<string> | undefined
  /** regex, occurrence: a regular expression without what could take too long, such as back references. */ pattern?: string | undefined
  /** regex, occurrence: flags of the pattern. */ flags?: string | undefined
  /** regex: what to write instead. */ replacement?: string | undefined
  /** Whether capitals make no difference. Default: they make none. */ ignoreCase?: boolean | undefined
}
/** What a rule looks for, and so which fields it has. */
export type RuleKind = "existence" | "substitution" | "occurrence" | "repetition" | "consistency" | "conditional" | "capitalization" | "metric" | "structure" | "regex"
/** Rules that hold together, for a project, a generation or a check. */
export interface RuleSet {
  /** Begins with `rst_`. */ id: Id
  /** What people call it. */ name: string
  /** Rules of your own that hold. */ ruleIds?: ReadonlyArray<string>
  /** Further rules in words. */ customRules?: ReadonlyArray<string>
  /** Built-in rules that count otherwise: `off`, or another severity. What is not named counts as it is. */ builtin?: Readonly<Record<string, "off" | "error" | "warning" | "suggestion">>
  /** When it was made. */ createdAt: Time
  /** When it was changed last. */ updatedAt: Time
}
/** RFC 3339, in UTC. */
export type Time = string
/** What changes of a set; the rest stays. */
export interface UpdateRuleSet {
  /** What people call it. */ name?: string | undefined
  /** Rules of your own that hold. */ ruleIds?: ReadonlyArray<string> | undefined
  /** Further rules in words. */ customRules?: ReadonlyArray<string> | undefined
  /** Built-in rules that count otherwise: `off`, or another severity. What is not named counts as it is. */ builtin?: Readonly<Record<string, "off" | "error" | "warning" | "suggestion">> | undefined
}
/** A page of a list. */
export interface RuleSetList {
  /** The objects, the newest first. */ items: ReadonlyArray<RuleSet>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** Which rules hold together. */
export interface CreateRuleSet {
  /** What people call it. */ name: string
  /** Rules of your own that hold. */ ruleIds?: ReadonlyArray<string> | undefined
  /** Further rules in words. */ customRules?: ReadonlyArray<string> | undefined
  /** Built-in rules that count otherwise: `off`, or another severity. What is not named counts as it is. */ builtin?: Readonly<Record<string, "off" | "error" | "warning" | "suggestion">> | undefined
}
/** A style rule of your own. */
export interface Rule {
  /** Begins with `rul_`. */ id: Id
  /** What people call it. */ name: string
  /** What it looks for. */ kind: RuleKind
  /** How bad its findings are. */ severity: Severity
  /** The message of a finding. `%s` stands for the words that were found. */ message?: string
  /** Where it looks. Default: everywhere. */ scope?: ReadonlyArray<"heading" | "paragraph" | "sentence" | "list" | "table" | "link" | "document">
  /** existence: words or phrases that must not stand there. */ tokens?: ReadonlyArray<string>
  /** substitution: what stands there, and what should. */ swap?: Readonly<Record<string, string>>
  /** occurrence: what is counted, if there is no `pattern`. */ of?: "words" | "sentences" | "characters"
  /** occurrence, metric: the least there must be. */ min?: number
  /** occurrence, metric: the most there may be. */ max?: number
  /** consistency: pairs of which a text may use one. */ either?: Readonly<Record<string, string>>
  /** conditional: where this pattern is found, `second` must be found too. */ first?: string
  /** conditional: what must be found where `first` is. */ second?: string
  /** capitalization: how headings or words are to be written. */ match?: "sentence" | "title" | "upper" | "lower"
  /** capitalization: words that are right as they are. */ exceptions?: ReadonlyArray<string>
  /** metric: the figure that `min` and `max` bound. */ metric?: "words" | "sentences" | "fleschReadingEase" | "fleschKincaidGrade" | "avgSentenceLength" | "passiveShare" | "longestSentence"
  /** structure: headings that the text must have. */ sections?: ReadonlyArray<string>
  /** structure: words that the text must mention. */ mentions?: ReadonlyArray<string>
  /** regex, occurrence: a regular expression without what could take too long, such as back references. */ pattern?: string
  /** regex, occurrence: flags of the pattern. */ flags?: string
  /** regex: what to write instead. */ replacement?: string
  /** Whether capitals make no difference. Default: they make none. */ ignoreCase?: boolean
  /** When it was made. */ createdAt: Time
  /** When it was changed last. */ updatedAt: Time
}
/** What changes of a rule; another kind begins without the old one's fields. */
export interface UpdateRule {
  /** What people call it. */ name?: string | undefined
  /** What it looks for. */ kind?: RuleKind | undefined
  /** How bad its findings are. */ severity?: Severity | undefined
  /** The message of a finding. `%s` stands for the words that were found. */ message?: string | undefined
  /** Where it looks. Default: everywhere. */ scope?: ReadonlyArray<"heading" | "paragraph" | "sentence" | "list" | "table" | "link" | "document"> | undefined
  /** existence: words or phrases that must not stand there. */ tokens?: ReadonlyArray<string> | undefined
  /** substitution: what stands there, and what should. */ swap?: Readonly<Record<string, string>> | undefined
  /** occurrence: what is counted, if there is no `pattern`. */ of?: "words" | "sentences" | "characters" | undefined
  /** occurrence, metric: the least there must be. */ min?: number | undefined
  /** occurrence, metric: the most there may be. */ max?: number | undefined
  /** consistency: pairs of which a text may use one. */ either?: Readonly<Record<string, string>> | undefined
  /** conditional: where this pattern is found, `second` must be found too. */ first?: string | undefined
  /** conditional: what must be found where `first` is. */ second?: string | undefined
  /** capitalization: how headings or words are to be written. */ match?: "sentence" | "title" | "upper" | "lower" | undefined
  /** capitalization: words that are right as they are. */ exceptions?: ReadonlyArray<string> | undefined
  /** metric: the figure that `min` and `max` bound. */ metric?: "words" | "sentences" | "fleschReadingEase" | "fleschKincaidGrade" | "avgSentenceLength" | "passiveShare" | "longestSentence" | undefined
  /** structure: headings that the text must have. */ sections?: ReadonlyArray<string> | undefined
  /** structure: words that the text must mention. */ mentions?: ReadonlyArray<string> | undefined
  /** regex, occurrence: a regular expression without what could take too long, such as back references. */ pattern?: string | undefined
  /** regex, occurrence: flags of the pattern. */ flags?: string | undefined
  /** regex: what to write instead. */ replacement?: string | undefined
  /** Whether capitals make no difference. Default: they make none. */ ignoreCase?: boolean | undefined
}
/** A page of a list. */
export interface RuleList {
  /** The objects, the newest first. */ items: ReadonlyArray<Rule>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** All built-in rules on one page. */
export interface BuiltinRuleList {
  /** The rules. */ items: ReadonlyArray<BuiltinRule>
  /** Always `null`. */ nextCursor: null
}
/** A style rule that every check knows. */
export interface BuiltinRule {
  /** Its name, by which rule sets set its level. */ id: string
  /** How bad its findings are, unless a rule set says otherwise. */ severity: Severity
  /** What it wants. */ description: string
  /** Whether its replacements are safe to make. */ fixes: boolean
}
/** A text that says how documents are written. */
export interface ContextDocument {
  /** Begins with `ctx_`. */ id: Id
  /** `style-guide`: how to write; `glossary`: terms and their meaning; `reference`: facts to draw on. */ kind: "style-guide" | "glossary" | "reference"
  /** What people call it. */ name: string
  /** The form of the text. */ format: "markdown" | "plain" | "csv"
  /** Bytes of UTF-8. */ size: number
  /** SHA-256 of the text in hex. */ sha256: string
  /** Terms of a glossary, or rules of a style guide that can be followed; 0 for a reference. */ understood: number
  /** The text; only where one is retrieved. */ content?: string
  /** When it was given. */ createdAt: Time
}
/** A page of a list. */
export interface ContextDocumentList {
  /** The objects, the newest first. */ items: ReadonlyArray<ContextDocument>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** A text that says how documents are written. */
export interface CreateContextDocument {
  /** `style-guide`: how to write; `glossary`: terms and their meaning; `reference`: facts to draw on. */ kind: "style-guide" | "glossary" | "reference"
  /** What people call it. */ name: string
  /** The text, up to 1 MiB of UTF-8. It is data: nothing in it is carried out. */ content: string
  /** The form of the text. Default: what it looks like. */ format?: "markdown" | "plain" | "csv" | undefined
}
/** What changed between two versions. */
export interface Diff {
  /** The old version. */ from: Id
  /** The new version. */ to: Id
  /** Whether the texts are the same. */ identical: boolean
  /** How many sections changed. */ stats: DiffStats
  /** The sections that changed, in the order of the text. */ sections: ReadonlyArray<SectionDiff>
  /** Only where both versions are references that were generated. */ api?: ApiDiff
}
/** What changed of the API. */
export interface ApiDiff {
  /** How many changes break clients. */ breaking: number
  /** The changes. */ changes: ReadonlyArray<ApiChange>
}
/** A change between two versions of an API, in the words of oasdiff. */
export interface ApiChange {
  /** The kind of change, such as `request-parameter-removed`. */ id: string
  /** `ERR` breaks clients, `WARN` may, `INFO` does not. */ level: "ERR" | "WARN" | "INFO"
  /** Such as `GET /pets/{id}`; empty for the API as a whole. */ operation: string
  /** Which side of an exchange it is about. */ direction: "request" | "response" | "none"
  /** Where in the operation, such as `query limit`. */ location: string
  /** The same for people. */ message: string
}
/** A section that changed. */
export interface SectionDiff {
  /** The headings that lead to it. */ path: ReadonlyArray<string>
  /** What happened to it. */ change: "added" | "removed" | "modified" | "moved" | "renamed"
  /** The lines that changed. */ hunks: ReadonlyArray<Hunk>
}
/** Lines that changed together. Numbers count from 1 in the whole text. */
export interface Hunk {
  /** The first line in the old text. */ oldStart: number
  /** Lines in the old text. */ oldLines: number
  /** The first line in the new text. */ newStart: number
  /** Lines in the new text. */ newLines: number
  /** The lines. */ lines: ReadonlyArray<DiffLine>
}
/** A line of a hunk. */
export interface DiffLine {
  /** In which text it is. */ op: DiffOp
  /** The line. */ text: string
  /** What changed in it, where it took the place of one other line. */ words?: ReadonlyArray<DiffWords>
}
/** Words of a line. */
export interface DiffWords {
  /** In which text they are. */ op: DiffOp
  /** The words. */ text: string
}
/** A space: in both; `+`: only in the new text; `-`: only in the old one. */
export type DiffOp = " " | "+" | "-"
/** How many sections changed. */
export interface DiffStats {
  /** Sections that are new. */ added: number
  /** Sections that are gone. */ removed: number
  /** Sections that are otherwise. */ changed: number
}
/** A version with its text. */
export interface VersionWithText {
  /** Begins with `ver_`. */ id: Id
  /** The document. */ documentId: Id
  /** Counts from 1 in its document. */ number: number
  /** Who wrote it. */ author: "generation" | "user" | "transformation"
  /** The generation that made it, if one did. */ generationId: Id | null
  /** The name of a snapshot. */ name: string | null
  /** Its first heading. */ title: string
  /** SHA-256 of the text in hex. */ sha256: string
  /** When it was made. */ createdAt: Time
  /** The text, Markdown. */ content: string
}
/** The line of versions of one text. */
export interface Document {
  /** Begins with `doc_`. */ id: Id
  /** The project it belongs to, if any. */ projectId: Id | null
  /** What it is. */ docType: DocType
  /** Its first heading. */ title: string
  /** The latest version, which is its ETag. */ latestVersionId: Id
  /** The number of the latest version, from 1. */ latestNumber: number
  /** The version that diffs compare with, if one was set. */ baselineVersionId: Id | null
  /** When its first version was made. */ createdAt: Time
  /** When it was changed last. */ updatedAt: Time
}
/** What diffs compare with. */
export interface SetBaseline {
  /** A version of the document. */ versionId: string
}
/** A text as it was once. A version never changes. */
export interface Version {
  /** Begins with `ver_`. */ id: Id
  /** The document. */ documentId: Id
  /** Counts from 1 in its document. */ number: number
  /** Who wrote it. */ author: "generation" | "user" | "transformation"
  /** The generation that made it, if one did. */ generationId: Id | null
  /** The name of a snapshot. */ name: string | null
  /** Its first heading. */ title: string
  /** SHA-256 of the text in hex. */ sha256: string
  /** When it was made. */ createdAt: Time
}
/** What to call the text as it is now. */
export interface CreateSnapshot {
  /** The name. */ name: string
}
/** A page of a list. */
export interface VersionList {
  /** The objects, the newest first. */ items: ReadonlyArray<Version>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** A document with the text of its latest version. */
export interface DocumentWithText {
  /** Begins with `doc_`. */ id: Id
  /** The project it belongs to, if any. */ projectId: Id | null
  /** What it is. */ docType: DocType
  /** Its first heading. */ title: string
  /** The latest version, which is its ETag. */ latestVersionId: Id
  /** The number of the latest version, from 1. */ latestNumber: number
  /** The version that diffs compare with, if one was set. */ baselineVersionId: Id | null
  /** When its first version was made. */ createdAt: Time
  /** When it was changed last. */ updatedAt: Time
  /** The text, Markdown. */ content: string
}
/** A page of a list. */
export interface DocumentList {
  /** The objects, the newest first. */ items: ReadonlyArray<Document>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** A push for which there is nothing to do. */
export interface SkippedPush {
  /** Always `skipped`. */ status: "skipped"
  /** Why. */ reason: "ping" | "branch_deleted" | "tag" | "no_relevant_changes" | "own_commit" | "unsupported_event" | "branch_filtered"
  /** Who sent it. */ provider: Provider
}
/** Who sent a push; `generic`: plain fields. */
export type Provider = "generic" | "github" | "gitlab" | "gitea" | "forgejo" | "gogs" | "bitbucket" | "bitbucket-data-center" | "azure-devops"
/** A push for which documents are made. */
export interface AcceptedPush {
  /** Always `accepted`. */ status: "accepted"
  /** The generation. */ generationId: Id
  /** Where it can be looked at. */ statusUrl: string
  /** Where its events are. */ streamUrl: string
  /** The branch; `null` for the repository's default. */ branch: string | null
  /** What is made. */ docType: DocType
  /** The repository. */ repositoryUrl: string
  /** Who sent the push. */ provider: Provider
  /** How much is known of what changed. */ changedFiles: ChangedFiles
  /** Whether the document is published when it is made. */ publish: boolean
  /** `true`: the same delivery was taken before; this is its answer. */ duplicate?: boolean
  /** Of a push to several branches: one generation each, the first of which stands above. */ generations?: ReadonlyArray<StartedGeneration>
}
/** A generation of a push. */
export interface StartedGeneration {
  /** The generation. */ generationId: Id
  /** Where it can be looked at. */ statusUrl: string
  /** Where its events are. */ streamUrl: string
  /** The branch; `null` for the repository's default. */ branch: string | null
}
/** How much is known of what changed. */
export interface ChangedFiles {
  /** Whether the push says which files changed. */ known: boolean
  /** How many changed; 0 where that is not known. */ count: number
}
/** A version on its way into a repository, as one commit. */
export interface Publication {
  /** Begins with `pub_`. */ id: Id
  /** The document. */ documentId: Id
  /** The version that is published. */ versionId: Id
  /** The generation that made the version; `null` for a text that a person saved. */ generationId: Id | null
  /** How far it is. */ status: "pending" | "succeeded" | "failed"
  /** The repository. */ repositoryUrl: string
  /** The branch; `null` while it is the default one and not known. */ branch: string | null
  /** Where the document goes in the repository. */ path: string
  /** The commit, once it is there. */ commit: string | null
  /** `false`: the repository held this text already, so there is no new commit; `null` until that is known. */ changed: boolean | null
  /** Why it did not get there. */ error: Problem | null
  /** When it was asked for. */ createdAt: Time
  /** When it ended; `null` while it is pending. */ finishedAt: Time | null
}
/** Why something did not come about. */
export interface Problem {
  /** An error code, such as `parse_failed`. */ code: string
  /** The same for people. */ message: string
}
/** Where a document goes. */
export interface PublishDocument {
  /** The public https address of the repository. */ repositoryUrl: string
  /** An access token that may push. It is held in memory until the work is done, never stored and never shown. Required. */ repoToken?: string | undefined
  /** The branch to commit to. Default: the repository's default branch. */ branch?: string | undefined
  /** Where the document goes in the repository. Default: that of the project, or the usual place of its kind. */ path?: string | undefined
  /** The message of the commit. Default: `docs: update` and the kind. */ message?: string | undefined
  /** `true`: make the branch where it does not exist. */ createBranch?: boolean | undefined
  /** The branch from which a new one begins. Default: the default branch. */ baseBranch?: string | undefined
  /** `tag`: a reference becomes a folder with one file per tag. */ splitBy?: "none" | "tag" | undefined
  /** The version to publish. Default: the latest one. */ versionId?: string | undefined
}
/** How a generation went: nothing of the source is lost without a word. Parts that do not apply are absent. */
export interface Report {
  /** Of a reference: what of the API is in it. */ coverage?: Coverage
  /** Of release notes: where each change went. */ accounting?: Accounting
  /** Of a readme or guide: where each claim comes from. */ evidence?: ReadonlyArray<Evidence>
  /** What the check of the style found. */ checks?: CheckSummary
  /** What was noticed on the way. */ warnings: ReadonlyArray<Warning>
  /** Sections that are left out because the source says nothing for them. */ dropped: ReadonlyArray<Dropped>
  /** How many sections each writer wrote, such as `rules`. */ writers: Readonly<Record<string, number>>
  /** Of a language model that counts it. */ usage?: ModelUsage
}
/** What a language model took. */
export interface ModelUsage {
  /** Tokens that it read. */ inputTokens: number
  /** Tokens that it wrote. */ outputTokens: number
  /** By the operator's prices, in their currency. */ cost?: number
}
/** Something that is not in the document. */
export interface Dropped {
  /** What it is. */ item: string
  /** Why it is left out. */ reason: string
}
/** What the check of the style found. */
export interface CheckSummary {
  /** From 0 to 100, to one digit. */ score: number
  /** How many errors. */ errors: number
  /** How many warnings. */ warnings: number
  /** How many suggestions. */ suggestions: number
  /** The most severe ones; a check of the version lists all. */ findings?: ReadonlyArray<Finding>
  /** What could not be checked, and why. */ notChecked?: ReadonlyArray<NotChecked>
}
/** Something that the document says, and why. */
export interface Evidence {
  /** What it says. */ claim: string
  /** The file of the source that says so, with the line where that is known. */ evidence: string
}
/** Where each change went, in release notes. */
export interface Accounting {
  /** Changes there were. */ input: number
  /** Changes by group. */ groups: ChangeGroups
  /** Changes that break something; they are in no group. */ breaking: number
  /** Changes that users do not notice; where they are not told, the report's `dropped` names them. */ maintenance: number
  /** Changes that are left out, and why. */ dropped: ReadonlyArray<Dropped>
}
/** Changes by group. */
export interface ChangeGroups {
  /** Removed. */ removed?: number
  /** Deprecated. */ deprecated?: number
  /** New features. */ newFeatures: number
  /** Improvements. */ improvements: number
  /** Bug fixes. */ bugFixes: number
  /** Other changes: nothing in the source says more surely what they are. */ changes?: number
}
/** What of an API is in its reference. */
export interface Coverage {
  /** Operations. */ operations: Share
  /** Parameters. */ parameters: Share
  /** Request bodies. */ requestBodies: Share
  /** Responses. */ responses: Share
  /** Schemas. */ schemas: Share
  /** Security schemes. */ securitySchemes: Share
  /** Error codes. */ errorCodes: Share
}
/** How much of something is in the document. */
export interface Share {
  /** How many there are in the source. */ expected: number
  /** How many of them are in the document. */ present: number
}
/** The making of one document. */
export interface Generation {
  /** Begins with `gen_`. */ id: Id
  /** The project it is for, if any. */ projectId: Id | null
  /** What is made. */ docType: DocType
  /** How far it is. */ status: GenerationStatus
  /** When it was asked for. */ createdAt: Time
  /** When it began; `null` while queued. */ startedAt: Time | null
  /** When it ended; `null` until then. */ finishedAt: Time | null
  /** How many sections are written. */ progress: GenerationProgress
  /** The document it became, once it succeeded. */ documentId?: Id
  /** The version it became; that of the document before, where the text is the same. */ versionId?: Id
  /** How it went, once it succeeded; not in lists. */ report?: Report
  /** Only where it was to be published. */ publish?: GenerationPublish
  /** Why it failed. */ error?: Problem
  /** Where it can be looked at. */ links: GenerationLinks
}
/** Where a generation can be looked at. */
export interface GenerationLinks {
  /** The generation. */ self: string
  /** Its events. */ stream: string
  /** Its report. */ report: string
  /** `POST` here stops it. */ cancel: string
}
/** What became of publishing. */
export interface GenerationPublish {
  /** `pending` until it is published, or could not be. */ status: "pending" | "succeeded" | "failed"
  /** The repository. */ repositoryUrl: string
  /** The branch; `null` while it is the default one and not known. */ branch: string | null
  /** The publication, once there is one. */ publicationId?: Id
  /** Where the document lies in the repository. */ path?: string
  /** The commit; `null` where there is none. */ commit?: string | null
  /** `false`: the repository held this text already, so there is no new commit. */ changed?: boolean | null
  /** Why it was not published. */ error?: Problem
}
/** How many sections are written. */
export interface GenerationProgress {
  /** Sections that are written. */ sectionsDone: number
  /** Sections there will be; 0 until that is known. */ sectionsTotal: number
}
/** How far a generation is: `queued`, `running`, and one of the ends `succeeded`, `failed`, `cancelled`, `skipped` (there was nothing to do). */
export type GenerationStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled" | "skipped"
/** A page of a list. */
export interface GenerationList {
  /** The objects, the newest first. */ items: ReadonlyArray<Generation>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** What to make, and of what. */
export interface CreateGeneration {
  /** The project it is for. Without `source` and `sourceIds` all its sources are used. */ projectId?: string | undefined
  /** Up to 50 sources, in their order. Not together with `source`. */ sourceIds?: ReadonlyArray<string> | undefined
  /** A source for this generation alone. Not together with `sourceIds`. */ source?: NewSource | undefined
  /** What to make: `api-reference`, `readme`, `user-guide`, `admin-guide`, `release-notes`. Default: that of the project; one of both is required. */ docType?: string | undefined
  /** How the document is written. What is not said is that of the project, or left to the kind of document. */ settings?: GenerationSettings | undefined
}
/** How the document is written, checked and published. */
export interface GenerationSettings {
  /** Who reads the document, such as `developer`. */ audience?: string | undefined
  /** How it speaks, such as `neutral` or `friendly`. */ tone?: string | undefined
  /** What else to do, one instruction per line. An instruction that is not followed is named in a warning. */ instructions?: string | undefined
  /** Style rules in words that the document must keep. */ customRules?: ReadonlyArray<string> | undefined
  /** A rule set that the document is checked against. */ ruleSetId?: string | undefined
  /** `true`: the generation fails with `check_failed` where the check finds an error. */ failOnError?: boolean | undefined
  /** Only `en`. */ language?: "en" | undefined
  /** How much is told. Default: `standard`, and `brief` for executives. */ depth?: "brief" | "standard" | "full" | undefined
  /** `tag`: a reference has one chapter per tag. */ splitBy?: "none" | "tag" | undefined
  /** The languages of the samples in a reference. */ codeSamples?: ReadonlyArray<"curl" | "javascript" | "python" | "go"> | undefined
  /** The title of the document. Default: that of its source. */ title?: string | undefined
  /** The version that release notes are of. */ releaseVersion?: string | undefined
  /** The date that release notes are of. */ releaseDate?: string | undefined
  /** The tag, commit or version after which release notes begin. */ from?: string | undefined
  /** The tag, commit or version with which release notes end. */ to?: string | undefined
  /** `true`: release notes name changes that users do not notice, too. */ includeMaintenance?: boolean | undefined
  /** Up to 20 context documents by which it is written, beside those of the project. */ contextDocumentIds?: ReadonlyArray<string> | undefined
  /** Release notes of an API description: the version of its reference from which changes count. */ baselineVersionId?: string | undefined
  /** Publish it at once when it is made. */ publish?: PublishTarget | undefined
}
/** Where a document goes when it is made. */
export interface PublishTarget {
  /** The public https address of the repository. */ repositoryUrl: string
  /** An access token that may push. It is held in memory until the work is done, never stored and never shown. Required. */ repoToken?: string | undefined
  /** The branch to commit to. Default: the repository's default branch. */ branch?: string | undefined
  /** Where the document goes in the repository. Default: that of the project, or the usual place of its kind. */ path?: string | undefined
  /** The message of the commit. Default: `docs: update` and the kind. */ message?: string | undefined
  /** `true`: make the branch where it does not exist. */ createBranch?: boolean | undefined
  /** The branch from which a new one begins. Default: the default branch. */ baseBranch?: string | undefined
  /** `tag`: a reference becomes a folder with one file per tag. */ splitBy?: "none" | "tag" | undefined
}
/** Material for documents: exactly one of `content` and `url`. */
export interface NewSource {
  /** What it is. Default: what it is found to be. */ kind?: SourceKind | undefined
  /** What it is called in warnings, such as a file name. Default: `source`. */ name?: string | undefined
  /** The text itself, up to 20 MiB; it is read at once. */ content?: string | undefined
  /** The public https address of a file or a git repository; it is fetched when a document is made. */ url?: string | undefined
  /** The branch of a repository. Default: its own default. */ branch?: string | undefined
}
/** What kind of material a source is. */
export type SourceKind = "openapi" | "postman" | "repository" | "text" | "changelog" | "commits"
/** Material for documents, without its content. */
export interface Source {
  /** Begins with `src_`. */ id: Id
  /** The project it belongs to; `null` for one that came with a generation. */ projectId: Id | null
  /** What it is. */ kind: SourceKind
  /** What it is called in warnings. */ name: string
  /** Its address; `null` for one given as text. */ url: string | null
  /** The branch that is read, if one was named. */ branch: string | null
  /** What it was found to be; `null` for one by address, which is not fetched yet. */ detected: Detected | null
  /** Bytes of UTF-8; 0 for one by address. */ size: number
  /** SHA-256 of its bytes in hex; `null` for one by address. */ sha256: string | null
  /** What was noticed while it was read. */ warnings: ReadonlyArray<Warning>
  /** When it was given. */ createdAt: Time
}
/** What a source was found to be. */
export interface Detected {
  /** Such as `openapi`, `postman-collection`, `markdown`. */ format: string
  /** The version of the format; `null` where it has none. */ version: string | null
}
/** A page of a list. */
export interface SourceList {
  /** The objects, the newest first. */ items: ReadonlyArray<Source>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** What belongs together: sources, documents, a repository. */
export interface Project {
  /** Begins with `prj_`. */ id: Id
  /** What people call it. */ name: string
  /** The address of its repository. */ repositoryUrl?: string
  /** What is generated when a request does not say. */ defaultDocType?: DocType
  /** Where each kind of document lies in the repository. */ outputPaths?: { "api-reference"?: string; readme?: string; "user-guide"?: string; "admin-guide"?: string; "release-notes"?: string }
  /** The branch whose pushes count. */ branch?: string
  /** Who reads its documents. */ audience?: string
  /** How its documents speak. */ tone?: string
  /** Context documents by which its documents are written. */ contextDocumentIds?: ReadonlyArray<Id>
  /** The rule set by which its documents are checked. */ ruleSetId?: Id
  /** When it was made. */ createdAt: Time
  /** When it was changed last. */ updatedAt: Time
}
/** What changes of a project; the rest stays. */
export interface UpdateProject {
  /** What people call it. */ name?: string | undefined
  /** The https address of its repository; pushes to it find the project. */ repositoryUrl?: string | undefined
  /** What is generated when a request does not say. */ defaultDocType?: DocType | undefined
  /** Where each kind of document lies in the repository. */ outputPaths?: { "api-reference"?: string | undefined; readme?: string | undefined; "user-guide"?: string | undefined; "admin-guide"?: string | undefined; "release-notes"?: string | undefined } | undefined
  /** The branch whose pushes count. Default: every branch. */ branch?: string | undefined
  /** Who reads its documents, such as `developer`. */ audience?: string | undefined
  /** How its documents speak, such as `neutral`. */ tone?: string | undefined
  /** Up to 20 context documents by which its documents are written. */ contextDocumentIds?: ReadonlyArray<string> | undefined
  /** The rule set by which its documents are checked. */ ruleSetId?: string | undefined
}
/** A page of a list. */
export interface ProjectList {
  /** The objects, the newest first. */ items: ReadonlyArray<Project>
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
}
/** What belongs together, and what its documents are like. */
export interface CreateProject {
  /** What people call it. */ name: string
  /** The https address of its repository; pushes to it find the project. */ repositoryUrl?: string | undefined
  /** What is generated when a request does not say. */ defaultDocType?: DocType | undefined
  /** Where each kind of document lies in the repository. */ outputPaths?: { "api-reference"?: string | undefined; readme?: string | undefined; "user-guide"?: string | undefined; "admin-guide"?: string | undefined; "release-notes"?: string | undefined } | undefined
  /** The branch whose pushes count. Default: every branch. */ branch?: string | undefined
  /** Who reads its documents, such as `developer`. */ audience?: string | undefined
  /** How its documents speak, such as `neutral`. */ tone?: string | undefined
  /** Up to 20 context documents by which its documents are written. */ contextDocumentIds?: ReadonlyArray<string> | undefined
  /** The rule set by which its documents are checked. */ ruleSetId?: string | undefined
}
