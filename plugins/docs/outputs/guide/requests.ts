/** Requests of a guide: one that is shown with its answer, a first one to try, and what the request takes with which a resource begins. */
import type { MediaType, Operation, Parameter } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { isJson } from "../api-reference/bodies.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { sampleRequest } from "../api-reference/requestSamples.ts"
import { sampleWriters } from "../api-reference/sampleWriters.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse, fenced, firstSentence, prose } from "../markdown/prose.ts"
import { answerOf, bare, collectionOf, isPlural, requestOf, segmentsOf, singular, stageOf } from "./stages.ts"
import { filledTable } from "./tables.ts"

/** Longest body and longest answer of a worked example, in characters. Our choice: a reader shall see the next step below it. */
const maxBody = 1_000
const maxAnswer = 3_000

/** The media type of a body that an example can be made of: JSON, else a form. */
const bodyMediaOf = ({ requestBody }: Operation): MediaType | undefined =>
  requestBody?.content.find(({ mediaType }) => isJson(mediaType)) ??
  requestBody?.content.find(({ mediaType }) => /^multipart\/|x-www-form-urlencoded/i.test(mediaType))

/** The first example that holds something, else the first one. */
const given = ({ examples, schema }: MediaType | Parameter, reference: Reference): Json | undefined => {
  const values = examples.flatMap(({ value }) =>
    value !== undefined && (schema === undefined || reference.samples.isValid(value, schema)) ? [value] : []
  )
  return values.find((value) => !/^(?:\{\}|\[\])$/.test(JSON.stringify(value))) ?? values[0]
}

/** An example of the author's own: as a whole, or of each value that is required. One with nothing in a place shows nobody what stands there. */
const toldOf = (of: MediaType | Parameter, use: "request" | "answer", reference: Reference): Json | undefined => {
  const whole = given(of, reference)
  if (whole !== undefined || of.schema === undefined) return whole
  const made = reference.samples.told(of.schema, use)
  return JSON.stringify(made ?? null).includes("{}") ? undefined : made
}

const isWorth = (value: Json | undefined, most: number): value is Json => {
  const length = JSON.stringify(value ?? null, null, 2).length
  return value !== undefined && length > 4 && length <= most
}

/** A request with the author's values. Parameters of its path that have none stay names; `undefined` where it needs another one that has none. */
const toldRequest = (operation: Operation, reference: Reference): Operation | undefined => {
  const parameters = operation.parameters.flatMap((one) => {
    const value = toldOf(one, "request", reference)
    return value === undefined || typeof value === "object" ? [] : [{ ...one, examples: [{ value }] }]
  })
  const names = new Set(parameters.map(({ name }) => name))
  const isWhole = operation.parameters.every((one) => !one.required || one.in === "path" || names.has(one.name))
  return isWhole ? { ...operation, parameters } : undefined
}

/** A request with values of the author, and its answer; `undefined` where the author gives none. */
const exampleOf = (operation: Operation, reference: Reference) => {
  const request = toldRequest(operation, reference)
  // What ends something is no example to try.
  if (request === undefined || operation.method === "DELETE") return undefined
  const media = bodyMediaOf(operation)
  const body = media === undefined ? undefined : toldOf(media, "request", reference)
  if (operation.requestBody !== undefined && !isWorth(body, maxBody)) return undefined
  const found = answerOf(operation)
  const value = found === undefined ? undefined : toldOf(found.media, "answer", reference)
  const answer = isWorth(value, maxAnswer) ? { status: found!.response.code, value } : undefined
  if (body === undefined && answer === undefined) return undefined
  return { request, body, answer }
}

const curl = (operation: Operation, reference: Reference, body?: Json): string =>
  fenced(sampleWriters.curl.write(sampleRequest(operation, reference, body)), "sh")

/** The request that makes a new item of a resource: items of what it makes have a path, or they are listed at its own. */
const beginning = (operations: ReadonlyArray<Operation>): Operation | undefined =>
  operations.find(
    (one) =>
      stageOf(one) === 0 &&
      operations.some(
        ({ method, path }) =>
          (path === one.path && method === "GET") || (path !== one.path && collectionOf(path) === one.path)
      )
  )

/** The request to show: the one that begins, else the first that has something to show. */
const chosenOf = (operations: ReadonlyArray<Operation>, reference: Reference) => {
  const found = operations.flatMap((operation) => exampleOf(operation, reference) ?? [])
  return found.find(({ request }) => request.key === beginning(operations)?.key) ?? found[0]
}

/** Words of descriptions that say nothing which the method does not say, for comparing. */
const verbs =
  /\b(?:a|all|an|by|creates?|deletes?|existing|for|from|gets?|given|id|in|instance|its|lists?|matches|matching|name|new|of|on|removes?|retrieves?|returns?|specific|specified|supplied|that|the|this|to|updates?|with)\b/gi

/** Whether a description says no more than a line of a table, the method and the path. */
const echoes = (description: string, line: string, { path, tags }: Operation): boolean => {
  const known = bare([line, path, ...tags].join(" "))
  const words = description.replaceAll(verbs, " ").match(/\p{L}{2,}/gu) ?? []
  return words.every((word) => known.includes(singular(word)))
}

/**
 * The requests of a resource one by one: what the author says of each beyond its line in the table, what it takes, and of one an example.
 * `wordsOf`: what that line says.
 */
export const requestParts = (
  operations: ReadonlyArray<Operation>,
  wordsOf: (operation: Operation) => string,
  reference: Reference
): string => {
  const chosen = chosenOf(operations, reference)?.request.key
  const parts = operations.map((operation) => {
    const words = prose(operation.description)
    const isSaid = echoes(words, wordsOf(operation), operation)
    const texts = [
      isSaid ? "" : words,
      fieldsText(operation, operations.length === 1, reference),
      operation.key === chosen ? workedExample(operations, reference) : ""
    ].filter((text) => text !== "")
    // Where the line is the beginning of the description, the request is the title.
    const isOwn = operation.summary !== undefined && !words.startsWith(wordsOf(operation))
    const name = isOwn ? `**${cell(wordsOf(operation))}**` : requestOf(operation)
    const title = operations.length === 1 || texts.length === 0 ? [] : [name]
    return [...title, ...texts].join("\n\n")
  })
  return parts.filter((part) => part !== "").join("\n\n")
}

/** One request with its answer. */
export const workedExample = (operations: ReadonlyArray<Operation>, reference: Reference): string => {
  const chosen = chosenOf(operations, reference)
  if (chosen === undefined) return ""
  const { answer, body, request } = chosen
  return [
    `An example of ${requestOf(request)}:`,
    curl(request, reference, body),
    ...(answer === undefined
      ? []
      : [`An answer with the status ${code(answer.status)}:`, fenced(JSON.stringify(answer.value, null, 2), "json")])
  ].join("\n\n")
}

/** A first request that needs nothing but credentials: one that lists, else one that reads; empty where it is the example of a resource anyway. */
export const firstRequest = (resources: ReadonlyArray<ReadonlyArray<Operation>>, reference: Reference): string => {
  const found = resources
    .flat()
    .filter(
      ({ deprecated, method, parameters, path, requestBody }) =>
        method === "GET" &&
        !deprecated &&
        requestBody === undefined &&
        !/[{:]/.test(path) &&
        !parameters.some(({ required }) => required)
    )
  const secured = found
    .filter(({ security = [] }) => security.length > 0 && security.every((one) => one.length > 0))
    .toSorted((one, other) => segmentsOf(one.path).length - segmentsOf(other.path).length)
  const operation = secured.find(({ path }) => isPlural(path)) ?? secured[0]
  const isShown = resources.some((one) => chosenOf(one, reference)?.request.key === operation?.key)
  return operation === undefined || isShown
    ? ""
    : `${requestOf(operation)} has no required parameters. With your own credentials in it:\n\n${curl(operation, reference)}`
}

interface Field {
  readonly name: string
  readonly required: boolean
  readonly means: string
  /** Whether its meaning is more than its name. */
  readonly isExplained: boolean
}

/** Longest meaning that a row tells whole, in characters; of a longer one the first sentence stands for it. */
const longestMeaning = 250

/** What a field means; words that only say its name again explain nothing. */
const meaningOf = (name: string, description: string | undefined): Pick<Field, "means" | "isExplained"> => {
  const whole = cellProse(description)
  const words = whole.replaceAll(/\b(?:of|the|this|to)\b/gi, "").match(/\p{L}{2,}/gu) ?? []
  const isExplained = !words.every((word) => bare(name).includes(singular(word)))
  const first = whole.length <= longestMeaning ? "" : cell(firstSentence(description)).replace(/:$/, ".")
  return { means: first === "" ? whole : first, isExplained }
}

/** The properties of a body, also of one that is put together of several schemas. */
const propertiesOf = (schema: Schema, reference: Reference) => {
  const found = reference.resolved(schema)
  return [found, ...(found.allOf ?? []).map((part) => reference.resolved(part))].flatMap(
    ({ properties = [] }) => properties
  )
}

/** What a request takes besides its path and headers. */
const fieldsOf = (operation: Operation, reference: Reference): ReadonlyArray<Field> => {
  const schema = (bodyMediaOf(operation) ?? operation.requestBody?.content[0])?.schema
  const own = operation.parameters.filter(({ in: place }) => place === "query" || place === "formData")
  const all = [
    ...own.map(({ description, name, required }) => ({ name, required, ...meaningOf(name, description) })),
    ...(schema === undefined ? [] : propertiesOf(schema, reference))
      .filter(({ schema: of }) => of.readOnly !== true)
      .map(({ name, required, schema: of }) => ({
        name,
        required,
        ...meaningOf(name, of.description ?? reference.resolved(of).description)
      }))
  ]
  return [...new Map(all.map((field) => [field.name, field])).values()]
}

/** Whether a body may be one of several kinds, of which each needs something else. */
const isChoice = (operation: Operation, reference: Reference): boolean => {
  const { schema } = bodyMediaOf(operation) ?? {}
  const found = schema === undefined ? undefined : reference.resolved(schema)
  return [found, ...(found?.allOf ?? [])].some((one) => one?.oneOf !== undefined || one?.anyOf !== undefined)
}

/** Most names that a cell gives. Our choice: of more, the reference has them all. */
const mostNeeded = 8

/** For each request the names of what it must have, for a cell; nothing where one of them depends on what is sent. */
export const needs = (operations: ReadonlyArray<Operation>, reference: Reference): ReadonlyArray<string> => {
  const isUnsure = operations.some((one) => isChoice(one, reference))
  return operations.map((operation) => {
    const required = isUnsure ? [] : fieldsOf(operation, reference).filter((field) => field.required)
    const shown = required.length > mostNeeded ? required.slice(0, mostNeeded - 1) : required
    const more = required.length === shown.length ? "" : ` and ${required.length - shown.length} more`
    return `${shown.map(({ name }) => code(name)).join(", ")}${more}`
  })
}

/** Most fields that are explained, and of a resource with one request. Our choice: of more, those that are required; the reference has them all. */
const mostFields = 20
const mostOfOne = 40

/** What the request takes with which a resource begins, or the only one that it has; empty where the description explains less than half of it. */
export const fieldTable = (operations: ReadonlyArray<Operation>, reference: Reference): string => {
  const isOnly = operations.length === 1
  const first = isOnly ? operations[0] : beginning(operations)
  return first === undefined ? "" : fieldsText(first, isOnly, reference)
}

/** What a request takes; empty where the description explains less than half of it. */
const fieldsText = (first: Operation, isOnly: boolean, reference: Reference): string => {
  if (isChoice(first, reference)) return ""
  const all = fieldsOf(first, reference).toSorted((one, other) => Number(other.required) - Number(one.required))
  const isLong = all.length > (isOnly ? mostOfOne : mostFields)
  const shown = isLong ? all.filter(({ required }) => required) : all
  if (shown.length === 0 || shown.filter(({ isExplained }) => isExplained).length * 2 < shown.length) return ""
  const table = filledTable(
    ["Name", "Required", "Meaning"],
    shown.map(({ means, name, required }) => [cell(code(name)), reference.requiredText(required), means])
  )
  return `${requestOf(first)} ${isLong ? `needs these, of ${all.length} fields in all` : "takes"}:\n\n${table}`
}
