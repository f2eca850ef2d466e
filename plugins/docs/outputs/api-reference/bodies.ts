/** Bodies of requests and responses: media types with their schema, the fields of an inline one, examples. */
import type { Example, Header, MediaType, Operation } from "../../model/ApiModel.ts"
import { isObject, type Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { cell, code, fenced, link, plain } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { blocks, table } from "../markdown/table.ts"
import { narrowings, propertyRows } from "./propertyRows.ts"
import { read } from "../examples/sample.ts"
import type { Reference, SharedExample } from "./Reference.ts"
import { propertyTable } from "./schemaRows.ts"
import { value } from "./exampleText.ts"
import { bothSaid, describeParameter, describeSchema, descriptionOf, typeText, withoutBlocks } from "./schemaText.ts"

const languages: ReadonlyArray<readonly [RegExp, string]> = [
  [/json/i, "json"],
  [/xml/i, "xml"],
  [/html/i, "html"],
  [/ya?ml/i, "yaml"],
  [/javascript/i, "javascript"]
]

const languageOf = (mediaType: string): string => languages.find(([words]) => words.test(mediaType))?.[1] ?? ""

/** Whether bodies of a media type are JSON. */
export const isJson = (mediaType: string): boolean => /\bjson\b/i.test(mediaType)

const shown = (json: Json): string => JSON.stringify(json, null, 2)

const block = (title: string, text: string, language: string): string =>
  `${title}\n\n${fenced(text.replace(/\n+$/, ""), language)}`

/** An example of an author's with its name, and what the author says of it. */
const exampleTitle = ({ description, name, summary }: Example, isOnly: boolean): string => {
  const title =
    summary === undefined ? plain(isOnly || /^\d+$/.test(name ?? "") ? "" : (name ?? "")) : cellProse(summary)
  const said = [title, cellProse(description)].filter((part) => part !== "")
  return said.length === 0 ? "Example:" : `Example, ${said.join(": ").replace(/[.:]$/, "")}:`
}

/** The examples of a body that its author gives: beside its schema, else in it. */
export const givenIn = ({ examples, schema }: MediaType): ReadonlyArray<Example> =>
  examples.length > 0 || schema?.ref !== undefined ? examples : (schema?.examples ?? []).map((value) => ({ value }))

/** What an example looks like when it is sent, with its language. One that does not match its schema is the author's all the same, and reported. */
const writtenExample = (example: Example, media: MediaType, reference: Reference, of: string) => {
  const language = languageOf(media.mediaType)
  if (example.text !== undefined || example.value === undefined) return { language, text: example.text }
  const isText = typeof example.value === "string"
  if (isText && !isJson(media.mediaType)) return { language, text: example.value }
  const value = reference.samples.fitting(example.value, media.schema, true)
  const json = value ?? read(example.value)
  const differs = value === undefined && isJson(media.mediaType) ? "does not match its schema" : ""
  const why = differing(json, media.schema, reference) || differs
  if (why !== "") reference.warn({ code: "invalid_example", message: `An example of ${of} ${why}` })
  return { language: "json", text: shown(json) }
}

/** How the names of an example differ from those that its schema tells, in words; empty where they do not, or where the schema leaves them open. */
const differing = (value: Json, of: Schema = {}, reference: Reference): string => {
  const schema = reference.resolved(of)
  const rows = propertyRows(schema, "", (part) => reference.resolved(part))
  if (!isObject(value) || rows.length === 0) return ""
  const { additionalProperties, anyOf, oneOf, patternProperties } = schema
  const isOpen = (additionalProperties ?? anyOf ?? oneOf ?? patternProperties) !== undefined
  const known = new Set(rows.map(({ name }) => name))
  const unknown = isOpen ? [] : Object.keys(value).filter((name) => !known.has(name))
  const lacking = rows
    .filter(({ choices, name, required }) => required && choices.length === 0 && !/[.[]/.test(name))
    .filter(({ name, schema: { readOnly, writeOnly } }) => !Object.hasOwn(value, name) && !(readOnly ?? writeOnly))
    .map(({ name }) => name)
  return [
    ...(lacking.length === 0 ? [] : [`lacks ${lacking.join(", ")}, which its schema requires`]),
    ...(unknown.length === 0 ? [] : [`has ${unknown.join(", ")}, which its schema does not`])
  ].join(" and ")
}

const givenExample = (example: Example, media: MediaType, reference: Reference, of: string): string | undefined => {
  const name = exampleTitle(example, givenIn(media).length < 2)
  if (example.externalValue !== undefined) return `${name} ${link(code(example.externalValue), example.externalValue)}`
  const { language, text } = writtenExample(example, media, reference, of)
  return text !== undefined && reference.hasRoom(text, of) ? block(name, text as string, language) : undefined
}

/** Given examples of an answer: those that stand in a section of their own by their names, the others as blocks. */
const givenExamples = (
  media: MediaType,
  reference: Reference,
  { isRequest = false, linksExamples = true, of }: BodyOptions
) => {
  const anchorOf = ({ shared }: Example) =>
    isRequest || shared === undefined ? undefined : reference.exampleAnchors.get(shared)
  const given = givenIn(media)
  const links = given.flatMap((example) => {
    const anchor = anchorOf(example)
    return anchor === undefined ? [] : [`[${code(example.name!)}](#${anchor})`]
  })
  const blocksOf = given
    .filter((example) => anchorOf(example) === undefined)
    .flatMap((example) => givenExample(example, media, reference, of) ?? [])
  return links.length === 0 || !linksExamples ? blocksOf : [...blocksOf, `Examples: ${links.join(", ")}`]
}

/** An example that several answers share, below its heading. */
export const sharedExampleBody = ({ example, media }: SharedExample, reference: Reference): string => {
  const { description, externalValue, shared, summary } = example
  const { language, text } = writtenExample(example, media, reference, shared!)
  return blocks(
    cellProse(summary),
    cellProse(description),
    externalValue === undefined ? "" : link(code(externalValue), externalValue),
    text !== undefined && reference.hasRoom(text, shared!) ? fenced(text, language) : ""
  )
}

/** Whether no value within has members: made ones of such say no more than their type. */
const isPlain = (json: Json): boolean =>
  typeof json !== "object" ||
  json === null ||
  (Array.isArray(json) ? json.every(isPlain) : Object.keys(json).length === 0)

/** The examples of a body: given ones, else one that is made, if it can be proved valid. */
const examples = (media: MediaType, reference: Reference, options: BodyOptions): ReadonlyArray<string> => {
  const { isRequest = false, makeExample, of } = options
  const given = givenExamples(media, reference, options)
  if (given.length > 0 || !makeExample || media.schema === undefined || !isJson(media.mediaType)) return given
  const made = isRequest ? reference.samples.ofRequest(media.schema) : reference.samples.of(media.schema)
  if (made === undefined) {
    reference.warn({ code: "no_valid_example", message: `No valid example of ${of} could be made` })
    return []
  }
  const text = shown(made)
  return !isPlain(made) && reference.hasRoom(text, of) ? [block("Example:", text, "json")] : []
}

const encodingWords = (media: MediaType): string =>
  media.encoding.length === 0
    ? ""
    : table(
        ["Field", "Sent as"],
        media.encoding.map(({ contentType, headers, property, style }) => [
          cell(code(property)),
          cell(
            [
              ...(contentType === undefined ? [] : [code(contentType)]),
              ...(style === undefined ? [] : [`style ${code(style)}`]),
              ...headers.map(({ name }) => `header ${code(name)}`)
            ].join(", ")
          )
        ])
      )

/** Media types of which the same is said are told together. */
const together = (content: ReadonlyArray<MediaType>): ReadonlyArray<ReadonlyArray<MediaType>> => [
  ...Map.groupBy(content, ({ encoding, examples: given, schema }) => JSON.stringify([schema, given, encoding])).values()
]

/** The type of a body with what is said of it. */
const bodyLine = (schema: Schema | undefined, reference: Reference): string => {
  if (schema === undefined) return ""
  // What a named schema is stands in its section.
  const title = schema.ref === undefined && schema.title?.includes(" ") === true ? schema.title : ""
  const words = describeSchema(
    withoutBlocks({ ...schema, title: "" }),
    reference,
    bothSaid(title, descriptionOf(schema)) ?? ""
  )
  return [`: ${typeText(schema, reference)}`, ...(words === "" ? [] : [words])].join(". ")
}

/** How much of a body is shown. */
export interface BodyOptions {
  /** What it is of, for warnings: an operation and a code. */
  readonly of: string
  /** Whether to make an example where none is given. */
  readonly makeExample: boolean
  /** Whether it is sent: what only answers hold is no part of its example. */
  readonly isRequest?: boolean
  /** Whether examples that stand in a section of their own are named. Default: yes. */
  readonly linksExamples?: boolean
  /** Whether a media type of which there is no more to say than a row does is left out. */
  readonly isBrief?: boolean
}

/** The media types of a body, the fields of inline schemas, and examples. */
export const body = (content: ReadonlyArray<MediaType>, reference: Reference, options: BodyOptions): string =>
  blocks(
    ...together(content).flatMap((same) => {
      const [media] = same as [MediaType]
      const types = same.map(({ mediaType }) => code(mediaType)).join(", ")
      const shownExamples = examples(media, reference, options)
      const detail = [
        media.schema === undefined || narrowings(media.schema, (part) => reference.resolved(part)) !== undefined
          ? ""
          : propertyTable(media.schema, reference),
        encodingWords(media),
        ...shownExamples
      ].filter((part) => part !== "")
      const isShown = shownExamples.length > 0 && media.schema !== undefined && media.schema.ref === undefined
      const line = bodyLine(isShown ? { ...media.schema, examples: undefined } : media.schema, reference)
      const isBare = media.schema === undefined || line === `: ${typeText(media.schema, reference)}`
      return options.isBrief === true && isBare && detail.length === 0
        ? []
        : [`Content type ${types}${line}`, ...detail]
    })
  ).trimEnd()

/** What a body narrows of a named schema, as long as the description beside it does not name the values already. */
const narrowed = (schema: Schema, reference: Reference, beside: string): string => {
  const all = narrowings(schema, (part) => reference.resolved(part)) ?? []
  const unsaid = all.filter(({ values }) =>
    values.some((one) => typeof one !== "string" || !beside.includes(code(one)))
  )
  return unsaid.map(({ name, values }) => `, ${code(name)}: ${values.map(value).join(" or ")}`).join("")
}

/** The types of a body for a cell: one word per schema. `beside`, the description in the same row, asks for narrowed values. */
export const bodySummary = (content: ReadonlyArray<MediaType>, reference: Reference, beside?: string): string =>
  cell(
    together(content)
      .map((same) => {
        const types = same.map(({ mediaType }) => code(mediaType)).join(", ")
        const { schema } = same[0]!
        if (schema === undefined) return types
        return `${types}: ${typeText(schema, reference)}${beside === undefined ? "" : narrowed(schema, reference, beside)}`
      })
      .join("; ")
  )

/** The cells of a header: name, type, whether it is required, description. */
export const headerRow = (header: Header, reference: Reference): readonly [string, string, string, string] => [
  cell(code(header.name)),
  cell(typeText(header.schema, reference)),
  header.required ? "yes" : "no",
  cell([...(header.deprecated ? ["**Deprecated.**"] : []), describeParameter(header, reference)].join(" "))
]

export const headerTable = (headers: ReadonlyArray<Header>, reference: Reference): string =>
  headers.length === 0
    ? ""
    : table(
        ["Header", "Type", "Required", "Description"],
        headers.map((header) => headerRow(header, reference))
      )

/** The answer of a request that worked, where it is JSON. */
export const answerOf = (operation: Operation) =>
  operation.responses
    .filter(({ code: status }) => status.startsWith("2"))
    .flatMap((response) => response.content.map((media) => ({ response, media })))
    .find(({ media }) => isJson(media.mediaType))

/** A request in a line. */
export const requestOf = ({ method, path }: Operation): string => code(`${method} ${path}`)
