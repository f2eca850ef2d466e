/**
 * What all lists share: page size, cursor, the deprecated `page`, and the envelope (spec cards §4, decisions B7). A
 * slice names its own filters and encodes its own entries.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { json, listEnvelope, Publication, Refusal, Wire, type Answer, type Page } from "../../src/plugin.ts"
import { defaultLimit, Limit, refusal } from "./wire.ts"

/** A page by its number, from 1; nine digits are more than any list has pages. */
const PageNumber = Schema.String.annotate({
  [Publication.publishedAs]: { type: "integer", minimum: 1, maximum: 999_999_999 }
})
  .check(Schema.isPattern(/^[1-9]\d{0,8}$/, refusal("parameter_invalid", "an integer from 1 on")))
  .pipe(
    Schema.decodeTo(
      Schema.Number,
      SchemaTransformation.transform({ decode: (digits) => Number(digits), encode: (page) => String(page) })
    )
  )

/** The query parameters of every list; spread them before or after the filters of one. */
export const listQuery = Wire.parameters({
  limit: [Schema.optionalKey(Limit), "How many objects, 1 to 100."],
  cursor: [Schema.optionalKey(Schema.String), "`next_cursor` of the page before."],
  page: [Schema.optionalKey(PageNumber), "Deprecated: the number of the page, from 1. Use `cursor`."]
})

/** `listQuery` as it was decoded. */
export interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly page?: number
}

/** What a list operation is asked for. */
export interface PageOf {
  readonly limit: number
  readonly cursor: string | undefined
  readonly page: number | undefined
}

/** Which page a query asks for. Fails with `InvalidParameters` when it names one in both ways. */
const pageOf = (query: ListQuery): Effect.Effect<PageOf, Refusal.InvalidParameters> =>
  query.page !== undefined && query.cursor !== undefined
    ? Effect.fail(
        new Refusal.InvalidParameters({
          part: "query",
          issues: [{ path: ["page"], problem: "invalid", code: undefined, expected: "left out when cursor is sent" }]
        })
      )
    : Effect.succeed({ limit: query.limit ?? defaultLimit, cursor: query.cursor, page: query.page })

/** RFC 9745: since when `page` is deprecated, which is the first version of the API (2026-01-15). */
const deprecation = { deprecation: "@1768435200" }

/** The answer to a list request. One that used `page` is told that it is deprecated. */
const answerList = <Item, Wire>(query: ListQuery, page: Page<Item>, encode: (item: Item) => Wire): Answer =>
  json(200, listEnvelope(page, encode), query.page === undefined ? undefined : deprecation)

/** Answers a list request with the page that it asks for, read by `list`. Fails as `pageOf` and `list` do. */
export const showList = <Item, Wire, E, R>(
  query: ListQuery,
  list: (page: PageOf) => Effect.Effect<Page<Item>, E, R>,
  encode: (item: Item) => Wire
): Effect.Effect<Answer, E | Refusal.InvalidParameters, R> =>
  Effect.flatMap(pageOf(query), (page) => Effect.map(list(page), (found) => answerList(query, found, encode)))
