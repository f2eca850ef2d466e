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
import { fenced } from "../markdown/inline.ts"
import { read } from "../examples/sample.ts"
import { givenIn, isJson } from "./bodies.ts"
import { propertyRows } from "./propertyRows.ts"
import { isWhole } from "./overview.ts"
import { encoded, plainValue, queryPairs } from "./parameterValues.ts"
import type { Reference } from "./Reference.ts"
import { sampleWriters, type FormField, type SampleRequest } from "./sampleWriters.ts"

const textOf = (json: Json): string => (typeof json === "string" ? json : JSON.stringify(json))

/** The examples of an author's, those first that fit. */
const exampleValues = (
  examples: ReadonlyArray<Example>,
  schema: Schema | undefined,
  reference: Reference,
  isBody = false
): ReadonlyArray<Json> => {
  const own = examples.map(({ value }) => value).filter((value) => value !== undefined)
  const fitting = own.map((value) => reference.samples.fitting(value, schema, isBody))
  return [...fitting.filter((value) => value !== undefined), ...own.map(isBody ? read : (value) => value)]
}

/** Of the examples of a body, the first with parts shows most; a text may be a remark. */
const given = (media: MediaType, reference: Reference): Json | undefined => {
  const all = exampleValues(givenIn(media), media.schema, reference, isJson(media.mediaType))
  return all.find((one) => typeof one === "object" && one !== null) ?? all.find((one) => one !== "") ?? all[0]
}

const jsonOf = ({ examples, schema }: Parameter, reference: Reference): Json | undefined =>
  exampleValues(examples, schema, reference)[0] ?? reference.samples.of(schema)

const valueOf = (parameter: Parameter, reference: Reference): string | undefined => {
  const value = jsonOf(parameter, reference)
  return value === undefined ? undefined : parameter.mediaType === undefined ? plainValue(value) : textOf(value)
}

/** The value of a parameter that is sent: without one of its own, the name in braces says best what belongs there. */
const sentValue = (parameter: Parameter, reference: Reference): string => {
  const value = parameter.sent ?? valueOf(parameter, reference)
  return value === undefined || value === "string" ? `{${parameter.name}}` : value
}

/** The path with its values; the requests of a collection may be named by an address without one. */
const pathOf = (operation: Operation, reference: Reference): string => {
  if (!operation.path.startsWith("/")) return ""
  return operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (path, parameter) => path.replaceAll(`{${parameter.name}}`, () => encoded(sentValue(parameter, reference))),
      operation.path
    )
}

const queryOf = (operation: Operation, reference: Reference): string => {
  const keys = schemesOf(operation, reference).flatMap(({ in: place, name, type }) =>
    type === "apiKey" && place === "query" && name !== undefined ? [[name, "YOUR_API_KEY"] as const] : []
  )
  const values = operation.parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required || parameter.sent !== undefined))
    .flatMap((parameter) => {
      const value = parameter.sent ?? jsonOf(parameter, reference) ?? `{${parameter.name}}`
      return queryPairs(parameter, value, reference.model.formatVersion === "2.0")
    })
  const pairs = [...values, ...keys].map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${value}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

const isLocal = /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal)/i

/** Where a description names no address, a word in braces stands for it. */
const baseOf = (operation: Operation, reference: Reference): string => {
  const { model } = reference
  const servers = operation.servers.length > 0 ? operation.servers : model.servers
  // An address on the reader's own machine is for those who develop the API.
  const server = servers.find(({ url }) => /^https?:/i.test(url) && !isLocal.test(url)) ?? servers[0]
  const base = (server?.variables ?? [])
    .reduce(
      (text, variable) => text.replaceAll(`{${variable.name}}`, () => variable.default ?? `{${variable.name}}`),
      server?.url ?? ""
    )
    // Variables of collections may be named in the values of others.
    .replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => valueIn(name, reference.model))
    .replace(/\/$/, "")
  return isWhole(base) ? base : `{baseUrl}${base === "" || base.startsWith("/") ? base : `/${base}`}`
}

const valueIn = (name: string, { servers, variables = [] }: Reference["model"]): string =>
  [...variables, ...servers.flatMap((server) => server.variables)].find((one) => one.name === name)?.default ??
  `{${name}}`

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

/** `Bearer [JWT]`, `Token <API_KEY>`, `token {value}`: the word that an author shows before the place of a key is sent with it. */
const shownBeforeKey =
  /\b([Bb]earer|[Tt]oken|[Kk]ey|[Aa]pi[Kk]ey|JWT|Basic) (?:<[A-Z][A-Z _-]*>|\[\w[\w -]*\](?!\()|\{\w[\w -]*\})/

const authHeaders = (operation: Operation, reference: Reference): SampleRequest["headers"] =>
  schemesOf(operation, reference).flatMap((scheme): SampleRequest["headers"] => {
    if (scheme.type === "apiKey" && scheme.name !== undefined) {
      const kind = shownBeforeKey.exec(scheme.description ?? "")?.[1]
      const sent = kind === undefined ? "YOUR_API_KEY" : `${kind} YOUR_API_KEY`
      if (scheme.in === "header") return [[scheme.name, scheme.sent ?? sent]]
      return scheme.in === "cookie" ? [["Cookie", `${scheme.name}=YOUR_COOKIE`]] : []
    }
    const kind = scheme.type === "basic" ? "basic" : (scheme.scheme ?? "").toLowerCase()
    if (kind === "basic") return [["Authorization", "Basic YOUR_CREDENTIALS"]]
    const bearer = kind === "bearer" || scheme.type === "oauth2" || scheme.type === "openIdConnect"
    return bearer ? [["Authorization", "Bearer YOUR_TOKEN"]] : []
  })

/** A media type of a maker or a version: who asks for none gets another one, or nothing. */
const ownMediaType = /^(?!application\/json$)[\w.+-]+\/[\w.+-]+$/i

/** Required headers of a request, without those for content and credentials, which are added elsewhere. */
const neededHeaders = (operation: Operation, reference: Reference): SampleRequest["headers"] =>
  operation.parameters
    .filter((parameter) => parameter.in === "header" && (parameter.required || parameter.sent !== undefined))
    .filter(
      (parameter) =>
        parameter.sent !== undefined ||
        !/^(?:accept|content-type)$/i.test(parameter.name) ||
        (/^accept$/i.test(parameter.name) && ownMediaType.test(sentValue(parameter, reference)))
    )
    .map((parameter) => [parameter.name, sentValue(parameter, reference)] as const)

/** What has to be asked for where an answer is JSON of a version or of a maker's own. */
const acceptHeader = ({ responses }: Operation): SampleRequest["headers"] => {
  const types = responses
    .filter(({ code }) => code.startsWith("2"))
    .flatMap(({ content }) => content.map(({ mediaType }) => mediaType))
  const [first] = types.filter(isJson)
  return first === undefined || types.some((type) => /^(?:application\/json|\*\/\*|application\/\*)$/i.test(type))
    ? []
    : [["Accept", first]]
}

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
  const isMultipart = /^multipart\//i.test(media.mediaType)
  if (media.sent !== undefined) {
    const sent = media.sent.map(({ name, value }): FormField => ({
      name,
      value: value ?? exampleFile,
      isFile: value === undefined
    }))
    return sent.length === 0 ? undefined : { isMultipart, fields: sent }
  }
  const schema = media.schema === undefined ? undefined : reference.resolved(media.schema)
  const made =
    own ?? given(media, reference) ?? (schema === undefined ? undefined : reference.samples.ofRequest(schema))
  const values = isObject(made) ? made : {}
  // Names of fields may end in brackets; rows of what is within a field do, too.
  const rows = (schema === undefined ? [] : propertyRows(schema, "", (part) => reference.resolved(part))).filter(
    ({ name }, at, all) =>
      !/[.[]/.test(name) ||
      (!name.startsWith(".") && !all.some((outer, before) => before < at && isWithin(name, outer.name)))
  )
  const known = rows
    .filter(({ name, required, schema: inner }) => required || name in values || isFile(reference.resolved(inner)))
    .flatMap(({ name, schema: inner }) => fieldsFor(name, reference.resolved(inner), values[name]))
  const further = Object.entries(values).filter(([name]) => !rows.some((row) => row.name === name))
  const fields = [...known, ...further.flatMap(([name, value]) => fieldsFor(name, undefined, value))]
  return fields.length === 0 ? undefined : { isMultipart, fields }
}

const isMultipart = (mediaType: string): boolean => /^multipart\//i.test(mediaType)

/** The form of OpenAPI 2.0, whose fields are parameters. */
const formOfParameters = (operation: Operation, reference: Reference): SampleRequest["form"] => {
  const sent = operation.parameters.filter((parameter) => parameter.in === "formData")
  const fields = sent
    .filter(({ required, schema }) => required || isFile(schema))
    .flatMap((parameter) => {
      const isList = parameter.schema.collectionFormat === "multi"
      return fieldsFor(parameter.name, parameter.schema, (isList ? jsonOf : valueOf)(parameter, reference))
    })
  const { formTypes = [] } = operation
  const isParts = formTypes.length === 1 ? isMultipart(formTypes[0]!) : sent.some(({ schema }) => isFile(schema))
  return fields.length === 0 ? undefined : { isMultipart: isParts, fields }
}

/** A body of an operation that is no form: JSON, or a text that the author shows. */
const bodyOf = (media: MediaType | undefined, reference: Reference): string | undefined => {
  if (media === undefined) return undefined
  const shown = given(media, reference)
  const text = media.examples
    .map((example) => example.sent ?? example.text)
    .find((one) => one !== undefined)
    ?.trimEnd()
  if (!isJson(media.mediaType)) return typeof shown === "string" ? shown : text
  const value = shown ?? (media.schema === undefined ? undefined : reference.samples.ofRequest(media.schema))
  if (value === undefined) return text ?? unknownBody
  // An object without members that nobody gave shows nothing, unless it may have some.
  const isEmpty = shown === undefined && isObject(value) && Object.keys(value).length === 0
  const isUnknown = isEmpty && propertyRows(reference.resolved(media.schema!)).length === 0
  return isUnknown ? unknownBody : JSON.stringify(value)
}

/** What stands for a body of which no example is known. */
const unknownBody = "YOUR_REQUEST_BODY"

/** Whether a body without fields is none: the author says so, or shows what it must have. */
const isBodyNeeded = ({ requestBody }: Operation, media: MediaType | undefined, reference: Reference): boolean => {
  if (requestBody === undefined || media === undefined) return false
  const rows = media.schema === undefined ? [] : propertyRows(media.schema, "", (part) => reference.resolved(part))
  return requestBody.required || reference.model.format === "postman" || rows.some(({ required }) => required)
}

const isRange = ({ mediaType }: MediaType): boolean => mediaType.includes("*")

/** Of several media types one with an example, and none that stands for several. */
const firstOf = (content: ReadonlyArray<MediaType>): MediaType | undefined =>
  content.find((media) => media.examples.length > 0 && !isRange(media)) ??
  content.find((media) => !isRange(media)) ??
  content[0]

const isForm = /^multipart\/|x-www-form-urlencoded/i

/** An operation as a request with example values. `made`: a body to show in place of one with a value of each type. */
export const sampleRequest = (operation: Operation, reference: Reference, made?: Json): SampleRequest => {
  const content = operation.requestBody?.content ?? []
  const first = firstOf(content)
  const isText = ({ schema }: MediaType) =>
    schema !== undefined && reference.resolved(schema).types?.join() === "string"
  // JSON that is only some text is the whole of another type.
  const json =
    content.find((one) => isJson(one.mediaType) && !isText(one)) ??
    (first !== undefined && isJson(first.mediaType) ? first : undefined)
  const formed =
    json === undefined
      ? content.find(
          ({ examples, mediaType }) => isForm.test(mediaType) && !examples.some(({ text }) => text !== undefined)
        )
      : undefined
  const form = formed === undefined ? formOfParameters(operation, reference) : formOf(formed, reference, made)
  const media = json ?? (form === undefined ? first : undefined)
  const isNeeded = form === undefined && isBodyNeeded(operation, media, reference)
  // Without an example that its schema allows, a word stands for the body.
  const body =
    (made === undefined || form !== undefined ? bodyOf(media, reference) : JSON.stringify(made)) ??
    (isNeeded ? unknownBody : undefined)
  const own = neededHeaders(operation, reference)
  const isOwn = (name: string) => own.some(([other]) => other.toLowerCase() === name)
  const credentials = [...authHeaders(operation, reference), ...(isOwn("accept") ? [] : acceptHeader(operation))]
  const names = new Set(credentials.map(([name]) => name.toLowerCase()))
  if (body !== undefined || form !== undefined) names.add("content-type")
  return {
    method: operation.method,
    // An address has no blanks, whatever its author writes.
    url: `${baseOf(operation, reference)}${pathOf(operation, reference)}${queryOf(operation, reference)}`.replaceAll(
      " ",
      "%20"
    ),
    headers: [
      ...credentials,
      ...own.filter(([name]) => !names.has(name.toLowerCase())),
      ...(body === undefined || media === undefined
        ? []
        : [["Content-Type", isRange(media) ? "{Content-Type}" : media.mediaType] as const])
    ],
    body,
    form,
    isDigest: schemesOf(operation, reference).some(({ scheme }) => scheme?.toLowerCase() === "digest")
  }
}

/** Languages of samples when none are asked for. */
const usualLanguages: { readonly [D in Depth]: ReadonlyArray<CodeSampleLanguage> } = {
  brief: [],
  standard: ["curl"],
  full: codeSampleLanguages
}

/** Whether an operation turns its connection into a WebSocket: it answers 101, or says so. */
const isWebSocket = ({ description = "", method, responses, summary = "" }: Operation): boolean =>
  method === "GET" &&
  (responses.some(({ code }) => code === "101") ||
    /\bweb ?socket\b/i.test(summary) ||
    /\bwss?:\/\/|\b(?:establish|open|upgrade|start)\w*\b[^.]{0,40}\bweb ?socket\b/i.test(description))

/** The samples of an operation in the languages of the settings; curl where nothing is said. */
export const codeSamples = (operation: Operation, reference: Reference): string => {
  const languages = reference.settings.codeSamples ?? usualLanguages[reference.brief.voice.depth]
  if (languages.length === 0) return ""
  const request = sampleRequest(operation, reference)
  if (isWebSocket(operation)) {
    const message = `${operation.key} opens a WebSocket, which the tools of samples do not: it has no request sample`
    reference.warnOnce({ code: "no_valid_example", message })
    return ""
  }
  // What the samples are written with speaks HTTP only.
  if (!/^(?:https?:|\{)/i.test(request.url)) {
    const message = `${request.url.split("/", 3).join("/")} is no address of HTTP: its operations have no request samples`
    reference.warnOnce({ code: "no_valid_example", message })
    return ""
  }
  return [
    "**Request sample**",
    ...languages.map((name) => fenced(sampleWriters[name].write(request), sampleWriters[name].fence))
  ].join("\n\n")
}
