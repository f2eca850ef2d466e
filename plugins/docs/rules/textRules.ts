/**
 * Rules in words (decisions docs 4.4): the webhook's `customRules`, the bullets of style guides. A sentence of the grammar
 * becomes a rule; any other is an instruction for the writer, and is said to be not checked.
 */
import type { RuleBody } from "./Rule.ts"

/** What a sentence is. */
export type TextRule =
  | { readonly kind: "rule"; readonly rule: RuleBody }
  /** Not of the grammar: the writer is told, the check cannot check it. */
  | { readonly kind: "instruction"; readonly text: string }

/** Why an instruction is not checked. */
export const instructionReason =
  "It is not a sentence that the checker understands. The writer is told it, but nothing checks it"

/** Words in quotes of any kind, each with its mate: an apostrophe within a word ends nothing. */
const quotes =
  /"([^"\n]{1,200})"|[“”]([^“”\n]{1,200})[“”]|`([^`\n]{1,200})`|(?<!\p{L})['‘’]([^"“”`\n]{1,200}?)['‘’](?!\p{L})/gu

const inOneForm = (text: string): string =>
  text.replaceAll(quotes, (...found: ReadonlyArray<unknown>) => `“${found.slice(1, 5).join("")}”`)

const quoted = "“([^“”]*)”"
const anyQuoted = quoted.replace("(", "(?:")
const list = `${anyQuoted}(?:(?:\\s*,\\s*|\\s+or\\s+|\\s+and\\s+|\\s*,\\s*or\\s+|\\s*,\\s*and\\s+)${anyQuoted})*`

const quotedIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(new RegExp(quoted, "g")), ([, words = ""]) => words.trim()).filter((words) => words !== "")

interface Row {
  readonly pattern: RegExp
  readonly rule: (match: ReadonlyArray<string | undefined>) => Omit<RuleBody, "name"> | undefined
}

const row = (pattern: string, rule: Row["rule"]): Row => ({ pattern: new RegExp(`^(?:${pattern})[.!]?$`, "i"), rule })

/** The grammar: one row per sentence. */
const grammar: ReadonlyArray<Row> = [
  row(
    `(?:do not|don['’]t|never) (?:use|write|say)(?: the (?:words?|terms?|phrases?))? (${list})|avoid (${list})`,
    ([, words, avoided]) => ({
      kind: "existence",
      severity: "warning",
      tokens: quotedIn(words ?? avoided ?? "")
    })
  ),
  row(
    `(?:use|write|say|prefer) ${quoted}(?: instead of| rather than| over|,? not) (${list})`,
    ([, preferred = "", others = ""]) => ({
      kind: "substitution",
      severity: "warning",
      swap: Object.fromEntries(quotedIn(others).map((other) => [other, preferred.trim()]))
    })
  ),
  row(
    `(?:sentences|each sentence|every sentence) (?:must|should|may) (?:have|be) (?:at most|no more than|up to|no longer than) (\\d{1,4}) words(?: long)?`,
    ([, most]) => ({
      kind: "occurrence",
      severity: "warning",
      of: "words",
      max: Number(most),
      scope: ["sentence"]
    })
  ),
  row(
    `(?:paragraphs|each paragraph|every paragraph) (?:must|should|may) (?:have|be) (?:at most|no more than|up to|no longer than) (\\d{1,4}) (words|sentences)(?: long)?`,
    ([, most, of]) => ({
      kind: "occurrence",
      severity: "warning",
      of: of!.toLowerCase() as "words" | "sentences",
      max: Number(most),
      scope: ["paragraph"]
    })
  ),
  row(`headings (?:must|should) (?:use|be in|be written in) (sentence|title)[ -]case`, ([, style]) => ({
    kind: "capitalization",
    severity: "warning",
    match: style!.toLowerCase() as "sentence" | "title",
    scope: ["heading"]
  })),
  row(
    `(?:the document )?(?:must|should) (?:include|have|contain) (?:a |the )?sections? (?:called |named |titled |on |about )?(${list})`,
    ([, sections = ""]) => ({
      kind: "structure",
      severity: "error",
      sections: quotedIn(sections),
      scope: ["document"]
    })
  ),
  row(`(?:the document )?(?:must|should) mention (${list})`, ([, mentions = ""]) => ({
    kind: "structure",
    severity: "error",
    mentions: quotedIn(mentions),
    scope: ["document"]
  })),
  row(`(?:spell|write) ${quoted} (?:exactly )?as written`, ([, word = ""]) => ({
    kind: "substitution",
    severity: "warning",
    swap: { [word.trim()]: word.trim() }
  }))
]

const regexRule = /^\/((?:[^/\\\n]|\\.)+)\/([a-z]*)\s*(?::\s*(.+))?$/

/** A list sign or number before a sentence. */
const bullet = /^(?:[-*+•]|\d{1,3}[.)])\s+/

/** Reads a sentence. Whether a pattern in it may be used is found out where it is compiled. */
export const readTextRule = (sentence: string): TextRule => {
  const text = sentence.trim().replace(bullet, "").trim()
  const regex = regexRule.exec(text)
  if (regex !== null) {
    const [, pattern = "", flags = "", message] = regex
    const said = message === undefined ? {} : { message }
    return { kind: "rule", rule: { name: text, kind: "regex", severity: "warning", pattern, flags, ...said } }
  }
  const plain = inOneForm(text)
  for (const { pattern, rule } of grammar) {
    const match = pattern.exec(plain)
    const found = match === null ? undefined : rule(match)
    if (found !== undefined) return { kind: "rule", rule: { name: text, ...found } }
  }
  return { kind: "instruction", text }
}

/** The sentences of `customRules`: one per line of a text or item of a list that is not blank. */
export const sentencesOfRules = (given: string | ReadonlyArray<string>): ReadonlyArray<string> =>
  (typeof given === "string" ? [given] : given)
    .flatMap((text) => text.split(/\r\n|\n|\r/))
    .map((line) => line.trim())
    .filter((line) => line !== "")
