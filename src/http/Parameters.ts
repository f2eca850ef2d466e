/** Parameters that requests share: whole numbers and times, which a query holds as texts, free text, and the page of a list. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isCalendarDate } from "../domain/CalendarDate.ts"
import * as CardNumber from "../domain/CardNumber.ts"
import { publishedAs } from "./Publication.ts"
import { parameters } from "./Wire.ts"

/** What a refusal asks for, and the plugin's code for it where there is one (`refusalAnnotation`). */
type Refused = Readonly<Record<string, string>> & { readonly expected: string }

/** A whole number from 1 to `maximum`, at most nine digits, written without a sign or leading zeros. */
export const integer = (limits: { readonly maximum: number; readonly default?: number }, refused: Refused) =>
  Schema.String.annotate({ [publishedAs]: { type: "integer", minimum: 1, ...limits } })
    .check(Schema.makeFilter((text: string) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= limits.maximum, refused))
    .pipe(Schema.decodeTo(Schema.Number, SchemaTransformation.transform({ decode: Number, encode: String })))

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** An ISO 8601 time with a zone, as epoch milliseconds. */
export const time = (refused: Refused) =>
  Schema.String.check(
    Schema.makeFilter(
      // `Date.parse` takes 30 February for 2 March.
      (text: string) => isoPattern.test(text) && isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
      { ...refused, toJsonSchema: () => ({ format: "date-time" }) }
    )
  ).pipe(
    Schema.decodeTo(
      Schema.Number,
      SchemaTransformation.transform({
        decode: (text) => Date.parse(text),
        encode: (at) => new Date(at).toISOString()
      })
    )
  )

/** Whether a text has at most so many Unicode code points. They are counted only where the code units, at most two each, leave it open. */
export const fits = (text: string, maximum: number): boolean =>
  text.length <= maximum || (text.length <= 2 * maximum && [...text].length <= maximum)

/** For schemas of free text: what is decoded holds no card number. */
export const withoutCardNumbers = SchemaTransformation.transform({
  decode: CardNumber.mask,
  encode: (text: string) => text
})

/** Objects on a page where nobody asks for fewer or more (our choice; spec cards §8). */
const defaultLimit = 20

/** The parameters of a list. `next` names the field of an answer that holds the next cursor. */
export const page = (next: string, refused: Refused) =>
  parameters({
    limit: [
      Schema.optionalKey(integer({ maximum: 100, default: defaultLimit }, refused)),
      "How many objects, 1 to 100."
    ],
    cursor: [Schema.optionalKey(Schema.String), `\`${next}\` of the page before.`]
  })

/** Which page such parameters ask for. */
export const pageOf = (query: { readonly limit?: number; readonly cursor?: string }) => ({
  limit: query.limit ?? defaultLimit,
  cursor: query.cursor
})
