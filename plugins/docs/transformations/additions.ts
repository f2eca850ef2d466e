/** Transformations that add to a text (decisions docs 4.5): only what the text or its sources hold, else nothing. */
import { headedLines } from "../markdown/slug.ts"
import { errorsAmong, meaningOfStatus } from "../outputs/api-reference/statuses.ts"
import { sampleRequest } from "../outputs/api-reference/requestSamples.ts"
import { sampleWriters } from "../outputs/api-reference/sampleWriters.ts"
import { isJson } from "../outputs/api-reference/bodies.ts"
import type { Reference } from "../outputs/api-reference/Reference.ts"
import type { Operation } from "../model/ApiModel.ts"
import { cell, code, fenced } from "../outputs/markdown/inline.ts"
import { cellProse } from "../outputs/markdown/prose.ts"
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

/** Add an example: of an operation or schema that the text names. */
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
  return unchanged(text, "no_supporting_facts")
}

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

const fromText = (lines: ReadonlyArray<string>): ReadonlyArray<Trouble> =>
  lines
    .flatMap((line) => [...line.matchAll(explained), ...(aboutErrors.test(line) ? line.matchAll(listed) : [])])
    .map(([, symptom = "", cause = ""]) => ({ symptom: code(symptom), cause: cause.trim().replace(/^`|`$/g, "") }))

const fromApis = (text: string, apis: ReadonlyArray<KnownApi>): ReadonlyArray<Trouble> =>
  operationsIn(text, apis).flatMap(({ operation }) =>
    errorsAmong(operation.responses).map(({ code: status, description }) => ({
      symptom: `${code(status)} from ${code(`${operation.method} ${operation.path}`)}`,
      cause: cellProse(description) || meaningOfStatus(status)
    }))
  )

/** Add troubleshooting: a table of what can go wrong, from error answers and error codes. */
export const addTroubleshooting = (text: string, apis: ReadonlyArray<KnownApi>): TransformOutput => {
  // A table of ours that stands there already is no new source of codes, nor is a block of code.
  const fresh = text.replaceAll(/^\|.*$/gm, "")
  const lines = headedLines(fresh).flatMap(({ isCode, line }) => (isCode ? [] : [line]))
  const troubles = [...fromApis(fresh, apis), ...fromText(lines)].filter(
    ({ symptom }, at, all) => all.findIndex((other) => other.symptom === symptom) === at
  )
  const rows = troubles.map(({ cause, symptom }) => [cell(symptom), cell(cause)])
  return rows.length === 0
    ? unchanged(text, "no_supporting_facts")
    : appended(text, table(["Symptom", "Cause"], rows), "What can go wrong, from error answers and codes")
}
