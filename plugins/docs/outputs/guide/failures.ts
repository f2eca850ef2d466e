/** What goes wrong: failures of single requests, and those of several. */
import type { ApiResponse, Operation } from "../../model/ApiModel.ts"
import { errorsAmong, meaningOfStatus } from "../api-reference/statuses.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { filledTable } from "../markdown/table.ts"

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
  // Words that many requests tell say of one status what they say of another.
  const groups = Map.groupBy(all, ({ description }) => same(description))
  return new Set(
    [...groups.values()].flatMap((group) => {
      const isShared = group.length > 2 || (group.length === 2 && operations.length < 4)
      const own = group.filter(
        ({ description, status }) =>
          !/^(?:(?:an )?(?:unexpected )?error|)$/.test(same(description)) &&
          same(description) !== same(meaningOfStatus(status))
      )
      return isShared ? [] : own.map(({ description, status }) => failureKey(status, description))
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
  const rows = [...Map.groupBy(found, ({ code: status }) => status)].map(([status, all]) => {
    const told = [...Map.groupBy(all, ({ description }) => same(description)).values()]
    const words =
      told
        .map(([one]) => cellProse(one!.description))
        .filter((text) => text !== "")
        .join("<br>") || meaningOfStatus(status)
    return { status, meaning: cell([words, ...failureExamples(all)].join("<br>")) }
  })
  return filledTable(
    ["Status", "Meaning"],
    [...Map.groupBy(rows, ({ meaning }) => meaning)].map(([meaning, all]) => [
      cell(all.map(({ status }) => code(status)).join(", ")),
      meaning
    ])
  )
}
