/** One request as a guide tells it: its author's words whole, what it needs, what it answers, and what leads from it to others. */
import type { ApiResponse, Operation } from "../../model/ApiModel.ts"
import type { Json } from "../../model/Json.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { requirementText } from "../api-reference/requirements.ts"
import { errorsAmong } from "../api-reference/statuses.ts"
import type { Brief } from "../Brief.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { cell, code, link, plain, replaceLinks } from "../markdown/inline.ts"
import { cellProse, opening, prose, proseBlocks } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { failureExamples, failureKey, same } from "./failures.ts"
import { valueOf } from "./fields.ts"
import { inputText, item, valuesText, type Telling } from "./inputs.ts"
import { exampleText } from "./requests.ts"
import { requestOf } from "../api-reference/bodies.ts"
import { filledTable } from "../markdown/table.ts"

/** A summary that repeats the request, or is a name in code, says nothing. */
const summaryOf = ({ summary = "" }: Operation): string =>
  /^[A-Z]{3,7} \/|^\S*(?:[a-z][A-Z]|_)\S*$/.test(summary.trim()) ? "" : summary.trim()

/** Most characters of a summary that is a heading. Our choice. */
const longTitle = 80

/** What an operation does, in the words of the description; empty where it has none. */
export const wordsOf = (operation: Operation): string => {
  const summary = summaryOf(operation).replaceAll(/\s+/g, " ")
  return capitalized(summary || opening(operation.description)).replace(/\.$/, "")
}

export const requestTable = (operations: ReadonlyArray<Operation>): string =>
  filledTable(
    ["What it does", "Request"],
    operations.map((operation) => [cellProse(wordsOf(operation)), cell(requestOf(operation))])
  )

/** Words of an answer that say no more than its status, beside an address where somebody else explains it. */
const empty =
  /^(?:(?:the )?(?:a |an )?(?:ok(?:ay)?|success\w*|successful (?:response|operation|request)|created|accepted|no content|response|default(?: response)?|done|\d{3})\b\W*)*$/i

const address = /\(?https?:[^\s)]+\)?/g

/** How a success is sent that does not come at once. */
const streamOf = ({ code: status, content }: ApiResponse): string => {
  if (!status.startsWith("2")) return ""
  const found = content.find(({ mediaType }) => /^text\/event-stream\b/i.test(mediaType))
  return found === undefined ? "" : ` (${code(found.mediaType)})`
}

const answersText = (operation: Operation, title: string, telling: Telling): string => {
  const { responses } = operation
  const failures = errorsAmong(responses)
  const told = responses.filter((one) => {
    if (streamOf(one) !== "") return true
    const words = one.description.replaceAll(address, "").trim()
    return failures.includes(one)
      ? telling.own.has(failureKey(one.code, one.description))
      : !empty.test(words) && same(words) !== same(title)
  })
  const items = told.map((one) => {
    const shown = failures.includes(one) ? failureExamples([one]).join("\n\n") : ""
    return item(
      code(one.code) + streamOf(one),
      [prose(one.description), shown].filter((text) => text !== "").join("\n\n")
    )
  })
  const values = telling.values.get(operation)!
  return [
    items.length === 0 ? "" : `Answers:\n\n${items.join("\n")}`,
    valuesText("Its answer has", values.answered, values)
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

/** What leads from a request to others: links of its author, those that lead to a known request or have words. */
const linksText = ({ responses }: Operation, { brief, model }: Reference): string => {
  const links = responses.flatMap((response) => response.links)
  const told = links.flatMap(({ description, name, operationId }) => {
    const target = model.operations.find((one) => one.operationId !== undefined && one.operationId === operationId)
    if (target !== undefined) return [item(requestOf(target), prose(description))]
    if (description !== undefined) return [`- ${prose(description)}`]
    brief.dropped.push({ item: `Link ${name}`, reason: "It leads to no request of the description" })
    return []
  })
  return told.length === 0 ? "" : `After it may come:\n\n${[...new Set(told)].join("\n")}`
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
      const { example } = telling.values.get(operation)!
      const told = [
        isTitle && !isSent ? code(request) : "",
        operation.deprecated ? "It is deprecated." : "",
        operation.servers.length === 0 ? "" : `It is at ${operation.servers.map(({ url }) => code(url)).join(", ")}.`,
        credentials(operation, telling.usual),
        isTitle || said.startsWith(same(summary)) ? "" : prose(summary),
        wordsOf(operation) === "" ? "The description does not say what it does." : "",
        ...(isRepeated ? [] : words),
        ...inputText(operation, telling),
        answersText(operation, title, telling),
        errorsText(operation),
        linksText(operation, reference),
        docs === undefined
          ? ""
          : `See also: ${link(docs.description === undefined ? code(docs.url) : plain(docs.description), docs.url)}`
      ]
      const ends = example === undefined ? [] : exampleText(example, reference)
      return [...told.map((text) => withoutDead(text, reference.brief)), ...ends]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }
}
