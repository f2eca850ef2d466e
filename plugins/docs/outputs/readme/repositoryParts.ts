/** What a tree, its manifests and its comments say by themselves, for the sections of a readme. */
import type { DocComment, Manifest, RepositoryModel } from "../../model/RepositoryModel.ts"
import type { Brief } from "../Brief.ts"
import { installCommand } from "../guide/common.ts"
import { filledTable } from "../guide/tables.ts"
import { cell, code, inline, link } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"
import { firstSentence } from "../markdown/prose.ts"

/** Declarations that are listed unless the depth is full. Our choice. */
const maxDeclared = 40

const notPublic =
  /(?:^|\/)(?:tests?|_?examples?|bench(?:marks?)?|scripts?|internal|\.[^/]+|migrations?)\/|[._-](?:test|spec|bench)\.\w+$|_test\.go$|\.d\.ts$/i

/** Ecosystem → where what others import stands, if its manifest does not name it. */
const entriesOf: Readonly<Record<string, RegExp>> = {
  go: /^[^/]+$/,
  cargo: /^src\/lib\.rs$/,
  python: /^(?:src\/)?[^/]+\/__init__\.py$/
}

/** What others import: of what nobody installs, nothing; else what the manifest names, or the files nearest to the root. */
const publicComments = (model: RepositoryModel, manifest: Manifest | undefined): ReadonlyArray<DocComment> => {
  if (manifest === undefined || installCommand(manifest, model.files)?.startsWith("poetry ") !== false) return []
  const all = model.comments.filter(
    ({ kind, path }) => !notPublic.test(path) && kind !== "package" && kind !== "module"
  )
  const entries = new Set((manifest?.entries ?? []).map(({ value }) => value.replace(/^\.\//, "")))
  const named = all.filter(({ path }) => entries.has(path))
  const place = entriesOf[manifest.ecosystem]
  if (place !== undefined) return all.filter(({ path }) => place.test(path))
  const depthOf = ({ path }: DocComment) => path.split("/").length
  const least = Math.min(...all.map(depthOf))
  return named.length > 0 ? named : all.filter((one) => depthOf(one) === least)
}

/** What the code says of itself as a whole, right at its root. */
export const ofWhole = ({ comments }: RepositoryModel): string | undefined =>
  comments.find(
    ({ kind, name, path }) =>
      /^(?:package|module)$/.test(kind) &&
      name !== "main" &&
      /^(?:[^/]+|src\/lib\.rs|(?:src\/)?(?!tests?\/)[^/]+\/__init__\.py)$/.test(path)
  )?.text

/** Public declarations with the first sentence of their comments; empty where nothing is commented. */
export const declarations = (model: RepositoryModel, manifest: Manifest | undefined, brief: Brief): string => {
  const all = publicComments(model, manifest)
  const shown = brief.voice.depth === "full" ? all : all.slice(0, brief.voice.depth === "brief" ? 10 : maxDeclared)
  const rest = all.length - shown.length
  const more = rest === 0 ? "" : `\n\n${rest} more are described in the source.`
  const rows = shown.map(({ kind, name, path, text }) => [
    cell(code(name)),
    cell(kind),
    cell(brief.line(literals(inline(firstSentence(text))))),
    cell(code(path))
  ])
  return rows.length === 0 ? "" : filledTable(["Name", "Kind", "What it is", "File"], rows) + more
}

/** A file of the root by its usual name. */
export const rootFile = ({ files }: RepositoryModel, name: RegExp): string | undefined =>
  files.find(({ path }) => !path.includes("/") && name.test(path))?.path

/** Documents of the repository as links. */
export const documentLinks = ({ documents, readme }: RepositoryModel): string =>
  documents
    .filter(({ path }) => path !== readme?.path && !/licen[cs]e|contributing|change-?log/i.test(path))
    .map(({ path, text }) => `- ${link(inline(text.title ?? path), path)}`)
    .join("\n")
