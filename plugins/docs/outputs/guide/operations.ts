/** One request as a guide tells it: its author's words whole, what it needs, what it answers, and what leads from it to others. */
import type { Operation, Parameter } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized, ended } from "../../writer/rules/sentences.ts"
import { requirementText } from "../api-reference/requirements.ts"
import { isJson } from "../api-reference/bodies.ts"
import { errorsAmong } from "../api-reference/statuses.ts"
import type { Brief } from "../Brief.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { cell, code, link, plain, replaceLinks } from "../markdown/inline.ts"
import { cellProse, firstSentence, opening, prose, proseBlocks } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { failureKey, same } from "./failures.ts"
import { bodyMediaOf, exampleText, type chosenOf } from "./requests.ts"
import { answerOf, requestOf } from "./stages.ts"
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
}

const mostLevels = 5

/** A field with what is needed within it. */
const withNeeded = (field: Input, reference: Reference, level: number): ReadonlyArray<Input> => {
  const { items } = field.schema
  const inner =
    field.required && field.schema.readOnly !== true && level < 2
      ? fieldsOf(items ?? field.schema, reference, level + 1)
      : []
  const head = items === undefined ? field.name : `${field.name}[]`
  return [field, ...inner.filter(({ required }) => required).map((one) => ({ ...one, name: `${head}.${one.name}` }))]
}

/** The fields of an object, those of what it is joined from with them. */
const fieldsOf = (schema: Schema, reference: Reference, level = 0): ReadonlyArray<Input> => {
  const found = reference.resolved(schema)
  const joined =
    level > mostLevels
      ? []
      : [...(found.allOf ?? []), ...(schema.allOf ?? []).filter((one) => !found.allOf?.includes(one))]
  const own = (found.properties ?? []).map(({ name, required, schema: of }) => ({
    name,
    place: "body",
    required: required || (found.alsoRequired?.includes(name) ?? false),
    description: of.description ?? reference.resolved(of).description,
    schema: { ...reference.resolved(of), readOnly: of.readOnly ?? reference.resolved(of).readOnly }
  }))
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
  description: `${deprecated ? "It is deprecated. " : ""}${description ?? schema.description ?? ""}`,
  schema: reference.resolved(schema)
})

/** Headers of content and credentials, which are told as such, unless their author has words for them. */
const usualHeader = /^(?:accept|content-type|authorization)$/i

const inputsOf = (operation: Operation, reference: Reference): ReadonlyArray<Input> => {
  const schema = bodyMediaOf(operation)?.schema
  const fields = schema === undefined ? [] : fieldsOf(schema, reference)
  return [
    ...operation.parameters
      .map((one) => ofParameter(one, reference))
      .filter((one) => one.place !== "header" || !usualHeader.test(one.name) || isTold(one)),
    ...fields.filter((one) => one.schema.readOnly !== true)
  ]
}

/** Most values of a list that are told, and most values beside those that are needed of which more than the name is told. Our choices. */
const mostValues = 12
const mostOthers = 20

/** What is said of a value; nothing where that only repeats its name. */
const wordsOfInput = ({ description, name }: Input): string =>
  same(description ?? "").replaceAll(" ", "") === same(name).replaceAll(" ", "") ? "" : prose(description)

const choiceOf = ({ description = "", schema: { enum: values = [] } }: Input): string => {
  const isTold = values.every((value) => description.includes(String(value)))
  return values.length === 0 || values.length > mostValues || isTold
    ? ""
    : `One of ${values.map((value) => code(typeof value === "string" ? value : JSON.stringify(value))).join(", ")}.`
}

/** Whether more than the name of a value is said. */
const isTold = (one: Input): boolean => wordsOfInput(one) !== "" || choiceOf(one) !== ""

const keyOf = ({ description = "", name, place }: Input): string => JSON.stringify([name, place, same(description)])

const inputItem = (input: Input, common: ReadonlySet<string> = new Set()): string => {
  const isCommon = common.has(keyOf(input))
  const words = isCommon ? "" : wordsOfInput(input)
  const choice = isCommon ? "" : choiceOf(input)
  const isLine = !/[`|\n]/.test(words)
  const joined =
    words === "" || choice === "" ? words + choice : isLine ? `${ended(words)} ${choice}` : `${words}\n\n${choice}`
  return item(`${code(input.name)} (${input.place})`, joined)
}

/** The forms of a body that is one of several, with what each needs. */
const formsOf = (schema: Schema, reference: Reference): string => {
  const { anyOf, oneOf } = reference.resolved(schema)
  const forms = (oneOf ?? anyOf ?? []).map((form) => {
    const { description, title } = reference.resolved(form)
    const needed = fieldsOf(form, reference).filter(({ required }) => required)
    const names = needed.length === 0 ? "" : `It needs ${needed.map(({ name }) => code(name)).join(", ")}.`
    const words = [prose(description), names].filter((text) => text !== "").join("\n\n")
    return { name: title ?? form.title ?? form.ref, words }
  })
  const items = forms.map(({ name, words }) => (name === undefined ? `- ${words}` : item(code(name), words)))
  return forms.length < 2 || forms.some(({ name, words }) => name === undefined && words === "")
    ? ""
    : `The body has one of these forms:\n\n${items.join("\n")}`
}

/** Values of which no more than the name is told, by their places. */
const namedOnly = (inputs: ReadonlyArray<Input>): string =>
  [...Map.groupBy(inputs, ({ place }) => place)]
    .map(([place, own]) => `${own.map(({ name }) => code(name)).join(", ")} (${place})`)
    .join("; ")

/** What a request needs and takes besides, with the words on it. `common`: what is told before. */
const inputText = (operation: Operation, { common, isSent, reference }: Telling): ReadonlyArray<string> => {
  const inputs = inputsOf(operation, reference)
  // That a request needs what is a part of its path, the path says.
  const needed = inputs.filter(
    (one) => one.required && (one.place !== "path" || (isTold(one) && !common.has(keyOf(one))))
  )
  const others = inputs.filter(({ required }) => !required)
  const told = others.length > mostOthers ? [] : others.filter((one) => isTold(one) && !common.has(keyOf(one)))
  const rest = namedOnly(others.filter((one) => !told.includes(one)))
  const media = bodyMediaOf(operation)
  const type = media === undefined || isJson(media.mediaType) ? "" : ` (${code(media.mediaType)})`
  const body = prose(operation.requestBody?.description)
  const isSaid = [operation.summary, operation.description].some((one) => same(one ?? "") === same(body))
  const [needs, takes] = isSent ? ["has", "has"] : ["needs", "takes"]
  const also = needed.length === 0 ? `It ${takes}` : `It also ${takes}`
  const list = (lead: string, own: ReadonlyArray<Input>) => {
    if (own.length === 0) return ""
    return own.length > mostOthers
      ? `${lead}: ${namedOnly(own)}.`
      : `${lead}:\n\n${own.map((one) => inputItem(one, common)).join("\n")}`
  }
  return [
    body !== "" && !isSaid ? `Its body${type}: ${body}` : type === "" ? "" : `Its body is${type.replace(/[()]/g, "")}.`,
    list(
      `It ${needs}`,
      needed.filter(({ place }) => place !== "body")
    ),
    // A body that may be left out as a whole needs something all the same.
    list(
      `Its body ${needs}`,
      needed.filter(({ place }) => place === "body")
    ),
    list(also, told),
    rest === "" ? "" : `${told.length === 0 ? also : "And"}: ${rest}.`,
    media?.schema === undefined ? "" : formsOf(media.schema, reference),
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
      found.length === 0
        ? ""
        : `What several requests take is told here, and there only named:\n\n${found.map((one) => inputItem(one)).join("\n")}`
  }
}

/** Words of an answer that say no more than its status. */
const empty =
  /^(?:(?:the )?(?:a |an )?(?:ok(?:ay)?|success\w*|successful (?:response|operation|request)|created|accepted|no content|response|default(?: response)?|done|\d{3})\W*)*$/i

const answersText = ({ responses }: Operation, title: string, own: ReadonlySet<string>): string => {
  const failures = errorsAmong(responses)
  const told = responses.filter((one) =>
    failures.includes(one)
      ? own.has(failureKey(one.code, one.description))
      : !empty.test(one.description.trim()) && same(one.description) !== same(title)
  )
  return told.length === 0
    ? ""
    : `Answers:\n\n${told.map(({ code: status, description }) => item(code(status), prose(description))).join("\n")}`
}

/** What leads from a request to others: links of its author, and an answer whose field has the very name of what stands in a path below this one. */
const journeyText = (operation: Operation, reference: Reference): ReadonlyArray<string> => {
  const { operations } = reference.model
  const links = operation.responses.flatMap((response) => response.links)
  const told = links.map(({ description, name, operationId, parameters }) => {
    const target = operations.find((one) => one.operationId !== undefined && one.operationId === operationId)
    const values = parameters.map((one) => `${code(one.name)} is ${code(String(one.value))}`).join(", ")
    return item(
      `${target === undefined ? code(name) : requestOf(target)}${values === "" ? "" : `, where ${values}`}`,
      prose(description)
    )
  })
  const schema = operation.method === "POST" ? answerOf(operation)?.media.schema : undefined
  if (links.length > 0) return [`After it may come:\n\n${told.join("\n")}`]
  if (schema === undefined) return []
  const names = new Set(fieldsOf(schema, reference).map(({ name }) => name))
  const starts = operations.flatMap(({ path }) => {
    const [, name = ""] = path.startsWith(`${operation.path}/`)
      ? (/^\/\{([^{}]+)\}/.exec(path.slice(operation.path.length)) ?? [])
      : []
    // An answer may call the address of what it made its id.
    return names.has(name) && !/^(?:\w?u?id|url|uri|href)$/i.test(name) ? [name] : []
  })
  return [...new Set(starts)].map(
    (name) => `Its answer has the ${code(name)} that ${code(`${operation.path}/{${name}}`)} takes.`
  )
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
  shown?: () => ReturnType<typeof chosenOf>
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
      const example = shown?.()
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
        ...inputText(operation, telling),
        answersText(operation, title, own),
        ...journeyText(operation, reference)
      ]
      const ends = example?.operation === operation ? exampleText(example, reference) : []
      return [...told.map((text) => withoutDead(text, reference.brief)), ...ends]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }
}
