/** Requests of a guide: one that is shown with its answer, and a first one to try. */
import type { MediaType, Operation, Parameter } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import { isJson } from "../api-reference/bodies.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { sampleRequest } from "../api-reference/requestSamples.ts"
import { sampleWriters } from "../api-reference/sampleWriters.ts"
import { code, fenced } from "../markdown/inline.ts"
import { answerOf, collectionsOf, isPlural, requestOf, segmentsOf, stageOf, stages } from "./stages.ts"

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

/** The value of a header, of which an example may hold the name too. */
const withoutName = (value: Json, { in: place, name }: Parameter): Json =>
  place === "header" && typeof value === "string" && value.toLowerCase().startsWith(`${name.toLowerCase()}:`)
    ? value.slice(name.length + 1).trim()
    : value

/** A request with the author's values. Parameters of its path that have none stay names; `undefined` where it needs another one that has none. */
const toldRequest = (operation: Operation, reference: Reference): Operation | undefined => {
  const parameters = operation.parameters.flatMap((one) => {
    const value = toldOf(one, "request", reference)
    return value === undefined || typeof value === "object"
      ? []
      : [{ ...one, examples: [{ value: withoutName(value, one) }] }]
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
  // A bare string shows no records: authors write remarks there.
  if (typeof body === "string") return undefined
  const found = answerOf(operation)
  const value = found === undefined ? undefined : toldOf(found.media, "answer", reference)
  const answer = isWorth(value, maxAnswer) ? { status: found!.response.code, value } : undefined
  if (body === undefined && answer === undefined) return undefined
  return { request, body, answer }
}

const curl = (operation: Operation, reference: Reference, body?: Json): string =>
  fenced(sampleWriters.curl.write(sampleRequest(operation, reference, body)), "sh")

/** The request that makes a new item of a resource. */
const beginning = (operations: ReadonlyArray<Operation>): Operation | undefined => {
  const known = collectionsOf(operations)
  return operations.find(
    (one) =>
      stageOf(one, known) === stages.begin &&
      (known.has(one.path) || operations.some(({ method, path }) => path === one.path && method === "GET"))
  )
}

/** The request to show: the one that begins, else the first that has something to show. */
const chosenOf = (operations: ReadonlyArray<Operation>, reference: Reference) => {
  const found = operations.flatMap((operation) => exampleOf(operation, reference) ?? [])
  return found.find(({ request }) => request.key === beginning(operations)?.key) ?? found[0]
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

/** A first request that needs at most credentials: one that lists, else one that reads; empty where it is the example of a resource anyway. */
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
  const isSecured = ({ security = [] }: Operation) => security.length > 0 && security.every((one) => one.length > 0)
  const usable = (found.some(isSecured) ? found.filter(isSecured) : found).toSorted(
    (one, other) => segmentsOf(one.path).length - segmentsOf(other.path).length
  )
  const operation = usable.find(({ path }) => isPlural(path)) ?? usable[0]
  const isShown = resources.some((one) => chosenOf(one, reference)?.request.key === operation?.key)
  return operation === undefined || isShown
    ? ""
    : `${requestOf(operation)} has no required parameters${isSecured(operation) ? ". With your own credentials in it" : ""}:\n\n${curl(operation, reference)}`
}
