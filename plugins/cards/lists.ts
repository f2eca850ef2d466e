/**
 * What all lists share: page size, cursor, the deprecated `page`, and the envelope (spec cards §4, decisions B7). A
 * slice names its own filters and encodes its own entries.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { json, listEnvelope, Parameters, Refusal, Wire, type Answer, type Page } from "../../src/plugin.ts"
import { refusal } from "./wire.ts"

/** The query parameters of every list (spec cards §8); spread them before or after the filters of one. */
export const listQuery = {
  ...Parameters.page("next_cursor", refusal("invalid_limit", "an integer from 1 to 100")),
  ...Wire.parameters({
    page: [
      // Nine digits are more than any list has pages.
      Schema.optionalKey(
        Parameters.integer({ maximum: 999_999_999 }, refusal("parameter_invalid", "an integer from 1 on"))
      ),
      "Deprecated: the number of the page, from 1. Use `cursor`."
    ]
  })
}

/** `listQuery` as it was decoded. */
export interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly page?: number
}

/** The parameters of a list operation. */
export interface PageOf {
  readonly limit: number
  readonly cursor: string | undefined
  readonly page: number | undefined
}

/** Which page a query asks for. Fails with `InvalidParameters` when it names one in both ways. */
export const pageOf = (query: ListQuery): Effect.Effect<PageOf, Refusal.InvalidParameters> =>
  query.page !== undefined && query.cursor !== undefined
    ? Effect.fail(
        new Refusal.InvalidParameters({
          part: "query",
          issues: [{ path: ["page"], problem: "invalid", code: undefined, expected: "left out when cursor is sent" }]
        })
      )
    : Effect.succeed({ ...Parameters.pageOf(query), page: query.page })

const dateOf = (timeMs: number | undefined): Date | undefined => (timeMs === undefined ? undefined : new Date(timeMs))

/** A filter in process with its times as queries have them; what is no time is refused as in one. */
export const withTimes = <
  Filter extends { readonly createdFrom?: number | undefined; readonly createdTo?: number | undefined }
>(
  filter: Filter
) => ({ ...filter, createdFrom: dateOf(filter.createdFrom), createdTo: dateOf(filter.createdTo) })

/** RFC 9745: since when `page` is deprecated, which is the first version of the API (2026-01-15). */
const deprecation = { deprecation: "@1768435200" }

/** The answer to a list request. The answer to one that used `page` says that it is deprecated. */
export const answerList = <Item>(query: ListQuery, page: Page<Item>, encode: (item: Item) => unknown): Answer =>
  json(200, listEnvelope(page, encode), query.page === undefined ? undefined : deprecation)
