/** What a description has that nothing of the model tells: extensions, and components that no operation refers to. Each is named in the report. */
import { isObject, listOf, membersOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken } from "./Resolver.ts"

/** Keywords whose members are named by their authors. */
const naming: ReadonlySet<string> = new Set(
  "properties patternProperties headers responses schemas definitions parameters examples requestBodies links callbacks paths securitySchemes securityDefinitions scopes variables encoding content mapping".split(
    " "
  )
)

/** Keywords whose values are data. */
const data: ReadonlySet<string> = new Set("example x-example examples x-examples default enum const value".split(" "))

/** Extensions that are read. */
const known: ReadonlySet<string> = new Set(["x-nullable", "x-webhooks", "x-extensible-enum", "x-example", "x-examples"])

/** Extensions that speak to programs: those of makers of tools, and what orders or names things for them. The errors that one lists do not. */
const ofTools =
  /^x-(?!.*\berrors$)(?:accepts|amazon|apidog|apifox|aws|azure|class-|code-?samples?|codegen|content-type|controller|csharp|dotnet|enum-?varnames|express|faker|fern|field-|go|google|gitbook|group-parameters|handler|hidden|implements|internal-|java|js|kong|kubernetes|kusk|logo|mint|ms|nest|oai|omitempty|openapi|order|parent|php|postman|property-?order|python|r?apidoc|readme|redoc|router|ruby|rust|scalar|speakeasy|spring|stainless|stoplight|swagger|taggroups|ts|typescript|tyk|zuplo)(?![a-z]{3})/i

/** Characters of a text and items of a list that are a plain fact. Our choice. */
const longest = { text: 80, list: 10 }

const isPlain = (value: Json): boolean =>
  Array.isArray(value)
    ? value.length > 0 &&
      value.length <= longest.list &&
      value.every((one: Json) => !Array.isArray(one) && isPlain(one))
    : typeof value === "string"
      ? value.trim() !== "" && value.length <= longest.text && !value.includes("\n")
      : typeof value === "number"

const isFact = (name: string, value: Json): boolean =>
  name.startsWith("x-") && !known.has(name) && !ofTools.test(name) && isPlain(value)

/** Whether an extension says in words what to do instead of something deprecated. */
const isNotice = ({ deprecated }: JsonObject, name: string, value: Json): value is string =>
  deprecated === true && /^x-.*deprecat/i.test(name) && typeof value === "string" && /\S\s+\S/.test(value)

/** The description of something, with what extensions say of its deprecation as its last paragraph. */
export const describedIn = (of: JsonObject): string => {
  const notices = Object.entries(of).flatMap(([name, value]) => (isNotice(of, name, value) ? [value.trim()] : []))
  const said = notices.length === 0 ? "" : `**Deprecated.** ${notices.join(" ")}`
  return [textOf(of["description"]) ?? "", said].filter((part) => part !== "").join("\n\n")
}

/** The extensions that are objects at some operation: plain ones of the same name are not told either, else the others seem to have none. */
export const structuredExtensions = ({ root }: Reading): ReadonlySet<string> => {
  const operations = membersOf(root["paths"]).flatMap(([, item]) => membersOf(item).map(([, operation]) => operation))
  const members = operations.flatMap((operation) => (isObject(operation) ? Object.entries(operation) : []))
  const isStructured = (value: Json) => (Array.isArray(value) ? value.some(isObject) : isObject(value))
  return new Set(members.flatMap(([name, value]) => (isStructured(value) ? [name] : [])))
}

/** The extensions of an operation that say a plain fact to callers, such as a version or a scope. A flag does not say what it means. */
export const factsOf = (
  of: JsonObject,
  structured: ReadonlySet<string>,
  reading: Reading
): ReadonlyArray<{ keyword: string; value: Json }> => {
  const facts = Object.entries(of).filter(
    ([name, value]) => isFact(name, value) && !structured.has(name) && !isNotice(of, name, value)
  )
  reading.told.set(of, new Set(facts.map(([name]) => name)))
  return facts.map(([keyword, value]) => ({ keyword, value }))
}

/** How often each extension is not told. */
const extensionsOf = ({ root, told }: Reading): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const visit = (value: Json, isNamed: boolean): void => {
    if (Array.isArray(value)) return listOf(value).forEach((one) => visit(one, false))
    if (!isObject(value)) return
    for (const [name, inner] of Object.entries(value)) {
      if (isNamed) visit(inner, false)
      else if (name.startsWith("x-")) {
        const isTold = known.has(name) || told.get(value)?.has(name) === true || isNotice(value, name, inner)
        if (!isTold) found.set(name, (found.get(name) ?? 0) + 1)
      } else if (!data.has(name)) visit(inner, naming.has(name))
    }
  }
  visit(root, false)
  return found
}

/** Kinds of components that stand where they are used. Schemas and credentials have sections of their own. */
const kinds = ["parameters", "responses", "requestBodies", "headers", "examples", "links", "callbacks"] as const

const unusedOf = ({ dialect, resolver, root }: Reading): ReadonlyArray<string> =>
  kinds.flatMap((kind) => {
    const at = dialect === "2.0" ? `/${kind}` : `/components/${kind}`
    const holder = dialect === "2.0" ? root : root["components"]
    return membersOf(isObject(holder) ? holder[kind] : undefined)
      .filter(([name]) => !resolver.isUsed(`${at}/${escapeToken(name)}`))
      .map(([name]) => `${kind}/${name}`)
  })

/** Names of one kind that a warning lists. Our choice. */
const most = 40

const listed = (names: ReadonlyArray<string>): string =>
  `${names.slice(0, most).join(", ")}${names.length > most ? ` and ${names.length - most} more` : ""}`

/** Warns of what is left out; to be called when everything else was read. */
export const warnOfLeftOut = (reading: Reading): void => {
  const unused = unusedOf(reading)
  const extensions = [...extensionsOf(reading)].map(([name, count]) => (count === 1 ? name : `${name} (${count})`))
  const code = "unsupported_keyword"
  if (unused.length > 0)
    reading.warn({ code, message: `Components that no operation uses are left out: ${listed(unused)}` })
  if (extensions.length > 0) {
    const why = "they speak to tools, or are no plain facts of an operation"
    reading.warn({ code, message: `Extensions are left out, for ${why}: ${listed(extensions)}` })
  }
}
