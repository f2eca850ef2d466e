/** Where the examples of a plugin stand in its document. */
import type { JsonObject, PublishedExamples, PublishedOperationExamples } from "./Publication.ts"

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

/** The error bodies of an operation with these codes: its own, else those that others got. */
export const refusalsOf = (
  { refusals }: PublishedExamples,
  own: PublishedOperationExamples | undefined,
  status: number,
  codes: ReadonlyArray<string>
): JsonObject => {
  const shown: JsonObject = {}
  for (const code of codes) {
    const name = refusalName(code, status)
    const value = own?.refusals?.[name]
    if (value !== undefined) shown[code] = { value }
    else if (name in refusals) shown[code] = { $ref: `#/components/examples/${name}` }
  }
  return Object.keys(shown).length === 0 ? {} : { examples: shown }
}
