/** What an API description gives to guides: tasks per operation, who may do what, settings of its addresses, error codes. */
import type { ApiModel, ApiResponse, Operation, Parameter, SecurityScheme } from "../../model/ApiModel.ts"
import { capitalized, ended } from "../../writer/rules/sentences.ts"
import { isError, meanings } from "../api-reference/errorCodes.ts"
import { operationTitle } from "../api-reference/Reference.ts"
import { requirementText } from "../api-reference/requirements.ts"
import type { Brief } from "../Brief.ts"
import { cell, code, inline } from "../markdown/inline.ts"
import { cellProse, firstSentence } from "../markdown/prose.ts"
import type { Part } from "./Chapter.ts"
import { filledTable } from "./tables.ts"

/** Operations that get steps of their own unless the depth is full; the others are listed. Our choice. */
const maxTasks = 60

const wordsOf = (operation: Operation): string =>
  firstSentence(operation.summary) || firstSentence(operation.description) || operation.summary || ""

/** What an operation does, for a heading. */
export const taskTitle = (operation: Operation): string => {
  const said = wordsOf(operation).replace(/\.$/, "")
  return said === "" || said.length > 80 || /[[\]`*]/.test(said) ? operationTitle(operation) : capitalized(said)
}

const place: { readonly [P in Parameter["in"]]: string } = {
  path: "in the path",
  query: "in the query",
  header: "as a header",
  cookie: "as a cookie",
  formData: "in the form"
}

const describe = ({ description, schema }: Parameter): string =>
  firstSentence(description ?? schema.description).replace(/\.$/, "")

const parameterStep = (parameter: Parameter, brief: Brief): string => {
  const meaning = describe(parameter)
  const words = meaning === "" ? "" : `: ${meaning}`
  return brief.line(`Give ${code(parameter.name)} ${place[parameter.in]}${words}.`)
}

const optionalLine = (operation: Operation): string => {
  const optional = operation.parameters.filter(({ required }) => !required)
  if (optional.length === 0) return ""
  const names = optional.map(({ name }) => code(name)).join(", ")
  return optional.length === 1 ? `You may also give ${names}.` : `You may also give any of these: ${names}.`
}

const bodyStep = ({ requestBody }: Operation, brief: Brief): ReadonlyArray<string> => {
  if (requestBody === undefined) return []
  const types = requestBody.content.map(({ mediaType }) => code(mediaType)).join(" or ")
  const required = requestBody.content
    .flatMap(({ schema }) => schema?.properties ?? [])
    .filter((property) => property.required)
    .map(({ name }) => code(name))
  const fields = required.length === 0 ? "" : ` with ${[...new Set(required)].join(", ")}`
  const front = requestBody.required ? "Send a body" : "If you need one, send a body"
  return [brief.line(`${front}${types === "" ? "" : ` as ${types}`}${fields}.`)]
}

const said = ({ code: status, description }: ApiResponse): string => {
  const words = firstSentence(description) || meanings[status] || ""
  return words === "" ? "" : `: ${words.replace(/\.$/, "")}`
}

const answerStep = (operation: Operation, brief: Brief): ReadonlyArray<string> => {
  const good = operation.responses.filter(({ code: status }) => !isError(status))
  const shown = good.map((response) => `${code(response.code)}${said(response)}`).join("; ")
  return good.length === 0 ? [] : [brief.line(`Check the answer. ${shown}.`)]
}

const failures = (operation: Operation, brief: Brief): string => {
  const bad = operation.responses.filter(({ code: status }) => isError(status))
  if (bad.length === 0 || brief.voice.depth === "brief") return ""
  return filledTable(
    ["If the answer is", "it means"],
    bad.map(({ code: status, description }) => [cell(code(status)), cellProse(description) || (meanings[status] ?? "")])
  )
}

const more = (operation: Operation, brief: Brief): string => {
  const text = firstSentence(operation.description)
  return text === "" || taskTitle(operation) === text.replace(/\.$/, "") ? "" : brief.say(inline(text))
}

/** The steps of one operation. */
export const taskText = (operation: Operation, api: ApiModel, brief: Brief): string => {
  const security = requirementText(operation.security ?? api.security)
  const needs = security === undefined || security === "none" ? "" : `, with the credentials that ${security} asks for`
  const steps = [
    `Send ${code(`${operation.method} ${operation.path}`)} to the API${needs}.`,
    ...operation.parameters.filter(({ required }) => required).map((parameter) => parameterStep(parameter, brief)),
    ...bodyStep(operation, brief),
    ...answerStep(operation, brief)
  ]
  return [
    operation.deprecated ? "This operation is deprecated: do not build on it." : "",
    more(operation, brief),
    steps.map((step, at) => `${at + 1}. ${step}`).join("\n"),
    optionalLine(operation),
    failures(operation, brief)
  ]
    .filter((text) => text !== "")
    .join("\n\n")
}

const listed = (operations: ReadonlyArray<Operation>): string =>
  filledTable(
    ["Operation", "What it does"],
    operations.map((operation) => [cell(code(`${operation.method} ${operation.path}`)), cellProse(wordsOf(operation))])
  )

/** A task per operation, and a list of those that are too many. */
export const apiTasks = (api: ApiModel, brief: Brief): ReadonlyArray<Part> => {
  const { depth } = brief.voice
  if (depth === "brief") {
    return api.operations.length === 0
      ? []
      : [{ title: `What you can do with ${api.title}`, text: () => listed(api.operations) }]
  }
  const most = depth === "full" ? api.operations.length : maxTasks
  const [told, rest] = [api.operations.slice(0, most), api.operations.slice(most)]
  return [
    ...told.map((operation) => ({ title: taskTitle(operation), text: () => taskText(operation, api, brief) })),
    ...(rest.length === 0 ? [] : [{ title: "More operations", text: () => listed(rest) }])
  ]
}

/** Base addresses as a list. */
export const addressList = ({ servers }: ApiModel, brief: Brief): string =>
  servers
    .map(({ description, url }) => {
      const words = description === undefined ? "" : `: ${brief.line(ended(cellProse(description)))}`
      return `- ${code(url)}${words}`
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

/** Variables of base addresses, as a table. */
export const serverVariables = ({ servers }: ApiModel): string => {
  const variables = new Map(servers.flatMap(({ variables: own }) => own.map((one) => [one.name, one])))
  return filledTable(
    ["Variable", "Default", "Allowed values", "Meaning"],
    [...variables.values()].map((one) => [
      cell(code(one.name)),
      one.default === undefined ? "" : cell(code(one.default)),
      cell(one.enum.map(code).join(", ")),
      cellProse(one.description)
    ])
  )
}

/** Error codes with how many operations give them, as a table. */
export const failureTable = ({ operations }: ApiModel): string => {
  const uses = operations.flatMap((operation) =>
    operation.responses.filter(({ code: status }) => isError(status)).map((response) => ({ operation, response }))
  )
  const byStatus = [...Map.groupBy(uses, ({ response }) => response.code)].sort(([a], [b]) => (a < b ? -1 : 1))
  return filledTable(
    ["Code", "Meaning", "Seen in"],
    byStatus.map(([status, found]) => {
      const words = [...new Set(found.map(({ response }) => cellProse(response.description)))].filter(
        (text) => text !== ""
      )
      const titles = [...new Set(found.map(({ operation }) => taskTitle(operation)))]
      const seen = titles.length > 3 ? `${titles.length} tasks` : titles.join("; ")
      return [cell(code(status)), cell(words.slice(0, 3).join("; ") || (meanings[status] ?? "")), cell(seen)]
    })
  )
}

/** Operations that tell how a service is doing. */
export const healthOperations = ({ operations }: ApiModel): ReadonlyArray<Operation> =>
  operations.filter(
    ({ method, path }) =>
      method === "GET" && /(?:^|\/)(?:health\w*|ready\w*|live\w*|status|ping|metrics|version|info)\/?$/i.test(path)
  )
