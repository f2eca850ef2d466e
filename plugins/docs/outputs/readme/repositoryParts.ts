/** What a tree, its manifests and its comments say by themselves, for the sections of a readme. */
import type { DocComment, Manifest, RepositoryModel } from "../../model/RepositoryModel.ts"
import type { Brief } from "../Brief.ts"
import { installCommand, rootManifest } from "../guide/common.ts"
import { filledTable } from "../markdown/table.ts"
import { cell, code, inline, link, plain } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"
import { cellProse, firstSentence } from "../markdown/prose.ts"
import { folderOf, isIndex, showsUse, type Introduction } from "./introduction.ts"

/** Declarations that are listed unless the depth is full. Our choice. */
const maxDeclared = 40

const notPublic =
  /(?:^|\/)(?:tests?|_?examples?|bench(?:marks?)?|scripts?|internal|\.[^/]+|migrations?)\/|[._-](?:test|spec|bench)\.\w+$|_test\.go$|\.d\.ts$/i

/** Ecosystem → where what others import stands. */
const entriesOf: Readonly<Record<string, RegExp>> = {
  npm: /\.[cm]?[jt]sx?$/,
  go: /^[^/]+$/,
  cargo: /^src\/lib\.rs$/,
  python: /^(?:src\/)?[^/]+\/__init__\.py$/,
  gradle: /\.(?:java|kt)$/,
  maven: /\.(?:java|kt)$/
}

/** What others import: of what nobody installs, nothing. */
const publicComments = (model: RepositoryModel, manifest: Manifest | undefined): ReadonlyArray<DocComment> => {
  // A program, and what is installed from its tree only, is imported by nobody.
  const command = manifest === undefined ? undefined : installCommand(manifest, model.files)
  if (
    manifest === undefined ||
    command === undefined ||
    /^(?:poetry|cargo install|go install|npm install --global) /.test(command)
  )
    return []
  const all = model.comments.filter(
    ({ isMember, path, text }) => isMember !== true && !notPublic.test(path) && !text.startsWith("@")
  )
  const place = entriesOf[manifest.ecosystem]
  return place === undefined ? [] : all.filter(({ path }) => place.test(path))
}

/** Public declarations with the first sentence of their comments; empty where nothing is commented. */
export const declarations = (model: RepositoryModel, manifest: Manifest | undefined, brief: Brief): string => {
  const all = publicComments(model, manifest)
  const shown = brief.voice.depth === "full" ? all : all.slice(0, brief.voice.depth === "brief" ? 10 : maxDeclared)
  const rest = all.length - shown.length
  const more = rest === 0 ? "" : `\n\n${rest} more are described in the source.`
  const openings = Map.groupBy(shown, ({ text }) => firstSentence(text))
  const rows = shown.map(({ kind, name, path, text }) => {
    const opening = firstSentence(text)
    // What begins as another one does is told whole, or they would be the same.
    const isAlone = openings.get(opening)!.length === 1
    const told = isAlone ? inline(opening) : cellProse(text.replace(/^(?:#|```|@\w)[^]*/m, ""))
    return [cell(code(name)), cell(kind), cell(brief.line(literals(told))), cell(code(path))]
  })
  return rows.length === 0 ? "" : filledTable(["Name", "Kind", "What it is", "File"], rows) + more
}

/** A file of the root by its usual name. */
export const rootFile = ({ files }: RepositoryModel, name: RegExp): string | undefined =>
  files.find(({ path }) => !path.includes("/") && name.test(path))?.path

/** Pages of documents that are linked one by one. Our choice. */
const maxPages = 20

/** Characters of a title that a link has as its words. Our choice. */
const maxTitle = 80

/** What speaks to those who develop it. */
const forDevelopers =
  /^(?:contributing|devel\w*|hacking|maintain\w*|mainten\w*|code_of_conduct|governance|authors?|agents|claude|todo|releas\w+|pull_request\w*|issue\w*)\.\w+$/i

/** Pages that may be linked: those that say something, but for what the readme holds or leads to elsewhere. */
const pagesOf = ({ documents }: RepositoryModel, { texts }: Introduction, brief: Brief) =>
  documents.filter(({ path, text }) => {
    const isElsewhere =
      /licen[cs]e|\blegal\/|change-?(?:s|log)|^install|^(?:news|history|notice)\./i.test(path) ||
      forDevelopers.test(path.replace(/^.*\//, ""))
    if (isElsewhere || texts.some(({ from }) => from === path)) return false
    if (text.blocks.some(({ kind }) => kind !== "heading" && kind !== "definitions")) return true
    brief.dropped.push({ item: path, reason: "Only the generator of its site can show what it holds" })
    return false
  })

/** Where it is at home, unless that is the repository itself or what is moved leads there. */
const homeOf = (model: RepositoryModel, { texts }: Introduction): ReadonlyArray<string> => {
  const bare = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/(?:\.git)?(?:#.*)?\/*$/, "")
  const { homepage = "" } = rootManifest(model) ?? {}
  const known = [model.url ?? "", ...texts.map(({ text }) => text.text)]
  return bare(homepage) === "" || known.some((text) => text.includes(bare(homepage)))
    ? []
    : [link("Homepage", homepage)]
}

/** Pages that their author numbered, in his order. */
const byNumber = new Intl.Collator("en", { numeric: true })

/** Documents of the repository as links: the page that they begin with first, then what changed. */
export const documentLinks = (model: RepositoryModel, introduction: Introduction, brief: Brief): string => {
  const pages = pagesOf(model, introduction, brief)
  const titled = [
    ...pages.map(({ path, text }) => ({
      path,
      title: inline((text.title ?? "").length > maxTitle ? path : (text.title ?? path))
    })),
    ...model.pages.map(({ path, title = path }) => ({ path, title: plain(title) }))
  ].toSorted(
    (one, other) => Number(isIndex(other.path)) - Number(isIndex(one.path)) || byNumber.compare(one.path, other.path)
  )
  const index = model.documents.find(({ path }) => isIndex(path))?.path
  const folder =
    /^.*(?=\/)/.exec(index ?? "")?.[0] ??
    /^doc(?:s|umentation)?(?=\/)/im.exec(titled.map(({ path }) => path).join("\n"))?.[0]
  const isLong = titled.length > maxPages && folder !== undefined
  const shown = isLong ? titled.filter(({ path }) => !path.startsWith(`${folder}/`)) : titled
  const changes = rootFile(model, /^(?:change(?:s|[-_]?log)|history|news|release[-_]?notes)(?:\.\w+)?$/i)
  const isShown = !showsUse(introduction) && model.examples.some(({ text }) => text !== undefined)
  const [{ path: example = undefined } = {}] = isShown ? [] : model.examples
  return [
    ...homeOf(model, introduction),
    ...(isLong ? [link("Documents", folder)] : []),
    ...shown.map(({ path, title }) => link(title, path)),
    ...(example === undefined ? [] : [link("Examples", folderOf.exec(example)?.[0] ?? example)]),
    ...(changes === undefined ? [] : [link("Changes", changes)])
  ]
    .map((one) => `- ${one}`)
    .join("\n")
}

/** The licence, and all files that hold it. */
export const licenceText = ({ name, paths }: NonNullable<RepositoryModel["license"]>): string => {
  const [only, ...others] = paths
  if (only === undefined) return plain(name ?? "")
  if (others.length === 0) return link(plain(name ?? "See the license file"), only)
  return `${plain(name ?? "See the license files")}: ${paths.map((path) => link(plain(path), path)).join(", ")}`
}
