/** A request in a line, and what it answers. */
import type { Operation } from "../../model/ApiModel.ts"
import { isJson } from "../api-reference/bodies.ts"
import { code } from "../markdown/inline.ts"

/** The answer of a request that worked, where it is JSON. */
export const answerOf = (operation: Operation) =>
  operation.responses
    .filter(({ code: status }) => status.startsWith("2"))
    .flatMap((response) => response.content.map((media) => ({ response, media })))
    .find(({ media }) => isJson(media.mediaType))

export const requestOf = ({ method, path }: Operation): string => code(`${method} ${path}`)
