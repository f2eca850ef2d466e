/** The changes between two versions of an API as a change list: what release notes are made of when a baseline is given. */
import type { ApiChange } from "../../diff/ApiChange.ts"
import type { Change, ChangesModel } from "../../model/ChangesModel.ts"

/** What an id says of a change that breaks nothing. */
const headings: ReadonlyArray<readonly [RegExp, heading: string, type: string | undefined]> = [
  [/-removed/, "Removed", undefined],
  [/-deprecated/, "Deprecated", undefined],
  [/-added|^new-/, "Added", "feat"]
]

const sentence = ({ location, message, operation }: ApiChange): string => {
  const where = operation === "" ? location : operation
  return where === "" || message.includes(where)
    ? message.charAt(0).toUpperCase() + message.slice(1)
    : `\`${where}\`: ${message}`
}

const changeOf = (change: ApiChange, at: number): Change => {
  const { id, level, location, operation } = change
  const known = level === "INFO" ? headings.find(([pattern]) => pattern.test(id)) : undefined
  const [, heading = level === "ERR" ? "Breaking changes" : "Changed", type] = known ?? []
  return {
    text: sentence(change),
    original: `${level} ${id} ${[operation, location].filter((part) => part !== "").join(", ")}`.trim(),
    trailers: [],
    type,
    breaking: level === "ERR",
    headings: [heading],
    references: [],
    line: at + 1
  }
}

/** A release with these changes, in their order: what breaks clients comes first. */
export const changesOfApis = (changes: ReadonlyArray<ApiChange>, version: string | undefined): ChangesModel => ({
  kind: "changes",
  origin: "changelog",
  releases: [{ version, changes: changes.map(changeOf) }]
})
