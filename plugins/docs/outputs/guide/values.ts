/** Which values of requests a guide describes: each where it first occurs, and of many that a request may take only the names. */
import type { Operation, Parameter } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { same } from "./failures.ts"
import {
  factsOf,
  fieldsOf,
  isTold,
  joined,
  suffixOf,
  told,
  withDeprecation,
  wordsOfInput,
  type Input,
  type Walk
} from "./fields.ts"
import { bodyMediaOf, exampleOf, exampleOfParameter } from "./requests.ts"
import { answerOf } from "../api-reference/bodies.ts"

/** The values of one request. */
export interface Values {
  /** Those that must be sent. */
  readonly needed: ReadonlyArray<Input>
  /** Those that may be sent. */
  readonly others: ReadonlyArray<Input>
  /** Fields of its answer. */
  readonly answered: ReadonlyArray<Input>
  /** All of these that are described at this request; the others are only named. */
  readonly described: ReadonlySet<Input>
  readonly example: ReturnType<typeof exampleOf>
}

/**
 * Levels of fields within others; most values that are described of what a request takes besides, and of an answer. More addresses in an
 * answer than these are those of many things. Our choices.
 */
const mostLevels = 3
const mostOthers = 20
const mostAnswered = 60
const mostAddresses = 3

/** Characters of an example that stands with a field. Our choice. */
const longExample = 100

/** Headers of content and credentials, which are told as such, unless their author has words for them. */
const usualHeader = /^(?:accept|content-type|authorization)$/i

const ofParameter = (parameter: Parameter, reference: Reference): Input => {
  const { deprecated, description, in: place, name, required, schema } = parameter
  const to = joined(schema, reference)
  return {
    name,
    place: place === "formData" ? "form" : place,
    required,
    description: withDeprecation(deprecated, description ?? to.description),
    schema: to.items === undefined ? to : { ...to, items: joined(to.items, reference) },
    example: exampleOfParameter(parameter, reference)
  }
}

/** The fields of a body or an answer, of a list those of its items, with those within others to some level. */
const fieldsIn = (schema: Schema, walk: Walk): ReadonlyArray<Input> => {
  const whole = joined(schema, walk.reference)
  const head = whole.items === undefined ? "" : `${suffixOf(whole).replace(".", "")}.`
  return fieldsOf(whole.items ?? schema, walk).map((one) => ({ ...one, name: head + one.name }))
}

/** Words without those that change nothing. */
const wordsOn = (input: Input): ReadonlyArray<string> =>
  same(wordsOfInput(input))
    .split(" ")
    .filter((word) => !/^(?:|an?|it|the)$/.test(word))

/** The descriptions that a document has so far. A value is described again only if its description has a word that none under its name had. */
class Described {
  readonly #said = new Map<string, Array<ReadonlySet<string>>>()

  /** Those of which something is said that was not said before. */
  newOf(inputs: ReadonlyArray<Input>): ReadonlyArray<Input> {
    return inputs.filter((input) => {
      const words = wordsOn(input)
      return !this.#of(input).some((said) => words.every((word) => said.has(word)))
    })
  }

  add(inputs: ReadonlyArray<Input>): void {
    for (const one of inputs) this.#of(one).push(new Set(wordsOn(one)))
  }

  #of(input: Input): Array<ReadonlySet<string>> {
    // A field of one object and the same field of objects in a list count as one.
    const key = JSON.stringify([input.name.replace(/^\[\]\./, ""), input.place, factsOf(input)])
    const said = this.#said.get(key) ?? []
    this.#said.set(key, said)
    return said
  }
}

/** Types and formats for which a value is written in its own way, such as a number without quotes. */
const written = /^(?:number|integer|boolean)$|^date(?:-time)?$/

/** A field that must be sent, with its type if its example and its limits do not show it. */
const withType = (field: Input): Input => {
  const { format = "", types = [] } = field.schema
  const type = [format, ...types].find((one) => written.test(one))
  const isShown = type === undefined || field.example !== undefined || factsOf(field) !== ""
  return isShown || !field.required ? field : { ...field, type }
}

/** A field with what its author shows of it. */
const withExample = (field: Input): Input => ({
  ...field,
  example: field.schema.examples?.find((value) => value !== "" && JSON.stringify(value).length <= longExample)
})

export interface Reading {
  readonly reference: Reference
  /** Whether the API sends the requests. */
  readonly isSent: boolean
  /** Whether the fields of answers are told: those who watch a service read them. */
  readonly tellsAnswers: boolean
}

const inReference = "There are many: they stand in the reference"

/** What a request takes. */
const takenBy = (operation: Operation, before: Described, { isSent, reference }: Reading): Omit<Values, "answered"> => {
  const { dropped } = reference.brief
  const request = `${operation.method} ${operation.path}`
  const parameters = operation.parameters
    .map((one) => ofParameter(one, reference))
    .filter((one) => one.place !== "header" || !usualHeader.test(one.name) || isTold(one) || one.example !== undefined)
  const { schema = {} } = bodyMediaOf(operation) ?? {}
  const example = isSent ? undefined : exampleOf(operation, reference)
  const isShown = isSent || (example?.bodies.length ?? 0) > 0
  const to = (depth: number) => [
    ...parameters,
    ...fieldsIn(schema, { reference, isSent, depth }).map((one) => (isShown ? one : withType(withExample(one))))
  ]
  const further = (all: ReadonlyArray<Input>) => before.newOf(all.filter(({ required }) => !required))
  const areFew = (all: ReadonlyArray<Input>) => further(all).filter((one) => told(one) !== "").length <= mostOthers
  const deep = to(mostLevels)
  const chosen = areFew(deep) ? deep : to(0)
  const others = chosen.filter(({ required }) => !required)
  const needed = chosen.filter(({ required }) => required)
  const isFew = areFew(chosen)
  const names = further(chosen)
    .map(({ name }) => name)
    .join(", ")
  if (!isFew) dropped.push({ item: `${request}: descriptions of ${names}`, reason: inReference })
  if (chosen.length < deep.length) dropped.push({ item: `${request}: fields within others`, reason: inReference })
  const described = [...before.newOf(needed), ...(isFew ? further(chosen) : [])]
  before.add(described)
  return { needed, others, described: new Set(described), example }
}

/**
 * The fields of an answer that a guide describes. Administrators read answers to watch a service, so they get those of reading requests. Users
 * get only the addresses in answers to changes, since no request of the description goes there.
 */
const answeredBy = (
  operation: Operation,
  { needed, others }: Pick<Values, "needed" | "others">,
  { reference, tellsAnswers }: Reading
): ReadonlyArray<Input> => {
  if ((operation.method === "GET") !== tellsAnswers) return []
  const { schema = {} } = answerOf(operation)?.media ?? {}
  const deep = fieldsIn(schema, { reference, isSent: true, depth: mostLevels })
  if (!tellsAnswers) {
    const sent = new Set([...needed, ...others].map(({ name }) => name))
    const told = deep.filter((one) => /ur[il]$/i.test(one.name) && !sent.has(one.name) && wordsOfInput(one) !== "")
    return told.length > mostAddresses ? [] : told
  }
  const few = deep.length <= mostAnswered ? deep : fieldsIn(schema, { reference, isSent: true, depth: 0 })
  // Which fields an answer must have does not matter to its readers.
  return few.map((one) => ({ ...one, needs: "" }))
}

/** The values of requests in the order in which a document tells them. */
export const valuesOf = (operations: ReadonlyArray<Operation>, reading: Reading): ReadonlyMap<Operation, Values> => {
  const before = new Described()
  return new Map(
    operations.map((operation) => {
      const taken = takenBy(operation, before, reading)
      const all = answeredBy(operation, taken, reading).map((one) => ({ ...one, place: "answer" }))
      const fresh = before.newOf(all)
      before.add(fresh)
      const described = new Set([...taken.described, ...fresh])
      return [operation, { ...taken, answered: reading.tellsAnswers ? all : fresh, described }]
    })
  )
}
