/** Chapters of a guide: a heading with what stands below it, and parts with headings of their own. */
import type { SectionPart } from "../../writer/Section.ts"
import type { Brief } from "../Brief.ts"
import { leadOf } from "../leads.ts"
import { plain } from "../markdown/inline.ts"
import { Slugger } from "../markdown/slug.ts"
import { blocks } from "../markdown/table.ts"
import { wordsOfMaterial, type Material } from "../material/Material.ts"
import type { Plan, PlannedSection } from "../Output.ts"

/** A part of a chapter. Its text ends without a line feed and is made when its turn comes. */
export interface Part {
  readonly title: string
  readonly level?: 3 | 4
  readonly text: () => string
}

/** A chapter. One without text and parts is left out and listed in the report. */
export interface Chapter {
  readonly title: string
  /** What stands below its heading. */
  readonly text?: (() => string) | undefined
  /** Prose below its heading, before the text. */
  readonly prose?: string | undefined
  readonly parts: ReadonlyArray<Part>
}

const isEmpty = ({ parts, prose = "", text }: Chapter): boolean =>
  parts.length === 0 && prose === "" && (text === undefined || text() === "")

/** Code in a heading stays code; anything else in it is plain. */
const headingText = (title: string): string =>
  (title.match(/`/g)?.length ?? 0) % 2 === 0
    ? title
        .split(/(`[^`]+`)/)
        .map((part) => (part.startsWith("`") ? part : plainInside(part)))
        .join("")
    : plain(title)

/** `plain` takes blanks away at both ends; beside code they stay. */
const plainInside = (text: string): string =>
  `${/^\s/.test(text) ? " " : ""}${plain(text)}${/\S\s$/.test(text) ? " " : ""}`

const heading = (level: number, title: string): string => `\n${"#".repeat(level)} ${headingText(title).trim()}\n\n`

const words = (text: string): number => text.split(/\s+/).length

/** Numbers, codes and names that prose of the source may not lose. */
const tokensOf = (text: string): ReadonlyArray<string> => [
  ...new Set(text.match(/`[^`]+`|(?<![\w.])\d+(?:[.,]\d+)*/g) ?? [])
]

const chapterSections = (chapter: Chapter, brief: Brief, slugger: Slugger): ReadonlyArray<PlannedSection> => {
  const title = brief.title(chapter.title)
  const id = slugger.next(title)
  const { parts, prose = "", text } = chapter
  const slot = () =>
    brief.make(
      {
        sectionId: id,
        title,
        intent: "introduction",
        facts: [{ name: "text", text: prose }],
        requiredTokens: tokensOf(prose),
        maxWords: Math.max(150, Math.ceil(words(prose) * 1.3))
      },
      prose
    )
  const write = (): ReadonlyArray<SectionPart> => {
    const below = blocks(text?.())
    const head = heading(2, title)
    if (prose === "") return [below === "" ? head.trimEnd() + "\n" : `${head}${below}`]
    return [head, slot(), below === "" ? "\n" : `\n\n${below}`]
  }
  return [
    { id, title, level: 2, write },
    ...parts.map((part): PlannedSection => {
      const level = part.level ?? 3
      const name = brief.title(part.title)
      return {
        id: slugger.next(name),
        title: name,
        level,
        write: () => [`${heading(level, name)}${blocks(part.text())}`]
      }
    })
  ]
}

/** The terms of context documents that are used, below those that the source explains. */
const glossary = (own: Chapter, brief: Brief, material: Material): Chapter => {
  const terms = brief.glossary.length === 0 ? "" : brief.glossaryTable(wordsOfMaterial(material))
  if (terms !== "") brief.glossaryAnchor = "glossary"
  return { ...own, text: () => [own.text?.() ?? "", terms].filter((text) => text !== "").join("\n\n") }
}

/** The glossary stands at the end, and in a readme before the licence. */
const withGlossary = (chapters: ReadonlyArray<Chapter>, terms: Chapter): ReadonlyArray<Chapter> => {
  const at = chapters.findIndex(({ title }) => title === "License")
  return at === -1 ? [...chapters, terms] : chapters.toSpliced(at, 0, terms)
}

/** Where a guide's facts come from, for those who want to know. */
const about = (brief: Brief, material: Material): ReadonlyArray<Chapter> => {
  if (brief.voice.depth !== "full") return []
  const from = [...new Set(material.passages.map((passage) => passage.from))]
  const counts = [
    [material.apis.reduce((sum, { operations }) => sum + operations.length, 0), "operation", "operations"],
    [material.settings.length, "setting", "settings"],
    [material.codes.length, "code", "codes"]
  ] as const
  const told = counts.flatMap(([count, one, several]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]
  )
  const lines = [
    ...from.map((name) => `- ${plain(name.replace(/^the /, "The "))}`),
    ...(told.length === 0 ? [] : [`- Read from it: ${told.join(", ")}`])
  ]
  return lines.length === 0 ? [] : [{ title: "Sources of this guide", text: () => lines.join("\n"), parts: [] }]
}

/** What a guide is made of. */
export interface GuideOf {
  readonly title: string
  readonly chapters: ReadonlyArray<Chapter>
  readonly material: Material
  /** Terms that the source itself explains. */
  readonly glossary: Chapter
  /** What stands below the title; else the sentence that says what the document is. */
  readonly lead?: string
}

/** The plan of a guide. The lead stands below its title. */
export const planGuide = ({ chapters, glossary: own, lead: given, material, title }: GuideOf, brief: Brief): Plan => {
  const slugger = new Slugger()
  const id = slugger.next(title)
  const lead = given ?? leadOf(brief, material.name)
  const kept = [
    ...withGlossary(chapters, glossary(own, brief, material)),
    ...(given === undefined ? about(brief, material) : [])
  ].filter((chapter) => {
    if (!isEmpty(chapter)) return brief.keeps(brief.title(chapter.title))
    // A glossary is nothing that anybody misses.
    if (chapter.title !== "Glossary") {
      brief.dropped.push({ item: chapter.title, reason: "The sources say nothing for it" })
    }
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
    write: () => (lead === "" ? [`# ${plain(title)}\n`] : [`# ${plain(title)}\n\n`, slot, "\n"])
  }
  return {
    title,
    sections: [head, ...kept.flatMap((chapter) => chapterSections(chapter, brief, slugger))],
    report: () => ({ dropped: [] })
  }
}
