/** The changes between two versions of an API as a change list: what release notes are made of when a baseline is given. */
import type { ApiChange } from "../../diff/ApiChange.ts"
import type { Change, ChangesModel } from "../../model/ChangesModel.ts"
import { capitalized } from "../../writer/rules/sentences.ts"

/** What an id says of a change that breaks nothing. */
const headings: ReadonlyArray<readonly [RegExp, heading: string, type: string | undefined]> = [
  [/-removed/, "Removed", undefined],
  [/-deprecated/, "Deprecated", undefined],
  [/-added|^new-/, "Added", "feat"]
]

/** The same words about several operations, such as those of a schema that they share, are said once. */
const sentence = (alike: ReadonlyArray<ApiChange>): string => {
  const [{ id, location, message, operation }] = alike as readonly [ApiChange]
  const where = operation === "" ? [location] : [...new Set(alike.map((change) => change.operation))]
  if (where[0] === "" || message.includes(where[0]!)) return message.charAt(0).toUpperCase() + message.slice(1)
  const [, side] = /^(request|response)-.*property-/.exec(id) ?? []
  const within = side === undefined ? "" : side === "request" ? "in the body, " : "in the answer, "
  const names = where.map((one) => `\`${one}\``).join(", ")
  const words = `${within}${message}`
  // What changed comes first where the requests are many.
  return where.length === 1 ? `${names}: ${words}` : `${words.replace(/^(?:in|the) /, capitalized)}: ${names}`
}

const changeOf = (alike: ReadonlyArray<ApiChange>, at: number): Change => {
  const [{ id, level, location, operation }] = alike as readonly [ApiChange]
  const known = level === "INFO" ? headings.find(([pattern]) => pattern.test(id)) : undefined
  const [, heading = level === "ERR" ? "Breaking changes" : "Changed", type] = known ?? []
  return {
    text: sentence(alike),
    original: `${level} ${id} ${[operation, location].filter((part) => part !== "").join(", ")}`.trim(),
    trailers: [],
    type,
    breaking: level === "ERR",
    headings: [heading],
    references: [],
    line: at + 1
  }
}

const wordsOf = ({ id, level, location, message, operation }: ApiChange): string =>
  JSON.stringify([id, level, message, operation === "" ? location : ""])

/** Tags sort the operations of a reference: of one that is told they are no news. */
const isTag = ({ id }: ApiChange): boolean => id.startsWith("api-tag-")

/** A release with these changes, in their order: what breaks clients comes first. */
export const changesOfApis = (changes: ReadonlyArray<ApiChange>, version: string | undefined): ChangesModel => {
  const known = new Set(changes.flatMap((change) => (isTag(change) ? [] : change.operation)))
  const told = changes.filter((change) => !isTag(change) || !known.has(change.operation))
  return {
    kind: "changes",
    origin: "changelog",
    releases: [{ version, changes: [...Map.groupBy(told, wordsOf).values()].map(changeOf) }],
    dropped: changes
      .filter((change) => !told.includes(change))
      .map(({ message, operation }) => ({ item: `${operation}: ${message}`, reason: "The operation is told" }))
  }
}
