/** An operation as a request with example values: address, credentials, a body or the fields of a form. */
import type {
  Example,
  MediaType,
  Operation,
  Parameter,
  SecurityRequirement,
  SecurityScheme
} from "../../model/ApiModel.ts"
import { codeSampleLanguages, type CodeSampleLanguage } from "../../model/GeneratedDocument.ts"
import { isObject, type Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import type { Depth } from "../../writer/rules/Voice.ts"
import { fenced } from "../markdown/prose.ts"
import { isJson } from "./bodies.ts"
import { propertyRows } from "./propertyRows.ts"
import type { Reference } from "./Reference.ts"
import { sampleWriters, type FormField, type SampleRequest } from "./sampleWriters.ts"

const textOf = (json: Json): string => (typeof json === "string" ? json : JSON.stringify(json))

const given = (examples: ReadonlyArray<Example>, schema: Schema | undefined, reference: Reference): Json | undefined =>
  examples.find(
    ({ value }) => value !== undefined && (schema === undefined || reference.samples.isValid(value, schema))
  )?.value

const valueOf = (parameter: Parameter, reference: Reference): string | undefined => {
  const value = given(parameter.examples, parameter.schema, reference) ?? reference.samples.of(parameter.schema)
  return value === undefined ? undefined : textOf(value)
}

/** What stands for a value that a reader fills in. */
const placeholder = /^\{[^{}]+\}$/

/** The value of a parameter that is sent: without one of its own, the name in braces says best what belongs there. */
const sentValue = (parameter: Parameter, reference: Reference): string => {
  const value = parameter.sent ?? valueOf(parameter, reference)
  return value === undefined || value === "string" ? `{${parameter.name}}` : value
}

const pathOf = (operation: Operation, reference: Reference): string =>
  operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((path, parameter) => {
      const value = sentValue(parameter, reference)
      const shown = placeholder.test(value) ? value : encodeURIComponent(value.toWellFormed())
      return path.replaceAll(`{${parameter.name}}`, () => shown)
    }, operation.path)

const queryOf = (operation: Operation, reference: Reference): string => {
  const keys = schemesOf(operation, reference).flatMap(({ in: place, name, type }) =>
    type === "apiKey" && place === "query" && name !== undefined ? [[name, "YOUR_API_KEY"] as const] : []
  )
  const values = operation.parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required || parameter.sent !== undefined))
    .map((parameter) => [parameter.name, sentValue(parameter, reference)] as const)
  const pairs = [...values, ...keys].map(([name, value]) => {
    const key = encodeURIComponent(name.toWellFormed())
    return value === "" ? key : `${key}=${placeholder.test(value) ? value : encodeURIComponent(value.toWellFormed())}`
  })
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

const isLocal = /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i

/** Where a description names no address, a word in braces stands for it. */
const baseOf = (operation: Operation, { model }: Reference): string => {
  const servers = operation.servers.length > 0 ? operation.servers : model.servers
  // An address on the reader's own machine is for those who develop the API.
  const server = servers.find(({ url }) => /^https?:/i.test(url) && !isLocal.test(url)) ?? servers[0]
  const url = (server?.variables ?? [])
    .reduce(
      (text, variable) => text.replaceAll(`{${variable.name}}`, () => variable.default ?? `{${variable.name}}`),
      server?.url ?? ""
    )
    .replace(/\/$/, "")
  return /^(?:https?:\/\/|\{)/i.test(url) ? url : `{baseUrl}${url === "" || url.startsWith("/") ? url : `/${url}`}`
}

/** Where no operation says what it needs, the first scheme is what a reader has to try. */
const usualOf = ({ model }: Reference): SecurityRequirement => {
  const [first] = model.securitySchemes
  const isSaid = model.operations.some(({ security = [] }) => security.length > 0)
  return first === undefined || isSaid || model.security !== undefined ? [] : [{ scheme: first.key, scopes: [] }]
}

/** Of several ways to authenticate the first; none where one may do without. */
const requirementOf = ({ security }: Operation, reference: Reference): SecurityRequirement => {
  if (security === undefined) return usualOf(reference)
  return security.find((one) => one.length === 0) ?? security[0] ?? []
}

const schemesOf = (operation: Operation, reference: Reference): ReadonlyArray<SecurityScheme> =>
  requirementOf(operation, reference).flatMap(({ scheme }) => reference.schemes.get(scheme) ?? [])

const authHeaders = (operation: Operation, reference: Reference): SampleRequest["headers"] =>
  schemesOf(operation, reference).flatMap((scheme): SampleRequest["headers"] => {
    if (scheme.type === "apiKey" && scheme.name !== undefined) {
      if (scheme.in === "header") return [[scheme.name, "YOUR_API_KEY"]]
      return scheme.in === "cookie" ? [["Cookie", `${scheme.name}=YOUR_API_KEY`]] : []
    }
    const kind = scheme.type === "basic" ? "basic" : (scheme.scheme ?? "").toLowerCase()
    if (kind === "basic") return [["Authorization", "Basic YOUR_CREDENTIALS"]]
    const bearer = kind === "bearer" || scheme.type === "oauth2" || scheme.type === "openIdConnect"
    return bearer ? [["Authorization", "Bearer YOUR_TOKEN"]] : []
  })

/** Required headers of a request, without those for content and credentials, which are added elsewhere. */
const neededHeaders = (operation: Operation, reference: Reference): SampleRequest["headers"] =>
  operation.parameters
    .filter((parameter) => parameter.in === "header" && (parameter.required || parameter.sent !== undefined))
    .filter(({ name }) => !/^(?:accept|content-type|authorization)$/i.test(name))
    .map((parameter) => [parameter.name, sentValue(parameter, reference)] as const)

const exampleFile = "example.bin"

const isFile = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  (schema.types?.[0] === "file" ||
    schema.format === "binary" ||
    (schema.contentMediaType !== undefined && schema.types?.[0] === "string"))

/** One field, or one for each item of a list. */
const fieldsFor = (name: string, schema: Schema | undefined, value: Json | undefined): ReadonlyArray<FormField> => {
  if (isFile(schema) || isFile(schema?.items)) return [{ name, value: exampleFile, isFile: true }]
  if (value === undefined || value === null) return []
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => ({ name, value: textOf(one), isFile: false }))
}

const isWithin = (name: string, outer: string): boolean => name.startsWith(`${outer}.`) || name.startsWith(`${outer}[`)

/** The form of a body: its fields with example values, files by the name of one. */
const formOf = (media: MediaType, reference: Reference, own: Json | undefined): SampleRequest["form"] => {
  const schema = media.schema === undefined ? undefined : reference.resolved(media.schema)
  const made =
    own ??
    given(media.examples, media.schema, reference) ??
    (schema === undefined ? undefined : reference.samples.ofRequest(schema))
  const values = isObject(made) ? made : {}
  // Names of fields may end in brackets; rows of what is within a field do, too.
  const rows = (schema === undefined ? [] : propertyRows(schema, "", (part) => reference.resolved(part))).filter(
    ({ name }, at, all) => !/[.[]/.test(name) || !all.some((outer, before) => before < at && isWithin(name, outer.name))
  )
  const known = rows
    .filter(({ name, required, schema: inner }) => required || name in values || isFile(reference.resolved(inner)))
    .flatMap(({ name, schema: inner }) => fieldsFor(name, reference.resolved(inner), values[name]))
  const further = Object.entries(values).filter(([name]) => !rows.some((row) => row.name === name))
  const fields = [...known, ...further.flatMap(([name, value]) => fieldsFor(name, undefined, value))]
  return fields.length === 0 ? undefined : { isMultipart: isMultipart(media.mediaType), fields }
}

const isMultipart = (mediaType: string): boolean => /^multipart\//i.test(mediaType)

/** The form of OpenAPI 2.0, whose fields are parameters. */
const formOfParameters = (operation: Operation, reference: Reference): SampleRequest["form"] => {
  const sent = operation.parameters.filter((parameter) => parameter.in === "formData")
  const fields = sent
    .filter(({ required, schema }) => required || isFile(schema))
    .flatMap((parameter) => fieldsFor(parameter.name, parameter.schema, valueOf(parameter, reference)))
  const { formTypes = [] } = operation
  const isParts = formTypes.length === 1 ? isMultipart(formTypes[0]!) : sent.some(({ schema }) => isFile(schema))
  return fields.length === 0 ? undefined : { isMultipart: isParts, fields }
}

/** A body of an operation that is no form: JSON, or a text that the author shows. */
const bodyOf = (media: MediaType | undefined, reference: Reference): string | undefined => {
  if (media === undefined) return undefined
  const shown = given(media.examples, media.schema, reference)
  if (!isJson(media.mediaType))
    return typeof shown === "string" ? shown : media.examples.find(({ text }) => text !== undefined)?.text
  const value = shown ?? (media.schema === undefined ? undefined : reference.samples.ofRequest(media.schema))
  return value === undefined ? undefined : JSON.stringify(value)
}

/** What stands for a body of which no example is known. */
const unknownBody = "YOUR_REQUEST_BODY"

/** An operation as a request with example values. `made`: a body to show in place of one with a value of each type. */
export const sampleRequest = (operation: Operation, reference: Reference, made?: Json): SampleRequest => {
  const content = operation.requestBody?.content ?? []
  const json = content.find(({ mediaType }) => isJson(mediaType))
  const formed =
    json === undefined
      ? content.find(({ mediaType }) => /^multipart\/|x-www-form-urlencoded/i.test(mediaType))
      : undefined
  const form = formed === undefined ? formOfParameters(operation, reference) : formOf(formed, reference, made)
  const media = json ?? (formed === undefined ? content[0] : undefined)
  const isNeeded = operation.requestBody?.required === true && form === undefined && media !== undefined
  // Without an example that its schema allows, a word stands for the body.
  const body =
    (made === undefined || form !== undefined ? bodyOf(media, reference) : JSON.stringify(made)) ??
    (isNeeded ? unknownBody : undefined)
  const credentials = authHeaders(operation, reference)
  const names = new Set(credentials.map(([name]) => name.toLowerCase()))
  return {
    method: operation.method,
    url: `${baseOf(operation, reference)}${pathOf(operation, reference)}${queryOf(operation, reference)}`,
    headers: [
      ...credentials,
      ...neededHeaders(operation, reference).filter(([name]) => !names.has(name.toLowerCase())),
      ...(body === undefined || media === undefined ? [] : [["Content-Type", media.mediaType] as const])
    ],
    body,
    form
  }
}

/** Languages of samples when none are asked for. */
const usualLanguages: { readonly [D in Depth]: ReadonlyArray<CodeSampleLanguage> } = {
  brief: [],
  standard: ["curl"],
  full: codeSampleLanguages
}

/** The samples of an operation in the languages of the settings; curl where nothing is said. */
export const codeSamples = (operation: Operation, reference: Reference): string => {
  const languages = reference.settings.codeSamples ?? usualLanguages[reference.brief.voice.depth]
  if (languages.length === 0) return ""
  const request = sampleRequest(operation, reference)
  return [
    "**Request sample**",
    ...languages.map((name) => fenced(sampleWriters[name].write(request), sampleWriters[name].fence))
  ].join("\n\n")
}
