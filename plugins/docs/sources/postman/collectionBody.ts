/** Bodies and saved answers of a request collection. */
import { isObject, listOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { ApiResponse, Example, Header, MediaType, RequestBody } from "../../model/ApiModel.ts"
import type { Schema } from "../../model/Schema.ts"
import { pairsOf, parameterOf } from "./collectionUrl.ts"

const rawTypes: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  javascript: "application/javascript",
  text: "text/plain"
}

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** A text as an example: as JSON where it is JSON, else as it stands. */
const exampleOf = (text: string, mediaType: string, name?: string): Example => {
  const value = /\bjson\b/.test(mediaType) ? parsed(text) : undefined
  return { name, ...(value === undefined ? { text } : { value }) }
}

const contentTypeOf = (headers: Json | undefined): string | undefined => {
  const sent = pairsOf(headers).filter(({ isOff }) => isOff !== true)
  const found = sent.find(({ name }) => name.toLowerCase() === "content-type")?.value
  return found === undefined || found.includes("{{") ? undefined : found.split(";")[0]!.trim()
}

const rawBody = (body: JsonObject, headers: Json | undefined): MediaType | undefined => {
  const raw = textOf(body["raw"])
  if (raw === undefined || raw.trim() === "") return undefined
  const options = isObject(body["options"]) && isObject(body["options"]["raw"]) ? body["options"]["raw"] : {}
  const named = rawTypes[textOf(options["language"]) ?? ""]
  const mediaType = contentTypeOf(headers) ?? named ?? (parsed(raw) === undefined ? "text/plain" : "application/json")
  return { mediaType, examples: variableIn(raw) === undefined ? [exampleOf(raw, mediaType)] : [], encoding: [] }
}

/** The name of the variable that all of a body is. */
const variableIn = (raw: string): string | undefined => /^\s*\{\{([^{}]+)\}\}\s*$/.exec(raw)?.[1]

const formBody = (mediaType: string, fields: Json | undefined): MediaType => ({
  mediaType,
  schema: {
    types: ["object"],
    properties: listOf(fields)
      .filter(isObject)
      .flatMap((field) =>
        pairsOf([field]).map((pair) => {
          const { description, examples } = parameterOf(pair, "formData")
          const file = field["type"] === "file"
          const example = examples[0]?.value
          const schema: Schema = {
            types: ["string"],
            ...(file ? { format: "binary" } : {}),
            description,
            ...(example === undefined || file ? {} : { examples: [example] })
          }
          return { name: pair.name, required: false, schema }
        })
      )
  },
  examples: [],
  encoding: []
})

const graphqlBody = (graphql: Json | undefined): MediaType => {
  const query = isObject(graphql) ? textOf(graphql["query"]) : undefined
  return {
    mediaType: "application/json",
    schema: {
      types: ["object"],
      properties: [
        { name: "query", required: true, schema: { types: ["string"], description: "The GraphQL document." } },
        { name: "variables", required: false, schema: { types: ["object"] } }
      ]
    },
    examples: query === undefined ? [] : [{ value: { query } }],
    encoding: []
  }
}

const modes: Readonly<Record<string, (body: JsonObject, headers: Json | undefined) => MediaType | undefined>> = {
  raw: rawBody,
  urlencoded: (body) => formBody("application/x-www-form-urlencoded", body["urlencoded"]),
  formdata: (body) => formBody("multipart/form-data", body["formdata"]),
  file: (_, headers) => ({
    mediaType: contentTypeOf(headers) ?? "application/octet-stream",
    schema: { types: ["string"], format: "binary" },
    examples: [],
    encoding: []
  }),
  graphql: (body) => graphqlBody(body["graphql"])
}

/** The body of a saved request. */
export const readBody = (request: JsonObject): RequestBody | undefined => {
  const body = request["body"]
  if (!isObject(body)) return undefined
  const content = modes[textOf(body["mode"]) ?? ""]?.(body, request["header"])
  if (content === undefined) return undefined
  const variable = variableIn(textOf(body["raw"]) ?? "")
  const description = variable === undefined ? undefined : `The value of the variable \`${variable}\`.`
  return { required: false, description, content: [content] }
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

/** The saved answers of a request, those of one code together. */
export const readAnswers = (saved: Json | undefined): ReadonlyArray<ApiResponse> => {
  const byCode = new Map<string, Saved>()
  for (const answer of listOf(saved).filter(isObject)) {
    const code = typeof answer["code"] === "number" ? String(answer["code"]) : "default"
    const name = textOf(answer["name"]) ?? textOf(answer["status"]) ?? ""
    const entry: Saved = byCode.get(code) ?? { names: [], content: new Map(), headers: new Map() }
    byCode.set(code, entry)
    if (name !== "" && !entry.names.includes(name)) entry.names.push(name)
    for (const header of headersOf(answer["header"])) entry.headers.set(header.name.toLowerCase(), header)
    const text = textOf(answer["body"]) ?? ""
    if (text.trim() === "") continue
    const mediaType =
      contentTypeOf(answer["header"]) ?? (parsed(text) === undefined ? "text/plain" : "application/json")
    const examples = entry.content.get(mediaType) ?? []
    entry.content.set(mediaType, examples)
    examples.push(exampleOf(text, mediaType, name))
  }
  return [...byCode].map(([code, { content, headers, names }]) => ({
    code,
    description: names.join("; "),
    headers: [...headers.values()],
    content: [...content].map(([mediaType, examples]) => ({ mediaType, examples, encoding: [] })),
    links: []
  }))
}
