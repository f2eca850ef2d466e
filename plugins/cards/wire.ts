/** Schemas that several endpoints share: amounts, texts, metadata, list queries, the error body. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { CardNumber, CountryCode as Country, Currency, Money } from "../../src/domain.ts"
import { Parameters, type Publication, refusalAnnotation, regionNames, Wire } from "../../src/plugin.ts"
import type { ErrorCode, ErrorType } from "./error-catalogue.ts"
import { ready, sentences } from "./missing.ts"
import { events, timestamp, type CardsEventType } from "./events.ts"

/** Annotations by which a schema names the code of its refusal and says what it wants. */
export const refusal = (code: ErrorCode, expected: string) => ({ [refusalAnnotation]: code, expected })

/** Spec cards §8: minimum payment amount, in every currency. */
export const minAmountMinor = 50

/** An integer of minor units from `minimum` to 999,999,999,999. */
export const amountFrom = (minimum: number) =>
  Schema.Finite.annotate({ expected: "an integer in the smallest currency unit" }).check(
    Schema.isInt({ expected: "an integer in the smallest currency unit" }),
    Schema.isGreaterThanOrEqualTo(minimum, refusal("amount_too_small", `at least ${minimum}`)),
    Schema.isLessThanOrEqualTo(Money.maxAmountMinor, refusal("amount_too_large", `at most ${Money.maxAmountMinor}`))
  )

/** A lower-case ISO 4217 code. */
export const CurrencyCode = Currency.annotate({
  identifier: "Currency",
  description: "An ISO 4217 code in lower case.",
  ...refusal("invalid_currency", "a supported ISO 4217 code in lower case, such as usd")
})

/** A country: an officially assigned code of ISO 3166-1. */
export const CountryCode = Country.annotate({
  identifier: "CountryCode",
  description: "A country code of ISO 3166-1 in two capital letters, such as `US`."
})

/** An object's id, as it is shown. */
export const Id = Schema.String.annotate({
  identifier: "Id",
  description: "The id of an object: a prefix that names its kind, then letters and digits."
})

/** An amount as it is shown. */
export const Minor = Schema.Int.annotate({
  identifier: "Amount",
  description: "An amount in the smallest unit of its currency: cents of USD, whole yen of JPY."
})

/** A time as it is shown, from epoch milliseconds. */
export const SentTime = Wire.shown<number>()(
  Schema.String.annotate({
    identifier: "Time",
    format: "date-time",
    description: "Engine time in whole seconds, ISO 8601 in UTC."
  }),
  timestamp
)

/** Length in Unicode code points (decisions B7), and free text without card numbers. */
export const { fits, withoutCardNumbers } = Parameters

/**
 * A text of at most so many code points. Card numbers in it are masked: it will be kept and sent on. `more` is published
 * of it beside its length; a check of the text itself comes after.
 */
export const text = (maximum: number, code: ErrorCode = "string_too_long", more: { readonly pattern?: string } = {}) =>
  Schema.String.annotate({ expected: "a string" })
    .check(
      Schema.makeFilter((value: string) => fits(value, maximum), {
        ...refusal(code, `at most ${maximum} characters long`),
        toJsonSchema: () => ({ maxLength: maximum, ...more })
      })
    )
    .pipe(Schema.decodeTo(Schema.String, withoutCardNumbers))

/**
 * An object's id, as far as its form goes; whether it exists is the operation's to find out. A card number is none:
 * an id in a request may be kept.
 */
const idThatIs = (expected: string) =>
  Schema.String.annotate({ expected }).check(
    Schema.makeFilter((value: string) => value.length > 0 && value.length <= 100 && !CardNumber.isIn(value), {
      expected,
      toJsonSchema: () => ({ minLength: 1, maxLength: 100 })
    })
  )

/** An id as requests name it. */
export const ReferenceId = idThatIs("an id")

/** The id of a payment method; what is none is told where those of the sandbox are listed. */
export const PaymentMethodId = idThatIs(sentences("an id", ready.paymentMethods))

/** The id of a bank account; the same. */
export const BankAccountId = idThatIs(sentences("an id", ready.bankAccounts))

type Pairs<Value extends string | null> = Readonly<Record<string, Value>>

const withoutCardNumbersIn = <Value extends string | null>() =>
  SchemaTransformation.transform({
    decode: (pairs: Pairs<Value>): Pairs<Value> =>
      Object.fromEntries(
        Object.entries(pairs).map(([key, value]) => [
          CardNumber.mask(key),
          (value === null ? null : CardNumber.mask(value)) as Value
        ])
      ),
    encode: (pairs: Pairs<Value>) => pairs
  })

const valueFits = Schema.makeFilter((value: string) => fits(value, 500), {
  ...refusal("metadata_value_too_long", "at most 500 characters long"),
  toJsonSchema: () => ({ maxLength: 500 })
})

const keysFit = Schema.makeFilter((pairs: Pairs<string | null>) => Object.keys(pairs).every((key) => fits(key, 40)), {
  ...refusal("metadata_key_too_long", "made of keys of at most 40 characters"),
  toJsonSchema: () => ({ propertyNames: { maxLength: 40 } })
})

/**
 * At most 20 pairs of strings, keys to 40 and values to 500 code points (spec cards §8). Card numbers are masked, in
 * keys as well.
 */
export const Metadata = Schema.Record(
  Schema.String,
  Schema.String.annotate(refusal("metadata_value_invalid", "a string")).check(valueFits)
)
  .check(
    Schema.makeFilter((pairs: Pairs<string>) => Object.keys(pairs).length <= 20, {
      ...refusal("metadata_too_many_pairs", "at most 20 pairs"),
      toJsonSchema: () => ({ maxProperties: 20 })
    }),
    keysFit
  )
  .pipe(Schema.decodeTo(Schema.Record(Schema.String, Schema.String), withoutCardNumbersIn<string>()))

/** A change of metadata: as `Metadata`, and `null` removes a key. How many pairs are left is judged after the change. */
export const MetadataChange = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.String.check(valueFits)).annotate(refusal("metadata_value_invalid", "a string, or null"))
)
  .check(keysFit)
  .pipe(
    Schema.decodeTo(Schema.Record(Schema.String, Schema.NullOr(Schema.String)), withoutCardNumbersIn<string | null>())
  )

/** An ISO 8601 time with a zone, as epoch milliseconds. */
export const Timestamp = Parameters.time(
  refusal("invalid_timestamp", "an ISO 8601 time with a zone, such as 2026-01-15T09:30:00Z")
)

const errorTypes: ReadonlyArray<ErrorType> = ["api_error", "card_error", "validation_error", "authentication_error"]

/** The error body, for the description of the API; `errors.ts` builds it. */
export const ErrorBody = Wire.body("Error", "Why a request was refused.", {
  error: [
    Wire.body("ErrorDetail", "What was wrong.", {
      type: [
        Schema.Literals(errorTypes),
        "Whose doing it is: `validation_error` (the request), `authentication_error` (the key), `card_error` (the issuer or risk), `api_error` (try again, or ours)."
      ],
      code: [Schema.String, "What went wrong, for programs. Each operation lists the codes that it can answer."],
      message: [Schema.String, "The same for people. It may change."],
      param: [Schema.optionalKey(Schema.String), "The parameter that is wrong."],
      request_id: [Schema.String, "Quote it when you report a problem."],
      payment_id: [Schema.optionalKey(Id), "The payment that was declined."]
    }),
    "What was wrong."
  ]
})

/** An event type as it is written. */
export const EventTypeWord = Schema.Literals(
  Object.keys(events) as unknown as readonly [CardsEventType, ...ReadonlyArray<CardsEventType>]
).annotate({
  identifier: "EventType",
  description: "What happened: the object, a dot, and the change.",
  expected: "an event type of this service"
})

/** The envelope of an event (decisions B12); `events.ts` builds it. */
export const EventBody = Wire.body("Event", "Something that happened to an object.", {
  id: [Id, "Begins with `evt_`. A repeated delivery has the same id."],
  object: [Schema.Literal("event"), "Always `event`."],
  type: [EventTypeWord, "What happened, such as `payment.succeeded`."],
  created_at: [SentTime, "When it happened."],
  livemode: [Schema.Boolean, "`false` in the sandbox."],
  api_version: [Schema.String, "The version in which `data` is shown."],
  region: [Schema.Literals(regionNames), "Where the object lives."],
  request: [
    Schema.NullOr(
      Wire.body("EventRequest", "The request that caused an event.", {
        id: [Schema.String, "Its request id."],
        idempotency_key: [Schema.NullOr(Schema.String), "Its idempotency key, if it had one."]
      })
    ),
    "The request that caused it; `null` where time did."
  ],
  data: [Schema.Record(Schema.String, Schema.Unknown), "The object as it was right after."]
})

/** Publishes the form of a value that an entity judges, with a code of its own; the schema itself lets everything pass. */
export const formed = (form: Publication.JsonObject) => Schema.makeFilter(() => true, { toJsonSchema: () => form })

/** What an idempotency key looks like. The toolkit judges it, wherever it is sent. */
export const keyForm = { minLength: 1, maxLength: 255, pattern: "^[ -~]*$" }

/** The key of a request as a field of its body, an alternative to the header (spec cards §4). */
export const IdempotencyKeyField = [
  Schema.optionalKey(Schema.String.annotate({ expected: "a string" }).check(formed(keyForm))),
  "The same as the header `Idempotency-Key`; if both are sent, they must be equal."
] as const

/**
 * Whether there is something to read in a text, and what is read is what is written: not signs alone, or letters that nobody sees, of
 * which no list could be asked, and no override of the direction, after which a listed name that is written backwards reads as itself.
 */
export const isReadable = (value: string): boolean =>
  /[[\p{L}\p{N}]--[\p{DI}\u02b9\u02bc]]/v.test(value) && !/[\u202d\u202e]/.test(value)

/** What such a text is. */
export const readable =
  "with at least one letter or digit, and without U+202D and U+202E, which turn the order of what is read"

/** A text with something to read in it. */
export const visibleText = (maximum: number, what: string) =>
  text(maximum, "string_too_long", { pattern: "\\S" }).check(
    Schema.makeFilter(isReadable, { expected: `${what} ${readable}` })
  )

export const Flag = Schema.Boolean.annotate({ expected: "true or false" })

/** An integer as it is sent. */
export const Whole = Schema.Finite.annotate({ expected: "an integer" }).check(Schema.isInt({ expected: "an integer" }))

/** Body of an action on one object: nothing but the key. */
export const EmptyBody = Wire.body("NoParameters", "Nothing but the idempotency key.", {
  idempotency_key: IdempotencyKeyField
})

/** What a body asks for: its fields in the names of the code, without the idempotency key. */
export const asked = <Body extends { readonly idempotency_key?: string }>(
  body: Body
): Wire.Renamed<Omit<Body, "idempotency_key">> => {
  const { idempotency_key: _, ...fields } = body
  return Wire.renamed(fields)
}

/** The answer for an object that was deleted. */
export const deletedOf = <const O extends string>(name: string, object: O) =>
  Wire.object<{ readonly id: string }>()(name, "What a deleted object leaves.", {
    id: [Id, "The id that it had."],
    object: Wire.is(object, `Always \`${object}\`.`),
    deleted: Wire.is(true, "Always `true`.")
  })

/** The path parameter of an endpoint about one object. */
export const idPath = (words: string) => Wire.parameters({ id: [Schema.String, words] })

/** A list envelope (spec cards §2), for the description of the API. */
export const listOf = <Item extends Schema.Top>(name: string, item: Item) =>
  Wire.body(name, "A page of a list.", {
    object: [Schema.Literal("list"), "Always `list`."],
    data: [Schema.Array(item), "The objects, the newest first."],
    has_more: [Schema.Boolean, "Whether there are older ones."],
    next_cursor: [Schema.NullOr(Schema.String), "Send it as `cursor` for the next page; `null` on the last."]
  })
