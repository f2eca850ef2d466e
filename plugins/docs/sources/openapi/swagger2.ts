/** What OpenAPI 2.0 says in its own way: servers, bodies among the parameters, media types beside the schemas. */
import { isObject, listOf, membersOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { ApiResponse, MediaType, RequestBody, Server } from "../../model/ApiModel.ts"
import { isForm, objectAt, optionalText, readHeaders } from "./messages.ts"
import type { Reading } from "./Reading.ts"
import type { Placed } from "./Resolver.ts"
import { readSchema } from "./schemas.ts"

/** Base addresses from schemes, host and base path. Some hosts come with a scheme, though OpenAPI 2.0 does not allow it. */
export const readSwaggerServers = (root: JsonObject): ReadonlyArray<Server> => {
  const [, own, host] = /^(?:(https?|wss?):\/\/)?(.+)$/i.exec(textOf(root["host"])?.trim() ?? "") ?? []
  const path = textOf(root["basePath"]) ?? ""
  const named = listOf(root["schemes"]).filter((scheme) => typeof scheme === "string")
  const schemes = own === undefined ? named : [own.toLowerCase()]
  if (host === undefined && schemes.length === 0) return path === "" ? [] : [{ url: path, variables: [] }]
  return (schemes.length === 0 ? ["https"] : schemes).map((scheme) => ({
    url: `${scheme}://${host ?? "{host}"}${path}`.replace(/(?<=[^/:])\/$/, ""),
    variables:
      host === undefined
        ? [{ name: "host", enum: [], description: "The host of your server: the description names none." }]
        : []
  }))
}

/** Base addresses of an operation with schemes of its own. */
export const readOwnServers = ({ schemes }: JsonObject, root: JsonObject): ReadonlyArray<Server> =>
  schemes === undefined ? [] : readSwaggerServers({ ...root, schemes })

/** Media types of an operation, or of the document; JSON where nothing is said. */
const mediaTypes = (operation: JsonObject, reading: Reading, side: "consumes" | "produces"): ReadonlyArray<string> => {
  const own = operation[side] ?? reading.root[side]
  const given = listOf(own).filter((type) => typeof type === "string")
  return given.length === 0 ? ["application/json"] : given
}

/** The media types of a form, where the description names them. */
export const readFormTypes = (operation: JsonObject, reading: Reading): ReadonlyArray<string> =>
  mediaTypes(operation, reading, "consumes").filter(isForm)

/** The parameter that is the body, in the operation or its path. */
export const readBodyParameter = (
  operation: Placed & { readonly value: JsonObject },
  lists: ReadonlyArray<Placed>,
  reading: Reading
): RequestBody | undefined => {
  const bodies = lists.flatMap((list) =>
    listOf(list.value).flatMap((value: Json, at) => {
      const found = objectAt({ value, pointer: `${list.pointer}/${at}` }, reading)
      return found !== undefined && found.value["in"] === "body" ? [found] : []
    })
  )
  const body = bodies.at(-1)
  if (body === undefined) return undefined
  const schema =
    body.value["schema"] === undefined
      ? {}
      : { schema: readSchema({ value: body.value["schema"], pointer: `${body.pointer}/schema` }, reading) }
  const shown = new Map(membersOf(body.value["x-examples"]))
  return {
    required: body.value["required"] === true,
    ...optionalText("name", body.value["name"]),
    ...optionalText("description", body.value["description"]),
    content: mediaTypes(operation.value, reading, "consumes").map((mediaType): MediaType => ({
      mediaType,
      ...schema,
      examples: shown.has(mediaType) ? [{ value: shown.get(mediaType)! }] : [],
      encoding: []
    }))
  }
}

/** An answer of 2.0: one schema for all media types, examples by media type. */
export const readSwaggerResponse =
  (operation: JsonObject, reading: Reading) =>
  (code: string, placed: Placed & { readonly value: JsonObject }): ApiResponse => {
    const { value } = placed
    const examples = new Map(membersOf(value["examples"]))
    const given = value["schema"]
    const schema =
      given === undefined ? undefined : readSchema({ value: given, pointer: `${placed.pointer}/schema` }, reading)
    const types =
      schema === undefined
        ? [...examples.keys()]
        : [...new Set([...mediaTypes(operation, reading, "produces"), ...examples.keys()])]
    return {
      code,
      description: textOf(value["description"]) ?? "",
      headers: isObject(value["headers"]) ? readHeaders(placed, reading) : [],
      content: types.map((mediaType) => ({
        mediaType,
        schema,
        examples: examples.has(mediaType) ? [{ value: examples.get(mediaType)! }] : [],
        encoding: []
      })),
      links: []
    }
  }
