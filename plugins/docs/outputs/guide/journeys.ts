/**
 * What people do with an API, resource by resource: its requests in the order of their use, which request answers the id that another one
 * takes, what the first one takes, and one worked example. A guide connects two ids only where a schema proves that they are the same.
 */
import type { ApiModel, Operation } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { errorsAmong, meaningOfStatus } from "../api-reference/statuses.ts"
import { groupsOf, Reference } from "../api-reference/Reference.ts"
import type { Brief } from "../Brief.ts"
import { cell, code, replaceLinks } from "../markdown/inline.ts"
import { cellProse, firstSentence, prose } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { fieldTable, firstRequest, needs, requestParts, workedExample } from "./requests.ts"
import {
  answerOf,
  bare,
  collectionOf,
  isPlural,
  lastWord,
  parameterIn,
  requestOf,
  segmentsOf,
  singular,
  stageOf
} from "./stages.ts"
import { filledTable } from "./tables.ts"

/** A summary that repeats the request, or is a name in code, says nothing. */
const summaryOf = ({ summary = "" }: Operation): string =>
  /^[A-Z]{3,7} \/|^\S*(?:[a-z][A-Z]|_)\S*$/.test(summary.trim()) ? "" : summary

/** What an operation does, in the words of the description; empty where it has none. */
export const wordsOf = (operation: Operation): string =>
  capitalized(
    firstSentence(summaryOf(operation)) || firstSentence(operation.description) || summaryOf(operation)
  ).replace(/\.$/, "")

/** Operations as a table, with what each of them needs where a reference is given. */
export const requestTable = (operations: ReadonlyArray<Operation>, reference?: Reference): string => {
  const needed = reference === undefined ? [] : needs(operations, reference)
  return filledTable(
    ["What it does", "Request", "What it needs"],
    operations.map((operation, at) => [
      cellProse(wordsOf(operation)),
      cell(requestOf(operation)),
      cell(needed[at] ?? "")
    ])
  )
}

const theirs = /(?:^|[^a-z])admin(?:s|istrat\w+)?(?:$|[^a-z])/i

const isTheirs = ({ path, tags }: Operation): boolean => theirs.test(path) || tags.some((tag) => theirs.test(tag))

/** Why a guide for users does not tell an operation; `undefined` where it does. */
const reasonAgainst = (operation: Operation, { operations }: ApiModel): string | undefined => {
  const { deprecated, method, path, tags } = operation
  if (deprecated) return "It is deprecated"
  if (tags.some((tag) => /\binternal\b/i.test(tag))) return "Its author calls it internal"
  if (isTheirs(operation) && !operations.every(isTheirs)) return "It is for administrators, and stands in their guide"
  if (/^(?:HEAD|OPTIONS|TRACE)$/.test(method) && operations.some((one) => one.path === path && one.method === "GET"))
    return "It tells of what GET returns for the same path"
  return wordsOf(operation) === "" ? "The description does not say what it does" : undefined
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

/** Collections in the order of the source, each from its beginning to its end. */
const inOrder = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  [...Map.groupBy(operations, ({ path }) => collectionOf(path)).values()].flatMap((own) =>
    own.toSorted((one, other) => stageOf(one) - stageOf(other))
  )

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
const idAnsweredBy = (operation: Operation, parameter: string, reference: Reference): string | undefined => {
  const schema = answerOf(operation)?.media.schema
  if (schema === undefined) return undefined
  const names = nestedIn(schema, reference, lastWord(collectionOf(operation.path)))
  const same = names.find((name) => bare(name) === bare(parameter))
  const own = isIdOf(parameter, collectionOf(operation.path))
    ? names.find((name) => /^(?:(?:uu|gu|g)?id)$/i.test(name))
    : undefined
  // An item with an id and with one of that name belongs to another one: which of them is meant, nothing proves.
  return same !== undefined && own !== undefined && bare(own) !== bare(same) ? undefined : (same ?? own)
}

/** How the requests of a resource follow one another, by the ids that one answers and the next asks for. */
const idSentences = (operations: ReadonlyArray<Operation>, reference: Reference): ReadonlyArray<string> => {
  const items = new Map(
    operations.flatMap(({ path }) => {
      const collection = collectionOf(path)
      const parameter = parameterIn(segmentsOf(path)[segmentsOf(collection).length])
      return parameter === undefined || !isPlural(collection) ? [] : [[collection, parameter] as const]
    })
  )
  return [...items].flatMap(([collection, parameter]) => {
    const sources = operations
      .filter(
        ({ method, path }) => `/${segmentsOf(path).join("/")}` === collection && (method === "POST" || method === "GET")
      )
      .toSorted((one, other) => stageOf(one) - stageOf(other))
      .flatMap((operation) => {
        const id = idAnsweredBy(operation, parameter, reference)
        return id === undefined ? [] : [{ operation, id }]
      })
    const [first] = sources
    if (first === undefined) return []
    const same = sources.filter(({ id }) => id === first.id).map(({ operation }) => requestOf(operation))
    const asked = operations.filter(
      ({ path }) => collectionOf(path) === collection || path.startsWith(`${collection}/`)
    ).length
    if (asked < 2) return []
    return [
      `${same.join(" and ")} ${same.length === 1 ? "returns" : "return"} the ${code(first.id)} that stands for ${code(`{${parameter}}`)} in the paths above.`
    ]
  })
}

const resourcesOf = (api: ApiModel) => {
  const tagged = api.operations.filter(({ tags }) => tags.length > 0).length
  if (tagged > 0) {
    return groupsOf(api).map(({ operations, tag }) => ({
      title: tag?.name ?? "Other requests",
      description: tag?.description,
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
    description: undefined,
    operations
  }))
}

/** Words of a description without links to its own site, which lead nowhere from a guide. The report names each once. */
const withoutSiteLinks = (text: string, brief: Brief): string =>
  replaceLinks(text, (image, label, url, { whole }) => {
    if (/^<?(?:https?:|mailto:)/i.test(url.trim())) return whole
    const item = `the description: ${url.trim()}`
    if (!brief.dropped.some((one) => one.item === item))
      brief.dropped.push({ item, reason: "It leads nowhere from here; of a link, the words stay" })
    return image === "" ? label : ""
  })

/** Words that an answer needs not to be explained with. */
const plainWords =
  /\b(?:a|an|and|any|are|be|by|cannot|code|could|does|error|exist\w*|failed|failure|for|found|has|have|if|in|input|internal|invalid|is|item|json|message|missing|no|not|of|on|or|request\w*|resource|response|result|server|specified|status|that|the|there|this|to|was|were|when|with|wrong)\b/gi

/** Whether an answer says more than what its status means, of what the path names. */
const isTelling = (description: string, status: string, { path, tags }: Operation): boolean => {
  const known = bare([meaningOfStatus(status), path, ...tags].join(" "))
  const words =
    description
      .replaceAll("_", " ")
      .replaceAll(plainWords, " ")
      .match(/\p{L}{2,}/gu) ?? []
  return words.filter((word) => !known.includes(singular(word))).length > 1
}

/** Failures whose description says what went wrong, as a table. `statuses`: those that are told. */
export const failureTable = (api: ApiModel, brief: Brief, statuses: RegExp): string => {
  const found = api.operations.flatMap((operation) =>
    errorsAmong(operation.responses)
      .filter(({ code: status, description }) => {
        return statuses.test(status) && isTelling(description, status, operation)
      })
      .map(({ code: status, description }) => ({ operation, status, means: cellProse(description) }))
  )
  const rows = [...Map.groupBy(found, ({ means, status }) => `${status} ${means.replace(/\.$/, "")}`).values()]
  const table = filledTable(
    ["Status", "Meaning", "Requests"],
    rows
      .toSorted(([one], [other]) => (one!.status < other!.status ? -1 : 1))
      .map((same) => {
        const requests = [...new Set(same.map(({ operation }) => requestOf(operation)))]
        const isAll = requests.length === api.operations.length && requests.length > 1
        const many = isAll ? "all" : `${requests.length} of ${api.operations.length} requests`
        const shown = isAll || requests.length > mostRequests ? many : requests.join(", ")
        return [cell(code(same[0]!.status)), same[0]!.means, cell(shown)]
      })
  )
  return withoutSiteLinks(table, brief)
}

/** Most requests that a row names; of more, it gives the number. Our choice. */
const mostRequests = 3

/** Most requests of an API that a guide tells one by one. Our choice: of a larger one it tells the beginning of each resource. */
const mostTold = 60

/** A part per resource of an API. */
export const journeys = (whole: ApiModel, brief: Brief): ReadonlyArray<Part> => {
  const api = forUsers(whole, brief)
  const own = (text: string) => withoutSiteLinks(text, brief)
  const reference = new Reference(api, brief)
  const isSmall = api.operations.length <= mostTold
  return resourcesOf(api).map(({ description, operations, title }) => ({
    title,
    text: () => {
      const ordered = inOrder(operations)
      const requests = own(requestTable(ordered, reference))
      if (brief.voice.depth === "brief") return requests
      return [
        own(prose(description)),
        requests,
        idSentences(ordered, reference).join("\n\n"),
        ...(isSmall
          ? [own(requestParts(ordered, wordsOf, reference))]
          : [own(fieldTable(ordered, reference)), workedExample(ordered, reference)])
      ]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }))
}

/** A request to try first. */
export const trial = (api: ApiModel, brief: Brief): string =>
  firstRequest(
    resourcesOf(forUsers(api)).map(({ operations }) => inOrder(operations)),
    new Reference(api, brief)
  )

/**
 * Whether a description says more than a list of requests: what most of them do, of most resources what they are or how to begin, and how something
 * is done, by an example or in words of their author's. `isExplained`: whether there are such words.
 */
export const tellsTasks = (whole: ApiModel, brief: Brief, isExplained: boolean): boolean => {
  const api = forUsers(whole)
  const reference = new Reference(api, brief)
  const resources = resourcesOf(api).map(({ description = "", operations, title }) => ({
    isDescribed: prose(description).length > title.length * 2 || fieldTable(operations, reference) !== "",
    isShown: workedExample(inOrder(operations), reference) !== ""
  }))
  const told = resources.filter(({ isDescribed, isShown }) => isDescribed || isShown)
  return (
    (isExplained || (resources.some(({ isShown }) => isShown) && resources.some(({ isDescribed }) => isDescribed))) &&
    told.length > 0 &&
    told.length * 2 >= resources.length &&
    whole.operations.filter((one) => wordsOf(one) !== "").length * 2 >= whole.operations.length
  )
}
