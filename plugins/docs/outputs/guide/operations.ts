/** One request as a guide tells it: its author's words whole, what it needs, what it answers, and what leads from it to others. */
import type { ApiResponse, Link, Operation } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { requirementText } from "../api-reference/requirements.ts"
import { errorsAmong } from "../api-reference/statuses.ts"
import type { Brief } from "../Brief.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { cell, code, link, plain, replaceLinks } from "../markdown/inline.ts"
import { cellProse, firstSentence, opening, prose, proseBlocks } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { failureExamples, failureKey, same } from "./failures.ts"
import { fieldsOf, joined, valueOf } from "./fields.ts"
import { answerFields, inputText, item, type Telling } from "./inputs.ts"
import { exampleOf, exampleText } from "./requests.ts"
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

/** Words of an answer that say no more than its status. */
const empty =
  /^(?:(?:the )?(?:a |an )?(?:ok(?:ay)?|success\w*|successful (?:response|operation|request)|created|accepted|no content|response|default(?: response)?|done|\d{3})\b\W*)*$/i

const answersText = (operation: Operation, title: string, { own, reference, tellsAnswers }: Telling): string => {
  const { responses } = operation
  const failures = errorsAmong(responses)
  // Of several successes, the statuses tell which one it is; another one than 200 always tells something.
  const isSeveral = responses.length - failures.length > 1
  const told = responses.filter((one) =>
    failures.includes(one)
      ? own.has(failureKey(one.code, one.description))
      : isSeveral ||
        tellsAnswers ||
        /^(?!200)2\d\d$/.test(one.code) ||
        (!empty.test(one.description.trim()) && same(one.description) !== same(title))
  )
  const items = told.map((one) => {
    const shown = failures.includes(one) ? failureExamples([one]).join("\n\n") : ""
    const words = [prose(one.description), shown].filter((text) => text !== "").join("\n\n")
    return item(code(one.code), words || (one.code === "204" ? "No content" : ""))
  })
  const fields = tellsAnswers ? answerFields(operation, reference) : ""
  return [
    items.length === 0 ? "" : `Answers:\n\n${items.join("\n")}`,
    fields === "" ? "" : `Its answer has:\n\n${fields}`
  ]
    .filter((text) => text !== "")
    .join("\n\n")
}

/** Errors that extensions of an operation name. */
const errorsText = ({ facts = [] }: Operation): string => {
  const found = facts.filter(({ keyword }) => /\berrors$/i.test(keyword))
  const errors = found.flatMap<Json>(({ value }) => value)
  return errors.length === 0 ? "" : `It may fail with ${errors.map(valueOf).join(", ")}.`
}

/** Whether a body may have what a pointer leads to: one whose fields nobody tells may. */
const mayHave = (schema: Schema, [name, ...rest]: ReadonlyArray<string>, reference: Reference): boolean => {
  const fields = fieldsOf(joined(schema, reference), { reference, isSent: true, depth: 0 })
  const found = fields.find((one) => one.name === name)
  return name === undefined || fields.length === 0 || (found !== undefined && mayHave(found.schema, rest, reference))
}

/** Where a link takes a value from, in words where it is a field of the answer; empty where the answer has no such field. */
const valueText = (expression: string, { content: [media] }: ApiResponse, reference: Reference): string => {
  const [, pointer] = /^\{?\$response\.body#\/([^{}]+)\}?$/.exec(expression) ?? []
  if (pointer === undefined) return code(expression)
  const names = pointer.split("/")
  return mayHave(media?.schema ?? {}, names, reference) ? `${code(names.join("."))} of the answer` : ""
}

/** A link of an author to another request; empty where it leads to none that is known, and no word tells where. */
const linkText = (link: Link, response: ApiResponse, reference: Reference): string => {
  const { description, name: called, operationId, parameters } = link
  const { dropped } = reference.brief
  const { operations } = reference.model
  const target = operations.find((one) => one.operationId !== undefined && one.operationId === operationId)
  if (target === undefined && description !== undefined) return `- ${prose(description)}`
  if (target === undefined) {
    dropped.push({ item: `Link ${called}`, reason: "It leads to no request of the description" })
    return ""
  }
  // What is no expression is a remark, or is still to be written.
  const values = parameters
    .filter(({ name, value }) => /^\{?\$/.test(String(value)) && target.parameters.some((one) => one.name === name))
    .flatMap(({ name, value }) => {
      const words = valueText(String(value), response, reference)
      if (words !== "") return [`${code(name)} is ${words}`]
      dropped.push({ item: `Link ${called}: ${String(value)}`, reason: "The answer has no such field" })
      return []
    })
  return item(`${requestOf(target)}${values.length === 0 ? "" : `, where ${values.join(", ")}`}`, prose(description))
}

/** What leads from a request to others: links of its author. */
const linksText = ({ responses }: Operation, reference: Reference): string => {
  const told = responses.flatMap((response) => response.links.map((link) => linkText(link, response, reference)))
  const items = [...new Set(told.filter((text) => text !== ""))]
  return items.length === 0 ? "" : `After it may come:\n\n${items.join("\n")}`
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

const credentials = ({ security }: Operation, usual: string | undefined): string => {
  const needed = requirementText(security)
  if (needed === undefined || needed === usual) return ""
  return `Credentials: ${needed}.`
}

/** What an operation may be called: its summary, else its description, where that is a short line and no sentence about the request. */
const titleOf = (operation: Operation): string => {
  const words = summaryOf(operation) || (operation.description ?? "").trim()
  return words.length <= longTitle && !/[\n`<[*_]|^This /.test(words) ? words : ""
}

/** The id of a request, where the author's introduction calls it so: no plain word is known as an id. */
const idText = ({ operationId = "" }: Operation, { model }: Reference): string => {
  const words = [model, ...model.tags].flatMap(({ description = "" }) => description.split(/\W+/))
  return /[a-z][A-Z]|_/.test(operationId) && words.includes(operationId)
    ? `The description calls it ${code(operationId)}.`
    : ""
}

/** A request under a heading. Its summary is that heading, where it is short and no other request of the group has it. */
export const operationPart = (
  operation: Operation,
  group: ReadonlyArray<Operation>,
  telling: Telling,
  level: number
): Part => {
  const { isSent, reference } = telling
  const summary = summaryOf(operation)
  const heading = titleOf(operation)
  const isTitle = heading !== "" && group.filter((one) => same(titleOf(one)) === same(heading)).length === 1
  // What the API sends has a name in the place of a path.
  const request = isSent ? operation.path : `${operation.method} ${operation.path}`
  const title = isTitle ? heading.replace(/\.$/, "") : request
  return {
    title,
    ...(isTitle ? {} : { written: code(request) }),
    level,
    text: () => {
      const words = proseBlocks(operation.description, reference.model.description)
      const said = same(operation.description ?? "")
      const isRepeated = isTitle && said === same(heading)
      const docs = operation.externalDocs
      const example = isSent ? undefined : exampleOf(operation, reference)
      const told = [
        isTitle && !isSent ? code(request) : "",
        idText(operation, reference),
        operation.deprecated ? "It is deprecated." : "",
        operation.servers.length === 0 ? "" : `It is at ${operation.servers.map(({ url }) => code(url)).join(", ")}.`,
        credentials(operation, telling.usual),
        isTitle || said.startsWith(same(summary)) ? "" : prose(summary),
        wordsOf(operation) === "" ? "The description does not say what it does." : "",
        ...(isRepeated ? [] : words),
        docs === undefined
          ? ""
          : `See also: ${link(docs.description === undefined ? code(docs.url) : plain(docs.description), docs.url)}`,
        ...inputText(operation, group, telling),
        answersText(operation, title, telling),
        errorsText(operation),
        linksText(operation, reference)
      ]
      const ends = example === undefined ? [] : exampleText(example, reference)
      return [...told.map((text) => withoutDead(text, reference.brief)), ...ends]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }
}
