/** Where an operation stands in the life of a resource, by its method and path. */
import type { ApiResponse, Operation } from "../../model/ApiModel.ts"
import { isJson } from "../api-reference/bodies.ts"
import { code } from "../markdown/inline.ts"

/** The parts of a path, without the ending that only names a format: `/pets.json`. What is done with an item is a part: `/pets/{id}:sell`. */
export const segmentsOf = (path: string): ReadonlyArray<string> =>
  path
    .replace(/\.(?:json|xml|\{format\})$/, "")
    .replaceAll(/(?<=\}):(?=\w)/g, "/")
    .split("/")
    .filter((segment) => segment !== "")

/** The name of a parameter that a part of a path is. */
export const parameterIn = (segment: string | undefined): string | undefined =>
  segment === undefined ? undefined : /^[{:]([^{}]+)\}?$/.exec(segment)?.[1]

const pathOf = (segments: ReadonlyArray<string>): string => `/${segments.join("/")}`

/** The collections of requests: the paths below which some of them name an item. */
export const collectionsOf = (operations: ReadonlyArray<Operation>): ReadonlySet<string> =>
  new Set(
    operations.flatMap(({ path }) => {
      const segments = segmentsOf(path)
      return segments.flatMap((segment, at) =>
        parameterIn(segment) === undefined ? [] : [pathOf(segments.slice(0, at))]
      )
    })
  )

/** Whether a path is that of a collection, or below it. */
export const isIn = (path: string, collection: string): boolean =>
  path === collection || path.startsWith(collection === "/" ? "/" : `${collection}/`)

/** The collection that a path is in: the longest of those that are known, else the path itself. */
export const collectionOf = (path: string, known: ReadonlySet<string>): string => {
  const whole = pathOf(segmentsOf(path))
  return (
    [...known].reduce(
      (longest, one) => (isIn(whole, one) && one.length > longest.length ? one : longest),
      known.has("/") ? "/" : ""
    ) || whole
  )
}

const ends = /\b(?:delete|remove|cancel|close|archive|deactivate|revoke|end|terminate)\b/i

/** The stages in the life of a resource. */
export const stages = { begin: 0, find: 1, read: 2, change: 3, more: 4, end: 5 }

/** The place of an operation in the life of a resource. */
export const stageOf = ({ method, path }: Operation, known: ReadonlySet<string>): number => {
  const below = segmentsOf(path).length - segmentsOf(collectionOf(path, known)).length
  if (method === "POST" && ends.test(segmentsOf(path).at(-1) ?? "")) return stages.end
  if (below > 1) return stages.more
  if (method === "DELETE") return stages.end
  if (method === "POST") return below === 0 ? stages.begin : stages.more
  if (method === "GET" || method === "HEAD") return below === 0 ? stages.find : stages.read
  return method === "PUT" || method === "PATCH" ? stages.change : stages.more
}

const isGood = ({ code: status }: ApiResponse): boolean => status.startsWith("2")

/** The answer of a request that worked, where it is JSON. */
export const answerOf = (operation: Operation) =>
  operation.responses
    .filter(isGood)
    .flatMap((response) => response.content.map((media) => ({ response, media })))
    .find(({ media }) => isJson(media.mediaType))

/** A request as code. */
export const requestOf = ({ method, path }: Operation): string => code(`${method} ${path}`)

/** A name without its case and marks, for comparing. */
export const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** `pets` → `pet`, for comparing a collection with the name of an id. */
export const singular = (word: string): string =>
  bare(word)
    .replace(/ies$/, "y")
    .replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, "")

/** What the items of a collection are called. */
export const lastWord = (collection: string): string =>
  singular(segmentsOf(collection).findLast((segment) => parameterIn(segment) === undefined) ?? "")

/** Whether a path is that of many, such as `/pets`; one such as `/session` has no items. */
export const isPlural = (collection: string): boolean => {
  const last = segmentsOf(collection).findLast((segment) => parameterIn(segment) === undefined) ?? ""
  return lastWord(collection) !== bare(last)
}
