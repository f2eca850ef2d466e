/** Where an operation stands in the life of a resource, by its method and path. */
import type { ApiResponse, Operation } from "../../model/ApiModel.ts"
import { isJson } from "../api-reference/bodies.ts"
import { code } from "../markdown/inline.ts"

/** The parts of a path, without the ending that only names a format: `/pets.json`. */
export const segmentsOf = (path: string): ReadonlyArray<string> =>
  path
    .replace(/\.(?:json|xml|\{format\})$/, "")
    .split("/")
    .filter((segment) => segment !== "")

/** The name of a parameter that a part of a path is. */
export const parameterIn = (segment: string | undefined): string | undefined =>
  segment === undefined ? undefined : /^[{:]([^{}]+)\}?$/.exec(segment)?.[1]

/** A path up to its last parameter: what an item is, and the collection that it is in. */
export const collectionOf = (path: string): string => {
  const segments = segmentsOf(path)
  const last = segments.findLastIndex((segment) => parameterIn(segment) !== undefined)
  return `/${segments.slice(0, last === -1 ? segments.length : last).join("/")}`
}

const ends = /\b(?:delete|remove|cancel|close|archive|deactivate|revoke|end|terminate)\b/i

/** The place of an operation in the life of a resource: begin, find, read, change, do more, end. */
export const stageOf = ({ method, path }: Operation): number => {
  const collection = collectionOf(path)
  const below = segmentsOf(path).length - segmentsOf(collection).length
  if (method === "POST" && ends.test(segmentsOf(path).at(-1) ?? "")) return 5
  if (below > 1) return 4
  if (method === "DELETE") return 5
  if (method === "POST") return below === 0 ? 0 : 4
  if (method === "GET" || method === "HEAD") return below === 0 ? 1 : 2
  return method === "PUT" || method === "PATCH" ? 3 : 4
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
