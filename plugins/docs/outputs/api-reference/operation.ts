/** One operation: what it does, what it takes, what it answers. Every fact of the model is in here once. */
import type { ApiResponse, Callback, Link, Operation, Parameter } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellProse, firstSentence, prose, proseBlocks } from "../markdown/prose.ts"
import { blocks, filledTable } from "../markdown/table.ts"
import { body, bodySummary, headerTable } from "./bodies.ts"
import type { Answered } from "./Common.ts"
import { operationHeading, type Reference } from "./Reference.ts"
import { requirementText } from "./requirements.ts"
import { isError } from "./statuses.ts"
import { codeSamples } from "./requestSamples.ts"
import { propertyRows } from "./propertyRows.ts"
import { onlyIn } from "./schemaRows.ts"
import { value } from "./exampleText.ts"
import {
  describeParameter,
  describeSchema,
  isSame,
  listFormat,
  saysCommas,
  saysDeprecated,
  sentences,
  typeText
} from "./schemaText.ts"

/** How OpenAPI sends a parameter that does not say it. */
const usualStyle = ({ in: place }: Parameter): string => (place === "query" || place === "cookie" ? "form" : "simple")

/** How several values are sent, where the author says it, and not in the description. */
const explodeNote = (parameter: Parameter): string => {
  const { description = "", explode, schema, style = usualStyle(parameter) } = parameter
  const isForm = style === "form"
  if (explode === undefined || !isForm || schema.types?.includes("array") !== true)
    return explode === undefined || explode === isForm ? "" : `Explode: ${code(String(explode))}.`
  return !explode && saysCommas.test(description) ? "" : listFormat(explode ? "multi" : "csv")
}

const parameterNotes = (parameter: Parameter): ReadonlyArray<string> => [
  ...(parameter.deprecated && !saysDeprecated.test(parameter.description ?? "") ? ["**Deprecated.**"] : []),
  ...(parameter.mediaType === undefined ? [] : [`Sent as ${code(parameter.mediaType)}.`]),
  ...(parameter.style === undefined || parameter.style === usualStyle(parameter)
    ? []
    : [`Style: ${code(parameter.style)}.`]),
  explodeNote(parameter),
  ...(parameter.allowEmptyValue === true ? ["May be empty."] : []),
  ...(parameter.allowReserved === true ? ["Reserved characters are sent as they are."] : [])
]

const parameterTable = (operation: Operation, reference: Reference): string =>
  operation.parameters.length === 0
    ? ""
    : filledTable(
        ["Name", "In", "Type", "Required", "Description"],
        operation.parameters.flatMap((parameter) => [
          [
            cell(code(parameter.name)),
            parameter.in === "formData" ? "form" : parameter.in,
            cell(typeText(parameter.schema, reference)),
            reference.requiredText(parameter.required),
            cell(sentences(describeParameter(parameter, reference), ...parameterNotes(parameter)))
          ],
          // The fields of an object that is sent as a parameter.
          ...propertyRows(parameter.schema, parameter.name).map((row) => [
            cell(code(row.name)),
            parameter.in === "formData" ? "form" : parameter.in,
            cell(typeText(row.schema, reference)),
            row.required ? "yes" : "no",
            [...onlyIn(row), describeSchema(row.schema, reference)].join(" ").trim()
          ])
        ])
      )

const linkText = ({ description, name, operationId, operationRef, parameters }: Link): string => {
  const target = operationId ?? operationRef
  const sent = parameters.map((parameter) => `${code(parameter.name)} from ${value(parameter.value)}`)
  return [
    code(name),
    ...(target === undefined ? [] : [`leads to ${code(target)}`]),
    ...(sent.length === 0 ? [] : [`with ${sent.join(", ")}`]),
    ...(description === undefined ? [] : [`(${cellProse(description)})`])
  ].join(" ")
}

const responseWords = (operation: Operation, response: ApiResponse, reference: Reference): string => {
  if (!reference.common.has(operation, response)) return cellProse(response.description)
  const words = reference.common.wordsOf(response)
  const more = `[common responses](#${reference.commonAnchor})`
  return words === "" ? `See ${more}.` : words.replace(/(\.?)$/, ` (see ${more})$1`)
}

/** What an operation answers: a row for each status, and one for those that are described elsewhere alike. */
const responseTable = (operation: Operation, reference: Reference): string => {
  const { responses } = operation
  if (responses.length === 0) return ""
  const rows = responses.map((response) => {
    const words = responseWords(operation, response, reference)
    const summary = bodySummary(response.content, reference, response.description)
    const isElsewhere = reference.common.has(operation, response) && reference.common.wordsOf(response) === ""
    return { response, words, summary, key: isElsewhere ? JSON.stringify([words, summary]) : response.code }
  })
  return filledTable(
    // Of a collection the names of saved answers are known, and not what their statuses mean.
    ["Status", reference.model.format === "postman" ? "Saved answer" : "Description", "Body"],
    [...Map.groupBy(rows, ({ key }) => key).values()].map((alike) => [
      alike.map(({ response }) => code(response.code)).join(", "),
      alike[0]!.words,
      alike[0]!.summary
    ])
  )
}

/** What an answer says beyond its row: fields of an inline body, headers, links, examples. */
export const responseDetail = ({ operation, response }: Answered, reference: Reference, make: boolean): string => {
  const content = body(response.content, reference, {
    of: `${operation.key} ${response.code}`,
    makeExample: make,
    isBrief: true,
    // A list of names under each error of each operation is too much.
    linksExamples: !isError(response.code) || reference.common.has(operation, response)
  })
  const links = response.links.map((one) => `- ${linkText(one)}`).join("\n")
  const headers = headerTable(reference.common.headersOf(operation, response), reference)
  const parts = [headers, content, links === "" ? "" : `Links:\n\n${links}`]
  if (parts.every((part) => part === "")) return ""
  return blocks(`Response ${code(response.code)}:`, ...parts)
}

/** The first answer that is a success is shown with an example. */
const exampleCode = ({ responses }: Operation): string | undefined =>
  responses.find((response) => response.code.startsWith("2") && response.content.length > 0)?.code

const metaLines = (operation: Operation, { usualSecurity }: Reference): string => {
  const isUsual = requirementText(operation.security) === requirementText(usualSecurity)
  const security = isUsual ? undefined : requirementText(operation.security)
  const { externalDocs } = operation
  const scopes = operation.security?.flat().flatMap((one) => one.scopes) ?? []
  // Scopes stand beside the way to authenticate.
  const facts = (operation.facts ?? []).filter(
    ({ value: json }) => ![json].flat().every((one) => scopes.some((scope) => scope === one))
  )
  return [
    ...(operation.operationId === undefined ? [] : [`Operation ID: ${code(operation.operationId)}`]),
    ...(security === undefined ? [] : [`Authentication: ${security}`]),
    ...operation.servers.flatMap(({ url }) => (url === operation.path ? [] : [`Base URL: ${code(url)}`])),
    ...(operation.formTypes === undefined ? [] : [`Form: ${operation.formTypes.map(code).join(", ")}`]),
    ...facts.map(({ keyword, value: json }) => `${factName(keyword)}: ${plainly(json)}`),
    ...(externalDocs === undefined
      ? []
      : [
          `See also: ${link(externalDocs.description === undefined ? code(externalDocs.url) : cellProse(externalDocs.description), externalDocs.url)}`
        ])
  ]
    .map((line) => `- ${line}`)
    .join("\n")
}

const factName = (keyword: string): string => {
  const words = keyword.slice(2).replaceAll(/(?<=[a-z])(?=[A-Z])|[-_]/g, " ")
  return plain(words.charAt(0).toUpperCase() + words.slice(1).toLowerCase())
}

/** A fact without the quotes of JSON. */
const plainly = (json: Json): string =>
  Array.isArray(json) ? json.map(plainly).join(", ") : code(typeof json === "string" ? json : JSON.stringify(json))

const requestPart = (operation: Operation, reference: Reference, level: number): ReadonlyArray<string> => {
  const { description, requestBody, summary } = operation
  if (requestBody === undefined) return []
  return [
    `**Request body**${requestBody.name === undefined || requestBody.name === "body" ? "" : ` ${code(requestBody.name)}`}${requestBody.required ? " (required)" : reference.model.format === "postman" ? "" : " (optional)"}`,
    [summary, description].some((said) => isSame(said, requestBody.description)) ? "" : prose(requestBody.description),
    body(requestBody.content, reference, {
      of: `the request body of ${operation.key}`,
      makeExample: reference.brief.voice.depth !== "brief",
      // The API sends those of callbacks and webhooks.
      isRequest: level === 4 && !reference.model.webhooks.includes(operation)
    })
  ]
}

const callbackText = ({ name, operations }: Callback, reference: Reference, level: number): string =>
  operations.length === 0
    ? `**Callback** ${code(name)}, described where it is first used.`
    : blocks(
        ...operations.map((operation) => {
          const title = `Callback ${code(name)}: ${operationHeading(operation, reference)}`
          return blocks(`${"#".repeat(level)} ${title}`, operationBody(operation, reference, level))
        })
      )

/** A sentence without marks, articles and the ending of its verb: "Removes the box." as "Remove box". */
const core = (sentence = ""): string =>
  sentence.replace(/^\W*(\w+?)e?s?(?= )/, "$1").replaceAll(/ (?:an?|the)(?= )/gi, "")

/** What an author says of an operation, without a first sentence that is its name once more, and its facts below. */
const descriptionText = ({ description, summary }: Operation, facts: string): string => {
  const [first = "", ...rest] = proseBlocks(description)
  const isName = (text: string) => isSame(core(text), core(summary))
  const name = [first, firstSentence(first)].find((text) => isName(text) && first.startsWith(text)) ?? ""
  const all = [first.slice(name.length).trim(), ...rest]
  // Two lists in a row would be one.
  const isBetween = facts !== "" && /^(?:-|\d+\.) /.test(all.at(-1) ?? "")
  return blocks(...all, isBetween ? "**Details**" : "", facts)
}

/** All of an operation below its heading, which is of `level`. */
export const operationBody = (operation: Operation, reference: Reference, level: number): string =>
  blocks(
    operation.summary === undefined || reference.distinctions.get(operation)?.startsWith(operation.summary) === true
      ? ""
      : `**${cellProse(operation.summary).replaceAll("**", "").trim().replace(/[.]$/, "")}**`,
    operation.deprecated && !saysDeprecated.test(`${operation.summary}\n${operation.description}`)
      ? "**Deprecated:** do not use this operation in new code."
      : "",
    descriptionText(operation, metaLines(operation, reference)),
    operation.parameters.length === 0 ? "" : "**Parameters**",
    parameterTable(operation, reference),
    ...requestPart(operation, reference, level),
    operation.responses.length === 0 ? "" : "**Responses**",
    responseTable(operation, reference),
    ...operation.responses
      .filter((response) => !reference.common.has(operation, response))
      .map((response) =>
        responseDetail(
          { operation, response },
          reference,
          reference.brief.voice.depth !== "brief" && response.code === exampleCode(operation)
        )
      ),
    level === 4 && (operation.path.startsWith("/") || reference.model.format === "postman")
      ? codeSamples(operation, reference)
      : "",
    ...operation.callbacks.map((callback) => callbackText(callback, reference, Math.min(level + 1, 6)))
  )
