/** What answers and events are wrapped in, and the scalars that they show. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { Wire } from "../../src/plugin.ts"
import { timestamp } from "./events.ts"

/** An object's id, as it is shown. */
export const Id = Schema.String.annotate({
  identifier: "Id",
  description: "The id of an object: a prefix that names its kind, then letters and digits."
})

/** An amount as it is shown. */
export const Cents = Schema.Int.annotate({
  identifier: "Amount",
  description: "An amount in the smallest unit of its currency: cents of USD."
})

/** A time as it is shown, from epoch milliseconds. */
export const SentTime = Wire.shown<number>()(
  Schema.String.annotate({
    identifier: "Time",
    format: "date-time",
    description: "Engine time in milliseconds, RFC 3339 in UTC."
  }),
  timestamp
)

/** A day of a calendar as it is shown. */
export const PlainDay = Schema.String.annotate({
  identifier: "Day",
  format: "date",
  description: "A day in New York, `YYYY-MM-DD`."
})

const Meta = Wire.body("Meta", "What an answer says about its request.", {
  requestId: [Schema.String, "Quote it when you report a problem."],
  timestamp: [SentTime, "When it was answered."]
})

const ErrorObject = Wire.body("ErrorDetail", "What was wrong, or what a payment waits for.", {
  code: [Schema.String, "For programs. Each operation lists the codes that it can answer."],
  message: [Schema.String, "The same for people. It may change."],
  field: [
    Schema.optionalKey(Schema.String),
    "The field, parameter or header that is wrong, such as `beneficiary.name`."
  ],
  details: [
    Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    "Facts that belong to the code, such as a limit or the id of what was stored."
  ]
})

/** The name of a schema, of a list's entries where it is a list. */
const nameOf = ({ ast }: Schema.Top): { readonly name: string; readonly words: string } | undefined => {
  const isList = ast._tag === "Arrays" && ast.rest.length === 1
  const named = isList ? ast.rest[0]! : ast
  const name = SchemaAST.resolveIdentifier(named)
  const words = SchemaAST.resolveDescription(named)
  return name === undefined ? undefined : { name: isList ? `${name}List` : name, words: words ?? "What was requested." }
}

const envelopes = new Map<string, WeakMap<SchemaAST.AST, Schema.Top>>()

/** An envelope around a schema: one component for each suffix, named after what it holds. */
const envelope = <const R extends Parameters<typeof Wire.body>[2]>(suffix: string, held: Schema.Top, rows: R) => {
  const made = envelopes.get(suffix) ?? new WeakMap<SchemaAST.AST, Schema.Top>()
  envelopes.set(suffix, made)
  const { name, words } = nameOf(held) ?? { name: undefined, words: "What was requested." }
  const schema = made.get(held.ast) ?? Wire.body(`${name}${suffix}`, words, rows)
  if (name === undefined) {
    return Schema.Struct(Object.fromEntries(Object.entries(rows).map(([key, [field]]) => [key, field])))
  }
  made.set(held.ast, schema)
  return schema
}

/** A success body, for the description of the API. */
export const dataOf = <S extends Schema.Top>(schema: S) =>
  envelope("Answer", schema, { data: [schema, "What was requested."] }) as unknown as Schema.Struct<{
    readonly data: S
  }>

/** The body of an answer that something was made (201). */
export const createdOf = <S extends Schema.Top>(schema: S) => dataOf(schema).pipe(HttpApiSchema.status(201))

/** The body of an answer that something was begun (202); `error` says what it waits for, where it waits. */
export const acceptedOf = <S extends Schema.Top>(schema: S) =>
  (
    envelope("Accepted", schema, {
      data: [schema, "What was begun."],
      error: [Schema.optionalKey(ErrorObject), "What it waits for, where it waits for something."],
      meta: [Schema.optionalKey(Meta), "Of the request. There where `error` is."]
    }) as unknown as Schema.Struct<{
      readonly data: S
      readonly error: Schema.optionalKey<typeof ErrorObject>
      readonly meta: Schema.optionalKey<typeof Meta>
    }>
  ).pipe(HttpApiSchema.status(202))

const Pagination = Wire.body("Pagination", "Where a list goes on.", {
  nextCursor: [Schema.NullOr(Schema.String), "Send it as `cursor` for the next page; `null` on the last."],
  hasMore: [Schema.Boolean, "Whether there are more."]
})

/** A list body (decisions B.1), for the description of the API. */
export const listOf = <S extends Schema.Top>(schema: S) =>
  envelope("Page", schema, {
    data: [Schema.Array(schema), "The entries of this page."],
    pagination: [Pagination, "Where the list goes on."]
  }) as unknown as Schema.Struct<{ readonly data: Schema.$Array<S>; readonly pagination: typeof Pagination }>

/** The error envelope (spec bank §2), for the description of the API; `errors.ts` builds it. */
export const ErrorBody = Wire.body(
  "Error",
  "Why a request was refused: `error`, or `errors` where several things are wrong.",
  {
    error: [Schema.optionalKey(ErrorObject), "What was wrong, where it is one thing."],
    errors: [
      Schema.optionalKey(
        Schema.Array(
          Wire.body("ErrorOfSeveral", "One of several things that are wrong.", {
            code: [Schema.String, "For programs."],
            field: [Schema.optionalKey(Schema.String), "The field that is wrong."],
            message: [Schema.String, "The same for people. It may change."]
          })
        )
      ),
      "Everything that was wrong, where it is more than one thing."
    ],
    meta: [Meta, "Of the request."]
  }
)

/** The envelope of an event (spec bank §2); `events.ts` builds it. */
export const EventBody = Wire.body("Event", "Something that happened.", {
  eventId: [Schema.String, "A repeated delivery has the same id."],
  eventType: [Schema.String, "What happened, such as `payment.settled`."],
  timestamp: [SentTime, "When it happened."],
  data: [Schema.Unknown, "What the event carries."]
})
