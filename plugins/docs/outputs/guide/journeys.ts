/**
 * What people do with an API, resource by resource: how to begin, what follows, and which request takes the id that another one
 * answers; one worked example, and the errors that only this resource has. The guide connects two ids only where a schema proves that they are the same.
 */
import type { ApiModel, ApiResponse, Operation } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { isError, meanings } from "../api-reference/errorCodes.ts"
import { groupsOf, operationTitle, Reference } from "../api-reference/Reference.ts"
import type { Brief } from "../Brief.ts"
import { cell, code, replaceLinks } from "../markdown/inline.ts"
import { cellProse, firstSentence, prose } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { exampleOf, fieldsOf, fieldTable, firstRequest, schemaOf, takenBy, workedExample } from "./requests.ts"
import { answerOf, collectionOf, parameterIn, requestOf, segmentsOf, stageOf } from "./stages.ts"
import { filledTable } from "./tables.ts"

/** A summary that only repeats the request says nothing. */
const summaryOf = ({ summary = "" }: Operation): string => (/^[A-Z]{3,7} \//.test(summary) ? "" : summary)

const wordsOf = (operation: Operation): string =>
  firstSentence(summaryOf(operation)) || firstSentence(operation.description) || summaryOf(operation)

/** `createTimesheet-line` → `create timesheet line`. */
const spoken = (id = ""): string =>
  id
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase()

/** What an operation does, for a heading or a row. */
export const taskTitle = (operation: Operation): string => {
  const said = wordsOf(operation).replace(/\.$/, "")
  return said === "" || said.length > 80 || /[[\]`*]/.test(said) ? operationTitle(operation) : capitalized(said)
}

/** Collections in the order of the source, each from its beginning to its end. */
const inOrder = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  [...Map.groupBy(operations, ({ path }) => collectionOf(path)).values()].flatMap((own) =>
    own.toSorted((one, other) => stageOf(one) - stageOf(other))
  )

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** `pets` → `pet`, for comparing a collection with the name of an id. */
const singular = (word: string): string =>
  bare(word)
    .replace(/ies$/, "y")
    .replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, "")

/** What the items of a collection are called. */
const lastWord = (collection: string): string =>
  singular(segmentsOf(collection).findLast((segment) => parameterIn(segment) === undefined) ?? "")

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

/** Whether a path is that of many, such as `/pets`; one such as `/session` has no items. */
const isPlural = (collection: string): boolean => {
  const last = segmentsOf(collection).findLast((segment) => parameterIn(segment) === undefined) ?? ""
  return lastWord(collection) !== bare(last)
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

/** Ids of other resources that a new one asks for, with the request that answers them. */
const foreignSentences = (operations: ReadonlyArray<Operation>, reference: Reference): ReadonlyArray<string> =>
  operations
    .filter((operation) => stageOf(operation) === 0)
    .flatMap((operation) => {
      const schema = schemaOf(operation)
      const properties = schema === undefined ? [] : (reference.resolved(schema).properties ?? [])
      return properties.flatMap(({ name }) => {
        const own = collectionOf(operation.path)
        const other = reference.model.operations.find(({ method, path }) => {
          const collection = collectionOf(path)
          return (
            method === "GET" &&
            collection === `/${segmentsOf(path).join("/")}` &&
            collection !== own &&
            bare(name).length > 4 &&
            isIdOf(name, collection)
          )
        })
        const id = other === undefined ? undefined : idAnsweredBy(other, name, reference)
        return id === undefined
          ? []
          : [
              `${code(name)} in the body of ${requestOf(operation)} is the ${code(id)} that ${requestOf(other!)} returns.`
            ]
      })
    })

const failureOf = ({ code: status, description }: ApiResponse): string => `${status} ${description.trim()}`

/** Failures with how often they are answered, as a table. */
const failureRows = (operations: ReadonlyArray<Operation>, keep: (failure: string) => boolean): string => {
  const found = operations.flatMap((operation) =>
    operation.responses
      .filter((response) => isError(response.code) && keep(failureOf(response)))
      .map((response) => ({ operation, response }))
  )
  const rows = [...Map.groupBy(found, ({ response }) => failureOf(response)).values()].toSorted(([one], [other]) =>
    one!.response.code < other!.response.code ? -1 : 1
  )
  return filledTable(
    ["Status", "Meaning", "Answered to"],
    rows.map((same) => {
      const [{ response }] = same as [(typeof found)[number]]
      const requests = [...new Set(same.map(({ operation }) => requestOf(operation)))]
      const to = requests.length > 3 ? `${requests.length} requests` : requests.join(", ")
      return [cell(code(response.code)), cellProse(response.description) || (meanings[response.code] ?? ""), cell(to)]
    })
  )
}

/** Failures that more than one resource has: they are told once. */
const sharedFailures = (groups: ReadonlyArray<ReadonlyArray<Operation>>): ReadonlySet<string> => {
  const all = groups.flatMap((operations) => [
    ...new Set(
      operations.flatMap(({ responses }) => responses.filter(({ code: status }) => isError(status)).map(failureOf))
    )
  ])
  return new Set(all.filter((failure, at) => groups.length === 1 || all.indexOf(failure) !== at))
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
  const version = /^(?:api|rest|v\d+(?:\.\d+)*)$/i
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

/** Requests whose paths a reader can take in without a word. Our choice. */
const mostBare = 10

/** Whether a description says of most requests what they do, unless they are few. */
export const tellsTasks = ({ operations }: ApiModel): boolean =>
  operations.length <= mostBare ||
  operations.filter((operation) => (wordsOf(operation) || spoken(operation.operationId)) !== "").length * 2 >=
    operations.length

/** A part per resource of an API. */
export const journeys = (api: ApiModel, brief: Brief): ReadonlyArray<Part> => {
  const own = (text: string) => withoutSiteLinks(text, brief)
  const resources = resourcesOf(api)
  const shared = sharedFailures(resources.map(({ operations }) => operations))
  const reference = new Reference(api, brief)
  return resources.map(({ description, operations, title }) => ({
    title,
    text: () => {
      const ordered = inOrder(operations)
      const requests = filledTable(
        ["What you do", "Request", "What it takes"],
        ordered.map((operation) => {
          const words = capitalized(wordsOf(operation) || spoken(operation.operationId)).replace(/\.$/, "")
          const said = cellProse(operation.deprecated ? `${words} (deprecated)`.trim() : words)
          return [said, cell(requestOf(operation)), cell(takenBy(fieldsOf(operation, reference)))]
        })
      )
      if (brief.voice.depth === "brief") return requests
      const failures = failureRows(operations, (failure) => !shared.has(failure))
      return [
        own(prose(description)),
        own(requests),
        [...idSentences(ordered, reference), ...foreignSentences(ordered, reference)].join("\n\n"),
        own(fieldTable(ordered, reference)),
        workedExample(ordered, reference),
        failures === "" ? "" : `If something is wrong, the answer says so:\n\n${own(failures)}`
      ]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }))
}

/** A request to try first, unless it is an example of its resource anyway. */
export const trial = (api: ApiModel, brief: Brief): string => {
  const reference = new Reference(api, brief)
  const shown = resourcesOf(api).flatMap(({ operations }) => exampleOf(inOrder(operations), reference) ?? [])
  return firstRequest(api, reference, new Set(shown.map(({ operation }) => operation)))
}

/** The failures that the resources of an API share, as a table. */
export const commonFailures = (api: ApiModel, brief: Brief): string => {
  const shared = sharedFailures(resourcesOf(api).map(({ operations }) => operations))
  return withoutSiteLinks(
    failureRows(api.operations, (failure) => shared.has(failure)),
    brief
  )
}

/** All failures of an API, as a table. */
export const allFailures = ({ operations }: ApiModel): string => failureRows(operations, () => true)
