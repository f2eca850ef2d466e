/** How handlers of this plugin answer. */
import { json, makeResponding, type Answer } from "../../src/plugin.ts"
import { refuse, type DocsFailure } from "./errors.ts"

const { listIn, ...responding } = makeResponding<DocsFailure>({
  refuse: (failure, { requestId }) => refuse(failure, requestId)
})

/** `read` and show what an operation reads, `respondWith` a response of its own such as a stream, `answer` with a plan. */
export const { answer, read, respond, respondWith } = responding

/** Shows an object: `shown(ProjectBody.write)`. */
export const shown =
  <A>(encode: (object: A) => unknown, status = 200) =>
  (object: A): Answer =>
    json(status, encode(object))

/** Responds with a page of a list. */
export const list = listIn((items, { nextCursor }) => ({ items, nextCursor }))

/** The answer that shows nothing. */
export const noContent = (): Answer => ({ status: 204, body: "" })
