/** The order in which requests are told, and what they answer. */
import type { ApiResponse, Operation } from "../../model/ApiModel.ts"
import { isJson } from "../api-reference/bodies.ts"
import { code } from "../markdown/inline.ts"

const isGood = ({ code: status }: ApiResponse): boolean => status.startsWith("2")

/** The answer of a request that worked, where it is JSON. */
export const answerOf = (operation: Operation) =>
  operation.responses
    .filter(isGood)
    .flatMap((response) => response.content.map((media) => ({ response, media })))
    .find(({ media }) => isJson(media.mediaType))

/** A request as code. */
export const requestOf = ({ method, path }: Operation): string => code(`${method} ${path}`)

const isBelow = (path: string, other: string): boolean =>
  path !== other && path.startsWith(other.endsWith("/") ? other : `${other}/`)

const rank = ({ method }: Operation): number => (method === "POST" ? 0 : method === "DELETE" ? 2 : 1)

/** Requests in their author's order; of one path what makes something first, and what ends it after all that is below that path. */
export const inOrder = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> => {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const order = (paths: ReadonlyArray<string>): ReadonlyArray<Operation> =>
    paths
      .filter((path) => !paths.some((other) => isBelow(path, other)))
      .flatMap((path) => {
        const own = byPath.get(path)!.toSorted((one, other) => rank(one) - rank(other))
        const ends = own.filter(({ method }) => method === "DELETE")
        return [
          ...own.slice(0, own.length - ends.length),
          ...order(paths.filter((other) => isBelow(other, path))),
          ...ends
        ]
      })
  return order([...byPath.keys()])
}
