/** The section on what many operations have in common. */
import { cell, code } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { blocks, filledTable, table } from "../markdown/table.ts"
import { bodySummary, headerRow } from "./bodies.ts"
import type { Answered } from "./Common.ts"
import type { Reference } from "./Reference.ts"

export const commonTitle = ({ common }: Reference): string =>
  common.responses.length === 0 ? "Headers of responses" : "Common responses"

const sameBesidesCode = ({ response }: Answered): string => JSON.stringify({ ...response, code: "", description: "" })

/** The section below its heading. `detailOf` writes what a response says beyond its row. */
export const commonText = (reference: Reference, detailOf: (answered: Answered) => string): string => {
  const { headers, responses } = reference.common
  return blocks(
    responses.length === 0 ? "" : "These responses are the same in all operations that refer to them.",
    responses.length === 0
      ? ""
      : filledTable(
          ["Status", "Description", "Body"],
          responses.map(({ response }) => [
            code(response.code),
            cellProse(response.description),
            bodySummary(response.content, reference, response.description)
          ])
        ),
    ...[...Map.groupBy(responses, sameBesidesCode).values()].map((same) => {
      const codes = same.map(({ response }) => code(response.code)).join(", ")
      return detailOf(same[0]!).replace(/^Response `.*`:/, `Response ${codes}:`)
    }),
    headers.length === 0 ? "" : "Responses have these headers; an operation lists only others.",
    headers.length === 0
      ? ""
      : table(
          ["Header", "Sent with", "Type", "Description"],
          headers.map(({ header, sentWith: words }) => {
            const [name, type, , description] = headerRow(header, reference)
            return [name, cell(words), type, description]
          })
        )
  )
}
