/** The request of a group that a guide shows with its answer: values are the author's own. */
import type { MediaType, Operation, Parameter } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import { isJson } from "../api-reference/bodies.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { sampleRequest } from "../api-reference/requestSamples.ts"
import { sampleWriters } from "../api-reference/sampleWriters.ts"
import { code, fenced, plain } from "../markdown/inline.ts"
import { answerOf } from "./stages.ts"

/** Longest body and longest answer of a worked example, in characters. Our choice: a reader shall see the next step below it. */
const maxBody = 1_000
const maxAnswer = 3_000

/** The media type of a body that is told: JSON, else a form, else the first. */
export const bodyMediaOf = ({ requestBody }: Operation): MediaType | undefined =>
  requestBody?.content.find(({ mediaType }) => isJson(mediaType)) ??
  requestBody?.content.find(({ mediaType }) => /^multipart\/|x-www-form-urlencoded/i.test(mediaType)) ??
  requestBody?.content[0]

interface Shown {
  readonly value: Json
  /** What its author calls it. */
  readonly name?: string | undefined
}

/** An example of the author's own as a whole: the first that holds something. */
const given = ({ examples, schema }: MediaType | Parameter, reference: Reference): Shown | undefined => {
  const ofSchema = schema === undefined ? [] : (reference.resolved(schema).examples ?? [])
  const all = [...examples, ...ofSchema.map((value) => ({ value }) as (typeof examples)[number])]
  const values = all.flatMap(({ name = "", summary, value }) =>
    value !== undefined && (schema === undefined || reference.samples.isValid(value, schema))
      ? [{ value, name: summary ?? (name.includes(" ") ? name : undefined) }]
      : []
  )
  return values.find(({ value }) => !/^(?:\{\}|\[\]|"")$/.test(JSON.stringify(value))) ?? values[0]
}

/** The same of what is sent; else one that is made of an example of each value that is required. One with nothing in a place shows nobody what stands there. */
const sent = (of: MediaType | Parameter, reference: Reference): Shown | undefined => {
  const whole = given(of, reference)
  if (whole !== undefined || of.schema === undefined) return whole
  const value = reference.samples.told(of.schema, "request")
  return value === undefined || JSON.stringify(value).includes("{}") ? undefined : { value }
}

const isWorth = (shown: Shown | undefined, most: number): shown is Shown => {
  const length = JSON.stringify(shown?.value ?? null, null, 2).length
  return shown !== undefined && length > 4 && length <= most
}

/** The value of a header, of which an example may hold the name too. */
const withoutName = (value: Json, { in: place, name }: Parameter): Json =>
  place === "header" && typeof value === "string" && value.toLowerCase().startsWith(`${name.toLowerCase()}:`)
    ? value.slice(name.length + 1).trim()
    : value

/**
 * A request with the author's values. Parameters of its path and headers beside a body that have none stay names; `undefined` where it needs
 * another one that has none.
 */
const toldRequest = (operation: Operation, reference: Reference): Operation | undefined => {
  const parameters = operation.parameters.flatMap((one) => {
    const value = sent(one, reference)?.value
    if (value !== undefined && typeof value !== "object")
      return [{ ...one, examples: [{ value: withoutName(value, one) }] }]
    const isNamed = one.in === "header" && one.required && operation.requestBody !== undefined
    return isNamed ? [{ ...one, examples: [{ value: `{${one.name}}` }] }] : []
  })
  const names = new Set(parameters.map(({ name }) => name))
  const isWhole = operation.parameters.every((one) => !one.required || one.in === "path" || names.has(one.name))
  return isWhole ? { ...operation, parameters } : undefined
}

/** A request with values of the author, and its answer; `undefined` where the author gives none. */
const exampleOf = (operation: Operation, reference: Reference) => {
  const request = toldRequest(operation, reference)
  // What ends something is no example to try.
  if (request === undefined || operation.method === "DELETE" || operation.deprecated) return undefined
  const media = bodyMediaOf(operation)
  const body = media === undefined ? undefined : sent(media, reference)
  if (operation.requestBody !== undefined && !isWorth(body, maxBody)) return undefined
  // A bare string shows no records: authors write remarks there.
  if (typeof body?.value === "string") return undefined
  const found = answerOf(operation)
  const shown = found === undefined ? undefined : given(found.media, reference)
  const answer = isWorth(shown, maxAnswer) ? { status: found!.response.code, ...shown } : undefined
  return body === undefined && answer === undefined ? undefined : { operation, request, body, answer }
}

/** The request of a group to show: one that sends something and shows its answer, else one of the two. */
export const chosenOf = (operations: ReadonlyArray<Operation>, reference: Reference) => {
  const found = operations.flatMap((operation) => exampleOf(operation, reference) ?? [])
  return (
    found.find(({ answer, body }) => body !== undefined && answer !== undefined) ??
    found.find(({ body }) => body !== undefined) ??
    found[0]
  )
}

const titled = (words: string, { name }: Shown): string =>
  name === undefined ? `${words}:` : `${words} (${plain(name.trim())}):`

/** A request with its answer. Of several examples, which answer is that of which request, only their author knows: each is called what it is. */
export const exampleText = (
  { answer, body, request }: NonNullable<ReturnType<typeof chosenOf>>,
  reference: Reference
) => {
  const line = sampleWriters.curl
    .write(sampleRequest(request, reference, body?.value))
    // What that header holds besides a key, its scheme says in words.
    .replace("'Authorization: YOUR_API_KEY'", "'Authorization: YOUR_CREDENTIALS'")
  return [
    titled("An example", body ?? { value: null }),
    fenced(line, "sh"),
    ...(answer === undefined
      ? []
      : [
          titled(`An example of an answer ${code(answer.status)}`, answer),
          fenced(JSON.stringify(answer.value, null, 2), "json")
        ])
  ]
}
