/** Transformations that add to a text (decisions docs 4.5): only what the text or its sources hold, else nothing. */
import { isError, meaningOfStatus } from "../outputs/api-reference/errorCodes.ts"
import { sampleRequest } from "../outputs/api-reference/requestSamples.ts"
import { sampleWriters } from "../outputs/api-reference/sampleWriters.ts"
import { isJson } from "../outputs/api-reference/bodies.ts"
import type { Reference } from "../outputs/api-reference/Reference.ts"
import type { Operation } from "../model/ApiModel.ts"
import { cell, code } from "../outputs/markdown/inline.ts"
import { cellProse, fenced } from "../outputs/markdown/prose.ts"
import { table } from "../outputs/markdown/table.ts"
import type { GlossaryTerm } from "../writer/Section.ts"
import { factsFor, isKnown, lineOf, operationsIn, schemasIn, type KnownApi } from "./Support.ts"
import { unchanged, type TransformOutput } from "./Transformation.ts"

/** A text with something after it, as one edit. What stands there already is not added again. */
export const appended = (text: string, addition: string, reason: string): TransformOutput => {
  if (text.includes(addition)) return unchanged(text, "already_there")
  const start = text.trimEnd().length
  const replacement = `\n\n${addition}`
  return {
    text: text.slice(0, start) + replacement + text.slice(start),
    edits: [{ start, end: start, replacement, reason }],
    warnings: []
  }
}

/** Expand: what sources and glossaries say of what the text names. */
export const expand = (
  text: string,
  apis: ReadonlyArray<KnownApi>,
  glossary: ReadonlyArray<GlossaryTerm>
): TransformOutput => {
  const facts = factsFor(text, apis, glossary)
  if (facts.length === 0) {
    return unchanged(text, isKnown(text, apis, glossary) ? "already_there" : "no_supporting_facts")
  }
  return appended(text, facts.map(lineOf).join("\n"), "What the sources say of what the text names")
}

const answerSample = (operation: Operation, reference: Reference): string => {
  const media = operation.responses
    .filter(({ code: status }) => status.startsWith("2"))
    .flatMap(({ content }) => content)
    .find(({ mediaType }) => isJson(mediaType))
  const given = media?.examples.find(
    ({ value }) => value !== undefined && (media.schema === undefined || reference.samples.isValid(value, media.schema))
  )?.value
  const value = given ?? (media?.schema === undefined ? undefined : reference.samples.of(media.schema))
  return value === undefined ? "" : `The answer:\n\n${fenced(JSON.stringify(value, undefined, 2), "json")}`
}

const operationExample = (operation: Operation, reference: Reference): string => {
  const request = sampleRequest(operation, reference)
  const sent = fenced(sampleWriters.curl.write(request), sampleWriters.curl.fence)
  const parts = [sent, answerSample(operation, reference)].filter((part) => part !== "")
  return parts.length === 0
    ? ""
    : [`For example, ${code(`${operation.method} ${operation.path}`)}:`, ...parts].join("\n\n")
}

const perHour: Readonly<Record<string, readonly [string, number]>> = {
  second: ["minute", 60],
  minute: ["hour", 60],
  hour: ["day", 24],
  day: ["week", 7]
}

const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",")

/** Numbers of a text → a worked example: what follows from them by arithmetic, and nothing else. */
const worked: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => string | undefined]> = [
  [
    /(?<![\w.,-])(\d{1,3}(?:,\d{3})+|\d{1,6}) ((?:\p{L}+ )?\p{L}+) (?:per|an|a|each) (second|minute|hour|day)\b/u,
    ([, amount = "", things = "", unit = ""]) => {
      const [longer, times] = perHour[unit]!
      const total = Number(amount.replaceAll(",", "")) * times
      return `For example, ${amount} ${things} per ${unit} make ${grouped(total)} ${things} in a ${longer}, if nothing else limits them.`
    }
  ],
  [
    /\bwithin (\d{1,3}) (hours|days)\b/u,
    ([, amount = "", unit = ""]) => {
      const count = Number(amount)
      if (unit === "hours" && count % 24 !== 0) return undefined
      const days = unit === "hours" ? count / 24 : count
      return days > 28 || days === 0
        ? undefined
        : `For example, the time that begins on 1 March at 09:00 ends on ${days + 1} March at 09:00.`
    }
  ],
  [
    /(?<![\w.,])(\d{1,3}(?:\.\d{1,2})?) ?(?:%|percent) of\b/u,
    ([, share = ""]) => `For example, ${share} % of 200 is ${Math.round(Number(share) * 200) / 100}.`
  ]
]

const numberExample = (text: string): string => {
  for (const [pattern, write] of worked) {
    const match = pattern.exec(text)
    const said = match === null ? undefined : write(match)
    if (said !== undefined) return said
  }
  return ""
}

/** Add an example: of an operation or schema that the text names, else one that follows from its numbers. */
export const addExample = (text: string, apis: ReadonlyArray<KnownApi>): TransformOutput => {
  for (const { operation, reference } of operationsIn(text, apis)) {
    const example = operationExample(operation, reference)
    if (example !== "") return appended(text, example, "An example of the operation, from its description")
  }
  for (const { named, reference } of schemasIn(text, apis)) {
    const value = reference.samples.of({ ref: named.name })
    if (value === undefined) continue
    const example = `For example, ${code(named.name)}:\n\n${fenced(JSON.stringify(value, undefined, 2), "json")}`
    return appended(text, example, "An example of the schema, from its description")
  }
  const example = numberExample(text)
  return example === ""
    ? unchanged(text, "no_supporting_facts")
    : appended(text, example, "What follows from the numbers of the text")
}

/** Words of a cause → what to do. A cause without a row is not given advice that nobody knows to be right. */
const remedies: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:limit|quota|too many|rate)\b/i, "Wait, then try again with fewer requests"],
  [
    /\b(?:permission|forbidden|not allowed|access denied|role)\b/i,
    "Ask for the permission, or use an account that has it"
  ],
  [
    /\b(?:unauthorized|unauthenticated|credential|token|api key|password|log ?in)\b/i,
    "Check the credentials that are sent"
  ],
  [/\b(?:not found|no such|does not exist|unknown|missing|gone)\b/i, "Check that the name or id is right and given"],
  [/\b(?:timeout|timed out|too long)\b/i, "Try again; if it stays so, look at what it waits for"],
  [/\b(?:conflict|already|exists|duplicate)\b/i, "Read the current state, then decide again"],
  [/\b(?:too large|too big|too long|exceeds)\b/i, "Send less at once"],
  [
    /\b(?:unavailable|overloaded|maintenance|internal|server error|bad gateway)\b/i,
    "Try again later; the cause is on the other side"
  ],
  [/\b(?:expired|outdated)\b/i, "Get a new one and try again"],
  [
    /\b(?:not valid|invalid|malformed|bad request|unprocessable|wrong|refused|rejected|validation|mistakes?)\b/i,
    "Correct what was sent, then try again"
  ]
]

const remedyFor = (cause: string): string =>
  remedies.find(([words]) => words.test(cause))?.[1] ?? "See the message that comes with it"

interface Trouble {
  readonly symptom: string
  readonly cause: string
}

const codeWord = String.raw`(?<![\w.-])\x60?([A-Z]{1,6}-?\d{2,5}|[45]\d{2}|ERR_[A-Z0-9_]+)\x60?`
const causeWords = String.raw`((?![\d(])[^,;.\n|]{3,120})`

/** `404: no such pet`, `E101 means that …`: the code is told apart from its cause. */
const explained = new RegExp(
  `${codeWord}(?:\\s+(?:means|is returned (?:when|if))\\s+|\\s*(?:[:=]|\\s[–—-])\\s+)${causeWords}`,
  "g"
)

/** `E101 address not valid, E102 …`: only where the line is about errors, and never for plain numbers. */
const listed = new RegExp(
  String.raw`(?<![\w.-])\x60?([A-Z]{1,6}-?\d{2,5}|ERR_[A-Z0-9_]+)\x60?\s+(?:when\s+|if\s+)?${causeWords}`,
  "g"
)
const aboutErrors = /\b(?:errors?|error codes?|codes?|failures?|faults?|fails?)\b/i

const fromText = (text: string): ReadonlyArray<Trouble> =>
  text
    .split("\n")
    .flatMap((line) => [...line.matchAll(explained), ...(aboutErrors.test(line) ? line.matchAll(listed) : [])])
    .map(([, symptom = "", cause = ""]) => ({ symptom: code(symptom), cause: cause.trim().replace(/^`|`$/g, "") }))

const fromApis = (text: string, apis: ReadonlyArray<KnownApi>): ReadonlyArray<Trouble> =>
  operationsIn(text, apis).flatMap(({ operation }) =>
    operation.responses
      .filter(({ code: status }) => isError(status))
      .map(({ code: status, description }) => ({
        symptom: `${code(status)} from ${code(`${operation.method} ${operation.path}`)}`,
        cause: cellProse(description) || meaningOfStatus(status)
      }))
  )

const header = ["Symptom", "Cause", "What to do"]

/** Add troubleshooting: a table of what can go wrong, from error answers and error codes. */
export const addTroubleshooting = (text: string, apis: ReadonlyArray<KnownApi>): TransformOutput => {
  // A table of ours that stands there already is no new source of codes.
  const fresh = text.replaceAll(/^\|.*$/gm, "")
  const troubles = [...fromApis(fresh, apis), ...fromText(fresh)].filter(
    ({ symptom }, at, all) => all.findIndex((other) => other.symptom === symptom) === at
  )
  const rows = troubles.map(({ cause, symptom }) => [cell(symptom), cell(cause), remedyFor(cause)])
  return rows.length === 0
    ? unchanged(text, "no_supporting_facts")
    : appended(text, table(header, rows), "What can go wrong, from error answers and codes")
}
