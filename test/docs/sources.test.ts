/** Sources: what is read of each format, and what is refused of broken and hostile ones. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { frontMatterLength } from "../../plugins/docs/markdown/parser.ts"
import type { ApiModel } from "../../plugins/docs/model/ApiModel.ts"
import type { ChangesModel } from "../../plugins/docs/model/ChangesModel.ts"
import type { RepositoryModel } from "../../plugins/docs/model/RepositoryModel.ts"
import type { SourceFailure, SourceKind } from "../../plugins/docs/model/SourceModel.ts"
import type { TextModel } from "../../plugins/docs/model/TextModel.ts"
import { readSource } from "../../plugins/docs/sources/readers.ts"
import { SourceError } from "../../plugins/docs/sources/SourceError.ts"
import { awkwardTexts, ownTexts } from "./texts.ts"

const sample = (name: string): string => readFileSync(join(import.meta.dirname, "samples", name), "utf8")

const read = (content: string, kind?: SourceKind) => readSource({ name: "source", content, kind })

const api = (content: string) => read(content).model as ApiModel

const failureOf = (content: string, kind?: SourceKind): SourceFailure => {
  try {
    read(content, kind)
  } catch (error) {
    if (error instanceof SourceError) return error.failure
    throw error
  }
  throw new Error("it was read")
}

const wrap = (schemas: unknown, openapi = "3.0.3") =>
  JSON.stringify({ openapi, info: { title: "T", version: "1" }, paths: {}, components: { schemas } })

describe("what a source is", () => {
  const cases: ReadonlyArray<readonly [string, string, object]> = [
    ["D1 OpenAPI 2.0 in YAML", "petstore.yaml", { kind: "openapi", format: "swagger", version: "2.0" }],
    ["D1 OpenAPI 2.0 in JSON", "schema-circular.json", { kind: "openapi", format: "swagger", version: "2.0" }],
    ["D1 OpenAPI 3.0 in JSON", "buildomat.json", { kind: "openapi", format: "openapi", version: "3.0.3" }],
    ["D2 OpenAPI 3.1 in YAML", "train-travel.yaml", { kind: "openapi", format: "openapi", version: "3.1.0" }],
    ["D3 a collection v2.0", "nested-v2-collection.json", { kind: "postman", version: "2.0" }],
    ["D3 a collection v2.1", "collection-v2.json", { kind: "postman", version: "2.1" }],
    ["D10 a change list", "own-change-list.txt", { kind: "changelog" }],
    ["D10 a commit log", "fastify.oneline.txt", { kind: "commits", format: "oneline" }]
  ]

  it.each(cases)("%s is found out from its content", (_, name, detected) => {
    expect(read(sample(name)).detected).toMatchObject(detected)
  })

  it("D5 anything else is a text, with its blocks", () => {
    const { detected, model } = read("# Parcels\n\nA shop sends an order.\n\n- one\n- two\n\n```sh\nls\n```\n")
    expect(detected).toEqual({ kind: "text", format: "markdown" })
    expect((model as TextModel).blocks.map(({ kind, line }) => [kind, line])).toEqual([
      ["heading", 1],
      ["paragraph", 3],
      ["list", 5],
      ["code", 8]
    ])
  })

  it("D5 a manual with a chapter for a version is a text, a list of versions is not", () => {
    const chapter = (name: string) => `## ${name}\n\nIt holds these files:\n\n- one\n- two\n\n`
    const manual = `# How to back up\n\n${chapter("Data files")}${chapter("Log files")}${chapter("Version 3.0:")}`
    expect(read(manual).detected.kind).toBe("text")
    const list = `# News\n\n${chapter("Version 3.1")}${chapter("Version 3.0")}${chapter("Older ones")}`
    expect(read(list).detected.kind).toBe("changelog")
  })

  it("D5 every line of a text is in one of its blocks, word for word", () => {
    for (const [name, text] of [...ownTexts, ...awkwardTexts(250)]) {
      const { blocks, text: whole } = read(text, "text").model as TextModel
      const filled = (source: string) => source.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))
      expect(filled(blocks.map(({ source }) => source).join("\n")), name).toEqual(
        filled(whole.slice(frontMatterLength(whole)))
      )
    }
  })

  it("D74 a byte order mark and CRLF make no difference", () => {
    const plain = sample("uspto.yaml")
    expect(api(`\uFEFF${plain.replaceAll("\n", "\r\n")}`).operations.map(({ key }) => key)).toEqual(
      api(plain).operations.map(({ key }) => key)
    )
  })
})

describe("references", () => {
  const cycles: ReadonlyArray<readonly [string, unknown]> = [
    ["itself", { A: { $ref: "#/components/schemas/A" } }],
    [
      "each other",
      {
        A: { properties: { b: { $ref: "#/components/schemas/B" } } },
        B: { properties: { a: { $ref: "#/components/schemas/A" } } }
      }
    ],
    ["itself through allOf", { A: { allOf: [{ $ref: "#/components/schemas/A" }, { type: "object" }] } }],
    ["itself through items", { A: { type: "array", items: { $ref: "#/components/schemas/A" } } }],
    [
      "itself through additionalProperties",
      { A: { type: "object", additionalProperties: { $ref: "#/components/schemas/A" } } }
    ]
  ]

  it.each(cycles)("D53 a schema that refers to %s is read once", (_, schemas) => {
    const model = api(wrap(schemas))
    expect(model.schemas.map(({ name }) => name)).toEqual(Object.keys(schemas as object))
  })

  it("D53 a path that refers to itself ends with a warning", () => {
    const source = JSON.stringify({ openapi: "3.0.0", info: {}, paths: { "/a": { $ref: "#/paths/~1a" } } })
    const { model, warnings } = read(source)
    expect((model as ApiModel).operations).toEqual([])
    expect(warnings.map(({ code }) => code)).toEqual(["ref_chain_too_long"])
  })

  it("D54 a $ref in an example is data", () => {
    const example = { $ref: "https://example.com/not-a-reference" }
    const source = JSON.stringify({
      openapi: "3.0.0",
      info: {},
      paths: {
        "/a": { get: { responses: { "200": { description: "", content: { "application/json": { example } } } } } }
      }
    })
    const { model, warnings } = read(source)
    expect((model as ApiModel).operations[0]!.responses[0]!.content[0]!.examples).toEqual([{ value: example }])
    expect(warnings).toEqual([])
  })

  it.each(["https://example.com/a.yaml#/A", "file:///etc/passwd", "../other.yaml#/A", "http://127.0.0.1/a"])(
    "D55 %s is reported and never followed",
    (ref) => {
      const { model, warnings } = read(wrap({ A: { $ref: ref } }))
      expect((model as ApiModel).schemas[0]!.schema).toEqual({ unresolved: ref })
      expect(warnings.map(({ code }) => code)).toEqual(["external_ref_not_followed"])
    }
  )

  it("D56 a reference to nothing is a warning, and the rest is read", () => {
    const { model, warnings } = read(sample("dangling.json"))
    expect((model as ApiModel).operations).toHaveLength(1)
    expect(warnings).toMatchObject([{ code: "dangling_ref" }])
  })

  it("reads nullable, exclusive limits and type lists of all dialects alike", () => {
    const old = api(wrap({ A: { type: "integer", nullable: true, minimum: 1, exclusiveMinimum: true } }))
    const late = api(wrap({ A: { type: ["integer", "null"], exclusiveMinimum: 1 } }, "3.1.0"))
    expect(old.schemas[0]!.schema).toEqual(late.schemas[0]!.schema)
  })
})

describe("what cannot be read", () => {
  const deep = "[".repeat(5_000) + "]".repeat(5_000)
  const cases: ReadonlyArray<readonly [string, string, SourceKind | undefined, object]> = [
    ["truncated YAML", sample("trunc.yaml"), "openapi", { code: "parse_failed", location: { line: 2, column: 16 } }],
    ["truncated JSON", '{"openapi":\n', undefined, { code: "parse_failed", location: { line: 2, column: 1 } }],
    ["a list", sample("array.json"), "openapi", { code: "parse_failed" }],
    [
      "two equal keys",
      '{"openapi":"3.0.0",\n"info":{},"info":{}}',
      undefined,
      { code: "parse_failed", location: { line: 2, column: 11 } }
    ],
    [
      "two equal keys in YAML",
      "openapi: 3.0.0\ninfo: {}\ninfo: {}\n",
      undefined,
      { code: "parse_failed", location: { line: 3, column: 1 } }
    ],
    ["an alias bomb", sample("laughs.yaml"), "openapi", { code: "limit_exceeded" }],
    ["a depth bomb in JSON", `{"openapi":"3.0.0","x":${deep}}`, undefined, { code: "limit_exceeded" }],
    ["a depth bomb in YAML", `openapi: 3.0.0\nx: ${deep}`, undefined, { code: "limit_exceeded" }],
    ["an unknown version", "openapi: 3.9.9\n", undefined, { code: "unsupported_version" }],
    [
      "a description of another kind",
      "# Words\nasyncapi: 3.0.0\ninfo:\n  title: A\n",
      undefined,
      { code: "parse_failed" }
    ],
    ["RAML", "#%RAML 1.0\ntitle: A\n", undefined, { code: "parse_failed" }],
    ["XML", `<?xml version="1.0"?>\n<definitions/>\n`, undefined, { code: "parse_failed" }],
    ["a collection of version 1", '{"requests":[],"order":[]}', undefined, { code: "unsupported_collection_version" }],
    ["JSON of another kind", '{"hello":"world"}', undefined, { code: "parse_failed" }]
  ]

  it.each(cases)("D56 D57 %s is refused with its reason, within a second", (_, content, kind, failure) => {
    const startedAt = performance.now()
    expect(failureOf(content, kind)).toMatchObject(failure)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe("collections", () => {
  it("D3 inherit authentication from folders, and never show its values", () => {
    const source = JSON.stringify({
      info: { name: "C", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
      auth: { type: "bearer", bearer: [{ key: "token", value: "s3cret" }] },
      variable: [{ key: "host", value: "api.example.com" }],
      item: [
        {
          name: "open",
          auth: { type: "noauth" },
          item: [{ name: "a", request: { method: "GET", url: "https://{{host}}/a/:id?x=1" } }]
        },
        {
          name: "b",
          request: { method: "POST", url: "https://{{host}}/b", header: [{ key: "X-Api-Key", value: "s3cret" }] }
        }
      ]
    })
    const model = api(source)
    expect(model.operations.map(({ key, security, tags }) => [key, security, tags])).toEqual([
      ["GET /a/{id}", [], ["open"]],
      ["POST /b", [[{ scheme: "bearer", scopes: [] }]], []]
    ])
    expect(model.servers).toEqual([
      { url: "https://{host}", variables: [{ name: "host", enum: [], default: "api.example.com" }] }
    ])
    expect(JSON.stringify(model)).not.toContain("s3cret")
  })
})

describe("changes", () => {
  it("D10 keep every line of a change list", () => {
    const { releases } = read(sample("own-change-list.txt")).model as ChangesModel
    expect(releases.map(({ changes, version }) => [version, changes.length])).toEqual([["2.4.0", 10]])
    expect(releases[0]!.changes.filter(({ breaking }) => breaking)).toHaveLength(1)
  })

  it("D10 keep every commit, conventional or not", () => {
    const { releases } = read(sample("fastify.oneline.txt")).model as ChangesModel
    expect(releases[0]!.changes).toHaveLength(sample("fastify.oneline.txt").trim().split("\n").length)
    expect(releases[0]!.changes[2]).toMatchObject({ text: "Bumped v6.0.0-alpha.2", breaking: false })
  })

  it("read footers that break, over several lines", () => {
    const log =
      "\u001eabc1234\u001f2026-01-01\u001ffeat(api)!: drop v1\u001fBody.\n\nBREAKING CHANGE: use v2\nfrom now on\n"
    const { releases } = read(log).model as ChangesModel
    expect(releases[0]!.changes[0]).toMatchObject({
      text: "drop v1",
      type: "feat",
      scope: "api",
      breaking: true,
      body: "Body.",
      trailers: [{ name: "BREAKING CHANGE", value: "use v2\nfrom now on" }]
    })
  })
})

describe("repositories", () => {
  const snapshot = {
    url: "https://example.com/o/tool.git",
    branch: "main",
    commit: "c0ffee",
    message: "m",
    log: "",
    files: [
      { path: "README.md", bytes: 20, text: "# Tool\n\nDoes things." },
      {
        path: "package.json",
        bytes: 99,
        text: '{"name":"tool","version":"1.0.0","scripts":{"test":"vitest"},"bin":"cli.js"}'
      },
      { path: "LICENSE", bytes: 30, text: "Permission is hereby granted, free of charge, to any person" },
      { path: "src/index.ts", bytes: 60, text: "/** Adds two numbers. */\nexport const add = (a: number) => a\n" },
      { path: "src/b.py", bytes: 60, text: 'def run(x):\n    """Runs it."""\n    return x\n' },
      { path: "src/c.go", bytes: 60, text: "// Stop ends it.\nfunc Stop() {\n}\n" },
      { path: ".env.example", bytes: 30, text: "PORT=8080\nAPI_KEY=abc\n" },
      { path: "big.bin", bytes: 9_000_000 }
    ]
  }
  const repository = () => readSource({ name: "r", content: "", snapshot }).model as RepositoryModel

  it("D4 are read by readme, manifest, comments and structure", () => {
    const model = repository()
    expect(model.readme?.text.title).toBe("Tool")
    expect(model.manifests).toMatchObject([{ ecosystem: "npm", name: "tool", version: "1.0.0" }])
    expect(model.license).toEqual({ paths: ["LICENSE"], name: "MIT" })
    expect(model.files).toHaveLength(8)
    expect(model.comments.map(({ language, name, text }) => [language, name, text])).toEqual([
      ["typescript", "add", "Adds two numbers."],
      ["python", "run", "Runs it."],
      ["go", "Stop", "Stop ends it."]
    ])
  })

  it("D59 tell no value of a variable that looks like a secret", () => {
    expect(repository().facts).toEqual([
      { name: "env PORT", value: "8080", evidence: ".env.example" },
      { name: "env API_KEY", value: "", evidence: ".env.example" }
    ])
  })

  it("D61 says of a repository with more files than are looked into that there are too many", () => {
    const many = Array.from({ length: 2_001 }, (_, at) => ({ path: `src/${at}.ts`, bytes: 1, text: ";" }))
    const { warnings } = readSource({ name: "r", content: "", snapshot: { ...snapshot, files: many } })
    const message = "1 file was not looked into: one of too many, too large, or no text"
    expect(warnings).toEqual([{ code: "file_skipped", message }])
  })

  it("D22 have their API description found for a reference, and say so when there is none", () => {
    const files = [...snapshot.files, { path: "api/openapi.yaml", bytes: 99, text: sample("uspto.yaml") }]
    const found = readSource({ name: "r", content: "", snapshot: { ...snapshot, files } }, "api-reference")
    expect((found.model as ApiModel).operations).toHaveLength(3)
    expect(() => readSource({ name: "r", content: "", snapshot }, "api-reference")).toThrow(/no API description/)
  })
})
