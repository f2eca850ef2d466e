/** Chapters of a guide: a heading with what stands below it, and parts with headings of their own. */
import type { SectionPart } from "../../writer/Section.ts"
import type { TextBlock } from "../../model/TextModel.ts"
import { assemble } from "../assemble.ts"
import type { Brief } from "../Brief.ts"
import { leadOf } from "../leads.ts"
import { plain } from "../markdown/inline.ts"
import { Slugger } from "../../markdown/slug.ts"
import { blocks } from "../markdown/table.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import {
  isPage,
  isRough,
  ownTitle,
  plainHeading,
  unnamed,
  wordsOfMaterial,
  type Material
} from "../material/Material.ts"
import type { Lacking, Plan, PlannedSection } from "../Output.ts"

/** A part of a chapter. Its text ends without a line feed and is made when its turn comes. */
export interface Part {
  readonly title: string
  /** Its heading as an author wrote it. */
  readonly written?: string
  readonly level?: number
  readonly text: () => string
}

/** A chapter. One without text and parts is left out; the report lists it where an author or a repository could have filled it. */
export interface Chapter {
  readonly title: string
  /** Its heading as an author wrote it. */
  readonly written?: string
  /** What stands below its heading. */
  readonly text?: (() => string) | undefined
  /** Whether its text holds words of an author, which are made only where they stand. */
  readonly isAuthored?: boolean
  /** What the report says where nothing is there to tell; an empty text says nothing. */
  readonly missing?: string
  readonly parts: ReadonlyArray<Part>
}

/** A block in the document's words: code stays, and so does every mark of the author. */
export const authoredText = (block: TextBlock, brief: Brief): string =>
  block.kind === "code" || block.kind === "definitions"
    ? block.source
    : brief.own(block.source, block.kind === "paragraph")

/** Why a heading of an author is left out. */
export const nothingBelow = "Nothing that can be shown here stands below the heading"

const isEmpty = ({ isAuthored = false, parts, text }: Chapter): boolean =>
  parts.length === 0 && !isAuthored && (text === undefined || text() === "")

const words = (text: string): number => text.split(/\s+/).length

const chapterSections = (chapter: Chapter, brief: Brief, slugger: Slugger): ReadonlyArray<PlannedSection> => {
  const planned = ({ level, text, title: own, written = "" }: Part, usual: number): PlannedSection => {
    const title = brief.title(own)
    const heading = `\n${"#".repeat(level ?? usual)} ${written === "" ? plain(title) : brief.title(written)}\n`
    const write = (): ReadonlyArray<SectionPart> => {
      const below = blocks(text())
      return [below === "" ? heading : `${heading}\n${below}`]
    }
    return { id: slugger.next(title), title, level: level ?? usual, write }
  }
  const { text = () => "" } = chapter
  return [planned({ ...chapter, text }, 2), ...chapter.parts.map((part) => planned(part, 3))]
}

/** The terms of context documents that are used. */
const glossary = (brief: Brief, material: Material): Chapter => {
  const terms = brief.glossary.length === 0 ? "" : brief.glossaryTable(wordsOfMaterial(material))
  if (terms !== "") brief.glossaryAnchor = "glossary"
  return { title: "Glossary", text: () => terms, parts: [] }
}

/** The glossary stands at the end, and in a readme before the licence. */
const withGlossary = (chapters: ReadonlyArray<Chapter>, terms: Chapter): ReadonlyArray<Chapter> => {
  const at = chapters.findIndex(({ title }) => title === "License")
  return at === -1 ? [...chapters, terms] : chapters.toSpliced(at, 0, terms)
}

/** What an author called the page that a guide is made of. */
const givenTitle = (material: Material): string | undefined =>
  isPage(material) && material.apis.length + material.repositories.length === 0
    ? ownTitle(material.texts[0]!.text)
    : undefined

/** What the file of the only text is called, as sites call a page that has no title. */
const titleOfFile = ({ apis, repositories, texts: [text, ...others] }: Material): string | undefined => {
  if (others.length + apis.length + repositories.length > 0) return undefined
  const [, name = ""] = /\/([a-z][\w-]{3,60})\.(?:mdx?|markdown|txt)$/i.exec(text?.text.address ?? "") ?? []
  return name === "" || /^(?:index|readme|_index|guide|manual)$/i.test(name)
    ? undefined
    : capitalized((/[a-z]|^[A-Z]+$/.test(name) ? name : name.toLowerCase()).replaceAll(/[-_]+/g, " "))
}

/** A chapter of facts, of those texts that say something. */
export const factChapter = (title: string, texts: ReadonlyArray<string>, parts: Chapter["parts"] = []): Chapter => ({
  title,
  text: () => texts.filter((text) => text !== "").join("\n\n"),
  parts
})

/** What is described, with the version of its only API. */
export const named = ({ apis, name }: Material): string => {
  const version = apis.length === 1 ? (apis[0]!.version ?? "").trim().replace(/^v(?=\d)/i, "") : ""
  if (name === "API") return "this API"
  return !/\d/.test(version) || name.includes(version) ? name : `${name}, version ${plain(version)},`
}

/** The title of a guide: what its author called a page, else the name with the kind. */
export const titleOf = (material: Material, kind: string): string => {
  const given = givenTitle(material)
  if (given !== undefined) return plainHeading(given)
  return material.name === unnamed ? (titleOfFile(material) ?? capitalized(kind)) : `${material.name} ${kind}`
}

/** What a guide is made of. */
export interface GuideOf {
  readonly title: string
  readonly chapters: ReadonlyArray<Chapter>
  readonly material: Material
  /** What the author says before the first heading. */
  readonly authored?: ReadonlyArray<TextBlock>
  /** What stands below the title; else the sentence that says what the document is. */
  readonly lead?: string
}

/** The plan of a guide. The lead stands below its title. */
export const planGuide = ({ authored = [], chapters, lead: given, material, title }: GuideOf, brief: Brief): Plan => {
  const slugger = new Slugger()
  const id = slugger.next(title)
  // A text without a name, or a page, gets no lead beyond its own words.
  const isUnnamed = (material.name === unnamed && material.texts.length > 0) || givenTitle(material) !== undefined
  const lead = given ?? (isUnnamed ? "" : leadOf(brief, material.name))
  const kept = withGlossary(chapters, glossary(brief, material)).filter((chapter) => {
    if (!isEmpty(chapter)) return brief.keeps(brief.title(chapter.title))
    // A glossary is nothing that anybody misses; a chapter of the text's own stands for one of facts.
    const isTold = chapters.some(
      (other) => other !== chapter && other.title.toLowerCase() === chapter.title.toLowerCase()
    )
    // Of chapters of facts only those are missed that a repository could have filled.
    const isMissed = chapter.isAuthored !== undefined || material.repositories.length > 0
    const { missing = "The sources say nothing for it" } = chapter
    const reason = chapter.isAuthored === undefined ? missing : nothingBelow
    if (chapter.title !== "Glossary" && reason !== "" && !isTold && isMissed)
      brief.dropped.push({ item: chapter.title, reason })
    return false
  })
  const facts = [
    { name: "title", text: material.name },
    ...(given === undefined ? [] : [{ name: "text", text: given }])
  ]
  const slot = brief.make({ sectionId: id, title, intent: "introduction", facts, maxWords: words(lead) + 100 }, lead)
  const head: PlannedSection = {
    id,
    title,
    level: 1,
    write: () => {
      const text = authored.map((block) => authoredText(block, brief)).join("\n\n")
      const below = text === "" ? "" : `\n${text}\n`
      return lead === "" ? [`# ${plain(title)}\n${below}`] : [`# ${plain(title)}\n\n`, slot, `\n${below}`]
    }
  }
  return {
    title,
    sections: [head, ...kept.flatMap((chapter) => chapterSections(chapter, brief, slugger))],
    report: () => ({ dropped: [] })
  }
}

/** What is to be done with a readme that is not read. */
export const notRead = (path: string): string =>
  `${path} is AsciiDoc, which is not read: a document without its words would lose them. Add them in Markdown, as README.md.`

/** A guide; where there is nothing below its title, what it lacks. */
export const guideOf = (of: GuideOf, brief: Brief): Plan | Lacking => {
  const plan = planGuide(of, brief)
  const isWritten = (of.authored ?? []).length > 0 || of.chapters.some(({ isAuthored }) => isAuthored)
  const rough = of.material.repositories.flatMap(({ readme }) => readme ?? []).find(isRough)
  if (rough !== undefined && !isWritten) return { lacking: notRead(rough.path) }
  return plan.sections.length === 1 && !isWritten && of.material.repositories.length === 0
    ? {
        lacking:
          "The sources hold no text, no request and no change that this guide could tell. Add a text or a description."
      }
    : assemble(brief, plan)
}
