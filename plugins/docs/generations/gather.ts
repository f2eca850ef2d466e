/** Gathers the sources of a generation: kept texts, texts by address, repositories at their branch. */
import * as Effect from "effect/Effect"
import { DocsRefused } from "../errors.ts"
import { hashesOfVersions } from "../documents/repository.ts"
import { GitClient, type SnapshotFile } from "../git/GitClient.ts"
import type { Keeper } from "../keep.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { Target } from "../publish/Publication.ts"
import { RepoTokens } from "../git/RepoTokens.ts"
import * as projects from "../projects/operations.ts"
import { sha256Of } from "../sha256.ts"
import { maxSourceBytes, type Source } from "../projects/Source.ts"
import { Download } from "../sources/Download.ts"
import type { GivenSource } from "../workbench/Task.ts"

interface Gathered {
  readonly id?: string
  readonly sourceIds: ReadonlyArray<string>
  readonly docType: DocType
  readonly publish?: { readonly target: Target }
}

/** Commits that release notes look back on (decisions docs 4.9). */
const historyDepth = 200

const refusedBy = (failure: { readonly code: DocsRefused["code"]; readonly message: string }) =>
  new DocsRefused({ code: failure.code, message: failure.message })

/** The token of a generation that publishes, for reading at the same host: private repositories need it there too. */
const tokenFor = Effect.fnUntraced(function* (url: string, of: Gathered) {
  const target = of.publish?.target.repositoryUrl
  const same = target !== undefined && URL.parse(target)?.origin === URL.parse(url)?.origin
  return same && of.id !== undefined ? (yield* RepoTokens).of(of.id) : undefined
})

/** Files that may be guides of ours, published here before. A readme keeps its authors' words, whoever completed it. */
const mayBeOwn = /(?:^|\/)(?!readme\.)[^/]+\.mdx?$/i

/** Files, with a mark at each document that was published here: it would stand in the next one again. */
const markOwn = Effect.fnUntraced(function* (
  { scope, store }: Pick<Keeper, "store" | "scope">,
  files: ReadonlyArray<SnapshotFile>
) {
  const hashed = files.flatMap((file) =>
    file.text === undefined || !mayBeOwn.test(file.path) ? [] : [[file, sha256Of(file.text)] as const]
  )
  const known = yield* hashesOfVersions(
    store,
    scope,
    hashed.map(([, hash]) => hash)
  )
  const own = new Set(hashed.flatMap(([file, hash]) => (known.has(hash) ? [file] : [])))
  return files.map((file) => (own.has(file) ? { ...file, isOwn: true } : file))
})

const fromRepository = Effect.fnUntraced(function* (
  keeper: Pick<Keeper, "store" | "scope">,
  source: Source,
  url: string,
  of: Gathered
) {
  const { docType } = of
  const git = yield* GitClient
  const snapshot = yield* git
    .read({
      url,
      token: yield* tokenFor(url, of),
      ...(source.branch === null ? {} : { branch: source.branch }),
      depth: docType === "release-notes" ? historyDepth : 0
    })
    .pipe(Effect.mapError(refusedBy))
  const files = yield* markOwn(keeper, snapshot.files)
  return { name: source.name, kind: source.kind, content: "", snapshot: { ...snapshot, files } } satisfies GivenSource
})

const fromAddress = Effect.fnUntraced(function* (source: Source, url: string) {
  const download = yield* Download
  const content = yield* download.fetch({ url, maxBytes: maxSourceBytes }).pipe(Effect.mapError(refusedBy))
  return { name: source.name, kind: source.kind, content, url } satisfies GivenSource
})

/** The sources, in the order of the generation. Fails with `DocsRefused` when one cannot be had. */
export const gatherSources = (keeper: Pick<Keeper, "store" | "scope">, of: Gathered) =>
  Effect.forEach(
    of.sourceIds,
    Effect.fnUntraced(function* (id) {
      const source = yield* projects
        .retrieveSource(keeper, id)
        .pipe(
          Effect.catchTag("NotFound", () =>
            Effect.fail(refusedBy({ code: "not_found", message: "A source was removed" }))
          )
        )
      if (source.url !== null) {
        return yield* source.kind === "repository"
          ? fromRepository(keeper, source, source.url, of)
          : fromAddress(source, source.url)
      }
      const content = (yield* projects.contentOfSource(keeper, id)) ?? ""
      return { name: source.name, kind: source.kind, content } satisfies GivenSource
    })
  )
