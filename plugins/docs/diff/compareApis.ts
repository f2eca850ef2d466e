/** Compares two versions of an API by their models and tells what clients must know, with oasdiff's ids (decisions docs 1.5). */
import type { ApiModel, Operation, Parameter, SecurityRequirement, SecurityScheme } from "../model/ApiModel.ts"
import { isObject, type Json } from "../model/Json.ts"
import { queryPairs } from "../outputs/api-reference/parameterValues.ts"
import type { ApiChange, ChangeLevel } from "./ApiChange.ts"
import {
  byKey,
  callbacksOf,
  compareCalled,
  compareContent,
  compareResponses,
  keyOf,
  shapeOf,
  webhooksOf,
  type Pen
} from "./compareAnswers.ts"
import { compareSchemas, schemasOf } from "./compareSchemas.ts"
import type { Place } from "./Place.ts"

/** Changes that are told of one comparison. Our choice: past it they are no longer read. */
const maxChanges = 5_000

/** How a parameter is written: one that is a document of its own is none of a text. */
const writtenAs = ({ explode, in: at, mediaType, style }: Parameter): Pick<Place, "written"> => {
  if (mediaType !== undefined) return {}
  const isForm = (at === "query" || at === "cookie") && (style ?? "form") === "form" && explode !== false
  return { written: isForm ? "form" : "other" }
}

/** What a list and an object look like in a request. */
const samples: ReadonlyArray<readonly [type: string, value: Json]> = [
  ["array", ["a", "b"]],
  ["object", { a: "b", c: "d" }]
]

/** Types of values that a query or a form writes otherwise than before. */
const rewritten = (from: Parameter, to: Parameter, [old, now]: Pen["formats"]): Pick<Place, "rewritten"> => {
  const text = (one: Parameter, value: Json, format: string) =>
    JSON.stringify(queryPairs({ ...one, name: "" }, value, format.startsWith("2")))
  const differs = ([, value]: (typeof samples)[number]) => text(from, value, old) !== text(to, value, now)
  return to.in === "query" || to.in === "formData" ? { rewritten: samples.filter(differs).map(([type]) => type) } : {}
}

const compareParameters = (from: Operation, to: Operation, { compare, formats, tell }: Pen): void => {
  const operation = to.key
  const places = new Map(Array.from(from.path.matchAll(/\{([^}]*)\}/g), ([, name], at) => [name!, at]))
  const now = new Map(Array.from(to.path.matchAll(/\{([^}]*)\}/g), ([, name], at) => [name!, at]))
  const key = (of: ReadonlyMap<string, number>) => (one: Parameter) =>
    `${one.in} ${one.in === "path" ? (of.get(one.name) ?? one.name) : one.in === "header" ? one.name.toLowerCase() : one.name}`
  const [base, head] = [byKey(from.parameters, key(places)), byKey(to.parameters, key(now))]
  const locationOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`
  const sayOf = (location: string) => (id: string, level: ChangeLevel, message: string) =>
    tell(id, level, { operation, direction: "request", location, message: `the ${location} parameter ${message}` })
  for (const [name, parameter] of head) {
    const location = locationOf(parameter)
    const say = sayOf(location)
    const known = base.get(name)
    if (known === undefined) {
      if (parameter.in === "path") say("new-request-path-parameter", "ERR", "was added")
      else if (parameter.required) say("new-required-request-parameter", "ERR", "was added and is required")
      else say("new-optional-request-parameter", "INFO", "was added")
      continue
    }
    if (parameter.required && !known.required) say("request-parameter-became-required", "ERR", "became required")
    if (!parameter.required && known.required) say("request-parameter-became-optional", "INFO", "became optional")
    compare(known.schema, parameter.schema, {
      subject: "request-parameter",
      side: "request",
      operation,
      at: location,
      path: [],
      ...writtenAs(parameter),
      ...rewritten(known, parameter, formats)
    })
  }
  for (const [name, parameter] of base) {
    if (!head.has(name)) sayOf(locationOf(parameter))("request-parameter-removed", "WARN", "was removed")
  }
}

const compareBodies = (from: Operation, to: Operation, pen: Pen): void => {
  const operation = to.key
  const [base, head] = [from.requestBody, to.requestBody]
  const say = (id: string, level: ChangeLevel, message: string) =>
    pen.tell(id, level, { operation, direction: "request", message })
  if (base === undefined || head === undefined) {
    if (head?.required === true) say("request-body-added-required", "ERR", "the request has a body now")
    else if (head !== undefined) say("request-body-added-optional", "INFO", "the request has a body now")
    if (base !== undefined) say("request-body-removed", "ERR", "the request has no body any more")
    return
  }
  if (head.required && !base.required) say("request-body-became-required", "ERR", "the body became required")
  if (!head.required && base.required) say("request-body-became-optional", "INFO", "the body became optional")
  const place = { at: "", operation, prefix: "request-body", side: "request", subject: "request-body" } as const
  compareContent({ from: base.content, to: head.content }, place, pen)
}

const schemesOf = (security: ReadonlyArray<SecurityRequirement> = []): ReadonlyMap<string, SecurityRequirement> =>
  byKey(security, (parts) =>
    parts
      .map(({ scheme }) => scheme)
      .sort()
      .join(" and ")
  )

/** Whether a request without credentials is taken: nothing is asked, or one of the choices is empty. */
const isOpen = (schemes: ReadonlyMap<string, SecurityRequirement>): boolean => schemes.size === 0 || schemes.has("")

const compareSecurity = (
  prefix: string,
  of: {
    readonly from: ReadonlyArray<SecurityRequirement> | undefined
    readonly to: ReadonlyArray<SecurityRequirement> | undefined
    readonly operation: string
  },
  { tell }: Pen
): void => {
  const [base, head] = [schemesOf(of.from), schemesOf(of.to)]
  const { operation } = of
  const say = (change: string, level: ChangeLevel, location: string) =>
    tell(`${prefix}-${change}`, level, {
      operation,
      location,
      message: `security ${location || "without credentials"}: ${change}`
    })
  const isClosed = isOpen(base) && !isOpen(head)
  for (const name of head.keys()) if (!base.has(name)) say("added", isClosed ? "ERR" : "INFO", name)
  for (const [name, parts] of base) {
    const now = head.get(name)
    if (now === undefined) {
      // Whoever brings all that one of the choices asks is let in, whatever else is sent along.
      const isEnough = (asked: SecurityRequirement) =>
        asked.every(({ scheme }) => parts.some((part) => part.scheme === scheme))
      say("removed", isOpen(head) || [...head.values()].some(isEnough) ? "INFO" : "ERR", name)
      continue
    }
    const scopes = (list: SecurityRequirement) =>
      new Set(list.flatMap((part) => part.scopes.map((scope) => `${part.scheme} ${scope}`)))
    const [old, fresh] = [scopes(parts), scopes(now)]
    for (const scope of fresh) if (!old.has(scope)) say("scope-added", "ERR", scope)
    for (const scope of old) if (!fresh.has(scope)) say("scope-removed", "INFO", scope)
  }
}

const compareTags = (from: Operation, to: Operation, { tell }: Pen): void => {
  const note = (change: "added" | "removed", tags: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
    for (const tag of tags.filter((one) => !others.includes(one)))
      tell(`api-tag-${change}`, "INFO", { operation: to.key, location: tag, message: `the tag ${tag} was ${change}` })
  }
  note("added", to.tags, from.tags)
  note("removed", from.tags, to.tags)
}

const compareOperation = (from: Operation, to: Operation, pen: Pen): void => {
  const operation = to.key
  const note = (id: string, message: string) => pen.tell(id, "INFO", { operation, message })
  if (to.deprecated && !from.deprecated) note("endpoint-deprecated", "the endpoint is deprecated")
  if (!to.deprecated && from.deprecated) note("endpoint-reactivated", "the endpoint is no longer deprecated")
  const [old, now] = [from.operationId, to.operationId]
  if (old === undefined && now !== undefined) note("api-operation-id-added", `the operation id ${now} was added`)
  compareTags(from, to, pen)
  if (old !== undefined && old !== now) note("api-operation-id-removed", `the operation id ${old} was removed`)
  compareParameters(from, to, pen)
  compareBodies(from, to, pen)
  compareResponses(from, to, pen)
  compareCalled("callback", { from: callbacksOf(from), to: callbacksOf(to) }, pen)
  compareSecurity("api-security", { from: from.security, to: to.security, operation }, pen)
}

const compareOperations = (base: ApiModel, head: ApiModel, pen: Pen): void => {
  const [old, now] = [byKey(base.operations, keyOf), byKey(head.operations, keyOf)]
  const paths = new Set(head.operations.map(({ path }) => shapeOf(path)))
  for (const [key, { deprecated, key: operation, path }] of old) {
    if (now.has(key)) continue
    const words = paths.has(shapeOf(path)) ? "api-removed" : "api-path-removed"
    pen.tell(`${words}-${deprecated ? "with" : "without"}-deprecation`, deprecated ? "INFO" : "ERR", {
      operation,
      message: "the endpoint was removed"
    })
  }
  for (const [key, operation] of now) {
    const known = old.get(key)
    if (known === undefined)
      pen.tell("endpoint-added", "INFO", { operation: operation.key, message: "the endpoint was added" })
    else compareOperation(known, operation, pen)
  }
  compareCalled("webhook", { from: webhooksOf(base), to: webhooksOf(head) }, pen)
}

/** Components that are gone. One that only has another name is none of them. */
const compareComponents = (base: ApiModel, head: ApiModel, { tell }: Pen): void => {
  const names = new Set(head.schemas.map(({ name }) => name))
  const known = new Set(base.schemas.map(({ name }) => name))
  const fresh = new Set(head.schemas.filter(({ name }) => !known.has(name)).map(({ schema }) => JSON.stringify(schema)))
  for (const { name, pointer, schema } of base.schemas) {
    if (names.has(name) || !/^\/(?:components\/schemas|definitions)\//.test(pointer)) continue
    if (!fresh.has(JSON.stringify(schema))) {
      tell("api-schema-removed", "INFO", { location: name, message: `the schema ${name} was removed` })
    }
  }
}

/** Addresses below which the paths stand. */
const compareServers = (base: ApiModel, head: ApiModel, { tell }: Pen): void => {
  const [old, now] = [base, head].map(({ servers }) => new Set(servers.map(({ url }) => url.replace(/\/$/, ""))))
  const say = (change: string, level: ChangeLevel, location: string) =>
    tell(`api-server-${change}`, level, { location, message: `the server ${location} was ${change}` })
  for (const url of now!) if (!old!.has(url)) say("added", "INFO", url)
  for (const url of old!) if (!now!.has(url)) say("removed", "WARN", url)
}

/** What a scheme has clients send. */
const sentFor = ({ in: at, name, scheme, type }: SecurityScheme): string =>
  JSON.stringify(type === "basic" ? ["http", type] : [type, scheme?.toLowerCase() ?? at, name]).toLowerCase()

/** Where tokens are had. */
const tokensFrom = ({ flows, openIdConnectUrl }: SecurityScheme): string =>
  JSON.stringify([
    openIdConnectUrl,
    flows.map(({ authorizationUrl, kind, tokenUrl }) => [kind, authorizationUrl, tokenUrl])
  ])

const compareSchemes = (base: ApiModel, head: ApiModel, { tell }: Pen): void => {
  const [old, now] = [byKey(base.securitySchemes, ({ key }) => key), byKey(head.securitySchemes, ({ key }) => key)]
  const say = (change: string, location: string, level: ChangeLevel = "INFO") =>
    tell(`api-security-component-${change}`, level, {
      location,
      message: `the security scheme ${location}: ${change}`
    })
  for (const name of now.keys()) if (!old.has(name)) say("added", name)
  for (const [name, scheme] of old) {
    const after = now.get(name)
    if (after === undefined) say("removed", name)
    else if (sentFor(after) !== sentFor(scheme)) say(`${after.type === scheme.type ? "" : "type-"}changed`, name, "ERR")
    else if (tokensFrom(after) !== tokensFrom(scheme)) say("oauth-url-changed", name, "WARN")
  }
}

const levels: Readonly<Record<ChangeLevel, number>> = { ERR: 0, WARN: 1, INFO: 2 }

/** Compares two APIs: what breaks clients first, then in the order of the later API. */
export const compareApis = (base: ApiModel, head: ApiModel): ReadonlyArray<ApiChange> => {
  const changes = new Map<string, ApiChange>()
  const add = (change: ApiChange) => {
    if (changes.size < maxChanges)
      changes.set(`${change.id} ${change.operation} ${change.location} ${change.message}`, change)
  }
  const compare = compareSchemas(
    { base: schemasOf(base), head: schemasOf(head) },
    (change, { at, operation, path, side }) =>
      add({ ...change, operation, direction: side, location: [at, ...path].join(" /") })
  )
  const pen: Pen = {
    compare,
    formats: [base.formatVersion, head.formatVersion],
    tell: (id, level, { direction = "none", location = "", message, operation = "" }) =>
      add({ id, level, operation, direction, location, message })
  }
  compareOperations(base, head, pen)
  // What it means to clients each operation says.
  const told: Pen = { ...pen, tell: (id, _, at) => pen.tell(id, "INFO", at) }
  compareSecurity("api-global-security", { from: base.security, to: head.security, operation: "" }, told)
  compareSchemes(base, head, pen)
  compareServers(base, head, pen)
  compareComponents(base, head, pen)
  return Array.from(changes.values()).sort((one, other) => levels[one.level] - levels[other.level])
}

/** Lists of a model that a comparison walks over. */
const lists = ["operations", "webhooks", "schemas", "securitySchemes"] as const satisfies ReadonlyArray<keyof ApiModel>

const isApi = (value: unknown): value is ApiModel =>
  isObject(value) && value["kind"] === "api" && lists.every((name) => Array.isArray(value[name]))

/** The models that a version keeps. What is none of them is a defect, never half a comparison. */
const modelsIn = (text: string): ReadonlyArray<ApiModel> => {
  const models: unknown = JSON.parse(text)
  if (Array.isArray(models) && models.every(isApi)) return models
  throw new Error("The models of a version are not of the form that is read")
}

/** Compares models as versions keep them: lists of APIs as JSON, compared by their titles, else in their order. */
export const compareModels = (from: string, to: string): ReadonlyArray<ApiChange> => {
  const [old, now] = [modelsIn(from), modelsIn(to)]
  const titles = new Set(now.map(({ title }) => title))
  const isRenamed = (base: ApiModel | undefined) => base !== undefined && !titles.has(base.title)
  return now.flatMap((head, at) => {
    const base = old.find(({ title }) => title === head.title) ?? (isRenamed(old[at]) ? old[at] : undefined)
    return base === undefined ? [] : compareApis(base, head)
  })
}
