/** Schemas that several endpoints share: texts, list queries, list answers, the error body. Camel case throughout. */
import * as Schema from "effect/Schema"
import { Parameters, Wire } from "../../src/plugin.ts"
import { maxContextDocuments } from "./context/ContextDocument.ts"
import { codeSampleLanguages, docTypes } from "./model/GeneratedDocument.ts"
import { warningCodes, type WarningCode } from "./model/Warning.ts"

/** A text of at most so many UTF-16 code units. */
export const text = (maximum: number) =>
  Schema.String.annotate({ expected: "a string" }).check(
    Schema.isMaxLength(maximum, { expected: `a string of at most ${maximum} characters` })
  )

/** For schemas of texts: more than white space. */
export const isNotBlank = Schema.makeFilter((value: string) => value.trim() !== "", {
  expected: "a text that is not empty",
  toJsonSchema: () => ({ minLength: 1, pattern: "\\S" })
})

type Choice = "anyOf" | "oneOf"

/** Publishes which fields of a body are sent together; an operation judges it, and names the field. */
export const together = (choice: Choice, ...fields: ReadonlyArray<ReadonlyArray<string>>) =>
  Schema.makeFilter(() => true, {
    toJsonSchema: () => ({ [choice]: fields.map((required) => ({ required })) })
  })

/** A text that is not empty. */
export const someText = (maximum: number) => text(maximum).check(isNotBlank)

/** A list of at most so many items. */
export const atMost = <S extends Schema.Top>(item: S, most: number) => {
  const expected = `a list of at most ${most}`
  return Schema.Array(item).annotate({ expected }).check(Schema.isMaxLength(most, { expected }))
}

export const oneOf = <const Names extends ReadonlyArray<string>>(names: Names) =>
  Schema.Literals(names).annotate({ expected: `one of ${names.join(", ")}` })

/** Yes or no. */
export const Flag = Schema.Boolean.annotate({ expected: "true or false" })

/** An object's id, as it is shown. */
export const Id = Schema.String.annotate({
  identifier: "Id",
  description: "The id of an object: a prefix that names its kind, then letters and digits."
})

/** An object's id, as far as its form goes. */
export const ReferenceId = Schema.String.annotate({ expected: "an id" }).check(
  Schema.isPattern(/^[a-z]{3}_[0-9a-z]{1,60}$/u, { expected: "an id" })
)

export const DocTypeName = Schema.Literals(docTypes).annotate({
  identifier: "DocType",
  description: "A kind of document.",
  expected: `one of ${docTypes.join(", ")}`
})

/** A time as it is shown, from epoch milliseconds. */
export const SentTime = Wire.shown<number>()(
  Schema.String.annotate({ identifier: "Time", format: "date-time", description: "RFC 3339, in UTC." }),
  (time) => new Date(time).toISOString()
)

/** The part of a query that every list has (decisions docs 4). */
export const pageQuery = Parameters.page("nextCursor", { expected: "an integer from 1 to 100" })

/** A list answer, for the description of the API. */
export const listOf = <Item extends Schema.Top>(name: string, item: Item) =>
  Wire.body(name, "A page of a list.", {
    items: [Schema.Array(item), "The objects, the newest first."],
    nextCursor: [Schema.NullOr(Schema.String), "Send it as `cursor` for the next page; `null` on the last."]
  })

/** The server-sent events of a stream, by name: what the data of each hold, and what it means. */
export const eventsOf = (
  name: string,
  description: string,
  events: Readonly<Record<string, readonly [Schema.Top, string]>>
) =>
  Schema.Union(
    Object.entries(events).map(([event, [data, words]]) =>
      Schema.Struct({
        id: Schema.String.annotateKey({ description: "Where the stream is." }),
        event: Schema.Literal(event).annotateKey({ description: "Its name." }),
        data
      }).annotate({ description: words })
    ),
    { mode: "oneOf" }
  ).annotate({ identifier: name, description })

/** The path parameter of an endpoint about one object. */
export const idPath = (words: string) => Wire.parameters({ id: [Schema.String, words] })

/** What went wrong on the way, told in an object. */
export const ProblemBody = Wire.body("Problem", "Why something did not come about.", {
  code: [Schema.String, "An error code, such as `parse_failed`."],
  message: [Schema.String, "The same for people."]
})

/** A place in a source. */
const LocationBody = Wire.body("SourceLocation", "Where in a source something was found.", {
  line: [Schema.optionalKey(Schema.Int), "Counts from 1."],
  column: [Schema.optionalKey(Schema.Int), "Counts from 1."],
  pointer: [Schema.optionalKey(Schema.String), "A JSON pointer into the source, such as `/paths/~1pets/get`."]
})

const warningWords = Object.entries(warningCodes)
  .map(([code, meaning]) => `\`${code}\`: ${meaning}.`)
  .join(" ")

export const WarningBody = Wire.body("Warning", "Something that was noticed and did not stop the work.", {
  code: [Schema.Literals(Object.keys(warningCodes) as ReadonlyArray<WarningCode>), warningWords],
  message: [Schema.String, "The same for people, with the name of the thing."],
  location: [Schema.optionalKey(LocationBody), "Where it was found, if that is known."]
})

const setting = text(200)

/** Settings of a generation (decisions docs 4.2). */
export const settingsFields = {
  audience: [Schema.optionalKey(setting), "Who reads the document, such as `developer`."],
  tone: [Schema.optionalKey(setting), "How it speaks, such as `neutral` or `friendly`."],
  instructions: [
    Schema.optionalKey(text(10_000)),
    "What else to do, one instruction per line. An instruction that is not followed is named in a warning."
  ],
  customRules: [Schema.optionalKey(Schema.Array(text(1_000))), "Style rules in words that the document must keep."],
  ruleSetId: [Schema.optionalKey(ReferenceId), "A rule set that the document is checked against."],
  failOnError: [
    Schema.optionalKey(Flag),
    "`true`: the generation fails with `check_failed` where the check finds an error."
  ],
  language: [Schema.optionalKey(Schema.Literal("en").annotate({ expected: "en" })), "Only `en`."],
  depth: [
    Schema.optionalKey(
      Schema.Literals(["brief", "standard", "full"]).annotate({ expected: "brief, standard or full" })
    ),
    "How much is told. Default: `standard`, and `brief` for executives."
  ],
  splitBy: [
    Schema.optionalKey(Schema.Literals(["none", "tag"]).annotate({ expected: "none or tag" })),
    "`tag`: a reference has one chapter per tag."
  ],
  codeSamples: [
    Schema.optionalKey(
      Schema.Array(Schema.Literals(codeSampleLanguages).annotate({ expected: codeSampleLanguages.join(", ") }))
    ),
    "The languages of the samples in a reference."
  ],
  title: [Schema.optionalKey(setting), "The title of the document. Default: that of its source."],
  releaseVersion: [Schema.optionalKey(setting), "The version that release notes are of."],
  releaseDate: [Schema.optionalKey(setting), "The date that release notes are of."],
  from: [Schema.optionalKey(setting), "The tag, commit or version after which release notes begin."],
  to: [Schema.optionalKey(setting), "The tag, commit or version with which release notes end."],
  includeMaintenance: [Schema.optionalKey(Flag), "`true`: release notes name changes that users do not notice, too."],
  contextDocumentIds: [
    Schema.optionalKey(atMost(ReferenceId, maxContextDocuments)),
    `Context documents by which it is written, beside those of the project; ${maxContextDocuments} at most together with them.`
  ],
  baselineVersionId: [
    Schema.optionalKey(ReferenceId),
    "Release notes of an API description: the version of its reference from which changes count."
  ]
} as const

/** The error body; `errors.ts` builds it. */
export const ErrorBody = Wire.body("Error", "Why a request was refused.", {
  error: [
    Wire.body("ErrorDetail", "What was wrong.", {
      code: [Schema.String, "What went wrong, for programs. Each operation lists the codes that it can answer."],
      message: [Schema.String, "The same for people. It may change."],
      requestId: [Schema.String, "Quote it when you report a problem."],
      details: [
        Schema.Array(
          Wire.body("ErrorPlace", "One thing that is wrong.", {
            path: [Schema.optionalKey(Schema.String), "A field of the request, such as `source.content`."],
            line: [Schema.optionalKey(Schema.Int), "The line in the text of the field, from 1."],
            column: [Schema.optionalKey(Schema.Int), "The column in that line, from 1."],
            message: [Schema.String, "What is wrong there, for people."]
          })
        ),
        "What is wrong, place by place; empty where there is no place."
      ]
    }),
    "What was wrong."
  ]
})
