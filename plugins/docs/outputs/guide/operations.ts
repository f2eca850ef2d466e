/** One request as a guide tells it: its author's words whole, what it needs, what it answers, and what leads from it to others. */
import type { Operation, Parameter } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized, ended } from "../../writer/rules/sentences.ts"
import { limitsOf } from "../api-reference/schemaText.ts"
import { requirementText } from "../api-reference/requirements.ts"
import { isJson } from "../api-reference/bodies.ts"
import { errorsAmong } from "../api-reference/statuses.ts"
import type { Brief } from "../Brief.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { cell, code, link, plain, replaceLinks } from "../markdown/inline.ts"
import { cellProse, firstSentence, opening, prose, proseBlocks } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { failureKey, same } from "./failures.ts"
import { bodyMediaOf, exampleText, type examplesOf } from "./requests.ts"
import { requestOf } from "./stages.ts"
import { filledTable } from "./tables.ts"

/** A summary that repeats the request, or is a name in code, says nothing. */
const summaryOf = ({ summary = "" }: Operation): string =>
  /^[A-Z]{3,7} \/|^\S*(?:[a-z][A-Z]|_)\S*$/.test(summary.trim()) ? "" : summary.trim()

/** Characters of a summary that a table shows whole, and of one that is a heading. Our choices. */
const longSummary = 200
const longTitle = 80

/** What an operation does, in the words of the description; empty where it has none. */
export const wordsOf = (operation: Operation): string => {
  const summary = summaryOf(operation).replaceAll(/\s+/g, " ")
  const own = summary.length <= longSummary ? summary : firstSentence(summary) || summary
  return capitalized(own || opening(operation.description)).replace(/\.$/, "")
}

/** Operations as a table. */
export const requestTable = (operations: ReadonlyArray<Operation>): string =>
  filledTable(
    ["What it does", "Request"],
    operations.map((operation) => [cellProse(wordsOf(operation)), cell(requestOf(operation))])
  )

/** Text as an item of a list: what is not its first paragraph is indented. */
const item = (head: string, words: string): string => {
  if (words === "") return `- ${head}`
  const joint = /^(?:[-*+>|#]|\d+[.)]\s|```|~~~)/.test(words) ? ":\n\n" : ": "
  return `- ${head}${joint}${words}`.replaceAll(/\n(?!\n|$)/g, "\n  ")
}

/** A value that a request takes: a parameter, or a field of its body. */
interface Input {
  readonly name: string
  readonly place: string
  readonly required: boolean
  readonly description: string | undefined
  readonly schema: Schema
  /** What it needs where it is sent. */
  readonly needs?: string
}

const mostLevels = 5

const names = (inputs: ReadonlyArray<Input>): string => inputs.map(({ name }) => code(name)).join(", ")

const withDeprecation = (isDeprecated: boolean | undefined, words: string | undefined): string | undefined =>
  isDeprecated === true && !/\bdeprecated\b/i.test(words ?? "") ? `It is deprecated. ${words ?? ""}` : words

/** A field with what is needed within it. */
const withNeeded = (field: Input, reference: Reference, level: number): ReadonlyArray<Input> => {
  const { items } = field.schema
  const inner =
    field.schema.readOnly !== true && level < 2
      ? fieldsOf(items ?? field.schema, reference, level + 1).filter(({ required }) => required)
      : []
  const head = items === undefined ? field.name : `${field.name}[]`
  if (field.required) return [field, ...inner.map((one) => ({ ...one, name: `${head}.${one.name}` }))]
  return [
    inner.length === 0 ? field : { ...field, needs: `${items === undefined ? "It" : "Each"} needs ${names(inner)}.` }
  ]
}

/** The fields of an object, those of what it is joined from with them. */
const fieldsOf = (schema: Schema, reference: Reference, level = 0): ReadonlyArray<Input> => {
  const found = reference.resolved(schema)
  const joined =
    level > mostLevels
      ? []
      : [...(found.allOf ?? []), ...(schema.allOf ?? []).filter((one) => !found.allOf?.includes(one))]
  const own = (found.properties ?? []).map(({ name, required, schema: of }) => {
    const to = reference.resolved(of)
    return {
      name,
      place: "body",
      required: required || (found.alsoRequired?.includes(name) ?? false),
      description: withDeprecation(
        of.deprecated ?? to.deprecated,
        of.description ?? to.description ?? to.items?.description
      ),
      schema: { ...to, readOnly: of.readOnly ?? to.readOnly, default: of.default ?? to.default }
    }
  })
  const all = [
    ...joined.flatMap((one) => fieldsOf(one, reference, level + 1)),
    ...own.flatMap((one) => withNeeded(one, reference, level))
  ]
  const needed = new Set([
    ...(found.alsoRequired ?? []),
    ...all.filter(({ required }) => required).map(({ name }) => name)
  ])
  return [...new Map(all.map((one) => [one.name, { ...one, required: needed.has(one.name) }])).values()]
}

const ofParameter = (
  { deprecated, description, in: place, name, required, schema }: Parameter,
  reference: Reference
): Input => ({
  name,
  place: place === "formData" ? "form" : place,
  required,
  description: withDeprecation(deprecated, description ?? schema.description),
  schema: reference.resolved(schema)
})

/** Headers of content and credentials, which are told as such, unless their author has words for them. */
const usualHeader = /^(?:accept|content-type|authorization)$/i

const inputsOf = (operation: Operation, reference: Reference): ReadonlyArray<Input> => {
  const { schema = {} } = bodyMediaOf(operation) ?? {}
  const { items } = reference.resolved(schema)
  const fields = fieldsOf(items ?? schema, reference)
  return [
    ...operation.parameters
      .map((one) => ofParameter(one, reference))
      .filter((one) => one.place !== "header" || !usualHeader.test(one.name) || isTold(one)),
    ...fields
      .filter((one) => one.schema.readOnly !== true)
      .map((one) => (items === undefined ? one : { ...one, name: `[].${one.name}` }))
  ]
}

/** Most choices that are told, and most values that are a list. Our choices. */
const mostValues = 12
const mostListed = 20

/** The description of a value; empty where it only repeats the name. */
const wordsOfInput = ({ description, name }: Input): string =>
  same(description ?? "").replaceAll(" ", "") === same(name).replaceAll(" ", "") ? "" : prose(description)

const valueOf = (value: Json): string => code(typeof value === "string" ? value : JSON.stringify(value))

/** Which values it may have, which it has if it is not sent, and what it needs within, unless its words say so. */
const factsOf = ({ description = "", needs = "", schema }: Input): string => {
  const { constraints = {}, default: usual, enum: values = [] } = schema
  const isSaid = values.every((value) => description.includes(String(value)))
  const isUsualSaid = /\bdefault/i.test(description) && description.includes(String(usual))
  const { pattern: _, ...limits } = constraints
  return [
    values.length === 0 || values.length > mostValues || isSaid ? "" : `One of ${values.map(valueOf).join(", ")}.`,
    usual === undefined || usual === "" || typeof usual === "object" || isUsualSaid
      ? ""
      : `Default: ${valueOf(usual)}.`,
    ...limitsOf({ constraints: limits }),
    needs
  ]
    .filter((text) => text !== "")
    .join(" ")
}

/** Whether more than the name of a value is said. */
const isTold = (one: Input): boolean => wordsOfInput(one) !== "" || factsOf(one) !== ""

const keyOf = (one: Input): string => JSON.stringify([one.name, one.place, same(one.description ?? ""), factsOf(one)])

/** The description of a value, unless the guide has given it already. */
const told = (input: Input, common: ReadonlySet<string>): string => {
  if (common.has(keyOf(input))) return ""
  const [words, facts] = [wordsOfInput(input), factsOf(input)]
  if (words === "" || facts === "") return words + facts
  return /[|\n]/.test(words) ? `${words}\n\n${facts}` : `${ended(words)} ${facts}`
}

/** Values as a list; where there are many of them, as a table. */
const inputList = (inputs: ReadonlyArray<Input>, common: ReadonlySet<string> = new Set()): string =>
  inputs.length > mostListed
    ? filledTable(
        ["Name", "Sent in", "Meaning"],
        inputs.map((one) => [cell(code(one.name)), one.place, cellProse(told(one, common))])
      )
    : inputs.map((one) => item(`${code(one.name)} (${one.place})`, told(one, common))).join("\n")

/** The forms of a body that is one of several, with what each needs. */
const formsOf = (schema: Schema, reference: Reference): string => {
  const { anyOf, discriminator, oneOf } = reference.resolved(schema.items ?? schema)
  const forms = (oneOf ?? anyOf ?? []).map((form) => {
    const { description, title } = reference.resolved(form)
    const needed = fieldsOf(form, reference).filter(({ required }) => required)
    const of = discriminator?.mapping.find((one) => one.schema === form.ref)
    const words = [
      prose(description),
      of === undefined ? "" : `Its ${code(discriminator!.propertyName)} is ${code(of.value)}.`,
      needed.length === 0 ? "" : `It needs ${names(needed)}.`
    ]
      .filter((text) => text !== "")
      .join(" ")
    return { name: title ?? form.title ?? form.ref, words }
  })
  const told = forms.map(({ name, words }) => (name === undefined ? `- ${words}` : item(code(name), words)))
  return forms.length < 2 || forms.some(({ name, words }) => name === undefined && words === "")
    ? ""
    : `${schema.items === undefined ? "The body" : "Each item of the body"} has one of these forms:\n\n${told.join("\n")}`
}

/** Fields of a body that are few enough to stand with each request. Our choice. */
const fewFields = 4

/** What a request needs and takes besides, with the words on it, and the request before it in its group whose body has the same schema. */
const inputText = (
  operation: Operation,
  group: ReadonlyArray<Operation>,
  { common, isSent, reference }: Telling
): ReadonlyArray<string> => {
  const media = bodyMediaOf(operation)
  const all = inputsOf(operation, reference)
  const twin =
    media?.schema?.ref === undefined || all.filter(({ place }) => place === "body").length <= fewFields
      ? undefined
      : group.slice(0, group.indexOf(operation)).find((one) => bodyMediaOf(one)?.schema?.ref === media.schema?.ref)
  const inputs = all.filter(({ place }) => twin === undefined || place !== "body")
  // That a request needs what is a part of its path, the path says.
  const needed = inputs.filter((one) => one.required && (one.place !== "path" || isTold(one)))
  const type = media === undefined || isJson(media.mediaType) ? "" : ` (${code(media.mediaType)})`
  const schema = twin !== undefined || media?.schema === undefined ? {} : reference.resolved(media.schema)
  const body = [operation.requestBody?.description, schema.description]
    .map(prose)
    .filter((text, at, both) => text !== "" && both.indexOf(text) === at)
    .filter((text) => [operation.summary, operation.description].every((one) => same(one ?? "") !== same(text)))
    .join("\n\n")
  const others = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {}
  const [needs, takes] = isSent ? ["has", "has"] : ["needs", "takes"]
  const list = (lead: string, own: ReadonlyArray<Input>) =>
    own.length === 0 ? "" : `${lead}:\n\n${inputList(own, common)}`
  return [
    body !== "" ? `Its body${type}: ${body}` : type === "" ? "" : `Its body is${type.replace(/[()]/g, "")}.`,
    twin === undefined ? "" : `Its body is as at ${requestOf(twin)}.`,
    schema.items === undefined ? "" : "Its body is a list.",
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
    formsOf(schema, reference),
    others.description === undefined ? "" : `Further fields of its body: ${prose(others.description)}`,
    media?.schema?.unresolved === undefined ? "" : `What its body holds stands in ${code(media.schema.unresolved)}.`
  ]
}

/** Characters of words that may stand with several requests. Our choice. */
const shortWords = 40

/** Parameters of three requests or more, in longer words: they are told once, and the requests name them. Of one name and place, what most of them mean. */
export const commonInputs = (reference: Reference) => {
  const all = reference.model.operations
    .flatMap((one) => inputsOf(one, reference))
    .filter(({ place }) => /^(?:path|query|header|cookie)$/.test(place))
  const found = [...Map.groupBy(all, ({ name, place }) => `${place} ${name}`).values()].flatMap((own) => {
    const [most = []] = [...Map.groupBy(own, keyOf).values()].toSorted((one, other) => other.length - one.length)
    // What stands in a path is named there alone: it has one meaning, or is told each time.
    const isClear = most[0]!.place !== "path" || most.length === own.length
    return isClear && most.length >= 3 && wordsOfInput(most[0]!).length > shortWords ? [most[0]!] : []
  })
  return {
    keys: new Set(found.map(keyOf)),
    text:
      found.length === 0 ? "" : `What several requests take is told here, and there only named:\n\n${inputList(found)}`
  }
}

/** Words of an answer that say no more than its status. */
const empty =
  /^(?:(?:the )?(?:a |an )?(?:ok(?:ay)?|success\w*|successful (?:response|operation|request)|created|accepted|no content|response|default(?: response)?|done|\d{3})\W*)*$/i

const answersText = ({ responses }: Operation, title: string, own: ReadonlySet<string>): string => {
  const failures = errorsAmong(responses)
  // Of several successes, the statuses tell which one it is.
  const isSeveral = responses.length - failures.length > 1
  const told = responses.filter((one) =>
    failures.includes(one)
      ? own.has(failureKey(one.code, one.description))
      : isSeveral || (!empty.test(one.description.trim()) && same(one.description) !== same(title))
  )
  return told.length === 0
    ? ""
    : `Answers:\n\n${told.map(({ code: status, description }) => item(code(status), prose(description))).join("\n")}`
}

/** What leads from a request to others: links of its author. */
const linksText = (operation: Operation, { model: { operations } }: Reference): string => {
  const told = operation.responses
    .flatMap(({ links }) => links)
    .map(({ description, name, operationId, parameters }) => {
      const target = operations.find((one) => one.operationId !== undefined && one.operationId === operationId)
      const values = parameters.map((one) => `${code(one.name)} is ${code(String(one.value))}`).join(", ")
      return item(
        `${target === undefined ? code(name) : requestOf(target)}${values === "" ? "" : `, where ${values}`}`,
        prose(description)
      )
    })
  return told.length === 0 ? "" : `After it may come:\n\n${told.join("\n")}`
}

/** Words without links that lead nowhere from a guide: to a page beside the description, or to a place in a reference. */
export const withoutDead = (text: string, brief: Brief): string =>
  !text.includes("](")
    ? text
    : replaceLinks(text, (image, label, url, { whole }) => {
        if (/^<?(?:https?:|mailto:)/i.test(url.trim())) return whole
        brief.dropped.push({ item: url.trim(), reason: "It leads nowhere from here; of a link, the words stay" })
        return image === "" ? label : ""
      })

/** What requests share that stand in one document. */
export interface Telling {
  readonly reference: Reference
  readonly common: ReadonlySet<string>
  readonly own: ReadonlySet<string>
  /** The credentials that a request needs where it says nothing of them. */
  readonly usual: string | undefined
  /** Whether the API sends them. */
  readonly isSent: boolean
}

const credentials = ({ security }: Operation, usual: string | undefined): string => {
  const needed = requirementText(security)
  if (needed === undefined || needed === usual) return ""
  return `Credentials: ${needed}.`
}

/** What an operation may be called: its summary, else its description, where that is a short line. */
const titleOf = (operation: Operation): string => {
  const words = summaryOf(operation) || (operation.description ?? "").trim()
  return words.length <= longTitle && !/[\n`<[*_]/.test(words) ? words : ""
}

/** A request under a heading. Its summary is that heading, where it is short and no other request of the group has it. */
export const operationPart = (
  operation: Operation,
  group: ReadonlyArray<Operation>,
  telling: Telling,
  level: number,
  shown: () => ReturnType<typeof examplesOf> = () => []
): Part => {
  const { own, reference } = telling
  const summary = summaryOf(operation)
  const heading = titleOf(operation)
  const isTitle = heading !== "" && group.filter((one) => same(titleOf(one)) === same(heading)).length === 1
  const request = requestOf(operation)
  const title = isTitle ? heading.replace(/\.$/, "") : `${operation.method} ${operation.path}`
  return {
    title,
    ...(isTitle ? {} : { written: request }),
    level,
    text: () => {
      const words = proseBlocks(operation.description, reference.model.description)
      const isRepeated = [isTitle ? heading : "", summary].some(
        (one) => one !== "" && same(operation.description ?? "") === same(one)
      )
      const docs = operation.externalDocs
      const example = shown().find((one) => one.operation === operation)
      const told = [
        isTitle ? request : "",
        operation.deprecated ? "It is deprecated." : "",
        operation.servers.length === 0 ? "" : `It is at ${operation.servers.map(({ url }) => code(url)).join(", ")}.`,
        credentials(operation, telling.usual),
        isTitle || summary === "" ? "" : prose(summary),
        ...(isRepeated ? [] : words),
        docs === undefined
          ? ""
          : `See also: ${link(docs.description === undefined ? code(docs.url) : plain(docs.description), docs.url)}`,
        ...inputText(operation, group, telling),
        answersText(operation, title, own),
        linksText(operation, reference)
      ]
      const ends = example === undefined ? [] : exampleText(example, reference)
      return [...told.map((text) => withoutDead(text, reference.brief)), ...ends]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }
}
