/** Facts of an API description for guides and readmes: addresses, credentials, limits, requests that the API sends, versions, health. */
import type { ApiModel, Operation, Tag } from "../../model/ApiModel.ts"
import { textModelOf } from "../../sources/prose/readProse.ts"
import { ended } from "../../writer/rules/sentences.ts"
import { schemesText } from "../api-reference/authentication.ts"
import { groupBlocks, variableTable } from "../api-reference/overview.ts"
import { groupsOf } from "../api-reference/Reference.ts"
import type { Brief } from "../Brief.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse, prose } from "../markdown/prose.ts"
import { administratorsOperations, failureTable, isSent, requestTable, wordsOf } from "./journeys.ts"
import type { Part } from "./Chapter.ts"
import { requestOf } from "./stages.ts"
import { filledTable } from "./tables.ts"

/** Base addresses as a list, with the variables in them. Of paths alone: what the paths begin with. */
export const addressText = (api: ApiModel, brief: Brief): string => {
  const { servers } = api
  const addresses = servers.filter(({ url }) => /^(?:[a-z]+:\/\/|\{)/i.test(url))
  if (addresses.length === 0) {
    const [base = "", ...others] = new Set(servers.map(({ url }) => url.replace(/\/$/, "")))
    return base === "" || others.length > 0 ? "" : `The paths of the API begin with ${code(base)}.`
  }
  const rows = addresses.map(({ description, url }) => {
    const words = description === undefined ? "" : `: ${brief.line(ended(cellProse(description)))}`
    return `- ${code(url)}${words}`
  })
  // The values of a collection may stand in the addresses of it, and in what stands in these.
  const inAddresses = (api.variables ?? []).filter(({ name }) => {
    const used = servers.flatMap(({ url, variables }) => [url, ...variables.map((one) => one.default ?? "")])
    return used.some((text) => text.includes(`{${name}}`))
  })
  const known = servers.map((server) => ({ ...server, variables: [...server.variables, ...inAddresses] }))
  return [`The API is at:\n\n${[...new Set(rows)].join("\n")}`, variableTable(known)]
    .filter((text) => text !== "")
    .join("\n\n")
}

/** The credentials that an API knows, as its reference has them, and which requests need them. */
export const accessText = (api: ApiModel): string => {
  const { operations, security: usual, securitySchemes } = api
  if (securitySchemes.length === 0) return ""
  const all = operations.filter((one) => !isSent(one)).map(({ security = usual ?? [] }) => security)
  const needing = all.filter((own) => own.length > 0 && own.every((one) => one.length > 0))
  const isOneOf = needing.every((own) => own.every((one) => one.length === 1)) && securitySchemes.length > 1
  const many =
    needing.length === all.length ? "Every request needs" : `${needing.length} of ${all.length} requests need`
  const lead =
    needing.length === 0
      ? "These are the credentials of the API:"
      : `${many} ${isOneOf ? "one of these" : "credentials"}:`
  return `${lead}\n\n${schemesText(securitySchemes).trimEnd()}`
}

/** Requests that tell how a service is doing. */
export const healthRequests = ({ operations }: ApiModel): string =>
  requestTable(
    operations.filter(
      ({ method, path }) =>
        method === "GET" &&
        !path.includes("{") &&
        /^(?:\/(?:api|v\d+|health))*\/(?:health(?:[-_]?checks?|z)?|alive|ready(?:z|ness)?|live(?:z|ness)?|heartbeat|ping|metrics|status)\/?$/i.test(
          path
        )
    )
  )

/** Requests to the collections whose path has a part that is named so, where words of one of them name it too: one path alone proves nothing. */
const managing = ({ operations }: ApiModel, part: RegExp, words: RegExp): ReadonlyArray<Operation> => {
  const rootOf = ({ path }: Operation) => {
    const segments = path.split("/")
    const at = segments.findIndex((segment) => part.test(segment))
    return at === -1 ? undefined : segments.slice(0, at + 1).join("/")
  }
  const named = operations.filter((operation) => rootOf(operation) !== undefined)
  return [...Map.groupBy(named, rootOf).values()]
    .filter((own) => own.some(({ description = "", summary = "" }) => words.test(`${summary} ${description}`)))
    .flat()
}

/** Requests that manage the keys of an API; one alone manages nothing. */
export const keyRequests = (api: ApiModel): string => {
  const requests = managing(
    api,
    /^(?:(?:api[-_]?)?keys?|access[-_]?tokens?|credentials)$/i,
    /\bapi[- ]?keys?\b|\baccess (?:keys?|tokens?)\b|\bcredentials\b/i
  )
  return requests.length < 2 ? "" : `These requests manage keys:\n\n${requestTable(requests)}`
}

/** Requests that make copies of what the service holds, and bring them back; snapshots are such where one can be recovered. */
export const copyRequests = (api: ApiModel): string => {
  const snapshots = api.operations.filter(({ path }) => /\/snapshots?(?:\/|$)/i.test(path))
  const isCopy = snapshots.some((one) => /\b(?:recover|restor)/i.test(wordsOf(one)))
  const named = managing(
    api,
    /^(?:backups?|dumps?|snapshots?|restores?)$/i,
    /\b(?:back(?:s|ed)? ?up|backups?|dumps?)\b/i
  )
  return requestTable([...new Set([...named, ...(isCopy ? snapshots : [])])])
}

/** Requests that are for administrators. */
export const administratorsRequests = (api: ApiModel): string => requestTable(administratorsOperations(api))

const managed =
  /\b(?:admin(?:istrator)?s?|permissions?|quotas?|web-?hooks?|call-?back urls?|oauth(?: 2(?:\.0)?)? clients?|\/oauth\/clients)\b/i

const isManaged = (tag: Tag | undefined): tag is Tag =>
  tag?.description !== undefined && managed.test(`${tag.name} ${tag.description}`)

/** An API without the requests that its groups for administrators tell. */
export const besideGroups = (api: ApiModel): ApiModel => {
  const told = groupsOf(api).flatMap(({ operations, tag }) => (isManaged(tag) ? operations : []))
  return { ...api, operations: api.operations.filter((one) => !told.includes(one)) }
}

/** Groups of requests whose words speak of what administrators manage, word for word. */
export const administratorsGroups = (api: ApiModel): ReadonlyArray<Part> =>
  groupsOf(api).flatMap(({ operations, tag }) =>
    !isManaged(tag)
      ? []
      : [
          {
            title: tag.name,
            text: () =>
              [...groupBlocks(tag, api), requestTable(operations.filter((one) => !one.deprecated))]
                .filter((text) => text !== "")
                .join("\n\n")
          }
        ]
  )

/** What stands below headings on permissions in the words of single requests, each text once with its requests. */
export const permissionsText = ({ operations }: ApiModel): string => {
  const found = operations.flatMap((operation) => {
    const { blocks } = textModelOf(operation.description ?? "")
    const from = blocks.findIndex(
      (block) => block.kind === "heading" && /^(?:required )?(?:permissions?|roles?)$/i.test(block.text.trim())
    )
    const rest = from === -1 ? [] : blocks.slice(from + 1)
    const to = rest.findIndex(({ kind }) => kind === "heading")
    const words = rest
      .slice(0, to === -1 ? undefined : to)
      .map(({ source }) => source)
      .join("\n\n")
    return words.trim() === "" ? [] : [{ operation, words }]
  })
  return [...Map.groupBy(found, ({ words }) => words)]
    .map(([words, own]) => `Of ${own.map(({ operation }) => requestOf(operation)).join(", ")}:\n\n${prose(words)}`)
    .join("\n\n")
}

/** Requests that are deprecated. */
export const deprecatedRequests = ({ operations }: ApiModel): string =>
  requestTable(operations.filter(({ deprecated }) => deprecated))

/** Headers that count requests, as a table. */
export const limitText = ({ operations }: ApiModel): string => {
  const headers = new Map(
    operations
      .flatMap(({ responses }) => responses.flatMap(({ headers: own }) => own))
      .filter(({ name }) => /rate-?limit|retry-after/i.test(name))
      .map((header) => [header.name.toLowerCase(), header])
  )
  const table = filledTable(
    ["Header", "Meaning"],
    [...headers.values()].map(({ description, name, schema }) => [
      cell(code(name)),
      cellProse(description ?? schema.description)
    ])
  )
  return table === "" ? "" : `Answers may have these headers:\n\n${table}`
}

/** Requests that an API sends, and those that manage where it sends them. */
export const webhookTexts = (api: ApiModel, beside = api): ReadonlyArray<string> => {
  const callbacks = api.operations.flatMap(({ callbacks: own }) => own)
  const sent = [
    ...[...api.webhooks, ...api.operations.filter(isSent)].map((operation) => ({ name: operation.path, operation })),
    ...callbacks.flatMap(({ name, operations }) => operations.map((operation) => ({ name, operation })))
  ]
  const table = filledTable(
    ["Event", "Method", "Meaning"],
    sent.map(({ name, operation }) => [cell(code(name)), cell(code(operation.method)), cellProse(wordsOf(operation))])
  )
  const headers = new Map(
    sent.flatMap(({ operation }) =>
      operation.parameters.filter((one) => one.in === "header").map((one) => [one.name.toLowerCase(), one] as const)
    )
  )
  const headerTable = filledTable(
    ["Header", "Meaning"],
    [...headers.values()].map(({ description, name }) => [cell(code(name)), cellProse(description)])
  )
  const shown = api.operations.filter(isSent).map(({ description }) => prose(description))
  const requests = requestTable(
    managing(beside, /^web-?hooks?$/i, /\bweb-?hooks?\b/i).filter((operation) => !isSent(operation))
  )
  return [
    table === "" ? "" : `The API sends these requests to your server:\n\n${table}`,
    ...shown,
    headerTable === "" ? "" : `They have these headers:\n\n${headerTable}`,
    requests === "" ? "" : `Requests that are about them:\n\n${requests}`
  ]
}

/** Failures of access, of limits and of the service itself; one alone is no chapter. */
export const administratorsFailures = (api: ApiModel): string => {
  const table = failureTable(api, /^(?:401|403|429|5)/)
  return table.split("\n").length < 4 ? "" : table
}
