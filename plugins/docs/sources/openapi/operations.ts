/** Paths, webhooks and callbacks into operations. */
import { isObject, listOf, membersOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { Callback, Operation, Server } from "../../model/ApiModel.ts"
import { limits } from "../limits.ts"
import { refuseSource } from "../SourceError.ts"
import { describedIn, factsOf } from "./leftOut.ts"
import { objectAt, optionalText, readParameters, readRequestBody, readResponse, readResponses } from "./messages.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken, type Placed } from "./Resolver.ts"
import { readExternalDocs } from "./schemas.ts"
import { readSecurity } from "./security.ts"
import { readBodyParameter, readFormTypes, readOwnServers, readSwaggerResponse } from "./swagger2.ts"

const methods: ReadonlyArray<string> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

/** What holds for all operations of a document. */
export interface OperationContext {
  readonly reading: Reading
  readonly schemes: ReadonlySet<string>
  /** Requirements of operations that have none of their own. */
  readonly security: Operation["security"]
  /** Names of extensions that are not told. */
  readonly structured: ReadonlySet<string>
}

/** Base addresses with their variables. */
export const readServers = (value: Json | undefined): ReadonlyArray<Server> =>
  listOf(value)
    .filter(isObject)
    .map((server) => ({
      url: textOf(server["url"]) ?? "/",
      ...optionalText("description", server["description"]),
      variables: membersOf(server["variables"]).flatMap(([name, variable]) =>
        isObject(variable)
          ? [
              {
                name,
                ...(variable["default"] === undefined ? {} : { default: String(variable["default"]) }),
                enum: listOf(variable["enum"]).map(String),
                ...optionalText("description", variable["description"])
              }
            ]
          : []
      )
    }))

interface PathItem {
  readonly path: string
  readonly item: Placed & { readonly value: JsonObject }
}

/** The path item behind a value, which may be a reference. `run` is not entered for one that is being read already. */
const within = <A>(placed: Placed, reading: Reading, run: (item: PathItem["item"]) => ReadonlyArray<A>) => {
  const item = objectAt(placed, reading)
  return (item && reading.within(item.pointer, () => run(item))) ?? []
}

const readCallbacks = (operation: Placed & { readonly value: JsonObject }, context: OperationContext) => {
  const at = `${operation.pointer}/callbacks`
  return membersOf(operation.value["callbacks"]).flatMap(([name, value]): ReadonlyArray<Callback> => {
    const callback = objectAt({ value, pointer: `${at}/${escapeToken(name)}` }, context.reading)
    if (callback === undefined) return []
    const operations = membersOf(callback.value).flatMap(([expression, item]) =>
      within({ value: item, pointer: `${callback.pointer}/${escapeToken(expression)}` }, context.reading, (found) =>
        readPathItem({ path: expression, item: found }, context)
      )
    )
    return [{ name, operations }]
  })
}

const readOperation = ({ item, path }: PathItem, method: string, context: OperationContext): Operation => {
  const { reading } = context
  const value = item.value[method] as JsonObject
  const operation = { value, pointer: `${item.pointer}/${method}` }
  const lists = [
    { value: item.value["parameters"] ?? [], pointer: `${item.pointer}/parameters` },
    { value: value["parameters"] ?? [], pointer: `${operation.pointer}/parameters` }
  ]
  const swagger = reading.dialect === "2.0"
  const requestBody = swagger ? readBodyParameter(operation, lists, reading) : readRequestBody(operation, reading)
  const parameters = readParameters(lists, reading)
  const formTypes = parameters.some(({ in: place }) => place === "formData") ? readFormTypes(value, reading) : []
  const externalDocs = readExternalDocs(value["externalDocs"])
  const facts = factsOf(value, context.structured, reading)
  const ofSwagger = readSwaggerResponse(value, reading)
  // In 3.0, too, some authors put the schema where 2.0 has it.
  const readOne: typeof ofSwagger = (code, placed) =>
    swagger || (placed.value["schema"] !== undefined && placed.value["content"] === undefined)
      ? ofSwagger(code, placed)
      : readResponse(reading)(code, placed)
  const words = {
    ...optionalText("summary", item.value["summary"]),
    ...optionalText("description", item.value["description"])
  }
  return {
    key: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    ...words,
    ...optionalText("operationId", value["operationId"]),
    ...optionalText("summary", value["summary"]),
    ...optionalText("description", describedIn(value)),
    tags: [...new Set(listOf(value["tags"]).filter((tag) => typeof tag === "string"))],
    deprecated: value["deprecated"] === true,
    externalDocs,
    servers: swagger ? readOwnServers(value, reading.root) : readServers(value["servers"] ?? item.value["servers"]),
    security: readSecurity(value["security"], context.schemes, reading) ?? context.security,
    parameters,
    requestBody,
    ...(formTypes.length === 0 ? {} : { formTypes }),
    responses: readResponses(operation, reading, readOne),
    callbacks: readCallbacks(operation, context),
    ...(facts.length === 0 ? {} : { facts })
  }
}

const readPathItem = (item: PathItem, context: OperationContext): ReadonlyArray<Operation> =>
  membersOf(item.item.value)
    .filter(([method, value]) => methods.includes(method) && isObject(value))
    .map(([method]) => readOperation(item, method, context))

const tooMany = () => refuseSource("limit_exceeded", `A description may have at most ${limits.operations} operations`)

/** Where webhooks stand: before 3.1 in an extension of the same form, which several tools read. */
export const webhooksKey = (root: JsonObject): "webhooks" | "x-webhooks" =>
  root["webhooks"] === undefined ? "x-webhooks" : "webhooks"

/** Refuses a document with too many operations before any is read. References are counted when they are followed. */
export const checkOperations = (root: JsonObject): void => {
  let count = 0
  for (const [, item] of [...membersOf(root["paths"]), ...membersOf(root[webhooksKey(root)])]) {
    if (isObject(item)) for (const method of methods) if (isObject(item[method])) count += 1
    if (count > limits.operations) throw tooMany()
  }
}

/** Paths whose operations stand in other documents. */
export const pathsElsewhere = (root: JsonObject): ReadonlyArray<string> =>
  membersOf(root["paths"]).flatMap(([path, item]) => {
    const ref = isObject(item) ? item["$ref"] : undefined
    return typeof ref === "string" && !ref.startsWith("#") ? [path] : []
  })

/** The operations of paths or webhooks, in the author's order, each method and path once. */
export const readOperations = (
  at: "/paths" | "/webhooks" | "/x-webhooks",
  context: OperationContext
): ReadonlyArray<Operation> => {
  const { reading } = context
  const all = new Map<string, Operation>()
  for (const [path, value] of membersOf(reading.resolver.at(at))) {
    for (const operation of within({ value, pointer: `${at}/${escapeToken(path)}` }, reading, (item) =>
      readPathItem({ path, item }, context)
    )) {
      all.set(operation.key, operation)
    }
    if (all.size > limits.operations) throw tooMany()
  }
  return [...all.values()]
}
