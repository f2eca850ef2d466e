/** Facts of an API description for guides and readmes: addresses, credentials, limits, requests that the API sends, what is for administrators. */
import type { ApiModel, Operation } from "../../model/ApiModel.ts"
import { ended } from "../../writer/rules/sentences.ts"
import { schemesText } from "../api-reference/authentication.ts"
import { contactLine, variableTable } from "../api-reference/overview.ts"
import { groupsOf } from "../api-reference/Reference.ts"
import { requirementText } from "../api-reference/requirements.ts"
import type { Brief } from "../Brief.ts"
import { cell, code, plain } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import type { Chapter, Part } from "./Chapter.ts"
import { failureTable, ownFailures } from "./failures.ts"
import { operationPart, requestTable } from "./operations.ts"
import { groupedParts, tellingOf, usualNeed } from "./journeys.ts"
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

/** What requests need, in the words of the requirements themselves; a request that needs something else says so. */
const accessLead = (api: ApiModel): string => {
  const needed = usualNeed(api)
  const all = api.operations.map((one) => requirementText(one.security) ?? needed ?? "none")
  if (all.every((one) => one === "none")) {
    const isSaid = api.operations.every(({ security = api.security }) => security !== undefined)
    return `The description names these credentials, and ${isSaid ? "no request needs them" : "does not say which requests need them"}:`
  }
  if (needed === undefined || needed === "none") return "A request that needs credentials says so. These are known:"
  return all.every((one) => one === needed)
    ? `Every request needs ${needed}:`
    : `Unless a request says otherwise, it needs ${needed}:`
}

/** The credentials that an API knows, as its reference has them, and which requests need them. */
export const accessText = (api: ApiModel): string =>
  api.securitySchemes.length === 0 ? "" : `${accessLead(api)}\n\n${schemesText(api.securitySchemes).trimEnd()}`

/** Requests that need no credentials where others do: what is open to everybody. */
export const openRequests = (api: ApiModel): string => {
  const isOpen = ({ security = api.security ?? [] }: Operation) => security.every((one) => one.length === 0)
  const open = api.operations.filter(isOpen)
  return open.length === 0 || open.length === api.operations.length || api.securitySchemes.length === 0
    ? ""
    : `These requests need no credentials:\n\n${open.map((one) => `- ${requestOf(one)}`).join("\n")}`
}

/** What administrators manage or watch, as a part of a path or the name of a group. */
const managed =
  /^(?:admin\w*|acls?|api[-_]?keys?|access[-_]?(?:keys|tokens?)|credentials|secrets?|permissions?|roles?|scopes|web-?hooks?|audit\w*|quotas?|rate[-_]?limits?|health\w*|ready\w*|live(?:z|ness)|alive|heartbeat|ping|metrics|back-?ups?|dumps?|snapshots?|restores?|licen[cs]es?)$/i

/** The same in the words of a summary or a group's name. */
const speaks =
  /\badmin(?:istrat\w+|s)?\b|\b(?:api|access)[- ]?(?:keys?|tokens?)\b|\bpermissions?\b|\bweb-?hooks?\b|\bquotas?\b|\brate limits?\b|\baudit\b|\bback-?ups?\b|\bhealth ?checks?\b/i

const isManaged = ({ path, summary = "", tags }: Operation): boolean =>
  path.split("/").some((segment) => managed.test(segment)) ||
  tags.some((tag) => managed.test(tag) || speaks.test(tag)) ||
  speaks.test(summary)

/** Requests with which administrators manage access, limits, copies and health. One alone manages nothing. */
export const managing = ({ operations }: ApiModel) => operations.filter((one) => isManaged(one) && !one.deprecated)

/** Failures of these requests, but those that stand with one of them. */
export const administratorsFailures = (api: ApiModel): string => failureTable(managing(api), ownFailures(managing(api)))

/** The same, each with its author's words. */
export const administratorsRequests = (api: ApiModel, brief: Brief): Chapter => {
  const own = { ...api, operations: managing(api) }
  return { title: "Requests for administrators", ...groupedParts(groupsOf(own), tellingOf(own, brief)) }
}

/** Requests that are deprecated. */
export const deprecatedRequests = ({ operations }: ApiModel): string =>
  requestTable(operations.filter(({ deprecated }) => deprecated))

/** Headers of answers with what they mean, as a table: those that count requests, or the others. That a body has a type, its request tells. */
const headerText = ({ operations }: ApiModel, isOfLimits: boolean): string => {
  const headers = operations
    .flatMap(({ responses }) => responses.flatMap(({ code: of, headers: own }) => own.map((one) => ({ ...one, of }))))
    .filter(({ name, of }) => /rate-?limit|429 retry-after/i.test(`${of} ${name}`) === isOfLimits)
    .filter(({ description = "", name }) => description !== "" || !/^content-(?:type|length)$/i.test(name))
  const table = filledTable(
    ["Header", "Answers", "Meaning"],
    [...Map.groupBy(headers, ({ name }) => name.toLowerCase()).values()].map((all) => {
      const { description, name, schema } = all.at(-1)!
      const statuses = [...new Set(all.map(({ of }) => code(of)))].join(", ")
      return [cell(code(name)), cell(statuses), cellProse(description ?? schema.description)]
    })
  )
  return table === "" ? "" : `Answers may have these headers:\n\n${table}`
}

export const limitText = (api: ApiModel): string => headerText(api, true)

export const answerHeaders = (api: ApiModel): string => headerText(api, false)

/** Whom to ask, on which terms; and a version that is a remark, and no number. */
export const furtherText = (api: ApiModel): string => {
  const { version = "" } = api
  const isRemark = !/\d/.test(version) && version.trim().split(/\s+/).length > 2
  return `${isRemark ? `- Version: ${plain(version)}\n` : ""}${contactLine(api)}`
}

/** Where a callback goes: an expression of what the request before it was given. */
const sentTo = (expression: string, operation: Operation): string => {
  const [, inBody, inQuery] = /^\{?\$request\.(?:body#\/([^{}]+?)|query\.([^{}]+?))\}?$/.exec(expression) ?? []
  const name = inBody ?? inQuery
  const where = inBody === undefined ? "as its query parameter" : "in its body, as"
  return name === undefined
    ? `It is sent to ${code(expression)}, which ${requestOf(operation)} tells.`
    : `It is sent to the address that ${requestOf(operation)} is given ${where} ${code(name.replaceAll("/", "."))}.`
}

/** Requests that an API sends, each with its author's words. */
export const webhookParts = (api: ApiModel, brief: Brief): ReadonlyArray<Part> => {
  const callbacks = api.operations.flatMap((operation) =>
    operation.callbacks.flatMap(({ name, operations }) =>
      operations.map((one) => ({ ...one, path: name, address: sentTo(one.path, operation) }))
    )
  )
  const sent = [...api.webhooks.map((one) => ({ ...one, address: "" })), ...callbacks].map((one) => ({
    ...one,
    security: undefined
  }))
  const telling = tellingOf({ ...api, operations: sent }, brief, true)
  return sent.map((one) => {
    const part = operationPart(one, sent, telling, 3)
    return one.address === "" ? part : { ...part, text: () => `${one.address}\n\n${part.text()}` }
  })
}
