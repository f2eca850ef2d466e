/** Request collections v2.0 and v2.1 into an `ApiModel`: folders are tags, saved answers are responses. */
import { isObject, listOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { ApiModel, Operation, Parameter, Tag } from "../../model/ApiModel.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import type { Warning } from "../../model/Warning.ts"
import { limits } from "../limits.ts"
import { refuseSource } from "../SourceError.ts"
import { Auths } from "./collectionAuth.ts"
import { readAnswers, readBody, savedBody } from "./collectionBody.ts"
import { notesOfAnswers, notesOfScripts, scriptsOf } from "./collectionNotes.ts"
import { withoutSecrets } from "./secrets.ts"
import {
  descriptionOf,
  disabled,
  isSameAddress,
  pairsOf,
  parameterOf,
  serverOf,
  takeApart,
  type CollectionUrl,
  type UrlParameter
} from "./collectionUrl.ts"

/** Whether an object is a request collection, of any version. */
export const isCollection = (root: JsonObject): boolean =>
  (isObject(root["info"]) && Array.isArray(root["item"])) || (Array.isArray(root["requests"]) && "order" in root)

const versionOf = (root: JsonObject): string => {
  if (!isObject(root["info"]) || !Array.isArray(root["item"])) {
    throw refuseSource("unsupported_collection_version", "Collections of version 1 are not supported: export v2.1")
  }
  const schema = textOf(root["info"]["schema"])
  const version = /\/v(\d+\.\d+)\.\d+\//.exec(schema ?? "")?.[1]
  if (version !== undefined && version !== "2.0" && version !== "2.1") {
    throw refuseSource(
      "unsupported_collection_version",
      `Collections of version ${version} are not supported: export v2.1`
    )
  }
  // One that does not say has the shape of both; what differs is read either way.
  return version ?? "2.1"
}

interface Walk {
  readonly auths: Auths
  readonly operations: Array<Operation>
  readonly bases: Set<string>
  readonly tags: Map<string, Tag>
  /** Keys that are taken, each with the last number that was added to it. */
  readonly keys: Map<string, number>
  readonly variables: ReadonlyMap<string, UrlParameter>
  readonly warnings: Array<Warning>
}

interface Folder {
  readonly path: ReadonlyArray<string>
  /** What runs before each of its requests. */
  readonly script: string
  readonly security: Operation["security"]
}

/** Levels of folders. Our choice: far more than anybody opens by hand. */
const maxFolders = 20

const keyOf = (walk: Walk, method: string, path: string): string => {
  const base = `${method} ${path}`
  let count = walk.keys.get(base) ?? 1
  let key = base
  while (walk.keys.has(key)) key = `${base} #${++count}`
  walk.keys.set(base, count).set(key, walk.keys.get(key) ?? 1)
  return key
}

const ignoredHeaders = /^(?:authorization|content-length|host)$/i

/** Whether a header says what its body, or its absence, says already, or asks for anything. */
const isUsual = (name: string, value: string, body: boolean, method: string): boolean =>
  /^content-type$/i.test(name)
    ? body || !/^(?:POST|PUT|PATCH)$/.test(method)
    : /^accept$/i.test(name) && value.trim() === "*/*"

/** What a browser or the program that made the collection sends by itself. */
const browsersHeaders =
  /^(?:sec-.*|user-agent|referer|origin|dnt|pragma|connection|accept-language|accept-encoding|cache-control|postman-token|upgrade-insecure-requests)$/i

/** A parameter that a request lists several times, each with a value and what that one is for. */
const asOne = (same: ReadonlyArray<Parameter>): Parameter => {
  const one = same.findLast(({ sent }) => sent !== undefined) ?? same[0]!
  const isOff = one.sent === undefined && one.in !== "path"
  const wordsOf = (some: ReadonlyArray<Parameter>) => [...new Set(some.flatMap(({ description }) => description ?? []))]
  const said = (some: ReadonlyArray<Parameter>) => {
    const text = wordsOf(some).join("\n\n") || undefined
    return isOff ? disabled(text) : text
  }
  if (wordsOf(same).length < 2) return { ...one, description: said(same) }
  return {
    ...one,
    description: said(same.filter(({ examples }) => examples.length === 0)),
    examples: same.flatMap(({ description, examples }) => examples.map((example) => ({ ...example, description })))
  }
}

const nameOf = (item: JsonObject): string => textOf(item["name"]) ?? "a request"

const unexpected = (message: string): Warning => ({ code: "unexpected_value", message })

/** The saved answers of a request that were not saved of another one. */
const ownAnswers = (item: JsonObject, url: CollectionUrl, walk: Walk): ReadonlyArray<JsonObject> =>
  listOf(item["response"])
    .filter(isObject)
    .filter((answer) => {
      const sent = answer["originalRequest"]
      const isOwn = !isObject(sent) || isSameAddress(url, takeApart(sent["url"]))
      const message = `The answer ${textOf(answer["name"]) ?? ""} of ${nameOf(item)} is left out: it is of another address`
      if (!isOwn) walk.warnings.push(unexpected(message))
      return isOwn
    })

/** What scripts of tests say plainly; a warning where there is more. No script is shown: anything in it may be a secret. */
const tellScripts = (item: JsonObject, name: string, walk: Walk): ReadonlyArray<string> => {
  const { isTold, notes } = notesOfScripts(item)
  const message = `A script of ${name} is left out: what it does is not told`
  if (!isTold) walk.warnings.push({ code: "unsupported_keyword", message })
  return notes
}

const readRequest = (item: JsonObject, folder: Folder, walk: Walk): void => {
  const given = item["request"]
  const request: JsonObject = isObject(given) ? given : { url: given ?? "", method: "GET" }
  const url = takeApart(request["url"])
  if (url.base === "" && /^\/?$/.test(url.path))
    return void walk.warnings.push(
      unexpected(`The request ${textOf(item["name"]) ?? ""} has no address and is left out`)
    )
  const hidden = new Set<string>()
  const hide = (text: string): string =>
    withoutSecrets(text, (name) => {
      if (hidden.has(name)) return
      hidden.add(name)
      walk.warnings.push(unexpected(`A value of ${name} in ${nameOf(item)} is left out: it may be a secret`))
    })
  const answers = ownAnswers(item, url, walk)
  const body = readBody(request, hide) ?? savedBody(answers, hide)
  const method = (textOf(request["method"]) ?? "GET").toUpperCase()
  const summary = textOf(item["name"])
  const said = descriptionOf(request["description"]) ?? descriptionOf(item["description"])
  // What its folder says stands above it.
  const isSaidAbove = said === walk.tags.get(folder.path.join(" / "))?.description
  const notes = [...tellScripts(item, nameOf(item), walk), ...notesOfAnswers(request, answers, hide)]
  const description = [...(isSaidAbove || said === undefined ? [] : [said]), ...notes].join("\n\n") || undefined
  walk.bases.add(url.base)
  const headers = pairsOf(request["header"]).filter(
    ({ description: words, name, value = "" }) =>
      !ignoredHeaders.test(name) &&
      (words !== undefined || !(browsersHeaders.test(name) || isUsual(name, value, body !== undefined, method)))
  )
  const ownHeader = pairsOf(request["header"]).find(
    ({ isOff, name }) => isOff !== true && /^authorization$/i.test(name)
  )
  const parameters = [
    ...url.pathParameters.map((parameter) => parameterOf(parameter, "path")),
    ...url.query.map((parameter) => parameterOf(parameter, "query")),
    ...headers.map((parameter) => parameterOf(parameter, "header"))
  ]
  const server = serverOf(url.base, walk.variables)
  const path = url.path || server.url
  const security =
    ownHeader?.value === undefined
      ? walk.auths.requirementOf(request["auth"], folder.security)
      : walk.auths.ofHeader(ownHeader.value, ownHeader.description)
  walk.operations.push({
    key: keyOf(walk, method, path),
    method,
    path,
    summary,
    description,
    tags: folder.path.length === 0 ? [] : [folder.path.join(" / ")],
    deprecated: false,
    servers: [server],
    security: walk.auths.ofScript(`${folder.script}\n${scriptsOf(item).others}`, security),
    parameters: [...Map.groupBy(parameters, ({ in: place, name }) => `${place} ${name}`).values()].map(asOne),
    requestBody: body,
    responses: readAnswers(answers, hide),
    callbacks: []
  })
  if (walk.operations.length > limits.operations) {
    throw refuseSource("limit_exceeded", `A collection may have at most ${limits.operations} requests`)
  }
}

const readItems = (items: Json | undefined, folder: Folder, walk: Walk): void => {
  if (folder.path.length > maxFolders) {
    return void walk.warnings.push({
      code: "truncated",
      message: `Folders deeper than ${maxFolders} levels are left out`
    })
  }
  for (const item of listOf(items).filter(isObject)) {
    if (!Array.isArray(item["item"])) {
      readRequest(item, folder, walk)
      continue
    }
    const path = [...folder.path, textOf(item["name"]) ?? "Folder"]
    const name = path.join(" / ")
    const notes = tellScripts(item, name, walk)
    const description = [descriptionOf(item["description"]) ?? "", ...notes].join("\n\n").trim() || undefined
    if (!walk.tags.has(name)) walk.tags.set(name, { name, description })
    const script = `${folder.script}\n${scriptsOf(item).others}`
    readItems(item["item"], { path, script, security: walk.auths.requirementOf(item["auth"], folder.security) }, walk)
  }
}

/** Names of what belongs to somebody. */
const privateNames = /token|secret|pass|pwd|key|auth|jwt|session|credential|user|login|mail|name/i

/** Values that are no secret, under a name that is none: an address, a number, a version, a word. Any other may be one. */
const isOpen = ({ name, value = "" }: UrlParameter): boolean =>
  /^(?:https?:\/\/[^\s@]+|v?\d{1,6}(?:\.\d+)*)$/.test(value) ||
  (!privateNames.test(name) &&
    ((/^[a-z]+(?:[-_][a-z]+)*$/i.test(value) && value.length < 30) ||
      // A number of somebody's or something's, with capitals before it: keys are longer, or mix both.
      (value.length < 20 && /^(?=[A-Z\d])[A-Z]*\d*[A-Z]*(?:_[A-Z]*\d*[A-Z]*)*$/.test(value))))

/** Names that stand in double braces where requests are described, those of the collection first. */
const variablesOf = (root: JsonObject, ofServers: ReadonlyArray<string>, walk: Walk): ApiModel["variables"] => {
  const used = JSON.stringify([root["item"], root["auth"]]).matchAll(/\{\{([\w.-]{1,60})\}\}/g)
  const names = new Set([...walk.variables.keys(), ...Array.from(used, ([, name]) => name!)])
  return [...names]
    .filter((name) => !ofServers.includes(name))
    .map((name) => {
      const variable = walk.variables.get(name)
      const isShown = variable !== undefined && isOpen(variable)
      if (!isShown && (variable?.value ?? "") !== "")
        walk.warnings.push(unexpected(`The value of the variable ${name} is left out: it may be a secret`))
      return { name, enum: [], ...(isShown ? { default: variable.value } : {}), description: variable?.description }
    })
}

/** Reads a parsed collection. Throws `SourceError` for a version that is not supported. */
export const readCollection = (root: JsonObject): ReadSource => {
  const version = versionOf(root)
  const info = root["info"] as JsonObject
  const auths = new Auths()
  const walk: Walk = {
    auths,
    operations: [],
    bases: new Set(),
    tags: new Map(),
    keys: new Map(),
    variables: new Map(pairsOf(root["variable"] ?? root["variables"]).map((variable) => [variable.name, variable])),
    warnings: []
  }
  const script = scriptsOf(root).others
  const security = auths.requirementOf(root["auth"], undefined)
  readItems(root["item"], { path: [], script, security }, walk)
  const notes = tellScripts(root, "the collection", walk)
  const description = [descriptionOf(info["description"]) ?? "", ...notes].join("\n\n").trim() || undefined
  const ofServers = [...walk.bases].flatMap((base) => serverOf(base, walk.variables).variables.map(({ name }) => name))
  const variables = variablesOf(root, ofServers, walk) ?? []
  const used = Map.groupBy(walk.operations, ({ servers: [server] }) => server!.url)
  const usual = [...used.values()].reduce<ReadonlyArray<Operation>>(
    (most, own) => (own.length > most.length ? own : most),
    []
  )[0]?.servers[0]
  const isUsual = ({ servers: [server] }: Operation) => server?.url === usual?.url
  const model: ApiModel = {
    kind: "api",
    format: "postman",
    formatVersion: version,
    title: textOf(info["name"]) ?? "Requests",
    description,
    servers: usual === undefined || usual.url === "" ? [] : [usual],
    ...(variables.length === 0 ? {} : { variables }),
    tags: [...walk.tags.values()],
    operations: walk.operations.map((one) => (isUsual(one) ? { ...one, servers: [] } : one)),
    webhooks: [],
    schemas: [],
    securitySchemes: auths.schemes,
    security
  }
  return { detected: { kind: "postman", format: "postman-collection", version }, model, warnings: walk.warnings }
}
