/** What a request takes, in words: its parameters and the fields of its body. */
import type { Operation } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { code } from "../markdown/inline.ts"
import { prose } from "../markdown/prose.ts"
import { same } from "./failures.ts"
import { fieldsOf, joined, listed, neededIn, rulesOf, told, type Input } from "./fields.ts"
import { bodyMediaOf } from "./requests.ts"
import type { Values } from "./values.ts"

/** What requests share that stand in one document. */
export interface Telling {
  readonly reference: Reference
  readonly values: ReadonlyMap<Operation, Values>
  readonly own: ReadonlySet<string>
  /** The credentials that a request needs where it says nothing of them. */
  readonly usual: string | undefined
  /** Whether the API sends them. */
  readonly isSent: boolean
}

/** Text as an item of a list, below a head if it has one: what is not its first paragraph is indented. */
export const item = (head: string, words: string): string => {
  if (words === "") return `- ${head}`
  const joint = head === "" ? "" : /^(?:[-*+>|#]|\d+[.)]\s|```|~~~)/.test(words) ? ":\n\n" : ": "
  return `- ${head}${joint}${words}`.replaceAll(/\n(?!\n|$)/g, "\n  ")
}

/** Where a value stands, unless what leads to it says so. */
const placeText = (place: string): string => (/^(?:body|answer)$/.test(place) ? "" : ` (${place})`)

/** Names, those of one place together. */
const namesOf = (inputs: ReadonlyArray<Input>): string =>
  [...Map.groupBy(inputs, ({ place }) => place)]
    .map(([place, all]) => listed(all.map(({ name }) => name)) + placeText(place))
    .join(", ")

/** Values below what leads to them: first the names of those that are not described here. */
export const valuesText = (lead: string, inputs: ReadonlyArray<Input>, { described }: Values): string => {
  const hasWords = (one: Input) => described.has(one) && told(one) !== ""
  const named = inputs.filter((one) => !hasWords(one) && (described.has(one) || one.isInner !== true))
  // Values with the same description stand in one item.
  const items = [...Map.groupBy(inputs.filter(hasWords), told)].map(([words, all]) => item(namesOf(all), words))
  // A path is read with the request: what stands in it is named only beside what else is needed.
  if (items.length === 0) return named.every(({ place }) => place === "path") ? "" : `${lead} ${namesOf(named)}.`
  return `${lead}${named.length === 0 ? "" : ` ${namesOf(named)}, and`}:\n\n${items.join("\n")}`
}

/** The choices of a body (`oneOf`, `anyOf`), each with what it needs; else the rules on which fields exclude each other. */
const formsOf = (schema: Schema, { isSent, reference }: Telling): string => {
  const walk = { reference, isSent, depth: 0 }
  const { anyOf, discriminator, oneOf } = reference.resolved(schema.items ?? schema)
  const forms = (oneOf ?? anyOf ?? []).map((form) => {
    const { description, title } = reference.resolved(form)
    const needed = neededIn(form, walk)
    const fields = fieldsOf(form, walk).filter(({ isInner }) => isInner !== true)
    const of = discriminator?.mapping.find((one) => one.schema === form.ref)
    const words = [
      prose(description),
      of === undefined ? "" : `Its ${code(discriminator!.propertyName)} is ${code(of.value)}.`,
      needed.length === 0 ? "" : `It needs ${listed(needed)}.`,
      needed.length > 0 || fields.length === 0 ? "" : `It takes ${listed(fields.map(({ name }) => name))}.`
    ]
    return { name: title ?? form.title ?? form.ref, words: words.filter((text) => text !== "").join(" ") }
  })
  if (forms.length < 2 || forms.some(({ name, words }) => name === undefined && words === ""))
    return rulesOf(schema, walk)
  const items = forms.map(({ name, words }) => item(name === undefined ? "" : code(name), words))
  const whole = schema.items === undefined ? "The body" : "Each item of the body"
  return `${whole} has one of these forms:\n\n${items.join("\n")}`
}

/** Words on a body that open with what its request does, with or without the name of its schema before them. */
const ofRequest =
  /^(?:[A-Z]\w*(?:Request|Payload|Input|Body) )?(?:aborts|adds|cancels|changes|checks|creates|deletes|finalizes|gets|lists|registers|removes|replaces|retrieves|returns|sends|sets|starts|stops|stores|updates|uploads) (?!(?:by|for|from|in|of|on|that|to|which|with)\b)/i
const nameOfBody = /^\w+(?:Request|Payload|Input|Body) (?=\w)/

/** What a request needs and takes besides, with the words on it. */
export const inputText = (operation: Operation, telling: Telling): ReadonlyArray<string> => {
  const { isSent, reference } = telling
  const values = telling.values.get(operation)!
  const media = bodyMediaOf(operation)
  const types = operation.requestBody?.content.map(({ mediaType }) => mediaType) ?? []
  const isUsual = types.every((type) => /^(?:application\/(?:json|\*)|\*\/\*)?$/i.test(type))
  const type = isUsual ? "" : types.map(code).join(" or ")
  const schema = media?.schema === undefined ? {} : reference.resolved(media.schema)
  const words = [operation.requestBody?.description, joined(schema, reference).description]
    .map(prose)
    // An ellipsis holds the place of words that nobody wrote.
    .filter((text, at, both) => same(text) !== "" && both.indexOf(text) === at)
    .filter((text) => [operation.summary, operation.description].every((one) => same(one ?? "") !== same(text)))
  const onBody = words.filter((text) => !ofRequest.test(text)).join("\n\n")
  const members = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {}
  const [needs, takes] = isSent ? ["has", "has"] : ["needs", "takes"]
  const list = (subject: string, isHere: (one: Input) => boolean): ReadonlyArray<string> => {
    const needed = valuesText(`${subject} ${needs}`, values.needed.filter(isHere), values)
    const also = needed === "" ? "" : " also"
    return [needed, valuesText(`${subject}${also} ${takes}`, values.others.filter(isHere), values)]
  }
  const body = [
    onBody !== "" ? `Its body${type === "" ? "" : ` (${type})`}: ${onBody}` : type === "" ? "" : `Its body is ${type}.`,
    schema.items === undefined ? "" : "Its body is a list.",
    // A body that may be left out as a whole needs something all the same.
    ...list("Its body", ({ place }) => place === "body"),
    formsOf(schema, telling),
    members.description === undefined ? "" : `Further fields of its body: ${prose(members.description)}`,
    media?.schema?.unresolved === undefined ? "" : `What its body holds stands in ${code(media.schema.unresolved)}.`
  ]
  return [
    ...words.filter((text) => ofRequest.test(text)).map((text) => capitalized(text.replace(nameOfBody, ""))),
    ...list("It", ({ place }) => place !== "body"),
    ...body,
    operation.requestBody?.required === true && body.every((text) => text === "") ? `It ${needs} a body.` : ""
  ]
}
