/**
 * What `bursar/client` takes from the published documents: the types of bodies and answers, and a table of the operations. Run as
 * a program, with `npm run client` or as the package is installed, it writes them into src/client/generated, which nobody keeps.
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { documentOf, published } from "../services.ts"
import { methodPathOf } from "./names.ts"
import { comment, countriesOf, declarationOf, membersOf, reachedFrom, typeOf, type Json } from "./types.ts"

/** Where the modules belong. */
export const folder = join(import.meta.dirname, "../../../src/client")

const sent = { isSent: true }
const received = { isSent: false }

/** Headers that the client sends by itself or by its options. */
const ownHeaders = ["idempotency-key", "svc-data-region", "svc-version", "api-version"]

/** An operation with everything that its method needs. */
interface Method {
  readonly path: ReadonlyArray<string>
  /** The row of the table. */
  readonly row: Readonly<Record<string, unknown>>
  /** The line of the resource, and a declaration of its parameters where they are its own. */
  readonly signature: string
  readonly params: string | undefined
}

const nameOf = (ref: string): string => ref.split("/").at(-1) ?? ""

const camelOf = (name: string): string => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

const camel = (name: string): string => camelOf(name.toLowerCase())

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Parameters as an object schema; `created[gte]` becomes `created: { gte }`. */
const asObject = (parameters: ReadonlyArray<Json>): Json => {
  const schema: Json = { type: "object", properties: {}, required: [] }
  for (const { description, in: where, name, required, schema: of } of parameters) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
    if (outer === undefined || inner === undefined) {
      const known = where === "header" ? camel(name) : name
      schema.properties[known] = { ...of, description }
      if (required === true) schema.required.push(known)
    } else {
      schema.properties[outer] ??= { type: "object", properties: {} }
      schema.properties[outer].properties[inner] = { ...of, description }
    }
  }
  return schema
}

const successOf = (operation: Json): ReadonlyArray<readonly [type: string, schema: Json]> => {
  const answers = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith("2"))
  return answers.flatMap(([, { content }]) =>
    Object.entries<Json>(content ?? {}).map(([type, of]) => [type, of.schema])
  )
}

/** The type of the items of a page, where the schema is one. */
const itemOf = (document: Json, parameters: ReadonlyArray<Json>, schema: Json): string | undefined => {
  if (!parameters.some(({ name }) => name === "cursor") || schema?.$ref === undefined) return undefined
  const { properties } = document.components.schemas[nameOf(schema.$ref)]
  return typeOf((properties.data ?? properties.items).items, received)
}

/** What an operation takes and answers, as methods show it. */
const readOperation = (document: Json, operation: Json, path: ReadonlyArray<string>) => {
  const all: ReadonlyArray<Json> = (operation.parameters ?? []).map((parameter: Json) =>
    parameter.$ref === undefined ? parameter : document.components.parameters[nameOf(parameter.$ref)]
  )
  const headers = all.filter(({ in: where, name }) => where === "header" && !ownHeaders.includes(name.toLowerCase()))
  const query = all.filter(({ in: where }) => where === "query")
  const body = operation.requestBody?.content["application/json"]?.schema
  const fields = body?.$ref === undefined ? body : document.components.schemas[nameOf(body.$ref)]
  const hasFields = fields !== undefined && !isEmptied(fields)
  const extra = asObject([...query, ...headers])
  const hasExtra = Object.keys(extra.properties).length > 0
  const paramsName = `${path.map(capital).join("")}Params`
  const success = successOf(operation)
  const json = success.filter(([type]) => type === "application/json").map(([, schema]) => schema)
  return {
    all,
    headers,
    query,
    body,
    extra,
    paramsName,
    params: [...(hasFields ? [typeOf(body, sent)] : []), ...(hasExtra ? [paramsName] : [])],
    isRequired: extra.required.length > 0 || (hasFields && (fields.required ?? []).length > 0),
    answer: Array.from(new Set(json.map((schema) => typeOf(schema, received)))).join(" | ") || "void",
    item: itemOf(document, all, json[0]),
    hasJson: json.length > 0,
    hasText: success.some(([type]) => /^text\/(?!event-stream)/.test(type)),
    hasEvents: success.some(([type]) => type === "text/event-stream")
  }
}

type Read = ReturnType<typeof readOperation>

/** The row of the table. */
const rowOf = (path: string, verb: string, { security }: Json, read: Read): Readonly<Record<string, unknown>> => ({
  method: verb.toUpperCase(),
  path,
  ...(read.body === undefined ? {} : { body: true }),
  ...(read.params.length === 0 ? {} : { params: true }),
  ...(read.all.some(({ name }) => name === "Idempotency-Key") ? { key: true } : {}),
  ...(read.body !== undefined && read.query.length > 0 ? { query: read.query.map(({ name }) => name) } : {}),
  ...(read.headers.length === 0
    ? {}
    : { headers: Object.fromEntries(read.headers.map(({ name }) => [camel(name), name.toLowerCase()])) }),
  ...(security?.length === 0 ? { open: true } : {}),
  ...(read.hasText ? { text: true } : {}),
  ...(read.item === undefined ? {} : { list: true })
})

/** The lines of a method: two where a format gives a text instead of an object. */
const signatureOf = (name: string, path: string, operation: Json, read: Read): string => {
  const words = comment(operation.summary?.replace(/[^.]$/, "$&."), operation.description)
  const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, id]) => `${camelOf(id ?? "")}: string`)
  const line = (result: string, isRequired = read.isRequired, more = "") => {
    const params = `params${isRequired ? "" : "?"}: ${read.params.join(" & ")}${more}`
    const given = [...ids, ...(read.params.length === 0 ? [] : [params]), "options?: RequestOptions"]
    return `  ${words}\n  ${name}(${given.join(", ")}): ${result}`
  }
  if (name === "stream") return line("EventStream")
  if (read.item !== undefined) return line(`List<${read.answer}, ${read.item}>`)
  if (!read.hasText) return line(`Call<${read.answer}>`)
  const formats: ReadonlyArray<string> = read.extra.properties.format.enum
  const texts = formats.filter((format) => format !== "json").map((format) => JSON.stringify(format))
  return [
    line(`Call<${read.answer}>`, read.isRequired, ` & { format?: "json" | undefined }`),
    line("Call<string>", true, ` & { format: ${texts.join(" | ")} }`)
  ].join("\n")
}

/** The methods of an operation: one, or two where it also answers with a stream of events. */
const methodsOfOne = (
  service: string,
  document: Json,
  path: string,
  verb: string,
  operation: Json
): ReadonlyArray<Method> => {
  const found = methodPathOf(service, operation.operationId, path)
  if (found === undefined) return []
  const read = readOperation(document, operation, found)
  const row = rowOf(path, verb, operation, read)
  const members = membersOf(read.extra, sent).map((member) => `  ${member}`)
  const declared = `${comment(`What \`${found.join(".")}\` takes.`)}\nexport interface ${read.paramsName} {\n${members.join("\n")}\n}`
  const params = read.params.includes(read.paramsName) ? declared : undefined
  const name = found.at(-1) ?? ""
  const streaming = { path: [...found.slice(0, -1), "stream"], row: { ...row, stream: true } }
  const streamed = { ...streaming, signature: signatureOf("stream", path, operation, read), params: undefined }
  if (!read.hasJson && read.hasEvents) return [{ ...streamed, params }]
  const method = { path: found, row, signature: signatureOf(name, path, operation, read), params }
  return read.hasEvents ? [method, streamed] : [method]
}

/** The key goes into the header: the client fills it in. */
const withoutKey = (schema: Json): Json => {
  if (schema.properties?.idempotency_key === undefined) return schema
  const { idempotency_key: _, ...properties } = schema.properties
  return { ...schema, properties }
}

const isEmptied = (schema: Json): boolean => Object.keys(withoutKey(schema).properties ?? { any: true }).length === 0

type Tree = Map<string, Method | Tree>

const treeOf = (methods: ReadonlyArray<Method>): Tree => {
  const tree: Tree = new Map()
  for (const method of methods) {
    let at = tree
    for (const name of method.path.slice(0, -1)) {
      const inner = at.get(name) ?? new Map<string, Method | Tree>()
      at.set(name, inner)
      at = inner as Tree
    }
    const last = method.path.at(-1) ?? ""
    if (at.has(last)) throw new Error(`Two operations are called ${method.path.join(".")}`)
    at.set(last, method)
  }
  return tree
}

const resourcesOf = (tree: Tree, name: string, words: string): ReadonlyArray<string> => {
  const inner: Array<string> = []
  const lines = Array.from(tree, ([key, value]) => {
    if (!(value instanceof Map)) return value.signature
    const type = `${name === "Service" ? "" : name.replace(/Resource$/, "")}${capital(key)}Resource`
    inner.push(...resourcesOf(value, type, `Methods of \`${key}\`.`))
    return `  readonly ${key}: ${type}`
  })
  return [...inner, `/** ${words} */\nexport interface ${name} {\n${lines.join("\n")}\n}`]
}

const rowsOf = (tree: Tree, indent: string): string =>
  Array.from(tree, ([key, value]) =>
    value instanceof Map
      ? `${indent}${key}: {\n${rowsOf(value, `${indent}  `)}\n${indent}}`
      : `${indent}${key}: ${JSON.stringify(value.row)}`
  ).join(",\n")

const codesOf = (document: Json): ReadonlyArray<string> => {
  const codes = new Set<string>()
  const refusals: Array<Json> = Object.values<Json>(document.components.responses ?? {})
  for (const path of Object.values<Json>(document.paths)) {
    for (const { responses } of Object.values<Json>(path)) refusals.push(...Object.values<Json>(responses))
  }
  for (const { content } of refusals) {
    JSON.stringify(content?.["application/json"]?.schema, (key, value: Json) => {
      if (key === "code" && Array.isArray(value?.enum)) for (const code of value.enum) codes.add(code)
      return value
    })
  }
  return Array.from(codes).sort()
}

/** The events of webhooks, told apart by their type. */
const eventsOf = (document: Json): ReadonlyArray<string> => {
  const [type = ""] = ["type", "eventType"].filter(
    (name) => name in (document.components.schemas.Event?.properties ?? {})
  )
  const rows = Object.entries<Json>(document.webhooks ?? {}).map(([name, { post }]) => {
    const [, own] = post.requestBody.content["application/json"].schema.allOf
    return `  /** ${post.description} */\n  | Happened<${JSON.stringify(name)}, ${typeOf(own.properties.data, received)}>`
  })
  if (rows.length === 0) return []
  return [
    `type Happened<Type, Data> = Omit<Event, "${type}" | "data"> & { ${type}: Type; data: Data }`,
    `/** An event that a webhook delivers; \`${type}\` tells what \`data\` is. */\nexport type WebhookEvent =\n${rows.join("\n")}`
  ]
}

const methodsOf = (service: string, document: Json): ReadonlyArray<Method> =>
  Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations).flatMap(([verb, operation]) =>
      methodsOfOne(service, document, path, verb, operation)
    )
  )

/** The modules of a service, by file: the types, and the table that runs. */
export const modulesOf = (service: string, document: Json): Readonly<Record<string, string>> => {
  const methods = methodsOf(service, document)
  const tree = treeOf(methods)
  const bodies = Object.values<Json>(document.paths)
    .flatMap((path) => Object.values<Json>(path))
    .flatMap(({ requestBody }) => Object.values<Json>(requestBody?.content ?? {}))
  const asked = reachedFrom(document, bodies)
  const schemas = Object.entries<Json>({ ...document.components.schemas, ...countriesOf(document) }).map(
    ([name, schema]) => declarationOf(name, asked.has(name) ? withoutKey(schema) : schema, { isSent: asked.has(name) })
  )
  const signatures = methods.map(({ signature }) => signature).join()
  const returned = ["Call", "EventStream", "List"].filter((name) => new RegExp(`\\b${name}\\b`).test(signatures))
  const origin = `\`npm run client\` writes this file from the published document of ${service}.`
  const types = [
    `/** Types of bodies, answers and events. ${origin} */\nimport type { ${returned.join(", ")}, RequestOptions } from "../Call.ts"`,
    `/** The codes of refusals. A newer service may answer further ones. */\nexport type ErrorCode =\n${codesOf(
      document
    )
      .map((code) => `  | ${JSON.stringify(code)}`)
      .join("\n")}`,
    ...eventsOf(document),
    ...resourcesOf(tree, "Service", "The methods, by resource."),
    ...methods.flatMap(({ params }) => params ?? []),
    ...schemas
  ]
  const table = `/** The operations by the names of their methods. ${origin} */\nimport type { Operations } from "../Operation.ts"\n\n/** The table. */\nexport const operations: Operations = {\n${rowsOf(tree, "  ")}\n}`
  return { [`generated/${service}.ts`]: `${types.join("\n")}\n`, [`generated/${service}-operations.ts`]: `${table}\n` }
}

/** The modules of all services, by file. */
export const modules = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...published.map((service) => modulesOf(service.id, documentOf(service))))

/** Writes all of them, each at once: somebody else may be making a bundle of them. */
export const writeModules = (): void => {
  for (const [file, text] of Object.entries(modules())) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  }
}

if (import.meta.main) writeModules()
