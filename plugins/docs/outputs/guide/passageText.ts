/** Passages of the sources in a document: their blocks as they were, in the document's words. */
import type { TextBlock } from "../../model/TextModel.ts"
import { ended, sentencesOf, wordsOf } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { cell, code, plain } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"
import { render } from "../markdown/prose.ts"
import { table } from "../markdown/table.ts"
import type { Material } from "../material/Material.ts"
import type { Passage } from "../material/Passage.ts"
import {
  isRoleSentence,
  isVariables,
  settingsOf,
  taskOf,
  variablesIn,
  type CodeRow,
  type Setting
} from "../material/rows.ts"
import type { Chapter, Part } from "./Chapter.ts"

/** A block in the document's words. */
export const blockText = (block: TextBlock, brief: Brief): string => {
  const text = render(block)
  if (block.kind === "paragraph") {
    // A line that ends with a backslash stays a line.
    return text
      .split(/\\\n/)
      .map((line) => brief.say(literals(line)))
      .join("\\\n")
  }
  return block.kind === "code" ? text : brief.line(literals(text))
}

/** Blocks one after the other. */
export const blocksText = (blocks: ReadonlyArray<TextBlock>, brief: Brief): string =>
  blocks.map((block) => blockText(block, brief)).join("\n\n")

/** `Limits: 500 labels per hour.` → `500 labels per hour.`: the heading says the label already. */
export const withoutLabel = (sentence: string): string =>
  sentence.replace(
    /^(?:limits?|limitations?|install(?:ation)?|requirements?|errors?|settings|configuration|notes?):\s+(?=\S)/i,
    ""
  )

/** The paragraphs of passages as sentences, where those are all they hold. */
export const sentencesIn = (passages: ReadonlyArray<Passage>): ReadonlyArray<string> =>
  passages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "paragraph" ? sentencesOf(block.text) : []))
  )

/** Passages without headings, as they stand below a chapter's heading. */
export const plainText = (passages: ReadonlyArray<Passage>, brief: Brief): string =>
  passages
    .filter(({ title }) => title === undefined)
    .map(({ blocks }) => blocksText(blocks, brief))
    .join("\n\n")

/** `Installation` says what `Install` says, `Configuration` what `Configure` says. */
const withoutTwice = (title: string, chapter: string): boolean => {
  const [one, other] = [title.toLowerCase(), chapter.toLowerCase()]
  const isWord = !one.includes(" ") && !other.includes(" ")
  return one !== other && !(isWord && one.slice(0, 7) === other.slice(0, 7))
}

/** Passages with headings, as parts of a chapter. One that says the chapter's own title again stands first, without it. */
export const headedParts = (passages: ReadonlyArray<Passage>, chapter: string, brief: Brief): ReadonlyArray<Part> => {
  let above: number | undefined
  return passages.flatMap((passage): ReadonlyArray<Part> => {
    const { blocks, level, title } = passage
    if (title === undefined || !withoutTwice(title, chapter)) return []
    const isBelow = above !== undefined && level > above
    if (!isBelow) above = level
    return [{ title, level: isBelow ? 4 : 3, text: () => blocksText(blocks, brief) }]
  })
}

/** The text of passages that carry the chapter's own title. */
export const ownText = (passages: ReadonlyArray<Passage>, chapter: string, brief: Brief): string =>
  passages
    .filter(({ title }) => title !== undefined && !withoutTwice(title, chapter))
    .map(({ blocks }) => blocksText(blocks, brief))
    .join("\n\n")

/** A sentence that goes on with the one before it. */
const goesOn = /^(?:After that|Afterwards|Then|This|That|These|It|They|He|She|Otherwise|Also|However)\b/

const together = (sentences: ReadonlyArray<string>): ReadonlyArray<string> => {
  const items: Array<string> = []
  for (const sentence of sentences) {
    if (goesOn.test(sentence) && items.length > 0) items.push(`${items.pop()!} ${sentence}`)
    else items.push(sentence)
  }
  return items
}

/** Sentences of limits and the like as a list. */
export const sentenceList = (sentences: ReadonlyArray<string>, brief: Brief): string =>
  together(sentences)
    .map((sentence) => `- ${brief.line(literals(ended(withoutLabel(sentence))))}`)
    .join("\n")

/** A table whose columns without any value are left out. */
export const filledTable = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const used = header.map((_, at) => rows.some((row) => (row[at] ?? "") !== ""))
  const only = (row: ReadonlyArray<string>) => row.filter((_, at) => used[at])
  return rows.length === 0 ? "" : table(only(header), rows.map(only))
}

/** Lists and tables that hold variables and nothing else. */
const variableBlocks = (passages: ReadonlyArray<Passage>): ReadonlyArray<TextBlock> =>
  passages.flatMap(({ blocks }) => blocks.filter(isVariables))

/** What the source says before it lists its variables. */
const settingsIntro = (passages: ReadonlyArray<Passage>): string => {
  const [only, ...others] = variableBlocks(passages)
  if (only !== undefined && others.length === 0) {
    const blocks = passages.flatMap((passage) => passage.blocks)
    const before = blocks[blocks.indexOf(only) - 1]
    if (before?.kind === "paragraph" && before.text.endsWith(":")) return before.text
  }
  const sentence = sentencesIn(passages).find((one) => variablesIn(one, "").length >= 2)
  return sentence === undefined ? "" : `${sentence.slice(0, sentence.indexOf(":"))}:`
}

/** Variables that lists and tables of the source tell, which stand in the document as they are. */
const toldAsTheyAre = (passages: ReadonlyArray<Passage>): ReadonlySet<string> => {
  const [only, ...others] = variableBlocks(passages)
  const shown = passages.flatMap(({ blocks }) =>
    blocks.filter((block) => /^(?:list|table)$/.test(block.kind) && !(block === only && others.length === 0))
  )
  return new Set(
    settingsOf([{ topic: "configure", level: 7, blocks: shown, from: "", line: 0 }]).map(({ name }) => name)
  )
}

/** The variables as a table, below what the source says of them. */
export const settingsTable = ({ passages, settings }: Material, brief: Brief): string => {
  const told = toldAsTheyAre(passages)
  const rows = settingsRows(
    settings.filter(({ name }) => !told.has(name)),
    brief
  )
  return rows === "" ? "" : [brief.line(literals(settingsIntro(passages))), rows].filter(Boolean).join("\n\n")
}

const settingsRows = (settings: ReadonlyArray<Setting>, brief: Brief): string =>
  filledTable(
    ["Variable", "Default", "Required", "Meaning"],
    settings.map(({ default: value, meaning = "", name, required }) => [
      cell(code(name)),
      value === undefined ? "" : cell(code(value)),
      required === undefined ? "" : required ? "yes" : "no",
      cell(brief.words(literals(meaning)))
    ])
  )

const functionWords =
  /^(?:the|an?|is|are|was|be|not|no|of|to|in|on|for|and|or|has|have|it|if|that|this|with|by|as|at|per)$/

/** Words that carry meaning, without endings. */
export const stems = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text.toLowerCase())
      .filter((word) => !functionWords.test(word))
      .map((word) => word.replace(/(?:ies|es|s|ed|ing)$/, ""))
  )

/** The sentence of the sources that says most of what a code means, if there is one. */
const checkFor = ({ meaning }: CodeRow, sentences: ReadonlyArray<string>): string => {
  const wanted = stems(meaning)
  let best = { share: 0.6, sentence: "" }
  for (const sentence of sentences) {
    const own = stems(sentence)
    const share = wanted.size === 0 ? 0 : [...wanted].filter((word) => own.has(word)).length / wanted.size
    if (share > best.share) best = { share, sentence }
  }
  return best.sentence
}

/** The codes as a table, with what the sources say elsewhere of the same. */
export const codesTable = ({ codes, passages }: Material, brief: Brief): string => {
  const known = new Set(codes.map((row) => row.code))
  const sentences = sentencesIn(passages).filter(
    (sentence) => ![...known].some((one) => sentence.includes(one)) && taskOf(sentence) === undefined
  )
  return filledTable(
    ["Code", "Meaning", "What to know"],
    codes.map((row) => [
      cell(code(row.code)),
      cell(brief.words(row.meaning.charAt(0).toUpperCase() + row.meaning.slice(1))),
      cell(brief.line(literals(withoutLabel(checkFor(row, sentences)))))
    ])
  )
}

/** Whether a sentence is told by a table: its codes, variables or roles stand there. */
export const isInTable = (sentence: string, { codes, roles }: Material): boolean => {
  const own = codes.filter((row) => sentence.includes(row.code))
  if (own.length >= 2 && own.every(({ meaning }) => sentence.includes(meaning))) return true
  if (roles.length > 0 && isRoleSentence(sentence))
    return roles.some(({ does }) => sentence.includes(does.slice(1, -1)))
  return variablesIn(sentence, "").length >= 2
}

/** The passage without sentences that tables tell; `undefined` when nothing is left. */
export const withoutTables = (passage: Passage, material: Material): Passage | undefined => {
  const [only, ...others] = variableBlocks(material.passages)
  const isTold = (block: TextBlock | undefined) => block !== undefined && block === only && others.length === 0
  const blocks = passage.blocks.flatMap((block, at): ReadonlyArray<TextBlock> => {
    const next = passage.blocks[at + 1]
    if (isTold(block) || (isTold(next) && block.kind === "paragraph" && block.text.endsWith(":"))) return []
    if (block.kind !== "paragraph") return [block]
    const sentences = sentencesOf(block.text)
    const kept = sentences.filter((sentence) => !isInTable(sentence, material))
    if (kept.length === sentences.length) return [block]
    return kept.length === 0 ? [] : [{ ...block, text: kept.join(" ") }]
  })
  return blocks.length === 0 ? undefined : { ...passage, blocks }
}

/** Roles as a table. */
export const rolesTable = ({ roles }: Material, brief: Brief): string =>
  filledTable(
    ["Role", "What they do"],
    roles.map(({ does, name }) => [cell(plain(name)), cell(brief.line(literals(does)))])
  )

/** The blocks of passages without headings: the paragraphs they begin with, as prose, and the others. */
export const leadOfBlocks = (
  passages: ReadonlyArray<Passage>
): { readonly prose: string; readonly others: ReadonlyArray<TextBlock> } => {
  const blocks = passages.filter(({ title }) => title === undefined).flatMap((passage) => passage.blocks)
  const end = blocks.findIndex(({ kind }) => kind !== "paragraph")
  const paragraphs = end === -1 ? blocks : blocks.slice(0, end)
  return {
    prose: paragraphs
      .map((block) => (block.kind === "paragraph" ? ended(block.text.replaceAll(/\s+/g, " ")) : ""))
      .join("\n\n"),
    others: end === -1 ? [] : blocks.slice(end)
  }
}

/** Passages in the order of their sources. */
export const inOrder = (passages: ReadonlyArray<Passage>, material: Material): ReadonlyArray<Passage> => {
  const place = new Map(material.passages.map(({ from, line }, at) => [`${from}:${line}`, at]))
  const at = ({ from, line }: Passage) => place.get(`${from}:${line}`) ?? 0
  return [...passages].sort((one, other) => at(one) - at(other))
}

/** Terms that the source itself explains. */
export const glossaryChapter = (passages: ReadonlyArray<Passage>, brief: Brief): Chapter => ({
  title: "Glossary",
  text: () =>
    [plainText(passages, brief), ownText(passages, "Glossary", brief)].filter((text) => text !== "").join("\n\n"),
  parts: headedParts(passages, "Glossary", brief)
})
