/** The request of a group that a guide shows with its answer: values are the author's own. */
import type { MediaType, Operation, Parameter } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import { answerOf, isJson } from "../api-reference/bodies.ts"
import { read } from "../examples/sample.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { sampleRequest } from "../api-reference/requestSamples.ts"
import { sampleWriters } from "../api-reference/sampleWriters.ts"
import { code, fenced, plain } from "../markdown/inline.ts"
import { prose } from "../markdown/prose.ts"

/** Longest body that is put together, longest body and longest answer of an author, in characters. Our choices: a request needs its body. */
const maxMade = 1_000
const maxGiven = 10_000
const maxAnswer = 1_500

/** Most examples of one body. Our choice. */
const mostBodies = 3

/** The media type of a body that is told: JSON, else a form, else the first. */
export const bodyMediaOf = ({ requestBody }: Operation): MediaType | undefined =>
  requestBody?.content.find(({ mediaType }) => isJson(mediaType)) ??
  requestBody?.content.find(({ mediaType }) => /^multipart\/|x-www-form-urlencoded/i.test(mediaType)) ??
  requestBody?.content[0]

interface Shown {
  readonly value: Json
  /** What its author calls it, and says of it. */
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** What stands in a value that nobody wrote: `string`, which tools fill in but where it names a type, or a reference. */
const unwritten = /(?:(?<!"type"):|[[,])"string"|"\$ref":/

/** Examples of the author's own, those that hold something first. */
const given = (of: MediaType | Parameter, reference: Reference): ReadonlyArray<Shown> => {
  const { examples, schema = {} } = of
  const fit = (value: Json) => reference.samples.fitting(value, schema, "encoding" in of)
  // What stands beside a reference is of this body alone.
  const inSchema = [...new Set([schema, reference.resolved(schema)])].flatMap((one) => one.examples ?? [])
  const fitting = inSchema.map(fit).filter((value) => value !== undefined)
  // Where none fits, what its author shows is more than nothing.
  const whole = "encoding" in of ? inSchema.filter((value) => typeof value === "object") : []
  const isEmpty = ({ value }: Shown) => /^(?:\{\}|\[\]|"")$/.test(JSON.stringify(value))
  return [
    ...examples.map(({ description, name = "", summary, value = null }) => ({
      value: fit(value) ?? ("encoding" in of && typeof read(value) === "object" ? read(value) : null),
      description,
      name: summary ?? (name.includes(" ") ? name : undefined)
    })),
    ...(fitting.length > 0 ? fitting : whole).map((value) => ({ value }))
  ]
    .filter(({ value }) => value !== null && !unwritten.test(JSON.stringify(value)))
    .toSorted((one, other) => Number(isEmpty(one)) - Number(isEmpty(other)))
}

/** One that is made of an example of each value that is required. One with nothing in a place shows nobody what stands there. */
const madeOf = ({ schema }: MediaType | Parameter, reference: Reference): Shown | undefined => {
  const value = schema === undefined ? undefined : reference.samples.told(schema, "request")
  return value === undefined || JSON.stringify(value).includes("{}") || unwritten.test(JSON.stringify(value))
    ? undefined
    : { value }
}

const lengthOf = ({ value }: Shown): number => JSON.stringify(value, null, 2).length

const isWorth = (shown: Shown | undefined, most: number): shown is Shown =>
  shown !== undefined && lengthOf(shown) > 4 && lengthOf(shown) <= most

/** The value of a header, of which an example may hold the name too. */
const withoutName = (value: Json, { in: place, name }: Parameter): Json =>
  place === "header" && typeof value === "string" && value.toLowerCase().startsWith(`${name.toLowerCase()}:`)
    ? value.slice(name.length + 1).trim()
    : value

/** What the author shows of a parameter. */
export const exampleOfParameter = (parameter: Parameter, reference: Reference): Json | undefined => {
  const value = given(parameter, reference)[0]?.value
  return value === undefined || typeof value === "object" || value === "" ? undefined : withoutName(value, parameter)
}

/**
 * A request with the author's values. Parameters of its path and headers beside a body that have none stay names; `undefined` where it needs
 * another one that has none.
 */
const toldRequest = (operation: Operation, reference: Reference): Operation | undefined => {
  const parameters = operation.parameters.flatMap((one) => {
    const value = (given(one, reference)[0] ?? madeOf(one, reference))?.value
    if (value !== undefined && typeof value !== "object")
      return [{ ...one, examples: [{ value: withoutName(value, one) }] }]
    const isNamed = one.in === "header" && one.required && operation.requestBody !== undefined
    return isNamed ? [{ ...one, examples: [{ value: `{${one.name}}` }] }] : []
  })
  const names = new Set(parameters.map(({ name }) => name))
  const isWhole = operation.parameters.every((one) => !one.required || one.in === "path" || names.has(one.name))
  return isWhole ? { ...operation, parameters } : undefined
}

/** Whether a sample can hold the credentials that a request needs. */
const knowsCredentials = ({ security }: Operation, { model, schemes }: Reference): boolean =>
  (security ?? model.security ?? []).flat().every(({ scheme }) => schemes.has(scheme))

/** A request with values of the author, and its answer; `undefined` where the author gives none. */
export const exampleOf = (operation: Operation, reference: Reference) => {
  // What ends something is no example to try.
  if (operation.method === "DELETE" || operation.deprecated) return undefined
  const media = bodyMediaOf(operation)
  // A bare string shows no records: authors write remarks there.
  const all =
    media === undefined
      ? []
      : given(media, reference).filter((one) => typeof one.value !== "string" && lengthOf(one) > 4)
  const own = all.filter((one) => isWorth(one, maxGiven)).slice(0, mostBodies)
  const made = media === undefined || all.length > 0 ? undefined : madeOf(media, reference)
  const bodies = [...own, ...(isWorth(made, maxMade) ? [made] : [])]
  const told = knowsCredentials(operation, reference) ? toldRequest(operation, reference) : undefined
  const request = operation.requestBody === undefined || bodies.length > 0 ? told : undefined
  const found = answerOf(operation)
  const [shown] = found === undefined ? [] : given(found.media, reference)
  const answer = isWorth(shown, maxAnswer) ? { status: found!.response.code, ...shown } : undefined
  if (bodies.length === 0 && answer === undefined) return undefined
  return { request, bodies, answer }
}

type Example = NonNullable<ReturnType<typeof exampleOf>>

const titled = (words: string, { description, name }: Omit<Shown, "value">): string =>
  `${words}${name === undefined ? "" : ` (${plain(name.trim())})`}:\n\n${prose(description)}`.trimEnd()

const json = (value: Json): string => fenced(JSON.stringify(value, null, 2), "json")

/** A request with its answer. Of several examples, which answer is that of which request, only their author knows: each is called what it is. */
export const exampleText = (example: Example, reference: Reference): ReadonlyArray<string> => {
  const { answer, bodies, request } = example
  const [first, ...others] = bodies
  const line = (made: Operation) =>
    sampleWriters.curl
      .write(sampleRequest(made, reference, first?.value))
      // What that header holds besides a key, its scheme says in words.
      .replace("'Authorization: YOUR_API_KEY'", "'Authorization: YOUR_CREDENTIALS'")
  return [
    ...(request === undefined ? [] : [titled("An example", first ?? {}), fenced(line(request), "sh")]),
    ...(request === undefined ? bodies : others).flatMap((body) => [
      titled("An example of its body", body),
      json(body.value)
    ]),
    ...(answer === undefined
      ? []
      : [titled(`An example of an answer ${code(answer.status)}`, answer), json(answer.value)])
  ]
}
