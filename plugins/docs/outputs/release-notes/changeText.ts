/** One change as a reader is told it: a sentence, with what explains it, and as many references as the audience uses. */
import type { Change } from "../../model/ChangesModel.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { inline } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"

/** First words in the past or third person → what commits say today. */
const verbs: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "add added adds adding|fix fixed fixes fixing|improve improved improves|remove removed removes removing|update updated updates|" +
    "change changed changes|allow allowed allows|support supported supports|rename renamed renames|drop dropped drops|" +
    "introduce introduced introduces|implement implemented implements|make made makes|use used uses|handle handled handles|" +
    "return returned returns|include included includes|reduce reduced reduces|increase increased increases|" +
    "replace replaced replaces|prevent prevented prevents|avoid avoided avoids|correct corrected corrects|" +
    "resolve resolved resolves|ensure ensured ensures|enable enabled enables|disable disabled disables|" +
    "deprecate deprecated deprecates|expose exposed exposes|upgrade upgraded upgrades|bump bumped bumps|revert reverted reverts"
  )
    .split("|")
    .flatMap((row) => {
      const [base = "", ...others] = row.split(" ")
      return others.map((other) => [other, base])
    })
)

/** A label that the heading of its group says already. */
const saidByHeading =
  /^(?:breaking(?: changes?)?|new|added|fixed|improved|changed)\s*:\s+|^\*\*\(?breaking\)?:?\*\*:?\s+/i

const references = /\s*\((?:#\d+|GH-\d+)(?:,\s*(?:#\d+|GH-\d+))*\)|\s*\(closes? #\d+\)/gi

const imperative = (text: string): string => {
  const [first = "", ...rest] = text.split(" ")
  const verb = verbs[first.toLowerCase()]
  return verb === undefined ? text : [verb, ...rest].join(" ")
}

const sentenceOf = (change: Change): string => {
  const words = change.text
    .replace(saidByHeading, "")
    .replace(/\s*\*\*\(breaking\)\*\*(?=:)/i, "")
    .replaceAll(references, "")
    .trim()
    .replace(/\.$/, "")
  // A colon after a part of the product comes before the verb.
  const part = /^((?:\*\*)?[\w./*-]+(?:(?:, |\/)[\w./*-]+){0,6}(?:\*\*)?:\s+)(\S.*)$/s.exec(words)
  return part === null ? capitalized(imperative(words)) : `${part[1]}${capitalized(imperative(part[2]!))}`
}

/** What the source adds to a change: sub-items of a list, footers that say what breaks. */
const explanations = (change: Change, brief: Brief): ReadonlyArray<string> => {
  const footers = change.trailers
    .filter(({ name }) => name.startsWith("BREAKING"))
    .map(({ value }) => value.replaceAll(/\s+/g, " "))
    .filter((value) => value !== "" && !change.text.includes(value))
  const body = change.body ?? ""
  const isItems = /^\s*[-*+]\s/.test(body)
  const items = isItems
    ? body
        .split(/\n(?=[-*+]\s)/)
        .map((item) =>
          item
            .replace(/^[-*+]\s+/, "")
            .replaceAll(/\s+/g, " ")
            .trim()
        )
        .filter((item) => item !== "")
    : []
  const wantsItems = change.hash === undefined || brief.voice.depth === "full" || change.breaking
  const paragraph =
    !isItems && body !== "" && change.hash !== undefined && brief.voice.depth === "full"
      ? [
          body
            .split(/\n{2,}/)[0]!
            .replaceAll(/\s+/g, " ")
            .trim()
        ]
      : []
  return [...footers, ...(wantsItems && brief.voice.depth !== "brief" ? items : []), ...paragraph]
}

const isDeveloper = ({ voice }: Brief): boolean => voice.audience === "developer"

const tail = (change: Change, brief: Brief): string => {
  if (brief.voice.audience === "executive" || brief.voice.tone === "concise") return ""
  const hash = isDeveloper(brief) && change.hash !== undefined ? [`\`${change.hash.slice(0, 8)}\``] : []
  const list = [...change.references.filter((reference) => !reference.startsWith("CVE")), ...hash]
  return list.length === 0 ? "" : ` (${list.join(", ")})`
}

/** The change as an item of a list. */
export const changeItem = (change: Change, brief: Brief): string => {
  const { scope } = change
  const front =
    scope === undefined || !/developer|administrator/.test(brief.voice.audience) ? "" : `**${inline(scope)}:** `
  const text = brief.line(inline(literals(sentenceOf(change))))
  const more = explanations(change, brief).map((line) => `  - ${brief.line(inline(literals(capitalized(line))))}`)
  return [`- ${front}${text.replaceAll(/\s*\n\s*/g, " ")}${tail(change, brief)}`, ...more].join("\n")
}
