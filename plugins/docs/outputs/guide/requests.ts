/** Requests of a guide: one that is shown with its answer, a first one to try, and what requests take. */
import type { ApiModel, MediaType, Operation } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { isJson } from "../api-reference/bodies.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { sampleRequest } from "../api-reference/requestSamples.ts"
import { sampleWriters } from "../api-reference/sampleWriters.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse, fenced, firstSentence } from "../markdown/prose.ts"
import { answerOf, requestOf, stageOf } from "./stages.ts"
import { filledTable } from "./tables.ts"

/** Longest answer of a worked example, in characters. Our choice: a reader shall see the next step below it. */
const maxAnswer = 3_000

/** The body of a request as a schema. */
export const schemaOf = ({ requestBody }: Operation): Schema | undefined =>
  (requestBody?.content.find(({ mediaType }) => isJson(mediaType)) ?? requestBody?.content[0])?.schema

/** The body of an example: the author's own, else one whose values are mostly the author's; `null` where there is a body and nothing to show. */
const bodyOf = (operation: Operation, reference: Reference): Json | undefined | null => {
  const content = operation.requestBody?.content ?? []
  const media =
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content.find(({ mediaType }) => /^multipart\/|x-www-form-urlencoded/i.test(mediaType))
  if (media === undefined) return operation.requestBody === undefined ? undefined : null
  const given = exampleIn(media, reference)
  // A body of nothing teaches nothing.
  const isNothing = given !== undefined && JSON.stringify(given) === "{}"
  if (isNothing) return null
  return given ?? (media.schema === undefined ? null : (reference.samples.told(media.schema) ?? null))
}

const exampleIn = ({ examples, schema }: MediaType, reference: Reference): Json | undefined =>
  examples.find(
    ({ value }) => value !== undefined && (schema === undefined || reference.samples.isValid(value, schema))
  )?.value

/** An answer worth showing: the author's own, or one whose values are mostly the author's. */
const shownAnswer = (operation: Operation, reference: Reference) => {
  const answer = answerOf(operation)
  if (answer === undefined) return undefined
  const { media, response } = answer
  const value =
    exampleIn(media, reference) ?? (media.schema === undefined ? undefined : reference.samples.told(media.schema, 2))
  const text = value === undefined ? "" : JSON.stringify(value, null, 2)
  return text.length > 4 && text.length <= maxAnswer ? { status: response.code, text } : undefined
}

/** The request of an example: the one that begins, else the first that has something to show. What only has values of the right types teaches nothing. */
export const exampleOf = (operations: ReadonlyArray<Operation>, reference: Reference) => {
  const shown = operations.flatMap((operation) => {
    if (operation.deprecated || answerOf(operation) === undefined) return []
    const body = bodyOf(operation, reference)
    const answer = shownAnswer(operation, reference)
    return body === null || (body === undefined && answer === undefined) ? [] : [{ operation, body, answer }]
  })
  return shown.find(({ operation }) => stageOf(operation) === 0) ?? shown[0]
}

/** One request with its answer. */
export const workedExample = (operations: ReadonlyArray<Operation>, reference: Reference): string => {
  const chosen = exampleOf(operations, reference)
  if (chosen === undefined) return ""
  const { answer, body, operation } = chosen
  return [
    `An example, ${requestOf(operation)}:`,
    fenced(sampleWriters.curl.write(sampleRequest(operation, reference, body)), "sh"),
    ...(answer === undefined
      ? []
      : [`The answer, with the status ${code(answer.status)}:`, fenced(answer.text, "json")])
  ].join("\n\n")
}

/** A first request that needs nothing but credentials, for trying whether they are right. `shown`: those that are shown elsewhere. */
export const firstRequest = (api: ApiModel, reference: Reference, shown: ReadonlySet<Operation>): string => {
  const found = api.operations.filter(
    ({ deprecated, method, parameters, path, requestBody }) =>
      method === "GET" &&
      !deprecated &&
      requestBody === undefined &&
      !/[{:]/.test(path) &&
      !parameters.some(({ required }) => required)
  )
  // What needs no credentials does not show whether they are right.
  const operation = found.find(({ security }) => security === undefined || security.length > 0) ?? found[0]
  if (operation === undefined || shown.has(operation)) return ""
  const request = fenced(sampleWriters.curl.write(sampleRequest(operation, reference)), "sh")
  return `${requestOf(operation)} needs nothing else, so you can try it first:\n\n${request}`
}

/** Most names that a row lists of what may be sent. Our choice. */
const mostNames = 6

const listed = (names: ReadonlyArray<string>): string => {
  const shown = names.slice(0, mostNames).map(code).join(", ")
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown
}

interface Field {
  readonly name: string
  readonly required: boolean
  readonly description: string | undefined
}

/** What a request takes besides its path and headers. */
export const fieldsOf = (operation: Operation, reference: Reference): ReadonlyArray<Field> => {
  const schema = schemaOf(operation)
  const found = schema === undefined ? undefined : reference.resolved(schema)
  const parts = found === undefined ? [] : [found, ...(found.allOf ?? []).map((part) => reference.resolved(part))]
  const own = operation.parameters.filter(({ in: place }) => place === "query" || place === "formData")
  const all = [
    ...own.map(({ description, name, required }) => ({ name, required, description })),
    ...parts
      .flatMap(({ properties = [] }) => properties)
      .filter(({ schema: of }) => of.readOnly !== true)
      .map(({ name, required, schema: of }) => ({
        name,
        required,
        description: of.description ?? reference.resolved(of).description
      }))
  ]
  return [...new Map(all.map((field) => [field.name, field])).values()]
}

/** The same in a cell: what it must have, else what it may have. */
export const takenBy = (fields: ReadonlyArray<Field>): string => {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  if (required.length > 0) return listed(required)
  return fields.length === 0 ? "" : `optional: ${listed(fields.map(({ name }) => name))}`
}

/** Most fields that are explained. Our choice: the reference has them all. */
const mostFields = 12

/** Longest meaning that a row tells whole, in characters; of a longer one the first sentence stands for it. */
const longestMeaning = 250

const meaningOf = (description: string | undefined): string => {
  const whole = cellProse(description)
  return whole.length <= longestMeaning ? whole : cell(firstSentence(description)).replace(/:$/, ".")
}

/** What the fields of the request mean with which a resource begins. */
export const fieldTable = (operations: ReadonlyArray<Operation>, reference: Reference): string => {
  const first = operations.find((operation) => stageOf(operation) === 0 && !operation.deprecated) ?? operations[0]
  if (first === undefined) return ""
  const told = fieldsOf(first, reference)
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ description, name, required }) => ({ name, required, means: meaningOf(description) }))
  const shown = told.filter(({ means, required }) => means !== "" || required).slice(0, mostFields)
  if (shown.every(({ means }) => means === "")) return ""
  const table = filledTable(
    ["Name", "Required", "Meaning"],
    shown.map(({ means, name, required }) => [cell(code(name)), required ? "yes" : "no", means])
  )
  const more = told.length > shown.length ? `, of ${told.length} in all` : ""
  return `${requestOf(first)} takes these${more}:\n\n${table}`
}
