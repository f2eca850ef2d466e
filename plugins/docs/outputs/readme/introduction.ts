/**
 * What the authors of a tree without a readme wrote of it elsewhere: the description of a manifest, the page that their documents begin with, the
 * head of the main file, examples. Their blocks are moved whole; the report names what was seen and is not used.
 */
import type { Manifest, RepositoryModel } from "../../model/RepositoryModel.ts"
import type { TextBlock, TextModel } from "../../model/TextModel.ts"
import { lettersOf } from "../../markdown/slug.ts"
import { textModelOf } from "../../sources/prose/readProse.ts"
import type { Brief } from "../Brief.ts"
import { authoredGuide } from "../guide/authored.ts"
import type { Chapter } from "../guide/Chapter.ts"
import { rootManifest } from "../guide/common.ts"
import { fenced, link, plain } from "../markdown/inline.ts"
import type { Authored, Material } from "../material/Material.ts"
import type { Tree } from "./claims.ts"
import { atRoot } from "./moved.ts"

/** The page that documents begin with. */
export const isIndex = (path: string): boolean => /^docs?\/(?:(?:src|source)\/)?index\.\w+$/i.test(path)

/** What says of a tree what it is, with the chapters of the same author. */
export interface Introduction {
  /** A description in a sentence. */
  readonly sentence: string | undefined
  readonly lead: ReadonlyArray<TextBlock>
  readonly chapters: ReadonlyArray<Chapter>
  /** The texts that it is made of. */
  readonly texts: ReadonlyArray<Authored>
}

const installs = /\binstall|\bset(?:ting)? ?up\b|\brequirements\b/i

/** Whether a heading is of how a thing is installed. */
export const isInstall = (heading: string): boolean => installs.test(heading)

/** The blocks of code of a text but for those below headings of installation, each with a paragraph right before it that leads to it. */
const codeIn = ({ blocks }: TextModel): ReadonlyArray<TextBlock> => {
  let isInstall = false
  return blocks.flatMap((block, at) => {
    if (block.kind === "heading") isInstall = installs.test(block.text)
    if (block.kind !== "code" || isInstall) return []
    const before = blocks[at - 1]
    return before?.kind === "paragraph" && before.text.trimEnd().endsWith(":") ? [before, block] : [block]
  })
}

/** Whether a text has a chapter on how it is installed, or the commands that do it. */
export const tellsInstall = (texts: ReadonlyArray<Authored>, commands: ReadonlyArray<string>): boolean =>
  texts.some(({ text }) =>
    text.blocks.some(
      (block) =>
        (block.kind === "heading" && installs.test(block.text)) ||
        (block.kind === "code" && commands.some((command) => block.text.includes(command)))
    )
  )

/** Whether a page speaks of the project: it names it before its first chapter, and says something there. */
const isOfProject = ({ blocks, title = "" }: TextModel, names: ReadonlyArray<string>): boolean => {
  const chapter = blocks.findIndex((block, at) => at > 0 && block.kind === "heading")
  const lead = chapter === -1 ? blocks : blocks.slice(0, chapter)
  const words = lead.filter(({ kind }) => kind === "paragraph").map(({ source }) => source)
  const said = lettersOf([title, ...words].join(" "))
  return words.length > 0 && names.some((name) => said.includes(lettersOf(name)))
}

/** Whether a sentence leads to what only the generator of its site shows: "Here is an example:". */
const leadsNowhere = ({ blocks, left = [] }: TextModel): boolean =>
  left.some(({ line }) => {
    const before = blocks.findLast((block) => block.line < line)
    return before?.kind === "paragraph" && before.source.trimEnd().endsWith(":")
  })

/** The page of the documents as it is at the root, or why it is not taken. */
const pageOf = (model: RepositoryModel, name: string, tree: Tree, brief: Brief): Authored | undefined => {
  for (const { path, text } of model.documents.filter((one) => isIndex(one.path))) {
    const isOwn = isOfProject(text, [name, rootManifest(model)?.name ?? name])
    if (isOwn && !leadsNowhere(text)) {
      const moved = textModelOf(atRoot({ path, text }, tree))
      return { from: path, text: { ...moved, left: text.left }, holds: (url) => tree.has(url) }
    }
    const reason = isOwn
      ? "A sentence of it leads to what only the generator of its site shows"
      : `It does not name ${name} before its first chapter`
    brief.dropped.push({ item: path, reason })
  }
  return undefined
}

/** Words that carry what a sentence says. */
const contentOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu)
      ?.filter((word) => !/^(?:and|the|for|with|that|this|from|are|its)$/.test(word))
  )

/** Share of the words of the shorter of two sentences that say the same. Our choice. */
const sameFrom = 0.6

const saysTheSame = (one: string, other: string): boolean => {
  const [less, more] = [contentOf(one), contentOf(other)].toSorted((a, b) => a.size - b.size) as [
    ReadonlySet<string>,
    ReadonlySet<string>
  ]
  return less.size > 0 && [...less].filter((word) => more.has(word)).length >= less.size * sameFrom
}

/** A lead without what is only said beside a readme: that there is one. */
const withoutReadme = (lead: ReadonlyArray<TextBlock>, from: string, brief: Brief): ReadonlyArray<TextBlock> =>
  lead.filter((block) => {
    if (block.kind !== "paragraph" || !/\bread ?me\b/i.test(block.text)) return true
    brief.dropped.push({
      item: `${from}: ${block.text.replaceAll(/\s+/g, " ")}`,
      reason: "It speaks of a readme, which this is"
    })
    return false
  })

/** The sentence of a manifest and the lead of a text, of which the longer one stays where both say the same. */
const once = (sentence: string | undefined, lead: ReadonlyArray<TextBlock>, from: [string, string], brief: Brief) => {
  const first = lead.find(({ kind }) => kind === "paragraph")
  if (sentence === undefined || first === undefined || !saysTheSame(sentence, first.source)) return { sentence, lead }
  const isShorter = contentOf(first.source).size <= contentOf(sentence).size
  const item = isShorter ? `${from[1]}: ${first.source}` : `${from[0]}: ${sentence}`
  brief.dropped.push({ item, reason: "The beginning says the same" })
  return isShorter ? { sentence, lead: lead.filter((block) => block !== first) } : { sentence: undefined, lead }
}

const aboutOf = (manifest: Manifest | undefined): ReadonlyArray<Authored> =>
  manifest?.about === undefined ? [] : [{ from: manifest.path, text: textModelOf(manifest.about) }]

/** What the authors of a tree say that it is, in its manifest, the first page of its documents or its main file. */
export const introduction = (model: RepositoryModel, material: Material, tree: Tree, brief: Brief): Introduction => {
  const manifest = rootManifest(model)
  const { head } = model
  const about = aboutOf(manifest)
  const page = pageOf(model, material.name, tree, brief)
  const ofHead: ReadonlyArray<Authored> =
    head?.isMarkdown === true ? [{ from: head.path, text: textModelOf(head.text), holds: () => false }] : []
  const texts = page === undefined ? ofHead : [page]
  const own = authoredGuide({ ...material, texts: about }, brief)
  const other = authoredGuide({ ...material, texts }, brief)
  const [given, second] = own.lead.length > 0 ? [own.lead, other.lead] : [other.lead, []]
  const from = (own.lead.length > 0 ? about : texts)[0]?.from ?? manifest?.path ?? ""
  for (const { kind, line } of second) {
    if (kind === "definitions") continue
    brief.dropped.push({ item: `${texts[0]!.from}, line ${line}`, reason: `${manifest!.path} says what it is` })
  }
  const described = manifest?.description ?? (given.length > 0 || head?.isMarkdown === true ? undefined : head?.text)
  const { lead, sentence } = once(described, withoutReadme(given, from, brief), [manifest?.path ?? from, from], brief)
  if (head !== undefined && (head.isMarkdown ? texts !== ofHead : sentence !== head.text))
    brief.dropped.push({ item: head.path, reason: `${from} says what it is` })
  const definitions = second.filter(({ kind }) => kind === "definitions")
  return {
    sentence,
    lead: [...lead, ...definitions],
    chapters: [...own.chapters, ...other.chapters],
    texts: [...about, ...texts]
  }
}

/** The folder of an example. */
export const folderOf = /^.*?(?:examples?|samples?|demos?)(?=\/)/i

/** Whether what is moved shows how it is used. */
export const showsUse = ({ texts }: Introduction): boolean => texts.some(({ text }) => codeIn(text).length > 0)

/** How it is used, where the authors' words do not show it: by the code at the head of the main file, else by a short example. */
export const usageText = ({ examples, head }: RepositoryModel, introduction: Introduction): string => {
  if (showsUse(introduction)) return ""
  const shown = head?.isMarkdown === true ? codeIn(textModelOf(head.text)) : []
  if (shown.length > 0) return shown.map(({ source }) => source).join("\n\n")
  const short = examples.find(({ text }) => text !== undefined)
  if (short === undefined) return ""
  const linked = (path: string) => link(plain(path), path)
  const folder = folderOf.exec(short.path)?.[0]
  const more = examples.length === 1 || folder === undefined ? [] : [`More examples are in ${linked(folder)}.`]
  return [`${linked(short.path)}:`, fenced(short.text!, short.language), ...more].join("\n\n")
}
