/** Schemas that several endpoints share: texts, list queries, list answers, the error body. Camel case throughout. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { parameterIssues, Refusal, type Page } from "../../src/plugin.ts"
import { codeSampleLanguages, docTypes } from "./model/GeneratedDocument.ts"

/**
 * Reads a body that may be long by a schema. The framework would parse its text once more, and hold the event loop up for it.
 * Fails with `InvalidParameters`.
 */
export const bodyOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  return ({ json }: Pick<HttpServerRequest, "json">): Effect.Effect<S["Type"], Refusal.InvalidParameters> =>
    Effect.flatMap(Effect.orDie(json), (body) =>
      Effect.fromResult(
        Result.mapError(
          decode(body),
          ({ issue }) => new Refusal.InvalidParameters({ part: "body", issues: parameterIssues(issue) })
        )
      )
    )
}

/** A text of at most so many UTF-16 code units. */
export const text = (maximum: number) =>
  Schema.String.annotate({ expected: "a string" }).check(
    Schema.makeFilter((value: string) => value.length <= maximum, {
      expected: `a string of at most ${maximum} characters`
    })
  )

/** A text that is not empty. */
export const someText = (maximum: number) =>
  text(maximum).check(
    Schema.makeFilter((value: string) => value.trim() !== "", { expected: "a text that is not empty" })
  )

/** An object's id, as far as its form goes. */
export const ReferenceId = Schema.String.annotate({ expected: "an id" }).check(
  Schema.makeFilter((value: string) => /^[a-z]{3}_[0-9a-z]{1,60}$/.test(value), { expected: "an id" })
)

/** A kind of document. */
export const DocTypeName = Schema.Literals(docTypes).annotate({ expected: `one of ${docTypes.join(", ")}` })

/** Decisions docs 4: 1 to 100. */
export const Limit = Schema.String.check(
  Schema.isPattern(/^(?:[1-9]\d?|100)$/, { expected: "an integer from 1 to 100" })
).pipe(
  Schema.decodeTo(
    Schema.Number,
    SchemaTransformation.transform({ decode: (digits) => Number(digits), encode: (limit) => String(limit) })
  )
)

/** Our choice, as in the other services. */
export const defaultLimit = 20

/** The part of a query that every list has. */
export const pageQuery = { limit: Schema.optionalKey(Limit), cursor: Schema.optionalKey(Schema.String) }

/** What a list is asked for, with the default. */
export const pageOf = (query: { readonly limit?: number; readonly cursor?: string }) => ({
  limit: query.limit ?? defaultLimit,
  cursor: query.cursor
})

/** A list answer. */
export const listAnswer = <Item, Wire>(page: Page<Item>, encode: (item: Item) => Wire) => ({
  items: page.data.map(encode),
  nextCursor: page.nextCursor
})

/** A list answer, for the description of the API. */
export const listOf = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({ items: Schema.Array(item), nextCursor: Schema.NullOr(Schema.String) })

/** Engine time on the wire: RFC 3339 in UTC. */
export const timestamp = (time: number): string => new Date(time).toISOString()

/** Whether it is given: fields of an answer that are not there are left out. */
export const given = <Name extends string, A>(name: Name, value: A | undefined): { readonly [N in Name]?: A } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: A }

const setting = text(200)

/** Settings of a generation (decisions docs 4.2). */
export const SettingsBody = Schema.Struct({
  audience: Schema.optionalKey(setting),
  tone: Schema.optionalKey(setting),
  instructions: Schema.optionalKey(text(10_000)),
  customRules: Schema.optionalKey(Schema.Array(text(1_000))),
  ruleSetId: Schema.optionalKey(ReferenceId),
  failOnError: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  language: Schema.optionalKey(Schema.Literal("en").annotate({ expected: "en" })),
  depth: Schema.optionalKey(
    Schema.Literals(["brief", "standard", "full"]).annotate({ expected: "brief, standard or full" })
  ),
  splitBy: Schema.optionalKey(Schema.Literals(["none", "tag"]).annotate({ expected: "none or tag" })),
  codeSamples: Schema.optionalKey(
    Schema.Array(Schema.Literals(codeSampleLanguages).annotate({ expected: codeSampleLanguages.join(", ") }))
  ),
  title: Schema.optionalKey(setting),
  releaseVersion: Schema.optionalKey(setting),
  releaseDate: Schema.optionalKey(setting),
  from: Schema.optionalKey(setting),
  to: Schema.optionalKey(setting),
  includeMaintenance: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  contextDocumentIds: Schema.optionalKey(Schema.Array(ReferenceId)),
  baselineVersionId: Schema.optionalKey(ReferenceId)
})

/** The error body, for the description of the API; `errors.ts` builds it. */
export const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    requestId: Schema.String,
    details: Schema.Array(
      Schema.Struct({
        path: Schema.optionalKey(Schema.String),
        line: Schema.optionalKey(Schema.Int),
        column: Schema.optionalKey(Schema.Int),
        message: Schema.String
      })
    )
  })
})
