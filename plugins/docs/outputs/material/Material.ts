/** Everything that guides and readmes are made of, gathered from whatever sources there are. */
import type { ApiModel } from "../../model/ApiModel.ts"
import type { ChangesModel } from "../../model/ChangesModel.ts"
import type { Manifest, RepositoryModel } from "../../model/RepositoryModel.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import type { TextModel } from "../../model/TextModel.ts"
import { roughAt, textModelOf } from "../../sources/prose/readProse.ts"
import { isOfRoot } from "../../sources/repository/fieldManifests.ts"
import { lettersOf } from "../../markdown/slug.ts"
import { wordsIn } from "../../checks/sentences.ts"
import type { Brief } from "../Brief.ts"
import { htmlToLines } from "../markdown/htmlLines.ts"
import { htmlEmphasis } from "../markdown/inline.ts"

/** A heading without marks of Markdown. */
export const plainHeading = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/!?\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/(?<![\w*\\])\*(?=[^\s*])([^*]*[^\s*])\*(?![\w*])/g, "$1")
    .replaceAll(/\*\*|__|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "")
    .trim()
    .replace(/:$/, "")

/** The name without its owner; for Go without the major version behind it, and of a domain its first part; for Julia as packages are called there. */
export const shortName = ({ ecosystem, name }: Manifest): string | undefined => {
  if (ecosystem === "julia" && name !== undefined) return `${name}.jl`
  if (ecosystem !== "go" || name === undefined) return name?.split("/").at(-1)
  const path = name.replace(/[/.]v\d+$/, "")
  return path.includes("/") ? path.split("/").at(-1) : path.split(".")[0]
}

/** A text of the sources. */
export interface Authored {
  /** File or source, for the report. */
  readonly from: string
  readonly text: TextModel
  /** Whether a file or folder is beside the document, so that its links to it stay. */
  readonly holds?: ((path: string) => boolean) | undefined
  /** The files of the repository that it is of. */
  readonly files?: ReadonlySet<string> | undefined
}

/** Names in the report what of a text cannot be shown. */
export const dropLeft = ({ from, text }: Authored, brief: Brief): void =>
  void brief.dropped.push(
    ...(text.left ?? []).map(({ line, text: left }) => ({
      item: `${from}, line ${line}: ${left}`,
      reason: "Only the generator of its site knows what stands there"
    }))
  )

/** An environment variable of an example file. */
export interface Setting {
  readonly name: string
  readonly default?: string | undefined
  readonly meaning?: string | undefined
  readonly from: string
}

/** What is described where no source names it. */
export const unnamed = "the software"

/** What the sources hold. */
export interface Material {
  /** What is described, by name. */
  readonly name: string
  /** What people wrote: texts, documents of repositories, descriptions of APIs. */
  readonly texts: ReadonlyArray<Authored>
  readonly settings: ReadonlyArray<Setting>
  readonly apis: ReadonlyArray<ApiModel>
  readonly repositories: ReadonlyArray<RepositoryModel>
  readonly changes: ReadonlyArray<ChangesModel>
}

/** Titles that say what a text is about, and not what it describes. */
const topic =
  /^(?:(?:the|and|for|of|your?|my|advanced|basic|quick|user|users|administrators?|admin|command|line|how|to|an?) ?)*(?:introduction|overview|guide|manual|handbook|readme|documentation|docs|install|installation|setup|config|configuration|settings|options|usage|features|faq|troubleshooting|start|backups?|upgrades?|deployment|requirements|reference|apis?|interface|administration|tasks?|home|index|welcome|notes|draft)$/i

/** Whether a title says what a text is about, and not what it describes. */
export const isTopic = (title: string): boolean => topic.test(plainHeading(title))

const isName = (title: string): boolean => wordsIn(title).length <= 3 && !/^\w+ing\b/i.test(title) && !topic.test(title)

/** `Introduction to Moov Watchman` → `Moov Watchman`. */
const spokenName = (title: string): string =>
  plainHeading(title)
    .replace(/^(?:an? )?(?:introduction|intro|guide|welcome|overview)(?: to| of|:)\s+/i, "")
    .replace(/\s+(?:documentation|docs|readme|guide|manual|user guide|overview|introduction)$/i, "")

/** `Parcelbook is a small service …` → `Parcelbook`. */
const subject = /^([A-Z][\w-]*(?: [A-Z][\w-]*){0,3}) is (?:an?|the)\b/

/** Whether a text is called by the name of what it describes, and begins by saying what that is or does. */
const introduces = ({ blocks, title = "" }: TextModel, name: string): boolean => {
  const first = blocks.find(({ kind, source }) => kind === "paragraph" && !/^\[?!\[/.test(source))?.source ?? ""
  const spoken = spokenName(title)
  const [said = "", ...words] = first.replace(/^[^\p{L}\p{N}]+/u, "").split(spoken)
  return (
    lettersOf(spoken) === lettersOf(name) &&
    said === "" &&
    /^[^\p{L}\p{N}]* (?:is|has|was|\p{Ll}+s)\b(?! (?:are|were|can|could|may|must|should|will|have)\b)/u.test(
      words.join(spoken)
    )
  )
}

const nameOfText = (model: TextModel): string | undefined => {
  const own = model.title === undefined ? undefined : spokenName(model.title)
  if (own !== undefined && isName(own) && introduces(model, own)) return own
  const paragraph = model.blocks.find(({ kind }) => kind === "paragraph")
  return paragraph?.kind === "paragraph" ? subject.exec(paragraph.text)?.[1] : undefined
}

/** A name as the title of the readme spells it, where that is the same word: `textql` → `TextQL`. */
const spelled = (name: string, { readme }: RepositoryModel): string => {
  const { text = "", title = "" } = readme?.text ?? {}
  const ofHtml = /<h1\b[^<>]*>([^]{0,1000}?)<\/h1>/i.exec(text)?.[1] ?? ""
  const said = [title, ofHtml].map(
    (one) => spokenName(one.replaceAll(/!\[[^\][]*\]\([^()]*\)/g, "")).split(/\s+[-–—|]\s+|: /)[0]!
  )
  const own = said.find((one) => lettersOf(one) === lettersOf(name))
  return own?.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") ?? name
}

const nameOfRepository = (model: RepositoryModel): string => {
  const named = model.manifests.filter((one) => one.name !== undefined && isOfRoot(one))
  // What is never published may be called anything, such as the root of a workspace.
  const manifest =
    named.find((one) => lettersOf(shortName(one)!) === lettersOf(model.name)) ??
    named.find(({ isPrivate }) => isPrivate !== true)
  return spelled((manifest === undefined ? undefined : shortName(manifest)) ?? model.name, model)
}

const nameOf = (source: SourceModel): string | undefined => {
  if (source.kind === "api")
    return source.title
      .replace(/[\s.:]+$/, "")
      .replace(/(?<=\S)\s+(?:documentation|docs|reference|specification)$/i, "")
  if (source.kind === "repository") return nameOfRepository(source)
  return source.kind === "text" ? nameOfText(source) : undefined
}

/** Documents of a repository that a guide repeats: those whose name says that they lead somebody. */
const isGuide = (path: string): boolean =>
  /(?:^|\/)(?:(?:[a-z\d]+[-_]){1,3}(?:options|settings|configuration|questions|faq|usage|installation|troubleshooting)|install\w*|usage|guide|manual|handbook|documentation|user[-_]?guide|getting[-_]?started|quick[-_]?start|how[-_]?tos?|configur\w*|settings|options|environment(?:[-_]variables)?|admin\w*|deploy\w*|self[-_]?host\w*|docker|reverse[-_]?proxy|monitoring|maintenance|tutorial\w*|faq|troubleshooting|upgrad\w*|backup\w*)\.\w+$/i.test(
    path
  ) && !ofDevelopers.test(path)

/** Folders of what those read who develop a thing. */
const ofDevelopers =
  /(?:^|\/)[^/]*(?:contribut|develop|build)[^/]*$|(?:^|\/)(?:dev|devel|developers?|development|contribut\w*|internals?|design|rfcs?|architecture)\//i

/** Whether a file is in AsciiDoc, which is not read. */
export const isRough = ({ path, text }: { readonly path: string; readonly text: TextModel }): boolean =>
  /\.a(?:scii)?doc$/i.test(path) || (!/\.(?:mdx?|rst)$/i.test(path) && roughAt(text.text) !== -1)

/** When its readers need a document, by its name: the names of files have no order. */
const stageOf = (path: string): number => {
  const name = path.replace(/^.*\//, "")
  const stages = [
    /^(?:install|getting|quick)/i,
    /^(?!.*(?:faq|questions|troubl)|how|admin|deploy|self|docker|rever|monit|maint|upgrad|backup)/i,
    /^(?!.*(?:faq|questions|troubl)|how|maint|upgrad|backup)/i,
    /^(?!.*(?:faq|questions|troubl)|how)/i
  ]
  const found = stages.findIndex((stage) => stage.test(name))
  return found === -1 ? stages.length : found
}

/** Where a file of a repository is read on its host; nothing for a host of which that is not known. */
const fileAddress = (path: string, url = ""): string | undefined => {
  const [, host, name] = /^https:\/\/([^/]+)\/(.+?)(?:\.git)?\/?$/.exec(url) ?? []
  if (host === "github.com") return `https://raw.githubusercontent.com/${name}/HEAD/${path}`
  return host !== undefined && /(?:^|\.)gitlab\./.test(host) ? `https://${host}/${name}/-/raw/HEAD/${path}` : undefined
}

/** Guides repeat documents and stand elsewhere; a readme links to documents. */
export type Use = "guide" | "links"

/** `This is the reference of …`: a sentence of a description about itself, which is false of a guide. */
const ofItself =
  /(?<=^|\n|[.!?][ \t])This is (?:a|the) (?:\w+ ){0,2}(?:reference|specification|documentation)\b(?:(?!\n\n)[^])*?(?:[.!?](?=\s|$)[ \t]?|(?=\n\n)|$)/g

/** `This document describes …`: what the description does, in its own words. */
const itDescribes =
  /(?<=^|\n|[.!?][ \t])This (?:API )?(?:document|specification|reference|description)(?: page)? (?=(?:describes|documents|specifies|contains|lists|defines|outlines)\b)/g

const textsOf = (source: SourceModel, use: Use, brief: Brief): ReadonlyArray<Authored> => {
  if (source.kind === "text") return [{ from: "the text", text: source }]
  if (source.kind === "repository") {
    const documents =
      use === "links"
        ? []
        : source.documents
            .filter(({ path }) => isGuide(path))
            .sort((one, other) => stageOf(one.path) - stageOf(other.path))
    for (const { path } of use === "links" ? [] : source.documents) {
      if (isGuide(path)) continue
      const reason = ofDevelopers.test(path)
        ? "It is for those who develop it"
        : "Its name is none of a guide's documents"
      brief.dropped.push({ item: path, reason })
    }
    const all = [...(source.readme === undefined ? [] : [source.readme]), ...documents]
    // Its marks would stand among its words.
    const rough = new Set(all.filter(isRough))
    for (const { path } of rough) brief.dropped.push({ item: path, reason: "Its marks are none of Markdown" })
    const files = new Set(source.files.map(({ path }) => path))
    return all
      .filter((one) => !rough.has(one))
      .map(({ path, text }) => ({ from: path, files, text: { ...text, address: fileAddress(path, source.url) } }))
  }
  if (source.kind !== "api" || source.description === undefined) return []
  const words = source.description.replaceAll(itDescribes, "The API description ").replaceAll(ofItself, (found) => {
    brief.dropped.push({ item: `the description: ${found.trim()}`, reason: "It speaks of the description itself" })
    return ""
  })
  return [{ from: "the description", text: textModelOf(htmlEmphasis(htmlToLines(words))) }]
}

/** Variables of example files, which passages need not speak of. */
const settingsOfRepository = ({ facts }: RepositoryModel): ReadonlyArray<Setting> =>
  facts
    .filter(({ name }) => name.startsWith("env "))
    .map(({ evidence, meaning, name, value }) => ({
      name: name.slice(4),
      meaning,
      ...(value === "" ? {} : { default: value }),
      from: evidence
    }))

const kindsOf = <Kind extends SourceModel["kind"]>(sources: ReadonlyArray<SourceModel>, kind: Kind) =>
  sources.filter((source): source is Extract<SourceModel, { readonly kind: Kind }> => source.kind === kind)

const byName = (lists: ReadonlyArray<ReadonlyArray<Setting>>): ReadonlyArray<Setting> => {
  const found = new Map<string, Setting>()
  for (const setting of lists.flat()) found.set(setting.name, { ...setting, ...found.get(setting.name) })
  return [...found.values()]
}

/** Rows of tables and items of lists that say what a variable is: ``| `NAME` | meaning |``, ``- `NAME`: meaning``. */
const meaningOf = /^[|\-*+\s]*`([A-Z][A-Z0-9_]+)`\s*(?:[:|–—-])\s*([^|\n]+)/gm

/** Completes settings with what reference documents say of the same names; says which documents helped. */
const withReferences = (material: Material, brief: Brief): Material => {
  let { settings } = material
  for (const { content, name } of brief.references) {
    const meanings = new Map(Array.from(content.matchAll(meaningOf), ([, key, meaning]) => [key!, meaning!.trim()]))
    const before = settings
    settings = settings.map((setting) =>
      setting.meaning !== undefined || meanings.get(setting.name) === undefined
        ? setting
        : { ...setting, meaning: meanings.get(setting.name)! }
    )
    if (settings.some((setting, at) => setting !== before[at])) continue
    brief.warn({ code: "context_not_used", message: `The reference ${name} adds nothing to what the sources name` })
  }
  return { ...material, settings }
}

/** Gathers what the sources hold. */
export const gather = (sources: ReadonlyArray<SourceModel>, brief: Brief, use: Use = "guide"): Material => {
  const repositories = kindsOf(sources, "repository")
  const name = brief.name ?? sources.map(nameOf).find((found) => found !== undefined) ?? unnamed
  const material: Material = {
    name,
    texts: sources.flatMap((source) => textsOf(source, use, brief)),
    settings: byName(repositories.map(settingsOfRepository)),
    apis: kindsOf(sources, "api"),
    repositories,
    changes: kindsOf(sources, "changes")
  }
  return withReferences(material, brief)
}

/** Whether there is one text, and its title is a topic more than the name of what it describes: its chapters belong together, and it is called so. */
export const isPage = ({ name, texts }: Material): boolean => {
  const [only, ...others] = texts
  return only !== undefined && others.length === 0 && ownTitle(only.text) !== undefined && !introduces(only.text, name)
}

/** Whether a heading says all that the name of its file says, in more than a word: it is the title of the whole. */
const isOfFile = (heading: string, address = ""): boolean => {
  const [name = ""] = /[^/]*(?=\.\w+$)/.exec(address) ?? []
  const said = wordsIn(heading.toLowerCase())
  const words = name.toLowerCase().split(/[-_]+/)
  return words.length > 1 && words.every((word) => said.some((one) => one.startsWith(word)))
}

/** The title of a text; not a topic among others of its level, which is a chapter. */
export const ownTitle = ({ address, blocks, text, title }: TextModel): string | undefined => {
  const [first, ...others] = blocks.filter((block) => block.kind === "heading")
  const isChapter = first !== undefined && first === blocks[0] && others.some(({ level }) => level <= first.level)
  const isAbout = first !== undefined && !isOfFile(first.text, address) && (first.level !== 1 || isTopic(first.text))
  // Settings of a site say how the text below them is called.
  const hasSettings = /^(?:---|\+\+\+)[ \t]*\n/.test(text)
  return isChapter && first.text === title && isAbout && !hasSettings ? undefined : title
}

/** All words of the material, for looking up which terms are used. */
export const wordsOfMaterial = ({ apis, changes, texts }: Material): string =>
  [...texts.map(({ text }) => text.text), ...apis.map((api) => JSON.stringify(api)), JSON.stringify(changes)].join("\n")
