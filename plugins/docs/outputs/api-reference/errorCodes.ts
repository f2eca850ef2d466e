/** Error codes: every error and default answer of the API once, with its meaning and the operations that give it. */
import type { Operation } from "../../model/ApiModel.ts"
import type { ProseSlot, SectionPart } from "../../writer/Section.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse, firstSentence } from "../markdown/prose.ts"
import { blocks, filledTable, table } from "../markdown/table.ts"
import { bodySummary } from "./bodies.ts"
import { operationHeading, type Reference } from "./Reference.ts"
import { isSame } from "./schemaText.ts"
import { errorsAmong, meaningOfStatus } from "./statuses.ts"
import type { Slots } from "../Brief.ts"

/** An error code with what is said of it. */
export interface ErrorCodeUse {
  readonly status: string
  readonly descriptions: ReadonlyArray<string>
  /** The codes of bodies that descriptions list, each with its words. */
  readonly listed: ReadonlyMap<string, string>
  readonly bodies: ReadonlyArray<string>
  readonly operations: ReadonlyArray<Operation>
}

/** The codes in a description whose paragraphs all read "`code`: what it means"; none in any other. */
const listedIn = (description: string): ReadonlyArray<readonly [string, string]> => {
  const found = description
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => /^`([^`\n]+)`: (\S[^]*)$/.exec(paragraph))
  return found.every((match) => match !== null) ? found.map(([, name, words]) => [name!, words!] as const) : []
}

/** Texts that differ by more than marks, capitals and where more of them is told, without empty ones. */
const differing = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = texts.map((text) => text.replace(/ \(see \[common responses\].*$/, ""))
  return texts.filter((text, at) => text !== "" && words.findIndex((other) => isSame(other, words[at])) === at)
}

/** The bodies of a status; where some of its answers have none, that is said. */
const bodiesOf = (bodies: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = [...new Set(bodies)].filter((text) => text !== "")
  return all.length > 0 && bodies.includes("") ? [...all, "none from some operations"] : all
}

/** The error codes of a model: numbers in order, then ranges, then the default. */
export const errorCodesOf = (reference: Reference): ReadonlyArray<ErrorCodeUse> => {
  const uses = reference.model.operations.flatMap((operation) =>
    errorsAmong(operation.responses).map((response) => ({ operation, response }))
  )
  return [...Map.groupBy(uses, ({ response }) => response.code)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, found]) => ({
      status,
      descriptions: differing(
        found.map(({ operation, response }) => {
          if (listedIn(response.description).length > 0) return ""
          const { common, commonAnchor } = reference
          if (!common.has(operation, response) || common.wordsOf(response) !== "")
            return cellProse(response.description)
          const first = firstSentence(response.description) || meaningOfStatus(status)
          return `${first.replace(/\.$/, "")} (see [common responses](#${commonAnchor}))`
        })
      ),
      listed: new Map(found.flatMap(({ response }) => listedIn(response.description))),
      bodies: bodiesOf(found.map(({ response }) => bodySummary(response.content, reference))),
      operations: [...new Set(found.map(({ operation }) => operation))]
    }))
}

const operationLink = (operation: Operation, reference: Reference): string =>
  `[${operationHeading(operation, reference)}](#${reference.operationAnchors.get(operation) ?? ""})`

/** Most operations that a cell names. Our choice: past it nobody reads them, and each operation lists its errors. */
const maxNamed = 12

/** The operations of a code: by name, by what is missing where that is shorter, or by their number. */
const usedBy = (operations: ReadonlyArray<Operation>, reference: Reference): string => {
  const all = reference.model.operations
  if (operations.length === all.length && all.length > 1) return `All ${all.length} operations`
  const named = (list: ReadonlyArray<Operation>) =>
    list.map((operation) => operationLink(operation, reference)).join(", ")
  const fewest = Math.min(operations.length, all.length - operations.length)
  if (fewest > maxNamed) return `${operations.length} of ${all.length} operations`
  if (operations.length * 2 <= all.length || all.length < 8) return named(operations)
  const used = new Set(operations)
  return `All operations except ${named(all.filter((operation) => !used.has(operation)))}`
}

/** Different descriptions of one code that are told before they are only counted. Each stands with its operation. */
const maxDescriptions = 6

/** What descriptions say of a code; what it means by itself where they say nothing. */
const meaningOf = ({ descriptions, status }: ErrorCodeUse): string => {
  const isMore = descriptions.length > maxDescriptions
  const told = [...descriptions.slice(0, maxDescriptions), ...(isMore ? ["see the operations"] : [])]
    .map((text, at, all) => (at < all.length - 1 ? text.replace(/\.$/, "") : text))
    .join("; ")
  return told === "" ? meaningOfStatus(status) : told
}

const introduction = (codes: ReadonlyArray<ErrorCodeUse>, slots: Slots): ProseSlot => {
  const facts = codes.map(({ status }) => ({ name: "status", text: status }))
  const draft = "The table lists every error status that the operations describe."
  return slots.make({ sectionId: "error-codes", title: "Error codes", intent: "errors", facts }, draft)
}

/** The section on error codes, heading included. */
export const errorParts = (
  codes: ReadonlyArray<ErrorCodeUse>,
  reference: Reference,
  slots: Slots
): ReadonlyArray<SectionPart> => {
  const rows = codes.map((use) => [
    code(use.status),
    cell(meaningOf(use)),
    cell(use.bodies.join("; ")),
    cell(usedBy(use.operations, reference))
  ])
  const listed = codes.flatMap(({ listed: all, status }) =>
    [...all]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, words]) => [cell(code(name)), code(status), cellProse(words)])
  )
  const meaning = reference.model.format === "postman" ? "Saved answers" : "Meaning"
  const tables = blocks(
    rows.length === 0 ? "" : filledTable(["Status", meaning, "Body", "Operations"], rows),
    listed.length === 0 ? "" : "Error bodies carry these codes.",
    listed.length === 0 ? "" : table(["Code", "Status", "Meaning"], listed)
  )
  return ["\n## Error codes\n\n", introduction(codes, slots), `\n${tables === "" ? "" : `\n${tables}`}`]
}
