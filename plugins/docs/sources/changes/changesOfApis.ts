/** The changes between two versions of an API as a change list: what release notes are made of when a baseline is given. */
import type { ApiChange } from "../../diff/ApiChange.ts"
import type { Change, ChangesModel } from "../../model/ChangesModel.ts"

/** What the end of an id says of a change. */
const headings: ReadonlyArray<readonly [RegExp, heading: string, type: string | undefined]> = [
  [/-removed|api-removed/, "Removed", undefined],
  [/-deprecated/, "Deprecated", undefined],
  [/-added|^new-/, "Added", "feat"]
]

const changeOf = ({ id, level, location, message, operation }: ApiChange, at: number): Change => {
  const [, heading = "Changed", type] = headings.find(([pattern]) => pattern.test(id)) ?? []
  const place = [operation, location].filter((part) => part !== "").join(", ")
  return {
    text: place === "" ? message : `${place}: ${message}`,
    original: `${level} ${id} ${place}`.trim(),
    trailers: [],
    ...(type === undefined ? {} : { type }),
    breaking: level === "ERR",
    heading,
    references: [],
    line: at + 1
  }
}

/** A release with these changes, in their order: what breaks clients comes first. */
export const changesOfApis = (changes: ReadonlyArray<ApiChange>, version: string | undefined): ChangesModel => ({
  kind: "changes",
  origin: "changelog",
  releases: [{ ...(version === undefined ? {} : { version }), changes: changes.map(changeOf) }]
})
