/** Bodies and saved answers of a request collection. */
import { isObject, jsonIn, listOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { ApiResponse, Example, Header, MediaType, RequestBody } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { disabled, pairsOf, parameterOf } from "./collectionUrl.ts"
import { sentText } from "./secrets.ts"

const rawTypes: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  javascript: "application/javascript",
  text: "text/plain"
}

/** A text without what a pattern finds outside of its strings. */
const without = (pattern: string, text: string): string =>
  text.replaceAll(new RegExp(`("(?:[^"\\\\\n]|\\\\.)*")|${pattern}`, "g"), (_, kept: string | undefined) => kept ?? "")

/** A text without the remarks that JSON does not have: they are not sent. */
const withoutRemarks = (text: string): string =>
  without(String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`, text)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n")

/** A text as an example: as JSON where it is JSON, else as it stands. */
const exampleOf = (text: string, mediaType: string, name?: string): Example => {
  if (!/\bjson\b/.test(mediaType)) return { name, text }
  const value = jsonIn(text)
  if (value !== undefined) return { name, value }
  const sent = withoutRemarks(text)
  // A remark may have taken the last member with it.
  const bare = jsonIn(without(String.raw`,(?=\s*[}\]])`, sent))
  return { name, text, sent: bare === undefined ? sent : JSON.stringify(bare) }
}

/** The media type of a body as it is sent: a reader needs the mark between its parts. */
const contentTypeOf = (headers: Json | undefined): string | undefined => {
  const sent = pairsOf(headers).filter(({ isOff }) => isOff !== true)
  const found = sent.find(({ name }) => name.toLowerCase() === "content-type")?.value
  return found === undefined || found.includes("{{") ? undefined : found.trim()
}

/** How the characters of an answer were written is no part of what it is. */
const answerTypeOf = (headers: Json | undefined): string | undefined =>
  contentTypeOf(headers)
    ?.split(";")
    .map((part) => part.trim())
    .filter((part) => !/^(?:(?:charset|boundary)=.*)?$/i.test(part))
    .join(";")

/** How a text is shown without what may be a secret. */
export type Hide = (text: string) => string

const rawBody = (body: JsonObject, headers: Json | undefined, hide: Hide): MediaType | undefined => {
  const raw = hide(textOf(body["raw"]) ?? "")
  if (raw.trim() === "") return undefined
  const options = isObject(body["options"]) && isObject(body["options"]["raw"]) ? body["options"]["raw"] : {}
  const named = rawTypes[textOf(options["language"]) ?? ""]
  const mediaType = contentTypeOf(headers) ?? named ?? (jsonIn(raw) === undefined ? "text/plain" : "application/json")
  return {
    mediaType,
    examples: [variableIn(raw) === undefined ? exampleOf(raw, mediaType) : { sent: raw.trim() }],
    encoding: []
  }
}

/** The name of the variable that all of a body is. */
const variableIn = (raw: string): string | undefined => /^\s*\{\{([^{}]+)\}\}\s*$/.exec(raw)?.[1]

/** A form; `undefined` where it has no fields, as requests without a body are kept, too. */
const formBody = (mediaType: string, given: Json | undefined): MediaType | undefined => {
  const fields = listOf(given)
    .filter(isObject)
    .flatMap((field) => pairsOf([field]).map((pair) => ({ pair, isFile: field["type"] === "file" })))
  if (fields.length === 0) return undefined
  const properties = fields.map(({ isFile, pair }) => {
    const { description, examples } = parameterOf(pair, "formData")
    const example = examples[0]?.value
    const schema: Schema = {
      types: ["string"],
      ...(isFile ? { format: "binary" } : {}),
      description: pair.isOff === true ? disabled(description) : description,
      ...(example === undefined || isFile ? {} : { examples: [example] })
    }
    return { name: pair.name, required: false, schema }
  })
  const sent = fields
    .filter(({ pair }) => pair.isOff !== true)
    .map(({ isFile, pair: { name, value } }) => (isFile ? { name } : { name, value: sentText(name, value) }))
  return { mediaType, schema: { types: ["object"], properties }, examples: [], sent, encoding: [] }
}

const graphqlBody = (graphql: Json | undefined, hide: Hide): MediaType => {
  const query = isObject(graphql) ? textOf(graphql["query"]) : undefined
  const variables = isObject(graphql) ? jsonIn(hide(textOf(graphql["variables"]) ?? "")) : undefined
  return {
    mediaType: "application/json",
    schema: {
      types: ["object"],
      properties: [
        { name: "query", required: true, schema: { types: ["string"], description: "The GraphQL document." } },
        { name: "variables", required: false, schema: { types: ["object"] } }
      ]
    },
    examples: query === undefined ? [] : [{ value: { query, ...(variables === undefined ? {} : { variables }) } }],
    encoding: []
  }
}

type ReadMode = (body: JsonObject, headers: Json | undefined, hide: Hide) => MediaType | undefined

const modes: Readonly<Record<string, ReadMode>> = {
  raw: rawBody,
  urlencoded: (body) => formBody("application/x-www-form-urlencoded", body["urlencoded"]),
  formdata: (body) => formBody("multipart/form-data", body["formdata"]),
  file: (_, headers) => ({
    mediaType: contentTypeOf(headers) ?? "application/octet-stream",
    schema: { types: ["string"], format: "binary" },
    examples: [],
    encoding: []
  }),
  graphql: (body, _, hide) => graphqlBody(body["graphql"], hide)
}

export const readBody = (request: JsonObject, hide: Hide): RequestBody | undefined => {
  const body = request["body"]
  if (!isObject(body)) return undefined
  const content = modes[textOf(body["mode"]) ?? ""]?.(body, request["header"], hide)
  if (content === undefined) return undefined
  const variable = variableIn(textOf(body["raw"]) ?? "")
  const description = variable === undefined ? undefined : `The value of the variable \`${variable}\`.`
  return { required: false, description, content: [content] }
}

/** The body of a request that only its saved answers show: what was sent for those that are a success, by their names. */
export const savedBody = (answers: ReadonlyArray<JsonObject>, hide: Hide): RequestBody | undefined => {
  const bodies = answers
    .filter(({ code }) => typeof code !== "number" || code < 400)
    .flatMap(({ name, originalRequest: sent }) => {
      const body = isObject(sent) ? readBody(sent, hide) : undefined
      return body === undefined ? [] : [{ body, media: body.content[0]!, name: textOf(name) }]
    })
  if (bodies.length === 0) return undefined
  const { body, media } = bodies[0]!
  const examples = bodies.flatMap(({ media: own, name }) =>
    own.mediaType === media.mediaType ? own.examples.map((example) => ({ ...example, name })) : []
  )
  return { ...body, content: [{ ...media, examples }] }
}

/** What servers and what is between send with every answer: it belongs to none. */
const carried =
  /^(?:content-.*|date|server|connection|keep-alive|transfer-encoding|vary|via|age|etag|expires|pragma|cache-control|last-modified|accept-ranges|alt-svc|nel|report-to|set-cookie|strict-transport-security|access-control-.*|referrer-policy|cf-.*|expect-ct|p3p|x-(?:powered-by|frame-options|xss-protection|content-type-options|cache.*|served-by|timer|runtime|request-id|amz.*|aspnet.*|download-options|permitted-.*|dns-.*|robots-tag|envoy-.*))$/i

/** Headers of a saved answer that its author describes, or that belong to it. */
const headersOf = (given: Json | undefined): ReadonlyArray<Header> =>
  pairsOf(given)
    .filter(({ description, name }) => description !== undefined || !carried.test(name))
    .map(({ description, name }) => ({
      name,
      required: false,
      deprecated: false,
      description,
      schema: { types: ["string"] },
      examples: []
    }))

interface Saved {
  readonly names: Array<string>
  readonly content: Map<string, Array<Example>>
  readonly headers: Map<string, Header>
}

/** The saved answers of a request, those of one code together, in the order of their codes. */
export const readAnswers = (answers: ReadonlyArray<JsonObject>, hide: Hide): ReadonlyArray<ApiResponse> => {
  const byCode = new Map<string, Saved>()
  for (const answer of answers) {
    // A request that was saved without being sent has no answer.
    if (typeof answer["code"] !== "number" && (textOf(answer["body"]) ?? "") === "") continue
    const code = typeof answer["code"] === "number" ? String(answer["code"]) : "unknown"
    const name = textOf(answer["name"]) ?? textOf(answer["status"]) ?? ""
    const entry: Saved = byCode.get(code) ?? { names: [], content: new Map(), headers: new Map() }
    byCode.set(code, entry)
    if (name !== "" && !entry.names.includes(name)) entry.names.push(name)
    for (const header of headersOf(answer["header"])) entry.headers.set(header.name.toLowerCase(), header)
    const text = hide(textOf(answer["body"]) ?? "")
    if (text.trim() === "") continue
    const mediaType = answerTypeOf(answer["header"]) ?? (jsonIn(text) === undefined ? "text/plain" : "application/json")
    const examples = entry.content.get(mediaType) ?? []
    entry.content.set(mediaType, examples)
    examples.push(exampleOf(text, mediaType, name))
  }
  const ordered = [...byCode].sort(([one], [other]) => (one < other ? -1 : 1))
  return ordered.map(([code, { content, headers, names }]) => ({
    code,
    description: names.join("; "),
    headers: [...headers.values()],
    content: [...content].map(([mediaType, examples]) => ({ mediaType, examples, encoding: [] })),
    links: []
  }))
}
