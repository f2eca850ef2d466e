/** A request in a line, and what it answers. */
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
