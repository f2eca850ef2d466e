/**
 * What the documentation service does with texts, much simpler than the service: no jobs, no rows, no generator. A text is known by
 * what it was made of; the bytes that this comes to are learned once, and must be the same ever after.
 */

export interface ModelVersion {
  /** Empty until somebody read it. */
  id: string
  readonly number: number
  readonly text: string
}

export interface ModelDocument {
  id: string
  /** Of several generations of one project: the line of versions goes on. */
  readonly project: string | undefined
  readonly versions: Array<ModelVersion>
  baseline: string | undefined
  isGone: boolean
}

export interface ModelProject {
  id: string
  readonly sources: Array<{ id: string; readonly content: string; isGone: boolean }>
  isGone: boolean
}

/** What becomes of the next commit into the repository. */
export type GitTrouble = "none" | "lost" | "refused"

/** A text on its way into the repository. */
export interface ModelPublishing {
  readonly path: string
  readonly trouble: GitTrouble
  status: "pending" | "succeeded" | "failed"
  changed: boolean | undefined
  code: string | undefined
  /** What lay there before. */
  before?: string | undefined
}

export interface ModelGeneration {
  id: string
  readonly project: string | undefined
  readonly text: string
  status: "queued" | "succeeded" | "cancelled"
  readonly publishing: ModelPublishing | undefined
  document?: ModelDocument
  version?: ModelVersion
  isRead: boolean
  /** The process ended, or had no store, while it was under way: its token may be forgotten. */
  isUncertain: boolean
}

export interface ModelPublication {
  id: string
  readonly version: ModelVersion
  readonly publishing: ModelPublishing
  isRead: boolean
  isUncertain: boolean
}

export interface DocsModel {
  readonly projects: Array<ModelProject>
  readonly contexts: Array<{ id: string; isGone: boolean }>
  readonly documents: Array<ModelDocument>
  readonly generations: Array<ModelGeneration>
  readonly publications: Array<ModelPublication>
  /** What was begun by a delivery of the code host, and when. */
  readonly deliveries: Map<string, { readonly one: ModelGeneration; readonly at: number }>
  /** The texts in the repository, by their path. */
  readonly repository: Map<string, string>
  /** The SHA-256 of each text, once somebody read it. */
  readonly digests: Map<string, string>
}

export const makeDocsModel = (): DocsModel => ({
  projects: [],
  contexts: [],
  documents: [],
  generations: [],
  publications: [],
  deliveries: new Map(),
  repository: new Map(),
  digests: new Map()
})

export const latestOf = ({ versions }: ModelDocument): ModelVersion => versions.at(-1)!

/** The text becomes a version, unless it is the latest one's. */
export const record = (document: ModelDocument, text: string, isForced = false): ModelVersion => {
  const latest = document.versions.at(-1)
  if (latest?.text === text && !isForced) return latest
  const version = { id: "", number: (latest?.number ?? 0) + 1, text }
  document.versions.push(version)
  return version
}

const failures = { lost: "timeout", refused: "publish_conflict" } as const

const commit = ({ repository }: DocsModel, publishing: ModelPublishing, text: string): void => {
  const { path, trouble } = publishing
  publishing.before = repository.get(path)
  if (trouble !== "refused") repository.set(path, text)
  if (trouble === "none") Object.assign(publishing, { status: "succeeded", changed: publishing.before !== text })
  else Object.assign(publishing, { status: "failed", code: failures[trouble] })
}

const run = (docs: DocsModel, one: ModelGeneration): void => {
  const { project, publishing, text } = one
  const known = docs.documents.find(
    (document) => project !== undefined && document.project === project && !document.isGone
  )
  const document = known ?? { id: "", project, versions: [], baseline: undefined, isGone: false }
  if (known === undefined) docs.documents.push(document)
  Object.assign(one, { document, version: record(document, text), status: "succeeded" })
  if (publishing !== undefined) commit(docs, publishing, text)
}

/** Lets everything happen that was asked for: generations and publications need no time. */
export const passDocs = (docs: DocsModel): void => {
  for (const one of docs.generations) if (one.status === "queued") run(docs, one)
  for (const { publishing, version } of docs.publications)
    if (publishing.status === "pending") commit(docs, publishing, version.text)
}
