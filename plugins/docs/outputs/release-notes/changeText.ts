/** One change as an item: in its author's words, with what explains it, and as many references as the audience uses. */
import type { Change } from "../../model/ChangesModel.ts"
import type { Dropped } from "../../model/GeneratedDocument.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { authorsMarkdown } from "../markdown/authorsMarkdown.ts"
import { cell, inline } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"
import { partsOf } from "./classify.ts"
import type { SettledRelease } from "./settle.ts"

const references = /\s*\((?:#\d+|GH-\d+)(?:,\s*(?:#\d+|GH-\d+))*\)/gi

/** What stood behind a mark, and a commit among others, begins with a capital; in a list its author knows how a name is written. */
const begun = (text: string, { isCommit, original, text: whole }: Change): string =>
  isCommit !== true && original.startsWith(whole) ? text : capitalized(text)

const isShort = ({ voice }: Brief): boolean => voice.audience === "executive" || voice.tone === "concise"

const sentenceOf = (change: Change, brief: Brief): string => {
  const whole = change.text.replace(/^\[?\*\*\(?breaking\)?:?\*\*\]?:?\s+/i, "")
  // The references of a commit come last; in a list they stay where their author put them.
  const words = (change.isCommit === true || isShort(brief) ? whole.replaceAll(references, "") : whole).trim()
  // A colon after a part of the product comes before the verb.
  const part = /^((?:\*\*)?[\w./*-]+(?:(?:, ?|:(?=\w))[\w./*-]+){0,6}(?:\*\*)?:\s+)(\S.*)$/s.exec(words)
  const front = change.isCommit === true ? part?.[1]!.replace(/^([^*\s]+(?: [^*\s]+)*)\s+$/, "**$1** ") : part?.[1]
  const sentence =
    part === null ? begun(words, change) : `${front}${change.isCommit === true ? capitalized(part[2]!) : part[2]!}`
  // The subject of a commit may end within its sentence.
  const ended = change.isCommit === true ? sentence.replace(/[,;]$/, "") : sentence
  return /[.]\s+\S/.test(ended) ? ended : ended.replace(/(?<!\.)\.$/, "")
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** What the source adds to a change: footers that say what breaks, the body of a commit where it is asked for, all below an item. */
const explanations = (change: Change, brief: Brief): ReadonlyArray<string> => {
  const footers = change.trailers
    .filter(({ name, value }) => name.startsWith("BREAKING") && !change.text.includes(oneLine(value)))
    .map(({ value }) => oneLine(value))
  const { body = "" } = change
  const paragraph = hasText(change) && brief.voice.depth === "full" ? [oneLine(body.split(/\n{2,}/)[0]!)] : []
  return [...footers, ...paragraph]
    .filter((line) => line !== "")
    .map((line) => `- ${brief.line(inline(literals(capitalized(line))))}`)
}

/** Whether what stands below a change is a message to colleagues, and not a list for users. */
const hasText = ({ body, hash, releases }: Change): boolean =>
  hash !== undefined && body !== undefined && releases !== "part"

/** What stands below the subjects of the commits that are listed, for the report: an item has their subjects alone. */
export const untoldTexts = (releases: ReadonlyArray<SettledRelease>, brief: Brief): ReadonlyArray<Dropped> => {
  const listed = releases.flatMap(({ byGroup }) => [...byGroup.values()].flat())
  const count = listed.filter(({ change, group }) => group !== "maintenance" && hasText(change)).length
  if (count === 0 || brief.voice.depth === "full") return []
  const item =
    count === 1 ? "The text below the subject of a commit" : `The texts below the subjects of ${count} commits`
  return [{ item, reason: "Notes list the subjects of commits; those in full have the first paragraph of each text" }]
}

const isDeveloper = ({ voice }: Brief): boolean => voice.audience === "developer"

const tail = (change: Change, text: string, brief: Brief): string => {
  if (isShort(brief)) return ""
  const hash = isDeveloper(brief) && change.hash !== undefined ? [`\`${change.hash.slice(0, 8)}\``] : []
  const own = change.references.filter((reference) => !text.includes(reference))
  const list = [...own, ...hash]
  return list.length === 0 ? "" : ` (${list.join(", ")})`
}

/** The change as an item of a list, below a heading of its author's or not. */
export const changeItem = (change: Change, brief: Brief, heading?: string): string => {
  const parts = partsOf(change).filter((part) => part !== heading)
  // Who asks for notes for users asks for none of the parts of the code; else they are the author's words.
  const isForUsers = brief.namesAudience && brief.voice.audience === "end-user"
  const scope = isForUsers || isShort(brief) ? undefined : change.scope
  const front = [...parts, scope].filter((one) => one !== undefined).map((one) => inline(one))
  const text = cell(brief.line(inline(literals(sentenceOf(change, brief)))))
  const { body } = change
  const below = body !== undefined && !hasText(change) && brief.voice.depth !== "brief" ? authorsMarkdown(body) : ""
  const rows = [
    ...explanations(change, brief),
    ...(below === "" ? [] : `${/^\s*(?:[-*+]|\d+[.)])\s/.test(below) ? "" : "\n"}${below}`.split("\n"))
  ].map((row) => (row === "" ? "" : `  ${row}`))
  return [
    `- ${front.length === 0 ? "" : `**${front.join(", ")}:** `}${text}${tail(change, text, brief)}`,
    ...rows
  ].join("\n")
}
