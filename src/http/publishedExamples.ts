/** Where the examples of a plugin stand in its document. */
import type { JsonObject, PublishedExamples } from "./Publication.ts"

/** Under a name: "try it" of the reference page fills in a named example only, and otherwise values made up from the schema. */
export const named = (value: unknown): JsonObject => (value === undefined ? {} : { examples: { example: { value } } })

/** Puts an example into the JSON of a request or an answer, where there is one of both. */
export const showIn = (holder: unknown, value: unknown): void => {
  const media = ((holder as JsonObject | undefined)?.content as JsonObject | undefined)?.["application/json"]
  if (media !== undefined) Object.assign(media as object, named(value))
}

/** The name of an error body: its code, and its status, since a code may have several. */
export const refusalName = (code: string, status: number): string => `${code}_${status}`

/** The examples that operations share, as components. */
export const sharedExamples = ({ refusals }: PublishedExamples): JsonObject =>
  Object.fromEntries(
    Object.entries(refusals).map(([name, { body, of }]) => [name, { summary: `An answer to \`${of}\``, value: body }])
  )

/** Error bodies with these codes, whichever operation answered so: their summaries say it. */
export const refusalsOf = (
  { refusals }: PublishedExamples,
  status: number,
  codes: ReadonlyArray<string>
): JsonObject => {
  const shown = codes.filter((code) => refusalName(code, status) in refusals)
  const refTo = (code: string) => ({ $ref: `#/components/examples/${refusalName(code, status)}` })
  return shown.length === 0 ? {} : { examples: Object.fromEntries(shown.map((code) => [code, refTo(code)])) }
}
