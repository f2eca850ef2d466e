/** What a change of an API means to clients, with oasdiff's ids: one row per rule, and shapes that must not run away. */
import { describe, expect, it } from "vitest"
import { compareApis, compareModels } from "../../../plugins/docs/diff/compareApis.ts"
import type { ApiModel } from "../../../plugins/docs/model/ApiModel.ts"
import { readSource } from "../../../plugins/docs/sources/readers.ts"

const modelOf = (api: unknown) => readSource({ name: "api", content: JSON.stringify(api) }).model as ApiModel

const json = (schema: unknown) => ({ content: { "application/json": { schema } } })

interface Parts {
  readonly parameter?: unknown
  readonly request?: unknown
  readonly response?: unknown
  readonly operation?: object
  readonly paths?: object
  readonly schemas?: object
  readonly schemes?: object
}

const securitySchemes = {
  k: { type: "apiKey", in: "header", name: "k" },
  l: { type: "http", scheme: "Bearer" }
}

const api = ({ operation, parameter, paths, request, response, schemas, schemes }: Parts) => ({
  openapi: "3.0.3",
  info: { title: "A", version: "1" },
  paths: {
    "/a/{id}": {
      post: {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          ...(parameter === undefined ? [] : [parameter])
        ],
        ...(request === undefined ? {} : { requestBody: json(request) }),
        responses: { "200": { description: "OK", ...(response === undefined ? {} : json(response)) } },
        ...operation
      }
    },
    ...paths
  },
  components: { schemas: { ...schemas }, securitySchemes: { ...securitySchemes, ...schemes } }
})

const told = (from: Parts, to: Parts) =>
  compareApis(modelOf(api(from)), modelOf(api(to))).map(({ id, level }) => `${level} ${id}`)

const query = (schema: object, required = false) => ({ parameter: { name: "q", in: "query", required, schema } })
const object = (properties: object, required: ReadonlyArray<string> = []) => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required })
})
const text = { type: "string" }
const header = (schema: object) => ({
  operation: { responses: { "200": { description: "OK", headers: { "X-Left": { schema } } } } }
})
const callback = (schema: object, of: object = {}) => ({
  operation: {
    callbacks: { done: { "{$request.query.url}": { post: { requestBody: json(schema), responses: {}, ...of } } } }
  }
})
const calledWith = (...parameters: ReadonlyArray<object>) =>
  callback(object({}), { parameters: parameters.map((one) => ({ name: "X-Mark", in: "header", ...one })) })
const secured = (...security: ReadonlyArray<object>): Parts => ({ operation: { security } })
const answeredBy = (responses: object) => callback(object({}), { responses })

const rows: ReadonlyArray<readonly [Parts, Parts, ReadonlyArray<string>]> = [
  [{ paths: { "/b": { get: { responses: {} } } } }, {}, ["ERR api-path-removed-without-deprecation"]],
  [{ paths: { "/b": { get: { deprecated: true, responses: {} } } } }, {}, ["INFO api-path-removed-with-deprecation"]],
  [{}, { paths: { "/b": { get: { responses: {} } } } }, ["INFO endpoint-added"]],
  [{}, { operation: { deprecated: true } }, ["INFO endpoint-deprecated"]],
  [{ operation: { operationId: "a" } }, { operation: { operationId: "b" } }, ["INFO api-operation-id-removed"]],
  [{}, query(text, true), ["ERR new-required-request-parameter"]],
  [{}, query(text), ["INFO new-optional-request-parameter"]],
  [query(text), {}, ["WARN request-parameter-removed"]],
  [query(text), query(text, true), ["ERR request-parameter-became-required"]],
  [query(text), query({ type: "integer" }), ["ERR request-parameter-type-changed"]],
  [query({ type: "integer" }), query({ type: "number" }), ["INFO request-parameter-type-generalized"]],
  [query(text), query({ type: "array", items: text }), ["INFO request-parameter-type-generalized"]],
  [query(text), query({ type: "array", items: { ...text, pattern: "^a" } }), ["ERR request-parameter-type-changed"]],
  [query({ ...text, enum: ["a", "b"] }), query({ ...text, enum: ["a"] }), ["ERR request-parameter-enum-value-removed"]],
  [query({ ...text, maxLength: 9 }), query({ ...text, maxLength: 5 }), ["ERR request-parameter-max-length-decreased"]],
  [query({ ...text, maxLength: 5 }), query({ ...text, maxLength: 9 }), ["INFO request-parameter-max-length-increased"]],
  [query(text), query({ ...text, default: "x" }), ["ERR request-parameter-default-value-added"]],
  [query(text), query({ ...text, pattern: "^a" }), ["ERR request-parameter-pattern-added"]],
  [{}, { request: text }, ["INFO request-body-added-optional"]],
  [
    { request: object({ a: text }) },
    { request: object({ a: text, b: text }, ["b"]) },
    ["ERR new-required-request-property"]
  ],
  [{ request: object({ a: text }) }, { request: object({}) }, ["WARN request-property-removed"]],
  [{ request: object({ a: text }) }, { request: object({ a: text }, ["a"]) }, ["ERR request-property-became-required"]],
  [{ response: object({ a: text }, ["a"]) }, { response: object({}) }, ["ERR response-required-property-removed"]],
  [{ response: object({ a: text }) }, { response: object({}) }, ["WARN response-optional-property-removed"]],
  [
    { response: object({ a: text }, ["a"]) },
    { response: object({ a: text }) },
    ["ERR response-property-became-optional"]
  ],
  [
    { response: object({ a: text }) },
    { response: object({ a: { ...text, nullable: true } }) },
    ["ERR response-property-became-nullable"]
  ],
  [
    { response: object({ a: { ...text, enum: ["x"] } }) },
    { response: object({ a: { ...text, enum: ["x", "y"] } }) },
    ["WARN response-property-enum-value-added"]
  ],
  [
    { operation: { responses: { "200": { description: "" }, "201": { description: "" } } } },
    {},
    ["ERR response-success-status-removed"]
  ],
  [header(text), header({ ...text, enum: ["a"] }), []],
  [header({ ...text, enum: ["a"] }), header({ ...text, enum: ["a", "b"] }), ["WARN response-header-enum-value-added"]],
  [header(text), header({ type: "integer" }), ["ERR response-header-type-changed"]],
  [{}, callback(object({})), ["INFO callback-added"]],
  [callback(object({})), {}, ["ERR callback-removed"]],
  [callback(object({ a: text })), callback(object({})), ["WARN response-optional-property-removed"]],
  [callback(object({})), callback(object({ a: text })), ["INFO response-optional-property-added"]],
  [calledWith(), calledWith({ schema: text }), ["INFO callback-parameter-added"]],
  [calledWith({ schema: text }), calledWith(), ["WARN optional-callback-parameter-removed"]],
  [calledWith({ schema: text, required: true }), calledWith(), ["ERR required-callback-parameter-removed"]],
  [
    calledWith({ schema: text, required: true }),
    calledWith({ schema: { type: "integer" } }),
    ["ERR callback-parameter-became-optional", "ERR response-header-type-changed"]
  ],
  [answeredBy({}), answeredBy({ "204": { description: "" } }), ["INFO callback-response-success-status-added"]],
  [answeredBy({ "204": { description: "" } }), answeredBy({}), ["ERR callback-response-success-status-removed"]],
  [
    answeredBy({ "200": { description: "", ...json(object({})) } }),
    answeredBy({ "200": { description: "", ...json(object({ a: text }, ["a"])) } }),
    ["ERR new-required-request-property"]
  ],
  [{}, secured({ k: [] }), ["ERR api-security-added"]],
  [secured({}, { k: [] }), secured({ k: [] }), ["ERR api-security-removed"]],
  [secured({ k: [] }), {}, ["INFO api-security-removed"]],
  [secured({ k: [] }), secured({ k: [] }, {}), ["INFO api-security-added"]],
  [secured({ k: [] }), secured({ k: [], l: [] }), ["ERR api-security-removed", "INFO api-security-added"]],
  [secured({ k: [], l: [] }), secured({ k: [] }), ["INFO api-security-added", "INFO api-security-removed"]],
  [{}, { schemes: { k: { type: "apiKey", in: "query", name: "k" } } }, ["ERR api-security-component-changed"]],
  [{}, { schemes: { l: { type: "http", scheme: "basic" } } }, ["ERR api-security-component-changed"]],
  [{}, { schemes: { k: { type: "http", scheme: "bearer" } } }, ["ERR api-security-component-type-changed"]],
  [
    { schemes: { l: { type: "openIdConnect", openIdConnectUrl: "https://a.example" } } },
    { schemes: { l: { type: "openIdConnect", openIdConnectUrl: "https://b.example" } } },
    ["WARN api-security-component-oauth-url-changed"]
  ],
  [
    { parameter: { in: "header", name: "X-A", schema: text } },
    { parameter: { in: "header", name: "x-a", schema: text } },
    []
  ]
]

/** A schema, a later one, and what that means: to those who send it, to those who get it. */
const schemaRows: ReadonlyArray<readonly [object, object, sent: ReadonlyArray<string>, got: ReadonlyArray<string>]> = [
  [object({}), { ...object({}), additionalProperties: false }, ["ERR", "limit-added"], ["INFO", "limit-added"]],
  [{ ...object({}), additionalProperties: false }, object({}), ["INFO", "limit-removed"], ["INFO", "limit-removed"]],
  [object({}), { ...object({}), additionalProperties: text }, ["ERR", "schema-added"], ["INFO", "schema-added"]],
  [{ ...text, enum: ["a"] }, text, ["INFO", "became-not-enum"], ["WARN", "became-not-enum"]],
  [{ ...text, enum: ["a"] }, { const: "a" }, [], []],
  [{ const: "a" }, { ...text, enum: ["a", "b"] }, ["INFO", "enum-value-added"], ["WARN", "enum-value-added"]],
  [text, { ...text, minLength: 0 }, [], []],
  [text, { ...text, not: { enum: ["a"] } }, ["ERR", "not-added"], ["INFO", "not-added"]],
  [
    { if: {}, else: { required: ["a"] } },
    { if: {}, else: { required: ["b"] } },
    ["WARN", "else-changed"],
    ["WARN", "else-changed"]
  ],
  [{ contains: text }, { contains: { type: "integer" } }, ["WARN", "contains-changed"], ["WARN", "contains-changed"]],
  [{ contains: text }, { contains: { ...text, description: "Words." } }, [], []]
]
const list = (more: object = {}) => ({
  parameter: { name: "q", in: "query", schema: { type: "array", items: text }, ...more }
})
const served = (...urls: ReadonlyArray<string>) => ({ ...api({}), servers: urls.map((url) => ({ url })) })

describe("a change", () => {
  it.each(rows)("D16 row %#", (from, to, ids) => expect(told(from, to)).toEqual(ids))
  it.each(schemaRows)("D16 of a schema: row %#", (from, to, sent, got) => {
    const asSaid = (lines: ReadonlyArray<string>) =>
      lines.flatMap((line) => line.replace(/(request|response)-body-(additional-properties-)?/, "").split(" "))
    expect(asSaid(told({ request: from }, { request: to }))).toEqual(sent)
    expect(asSaid(told({ response: from }, { response: to }))).toEqual(got)
  })
  it("D16 of who sends a property, and of how a list is written", () => {
    const [both, asked, given] = [{}, { writeOnly: true }, { readOnly: true }].map((of) =>
      object({ a: { ...text, ...of } }, ["a"])
    )
    expect(told({ request: both }, { request: given })).toEqual(["WARN request-property-became-read-only"])
    expect(told({ request: given }, { request: both })).toEqual(["ERR request-property-became-not-read-only"])
    expect(told({ response: both }, { response: asked })).toEqual(["ERR response-property-became-write-only"])
    expect(told({ response: asked }, { response: both })).toEqual(["INFO response-property-became-not-write-only"])
    expect(told(list(), list({ explode: false }))).toEqual(["ERR request-parameter-style-changed"])
    expect(told(list(), list({ explode: true, style: "form" }))).toEqual([])
  })
  it("D16 of the addresses of an API, and of the charset of a body", () => {
    const ids = (from: unknown, to: unknown) =>
      compareApis(modelOf(from), modelOf(to)).map(({ id, level }) => `${level} ${id}`)
    expect(ids(served("https://a.example/v1"), served("https://a.example/v2"))).toEqual([
      "WARN api-server-removed",
      "INFO api-server-added"
    ])
    const plain = api({ request: text })
    expect(
      ids(plain, JSON.parse(JSON.stringify(plain).replace("application/json", "application/json; charset=utf-8")))
    ).toEqual([])
  })
})

describe("what is no change", () => {
  const pet = object({ name: text }, ["name"])
  const ref = { $ref: "#/components/schemas/Pet" }
  it("D16 an inline schema that becomes a reference, or a reference that is renamed", () => {
    expect(told({ response: pet }, { response: ref, schemas: { Pet: pet } })).toEqual([])
    expect(
      told(
        { response: { $ref: "#/components/schemas/Animal" }, schemas: { Animal: pet } },
        { response: ref, schemas: { Pet: pet } }
      )
    ).toEqual([])
  })
  it("D16 another name of a path parameter, or another description", () => {
    const other = JSON.parse(
      JSON.stringify(api({})).replace("/a/{id}", "/a/{key}").replace('"name":"id"', '"name":"key","description":"x"')
    )
    expect(compareApis(modelOf(api({})), modelOf(other))).toEqual([])
  })
  it("D16 finds no change in the words within a choice, nor in the order in which its parts stand", () => {
    const choice = (properties: object) => ({ oneOf: [object(properties, ["a", "b"]), text] })
    const [one, other] = [
      { ...text, description: "Frist." },
      { ...text, description: "First." }
    ]
    const [from, to] = [choice({ a: one, b: { enum: [1, 2] } }), choice({ b: { enum: [2, 1] }, a: other })]
    expect(told({ request: from, response: from }, { request: to, response: to })).toEqual([])
    const tuple = (...prefixItems: ReadonlyArray<object>) => ({ oneOf: [{ type: "array", prefixItems }, text] })
    expect(told({ request: tuple(text, {}) }, { request: tuple({}, text) })).not.toEqual([])
  })
  it("D16 finds no change in the names of the schemas that are parts of another", () => {
    const of = (name: string, limit: number) => ({
      request: {
        oneOf: [{ $ref: `#/components/schemas/${name}` }, object({ all: { $ref: `#/components/schemas/${name}` } })]
      },
      schemas: { [name]: object({ a: { ...text, maxLength: limit } }) }
    })
    expect(told(of("Old", 9), of("New", 9))).toEqual([])
    expect(told(of("Old", 9), of("New", 5))).toContain("ERR request-property-max-length-decreased")
  })
  it("D16 finds no change where a part of a schema gets a name of its own, or loses it", () => {
    const part = object({ a: { ...text, description: "Words." } })
    const request = (one: object) => ({ request: { allOf: [object({ b: text }), one] }, schemas: { Part: part } })
    const [named, written] = [request({ $ref: "#/components/schemas/Part" }), request(part)]
    expect([...told(named, written), ...told(written, named)]).toEqual([])
  })
  it("D16 finds no change where names within a part come, go or change, in whichever order the parts stand", () => {
    const kinds = (name: string) => ({
      discriminator: { propertyName: "k", mapping: { a: `#/components/schemas/${name}` } },
      oneOf: [{ $ref: `#/components/schemas/${name}` }, object({ z: text })]
    })
    const part = object({ a: text })
    const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const pairs: ReadonlyArray<readonly [Parts, Parts]> = [
      [
        { request: { oneOf: [object({ p: part }), text] } },
        { request: { oneOf: [object({ p: named("Part") }), text] }, schemas: { Part: part } }
      ],
      [
        { request: { oneOf: [kinds("Old"), text] }, schemas: { Old: part } },
        { request: { oneOf: [kinds("New"), text] }, schemas: { New: part } }
      ],
      [
        { request: { oneOf: [named("A"), named("B")] }, schemas: { A: part, B: object({ b: text }) } },
        { request: { oneOf: [named("D"), named("C")] }, schemas: { C: part, D: object({ b: text }) } }
      ]
    ]
    const isOfPart = (line: string) => !line.endsWith("api-schema-removed")
    for (const [from, to] of pairs) expect([...told(from, to), ...told(to, from)].filter(isOfPart)).toEqual([])
  })

  const parent = { $ref: "#/components/schemas/Parent" }
  const sameParts: ReadonlyArray<readonly [object, object]> = [
    [object({ a: text, b: text }, ["a"]), { allOf: [parent, object({ b: text })] }],
    [parent, { allOf: [parent], description: "Words." }],
    [{ allOf: [parent, object({ b: text }, ["b"])] }, { allOf: [parent, object({ b: text })], required: ["b"] }]
  ]
  it.each(sameParts)("D16 in which part of allOf a property stands, or is required: %#", (one, other) => {
    const schemas = { Parent: object({ a: text }, ["a"]) }
    const both = (schema: object) => ({ request: schema, response: schema, schemas })
    expect([...told(both(one), both(other)), ...told(both(other), both(one))]).toEqual([])
  })
  it("D16 tells what a part of allOf asks of another, and what stands beside a reference", () => {
    const schemas = { Parent: object({ a: text, b: text }) }
    const asks = (...required: ReadonlyArray<string>) => ({ request: { allOf: [parent, { required }] }, schemas })
    expect(told(asks("a"), asks("a", "b"))).toEqual(["ERR request-property-became-required"])
    const more = (of: object) => ({ request: { allOf: [parent, object({ c: text, ...of })] }, schemas })
    expect(told(more({}), more({ d: text }))).toEqual(["INFO new-optional-request-property"])
    const answers = (beside: object) => ({ response: object({ p: { ...parent, ...beside } }), schemas })
    expect(told(answers({}), answers({ nullable: true }))).toEqual(["ERR response-property-became-nullable"])
  })

  it("D53 ends on schemas that contain each other, and finds what changed in them once", () => {
    const node = (limit: number) => ({
      Node: object({ next: { $ref: "#/components/schemas/Node" }, a: { ...text, maxLength: limit } })
    })
    const request = { $ref: "#/components/schemas/Node" }
    const wrapped = (limit: number) => ({
      Node: object({ next: { oneOf: [{ type: "null" }, request] }, a: { ...text, maxLength: limit } })
    })
    const sorted = (from: object, to: object) => [...told({ request, schemas: from }, { request, schemas: to })].sort()
    expect(sorted(wrapped(9), wrapped(5))).toEqual(["ERR request-property-max-length-decreased"])
    expect(sorted(node(9), wrapped(5))).toContain("INFO request-property-became-nullable")
    const within = (limit: number) => ({
      Node: { allOf: [request, object({ next: { allOf: [request] }, a: { ...text, maxLength: limit } })] }
    })
    expect(sorted(within(9), within(5))).toEqual(["ERR request-property-max-length-decreased"])
    expect(told({ request, schemas: node(9) }, { request, schemas: node(5) })).toEqual([
      "ERR request-property-max-length-decreased"
    ])
  })

  it("D16 compares an API with itself wherever it stands among others, and under a new title", () => {
    const [one, other, renamed] = ["One", "Other", "Renamed"].map((title) =>
      modelOf({
        ...api(title === "Other" ? { paths: { "/b": { get: { responses: {} } } } } : {}),
        info: { title, version: "1" }
      })
    )
    const changes = (from: ReadonlyArray<unknown>, to: ReadonlyArray<unknown>) =>
      compareModels(JSON.stringify(from), JSON.stringify(to))
    expect(changes([one], [other, one])).toEqual([])
    expect(changes([one, other], [other, one])).toEqual([])
    expect(changes([one, other], [renamed, other])).toEqual([])
    expect(changes([other], [renamed])).not.toEqual([])
  })
  it.each(["{}", '[{"kind":"api"}]', '[{"kind":"text","blocks":[]}]'])(
    "D16 compares no %s, which is no API",
    (kept) => {
      const api = JSON.stringify([modelOf({ openapi: "3.0.0", info: { title: "A", version: "1" }, paths: {} })])
      expect(() => compareModels(kept, api)).toThrow("not of the form")
      expect(compareModels(api, api)).toEqual([])
    }
  )
})
