/** Makes the OpenAPI 3.1 document of a plugin: what Effect derives of its endpoints, and what its `Publication` adds. */
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { generatedApi } from "./generatedApi.ts"
import { boundIntegers, openBodies } from "./openBodies.ts"
import {
  failuresAnnotation,
  Media,
  type JsonObject,
  type Misfits,
  type Publication,
  type PublishedCode,
  type PublishedExamples,
  type PublishedOperation,
  type RefusedTag
} from "./Publication.ts"
import { named, refusalsOf, sharedExamples, showIn } from "./publishedExamples.ts"
import { refusalAnnotation } from "./SchemaErrors.ts"

const asObject = (value: unknown): JsonObject => value as JsonObject

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` })

const identifierOf = (schema: { readonly ast: SchemaAST.AST }): string => {
  const identifier = SchemaAST.resolveIdentifier(schema.ast)
  if (identifier === undefined) throw new Error("A published schema has no identifier")
  return identifier
}

/** What a schema may refuse: by its checks, by its parts, and by what it is read from. */
const misfitsOf = (
  ast: SchemaAST.AST,
  into: { canMiss: boolean; readonly codes: Set<string> },
  seen: Set<SchemaAST.AST>
): void => {
  if (seen.has(ast)) return
  seen.add(ast)
  const note = (annotations: unknown) => {
    const code = (annotations as Readonly<Record<string, unknown>> | undefined)?.[refusalAnnotation]
    if (typeof code === "string") into.codes.add(code)
  }
  note(ast.annotations)
  for (const check of ast.checks ?? []) note(check.annotations)
  for (const link of ast.encoding ?? []) misfitsOf(link.to, into, seen)
  if (ast._tag === "Objects" && ast.propertySignatures.some(({ type }) => !SchemaAST.isOptional(type)))
    into.canMiss = true
  const inner: ReadonlyArray<SchemaAST.AST> =
    ast._tag === "Objects"
      ? [...ast.propertySignatures.map(({ type }) => type), ...ast.indexSignatures.map(({ type }) => type)]
      : ast._tag === "Arrays"
        ? [...ast.elements, ...ast.rest]
        : ast._tag === "Union"
          ? ast.types
          : ast._tag === "Suspend"
            ? [ast.thunk()]
            : []
  for (const part of inner) misfitsOf(part, into, seen)
}

const misfitsAt = ({ endpoint, hasBody, hasQuery }: PublishedOperation): Misfits => {
  const misfits = { hasParameters: hasBody || hasQuery, canMiss: false, codes: new Set<string>() }
  const seen = new Set<SchemaAST.AST>()
  for (const { schemas } of endpoint.payload.values()) {
    for (const schema of schemas) misfitsOf(schema.ast, misfits, seen)
  }
  if (endpoint.query !== undefined) misfitsOf(endpoint.query.ast, misfits, seen)
  return misfits
}

/** The tags that an endpoint names, each with its codes where it narrows them. */
const refusedAt = ({ endpoint }: PublishedOperation): ReadonlyMap<string, ReadonlyArray<string> | undefined> => {
  const tags = new Map<string, ReadonlyArray<string> | undefined>()
  for (const { ast } of endpoint.error) {
    const named = asObject(ast.annotations)?.[failuresAnnotation] as ReadonlyArray<RefusedTag<string>> | undefined
    for (const tag of named ?? []) {
      if (typeof tag === "string") tags.set(tag, undefined)
      else for (const [name, codes] of Object.entries(tag)) tags.set(name, codes)
    }
  }
  return tags
}

/** What an operation may refuse with: codes by status. */
const refusalsByStatus = (publication: Publication, operation: PublishedOperation) => {
  const { codes, frame, misfits } = publication.errors
  const found = new Map<number, Set<string>>()
  const add = ([code, status]: PublishedCode) => {
    const codesThere = found.get(status) ?? new Set()
    found.set(status, codesThere.add(code))
  }
  const named = refusedAt(operation)
  for (const tag of [...frame(operation), ...named.keys()]) {
    const only = named.get(tag)
    for (const published of codes[tag] ?? []) if (only === undefined || only.includes(published[0])) add(published)
  }
  misfits(misfitsAt(operation)).forEach(add)
  return found
}

const operationsOf = (api: HttpApi.Top): ReadonlyArray<PublishedOperation> => {
  const operations: Array<PublishedOperation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) =>
      void operations.push({
        id: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        hasBody: endpoint.method !== "GET" && endpoint.method !== "DELETE",
        hasQuery: endpoint.query !== undefined,
        endpoint,
        annotations: mergedAnnotations as Context.Context<never>
      })
  })
  return operations
}

/** Names of answers that many operations share, by status. */
const sharedNames: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  413: "RequestTooLarge",
  415: "UnsupportedMediaType",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable"
}

/** An error answer: the codes it may have, each with its sentence and an answer that had it. */
const errorAnswer = (
  { errors }: Publication,
  codes: ReadonlyArray<string>,
  headers: JsonObject,
  examples: JsonObject
): JsonObject => ({
  description: codes.map((code) => `\`${code}\`: ${errors.words[code] ?? "see the list of errors"}`).join("\n\n"),
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
  content: {
    "application/json": {
      schema: { allOf: [ref("schemas", identifierOf(errors.body)), errors.narrow(codes)] },
      ...examples
    }
  }
})

const headersAt = (publication: Publication, status: number, operation: PublishedOperation): JsonObject =>
  Object.fromEntries(
    Object.entries(publication.headers)
      .filter(([, header]) => header.on(status, operation))
      .map(([component, { name }]) => [name, ref("headers", component)])
  )

/** The description of a success: that of the schema it answers with. */
const successWords = (response: JsonObject, schemas: JsonObject): string => {
  const content = asObject(response.content ?? {})
  const [media] = Object.values(content) as ReadonlyArray<{ readonly schema?: JsonObject }>
  const name = typeof media?.schema?.$ref === "string" ? media.schema.$ref.split("/").at(-1)! : undefined
  const words = (name === undefined ? media?.schema : asObject(schemas[name]))?.description
  return typeof words === "string" ? words : "Done."
}

/** Contents by media type: those that schemas give, and those that the endpoint says. */
const contentWith = (body: unknown, more: Readonly<Record<string, JsonObject | Schema.Top>>): JsonObject => ({
  ...asObject(asObject(body ?? {}).content ?? {}),
  ...Object.fromEntries(
    Object.entries(more).map(([media, schema]) => [
      media,
      { schema: Schema.isSchema(schema) ? ref("schemas", identifierOf(schema)) : schema }
    ])
  )
})

const mediaOf = ({ annotations }: PublishedOperation) => Context.getOrUndefined(annotations, Media)

const complete = (
  publication: Publication,
  operation: PublishedOperation,
  into: JsonObject,
  schemas: JsonObject,
  examples: PublishedExamples
): void => {
  const responses = asObject(into.responses)
  const shown = examples.operations[operation.id]
  const media = mediaOf(operation)
  if (media?.request !== undefined) {
    into.requestBody = {
      ...asObject(into.requestBody ?? { required: true }),
      content: contentWith(into.requestBody, media.request)
    }
  }
  showIn(into.requestBody, shown?.request)
  const successes = Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400))
  for (const [status, response] of Object.entries(successes)) {
    const headers = {
      ...asObject(asObject(response).headers ?? {}),
      ...headersAt(publication, Number(status), operation)
    }
    const content = media?.answer === undefined ? {} : { content: contentWith(response, media.answer) }
    const description = successWords(asObject(response), schemas)
    successes[status] = { ...asObject(response), ...content, description, headers }
    showIn(successes[status], shown?.answers?.[status])
  }
  const refusals = [...refusalsByStatus(publication, operation)].sort(([one], [other]) => one - other)
  for (const [status, found] of refusals) {
    const codes = [...found].sort()
    const headers = headersAt(publication, status, operation)
    successes[String(status)] = errorAnswer(publication, codes, headers, refusalsOf(examples, status, codes))
  }
  into.responses = successes
  into.security = publication.security(operation)
  const parameters = Object.entries(publication.parameters).filter(([, { on }]) => on(operation))
  into.parameters = [
    ...(into.parameters as ReadonlyArray<JsonObject>).map(parameterOf),
    ...parameters.map(([component, { example, on: _on, schema, ...parameter }]) =>
      example === undefined
        ? ref("parameters", component)
        : { in: "header", ...parameter, schema: { ...schema, examples: [example(operation)] } }
    )
  ]
}

/** A parameter with its words beside its schema, not inside. */
const parameterOf = (parameter: JsonObject): JsonObject => {
  const { description, ...schema } = asObject(parameter.schema)
  return { ...parameter, ...(description === undefined ? {} : { description }), schema }
}

/** Answers that several operations share become components, the most frequent of each status under its plain name. */
function* shareAnswers(operations: ReadonlyArray<JsonObject>): Generator<void, JsonObject> {
  const counts = new Map<string, { readonly status: number; readonly answer: JsonObject; count: number }>()
  for (const { responses } of operations) {
    for (const [status, answer] of Object.entries(asObject(responses))) {
      if (Number(status) < 400) continue
      const text = JSON.stringify(answer)
      const known = counts.get(text)
      if (known === undefined) counts.set(text, { status: Number(status), answer: asObject(answer), count: 1 })
      else known.count += 1
    }
    yield
  }
  const shared: JsonObject = {}
  const nameOf = new Map<string, string>()
  for (const [text, { answer, count, status }] of [...counts].sort(([, one], [, other]) => other.count - one.count)) {
    const name = sharedNames[status]
    if (count < 2 || name === undefined || name in shared) continue
    shared[name] = answer
    nameOf.set(text, name)
  }
  for (const { responses } of operations) {
    const all = asObject(responses)
    for (const [status, answer] of Object.entries(all)) {
      if (Number(status) < 400) continue
      const name = nameOf.get(JSON.stringify(answer))
      if (name !== undefined) all[status] = ref("responses", name)
    }
    yield
  }
  return shared
}

const webhooksOf = ({ webhooks }: Publication, examples: PublishedExamples): JsonObject =>
  webhooks === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(webhooks.events).map(([type, { data, description }]) => [
          type,
          {
            post: {
              operationId: `on.${type}`,
              summary: type,
              description,
              tags: ["Webhooks"],
              security: [],
              parameters: webhooks.headers.map((header) => ({ ...header, in: "header" })),
              requestBody: {
                required: true,
                content: {
                  "application/json": {
                    schema: {
                      allOf: [
                        ref("schemas", identifierOf(webhooks.envelope)),
                        webhooks.narrow(type, ref("schemas", identifierOf(data)))
                      ]
                    },
                    ...named(examples.events[type])
                  }
                }
              },
              responses: { "200": { description: webhooks.received } }
            }
          }
        ])
      )

/** The schemas that no endpoint names: the error body, those that endpoints name by media type, and what events carry. */
const furtherSchemas = ({ errors, webhooks }: Publication, operations: ReadonlyArray<PublishedOperation>) => [
  ...new Set([
    errors.body,
    ...operations.flatMap((operation) => {
      const { answer, request } = mediaOf(operation) ?? {}
      return Object.values({ ...request, ...answer }).filter(Schema.isSchema)
    }),
    ...(webhooks === undefined ? [] : [webhooks.envelope, ...Object.values(webhooks.events).map(({ data }) => data)])
  ])
]

const componentsOf = (
  publication: Publication,
  spec: JsonObject,
  mount: string,
  examples: PublishedExamples
): JsonObject => ({
  schemas: asObject(spec.components).schemas,
  securitySchemes: publication.securitySchemes(mount),
  parameters: Object.fromEntries(
    Object.entries(publication.parameters).flatMap(([component, { example, on: _on, ...parameter }]) =>
      example === undefined ? [[component, { in: "header", ...parameter }]] : []
    )
  ),
  headers: Object.fromEntries(
    Object.entries(publication.headers).map(([component, { description, schema }]) => [
      component,
      { description, schema }
    ])
  ),
  examples: sharedExamples(examples)
})

const noExamples: PublishedExamples = { refusals: {}, operations: {}, events: {} }

/** The bodies that may hold fields which the document does not name, and those that may not. */
const bodiesOf = (
  { ignoresUnknownFields }: Publication,
  operations: ReadonlyArray<PublishedOperation>,
  byId: ReadonlyMap<string, JsonObject>
) => {
  const open = operations.filter((operation) => ignoresUnknownFields?.(operation) === true)
  const bodyOf = ({ id }: PublishedOperation) => byId.get(id)!.requestBody
  return {
    open: open.map(bodyOf),
    closed: operations.filter((operation) => !open.includes(operation)).map(bodyOf)
  }
}

/** Makes the document of an API under its mount, such as `/cards`, in steps of some milliseconds. */
export function* publish(api: HttpApi.Top, publication: Publication, mount: string): Generator<void, JsonObject> {
  const operations = operationsOf(api)
  const spec = yield* generatedApi(api, furtherSchemas(publication, operations))
  const byId = new Map<string, JsonObject>()
  for (const path of Object.values(asObject(spec.paths))) {
    for (const operation of Object.values(asObject(path))) {
      byId.set(String(asObject(operation).operationId), asObject(operation))
    }
  }
  const examples = publication.examples?.() ?? noExamples
  const components = componentsOf(publication, spec, mount, examples)
  for (const operation of operations) {
    complete(publication, operation, byId.get(operation.id)!, asObject(components.schemas), examples)
    yield
  }
  const bodies = bodiesOf(publication, operations, byId)
  openBodies(bodies, asObject(components.schemas))
  boundIntegers([...bodies.closed, ...bodies.open], asObject(components.schemas))
  components.responses = yield* shareAnswers([...byId.values()])
  yield
  const webhooks = webhooksOf(publication, examples)
  const tags = [...new Map((spec.tags as ReadonlyArray<JsonObject>).map((tag) => [tag.name, tag])).values()]
  return {
    openapi: "3.1.0",
    info: { ...asObject(spec.info), ...publication.info },
    servers: [{ url: mount === "" ? "/" : mount, description: "This engine." }],
    tags:
      publication.webhooks === undefined
        ? tags
        : [...tags, { name: "Webhooks", description: "Events that the engine sends to your endpoints." }],
    paths: spec.paths,
    ...(publication.webhooks === undefined ? {} : { webhooks }),
    components
  }
}
