/** How handlers of this plugin answer. */
import * as Effect from "effect/Effect"
import { json, makeResponding, type Answer, type CallerShape, type Page, type Unanswerable } from "../../src/plugin.ts"
import { refuse, type DocsFailure } from "./errors.ts"
import { pageOf } from "./wire.ts"

/** `respond` to what an operation reads, `respondWith` a response of its own such as a stream, `answer` with a plan. */
export const { answer, respond, respondWith } = makeResponding<DocsFailure>({
  refuse: (failure, { requestId }) => refuse(failure, requestId)
})

/** Shows an object: `shown(ProjectBody.write)`. */
export const shown =
  <A>(encode: (object: A) => unknown, status = 200) =>
  (object: A): Answer =>
    json(status, encode(object))

/** Responds with what an operation reads, as `show` shows it. */
export const read = <A, E extends DocsFailure | Unanswerable, R>(
  operation: (caller: CallerShape) => Effect.Effect<A, E, R>,
  show: (found: A) => Answer
) => respond((caller) => Effect.map(operation(caller), show))

type Paged = Parameters<typeof pageOf>[0]

/** Responds with the page of a list that a query asks for; what else it says is the filter. */
export const list = <Query extends Paged, Item, E extends DocsFailure | Unanswerable, R>(
  query: Query,
  operation: (
    caller: CallerShape,
    page: ReturnType<typeof pageOf>,
    filter: Omit<Query, keyof Paged>
  ) => Effect.Effect<Page<Item>, E, R>,
  encode: (item: Item) => unknown
) => {
  const { cursor: _cursor, limit: _limit, ...filter } = query
  return read(
    (caller) => operation(caller, pageOf(query), filter),
    ({ data, nextCursor }) => json(200, { items: data.map(encode), nextCursor })
  )
}

/** The answer that shows nothing. */
export const noContent = (): Answer => ({ status: 204, body: "" })
