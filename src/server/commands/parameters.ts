/**
 * Parameters of API calls as flags: `--payment-method pm_card_visa --metadata.order 7`. Which text is a number is taken from
 * the document that the server publishes, so that a postal code stays a text.
 */
import type { Operation } from "../../client/Operation.ts"
import { CommandRefused } from "../refusal.ts"

/** A parameter as it was written: the parts of its name, and its text, or `true` where there is none. */
export interface Given {
  readonly flag: string
  readonly text: string | true
}

/** Flags that are the command's own in every call. */
const own: ReadonlySet<string> = new Set([
  "server",
  "key",
  "data",
  "json",
  "idempotency-key",
  "region",
  "help",
  "version",
  "completions",
  "log-level",
  "wizard"
])

/** Those that take no value. */
const alone: ReadonlySet<string> = new Set(["json", "help", "version", "wizard"])

/** Parts the parameters of a call from everything else, which the command line reads. */
export const takeParameters = (
  args: ReadonlyArray<string>
): { readonly rest: ReadonlyArray<string>; readonly given: ReadonlyArray<Given> } => {
  const rest: Array<string> = []
  const given: Array<Given> = []
  for (let at = 0; at < args.length; at++) {
    const [, flag, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(args[at]!) ?? []
    if (flag === undefined || own.has(flag)) {
      rest.push(args[at]!)
      // The value of an own flag is no parameter, whatever it looks like.
      if (flag !== undefined && inline === undefined && !alone.has(flag) && at + 1 < args.length) {
        rest.push(args[++at]!)
      }
    } else if (inline !== undefined) given.push({ flag, text: inline })
    else if (at + 1 < args.length && !args[at + 1]!.startsWith("--")) given.push({ flag, text: args[++at]! })
    else given.push({ flag, text: true })
  }
  return { rest, given }
}

/** As much of a JSON schema as tells types. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
}

/** A published document, as far as it is read here. */
export interface PublishedDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
}

interface PublishedOperation {
  readonly parameters?: ReadonlyArray<{ readonly name?: string; readonly in?: string; readonly schema?: JsonSchema }>
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }
}

/** The schema of what an operation takes, in its query, in headers and in its body. */
export const parametersSchema = (document: PublishedDocument, { headers, method, path }: Operation): JsonSchema => {
  const { parameters = [], requestBody } = document.paths?.[path]?.[method.toLowerCase()] ?? {}
  const query = parameters.filter((parameter) => parameter.in === "query")
  const named = [...query, ...Object.keys(headers ?? {}).map((name) => ({ name, schema: {} }))]
  const body = requestBody?.content?.["application/json"]?.schema
  return {
    properties: Object.fromEntries(named.map(({ name = "", schema = {} }) => [name, schema])),
    allOf: body === undefined ? [] : [body]
  }
}

/** A schema with all that it refers to and consists of. */
const partsOf = (document: PublishedDocument, schema: JsonSchema): ReadonlyArray<JsonSchema> => {
  const named = schema.$ref?.replace(/^#\/components\/schemas\//, "")
  const target = named === undefined ? undefined : document.components?.schemas?.[named]
  const within = [
    ...(target === undefined ? [] : [target]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? [])
  ]
  return [schema, ...within.flatMap((part) => partsOf(document, part))]
}

const plain = (name: string): string => name.replace(/[-_]/g, "").toLowerCase()

/** The field that a part of a flag means: `payment-method` is `payment_method`, or `paymentMethod`. */
const fieldOf = (parts: ReadonlyArray<JsonSchema>, flag: string): readonly [string, JsonSchema] | undefined => {
  for (const { properties = {} } of parts) {
    const found = Object.entries(properties).find(([name]) => plain(name) === plain(flag))
    if (found !== undefined) return found
  }
  const open = parts.map(({ additionalProperties }) => additionalProperties).find((one) => typeof one === "object")
  return open === undefined ? undefined : [flag, open]
}

const wrong = (flag: string, expected: string) =>
  new CommandRefused({ message: `--${flag} must be ${expected}`, isUsage: true })

const parsed = (flag: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong(flag, "JSON")
  }
}

const typesOf = (parts: ReadonlyArray<JsonSchema>): ReadonlySet<string> =>
  new Set(parts.flatMap(({ enum: values = [], type = [] }) => [type, values.map((value) => typeof value)].flat(2)))

const valueOf = (document: PublishedDocument, schema: JsonSchema | undefined, { flag, text }: Given): unknown => {
  if (text === true) return true
  const parts = schema === undefined ? [] : partsOf(document, schema)
  const types = typesOf(parts)
  if (types.has("array")) {
    const items = parts.find((part) => part.items !== undefined)?.items
    return text.startsWith("[")
      ? parsed(flag, text)
      : text.split(",").map((one) => valueOf(document, items, { flag, text: one }))
  }
  if (types.has("string") || types.size === 0) return text
  if (types.has("integer") || types.has("number")) {
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    throw wrong(flag, "a number")
  }
  if (types.has("boolean")) {
    if (text === "true" || text === "false") return text === "true"
    throw wrong(flag, "true or false")
  }
  return parsed(flag, text)
}

/** Fields of objects, that a name such as `__proto__` is one of them. */
type Fields = Record<string, unknown>

const fieldsIn = (fields: Fields, name: string): Fields => {
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof known === "object" && known !== null) return known as Fields
  const made: Fields = Object.create(null) as Fields
  fields[name] = made
  return made
}

/** A list may be given item by item; of anything else a second value would be as good as the first. */
const both = (earlier: unknown, value: unknown, { flag }: Given): unknown => {
  if (earlier === undefined) return value
  if (Array.isArray(earlier) && Array.isArray(value)) return [...(earlier as unknown[]), ...(value as unknown[])]
  throw wrong(flag, "given once")
}

/**
 * The parameters as the call takes them. A name that the schema does not know goes as it is written, so that the server
 * says what is wrong with it.
 */
export const typedParameters = (
  document: PublishedDocument,
  schema: JsonSchema | undefined,
  given: ReadonlyArray<Given>
): Readonly<Record<string, unknown>> => {
  const fields: Fields = Object.create(null) as Fields
  for (const one of given) {
    let at = schema
    let into = fields
    const names = one.flag.split(".")
    for (const [depth, part] of names.entries()) {
      const [name, inner] = (at === undefined ? undefined : fieldOf(partsOf(document, at), part)) ?? [
        part.replaceAll("-", "_")
      ]
      at = inner
      if (depth < names.length - 1) into = fieldsIn(into, name)
      else into[name] = both(into[name], valueOf(document, inner, one), one)
    }
  }
  return fields
}
