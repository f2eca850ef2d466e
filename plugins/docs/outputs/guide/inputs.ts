/** What a request takes: its parameters and the fields of its body, those within others with them, each with its author's words. */
import type { Operation, Parameter } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized, ended } from "../../writer/rules/sentences.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { code } from "../markdown/inline.ts"
import { prose } from "../markdown/prose.ts"
import { same } from "./failures.ts"
import {
  factsOf,
  fieldsOf,
  isTold,
  joined,
  keyOf,
  listed,
  neededIn,
  rulesOf,
  suffixOf,
  valueOf,
  withDeprecation,
  wordsOfInput,
  type Input,
  type Walk
} from "./fields.ts"
import { bodyMediaOf, exampleOfParameter } from "./requests.ts"
import { answerOf, requestOf } from "./stages.ts"

/** What requests share that stand in one document. */
export interface Telling {
  readonly reference: Reference
  readonly common: ReadonlySet<string>
  readonly own: ReadonlySet<string>
  /** The credentials that a request needs where it says nothing of them. */
  readonly usual: string | undefined
  /** Whether the API sends them. */
  readonly isSent: boolean
  /** Whether each success is told, with the fields of its answer: those who watch a service read them. */
  readonly tellsAnswers: boolean
}

/** Text as an item of a list: what is not its first paragraph is indented. */
export const item = (head: string, words: string): string => {
  if (words === "") return `- ${head}`
  const joint = /^(?:[-*+>|#]|\d+[.)]\s|```|~~~)/.test(words) ? ":\n\n" : ": "
  return `- ${head}${joint}${words}`.replaceAll(/\n(?!\n|$)/g, "\n  ")
}

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

/** Headers of content and credentials, which are told as such, unless their author has words for them. */
const usualHeader = /^(?:accept|content-type|authorization)$/i

/** Levels of fields that are told with their words, and most fields that are told so. Our choices. */
const mostDepth = 3
const mostFields = 60

/** The fields of a body or an answer, to the level at which they are few enough. */
const fewFieldsOf = (schema: Schema, of: string, { isSent, reference }: OfRequest): ReadonlyArray<Input> => {
  const whole = joined(schema, reference)
  const { items } = whole
  let fields = fieldsOf(items ?? schema, { reference, isSent, depth: 0 })
  for (let depth = 1; depth <= mostDepth; depth++) {
    const more = fieldsOf(items ?? schema, { reference, isSent, depth })
    if (more.length > mostFields) {
      const reason = "There are many: they stand in the reference"
      if (more.length > fields.length) reference.brief.dropped.push({ item: `${of}: fields within others`, reason })
      break
    }
    fields = more
  }
  const head = suffixOf(whole).replace(".", "")
  return items === undefined ? fields : fields.map((one) => ({ ...one, name: `${head}.${one.name}` }))
}

type OfRequest = Pick<Telling, "isSent" | "reference">

/** What is made of requests is kept while a description is told: requests are compared with each other. */
const kept = <Value>(make: (operation: Operation, telling: OfRequest) => Value) => {
  const all = new WeakMap<Reference, Map<Operation, Value>>()
  return (operation: Operation, telling: OfRequest): Value => {
    const own = all.get(telling.reference) ?? new Map<Operation, Value>()
    all.set(telling.reference, own)
    const found = own.get(operation) ?? make(operation, telling)
    own.set(operation, found)
    return found
  }
}

const inputsOf = kept((operation, telling): ReadonlyArray<Input> => [
  ...operation.parameters
    .map((one) => ofParameter(one, telling.reference))
    .filter((one) => one.place !== "header" || !usualHeader.test(one.name) || isTold(one) || one.example !== undefined),
  ...fewFieldsOf(bodyMediaOf(operation)?.schema ?? {}, `${operation.method} ${operation.path}`, telling)
])

/** The description and limits of a value with its example, unless the guide gave them before. */
const told = (input: Input, common: ReadonlySet<string> = new Set()): string => {
  if (common.has(keyOf(input))) return ""
  const { description = "", example, schema } = input
  const isSaid = example === undefined || description.includes(String(example)) || example === schema.default
  const words = wordsOfInput(input)
  const more = [factsOf(input), isSaid || schema.enum?.length === 1 ? "" : `For example: ${valueOf(example)}.`]
    .filter((text) => text !== "")
    .join(" ")
  if (words === "" || more === "") return words + more
  return /[|\n]/.test(words) ? `${words}\n\n${more}` : `${ended(words)} ${more}`
}

const inputList = (inputs: ReadonlyArray<Input>, common?: ReadonlySet<string>): string =>
  inputs.map((one) => item(`${code(one.name)} (${one.place})`, told(one, common))).join("\n")

const fieldItems = (fields: ReadonlyArray<Input>): string =>
  fields.map((one) => item(code(one.name), told(one))).join("\n")

/** The fields of what a request reads. What an answer must hold is no matter of who reads it. */
export const answerFields = (operation: Operation, reference: Reference): string => {
  const schema = operation.method === "GET" ? answerOf(operation)?.media.schema : undefined
  const of = `${operation.method} ${operation.path}: its answer`
  const fields = schema === undefined ? [] : fewFieldsOf(schema, of, { reference, isSent: true })
  return fieldItems(fields.map((one) => ({ ...one, needs: "" })))
}

/** Fields that have words, as a list. */
const fieldList = (fields: ReadonlyArray<Input>): string => fieldItems(fields.filter(isTold))

/** The choices of a body (`oneOf`, `anyOf`), each with its required fields and descriptions. Fields of all choices stand once. */
const formsOf = (schema: Schema, walk: Walk): string => {
  const { reference } = walk
  const { anyOf, discriminator, oneOf } = reference.resolved(schema.items ?? schema)
  const all = (oneOf ?? anyOf ?? []).map((form) => ({ form, fields: fieldsOf(form, walk) }))
  const isShared = (field: Input) =>
    all.length > 1 && all.every(({ fields }) => fields.some((one) => keyOf(one) === keyOf(field)))
  const shared = fieldList((all[0]?.fields ?? []).filter(isShared))
  const forms = all.map(({ fields, form }) => {
    const { description, title } = reference.resolved(form)
    const needed = neededIn(form, walk)
    const of = discriminator?.mapping.find((one) => one.schema === form.ref)
    const words = [
      prose(description),
      of === undefined ? "" : `Its ${code(discriminator!.propertyName)} is ${code(of.value)}.`,
      needed.length === 0 ? "" : `It needs ${listed(needed)}.`
    ]
      .filter((text) => text !== "")
      .join(" ")
    const own = [words, fieldList(fields.filter((one) => !isShared(one)))].filter((text) => text !== "")
    return { name: title ?? form.title ?? form.ref, words: own.join("\n\n") }
  })
  if (forms.length < 2 || forms.some(({ name, words }) => name === undefined && words === "")) return ""
  const items = forms.map(({ name, words }) =>
    name === undefined ? `- ${words.replaceAll(/\n(?!\n|$)/g, "\n  ")}` : item(code(name), words)
  )
  return [
    `${schema.items === undefined ? "The body" : "Each item of the body"} has one of these forms:\n\n${items.join("\n")}`,
    shared === "" ? "" : `All forms have:\n\n${shared}`
  ]
    .filter((text) => text !== "")
    .join("\n\n")
}

/** Fields of a body, and characters of its forms, that are few enough to stand with each request. Our choices. */
const fewFields = 4
const longForms = 500

/** The choices of a request body, or the rules on which fields exclude each other; and a key by which an equal body is found. */
const bodyOf = kept((operation, telling) => {
  const { isSent, reference } = telling
  const fields = inputsOf(operation, telling).filter(({ place }) => place === "body")
  const { schema } = bodyMediaOf(operation) ?? {}
  const walk = { reference, isSent, depth: 1 }
  const forms = schema === undefined ? "" : formsOf(reference.resolved(schema), walk) || rulesOf(schema, walk)
  const key = JSON.stringify([forms, ...fields.map((one) => [one.required, keyOf(one)])])
  return { forms, isLong: fields.length > fewFields || forms.length > longForms, key }
})

/** Words on a body that open with what its request does, with or without the name of its schema before them. */
const ofRequest =
  /^(?:[A-Z]\w*(?:Request|Payload|Input|Body) )?(?:aborts|adds|cancels|changes|checks|creates|deletes|finalizes|gets|lists|registers|removes|replaces|retrieves|returns|sends|sets|starts|stops|stores|updates|uploads) (?!(?:by|for|from|in|of|on|that|to|which|with)\b)/i
const nameOfBody = /^\w+(?:Request|Payload|Input|Body) (?=\w)/

/** What a request needs and takes besides, with the words on it, and the request before it in its group whose body has the same fields. */
export const inputText = (
  operation: Operation,
  group: ReadonlyArray<Operation>,
  telling: Telling
): ReadonlyArray<string> => {
  const { common, isSent, reference } = telling
  const media = bodyMediaOf(operation)
  const all = inputsOf(operation, telling)
  const { forms, isLong, key } = bodyOf(operation, telling)
  const twin = isLong
    ? group
        .slice(0, group.indexOf(operation))
        .find((one) => one.requestBody !== undefined && bodyOf(one, telling).key === key)
    : undefined
  const inputs = all.filter(({ place }) => twin === undefined || place !== "body")
  const needed = inputs.filter(({ required }) => required)
  const type =
    media === undefined || /^(?:application\/(?:json|\*)|\*\/\*)?$/i.test(media.mediaType)
      ? ""
      : ` (${code(media.mediaType)})`
  const schema = twin !== undefined || media?.schema === undefined ? {} : reference.resolved(media.schema)
  const words = [operation.requestBody?.description, joined(schema, reference).description]
    .map(prose)
    // An ellipsis holds the place of words that nobody wrote.
    .filter((text, at, both) => same(text) !== "" && both.indexOf(text) === at)
    .filter((text) => [operation.summary, operation.description].every((one) => same(one ?? "") !== same(text)))
  const body = words.filter((text) => !ofRequest.test(text)).join("\n\n")
  const others = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {}
  const [needs, takes] = isSent ? ["has", "has"] : ["needs", "takes"]
  const list = (lead: string, own: ReadonlyArray<Input>) =>
    own.length === 0 ? "" : `${lead}:\n\n${inputList(own, common)}`
  const lead = [
    ...words.filter((text) => ofRequest.test(text)).map((text) => capitalized(text.replace(nameOfBody, ""))),
    body !== "" ? `Its body${type}: ${body}` : type === "" ? "" : `Its body is${type.replace(/[()]/g, "")}.`,
    twin === undefined ? "" : `Its body is as at ${requestOf(twin)}.`,
    schema.items === undefined ? "" : "Its body is a list."
  ]
  const end = [
    twin === undefined ? forms : "",
    others.description === undefined ? "" : `Further fields of its body: ${prose(others.description)}`,
    media?.schema?.unresolved === undefined ? "" : `What its body holds stands in ${code(media.schema.unresolved)}.`
  ]
  const tellsBody = [...lead, ...end].some((text) => text !== "") || all.some(({ place }) => place === "body")
  return [
    ...lead,
    operation.requestBody?.required === true && !tellsBody ? `It ${needs} a body.` : "",
    list(
      `It ${needs}`,
      needed.filter(({ place }) => place !== "body")
    ),
    // A body that may be left out as a whole needs something all the same.
    list(
      `Its body ${needs}`,
      needed.filter(({ place }) => place === "body")
    ),
    list(
      needed.length === 0 ? `It ${takes}` : `It also ${takes}`,
      inputs.filter(({ required }) => !required)
    ),
    ...end
  ]
}

/** Characters of words that may stand with several requests. Our choice. */
const shortWords = 40

/** Parameters of three requests or more, in longer words: they are told once, and the requests name them. Of one name and place, what most of them mean. */
export const commonInputs = (reference: Reference) => {
  const all = reference.model.operations
    .flatMap((one) => inputsOf(one, { reference, isSent: false }))
    .filter(({ place }) => /^(?:path|query|header|cookie)$/.test(place))
  const found = [...Map.groupBy(all, ({ name, place }) => `${place} ${name}`).values()].flatMap((own) => {
    const [most = []] = [...Map.groupBy(own, keyOf).values()].toSorted((one, other) => other.length - one.length)
    // What stands in a path is named there alone: it has one meaning, or is told each time.
    const isClear = most[0]!.place !== "path" || most.length === own.length
    return isClear && most.length >= 3 && wordsOfInput(most[0]!).length > shortWords ? [most[0]!] : []
  })
  return {
    keys: new Set(found.map(keyOf)),
    text: found.length === 0 ? "" : `What several requests take. A request that differs says so:\n\n${inputList(found)}`
  }
}
