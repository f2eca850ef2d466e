/** Facts of an API description for guides and readmes: addresses, credentials, limits, requests that the API sends, versions, health. */
import type { ApiModel, Operation, SecurityScheme, ServerVariable } from "../../model/ApiModel.ts"
import { capitalized, ended } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import type { Material } from "../material/Material.ts"
import { administratorsOperations, failureTable, requestTable, wordsOf } from "./journeys.ts"
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
  const variables = serverVariables(api)
  return `The API is at:\n\n${[...new Set(rows)].join("\n")}${variables === "" ? "" : `\n\n${variables}`}`
}

const places: Readonly<Record<string, string>> = {
  header: "the header",
  query: "the query parameter",
  cookie: "the cookie"
}

const credential = (scheme: SecurityScheme): string => {
  if (scheme.type === "apiKey")
    return `a key in ${places[scheme.in ?? ""] ?? "the parameter"} ${code(scheme.name ?? scheme.key)}`
  if (scheme.type === "http" || scheme.type === "basic") {
    const kind = (scheme.scheme ?? "basic").toLowerCase()
    return kind === "basic" ? "a user name and a password" : `a ${kind} token`
  }
  if (scheme.type === "oauth2") return "an OAuth 2.0 token"
  if (scheme.type === "openIdConnect") return "an OpenID Connect token"
  return scheme.type === "mutualTLS" ? "a client certificate" : "credentials"
}

/** The credentials that an API knows, as a list with the author's words, and which requests need them. */
export const credentialText = ({ operations, security: usual, securitySchemes }: ApiModel): string => {
  if (securitySchemes.length === 0) return ""
  const rows = securitySchemes.map((scheme) => {
    const words = cellProse(scheme.description)
    return `- ${capitalized(credential(scheme))}${words === "" ? "" : `: ${ended(words)}`}`
  })
  const all = operations.map(({ security = usual ?? [] }) => security)
  const isNeeded = all.length > 0 && all.every((own) => own.length > 0 && own.every((one) => one.length > 0))
  const needing = all.filter((own) => own.length > 0 && own.every((one) => one.length > 0))
  const isOneOf = needing.every((own) => own.every((one) => one.length === 1)) && rows.length > 1
  const many = isNeeded ? "Every request needs" : `${needing.length} of ${all.length} requests need`
  const lead =
    needing.length === 0
      ? "These are the credentials of the API; the reference names the requests that need them:"
      : `${many} ${isOneOf ? "one of these" : "credentials"}:`
  return `${lead}\n\n${[...new Set(rows)].join("\n")}`
}

/** Whether an author already says how to be let in. */
const tellsAccess = /^#{1,6}\s.*\b(?:authenti\w+|authori[sz]\w+|api keys?|credentials)\b/im

/** The credentials of an API, unless its author wrote of them. */
export const accessText = (api: ApiModel, { texts }: Material): string =>
  texts.some(({ text }) => tellsAccess.test(text.text)) ? "" : credentialText(api)

/** Scopes with what they open, as a table. */
export const scopeTable = ({ securitySchemes }: ApiModel): string => {
  const scopes = new Map(
    securitySchemes.flatMap(({ flows }) =>
      flows.flatMap((flow) => flow.scopes.map(({ description, name }) => [name, description]))
    )
  )
  const rows = [...scopes].map(([name, description]) => [cell(code(name!)), cellProse(description)])
  return rows.length === 0 ? "" : `A token may have these scopes:\n\n${filledTable(["Scope", "What it allows"], rows)}`
}

const isTelling = (one: ServerVariable): boolean =>
  one.default !== undefined || one.enum.length > 0 || one.description !== undefined

/** Variables of base addresses, as a table. */
const serverVariables = ({ servers }: ApiModel): string => {
  const variables = new Map(servers.flatMap(({ variables: own }) => own.map((one) => [one.name, one])))
  return filledTable(
    ["Variable", "Default", "Allowed values", "Meaning"],
    [...variables.values()]
      .filter(isTelling)
      .map((one) => [
        cell(code(one.name)),
        one.default === undefined ? "" : cell(code(one.default)),
        cell(one.enum.map(code).join(", ")),
        cellProse(one.description)
      ])
  )
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
export const webhookTexts = (api: ApiModel): ReadonlyArray<string> => {
  const callbacks = api.operations.flatMap(({ callbacks: own }) => own)
  const sent = [
    ...api.webhooks.map((operation) => ({ name: operation.path, operation })),
    ...callbacks.flatMap(({ name, operations }) => operations.map((operation) => ({ name, operation })))
  ]
  const table = filledTable(
    ["Event", "Method", "Meaning"],
    sent.map(({ name, operation }) => [cell(code(name)), cell(code(operation.method)), cellProse(wordsOf(operation))])
  )
  const requests = requestTable(managing(api, /^web-?hooks?$/i, /\bweb-?hooks?\b/i))
  return [
    table === "" ? "" : `The API sends these requests to your server:\n\n${table}`,
    requests === "" ? "" : `Requests that are about them:\n\n${requests}`
  ]
}

/** Failures of access, of limits and of the service itself; one alone is no chapter. */
export const administratorsFailures = (api: ApiModel, brief: Brief): string => {
  const table = failureTable(api, brief, /^(?:401|403|429|5)/)
  return table.split("\n").length < 4 ? "" : table
}
