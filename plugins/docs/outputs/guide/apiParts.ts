/** Facts of an API description for guides and readmes: addresses, credentials, headers of answers, requests that the API sends. */
import type { ApiModel, Operation } from "../../model/ApiModel.ts"
import { ended } from "../../writer/rules/sentences.ts"
import { schemesText } from "../api-reference/authentication.ts"
import { contactLine, variableTable } from "../api-reference/overview.ts"
import { isSame } from "../api-reference/schemaText.ts"
import { requirementText } from "../api-reference/requirements.ts"
import type { Brief } from "../Brief.ts"
import { cell, code, plain } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { factChapter, type Chapter, type Part } from "./Chapter.ts"
import { operationPart } from "./operations.ts"
import { hasExample, tellingOf, usualNeed } from "./journeys.ts"
import { requestOf } from "../api-reference/bodies.ts"
import { filledTable } from "../markdown/table.ts"

/** What stands for the address where examples cannot name one. */
export const baseText = (api: ApiModel, brief: Brief): string =>
  api.servers.some(({ url }) => /^(?:https?:\/\/|\{)/i.test(url)) || !hasExample(api, brief)
    ? ""
    : "In the examples, `{baseUrl}` is the address of the server that you use."

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
  const known = servers.map((server) => {
    const used = [server.url, ...server.variables.map((one) => one.default ?? "")]
    const isIn = ({ name }: { readonly name: string }) => used.some((text) => text.includes(`{${name}}`))
    for (const { name } of server.variables.filter((one) => !isIn(one)))
      brief.dropped.push({ item: `Variable ${name}`, reason: "No address has it" })
    return { ...server, variables: [...server.variables, ...(api.variables ?? [])].filter(isIn) }
  })
  return [`The API is at:\n\n${[...new Set(rows)].join("\n")}`, variableTable(known)]
    .filter((text) => text !== "")
    .join("\n\n")
}

/** What requests need, in the words of the requirements themselves; a request that needs something else says so. */
const accessLead = (api: ApiModel, isSaid: boolean): string => {
  const needed = usualNeed(api)
  const all = api.operations.map((one) => requirementText(one.security) ?? needed ?? "none")
  if (all.every((one) => one === "none"))
    return isSaid
      ? "No request told here needs credentials. The description names these"
      : "No request told here says which of these credentials it needs"
  if (needed === undefined || needed === "none") return "A request that needs credentials says which"
  return all.every((one) => one === needed)
    ? `Every request needs ${needed}`
    : `Unless a request says otherwise, it needs ${needed}`
}

/** The credentials that requests need, as the reference of an API has them, and which requests need them. Where a request does not say it, all. */
export const accessText = (api: ApiModel, brief: Brief): string => {
  const all = api.operations.map(({ security = api.security }) => security)
  const isSaid = all.every((one) => one !== undefined)
  const needed = new Set(all.flatMap((one) => (one ?? []).flat().map(({ scheme }) => scheme)))
  const told = api.securitySchemes.filter(({ key }) => !isSaid || needed.size === 0 || needed.has(key))
  for (const { key } of api.securitySchemes.filter((one) => !told.includes(one)))
    brief.dropped.push({ item: `Credentials ${key}`, reason: "No request told here needs them" })
  if (told.length > 0) return `${accessLead(api, isSaid)}:\n\n${schemesText(told).trimEnd()}`
  return needed.size === 0 ? "" : `${accessLead(api, isSaid)}.`
}

/** Headers that at least half of the requests answer with, with what they mean, as a table. */
export const answerHeaders = ({ operations }: ApiModel): string => {
  const headers = operations.flatMap((operation) =>
    operation.responses.flatMap(({ code: of, headers: own }) => own.map((one) => ({ ...one, of, operation })))
  )
  const usual = [...Map.groupBy(headers, ({ name }) => name.toLowerCase()).values()].filter(
    (all) => new Set(all.map(({ operation }) => operation)).size * 2 >= operations.length
  )
  const table = filledTable(
    ["Header", "Answers", "Meaning"],
    usual.map((all) => {
      const { description, name, schema } = all.at(-1)!
      const statuses = [...new Set(all.map(({ of }) => code(of)))].join(", ")
      return [cell(code(name)), cell(statuses), cellProse(description ?? schema.description)]
    })
  )
  return table === "" ? "" : `Answers may have these headers:\n\n${table}`
}

/** Whom to ask, on which terms; and a version that is a remark, and no number. */
export const furtherText = (api: ApiModel): string => {
  const { version = "" } = api
  const isRemark = !/\d|\bnot set\b/.test(version) && version.trim().split(/\s+/).length > 2
  return `${isRemark ? `- Version: ${plain(version)}\n` : ""}${contactLine(api)}`
}

/** A path that is all of the reader's own address. */
const ownAddress = /^\/?(\{[^{}]*(?:callback|web-?hook|notif)[^{}]*\})$/i

/** A description whose requests to the reader's own address are what the API sends, and which does not only repeat its title. */
export const withSent = (api: ApiModel): ApiModel => {
  const isSent = ({ path }: Operation) => ownAddress.test(path)
  const sent = api.operations.filter(isSent)
  return {
    ...api,
    description: isSame(api.description, api.title) ? undefined : api.description,
    operations: api.operations.filter((one) => !isSent(one)),
    webhooks: [...api.webhooks, ...sent.map((one) => ({ ...one, path: one.path.replace(ownAddress, "$1") }))]
  }
}

/** Where a callback goes: an expression of what the request before it was given. */
const sentTo = (expression: string, operation: Operation): string => {
  const [, inBody, inQuery] = /^\{?\$request\.(?:body#\/([^{}]+?)|query\.([^{}]+?))\}?$/.exec(expression) ?? []
  const name = inBody ?? inQuery
  const where = inBody === undefined ? "as its query parameter" : "in its body, as"
  return name === undefined
    ? ` to ${code(expression)}, which ${requestOf(operation)} tells`
    : ` to the address that ${requestOf(operation)} is given ${where} ${code(name.replaceAll("/", "."))}`
}

/** Requests that an API sends, each with its author's words. */
const webhookParts = (api: ApiModel, brief: Brief): ReadonlyArray<Part> => {
  const callbacks = api.operations.flatMap((operation) =>
    operation.callbacks.flatMap(({ name, operations }) =>
      operations.map((one) => ({ ...one, path: name, address: sentTo(one.path, operation) }))
    )
  )
  const sent = [...api.webhooks.map((one) => ({ ...one, address: "" })), ...callbacks].map((one) => ({
    ...one,
    security: undefined
  }))
  const telling = tellingOf({ ...api, operations: sent }, sent, brief, { isSent: true })
  return sent.map((one) => {
    const part = operationPart(one, sent, telling, 3)
    return { ...part, text: () => `It is sent with ${code(one.method)}${one.address}.\n\n${part.text()}`.trimEnd() }
  })
}

/** Requests that APIs send. */
export const webhooks = (apis: ReadonlyArray<ApiModel>, brief: Brief): Chapter => {
  const parts = apis.flatMap((api) => webhookParts(api, brief))
  return factChapter("Webhooks", parts.length === 0 ? [] : ["The API sends these requests to your server:"], parts)
}
