/** Everything that guides and readmes are made of, gathered from whatever sources there are. */
import type { ApiModel } from "../../model/ApiModel.ts"
import type { ChangesModel } from "../../model/ChangesModel.ts"
import type { RepositoryModel } from "../../model/RepositoryModel.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import type { TextModel } from "../../model/TextModel.ts"
import { textModelOf } from "../../sources/prose/readProse.ts"
import { wordsOf } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { htmlToLines } from "../markdown/inline.ts"
import { passagesOf, plainHeading, textOfPassage, type Passage } from "./Passage.ts"
import { codesOf, rolesOf, settingsOf, type CodeRow, type Role, type Setting } from "./rows.ts"
import { shortName } from "./shortName.ts"
import { topicOfHeading } from "./topics.ts"

/** What the sources hold. */
export interface Material {
  /** What is described, by name. */
  readonly name: string
  readonly passages: ReadonlyArray<Passage>
  readonly settings: ReadonlyArray<Setting>
  readonly codes: ReadonlyArray<CodeRow>
  readonly roles: ReadonlyArray<Role>
  readonly apis: ReadonlyArray<ApiModel>
  readonly repositories: ReadonlyArray<RepositoryModel>
  readonly changes: ReadonlyArray<ChangesModel>
}

const isName = (title: string): boolean => wordsOf(title).length <= 3 && !/^\w+ing\b/i.test(title)

/** `Introduction to Moov Watchman` → `Moov Watchman`. */
const named = (title: string): string =>
  plainHeading(title)
    .replace(/^(?:an? )?(?:introduction|intro|guide|welcome|overview)(?: to| of|:)\s+/i, "")
    .replace(/\s+(?:documentation|docs|readme|guide|manual|user guide|overview|introduction)$/i, "")

/** `Parcelbook is a small service …` → `Parcelbook`. */
const subject = /^([A-Z][\w-]*(?: [A-Z][\w-]*){0,3}) is (?:an?|the)\b/

/** A word with capitals inside a sentence, as names of products are; the most frequent one, if it comes three times. */
const properName = ({ text }: TextModel): string | undefined => {
  const counts = new Map<string, number>()
  for (const [, word] of text.matchAll(/(?<=[a-z,] )([A-Z][a-z]+[A-Z]?[A-Za-z]*)(?![\w-])/g)) {
    counts.set(word!, (counts.get(word!) ?? 0) + 1)
  }
  const [best] = [...counts].filter(([, count]) => count >= 3).sort(([, a], [, b]) => b - a)
  return best?.[0]
}

const nameOfText = (model: TextModel): string | undefined => {
  if (model.title !== undefined && isName(named(model.title))) return named(model.title)
  const paragraph = model.blocks.find(({ kind }) => kind === "paragraph")
  const found = paragraph?.kind === "paragraph" ? subject.exec(paragraph.text)?.[1] : undefined
  return found ?? properName(model) ?? (model.title === undefined ? undefined : named(model.title))
}

const nameOfRepository = (model: RepositoryModel): string => {
  const manifest = model.manifests.find(({ name, path }) => name !== undefined && !path.includes("/"))
  return (manifest === undefined ? undefined : shortName(manifest)) ?? model.name
}

const nameOf = (source: SourceModel): string | undefined => {
  if (source.kind === "api") return source.title
  if (source.kind === "repository") return nameOfRepository(source)
  return source.kind === "text" ? nameOfText(source) : undefined
}

/** Documents of a repository that a guide repeats: those whose name says what they are about. */
const isGuide = (path: string): boolean =>
  !/change|licen[cs]e|contribut|code_of_conduct|security\.md$|releas|decisions?\//i.test(path) &&
  topicOfHeading(
    path
      .split("/")
      .at(-1)!
      .replace(/\.\w+$/, "")
      .replaceAll(/[-_]/g, " ")
  ) !== undefined

/** Guides repeat documents and stand elsewhere; a readme stands where the old one did and links to documents. */
export type Use = "guide" | "links"

const passagesOfRepository = (model: RepositoryModel, use: Use): ReadonlyArray<Passage> => {
  const { documents, readme } = model
  if (use === "links") return readme === undefined ? [] : passagesOf(readme.text, readme.path)
  return [
    ...(readme === undefined ? [] : passagesOf(withoutRelativeLinks(readme.text), readme.path)),
    ...documents
      .filter(({ path }) => isGuide(path))
      .flatMap(({ path, text }) => passagesOf(withoutRelativeLinks(text), path))
  ]
}

const relativeLink = /(?<!!)\[([^\]]+)\]\(\s*(?!https?:|mailto:|#)([^)\s]+)(?:\s+"[^"]*")?\)/g

/** Links to files beside the source lead nowhere from a document elsewhere: their words stay, with the file's name. */
const withoutRelativeLinks = (model: TextModel): TextModel => {
  const plain = (text: string) =>
    text.replaceAll(relativeLink, (_, label: string, path: string) =>
      label.includes(path.replace(/#.*$/, "")) || !/\.\w+(?:#|$)/.test(path)
        ? label
        : `${label} (\`${path.replace(/#.*$/, "")}\`)`
    )
  const blocks = model.blocks.map((block) => {
    if (block.kind === "code") return block
    if (block.kind === "list") return { ...block, items: block.items.map(plain) }
    if (block.kind === "table") return { ...block, rows: block.rows.map((row) => row.map(plain)) }
    return { ...block, text: plain(block.text) }
  })
  return { ...model, blocks }
}

const passagesOfSource = (source: SourceModel, use: Use): ReadonlyArray<Passage> => {
  if (source.kind === "text") return passagesOf(withoutRelativeLinks(source), "the text")
  if (source.kind === "repository") return passagesOfRepository(source, use)
  if (source.kind !== "api" || source.description === undefined) return []
  const model = textModelOf(htmlToLines(source.description))
  return passagesOf(model, "the description").map((passage) => ({ ...passage, level: Math.max(passage.level, 2) }))
}

/** Variables of example files, which passages need not speak of. */
const settingsOfRepository = ({ facts }: RepositoryModel): ReadonlyArray<Setting> =>
  facts
    .filter(({ name }) => name.startsWith("env "))
    .map(({ evidence, meaning, name, value }) => ({
      name: name.slice(4),
      ...(meaning === undefined ? {} : { meaning }),
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

/** Completes rows with what reference documents say of the same names; says which documents helped. */
const withReferences = (material: Material, brief: Brief): Material => {
  let { codes, settings } = material
  for (const { content, name } of brief.references) {
    const passages = passagesOf(textModelOf(content), name)
    const more = new Map(settingsOf(passages).map((setting) => [setting.name, setting]))
    const meanings = new Map(codesOf(passages).map((row) => [row.code, row]))
    const before = JSON.stringify([settings, codes])
    settings = settings.map((setting) => ({ ...more.get(setting.name), ...setting }))
    codes = codes.map((row) => (row.meaning === "" ? { ...row, meaning: meanings.get(row.code)?.meaning ?? "" } : row))
    if (JSON.stringify([settings, codes]) !== before) continue
    brief.warn({ code: "context_not_used", message: `The reference ${name} adds nothing to what the sources name` })
  }
  return { ...material, codes, settings }
}

/** Gathers what the sources hold. */
export const gather = (sources: ReadonlyArray<SourceModel>, brief: Brief, use: Use = "guide"): Material => {
  const passages = sources.flatMap((source) => passagesOfSource(source, use))
  const repositories = kindsOf(sources, "repository")
  const name = brief.name ?? sources.map(nameOf).find((found) => found !== undefined) ?? "the software"
  const material: Material = {
    name,
    passages,
    settings: byName([settingsOf(passages), ...repositories.map(settingsOfRepository)]),
    codes: codesOf(passages),
    roles: rolesOf(passages),
    apis: kindsOf(sources, "api"),
    repositories,
    changes: kindsOf(sources, "changes")
  }
  return withReferences(material, brief)
}

/** All words of the material, for looking up which terms are used. */
export const wordsOfMaterial = ({ apis, changes, passages }: Material): string =>
  [...passages.map(textOfPassage), ...apis.map((api) => JSON.stringify(api)), JSON.stringify(changes)].join("\n")
