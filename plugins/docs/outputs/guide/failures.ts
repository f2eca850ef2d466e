/** What goes wrong: failures of single requests, and those of several. */
import type { ApiResponse, Operation } from "../../model/ApiModel.ts"
import { errorsAmong, meaningOfStatus } from "../api-reference/statuses.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { filledTable } from "./tables.ts"

/** Words without what does not count where they are compared. */
export const same = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** What tells a failure from others. */
export const failureKey = (status: string, description: string): string => `${status} ${same(description)}`

/** Failures that one or two requests tell: each stands with them. */
export const ownFailures = (operations: ReadonlyArray<Operation>): ReadonlySet<string> => {
  const all = operations.flatMap(({ responses }) =>
    errorsAmong(responses).map(({ code: status, description }) => ({ status, description }))
  )
  const groups = Map.groupBy(all, ({ description, status }) => failureKey(status, description))
  return new Set(
    [...groups].flatMap(([key, [first, ...others]]) => {
      const { description, status } = first!
      const isUsual =
        /^(?:(?:an )?(?:unexpected )?error|)$/.test(same(description)) ||
        same(description) === same(meaningOfStatus(status))
      const isShared = others.length > 1 || (others.length === 1 && operations.length < 4)
      return isShared || isUsual ? [] : [key]
    })
  )
}

/** Longest example of a failure that a line shows, and most of one status. Our choices. */
const longExample = 500
const mostExamples = 12

/** What an author shows of failures, which often holds the codes that tell them apart. */
export const failureExamples = (failures: ReadonlyArray<ApiResponse>): ReadonlyArray<string> => {
  const shown = failures
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples))
    .flatMap(({ value }) => (typeof value === "object" && value !== null ? [JSON.stringify(value)] : []))
    .filter((text) => text.length > 4 && text.length <= longExample)
  return [...new Set(shown)].slice(0, mostExamples).map(code)
}

/** Failures that several requests tell, or that mean what their status always does, as a table. */
export const failureTable = (operations: ReadonlyArray<Operation>, own: ReadonlySet<string>): string => {
  const found = operations
    .flatMap(({ responses }) => errorsAmong(responses))
    .filter(({ code: status, description }) => !own.has(failureKey(status, description)))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
  return filledTable(
    ["Status", "Meaning"],
    [...Map.groupBy(found, ({ code: status }) => status)].map(([status, all]) => {
      const told = new Map(all.map(({ description }) => [same(description), cellProse(description)]))
      const words = [...told.values()].filter((text) => text !== "").join("<br>") || meaningOfStatus(status)
      return [cell(code(status)), cell([words, ...failureExamples(all)].join("<br>"))]
    })
  )
}
