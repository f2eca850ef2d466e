/** A reference speaks to callers of the API: what its source lacks stands in the report, and samples are requests that can be sent (D6). */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const described = (of: object) =>
  make("api-reference", JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, ...of }))

const collected = (of: object) => {
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
  return make("api-reference", JSON.stringify({ info: { name: "C", schema }, ...of }))
}

const servers = [{ url: "https://api.example.com" }]
const responses = { "200": { description: "Done" } }

describe("what a source lacks", () => {
  it("D6 is no word of the reference, and is reported", () => {
    const { markdown, report } = described({
      tags: [{ name: "Authentication" }],
      paths: { "/a": { get: { tags: ["Authentication"], responses } } }
    })
    expect(markdown).not.toMatch(/the description|## Error codes|\n## Authentication/i)
    expect(markdown).toContain("Replace `{baseUrl}` with the address of the server.")
    expect(report.dropped.map(({ item }) => item)).toEqual(expect.arrayContaining(["Authentication", "Error codes"]))
    expect(described({ servers, paths: {} }).markdown).not.toContain("## Endpoints")
  })

  it("D6 leaves no anchor behind", () => {
    const { markdown } = described({
      servers,
      tags: [{ name: "Authentication" }, { name: "B" }],
      paths: {
        "/a": { get: { tags: ["Authentication"], responses } },
        "/b": { get: { tags: ["B"], responses } }
      }
    })
    expect(markdown).toContain("[Authentication](#authentication)")
  })

  it("D6 counts statuses past 5xx as errors", () => {
    const { markdown } = described({
      servers,
      paths: { "/a": { get: { responses: { "600": { description: "Busy" } } } } }
    })
    expect(below(markdown, "## Error codes")).toContain("| `600` | Busy |")
  })

  it("D6 counts what no code is given for as an error only beside a success", () => {
    const any = { description: "All that happens" }
    const alone = described({ servers, paths: { "/a": { get: { responses: { default: any } } } } })
    expect(alone.markdown).not.toContain("## Error codes")
    const beside = described({ servers, paths: { "/a": { get: { responses: { ...responses, default: any } } } } })
    expect(below(beside.markdown, "## Error codes")).toContain("| `default` | All that happens |")
  })

  it("D6 calls no body of a collection optional, because a collection does not say that", () => {
    const body = { mode: "raw", raw: "{}" }
    const { markdown } = collected({
      item: [{ name: "A", request: { method: "POST", url: "https://a.example/b", body } }]
    })
    expect(markdown).not.toContain("(optional)")
  })
})

const headingsOf = (markdown: string): ReadonlyArray<string> =>
  [...markdown.matchAll(/^###+ (.*)$/gm)].map(([, heading]) => heading!)

describe("the order of a reference", () => {
  it("D6 is the author's, for methods as for paths", () => {
    const { markdown } = described({
      servers,
      paths: { "/z": { post: { responses }, get: { responses } }, "/a": { delete: { responses }, put: { responses } } }
    })
    expect(headingsOf(markdown)).toEqual(["Operations", "`POST /z`", "`GET /z`", "`DELETE /a`", "`PUT /a`"])
  })

  it("D6 is that of a collection for its folders, and requests of one address are told apart by their names", () => {
    const request = { method: "POST", url: "https://a.example/run" }
    const made = collected({
      item: [
        {
          name: "Flow",
          item: [
            { name: "Inner", item: [{ name: "Make", request }] },
            { name: "Log on", request }
          ]
        },
        { name: "Last", item: [{ name: "Log on", request }] },
        { name: "Alone", request: { ...request, method: "GET" } }
      ]
    })
    expect(headingsOf(made.markdown)).toEqual([
      "Flow / Inner",
      "`POST /run`: Make",
      "Flow",
      "`POST /run`: Log on, Flow",
      "Last",
      "`POST /run`: Log on, Last",
      "Other operations",
      "`GET /run`"
    ])
    expect(below(made.markdown, "#### `POST /run`: Make")).not.toContain("**Make**")
  })
})

const asked = (parameter: object, of: object = {}): string =>
  described({
    servers,
    ...of,
    paths: { "/a": { get: { parameters: [{ in: "query", required: true, ...parameter }], responses } } }
  }).markdown

const posted = (requestBody: object): string =>
  described({ servers, paths: { "/a": { post: { requestBody, responses } } } }).markdown

const sent = (request: object): string =>
  collected({ item: [{ name: "A", request: { url: "https://a.example/b", ...request } }] }).markdown

describe("samples that can be sent", () => {
  it("D6 spread objects and lists over a query as their style says", () => {
    const number = { type: "integer" }
    const page = {
      type: "object",
      required: ["page", "sort"],
      properties: { page: number, sort: { type: "array", items: { type: "string" } } }
    }
    expect(asked({ name: "p", schema: page })).toContain("/a?page=1&sort={sort}'")
    expect(asked({ name: "p", schema: page, style: "deepObject" })).toContain("/a?p%5Bpage%5D=1&p%5Bsort%5D={sort}'")
    const list = { type: "array", items: number, example: [1, 2] }
    expect(asked({ name: "l", schema: list })).toContain("/a?l=1&l=2'")
    expect(asked({ name: "l", schema: list, explode: false })).toContain("/a?l=1,2'")
    expect(asked({ name: "l", schema: list, style: "pipeDelimited" })).toContain("/a?l=1%7C2'")
    const content = { "application/json": { schema: list } }
    expect(asked({ name: "l", content })).toContain("/a?l=%5B1%2C2%5D'")
  })

  it("D6 join lists of OpenAPI 2.0 as it says", () => {
    const old = (list: object) =>
      make(
        "api-reference",
        JSON.stringify({
          swagger: "2.0",
          info: { title: "T", version: "1" },
          host: "a.example",
          paths: {
            "/a": {
              get: {
                parameters: [
                  {
                    name: "l",
                    in: "query",
                    required: true,
                    type: "array",
                    items: { type: "integer" },
                    minItems: 2,
                    ...list
                  }
                ],
                responses
              }
            }
          }
        })
      ).markdown
    expect(old({})).toContain("/a?l=1,1'")
    expect(old({ collectionFormat: "multi" })).toContain("/a?l=1&l=1'")
  })

  it("D6 are left out where the address speaks no HTTP, which is reported", () => {
    const { markdown, report } = described({
      servers: [{ url: "wss://a.example" }],
      paths: { "/a": { get: { responses } } }
    })
    expect(markdown).not.toMatch(/baseUrl|curl/)
    expect(report.warnings.map(({ message }) => message)).toEqual([
      "wss://a.example is no address of HTTP: its operations have no request samples"
    ])
  })

  it("D6 have a body where one is needed", () => {
    const json = (schema: object) => ({ content: { "application/json": { schema } } })
    const impossible = { type: "string", pattern: "^(?=a)b$" }
    expect(posted(json({ type: "object", required: ["a"], properties: { a: impossible } }))).toContain(
      "--data-raw 'YOUR_REQUEST_BODY'"
    )
    expect(posted(json({ type: "object" }))).toContain("--data-raw 'YOUR_REQUEST_BODY'")
    expect(posted({ content: { "application/json": { schema: { type: "object" }, example: {} } } })).toContain(
      "--data-raw '{}'"
    )
    const raw = '{ "a": 1, // one\n}'
    expect(sent({ method: "POST", body: { mode: "raw", raw, options: { raw: { language: "json" } } } })).toContain(
      `--data-raw '{"a":1}'`
    )
  })

  it("D6 have a word for a form of which no field is known", () => {
    const body = { name: "rule", in: "body", required: true, schema: { type: "string" } }
    const { markdown } = make(
      "api-reference",
      JSON.stringify({
        swagger: "2.0",
        info: { title: "T", version: "1" },
        host: "a.example",
        paths: { "/a": { post: { consumes: ["multipart/form-data"], parameters: [body], responses } } }
      })
    )
    expect(markdown).toContain("--data-raw 'YOUR_REQUEST_BODY'")
    expect(markdown).toContain("**Request body** `rule` (required)")
  })

  it("D6 send credentials in the form that a collection gives, and never a key", () => {
    const auth = (value: string) => ({
      method: "GET",
      auth: {
        type: "apikey",
        apikey: [
          { key: "key", value: "Authorization" },
          { key: "value", value }
        ]
      }
    })
    expect(sent(auth("apikey {{hash}}"))).toContain("--header 'Authorization: apikey {hash}'")
    expect(below(sent(auth("apikey {{hash}}")), "## Authentication")).toContain(
      "header `Authorization` as `apikey {hash}`"
    )
    expect(sent(auth("sk_live_1{{hash}}"))).toContain("--header 'Authorization: YOUR_API_KEY'")
    expect(sent({ method: "GET", header: [{ key: "Authorization", value: "sig {{hash}}" }] })).toContain(
      "'Authorization: sig {hash}'"
    )
  })

  it("D6 send no header that a collection has switched off", () => {
    const off = [
      { key: "Content-Type", value: "multipart/form-data", disabled: true },
      { key: "Authorization", value: "Bearer {{t}}", disabled: true }
    ]
    const markdown = sent({ method: "POST", header: off, body: { mode: "raw", raw: "{}" } })
    expect(markdown).not.toMatch(/multipart|Bearer/)
  })

  it("D6 send an authorization header that an operation requires", () => {
    expect(asked({ name: "Authorization", in: "header", schema: { type: "string" } })).toContain(
      "'Authorization: {Authorization}'"
    )
  })
})

describe("what authors say in passing", () => {
  it("D6 is shown: examples that are false, zero or empty", () => {
    for (const [type, example] of [
      ["boolean", false],
      ["boolean", true],
      ["integer", 0],
      ["string", ""]
    ] as const)
      expect(asked({ name: "p", schema: { type }, example })).toContain(`Example: \`${JSON.stringify(example)}\``)
  })

  it("D6 is shown: what the variables of an address are", () => {
    const variable = [{ key: "host", value: "a.example", description: "Where it runs." }]
    const item = [{ name: "A", request: { method: "GET", url: "http://{{host}}/a" } }]
    expect(collected({ item, variable }).markdown).toContain("| `host` | `a.example` | Where it runs. |")
  })

  it("D6 is shown: variables of one name in several addresses, each with its own default", () => {
    const at = (scheme: string, port: string) => ({
      url: `${scheme}://{host}:{port}`,
      variables: { host: { default: "a" }, port: { default: port } }
    })
    const { markdown } = described({ servers: [at("https", "443"), at("http", "80")], paths: {} })
    expect(markdown).toContain(
      "| `host` |  | `a` |\n| `port` | `https://{host}:{port}` | `443` |\n| `port` | `http://{host}:{port}` | `80` |"
    )
  })

  it("D6 is shown: each variable of a collection and of its requests, with values that are no secret", () => {
    const variable = [
      { key: "domain", value: "boxes" },
      { key: "password", value: "boxes" },
      { key: "code", value: "k3yOfAnn" },
      { key: "limit", value: "10" }
    ]
    const url = "https://a.example/b?of={{owner}}"
    const { markdown, report } = collected({ variable, item: [{ name: "A", request: { method: "GET", url } }] })
    const rows = below(markdown, "## Overview").match(/^\| `.*`.*\|$/gm)
    expect(rows).toEqual(
      expect.arrayContaining([
        "| `domain` | `boxes` |",
        "| `password` |  |",
        "| `code` |  |",
        "| `limit` | `10` |",
        "| `owner` |  |"
      ])
    )
    expect(markdown).not.toContain("Requests use")
    expect(report.warnings.map(({ message }) => message)).toEqual([
      "The value of the variable password is left out: it may be a secret",
      "The value of the variable code is left out: it may be a secret"
    ])
  })

  it("D6 is shown: a parameter that a request lists several times, each value with its words", () => {
    const query = [
      { key: "of", value: "glass", description: "Only those of glass." },
      { key: "of", value: "wood", description: "Only those of wood.", disabled: true },
      { key: "by", value: "a", description: "Whose." },
      { key: "by", value: "b" }
    ]
    const url = { raw: "https://a.example/b?of=glass", query }
    const { markdown } = collected({ item: [{ name: "A", request: { method: "GET", url } }] })
    expect(markdown).toContain('Examples: `"glass"` (Only those of glass.), `"wood"` (Only those of wood.).')
    expect(markdown).toContain("/b?of=glass&by=b'")
    expect(markdown).toContain("| Whose.")
  })

  it("D6 is shown: headers that belong to a saved answer, and none that servers send with each", () => {
    const header = [
      { key: "Allow", value: "GET", description: "What may be asked." },
      { key: "X-Boxes", value: "4" },
      { key: "Date", value: "today" }
    ]
    const response = [{ name: "No", code: 405, header, body: "" }]
    const { markdown } = collected({
      item: [{ name: "A", request: { method: "GET", url: "https://a.example/b" }, response }]
    })
    expect(markdown).toContain("| `Allow` | string | no | What may be asked. |\n| `X-Boxes` | string | no |  |")
    expect(markdown).not.toContain("`Date`")
  })

  it("D6 is shown: a body that is a variable by its name, and as no example", () => {
    const body = { mode: "raw", raw: " {{box}} ", options: { raw: { language: "json" } } }
    const { markdown } = collected({
      item: [{ name: "A", request: { method: "POST", url: "https://a.example/b", body } }]
    })
    expect(markdown).toContain("**Request body**\n\nThe value of the variable `box`.")
    expect(markdown).toContain("--data-raw '{{box}}'")
    expect(markdown).not.toContain("Example")
  })

  it("D6 is shown: all addresses, with the one that holds where an operation names none", () => {
    const of = (url: string) => ({ name: url, request: { method: "GET", url } })
    const { markdown } = collected({ item: [of("{{a}}/1"), of("{{a}}/2"), of("{{b}}/3")] })
    expect(below(markdown, "## Overview")).toContain(
      "The API is at these addresses. An operation that names no base URL of its own is at the first one.\n\n| Base URL |\n| --- |\n| `{a}` |\n| `{b}` |"
    )
    expect(markdown).not.toContain("Its variables are")
  })

  it("D6 ask for the JSON of a version where an answer has no other", () => {
    const answer = (...types: ReadonlyArray<string>) => {
      const content = Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }]))
      return described({
        servers,
        paths: { "/a": { get: { responses: { "200": { description: "Done", content } } } } }
      }).markdown
    }
    expect(answer("application/json; v=2")).toContain("--header 'Accept: application/json; v=2'")
    expect(answer("application/json; v=2", "application/json")).not.toContain("Accept:")
    expect(answer("text/csv")).not.toContain("Accept:")
  })

  it("D6 send the Accept that the author requires, where he says which", () => {
    const asked = (schema: object) => {
      const parameters = [{ name: "Accept", in: "header", required: true, schema }]
      return described({
        servers,
        paths: { "/a": { get: { parameters, responses: { "200": { description: "Done" } } } } }
      }).markdown
    }
    const version = { type: "string", enum: ["application/vnd.box.2.0+json"] }
    expect(asked(version)).toContain("--header 'Accept: application/vnd.box.2.0+json'")
    expect(asked({ type: "string" })).not.toContain("--header 'Accept")
  })

  it("D6 is reported: the scripts of a collection", () => {
    const request = { method: "GET", url: "https://a.example/a" }
    const event = [{ listen: "test", script: { exec: ["", "pm.environment.unset('t')"] } }]
    const empty = [{ listen: "test", script: { exec: [""] } }]
    const { report } = collected({
      item: [
        { name: "Log on", request, event },
        { name: "B", request, event: empty }
      ]
    })
    expect(report.warnings.map(({ message }) => message)).toEqual([
      "A script of Log on is left out: what it does is not told"
    ])
  })
})
