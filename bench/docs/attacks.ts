/** Inputs of accepted size that ask for more work than they have bytes: what `docs-hostile` sends to the service. */

import { changes, markdown } from "./textAttacks.ts"

/** The requests of a measurement, in order. The last answer is the one that counts. */
export type AttackKind = "source" | "document" | "check" | "transformation" | "diff"

/** One attack. `docTypes` are the documents that are made of a text as a source; `transformations` those that are asked for. */
export interface Attack {
  readonly name: string
  readonly kind: AttackKind
  readonly text: () => string
  /** Of a document its kind, of a transformation its kind. */
  readonly what?: string
  /** The kind of the source; found out by the service where absent. */
  readonly sourceKind?: string
  /** The second text of a diff. */
  readonly other?: () => string
}

const api = (parts: object): string =>
  JSON.stringify({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths: {}, ...parts })

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at)

const record = <A>(count: number, entry: (at: number) => readonly [string, A]): Readonly<Record<string, A>> =>
  Object.fromEntries(numbers(count).map(entry))

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const json = (schema: unknown) => ({ content: { "application/json": { schema } } })

const operation = (schema: unknown) => ({
  requestBody: json(schema),
  responses: { "200": { description: "d", ...json(schema) } }
})

/** Schemas of which each refers to the next one in a way of its own; the last one is plain. */
const tower = (levels: number, level: (next: unknown) => unknown, operations = 1): string =>
  api({
    paths: record(operations, (at) => [`/p${at}`, { post: operation({ type: "array", items: ref("S0") }) }]),
    components: {
      schemas: record(levels, (at) => [
        `S${at}`,
        at === levels - 1 ? { type: "string", minLength: 1 } : level(ref(`S${at + 1}`))
      ])
    }
  })

const wide = (next: unknown) => ({ type: "object", required: ["a", "b"], properties: { a: next, b: next } })

/** Parts of a response, header or callback that refer to the next two of their kind. */
const componentTower = (levels: number, kind: string, part: (next: unknown) => unknown, first: object): string =>
  api({
    paths: { "/p": { get: { responses: { "200": { description: "d" } }, ...first } } },
    components: {
      [kind]: record(levels, (at) => [`C${at}`, part({ $ref: `#/components/${kind}/C${(at + 1) % (levels + 1)}` })])
    }
  })

const encodedHeader = (next: unknown) => ({
  content: { "multipart/form-data": { schema: {}, encoding: { a: { headers: { x: next, y: next } } } } }
})

const callbackPart = (next: unknown) => ({
  "{$url}": { post: { callbacks: { x: next, y: next }, responses: { "200": { description: "d" } } } }
})

const collection = (item: unknown): string =>
  JSON.stringify({
    info: { name: "C", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item
  })

const request = (url: string) => ({ name: "r", request: { method: "GET", url } })

const nestedFolders = (levels: number): unknown =>
  numbers(levels).reduce<unknown>((item) => [{ name: "f", item }], [request("https://a.example/x")])

const yamlPaths = (count: number): string =>
  `openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n${numbers(count)
    .map((at) => `  /p${at}:\n    get: {}\n`)
    .join("")}`

const merges = (count: number, keys: number): string =>
  `openapi: 3.0.3\nx: &x\n${numbers(keys)
    .map((at) => `  k${at}: 1\n`)
    .join("")}paths:\n${numbers(count)
    .map((at) => `  /p${at}:\n    <<: *x\n`)
    .join("")}`

/** Merges of merges: each level holds the keys of all before it. */
const mergeTower = (levels: number): string =>
  `openapi: 3.0.3\n${numbers(levels)
    .map((at) => `x${at}: &x${at}\n${at === 0 ? "" : `  <<: [*x${at - 1}, *x${at - 1}]\n`}  k${at}: 1\n`)
    .join("")}paths: {}\n`

const yaml = (extra: string): string => `openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: {}\n${extra}`

const hugeSchemas: ReadonlyArray<readonly [string, () => string]> = [
  ["tower of 20 schemas, each refers to the next twice", () => tower(20, wide)],
  ["the same, optional", () => tower(20, (next) => ({ type: "object", properties: { a: next, b: next } }))],
  ["the same by allOf", () => tower(20, (next) => ({ allOf: [next, next] }))],
  ["the same by oneOf", () => tower(20, (next) => ({ oneOf: [next, next, { type: "integer" }] }))],
  ["the same by anyOf, 200 operations", () => tower(20, (next) => ({ anyOf: [next, next] }), 200)],
  ["the same by not and items", () => tower(40, (next) => ({ not: next, type: "array", items: next }))],
  ["chain of 20,000 schemas", () => tower(20_000, (next) => next)],
  ["tower of required lists", () => tower(20, (next) => ({ type: "array", minItems: 20, items: next }))],
  [
    "schema of 3,000 properties in 3,000 operations",
    () =>
      api({
        paths: record(3_000, (at) => [`/p${at}`, { post: operation({ type: "array", items: ref("A") }) }]),
        components: {
          schemas: {
            A: {
              type: "object",
              required: numbers(3_000).map((at) => `p${at}`),
              properties: record(3_000, (at) => [`p${at}`, { type: "string" }])
            }
          }
        }
      })
  ],
  [
    "response of 2,000 headers in 5,000 operations by $ref",
    () =>
      api({
        paths: record(5_000, (at) => [
          `/p${at}`,
          { get: { responses: { "200": { $ref: "#/components/responses/R" } } } }
        ]),
        components: {
          responses: {
            R: { description: "d", headers: record(2_000, (at) => [`h${at}`, { schema: { type: "string" } }]) }
          }
        }
      })
  ],
  [
    "path item of 8 operations in 10,000 paths by $ref",
    () =>
      api({
        paths: {
          "/a": record(8, (at) => [
            ["get", "put", "post", "delete", "options", "head", "patch", "trace"][at]!,
            { parameters: numbers(50).map((p) => ({ name: `p${p}`, in: "query", schema: { type: "string" } })) }
          ]),
          ...record(1_200, (at) => [`/b${at}`, { $ref: "#/paths/~1a" }])
        }
      })
  ],
  ["tower of encoding headers", () => componentTower(24, "headers", encodedHeader, headersOfFirst)],
  [
    "headers that lead to themselves",
    () => componentTower(1, "headers", () => encodedHeader({ $ref: "#/components/headers/C0" }), headersOfFirst)
  ],
  [
    "tower of callbacks",
    () => componentTower(24, "callbacks", callbackPart, { callbacks: { a: { $ref: "#/components/callbacks/C0" } } })
  ],
  [
    "20,000 parameters of one operation",
    () =>
      api({
        paths: {
          "/p": {
            get: {
              parameters: numbers(20_000).map((at) => ({
                name: `p${at}`,
                in: "query",
                required: true,
                schema: { type: "string" }
              }))
            }
          }
        }
      })
  ],
  [
    "enum of 300,000 values and a default",
    () => tower(2, () => ({ type: "string", enum: numbers(300_000).map((at) => `v${at}`), default: "v299999" }), 100)
  ],
  [
    "example of 3,000 items that must differ",
    () =>
      tower(
        2,
        () => ({ type: "array", uniqueItems: true, items: {}, example: numbers(10_000).map((at) => ({ at })) }),
        20
      )
  ],
  [
    "pattern that backtracks",
    () =>
      tower(
        2,
        () => ({ type: "string", pattern: "^(([a-z])+.)+[A-Z]([a-z])+$", example: "a".repeat(190), minLength: 100 }),
        1
      )
  ],
  [
    "pattern of properties that backtracks",
    () =>
      tower(
        2,
        () => ({ type: "object", patternProperties: { "^(a+)+$": {} }, example: { [`${"a".repeat(60)}!`]: 1 } }),
        1
      )
  ],
  ["100,000 tags", () => api({ tags: numbers(100_000).map((at) => ({ name: `t${at}` })) })],
  [
    "9,000 operations with 100 tags each",
    () =>
      api({
        paths: record(9_000, (at) => [
          `/p${at}`,
          { get: { tags: numbers(100).map((tag) => `t${at}-${tag}`), responses: {} } }
        ])
      })
  ],
  [
    "10,000 operations of one name",
    () =>
      api({
        paths: record(9_999, (at) => [`/p${at}`, { get: { operationId: "same", summary: "same", responses: {} } }])
      })
  ],
  [
    "100,000 schemas of one name",
    () => api({ components: { schemas: record(100_000, (at) => ["-".repeat(at % 200) + at, {}]) } })
  ],
  [
    "references into the middle of the document, 50,000",
    () =>
      api({
        components: {
          schemas: {
            A: {
              properties: record(50_000, (at) => [
                `p${at}`,
                { $ref: `#/components/schemas/A/properties/p${(at + 1) % 50_000}` }
              ])
            }
          }
        }
      })
  ],
  [
    "security of 5,000 schemes in 2,000 operations",
    () =>
      api({
        security: [record(5_000, (at) => [`s${at}`, []])],
        paths: record(2_000, (at) => [`/p${at}`, { get: { responses: {} } }]),
        components: { securitySchemes: record(5_000, (at) => [`s${at}`, { type: "http", scheme: "bearer" }]) }
      })
  ],
  [
    "description of 2 MB of markup",
    () => api({ info: { title: "T", version: "1", description: "<b>[".repeat(500_000) } })
  ],
  [
    "description of 1 MB of asterisks",
    () => api({ info: { title: "T", version: "1", description: "*a ".repeat(350_000) } })
  ],
  ["JSON of 20 MB of empty objects", () => `{"openapi":"3.0.3","paths":{},"x":[${"{},".repeat(6_000_000)}{}]}`],
  [
    "JSON of 20 MB of keys",
    () =>
      `{"openapi":"3.0.3","paths":{},"x":{${numbers(1_500_000)
        .map((at) => `"${at}":1`)
        .join(",")}}}`
  ],
  ["JSON of 6 million levels", () => '{"a":'.repeat(3_900_000)],
  ["2 MB of [", () => "[".repeat(2_000_000)],
  ["90 merges in 0.5 MB of YAML", () => merges(90, 40_000)],
  ["5,000 merges of 2,000 keys", () => merges(5_000, 2_000)],
  ["merges of merges, 90 levels", () => mergeTower(90)],
  ["120,000 paths in YAML", () => yamlPaths(120_000)],
  ["YAML of 20 MB of items", () => yaml(`x:\n${"- a\n".repeat(5_000_000)}`)],
  ["YAML of 10 MB of a flow list", () => yaml(`x: [${"a,".repeat(5_000_000)}a]`)],
  ["YAML of 20 MB of comments", () => yaml("#\n".repeat(9_900_000))],
  ["YAML of 20 MB of one text", () => yaml(`x: |\n${"  text of a line\n".repeat(1_150_000)}`)],
  ["YAML of 2 MB of one plain line", () => yaml(`x: ${"a ".repeat(1_000_000)}`)],
  ["YAML of 2 MB of tags", () => yaml(`x:\n${"- !!str a\n".repeat(200_000)}`)],
  [
    "YAML of 2 MB of anchors",
    () =>
      yaml(
        `x:\n${numbers(120_000)
          .map((at) => `- &a${at} b\n`)
          .join("")}`
      )
  ],
  ["YAML of 100,000 aliases", () => yaml(`x: &a b\ny:\n${"- *a\n".repeat(100_000)}`)],
  ["YAML of 100,000 documents", () => yaml("---\na: 1\n".repeat(100_000))],
  ["YAML of 100,000 errors", () => yaml(`x:\n${"- @a\n".repeat(100_000)}`)],
  ["YAML of 2 MB of question marks", () => yaml(`x:\n  ${"? ".repeat(1_000_000)}`)],
  ["YAML of 2 MB of dashes", () => yaml(`x:\n  ${"- ".repeat(1_000_000)}`)],
  [
    "YAML of 2 MB of growing indentation",
    () =>
      yaml(
        numbers(2_000)
          .map((at) => `${" ".repeat(at)}a:\n`)
          .join("")
      )
  ],
  ["YAML of 2 MB of quoted text with escapes", () => yaml(`x: "${"\\n".repeat(1_000_000)}"`)],
  ["collection of 60 levels", () => collection(nestedFolders(20))],
  [
    "collection of 100,000 requests",
    () => collection(numbers(100_000).map((at) => request(`https://a.example/${at}`)))
  ],
  [
    "collection of 9,000 requests with 1,000 variables",
    () => collection(numbers(9_000).map((at) => request(`https://a.example/${"{{v}}/".repeat(100)}${at}`)))
  ]
]

const headersOfFirst = {
  responses: { "200": { description: "d", headers: { a: { $ref: "#/components/headers/C0" } } } }
}

const lines = (count: number, line: (at: number) => string) => () => numbers(count).map(line).join("\n")

/** Pairs of texts whose difference is hard to find. */
const pairs: ReadonlyArray<readonly [string, () => string, () => string]> = [
  ["all 150,000 lines differ", lines(150_000, (at) => `a${at}`), lines(150_000, (at) => `b${at}`)],
  ["lines in reverse", lines(100_000, (at) => `a${at}`), lines(100_000, (at) => `a${100_000 - at}`)],
  [
    "two letters in turn",
    lines(200_000, (at) => (at % 2 === 0 ? "a" : "b")),
    lines(200_000, (at) => (at % 3 === 0 ? "b" : "a"))
  ],
  [
    "500 sections of 300 lines that differ",
    lines(150_000, (at) => (at % 300 === 0 ? `## H${at}` : `a${(at * 7_919) % 500}`)),
    lines(150_000, (at) => (at % 300 === 0 ? `## H${at}` : `a${(at * 104_729) % 500}`))
  ],
  [
    "1,000 lines of 1,000 characters that differ",
    lines(2_000, (at) => (at % 2 === 0 ? "same" : "a b ".repeat(240))),
    lines(2_000, (at) => (at % 2 === 0 ? "same" : "b c a ".repeat(160)))
  ],
  ["one line of 1 MB", lines(1, () => "a b ".repeat(250_000)), lines(1, () => "b a c ".repeat(160_000))],
  ["100,000 headings moved", lines(100_000, (at) => `## H${at}`), lines(100_000, (at) => `## H${99_999 - at}`)]
]

const transformations = ["simplify", "condense", "expand", "add_example", "add_troubleshooting", "create_diagram"]

/** Every attack, by group. */
export const attacks: ReadonlyArray<Attack> = [
  ...hugeSchemas.map(([name, text]): Attack => ({ name, kind: "document", what: "api-reference", text })),
  ...hugeSchemas
    .slice(0, 1)
    .flatMap(([name, text]) =>
      ["user-guide", "admin-guide", "readme"].map((what): Attack => ({ name, kind: "document", what, text }))
    ),
  ...markdown.flatMap(([name, text]): ReadonlyArray<Attack> => [
    { name, kind: "document", what: "user-guide", sourceKind: "text", text },
    { name, kind: "document", what: "readme", sourceKind: "text", text },
    { name, kind: "document", what: "admin-guide", sourceKind: "text", text },
    { name, kind: "document", what: "api-reference", sourceKind: "text", text },
    { name, kind: "check", text },
    ...transformations.map((what): Attack => ({ name, kind: "transformation", what, text }))
  ]),
  ...changes.map(([sourceKind, name, text]): Attack => ({
    name,
    kind: "document",
    what: "release-notes",
    sourceKind,
    text
  })),
  ...pairs.map(([name, text, other]): Attack => ({ name, kind: "diff", text, other }))
]
