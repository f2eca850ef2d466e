/** How values of parameters are written into a request (OpenAPI, "Style Values"): lists, objects, and what stands for a value. */
import type { Parameter } from "../../model/ApiModel.ts"
import { isObject, type Json } from "../../model/Json.ts"

const textOf = (json: Json): string => (typeof json === "string" ? json : JSON.stringify(json))

/** A text for an address. What stands in braces for a value that a reader fills in stays as it is. */
export const encoded = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\{\{([^{}"]+)\}\}/g, "{$1}")
    .split(/(\{[^{}"]+\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
    .join("")

/** A value for an address. Without one of its own, the name in braces says best what belongs there. */
const written = (name: string, value: Json): string => encoded(value === "string" ? `{${name}}` : textOf(value))

const delimiters: Readonly<Record<string, string>> = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
  ssv: "%20",
  tsv: "%09",
  pipes: "%7C"
}

type Pair = readonly [name: string, value: string]

const objectPairs = (
  { explode = true, name, style = "form" }: Parameter,
  value: Record<string, Json>
): ReadonlyArray<Pair> => {
  const members = Object.entries(value).flatMap(([key, member]) =>
    (Array.isArray(member) ? member : [member]).map((one) => [key, written(key, one)] as const)
  )
  if (style === "deepObject") return members.map(([key, text]) => [`${name}[${key}]`, text])
  if (style !== "form" || !explode) return [[name, members.flat().join(delimiters[style] ?? ",")]]
  return members
}

/** A value of a query as names with encoded values. Lists of OpenAPI 2.0 are joined unless they say otherwise. */
export const queryPairs = (parameter: Parameter, value: Json, isSwagger: boolean): ReadonlyArray<Pair> => {
  const { explode, mediaType, name, schema, style = "form" } = parameter
  if (mediaType !== undefined || typeof value !== "object" || value === null) return [[name, written(name, value)]]
  if (isObject(value)) return isSwagger ? [[name, written(name, value)]] : objectPairs(parameter, value)
  const { collectionFormat = "csv" } = schema
  const isRepeated = isSwagger ? collectionFormat === "multi" : style === "form" && explode !== false
  if (isRepeated) return value.map((one) => [name, written(name, one)])
  const delimiter = delimiters[isSwagger ? collectionFormat : style] ?? ","
  return [[name, value.map((one) => written(name, one)).join(delimiter)]]
}

/** A value of a path, a header or a field as one text: lists are joined. */
export const plainValue = (value: Json): string => (Array.isArray(value) ? value.map(textOf).join(",") : textOf(value))
