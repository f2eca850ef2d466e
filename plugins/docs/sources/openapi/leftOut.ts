/** What a description has that nothing of the model tells: extensions, and components that no operation refers to. Each is named in the report. */
import { isObject, listOf, membersOf, type Json, type JsonObject } from "../../model/Json.ts"
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
const known: ReadonlySet<string> = new Set(["x-webhooks", "x-extensible-enum", "x-example", "x-examples"])

const extensionsOf = (root: JsonObject): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (value: Json, isNamed: boolean): void => {
    if (Array.isArray(value)) return listOf(value).forEach((one) => visit(one, false))
    if (!isObject(value)) return
    for (const [name, inner] of Object.entries(value)) {
      if (isNamed) visit(inner, false)
      else if (name.startsWith("x-") && !known.has(name)) found.add(name)
      else if (!data.has(name)) visit(inner, naming.has(name))
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
  const extensions = [...extensionsOf(reading.root)]
  const code = "unsupported_keyword"
  if (unused.length > 0)
    reading.warn({ code, message: `Components that no operation uses are left out: ${listed(unused)}` })
  if (extensions.length > 0) reading.warn({ code, message: `Extensions are left out: ${listed(extensions)}` })
}
