/** Invariants of the documentation service: checks on its rows and on the repository outside. */
import type { RegionStore } from "../../src/services/Store.ts"
import * as Effect from "effect/Effect"
import { digestOf } from "./repository.ts"
import type { World } from "./World.ts"

const docsScope = "docs/test"

export interface DocsRows {
  readonly generations: ReadonlyArray<any>
  readonly publications: ReadonlyArray<any>
  /** `document_id`, `number` and the rest as one text, by which a change shows. */
  readonly versions: ReadonlyArray<{
    readonly id: string
    readonly documentId: string
    readonly number: number
    readonly whole: string
    readonly state: any
  }>
  readonly documents: ReadonlyArray<any>
  /** What still waits to be run: ids of generations and publications. */
  readonly waiting: ReadonlySet<string>
}

export type Found = Iterable<readonly [about: string, wrong: string]>

const isOver = ({ status }: any): boolean => !["queued", "running", "pending"].includes(status)

/** A finished document never changes, and what has ended stays as it ended. */
export function* textsStay({ generations, publications, versions }: DocsRows, ends: Map<string, string>): Found {
  const all = [
    ...versions.map(({ id, whole }) => [id, whole] as const),
    ...[...generations, ...publications].filter(isOver).map((one) => [one.id as string, JSON.stringify(one)] as const)
  ]
  for (const [id, whole] of all) {
    const before = ends.get(id)
    if (before !== undefined && before !== whole) yield [id, `was ${before} and is ${whole}`]
    ends.set(id, whole)
  }
}

/** Versions count from 1, and the document names the last one. */
export function* versionsCount({ documents, versions }: DocsRows): Found {
  for (const { id, latestNumber, latestVersionId } of documents) {
    const own = versions
      .filter(({ documentId }) => documentId === id)
      .toSorted((one, other) => one.number - other.number)
    if (own.some(({ number }, at) => number !== at + 1))
      yield [id, `has versions ${own.map(({ number }) => number).join(", ")}`]
    if (own.at(-1)?.id !== latestVersionId || own.length !== latestNumber)
      yield [id, `names ${latestVersionId} its latest version`]
  }
  const known = new Set(documents.map(({ id }) => id))
  for (const { documentId, id } of versions) if (!known.has(documentId)) yield [id, "belongs to no document"]
}

/** One key, one effect: as many of each as were asked for, and one version of a generation. */
export function* docsKeysWorkOnce(
  { generations, publications, versions }: DocsRows,
  { model: { docs } }: World
): Found {
  if (generations.length !== docs.generations.length)
    yield ["docs", `${generations.length} generations, ${docs.generations.length} were asked for`]
  const own = publications.filter(
    (one) => one.generationId === null || !generations.some(({ publish }) => publish?.outcome?.id === one.id)
  )
  if (own.length !== docs.publications.length)
    yield ["docs", `${own.length} publications, ${docs.publications.length} were asked for`]
  const made = new Set<string>()
  for (const { id, state } of versions) {
    if (state.generationId === null || state.name !== null) continue
    if (made.has(state.generationId)) yield [id, `is the second version of ${state.generationId}`]
    made.add(state.generationId)
  }
}

/** What was asked for has ended, or is run later. */
export function* workIsDone({ generations, publications, waiting }: DocsRows): Found {
  for (const one of [...generations, ...publications])
    if (!isOver(one) && !waiting.has(one.id) && !waiting.has(one.generationId))
      yield [one.id, `is ${one.status}, and nothing runs it`]
}

/** The repository gets a text once, and whatever is called published is in it. */
export function* commitsAreOurs({ publications, versions }: DocsRows, { repository: { commits } }: World): Found {
  const last = new Map<string, string>()
  for (const { digest, path } of commits) {
    if (last.get(path) === digest) yield [path, "got the same text twice"]
    last.set(path, digest)
  }
  const digests = new Map(versions.map(({ id, state }) => [id, state.sha256 as string]))
  for (const { id, path, status, versionId } of publications) {
    const digest = digests.get(versionId)
    if (
      status === "succeeded" &&
      digest !== undefined &&
      !commits.some((one) => one.path === path && one.digest === digest)
    )
      yield [id, `succeeded, and ${path} never held its text`]
  }
}

const parsed = (state: string): any => JSON.parse(state.split("\nsealed:")[0]!)

/** The rows of the service, without those that were there before. */
export const readDocsRows = Effect.fnUntraced(function* (store: RegionStore, earlier: ReadonlySet<string>) {
  const rowsOf = (table: string) =>
    Effect.map(store.read<any>(`SELECT * FROM ${table} WHERE scope = ?`, [docsScope]), (rows) =>
      rows.filter(({ id }) => !earlier.has(id))
    )
  const statesIn = (table: string) => Effect.map(rowsOf(table), (rows) => rows.map(({ state }) => parsed(state)))
  const jobs = yield* store.read<{ readonly job_key: string }>(
    "SELECT job_key FROM jobs WHERE name LIKE 'docs.%' AND state = 'waiting'",
    []
  )
  return {
    generations: yield* statesIn("docs_generations"),
    publications: yield* statesIn("docs_publications"),
    documents: yield* statesIn("docs_documents"),
    versions: (yield* rowsOf("docs_versions")).map(({ content, document_id, id, number, sha256, state }) => ({
      id: String(id),
      documentId: String(document_id),
      number: Number(number),
      whole: `${number} ${sha256} ${digestOf(String(content))} ${state}`,
      state: parsed(state)
    })),
    waiting: new Set(jobs.map(({ job_key }) => job_key.split("~")[0]!))
  } satisfies DocsRows
})
