/**
 * What people do with an API, resource by resource: how to begin, what follows, and which request takes the id that another one
 * answers; one worked example, and the errors that only this resource has. The guide connects two ids only where a schema proves that they are the same.
 */
import type { ApiModel, ApiResponse, Operation } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { capitalized } from "../../writer/rules/sentences.ts"
import { isJson } from "../api-reference/bodies.ts"
import { isError, meanings } from "../api-reference/errorCodes.ts"
import { groupsOf, operationTitle, Reference } from "../api-reference/Reference.ts"
import { sampleRequest, unknownBody } from "../api-reference/requestSamples.ts"
import { sampleWriters } from "../api-reference/sampleWriters.ts"
import type { Brief } from "../Brief.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse, fenced, firstSentence, prose } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { filledTable } from "./tables.ts"

/** Longest answer of a worked example, in characters. Our choice: a reader shall see the next step below it. */
const maxAnswer = 3_000

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

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

const parameterIn = (segment: string | undefined): string | undefined =>
  segment === undefined ? undefined : /^[{:]([^{}]+)\}?$/.exec(segment)?.[1]

/** A path up to its last parameter: what an item is, and the collection that it is in. */
const collectionOf = (path: string): string => {
  const segments = segmentsOf(path)
  const last = segments.findLastIndex((segment) => parameterIn(segment) !== undefined)
  return `/${segments.slice(0, last === -1 ? segments.length : last).join("/")}`
}

const ends = /\b(?:delete|remove|cancel|close|archive|deactivate|revoke|end|terminate)\b/i

/** The place of an operation in the life of a resource: begin, find, read, change, do more, end. */
const stageOf = ({ method, path }: Operation): number => {
  const collection = collectionOf(path)
  const below = segmentsOf(path).length - segmentsOf(collection).length
  if (method === "POST" && ends.test(segmentsOf(path).at(-1) ?? "")) return 5
  if (below > 1) return 4
  if (method === "DELETE") return 5
  if (method === "POST") return below === 0 ? 0 : 4
  if (method === "GET" || method === "HEAD") return below === 0 ? 1 : 2
  return method === "PUT" || method === "PATCH" ? 3 : 4
}

/** Collections in the order of the source, each from its beginning to its end. */
const inOrder = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  [...Map.groupBy(operations, ({ path }) => collectionOf(path)).values()].flatMap((own) =>
    own.toSorted((one, other) => stageOf(one) - stageOf(other))
  )

const isGood = ({ code: status }: ApiResponse): boolean => status.startsWith("2")

const answerOf = (operation: Operation) =>
  operation.responses
    .filter(isGood)
    .flatMap((response) => response.content.map((media) => ({ response, media })))
    .find(({ media }) => isJson(media.mediaType))

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
  return (
    same ??
    (isIdOf(parameter, collectionOf(operation.path))
      ? names.find((name) => /^(?:(?:uu|gu|g)?id)$/i.test(name))
      : undefined)
  )
}

const requestOf = ({ method, path }: Operation): string => code(`${method} ${path}`)

/** How the requests of a resource follow one another, by the ids that one answers and the next asks for. */
const idSentences = (operations: ReadonlyArray<Operation>, reference: Reference): ReadonlyArray<string> => {
  const items = new Map(
    operations.flatMap(({ path }) => {
      const collection = collectionOf(path)
      const parameter = parameterIn(segmentsOf(path)[segmentsOf(collection).length])
      return parameter === undefined ? [] : [[collection, parameter] as const]
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
      const schema = operation.requestBody?.content.find(({ mediaType }) => isJson(mediaType))?.schema
      const properties = schema === undefined ? [] : (reference.resolved(schema).properties ?? [])
      return properties.flatMap(({ name }) => {
        const own = collectionOf(operation.path)
        const other = reference.model.operations.find(({ method, path }) => {
          const collection = collectionOf(path)
          return (
            method === "GET" &&
            collection === path &&
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

/** One request with its answer: the one that begins, else the first one. A request that cannot be shown whole, or whose answer is not described, teaches nothing. */
const workedExample = (operations: ReadonlyArray<Operation>, reference: Reference): string => {
  const shown = operations.filter(
    (operation) =>
      !operation.deprecated &&
      answerOf(operation) !== undefined &&
      sampleRequest(operation, reference).body !== unknownBody
  )
  const chosen = shown.find((operation) => stageOf(operation) === 0) ?? shown[0]
  if (chosen === undefined) return ""
  const request = sampleRequest(chosen, reference)
  const answer = answerOf(chosen)
  const given = answer?.media.examples.find(
    ({ value }) =>
      value !== undefined &&
      (answer.media.schema === undefined || reference.samples.isValid(value, answer.media.schema))
  )?.value
  const value = given ?? (answer?.media.schema === undefined ? undefined : reference.samples.of(answer.media.schema))
  const text = value === undefined ? "" : JSON.stringify(value, null, 2)
  const isShown = answer !== undefined && text.length > 4 && text.length <= maxAnswer
  return [
    `An example, ${requestOf(chosen)}:`,
    fenced(sampleWriters.curl.write(request), "sh"),
    ...(isShown ? [`The answer, with the status ${code(answer.response.code)}:`, fenced(text, "json")] : [])
  ].join("\n\n")
}

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
    title: capitalized(root.replaceAll(/\.?\{[^{}]*\}|\.\w+$/g, "").replaceAll(/[-_]+/g, " ")) || "/",
    description: undefined,
    operations
  }))
}

/** A part per resource of an API. */
export const journeys = (api: ApiModel, brief: Brief): ReadonlyArray<Part> => {
  const resources = resourcesOf(api)
  const shared = sharedFailures(resources.map(({ operations }) => operations))
  const reference = new Reference(api, brief)
  return resources.map(({ description, operations, title }) => ({
    title,
    text: () => {
      const ordered = inOrder(operations)
      const requests = filledTable(
        ["What you do", "Request"],
        ordered.map((operation) => {
          const words = capitalized(wordsOf(operation) || spoken(operation.operationId)).replace(/\.$/, "")
          return [cellProse(operation.deprecated ? `${words} (deprecated)`.trim() : words), cell(requestOf(operation))]
        })
      )
      if (brief.voice.depth === "brief") return requests
      const failures = failureRows(operations, (failure) => !shared.has(failure))
      return [
        prose(description),
        requests,
        [...idSentences(ordered, reference), ...foreignSentences(ordered, reference)].join("\n\n"),
        workedExample(ordered, reference),
        failures === "" ? "" : `If something is wrong, the answer says so:\n\n${failures}`
      ]
        .filter((text) => text !== "")
        .join("\n\n")
    }
  }))
}

/** The failures that the resources of an API share, as a table. */
export const commonFailures = (api: ApiModel): string => {
  const shared = sharedFailures(resourcesOf(api).map(({ operations }) => operations))
  return failureRows(api.operations, (failure) => shared.has(failure))
}

/** All failures of an API, as a table. */
export const allFailures = ({ operations }: ApiModel): string => failureRows(operations, () => true)
