/** What Effect derives of an API, as an OpenAPI document, made group by group: a large API takes a while. */
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { publishedAs, type JsonObject } from "./Publication.ts"
import { tidied } from "./publishedSchema.ts"

const members = (value: unknown): JsonObject => (value ?? {}) as JsonObject

const generate = (api: unknown): JsonObject =>
  tidied({ ...OpenApi.fromApi(api as HttpApi.Top, { includeAnnotationKey: (key) => key === publishedAs }) })

/** The document of an API, with further schemas that no endpoint names. A step makes the part of a schema or a group. */
export function* generatedApi(api: HttpApi.Top, further: ReadonlyArray<Schema.Top>): Generator<void, JsonObject> {
  const empty = HttpApi.make(api.identifier).annotateMerge(api.annotations)
  const schemas: JsonObject = {}
  const addSchemas = ({ components }: JsonObject) => {
    for (const [name, schema] of Object.entries(members(members(components).schemas))) {
      if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(schema)) {
        throw new Error(`Two published schemas are called ${name}`)
      }
      schemas[name] = schema
    }
  }
  const parts: Array<JsonObject> = []
  for (const schema of further) {
    const part = generate(empty.annotate(HttpApi.AdditionalSchemas, [schema] as never))
    const name = SchemaAST.resolveIdentifier(schema.ast)
    if (name !== undefined) schemas[name] = members(members(part.components).schemas)[name]
    parts.unshift(part)
    yield
  }
  const paths: Record<string, JsonObject> = {}
  const tags: Array<unknown> = []
  const groups: Array<JsonObject> = []
  for (const group of Object.values(members(api.groups)) as ReadonlyArray<HttpApiGroup.Top>) {
    const part = generate(empty.add(group))
    for (const [path, operations] of Object.entries(members(part.paths))) {
      paths[path] = { ...paths[path], ...members(operations) }
    }
    tags.push(...(part.tags as ReadonlyArray<unknown>))
    groups.unshift(part)
    yield
  }
  // In the order of a document that is made at once: what was added last comes first.
  for (const part of [...parts, ...groups]) addSchemas(part)
  return { ...generate(empty), paths, tags, components: { schemas } }
}
