/** A checked-out repository into a model: for a reference its API description, for notes its history, else what it is. */
import type { RepositorySnapshot, SnapshotFile } from "../../git/GitClient.ts"
import { apiName, apiPlace } from "../../ci/relevance.ts"
import { lettersOf } from "../../markdown/slug.ts"
import type { DocType } from "../../model/GeneratedDocument.ts"
import { isObject } from "../../model/Json.ts"
import type { RepositoryModel } from "../../model/RepositoryModel.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { Warning } from "../../model/Warning.ts"
import { readChangelog } from "../changes/readChangelog.ts"
import { readCommits } from "../changes/readCommits.ts"
import { limits } from "../limits.ts"
import { readOpenApi } from "../openapi/readOpenApi.ts"
import { isCollection, readCollection } from "../postman/readCollection.ts"
import { restructuredModelOf, siteTextModelOf, textModelOf } from "../prose/readProse.ts"
import { titlesIn, type Pages } from "../prose/restructuredWords.ts"
import { refuseSource } from "../SourceError.ts"
import { looksLikeJson, parseStructured, plainText } from "../structured/parseStructured.ts"
import { examplesOf } from "./examples.ts"
import { exported } from "./exported.ts"
import { factsOfFile, licenseName } from "./facts.ts"
import { isOfRoot } from "./fieldManifests.ts"
import { mainHead } from "./mainFile.ts"
import { goPrograms, readManifest } from "./manifests.ts"
import { scanComments } from "./scanComments.ts"

/** Decisions docs 4.9: API descriptions near the root come first. */
const apiFolders = /^(?:(?:api|docs|openapi|spec)\/)?[^/]+$/i
const notOurs = /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|testdata|fixtures|__tests__|test|tests)\//i

const baseName = (path: string): string => path.split("/").at(-1)!

/** Whether a text is an OpenAPI description by its marks: its version, in YAML at the top, in JSON beside what it describes. */
const describesApi = (text: string): boolean =>
  looksLikeJson(text)
    ? /"(?:openapi|swagger)"\s*:\s*"[23]\.\d/.test(text) && /"(?:paths|webhooks)"\s*:/.test(text)
    : /^["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.\d/m.test(text)

const isApiFile = ({ path, text }: SnapshotFile): boolean =>
  text !== undefined && !notOurs.test(path) && (apiName.test(path) || (apiPlace.test(path) && describesApi(text)))

/** The API descriptions of a repository, best first: near the root, then those that are called so, then larger ones. */
const apiFiles = (files: ReadonlyArray<SnapshotFile>): ReadonlyArray<SnapshotFile> =>
  files
    .filter(isApiFile)
    .sort(
      (a, b) =>
        Number(apiFolders.test(b.path)) - Number(apiFolders.test(a.path)) ||
        Number(apiName.test(b.path)) - Number(apiName.test(a.path)) ||
        b.bytes - a.bytes ||
        (a.path < b.path ? -1 : 1)
    )

const readApi = ({ files }: RepositorySnapshot): ReadSource => {
  const [file] = apiFiles(files)
  if (file === undefined) {
    const message =
      "The repository has no API description: no file named openapi, swagger or postman_collection, and none in api, docs, openapi or spec"
    throw refuseSource("no_api_description_found", message)
  }
  const root = parseStructured(plainText(file.text!))
  if (!isObject(root)) throw refuseSource("parse_failed", `${file.path} is no API description`)
  return isCollection(root) ? readCollection(root) : readOpenApi(root)
}

const readChanges = ({ files, log, url }: RepositorySnapshot): ReadSource => {
  if (log.trim() !== "") return readCommits(log, url.replace(/(?:\.git)?\/?$/, ""))
  const changelog = files.find(
    ({ path, text }) => text !== undefined && /^(?:change(?:s|log)|history|news)(?:\.md|\.txt)?$/i.test(path)
  )
  return changelog === undefined ? readCommits("", "") : readChangelog(plainText(changelog.text!))
}

/** Files worth looking into, within the limits; the others are counted as skipped. */
const readable = (files: ReadonlyArray<SnapshotFile>, warn: (warning: Warning) => void) => {
  const chosen: Array<SnapshotFile & { readonly text: string }> = []
  let bytes = 0
  let skipped = 0
  for (const file of files) {
    if (notOurs.test(file.path)) continue
    if (file.isOwn === true) {
      const message = `${file.path} is a document of this service, and no source of others`
      warn({ code: "file_skipped", message })
      continue
    }
    const fits = file.bytes <= limits.fileBytes && bytes + file.bytes <= limits.repositoryBytes
    if (file.text === undefined || !fits || chosen.length >= limits.repositoryFiles) {
      skipped += 1
      continue
    }
    bytes += file.bytes
    chosen.push({ ...file, text: file.text })
  }
  if (skipped > 0)
    warn({
      code: "file_skipped",
      message: `${skipped === 1 ? "1 file was" : `${skipped} files were`} not looked into: one of too many, too large, or no text`
    })
  return chosen
}

/** Texts that programs read. */
const forPrograms =
  /(?:^|\/)(?:requirements[\w.-]*|robots|CMakeLists|constraints|llms[\w-]*)\.txt$|(?:^|\/)AGENTS\.md$/i

const isDocument = (path: string): boolean =>
  (path === "INSTALL" || (/\.(?:md|mdx|rst|txt)$/i.test(path) && /^doc(?:s|umentation)?\/|^[A-Z]+\.md$/i.test(path))) &&
  !forPrograms.test(path)

/** A document that is only linked, with its title: its marks are those of odoc, AsciiDoc or Org, or it is one of many guides. */
const pageOf = (path: string, text: string): RepositoryModel["pages"] => {
  if (!/^doc(?:s|umentation)?\/.+\.(?:mld|adoc|org)$|^guides?\/.+\.md$/i.test(path)) return []
  const title = /^(?:\{0(?::\S+)? |= |#\+title: |# )[ \t]*([^{}\n]*[^{}\s])/im.exec(text)?.[1]?.replaceAll(/[[\]]/g, "")
  return [title === undefined ? { path } : { path, title }]
}

/** A readme without any mark of Markdown has a title and lists all the same. */
const titled = ({ path, text }: { readonly path: string; readonly text: string }): string =>
  /\.(?:md|rst)$/i.test(path) || /^(?:#{1,6} |[=~-]{3,}\s*$)/m.test(text)
    ? text
    : text.replace(/^([^\s<!*-][^\n]{0,60}[^\s.:!?])\n(?=\n)/, "# $1\n").replaceAll(/^ {2,8}(?=[*+-] \S)/gm, "")

/** A document of a repository; one of the root is no page of a site. `pages`: those in reStructuredText. */
const textOf = (file: { readonly path: string; readonly text: string }, pages: Pages) =>
  restructuredModelOf(file.text, file.path, pages) ??
  (/(?:^|\/)readme(?:\.\w+)?$/i.test(file.path) ? textModelOf(titled(file)) : siteTextModelOf(file.text))

/** Whether a readme speaks of the project: that of the folder of documents does where its title names it, and else of the folder. */
const isOfProject = (path: string, text: string, name: string): boolean =>
  !path.startsWith("docs/") || lettersOf(/^# .*|^.*(?=\n[=]{3})/m.exec(text)?.[0] ?? "").includes(lettersOf(name))

const modelOf = (snapshot: RepositorySnapshot, warn: (warning: Warning) => void): RepositoryModel => {
  const files = readable(snapshot.files, warn)
  const name = baseName(snapshot.url.replace(/\/+$/, "")).replace(/\.git$/, "")
  // Where hosts of code look for one, in their order.
  const found = [
    /^readme\.md$/i,
    /^readme\.(?:rst|a(?:scii)?doc)$/i,
    /^readme(?:\.txt)?$/i,
    /^\.github\/readme\.md$/i,
    /^docs\/readme\.(?:md|rst|a(?:scii)?doc)$/i
  ]
    .map((place) => files.find(({ path, text }) => place.test(path) && isOfProject(path, text, name)))
    .find((file) => file !== undefined)
  // Of a symbolic link git holds the path that it leads to.
  const readme = files.find(({ path }) => path === found?.text.trim()) ?? found
  const licences = files.filter(({ path }) =>
    /^(?:(?:\w+-)?licen[cs]es?|copying|unlicense)(?:[-._][\w.-]*)?$/i.test(path)
  )
  const read = files.flatMap(({ path, text }) => readManifest(path, text) ?? [])
  const packed = read.filter(({ ecosystem, isPrivate }) => ecosystem === "nuget" && isPrivate !== true)
  const manifests = read
    // Of several packages of a solution the one is meant that is called so.
    .filter((one) => packed.length < 2 || !packed.includes(one) || lettersOf(one.name ?? "") === lettersOf(name))
    .map((manifest) => {
      if (manifest.path !== "go.mod") return manifest
      const entries = goPrograms(files)
      // Who only imports it takes no heed of what it replaces.
      return { ...manifest, entries, isPrivate: manifest.isPrivate === true && entries.length > 0 }
    })
  const declared = manifests.find((one) => one.license !== undefined && isOfRoot(one))?.license
  const recognized = licences.flatMap(({ text }) => licenseName(text) ?? [])
  // The manifest says how several belong together; what the only file contradicts is an old name, or wrong.
  const isContradicted =
    declared === undefined || (licences.length === 1 && !lettersOf(declared).includes(lettersOf(recognized[0] ?? "")))
  const spdx = isContradicted && recognized.length === 1 ? recognized[0] : declared
  const license = { paths: licences.map(({ path }) => path), name: spdx }
  const named = manifests.flatMap((one) => (!isOfRoot(one) ? [] : (one.name?.split("/").at(-1) ?? [])))
  const names = new Set([name, ...named])
  const comments = files.flatMap(({ path, text }) => scanComments(path, text))
  const entries = manifests.flatMap((one) => one.entries.map(({ value }) => value.replace(/^\.\//, "")))
  const head = mainHead(files, names.size === 2 ? [...names] : [name])
  const pages = new Map(
    files.filter(({ path }) => /\.rst$/i.test(path)).map(({ path, text }) => [path, titlesIn(text)])
  )
  return {
    kind: "repository",
    name,
    url: snapshot.url,
    files: snapshot.files.map(({ bytes, path }) => ({ path, bytes })),
    ...(readme === undefined ? {} : { readme: { path: readme.path, text: textOf(readme, pages) } }),
    manifests,
    ...(license.paths.length === 0 && spdx === undefined ? {} : { license }),
    ...(head === undefined ? {} : { head }),
    examples: examplesOf(snapshot.files),
    comments: [
      ...exported(
        comments.filter(({ language }) => language === "typescript"),
        files,
        entries
      ),
      ...comments.filter(({ language }) => language !== "typescript")
    ],
    facts: files.flatMap(({ path, text }) => factsOfFile(path, text)),
    documents: files
      .filter(({ path }) => isDocument(path) && path !== readme?.path)
      .map((file) => ({ path: file.path, text: textOf(file, pages) })),
    pages: files.flatMap(({ path, text }) => pageOf(path, text))
  }
}

/** Reads a repository for a kind of document. Throws `SourceError` when it has no API description and one is asked for. */
export const readRepository = (snapshot: RepositorySnapshot, docType?: DocType): ReadSource => {
  const detected = { kind: "repository", format: "git", version: snapshot.commit } as const
  if (docType === "api-reference") return { ...readApi(snapshot), detected }
  if (docType === "release-notes") return { ...readChanges(snapshot), detected }
  const warnings: Array<Warning> = []
  return { detected, model: modelOf(snapshot, (warning) => void warnings.push(warning)), warnings }
}
