/** Requests made from a published document: such as fit what it says, and such as do not, each wrong in one place. */
import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as fc from "fast-check"
import { lengthened, makeValues, resolved, spoiled, unknownName, type Misfits } from "./values.ts"

type Json = any

interface Parameter {
  readonly in: "path" | "query" | "header"
  readonly name: string
  readonly required: boolean
  readonly schema: Json
}

/** An operation, as its requests are made. */
export interface Described {
  readonly id: string
  /** Upper case. */
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: { readonly media: string; readonly schema: Json } | undefined
}

/** A request, before it is one. */
export interface Request {
  readonly path: Readonly<Record<string, string>>
  /** In this order, one name perhaps twice. */
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

/** A request that does not fit. */
export interface Spoiled extends Request {
  /** Where it is wrong. */
  readonly part: "path" | "query" | "headers" | "body"
}

/** A parameter's text as its schema sees it. */
const read = (schema: Json, text: string): Json =>
  schema.type === "integer" && /^-?\d+$/.test(text)
    ? Number(text)
    : schema.type === "boolean" && /^(?:true|false)$/.test(text)
      ? text === "true"
      : text

/** A value without the members that a service passes over, at all levels. */
const without = (value: Json, passesOver: (member: Json) => boolean): Json => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item) => without(item, passesOver))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (passesOver(member) ? [] : [[name, without(member, passesOver)]]))
  )
}

/** Reads what a document says of its requests. */
export const makeRequests = (
  document: Json,
  known: (kind: string, seed: number) => string | undefined,
  passesOver: (member: Json) => boolean
) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addFormat("binary", true)
  ajv.addSchema({ $id: "document", components: document.components })
  const validators = new Map<Json, (value: Json) => boolean>()
  const fits = (schema: Json, value: Json): boolean => {
    let validate = validators.get(schema)
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
      const compiled = ajv.compile(JSON.parse(text))
      validators.set(schema, (validate = (value) => compiled(value)))
    }
    return validate(value)
  }
  const valueOf = makeValues(document, (seed) => known("", seed))

  const operations: Array<Described> = []
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const parameters = (operation.parameters ?? []).map((one: Json) => {
        const { in: where, name, required = false, schema } = resolved(document, one)
        return { in: where, name, required, schema: resolved(document, schema) }
      })
      const bodies = Object.entries<Json>(operation.requestBody?.content ?? { none: undefined })
      for (const [media, body] of bodies) {
        operations.push({
          id: bodies.length === 1 ? operation.operationId : `${operation.operationId} ${media}`,
          method: method.toUpperCase(),
          path,
          parameters,
          body: body && { media, schema: body.schema }
        })
      }
    }
  }

  const textOf = (path: string, { in: where, name, schema }: Parameter): fc.Arbitrary<string> => {
    const made = valueOf(schema).map(String)
    // An empty segment would be another path, and a dot one that clients take out.
    if (where === "path") {
      const kind = path
        .slice(0, path.indexOf(`/{${name}}`))
        .split("/")
        .at(-1)!
      const some = made.filter((text) => !/^\.*$/.test(text))
      return fc.oneof(
        { weight: 1, arbitrary: some },
        { weight: 4, arbitrary: fc.tuple(fc.nat(), some).map(([seed, other]) => known(kind, seed) ?? other) }
      )
    }
    return where === "header" ? made.filter((text) => /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text)) : made
  }

  const partOf = (described: Described, where: Parameter["in"]) => {
    const those = described.parameters.filter((one) => one.in === where)
    return fc.record(Object.fromEntries(those.map((one) => [one.name, textOf(described.path, one)])), {
      requiredKeys: those.filter(({ required }) => required || where === "path").map(({ name }) => name),
      noNullPrototype: true
    })
  }

  /** Requests that fit. */
  const valid = (described: Described): fc.Arbitrary<Request> =>
    fc
      .record({
        path: partOf(described, "path"),
        query: partOf(described, "query").map((query) => Object.entries(query)),
        headers: partOf(described, "header"),
        body: described.body === undefined ? fc.constant(undefined) : valueOf(described.body.schema)
      })
      .filter(({ body }) => described.body === undefined || fits(described.body.schema, body))

  /** A request that fits with each of its lists in turn as long as may be. */
  const long = ({ body }: Described, request: Request): ReadonlyArray<Request> => {
    if (body?.media !== "application/json") return []
    const itemOf = (schema: Json): Json => fc.sample(valueOf(schema), { seed: 19, numRuns: 1 })[0]
    return lengthened(document, body.schema, request.body, itemOf)
      .filter((value) => fits(body.schema, value))
      .map((value) => ({ ...request, body: value }))
  }

  /** Every way in which a request may be wrong in one place, with one of these values in it. */
  const wrong = (
    { body, parameters }: Described,
    request: Request,
    { misfitsOf, refusesUnknownQuery }: { readonly misfitsOf: Misfits; readonly refusesUnknownQuery: boolean }
  ): ReadonlyArray<Spoiled> => {
    const all: Array<Spoiled> = []
    for (const { in: where, name, required, schema } of parameters) {
      const texts = misfitsOf(schema)
        .filter((one) => typeof one !== "object")
        .map(String)
      for (const text of texts.filter((text) => !fits(schema, read(schema, text)))) {
        if (where === "path") {
          if (text !== "") all.push({ ...request, path: { ...request.path, [name]: text }, part: "path" })
        } else if (where === "query") {
          const others = request.query.filter(([other]) => other !== name)
          all.push({ ...request, query: [...others, [name, text]], part: "query" })
        } else if (/^[ -~]*$/.test(text)) {
          all.push({ ...request, headers: { ...request.headers, [name]: text }, part: "headers" })
        }
      }
      if (where === "header" && required) {
        const { [name]: _, ...headers } = request.headers
        all.push({ ...request, headers, part: "headers" })
      }
      if (where === "query" && required) {
        all.push({ ...request, query: request.query.filter(([other]) => other !== name), part: "query" })
      }
    }
    for (const given of request.query) all.push({ ...request, query: [...request.query, given], part: "query" })
    if (refusesUnknownQuery) all.push({ ...request, query: [...request.query, [unknownName, "1"]], part: "query" })
    // What other media say is text, and fits or does not as a whole.
    if (body?.media === "application/json") {
      for (const one of spoiled(document, body.schema, request.body, misfitsOf)) {
        if (!fits(body.schema, without(one, passesOver))) all.push({ ...request, body: one, part: "body" })
      }
    }
    return all
  }
  return { fits, long, operations, valid, wrong }
}
