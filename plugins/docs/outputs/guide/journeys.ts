/**
 * What people do with an API, resource by resource: what its author says of it, its requests in the order of their use, which request answers the
 * id that another one takes, and one worked example. What a single request takes and answers is left to the reference. A guide connects two ids
 * only where a schema proves that they are the same.
 */
import { wordsIn } from "../../checks/sentences.ts"
import type { ApiModel, Operation, Tag } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { groupBlocks, pagesOf } from "../api-reference/overview.ts"
import { requirementText } from "../api-reference/requirements.ts"
import { errorsAmong, meaningOfStatus } from "../api-reference/statuses.ts"
import { groupsOf, Reference } from "../api-reference/Reference.ts"
import type { Brief } from "../Brief.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse, firstSentence, opening, prose } from "../markdown/prose.ts"
import type { Chapter } from "./Chapter.ts"
import { firstRequest, workedExample } from "./requests.ts"
import {
  answerOf,
  bare,
  collectionOf,
  collectionsOf,
  isIn,
  isPlural,
  lastWord,
  parameterIn,
  requestOf,
  segmentsOf,
  singular,
  stageOf,
  stages
} from "./stages.ts"
import { filledTable } from "./tables.ts"

/** A summary that repeats the request, or is a name in code, says nothing. */
const summaryOf = ({ summary = "" }: Operation): string =>
  /^[A-Z]{3,7} \/|^\S*(?:[a-z][A-Z]|_)\S*$/.test(summary.trim()) ? "" : summary

/** Characters of a summary that a table shows whole. Our choice. */
const longSummary = 200

/** What an operation does, in the words of the description; empty where it has none. */
export const wordsOf = (operation: Operation): string => {
  const summary = summaryOf(operation).replaceAll(/\s+/g, " ").trim()
  const own = summary.length <= longSummary ? summary : firstSentence(summary) || summary
  return capitalized(own || opening(operation.description)).replace(/\.$/, "")
}

/** Operations as a table, with the credentials of those that need others than the API says for all. */
export const requestTable = (operations: ReadonlyArray<Operation>, reference?: Reference): string => {
  const usual = requirementText(reference?.usualSecurity)
  return filledTable(
    ["What it does", "Request", "Credentials"],
    operations.map((operation) => {
      const needed = requirementText(operation.security)
      return [
        cellProse(wordsOf(operation)),
        cell(requestOf(operation)),
        reference === undefined || needed === usual ? "" : cell(needed ?? "")
      ]
    })
  )
}

const theirs = /(?:^|[^a-z])admin(?:s|istrat\w+)?(?:$|[^a-z])/i

const isTheirs = ({ path, tags }: Operation): boolean => theirs.test(path) || tags.some((tag) => theirs.test(tag))

/** Whether the group of an operation has a description, and none of its operations has words of its own. */
const isToldByGroup = ({ tags: [group] }: Operation, { operations, tags }: ApiModel): boolean =>
  tags.some(({ description, name }) => name === group && prose(description) !== "") &&
  operations.every((one) => one.tags[0] !== group || wordsOf(one) === "")

/** Whether a path only shows what the API sends, in the words of its author. */
export const isSent = ({ description = "", path }: Operation): boolean =>
  /web-?hook/i.test(path) &&
  /\bexample\W{1,4}of an? web ?hook\b|\b(?:does(?: not|n't)|not) (?:really |actually )?exist\b/i.test(description)

/** Why a guide for users does not tell an operation; `undefined` where it does. */
const reasonAgainst = (operation: Operation, api: ApiModel): string | undefined => {
  const { operations } = api
  const { deprecated, method, path, tags } = operation
  if (isSent(operation)) return "The API sends it; it stands among webhooks"
  if (deprecated) return "It is deprecated"
  if (tags.some((tag) => /\binternal\b/i.test(tag))) return "Its author calls it internal"
  if (isTheirs(operation) && !operations.every(isTheirs)) return "It is for administrators, and stands in their guide"
  if (/^(?:HEAD|OPTIONS|TRACE)$/.test(method) && operations.some((one) => one.path === path && one.method === "GET"))
    return "It tells of what GET returns for the same path"
  return wordsOf(operation) === "" && !isToldByGroup(operation, api)
    ? "The description does not say what it does"
    : undefined
}

/** The operations of an API that administrators use, where others are for users. */
export const administratorsOperations = ({ operations }: ApiModel): ReadonlyArray<Operation> =>
  operations.every(isTheirs) ? [] : operations.filter((one) => isTheirs(one) && wordsOf(one) !== "")

/** What users do with an API. The report names the other operations. */
export const forUsers = (api: ApiModel, brief?: Brief): ApiModel => ({
  ...api,
  operations: api.operations.filter((operation) => {
    const reason = reasonAgainst(operation, api)
    if (reason !== undefined) brief?.dropped.push({ item: `${operation.method} ${operation.path}`, reason })
    return reason === undefined
  })
})

/** Whether the author's order can be followed: nothing is needed before it is made, or after its end. */
const isFollowable = (operations: ReadonlyArray<Operation>, known: ReadonlySet<string>): boolean =>
  operations.every((operation, at) => {
    const collection = collectionOf(operation.path, known)
    const stage = stageOf(operation, known)
    const isOf = ({ path }: Operation) => isIn(`/${segmentsOf(path).join("/")}`, collection)
    if (stage === stages.end) {
      const later = operations.slice(at + 1)
      return !later.some((one) => isOf(one) && stageOf(one, known) !== stages.end)
    }
    if (stage !== stages.begin) return true
    return !operations.slice(0, at).some((one) => isOf(one) && stageOf(one, known) !== stages.begin)
  })

/**
 * Operations in their author's order where it can be followed; else collections in the order of the source, each from its beginning to its end:
 * what is below its items comes before the end of these.
 */
const inOrder = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> => {
  const known = collectionsOf(operations)
  if (isFollowable(operations, known)) return operations
  const byCollection = Map.groupBy(operations, ({ path }) => collectionOf(path, known))
  const order = (collections: ReadonlyArray<string>): ReadonlyArray<Operation> =>
    collections
      .filter((one) => !collections.some((other) => other !== one && other !== "/" && isIn(one, other)))
      .flatMap((one) => {
        const own = byCollection.get(one)!.toSorted((a, b) => stageOf(a, known) - stageOf(b, known))
        const end = own.filter((operation) => stageOf(operation, known) === stages.end)
        const within = collections.filter((other) => other !== one && one !== "/" && isIn(other, one))
        return [...own.slice(0, own.length - end.length), ...order(within), ...end]
      })
  return order([...byCollection.keys()])
}

/** Whether a parameter may be the id of an item of a collection: `id`, `petId`, `pet_gid` in `/pets`. */
const isIdOf = (parameter: string, collection: string): boolean => {
  const owners = ["id", "gid", "uuid", "guid"]
    .filter((end) => bare(parameter).endsWith(end))
    .map((end) => bare(parameter).slice(0, -end.length))
  const last = lastWord(collection)
  return owners.some((owner) => owner === "" || last === owner || last.endsWith(owner))
}

/** Names under which the properties of an answer may be found: at its top, in a wrapper, in the items of a list. */
const nestedIn = (schema: Schema, reference: Reference, wrapper: string, depth = 0): ReadonlyArray<string> => {
  const found = reference.resolved(schema)
  const own = [found, ...(found.allOf ?? []).map((part) => reference.resolved(part))]
  const properties = own.flatMap((part) => part.properties ?? [])
  const inner = [
    ...own.flatMap(({ items }) => (items === undefined ? [] : [items])),
    ...properties
      .filter(
        ({ name }) =>
          properties.length === 1 ||
          /^(?:data|results?|items|records|values)$/i.test(name) ||
          singular(name) === wrapper
      )
      .map(({ schema: of }) => of)
  ]
  const names = properties.map(({ name }) => name)
  return depth > 2 ? names : [...names, ...inner.flatMap((one) => nestedIn(one, reference, wrapper, depth + 1))]
}

/** The property of an operation's answer that another request takes as a parameter; `undefined` where no schema shows one. */
const idAnsweredBy = (
  operation: Operation,
  parameter: string,
  collection: string,
  reference: Reference
): string | undefined => {
  const schema = answerOf(operation)?.media.schema
  if (schema === undefined) return undefined
  const names = nestedIn(schema, reference, lastWord(collection))
  const same = names.find((name) => bare(name) === bare(parameter))
  const own = isIdOf(parameter, collection) ? names.find((name) => /^(?:(?:uu|gu|g)?id)$/i.test(name)) : undefined
  // An item with an id and with one of that name belongs to another one: which of them is meant, nothing proves.
  return same !== undefined && own !== undefined && bare(own) !== bare(same) ? undefined : (same ?? own)
}

/** How the requests of a resource follow one another, by the ids that one answers and the next asks for. */
const idSentences = (operations: ReadonlyArray<Operation>, reference: Reference): ReadonlyArray<string> => {
  const known = collectionsOf(operations)
  const items = new Map(
    operations.flatMap(({ path }) => {
      const collection = collectionOf(path, known)
      const parameter = parameterIn(segmentsOf(path)[segmentsOf(collection).length])
      return parameter === undefined || !isPlural(collection) ? [] : [[collection, parameter] as const]
    })
  )
  return [...items].flatMap(([collection, parameter]) => {
    const sources = operations
      .filter(
        ({ method, path }) => `/${segmentsOf(path).join("/")}` === collection && (method === "POST" || method === "GET")
      )
      .toSorted((one, other) => stageOf(one, known) - stageOf(other, known))
      .flatMap((operation) => {
        const id = idAnsweredBy(operation, parameter, collection, reference)
        return id === undefined ? [] : [{ operation, id }]
      })
    const [first] = sources
    if (first === undefined) return []
    const same = sources.filter(({ id }) => id === first.id).map(({ operation }) => requestOf(operation))
    return [
      `${same.join(" and ")} ${same.length === 1 ? "returns" : "return"} the ${code(first.id)} that stands for ${code(`{${parameter}}`)} in paths that begin with ${code(`${collection}/{${parameter}}`)}.`
    ]
  })
}

const resourcesOf = (api: ApiModel) => {
  const tagged = api.operations.filter(({ tags }) => tags.length > 0).length
  if (tagged > 0) {
    return groupsOf(api).map(({ operations, tag }) => ({
      title: tag?.name ?? "Other requests",
      tag,
      operations
    }))
  }
  const version = /^(?:api|rest|v\d+(?:\.\d+)*|\..*)$/i
  const rootOf = ({ path }: Operation) =>
    segmentsOf(path).find((segment) => !version.test(segment) && parameterIn(segment) === undefined) ?? "/"
  const shared = (operation: Operation) =>
    rootOf(operation).replaceAll(/\.?\{[^{}]*\}|\.\w+$/g, "") || rootOf(operation)
  return [...Map.groupBy(api.operations, shared)].map(([root, operations]) => ({
    title:
      capitalized(
        root
          .replaceAll(/\.?\{[^{}]*\}|\.\w+$/g, "")
          .replaceAll(/[-_/]+/g, " ")
          .trim()
      ) || "Requests",
    tag: undefined,
    operations
  }))
}

/** Most meanings of one status that are told. Our choice: of more, each stands with its request in the reference. */
const mostMeanings = 6

/** Failures with what the description says of each, as a table. `statuses`: those that are told. */
export const failureTable = ({ operations }: ApiModel, statuses: RegExp): string => {
  const found = operations
    .flatMap(({ responses }) => errorsAmong(responses))
    .filter(({ code: status }) => statuses.test(status))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
  return filledTable(
    ["Status", "Meaning"],
    [...Map.groupBy(found, ({ code: status }) => status)].map(([status, same]) => {
      const all = [...new Set(same.map(({ description }) => cellProse(description)).filter((text) => text !== ""))]
      const more = all.length - mostMeanings
      const told = all.slice(0, mostMeanings).join("<br>") || meaningOfStatus(status)
      return [cell(code(status)), cell(`${told}${more > 0 ? `<br>${more} more, each of single requests` : ""}`)]
    })
  )
}

/** A chapter of an API: a part per resource, and per group of words alone, in the author's order. */
export const journeys = (whole: ApiModel, brief: Brief): Pick<Chapter, "parts"> => {
  const api = forUsers(whole, brief)
  const reference = new Reference(api, brief)
  const resources = resourcesOf(api)
  for (const { operations, tag } of groupsOf(whole)) {
    if (tag?.description === undefined || operations.some((one) => api.operations.includes(one))) continue
    brief.dropped.push({ item: `Group ${tag.name}`, reason: "None of its requests is told here" })
  }
  const pages = pagesOf(whole).map((tag) => ({ title: tag.name, tag, operations: [] }))
  const places = new Map(whole.tags.map(({ name }, at) => [name, at]))
  const placeOf = ({ tag }: { readonly tag: Tag | undefined }) => places.get(tag?.name ?? "") ?? places.size
  const all = [...resources, ...pages].toSorted((one, other) => placeOf(one) - placeOf(other))
  return {
    parts: all.map(({ operations, tag, title }) => ({
      title,
      text: () => {
        const ordered = inOrder(operations)
        const requests = requestTable(ordered, reference)
        if (brief.voice.depth === "brief" && requests !== "") return requests
        return [
          ...groupBlocks(tag, api),
          requests,
          idSentences(ordered, reference).join("\n\n"),
          workedExample(ordered, reference)
        ]
          .filter((text) => text !== "")
          .join("\n\n")
      }
    }))
  }
}

/** The chapters of several APIs as one. */
export const together = (of: ReadonlyArray<ReturnType<typeof journeys>>): ReturnType<typeof journeys> => ({
  parts: of.flatMap(({ parts }) => parts)
})

/** A request to try first. */
export const trial = (api: ApiModel, brief: Brief): string =>
  firstRequest(
    resourcesOf(forUsers(api)).map(({ operations }) => inOrder(operations)),
    new Reference(api, brief)
  )

/** Least words beside operations that make a guide. Our choice: about a paragraph. */
const leastWords = 40

/**
 * Whether a description says more than a list of requests: what most of them do, and how something is done, by an example or in words of its author's
 * on the API, its resources or its credentials.
 */
export const tellsTasks = (whole: ApiModel, brief: Brief): boolean => {
  const api = forUsers(whole)
  const reference = new Reference(api, brief)
  const resources = resourcesOf(api)
  const told = [whole, ...resources.map(({ tag }) => tag), ...whole.securitySchemes].map((one) =>
    prose(one?.description)
  )
  const isShown = resources.some(({ operations }) => workedExample(inOrder(operations), reference) !== "")
  return (
    resources.length > 0 &&
    wordsIn(told.join("\n")).length >= (isShown ? leastWords / 4 : leastWords) &&
    whole.operations.filter((one) => wordsOf(one) !== "").length * 2 >= whole.operations.length
  )
}
