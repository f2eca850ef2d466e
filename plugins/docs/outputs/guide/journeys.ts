/** What people do with an API: its groups in their author's order, of each what its author says of it, its requests and one worked example. */
import type { ApiModel, Operation, Tag } from "../../model/ApiModel.ts"
import { groupBlocks, pagesOf } from "../api-reference/overview.ts"
import { groupsOf, Reference } from "../api-reference/Reference.ts"
import { requirementText } from "../api-reference/requirements.ts"
import type { Brief } from "../Brief.ts"
import { prose } from "../markdown/prose.ts"
import { wordsIn } from "../../checks/sentences.ts"
import { administered, isTheirsAlone } from "./administration.ts"
import type { Chapter, Part } from "./Chapter.ts"
import type { Telling } from "./inputs.ts"
import { valuesOf, type Reading } from "./values.ts"
import { operationPart, requestTable, withoutDead, wordsOf } from "./operations.ts"
import { ownFailures } from "./failures.ts"
import { exampleOf } from "./requests.ts"

/** What users do with an API. The report names the other operations. What administrators need, users may need too. */
export const forUsers = (api: ApiModel, brief?: Brief): ApiModel => {
  const theirs = (administered(api)?.operations ?? []).filter(isTheirsAlone)
  // Where an API is for administrators alone, they are its users.
  const left = theirs.length < api.operations.length ? theirs : []
  const reason = "It is for administrators, and stands in their guide"
  for (const { method, path } of left) brief?.dropped.push({ item: `${method} ${path}`, reason })
  return { ...api, operations: api.operations.filter((one) => !left.includes(one)) }
}

/** The credentials that requests need: what holds where one says nothing, else what more than half of those say that all say something. */
export const usualNeed = ({ operations, security }: ApiModel): string | undefined => {
  if (security !== undefined) return requirementText(security)
  const all = Map.groupBy(operations, (one) => requirementText(one.security))
  const [most, own = []] = [...all].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  return all.has(undefined) || own.length * 2 <= operations.length ? undefined : most
}

/** What the requests of an API share in a document that tells them in this order. */
export const tellingOf = (
  api: ApiModel,
  ordered: ReadonlyArray<Operation>,
  brief: Brief,
  { isSent = false, tellsAnswers = false }: Partial<Pick<Reading, "isSent" | "tellsAnswers">> = {}
): Telling => {
  const reference = new Reference(api, brief)
  return {
    reference,
    values: valuesOf(ordered, { reference, isSent, tellsAnswers }),
    own: ownFailures(api.operations),
    usual: usualNeed(api),
    isSent
  }
}

const joined = (texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")

/** A group: its words, and a part for each request below it. */
const groupParts = (
  { operations, tag }: { readonly operations: ReadonlyArray<Operation>; readonly tag: Tag | undefined },
  telling: Telling,
  level: number
): { readonly text: () => string; readonly parts: ReadonlyArray<Part> } => {
  const { reference } = telling
  const isBrief = reference.brief.voice.depth === "brief"
  return {
    text: () =>
      joined(
        isBrief
          ? [requestTable(operations)]
          : groupBlocks(tag, reference.model).map((text) => withoutDead(text, reference.brief))
      ),
    parts: isBrief ? [] : operations.map((one) => operationPart(one, operations, telling, level))
  }
}

/** What stands before requests. */
const pointer =
  "Each value is described once, where it first occurs. Later requests only name it, and so do requests that take many " +
  "values: those, further types and the fields of answers are in the API reference."

/** Names in the report what guides of APIs leave to the reference. */
export const leaveToReference = ({ dropped }: Brief): void => {
  dropped.push({
    item:
      "Most types of values, most fields of answers, fields of the forms of a body, headers that only some requests answer with, " +
      "successes of which nothing more is said, values that links carry, extensions, examples that are long or further ones",
    reason: "They are in the API reference; a guide tells what requests are for and what they need"
  })
}

/** Groups with their requests below them. Where nobody grouped requests there is no heading of a group. */
export const groupedParts = (
  groups: ReadonlyArray<Parameters<typeof groupParts>[0]>,
  api: ApiModel,
  brief: Brief,
  tellsAnswers = false
): Pick<Chapter, "text" | "parts"> => {
  // A brief guide only names requests.
  const ordered = brief.voice.depth === "brief" ? [] : groups.flatMap(({ operations }) => operations)
  const telling = tellingOf(api, ordered, brief, { tellsAnswers })
  const lead = ordered.length === 0 ? "" : pointer
  const [only, ...others] = groups
  if (only !== undefined && others.length === 0 && only.tag === undefined) {
    const { parts, text } = groupParts(only, telling, 3)
    return { text: () => joined([lead, text()]), parts }
  }
  const parts = groups.flatMap((group) => {
    const own = groupParts(group, telling, 4)
    return [{ title: group.tag?.title ?? group.tag?.name ?? "Other requests", text: own.text }, ...own.parts]
  })
  return { text: () => lead, parts }
}

/** A chapter of an API: a part per group in the author's order, and its requests below it. */
export const journeys = (whole: ApiModel, brief: Brief): Pick<Chapter, "text" | "parts"> => {
  const api = forUsers(whole, brief)
  for (const { operations, tag } of groupsOf(whole)) {
    if (tag?.description === undefined || operations.some((one) => api.operations.includes(one))) continue
    brief.dropped.push({ item: `Group ${tag.name}`, reason: "None of its requests is told here" })
  }
  const pages = pagesOf(whole).map((tag) => ({ tag, operations: [] }))
  const places = new Map(whole.tags.map(({ name }, at) => [name, at]))
  const placeOf = ({ tag }: { readonly tag: Tag | undefined }) => places.get(tag?.name ?? "") ?? places.size
  const all = [...groupsOf(api), ...pages].toSorted((one, other) => placeOf(one) - placeOf(other))
  return groupedParts(all, api, brief)
}

/** Whether a guide shows an example. */
export const hasExample = (api: ApiModel, brief: Brief): boolean => {
  const reference = new Reference(api, brief)
  return api.operations.some((one) => exampleOf(one, reference)?.request !== undefined)
}

/** The chapters of several APIs as one. */
export const together = (of: ReadonlyArray<ReturnType<typeof journeys>>): ReturnType<typeof journeys> => ({
  text: () => [...new Set(of.map(({ text }) => text?.() ?? ""))].filter((text) => text !== "").join("\n\n"),
  parts: of.flatMap(({ parts }) => parts)
})

/** Least words of an introduction that make a guide beside requests of which nothing is said. Our choice: about a paragraph. */
const leastWords = 40

/** Whether a description says more than a list of requests: what half of them do, or what they are for. */
export const tellsTasks = (whole: ApiModel): boolean => {
  const { operations } = forUsers(whole)
  const words = [whole, ...whole.tags].map(({ description }) => prose(description)).join("\n")
  const told = operations.filter((one) => wordsOf(one) !== "").length
  if (operations.length === 0) return whole.webhooks.length > 0
  return told * 2 >= operations.length || wordsIn(words).length >= leastWords
}
