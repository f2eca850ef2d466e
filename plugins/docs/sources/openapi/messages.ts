/** Parameters, bodies, responses, headers and links of 3.0 and 3.1; 2.0 has its own file for what it says differently. */
import { isObject, listOf, membersOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type {
  ApiResponse,
  Example,
  Header,
  Link,
  MediaType,
  Parameter,
  ParameterPlace,
  RequestBody
} from "../../model/ApiModel.ts"
import { describedIn } from "./leftOut.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken, refOf, type Placed } from "./Resolver.ts"
import { readSchema, textsIn, untitled } from "./schemas.ts"

/** A field of a model, if the value is a text with something in it. */
export const optionalText = <Name extends string>(
  name: Name,
  value: Json | undefined
): { readonly [N in Name]?: string } =>
  (typeof value === "string" && value.trim() !== "" ? { [name]: value } : {}) as { readonly [N in Name]?: string }

const child = ({ pointer, value }: Placed, name: string): Placed => ({
  value: (value as JsonObject)[name]!,
  pointer: `${pointer}/${escapeToken(name)}`
})

const has = ({ value }: Placed, name: string): boolean => isObject(value) && value[name] !== undefined

/** The object behind a value that may be a reference; `undefined` where there is none. */
export const objectAt = (placed: Placed, reading: Reading): (Placed & { readonly value: JsonObject }) | undefined => {
  reading.count()
  const found = reading.resolver.follow(placed)
  if (found === undefined) return undefined
  if (isObject(found.value)) return { ...found, value: found.value }
  reading.warn({ code: "unexpected_value", message: "An object was expected", location: { pointer: placed.pointer } })
  return undefined
}

/** A value that only names another file: what it shows stands there. */
const isElsewhere = (value: Json | undefined): boolean =>
  isObject(value) &&
  Object.keys(value).join() === "$ref" &&
  /^(?![a-z][\w+.-]*:)[^#]+\.(?:json|ya?ml)$/i.test(String(value["$ref"]))

const readExample = (name: string, placed: Placed, reading: Reading): Example | undefined => {
  const found = objectAt(placed, reading)
  if (found === undefined) return undefined
  const { value } = found
  const [, shared] = /^#\/components\/examples\/([^/]+)$/.exec(String((placed.value as JsonObject)["$ref"])) ?? []
  return {
    name,
    ...optionalText("shared", shared),
    ...optionalText("summary", value["summary"]),
    ...optionalText("description", value["description"]),
    value: value["value"],
    ...optionalText("externalValue", value["externalValue"])
  }
}

/** `example` and `examples` of a parameter, header or media type. What is inside an example is data, never followed. */
export const readExamples = (placed: Placed, reading: Reading): ReadonlyArray<Example> => {
  const value = placed.value as JsonObject
  const single = value["example"] === undefined ? [] : [{ value: value["example"] }]
  const several = isObject(value["examples"])
    ? Object.entries(value["examples"]).flatMap(
        ([name, example]) =>
          readExample(name, { value: example, pointer: `${placed.pointer}/examples/${escapeToken(name)}` }, reading) ??
          []
      )
    : []
  return [...single, ...several].filter((example) => {
    if (!isElsewhere(example.value)) return true
    const message = "An example stands in another file, which is not read"
    reading.warn({ code: "external_ref_not_followed", message, location: { pointer: placed.pointer } })
    return false
  })
}

const readEncoding = (placed: Placed, reading: Reading): MediaType["encoding"] =>
  membersOf((placed.value as JsonObject)["encoding"]).flatMap(([property, value]) =>
    isObject(value)
      ? [
          {
            property,
            ...optionalText("contentType", value["contentType"]),
            ...optionalText("style", value["style"]),
            headers: readHeaders({ value, pointer: `${placed.pointer}/encoding/${escapeToken(property)}` }, reading)
          }
        ]
      : []
  )

/** Bodies whose parts are sent each in its way. */
export const isForm = (mediaType: string): boolean => /^multipart\/|x-www-form-urlencoded/i.test(mediaType)

/** The bodies of a message by media type. */
export const readContent = (placed: Placed, reading: Reading): ReadonlyArray<MediaType> => {
  if (!has(placed, "content")) return []
  const content = child(placed, "content")
  return membersOf(content.value).flatMap(([mediaType]) => {
    const found = objectAt(child(content, mediaType), reading)
    if (found === undefined) return []
    const isNamed = mediaType.trim() !== ""
    const message = "A media type has no name: it is taken for any"
    if (!isNamed) reading.warn({ code: "unexpected_value", message, location: { pointer: found.pointer } })
    return [
      {
        mediaType: isNamed ? mediaType : "*/*",
        ...(has(found, "schema") ? { schema: readSchema(child(found, "schema"), reading) } : {}),
        examples: readExamples(found, reading),
        // Of other bodies it has no meaning.
        encoding: isForm(mediaType) ? readEncoding(found, reading) : []
      }
    ]
  })
}

/** The schema of a parameter or header with its examples: its own, or those of its one media type. */
const readValue = (
  placed: Placed,
  reading: Reading
): Pick<Header, "schema" | "examples"> & { readonly mediaType?: string } => {
  if (reading.dialect === "2.0") {
    const schema = readSchema(has(placed, "schema") ? child(placed, "schema") : placed, reading)
    return { schema, examples: [] }
  }
  const given = readExamples(placed, reading)
  if (has(placed, "schema")) {
    const schema = readSchema(child(placed, "schema"), reading)
    const examples = given.flatMap((one) =>
      one.value === undefined ? [one] : textsIn(one.value, schema.types).map((value) => ({ ...one, value }))
    )
    // Authors who come from 2.0 put the values beside the schema.
    const values = listOf((placed.value as JsonObject)["enum"])
    return { schema: values.length === 0 || schema.enum !== undefined ? schema : { ...schema, enum: values }, examples }
  }
  const [content] = readContent(placed, reading)
  if (content === undefined) return { schema: {}, examples: given }
  return { schema: content.schema ?? {}, mediaType: content.mediaType, examples: [...given, ...content.examples] }
}

const common = (name: string, placed: Placed, reading: Reading) => {
  const value = placed.value as JsonObject
  const { examples, mediaType, schema: own } = readValue(placed, reading)
  const schema = untitled(name, own)
  // In 2.0 the schema's words stand in the parameter itself: they are the parameter's.
  const { deprecated: _, description: __, ...bare } = schema
  return {
    ...optionalText("description", describedIn(value)),
    deprecated: value["deprecated"] === true,
    schema: reading.dialect === "2.0" ? bare : schema,
    mediaType,
    ...optionalText("style", value["style"]),
    ...(typeof value["explode"] === "boolean" ? { explode: value["explode"] } : {}),
    examples
  }
}

const places: ReadonlySet<string> = new Set(["path", "query", "header", "cookie", "formData"])

const readParameter = (placed: Placed, reading: Reading): Parameter | undefined => {
  const { value } = placed as { readonly value: JsonObject; readonly pointer: string }
  const name = textOf(value["name"])
  const place = textOf(value["in"])
  if (name === undefined || place === undefined || !places.has(place)) {
    const message = `A parameter has no name, or is in no known place`
    reading.warn({ code: "unexpected_value", message, location: { pointer: placed.pointer } })
    return undefined
  }
  return {
    name,
    in: place as ParameterPlace,
    required: place === "path" || value["required"] === true,
    ...common(name, placed, reading),
    ...(value["allowEmptyValue"] === true ? { allowEmptyValue: true } : {}),
    ...(value["allowReserved"] === true ? { allowReserved: true } : {})
  }
}

/** Parameters by place and name, in the order of the lists: a later list replaces what it repeats. */
export const readParameters = (lists: ReadonlyArray<Placed>, reading: Reading): ReadonlyArray<Parameter> => {
  const all = new Map<string, Parameter>()
  for (const list of lists) {
    const seen = new Set<string>()
    if (!Array.isArray(list.value)) continue
    list.value.forEach((value: Json, at) => {
      const found = objectAt({ value, pointer: `${list.pointer}/${at}` }, reading)
      if (found === undefined || found.value["in"] === "body") return
      const parameter = readParameter(found, reading)
      if (parameter === undefined) return
      const key = `${parameter.in} ${parameter.name}`
      if (seen.has(key)) {
        const message = `The parameter ${parameter.name} in ${parameter.in} is given twice`
        return reading.warn({ code: "duplicate_parameter", message, location: { pointer: found.pointer } })
      }
      seen.add(key)
      all.set(key, parameter)
    })
  }
  return [...all.values()]
}

/** The headers of a response or of a part of a form. */
export const readHeaders = (placed: Placed, reading: Reading): ReadonlyArray<Header> => {
  if (!has(placed, "headers")) return []
  const headers = child(placed, "headers")
  // Names of headers may begin with `x-` without being extensions.
  return Object.keys(isObject(headers.value) ? headers.value : {}).flatMap((name) => {
    const found = objectAt(child(headers, name), reading)
    const read = found && reading.within(found.pointer, () => common(name, found, reading))
    return read === undefined ? [] : [{ name, required: found!.value["required"] === true, ...read }]
  })
}

const readLinks = (placed: Placed, reading: Reading): ReadonlyArray<Link> => {
  if (!has(placed, "links")) return []
  const links = child(placed, "links")
  return membersOf(links.value).flatMap(([name]) => {
    const found = objectAt(child(links, name), reading)
    if (found === undefined) return []
    return [
      {
        name,
        ...optionalText("description", found.value["description"]),
        ...optionalText("operationId", found.value["operationId"]),
        ...optionalText("operationRef", found.value["operationRef"]),
        parameters: membersOf(found.value["parameters"]).map(([parameter, value]) => ({ name: parameter, value }))
      }
    ]
  })
}

/** The body of a request, or `undefined` when there is none. */
export const readRequestBody = (operation: Placed, reading: Reading): RequestBody | undefined => {
  if (!has(operation, "requestBody")) return undefined
  const found = objectAt(child(operation, "requestBody"), reading)
  if (found === undefined) return undefined
  return {
    required: found.value["required"] === true,
    ...optionalText("description", found.value["description"]),
    content: readContent(found, reading)
  }
}

/** The answers of an operation, by code. */
export const readResponses = (
  operation: Placed,
  reading: Reading,
  read: (code: string, placed: Placed & { readonly value: JsonObject }) => ApiResponse
): ReadonlyArray<ApiResponse> => {
  if (!has(operation, "responses")) return []
  const responses = child(operation, "responses")
  return membersOf(responses.value).flatMap(([code]) => {
    const found = objectAt(child(responses, code), reading)
    if (found !== undefined) return [read(code, found)]
    // Where it leads nowhere, the code is still part of the contract.
    const ref = refOf(child(responses, code).value)
    const description = ref === undefined ? "" : `Unresolved response \`${ref}\`.`
    return [{ code, description, headers: [], content: [], links: [] }]
  })
}

/** An answer of 3.0 and 3.1. */
export const readResponse =
  (reading: Reading) =>
  (code: string, placed: Placed & { readonly value: JsonObject }): ApiResponse => ({
    code,
    description: textOf(placed.value["description"]) ?? "",
    headers: readHeaders(placed, reading),
    content: readContent(placed, reading),
    links: readLinks(placed, reading)
  })
