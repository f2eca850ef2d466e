/** OpenAPI 2.0, 3.0 and 3.1 into an `ApiModel`. What can be read is read; what cannot is a warning. */
import { isObject, listOf, textOf, type JsonObject } from "../../model/Json.ts"
import type { ApiModel, Operation, Tag } from "../../model/ApiModel.ts"
import type { ReadSource } from "../../model/SourceModel.ts"
import { refuseSource } from "../SourceError.ts"
import { structuredExtensions, warnOfLeftOut } from "./leftOut.ts"
import { optionalText } from "./messages.ts"
import { checkOperations, pathsElsewhere, readOperations, readServers, webhooksKey } from "./operations.ts"
import { checkRules, namesInPath } from "./checkRules.ts"
import { Reading, type Dialect } from "./Reading.ts"
import { readExternalDocs, readNamedSchemas, readPromotedSchemas, withCases } from "./schemas.ts"
import { readSecurity, readSecuritySchemes } from "./security.ts"
import { readSwaggerServers } from "./swagger2.ts"

/** Which dialect a document says it is; `undefined` when it is no OpenAPI at all. Throws for a version we do not know. */
export const dialectOf = (root: JsonObject): { readonly dialect: Dialect; readonly version: string } | undefined => {
  const swagger = root["swagger"]
  const openapi = root["openapi"]
  const given = swagger ?? openapi
  if (given === undefined) return undefined
  const version = typeof given === "number" ? given.toFixed(1) : String(given)
  if (swagger !== undefined && version === "2.0") return { dialect: "2.0", version }
  if (swagger === undefined && /^3\.0(?:\.|$)/.test(version)) return { dialect: "3.0", version }
  if (swagger === undefined && /^3\.1(?:\.|$)/.test(version)) return { dialect: "3.1", version }
  const shown = JSON.stringify(version.slice(0, 20))
  throw refuseSource("unsupported_version", `OpenAPI ${shown} is not supported: use 2.0, 3.0 or 3.1`)
}

const readContact = (value: JsonObject["x"] | undefined): Pick<ApiModel, "contact"> => {
  if (!isObject(value)) return {}
  const contact = {
    ...optionalText("name", value["name"]),
    ...optionalText("url", value["url"]),
    ...optionalText("email", value["email"])
  }
  return Object.keys(contact).length === 0 ? {} : { contact }
}

const readLicense = (value: JsonObject["x"] | undefined): Pick<ApiModel, "license"> => {
  if (!isObject(value) || typeof value["name"] !== "string") return {}
  const { name } = value
  return { license: { name, ...optionalText("url", value["url"]), ...optionalText("identifier", value["identifier"]) } }
}

/** A few words and what a program was to fill in behind them, and did not; what a template has in place of a description. */
const placeholder =
  /^[^`.{]{0,40}(?:\{\{\s*[A-Z][A-Z\d_]*\s*\}\}|\$\{[A-Z][A-Z\d_]*\})\W*$|^\W*(?:(?:API|the|your) )*description (?:goes )?here\W*$/i

/** What tells somebody to write something else in its place, or a mark that a program was to replace. */
const toBeReplaced = /^\W*(?:OVERRIDE|REPLACE|CHANGE)(?: |_)(?:THIS|ME)\b|^@@[A-Z\d_]+@@$/

/** A text without the lines that a program was to fill in. */
const filled = (text: string, reading: Reading): string =>
  text
    .split("\n")
    .filter((line) => {
      const message = `A line that was not filled in is left out: ${line.trim()}`
      const isOpen = placeholder.test(line) || toBeReplaced.test(line.trim())
      if (isOpen) reading.warn({ code: "unexpected_value", message, location: { pointer: "/info" } })
      return !isOpen
    })
    .join("\n")

const readInfo = (info: JsonObject, reading: Reading) => ({
  title: filled(textOf(info["title"]) ?? "", reading).trim() || "API",
  ...optionalText("version", info["version"] === undefined ? "" : filled(String(info["version"]), reading)),
  ...optionalText("summary", info["summary"]),
  ...optionalText("description", filled(textOf(info["description"]) ?? "", reading)),
  ...optionalText("termsOfService", filled(textOf(info["termsOfService"]) ?? "", reading)),
  ...readContact(info["contact"]),
  ...readLicense(info["license"])
})

/** An operation without base addresses that are those of the whole API. */
const withOwnServers = (operation: Operation, all: ApiModel["servers"]): Operation =>
  JSON.stringify(operation.servers) === JSON.stringify(all) ? { ...operation, servers: [] } : operation

/** Names in braces of a path are parameters, whether they are declared, declared in another spelling, or not. */
const withPathParameters = (operation: Operation): Operation => {
  const { named, written } = namesInPath(operation)
  const parameters = operation.parameters.map((one) =>
    one.in === "path" ? { ...one, name: written.get(one.name) ?? one.name } : one
  )
  const isKnown = (name: string) => parameters.some((one) => one.in === "path" && one.name === name)
  const schema = { types: ["string"] } as const
  const rest = { in: "path", required: true, deprecated: false, schema, examples: [] } as const
  return {
    ...operation,
    parameters: [...parameters, ...[...named].filter((name) => !isKnown(name)).map((name) => ({ name, ...rest }))]
  }
}

const readTags = (root: JsonObject, operations: ReadonlyArray<Operation>): ReadonlyArray<Tag> => {
  const declared = listOf(root["tags"])
    .filter(isObject)
    .flatMap((tag): ReadonlyArray<Tag> => {
      const name = textOf(tag["name"])
      const externalDocs = readExternalDocs(tag["externalDocs"])
      if (name === undefined) return []
      const title = optionalText("title", tag["x-displayName"])
      return [{ name, ...title, ...optionalText("description", tag["description"]), externalDocs }]
    })
  const byName = new Map(declared.map((tag) => [tag.name, tag]))
  for (const name of operations.flatMap(({ tags }) => tags)) if (!byName.has(name)) byName.set(name, { name })
  return [...byName.values()]
}

/** Reads a parsed document. Throws `SourceError` when it is no OpenAPI of a known version, or past a limit. */
export const readOpenApi = (root: JsonObject): ReadSource => {
  const found = dialectOf(root)
  if (found === undefined) {
    throw refuseSource("parse_failed", "This is no OpenAPI description: it has neither openapi nor swagger at its top")
  }
  const { dialect, version } = found
  checkOperations(root)
  const reading = new Reading(root, dialect)
  const named = readNamedSchemas(reading)
  const securitySchemes = readSecuritySchemes(reading)
  const schemes = new Set(securitySchemes.map(({ key }) => key))
  const security = readSecurity(root["security"], schemes, reading)
  const context = { reading, schemes, security, structured: structuredExtensions(reading) }
  const operations = readOperations("/paths", context)
  const elsewhere = pathsElsewhere(root)
  const webhooks = readOperations(`/${webhooksKey(root)}`, context)
  checkRules(operations, reading)
  warnOfLeftOut(reading)
  const externalDocs = readExternalDocs(root["externalDocs"])
  const servers = dialect === "2.0" ? readSwaggerServers(root) : readServers(root["servers"])
  const model: ApiModel = {
    kind: "api",
    format: "openapi",
    formatVersion: version,
    ...readInfo(isObject(root["info"]) ? root["info"] : {}, reading),
    externalDocs,
    servers,
    tags: readTags(root, [...operations, ...webhooks]),
    operations: operations.map((one) => withOwnServers(withPathParameters(one), servers)),
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
    webhooks,
    schemas: withCases([...named, ...readPromotedSchemas(reading)]),
    securitySchemes,
    security
  }
  const format = dialect === "2.0" ? "swagger" : "openapi"
  return { detected: { kind: "openapi", format, version }, model, warnings: reading.warnings }
}
