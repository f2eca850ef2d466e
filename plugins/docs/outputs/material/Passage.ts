/** Texts cut into passages: what stands under one heading, or sentences of one topic where there are no headings. */
import type { TextBlock, TextModel } from "../../model/TextModel.ts"
import { capitalized, sentencesOf } from "../../writer/rules/sentences.ts"
import { topicOfHeading, topicOfSentence, type Topic } from "./topics.ts"

/** A part of a source that is about one thing. */
export interface Passage {
  readonly topic: Topic
  /** The heading it stood under, in the source's words. */
  readonly title?: string
  /** Of its heading in the source; 7 for sentences without one. */
  readonly level: number
  readonly blocks: ReadonlyArray<TextBlock>
  /** File or source, and line. */
  readonly from: string
  readonly line: number
}

/** Headings without marks of Markdown. */
export const plainHeading = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|__|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "")
    .trim()
    .replace(/:$/, "")

const label = /^([A-Z][A-Za-z /-]{2,30}):\s+(?=\S)/

/** A first sentence such as `Limits: …` gives its topic to the paragraph. */
const labelTopic = (sentence: string): Topic | undefined => {
  const found = label.exec(sentence)?.[1]
  return found === undefined ? undefined : topicOfHeading(found)
}

interface Run {
  topic: Topic
  readonly sentences: Array<string>
}

/** The sentences of a paragraph without a heading, in runs of one topic. What says none goes with the sentence before it. */
const runsOf = (text: string, before: Topic): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (const sentence of sentencesOf(text)) {
    const own = labelTopic(sentence) ?? topicOfSentence(sentence)
    const last = runs.at(-1)
    // What follows a task, or names of roles, still belongs to it.
    const stays = last !== undefined && (own === undefined || (last.topic === "task" && own !== "task"))
    if (stays) last.sentences.push(sentence)
    else if (last !== undefined && last.topic === own) last.sentences.push(sentence)
    else runs.push({ topic: own ?? before, sentences: [sentence] })
  }
  return runs
}

/** `Install: one container, one database.` is a list of what is needed, and no way to install it. */
const neededItems = (sentence: string): ReadonlyArray<string> => {
  const list = /^(?:install(?:ation)?|requirements?|prerequisites?|needs?):\s+(.*?)\.?$/i.exec(sentence)?.[1] ?? ""
  const items = list.split(/,\s+(?:and\s+)?|\s+and\s+(?=(?:an?|one|two|three|\d)\b)/)
  return items.every((item) => /^(?:an?|one|two|three|\d+|[A-Z][\w.]+)\b/.test(item) && item.split(" ").length <= 6)
    ? items
    : []
}

const blockOf = ({ sentences }: Run, line: number): TextBlock => {
  const source = sentences.join(" ")
  const items = sentences.length === 1 ? neededItems(sentences[0]!) : []
  return items.length === 0
    ? { kind: "paragraph", text: source, line, source }
    : { kind: "list", ordered: false, items: items.map(capitalized), line, source }
}

const passagesOfParagraph = (block: Extract<TextBlock, { kind: "paragraph" }>, from: string): ReadonlyArray<Passage> =>
  runsOf(block.text, "overview").map((run) => {
    const made = blockOf(run, block.line)
    return {
      topic: made.kind === "list" ? "requirement" : run.topic,
      level: 7,
      blocks: [made],
      from,
      line: block.line
    }
  })

/** Pictures and badges say nothing in words. */
const isPictures = (block: TextBlock): boolean =>
  block.kind === "paragraph" &&
  block.text
    .replaceAll(/\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .trim() === ""

const unheaded = (blocks: ReadonlyArray<TextBlock>, from: string): ReadonlyArray<Passage> =>
  blocks.flatMap((block): ReadonlyArray<Passage> =>
    block.kind === "paragraph"
      ? passagesOfParagraph(block, from)
      : [{ topic: "overview", level: 7, blocks: [block], from, line: block.line }]
  )

/** Names of variables that open the rows of a table or the items of a list. */
const variableRow = /^`[A-Z][A-Z0-9]*_[A-Z0-9_]+`/

const variableCount = (block: TextBlock): number => {
  if (block.kind === "list") return block.items.filter((item) => variableRow.test(item)).length
  return block.kind === "table" ? block.rows.filter(([first = ""]) => variableRow.test(first)).length : 0
}

/** Blocks below a heading without words: a list of steps makes it a task, variables make it configuration. */
const topicOfBlocks = (blocks: ReadonlyArray<TextBlock>): Topic | undefined => {
  if (blocks.some((block) => variableCount(block) >= 3)) return "configure"
  return blocks.some((block) => block.kind === "list" && block.ordered) ? "task" : undefined
}

interface Open {
  readonly heading: Extract<TextBlock, { kind: "heading" }>
  readonly topic: Topic
  readonly blocks: Array<TextBlock>
}

const headed = ({ blocks, heading, topic }: Open, from: string): Passage => ({
  topic,
  title: plainHeading(heading.text),
  level: heading.level,
  blocks,
  from,
  line: heading.line
})

/** The passages of a text, in order. A heading that says no topic takes that of the one above it. */
export const passagesOf = (model: TextModel, from: string): ReadonlyArray<Passage> => {
  const blocks = model.blocks.filter((block) => !isPictures(block))
  const first = blocks.findIndex(({ kind }) => kind === "heading")
  const hasTitle = first === 0 && (blocks[0] as { readonly level: number }).level === 1
  const start = hasTitle ? 1 : 0
  const lead = blocks.slice(start, nextHeading(blocks, start))
  const rest = blocks.slice(nextHeading(blocks, start))
  const opened: Array<Open> = []
  for (const block of rest) {
    if (block.kind !== "heading") opened.at(-1)!.blocks.push(block)
    else opened.push({ heading: block, topic: topicUnder(block, opened), blocks: [] })
  }
  const isPlain = rest.length === 0 && !hasTitle
  const leading = isPlain ? unheaded(lead, from) : lead.length === 0 ? [] : [leadPassage(lead, from)]
  const parts = opened.map((one) => headed(one.topic === "overview" ? refined(one) : one, from)).filter(isFilled)
  return leading.some(({ blocks: own }) => own.some(({ kind }) => kind === "paragraph"))
    ? [...leading, ...parts]
    : [...leading, ...withLead(parts)]
}

/** Where nothing stands below the title, the first description does. */
const withLead = (parts: ReadonlyArray<Passage>): ReadonlyArray<Passage> => {
  const at = parts.findIndex(({ title }) =>
    /^(?:description|about|overview|introduction|summary|what is .*)$/i.test(title ?? "")
  )
  return parts.map((part, index) => {
    if (index !== at) return part
    const { title: _, ...untitled } = part
    return { ...untitled, topic: "overview" as const, level: 7 }
  })
}

const nextHeading = (blocks: ReadonlyArray<TextBlock>, from: number): number => {
  const at = blocks.findIndex(({ kind }, index) => index >= from && kind === "heading")
  return at === -1 ? blocks.length : at
}

/** What readmes put as a quotation below their title is their short description. */
const leadPassage = (blocks: ReadonlyArray<TextBlock>, from: string): Passage => ({
  topic: "overview",
  level: 7,
  blocks: blocks.map((block, at) =>
    at === 0 && block.kind === "quote" ? { ...block, kind: "paragraph", text: block.text } : block
  ),
  from,
  line: blocks[0]!.line
})

const isFilled = ({ blocks }: Passage): boolean => blocks.length > 0

/** The topic of a heading: its own words, else those of the nearest heading above it. */
const topicUnder = (heading: Open["heading"], before: ReadonlyArray<Open>): Topic => {
  const own = topicOfHeading(plainHeading(heading.text))
  const parent = before.findLast(({ heading: one }) => one.level < heading.level)
  // Below questions everything is an answer, and below a glossary everything is a term.
  if (parent !== undefined && /^(?:trouble|glossary|development|license)$/.test(parent.topic)) return parent.topic
  return own ?? parent?.topic ?? "overview"
}

const refined = (one: Open): Open =>
  topicOfHeading(plainHeading(one.heading.text)) === undefined
    ? { ...one, topic: topicOfBlocks(one.blocks) ?? one.topic }
    : one

/** The words of a passage, for looking something up in it. */
export const textOfPassage = ({ blocks }: Passage): string => blocks.map(textOfBlock).join("\n")

/** The words of a block. */
export const textOfBlock = (block: TextBlock): string => {
  if (block.kind === "list") return block.items.join("\n")
  if (block.kind === "table") return [block.header, ...block.rows].map((row) => row.join(" | ")).join("\n")
  return block.text
}
