/** Facts of an API description for guides and readmes: addresses, credentials, limits, requests that the API sends, versions, health. */
import type { ApiModel, Operation, SecurityScheme, ServerVariable } from "../../model/ApiModel.ts"
import { capitalized, ended } from "../../writer/rules/sentences.ts"
import type { Brief } from "../Brief.ts"
import { cell, code } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { taskTitle } from "./journeys.ts"
import { filledTable } from "./tables.ts"

/** Base addresses as a list; a path alone is no address. */
export const addressList = ({ servers }: ApiModel, brief: Brief): string =>
  servers
    .filter(({ url }) => /^(?:[a-z]+:\/\/|\{)/i.test(url))
    .map(({ description, url, variables }) => {
      const words = description === undefined ? "" : `: ${brief.line(ended(cellProse(description)))}`
      const address = variables.reduce(
        (text, variable) => text.replaceAll(`{${variable.name}}`, () => variable.default ?? `{${variable.name}}`),
        url
      )
      return `- ${code(address)}${words}`
    })
    .join("\n")

const credential = (scheme: SecurityScheme): string => {
  if (scheme.type === "apiKey") return `a key as ${scheme.in ?? "parameter"} ${code(scheme.name ?? scheme.key)}`
  if (scheme.type === "http" || scheme.type === "basic") {
    const kind = (scheme.scheme ?? "basic").toLowerCase()
    return kind === "basic" ? "a user name and a password" : `a ${kind} token`
  }
  if (scheme.type === "oauth2") return "an OAuth 2.0 token"
  if (scheme.type === "openIdConnect") return "an OpenID Connect token"
  return scheme.type === "mutualTLS" ? "a client certificate" : "credentials"
}

/** The credentials that an API asks for, as a table. */
export const credentialTable = ({ securitySchemes }: ApiModel): string =>
  filledTable(
    ["Scheme", "What it needs", "Description"],
    securitySchemes.map((scheme) => [
      cell(code(scheme.key)),
      cell(capitalized(credential(scheme))),
      cellProse(scheme.description)
    ])
  )

/** Scopes with what they open, as a table. */
export const scopeTable = ({ securitySchemes }: ApiModel): string => {
  const scopes = new Map(
    securitySchemes.flatMap(({ flows }) =>
      flows.flatMap((flow) => flow.scopes.map(({ description, name }) => [name, description]))
    )
  )
  return filledTable(
    ["Scope", "What it allows"],
    [...scopes].map(([name, description]) => [cell(code(name!)), cellProse(description)])
  )
}

const isTelling = (one: ServerVariable): boolean =>
  one.default !== undefined || one.enum.length > 0 || one.description !== undefined

/** Variables of base addresses, as a table. */
export const serverVariables = ({ servers }: ApiModel): string => {
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

/** Operations that tell how a service is doing. */
export const healthOperations = ({ operations }: ApiModel): ReadonlyArray<Operation> =>
  operations.filter(
    ({ method, path }) =>
      method === "GET" &&
      !path.includes("{") &&
      /(?:^|\/)(?:health(?:[-_]?checks?|z)?|ready(?:z|ness)?|live(?:z|ness)?|heartbeat|ping|metrics)\/?$|^(?:\/(?:api|v\d+))*\/status\/?$/i.test(
        path
      )
  )

const requestRows = (operations: ReadonlyArray<Operation>): string =>
  filledTable(
    ["What it does", "Request"],
    operations.map((operation) => [
      cellProse(taskTitle(operation)),
      cell(code(`${operation.method} ${operation.path}`))
    ])
  )

/** Requests whose path names what they manage, as a table. */
const managing = ({ operations }: ApiModel, words: RegExp): string =>
  requestRows(operations.filter(({ path }) => path.split("/").some((segment) => words.test(segment))))

/** Requests that manage the keys of an API. */
export const keyRequests = (api: ApiModel): string =>
  managing(api, /^(?:(?:api[-_]?)?keys?|access[-_]?tokens?|credentials)$/i)

/** Requests that make copies of what the service holds, and bring them back. */
export const copyRequests = (api: ApiModel): string => managing(api, /^(?:backups?|dumps?|snapshots?|restores?)$/i)

/** What an API says of its limits: the answer to too many requests, and headers that count them. */
export const limitTexts = ({ operations }: ApiModel): ReadonlyArray<string> => {
  const responses = operations.flatMap(({ responses: own }) => own)
  const refused = responses.filter(({ code: status }) => status === "429")
  const words = [...new Set(refused.map(({ description }) => cellProse(description)))].filter((text) => text !== "")
  const headers = new Map(
    responses
      .flatMap(({ headers: own }) => own)
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
  return [
    refused.length === 0
      ? ""
      : `${refused.length === operations.length ? "Every request" : `${refused.length} of the ${operations.length} requests`} may be answered with ${code("429")}${words.length === 0 ? "." : `: ${words.slice(0, 3).join("; ")}`}`,
    table === "" ? "" : `These headers of answers tell more:\n\n${table}`
  ]
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
    sent.map(({ name, operation }) => {
      const said = taskTitle(operation)
      const words = said.startsWith(`${operation.method} `) ? "" : said
      return [cell(code(name)), cell(code(operation.method)), cellProse(words)]
    })
  )
  const requests = managing(api, /^web-?hooks?$/i)
  return [
    table === "" ? "" : `The API sends these requests to your server:\n\n${table}`,
    requests === "" ? "" : `These requests manage them:\n\n${requests}`
  ]
}

/** The version of an API, and what of it will end. */
export const versionTexts = (api: ApiModel): ReadonlyArray<string> => {
  const deprecated = requestRows(api.operations.filter((operation) => operation.deprecated))
  return [
    api.version === undefined || api.version.trim() === ""
      ? ""
      : `This guide is about version ${code(api.version)} of the API.`,
    deprecated === "" ? "" : `These requests are deprecated: do not build on them.\n\n${deprecated}`
  ]
}
