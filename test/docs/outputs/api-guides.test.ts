/** Guides made of API descriptions: all words beside requests, their order, examples of the author's own, ids that are proved, whose requests are told, and when there is no guide. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make } from "./made.ts"

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const text = { type: "string" }

const glass = { ...text, example: "Glass" }

const answers = (schema: object) => ({ "200": { description: "Done", content: { "application/json": { schema } } } })

const body = (schema: object, type = "application/json") => ({ requestBody: { content: { [type]: { schema } } } })

const description = `Boxes of glass.\n\n## Packing\n\nPack a box before you send it. ${"Ann does it with care, and closes each lid. ".repeat(4)}`

const api = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1", description }, paths, ...more })

/** An operation on boxes, of which the description says what they are. */
const boxes = (summary: string, more: object = {}) => ({ summary, tags: ["Boxes"], responses: {}, ...more })

const tags = { tags: [{ name: "Boxes", description: "What things are sent in." }] }

const guideOf = (paths: object, more: object = {}) => make("user-guide", api(paths, { ...tags, ...more }))

const item = { parameters: [{ name: "id", in: "path", required: true, schema: text }] }

describe("a user guide made of an API description", () => {
  it("shows an example whose values are all its author's, and none of values that only have the right types", () => {
    const pack = (schema: object) => ({
      "/boxes": {
        post: boxes("Pack", { ...body(object({ label: schema, note: text }, { required: ["label"] })) }),
        get: boxes("List")
      }
    })
    expect(guideOf(pack(glass)).markdown).toContain(`--data-raw '{"label":"Glass"}'`)
    for (const schema of [text, { ...text, default: "Glass" }, { ...text, enum: ["Glass", "Wood"] }])
      expect(guideOf(pack(schema)).markdown).not.toContain("An example")
  })

  it("shows no answer with a value that is required and has no example, or with nothing in a place", () => {
    const answer = (schema: object) => ({ "/boxes": { get: boxes("List", { responses: answers(schema) }) } })
    expect(guideOf(answer(object({ id: glass, label: text }))).markdown).toContain(
      '```json\n{\n  "id": "Glass"\n}\n```'
    )
    expect(guideOf(answer(object({ id: glass, label: text }, { required: ["label"] }))).markdown).not.toContain(
      "```json"
    )
    const lids = object({ id: glass, lids: { type: "array", items: object({}) } }, { required: ["lids"] })
    expect(guideOf(answer(lids)).markdown).not.toContain("```json")
  })

  it("shows as an example nothing that needs a parameter without a value, and nothing that deletes", () => {
    const query = (more: object) => ({
      parameters: [{ name: "of", in: "query", required: true, schema: text, ...more }]
    })
    const get = (more: object) =>
      guideOf({ "/boxes": { get: boxes("List", { ...query(more), responses: answers(glass) }) } })
    expect(get({ example: "glass" }).markdown).toContain("curl --globoff --request 'GET' '{baseUrl}/boxes?of=glass'")
    expect(get({}).markdown).not.toContain("curl")
    const end = boxes("Delete all", { responses: answers(object({ id: glass })) })
    expect(guideOf({ "/boxes": { delete: end } }).markdown).not.toContain("curl")
  })

  it("is refused where the description says nothing but what requests do, or not even that", () => {
    const failed = (content: string) => generateDocument({ docType: "user-guide", sources: [{ name: "b", content }] })
    const paths = { "/boxes": { get: boxes("List"), post: boxes("Pack") } }
    const info = { title: "Boxes", version: "1", description: "Boxes of glass that Ann packs by hand." }
    const refusal = { kind: "failed", failure: { code: "material_required" } }
    expect(failed(api(paths, { ...tags, info }))).toMatchObject(refusal)
    // Less is enough beside an example of the author's own.
    const shown = { "/boxes": { ...paths["/boxes"], post: boxes("Pack", body(object({ label: glass }))) } }
    expect(failed(api(shown, { ...tags, info })).kind).toBe("made")
    expect(failed(api({ "/boxes": { get: { tags: ["Boxes"], responses: {} } } }, tags))).toMatchObject(refusal)
    expect(failed(api({}, tags))).toMatchObject(refusal)
    expect(failed(api(paths, tags)).kind).toBe("made")
  })

  it("names a resource by no folder of a server's own", () => {
    const get = { summary: "List", responses: answers(object({ label: glass })) }
    const { markdown } = make(
      "user-guide",
      api({ "/.well-known/boxes": { get }, "/.well-known/boxes/{id}": { ...item, get } })
    )
    expect(markdown).toContain("### Boxes\n")
    expect(markdown).not.toContain("### .well")
  })

  it("tries the request with the shortest path, also where none needs credentials", () => {
    const paths = {
      "/boxes/wood/lids": { get: boxes("List lids") },
      "/boxes": { get: boxes("List") }
    }
    const more = {
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: "http", scheme: "basic" } } }
    }
    const { markdown } = guideOf(paths, more)
    expect(markdown).toContain("`GET /boxes` has no required parameters. With your own credentials in it:\n\n```sh")
    expect(guideOf(paths).markdown).toContain("`GET /boxes` has no required parameters:\n\n```sh")
  })

  it("shows no example that stands in another file, and names where links to the description's own host lead", () => {
    const media = { schema: object({ label: glass }), example: { $ref: "examples/pack.json" } }
    const pack = boxes("Pack", { requestBody: { content: { "application/json": media } } })
    const scheme = { type: "http", scheme: "basic", description: "See [access](/docs/access) for more." }
    const { markdown, report } = guideOf(
      { "/boxes": { post: pack } },
      { components: { securitySchemes: { Key: scheme } } }
    )
    expect(markdown).toContain(`--data-raw '{"label":"Glass"}'`)
    expect(markdown).toContain("See access (`/docs/access`) for more.")
    expect(markdown).not.toContain("$ref")
    expect(report.warnings.map(({ code }) => code)).toContain("external_ref_not_followed")
  })

  it("leaves to the report what users do not do: what is deprecated, internal, for administrators or not described", () => {
    const paths = {
      "/boxes": { get: boxes("List"), head: boxes("Count"), post: boxes("Pack", { deprecated: true }) },
      "/boxes/all": { get: boxes("listAllBoxes") },
      "/admin/boxes": { get: boxes("Watch") },
      "/lids": { get: boxes("Shut", { tags: ["internal"] }) },
      "/tops": { get: boxes("Open") },
      "/ends": { get: boxes("End") },
      "/sides": { get: boxes("Turn") }
    }
    const own = [...tags.tags, { name: "internal", description: "For Ann alone." }]
    const { markdown, report } = guideOf(paths, { tags: own })
    expect(markdown).not.toMatch(/Pack \||Count|listAllBoxes|Watch|Shut|For Ann alone/)
    expect(report.dropped).toEqual(
      expect.arrayContaining([
        { item: "POST /boxes", reason: "It is deprecated" },
        { item: "HEAD /boxes", reason: "It tells of what GET returns for the same path" },
        { item: "GET /boxes/all", reason: "The description does not say what it does" },
        { item: "GET /admin/boxes", reason: "It is for administrators, and stands in their guide" },
        { item: "GET /lids", reason: "Its author calls it internal" },
        { item: "Group internal", reason: "None of its requests is told here" }
      ])
    )
  })

  it("tells all failures with each meaning once, and of credentials what every request needs", () => {
    const responses = {
      "404": { description: "The box was not found." },
      "409": { description: "A box with this label was sent yesterday." }
    }
    const one = { responses: { "404": { description: "The lid was not found." }, "429": { description: "" } } }
    const servers = [{ url: "https://{region}.example.com", variables: { region: { default: "eu" } } }]
    const more = {
      servers,
      security: [{ A: [] }, { B: [] }],
      components: { securitySchemes: { A: { type: "http", scheme: "basic" }, B: { type: "http", scheme: "bearer" } } }
    }
    const paths = (own: object) => ({
      "/boxes": { get: boxes("List", { responses }) },
      "/health": { get: boxes("Look", own) }
    })
    const { markdown } = guideOf(paths(one), more)
    expect(below(markdown, "## Errors").match(/^\| `.*$/gm)).toEqual([
      "| `404` | The box was not found.<br>The lid was not found. |",
      "| `409` | A box with this label was sent yesterday. |",
      "| `429` | Too Many Requests |"
    ])
    // An author's chapter on errors stands alone.
    const info = { title: "Boxes", version: "1", description: `${description}\n\n## Errors\n\nAnn is ill.` }
    const told = guideOf(paths(one), { ...more, info })
    expect(told.markdown.match(/^## Errors$/gm)).toHaveLength(1)
    expect(told.markdown).not.toContain("| `404` |")
    expect(told.report.dropped.map(({ item: left }) => left)).toContain("Statuses of failures")
    const before = below(markdown, "## Before you begin")
    expect(before).toContain(
      "- `https://{region}.example.com`\n\nIts variables are:\n\n| Variable | Default |\n| --- | --- |\n| `region` | `eu` |"
    )
    expect(before).toContain("Every request needs one of these:\n\n| Scheme | Type | Sent in |")
    expect(before).toContain("`GET /boxes` has no required parameters")
    expect(before).toContain("curl --globoff --request 'GET' 'https://eu.example.com/boxes'")
    expect(guideOf(paths({ security: [] }), more).markdown).toContain("1 of 2 requests need one of these:")
  })

  it("connects no id of a resource that has one id of its own and one of its parent, and none of what is one of its kind", () => {
    const group = object({ id: text, shelfId: text })
    const one = { get: boxes("Look", { ...item, responses: answers(group) }), delete: boxes("End", item) }
    const paths = {
      "/shelves": { get: boxes("Shelves", { responses: answers({ type: "array", items: group }) }) },
      "/boxes": { post: boxes("Pack", { ...body(object({ shelfId: text })), responses: answers(group) }) },
      "/session": {
        post: boxes("Begin", { responses: answers(group) }),
        get: boxes("Read", { responses: answers(group) })
      },
      "/session/{id}": one
    }
    expect(guideOf(paths).markdown).not.toMatch(/stands for|is the `/)
    // The id of one collection is none of another one with the same name in its paths.
    const id = object({ id: text })
    const other = {
      "/": { post: boxes("Pack", { ...body(id), responses: answers(object({ done: text })) }) },
      "/{id}": one,
      "/lids": { post: boxes("Shut", { ...body(id), responses: answers(id) }) },
      "/lids/{id}": { get: boxes("Look at a lid", item) }
    }
    expect(guideOf(other).markdown.match(/^.*stands for.*$/gm)).toEqual([
      "`POST /lids` returns the `id` that stands for `{id}` in paths that begin with `/lids/{id}`."
    ])
  })

  it("tells requests from the beginning to the end of a collection, what is below its items before their end", () => {
    const one = { name: "id", in: "path", required: true, schema: text }
    const lid = { ...one, name: "lid" }
    const of = (summary: string, ...parameters: ReadonlyArray<object>) => boxes(summary, { parameters })
    const paths = {
      "/v1/shelves/{shelf}/boxes/{id}": { delete: of("Burn", one), get: of("Look", one), put: of("Turn", one) },
      "/v1/shelves/{shelf}/boxes/{id}:close": { post: of("Close", one) },
      "/v1/shelves/{shelf}/boxes/{id}:paint": { post: of("Paint", one) },
      "/v1/shelves/{shelf}/boxes/{id}/lids/{lid}": { delete: of("Lift", one, lid) },
      "/v1/shelves/{shelf}/boxes/{id}/lids": { post: of("Shut", one) },
      "/v1/shelves/{shelf}/boxes": { get: of("List"), post: of("Pack") }
    }
    const rows = below(guideOf(paths).markdown, "### Boxes").match(/^\| (\w+) \| `/gm)
    expect(rows?.map((row) => /\w+/.exec(row)![0])).toEqual([
      "Pack",
      "List",
      "Look",
      "Turn",
      "Paint",
      "Shut",
      "Lift",
      "Burn",
      "Close"
    ])
  })

  it("tells words of the introduction not again in a group", () => {
    const own = [{ name: "Boxes", description: `${description.split("\n\n").at(-1)}\n\nGlass breaks.` }]
    const { markdown } = guideOf({ "/boxes": { get: boxes("List") } }, { tags: own })
    expect(below(markdown, "### Boxes")).toContain("Glass breaks.")
    expect(markdown.split("Pack a box before you send it.")).toHaveLength(2)
  })

  it("loses nothing of scopes, where a token is got, whom to ask and on which terms", () => {
    const flows = {
      clientCredentials: { tokenUrl: "https://example.com/token", scopes: { "boxes:read": "Look at boxes" } }
    }
    const info = {
      title: "Boxes",
      version: "1",
      description,
      termsOfService: "https://example.com/terms",
      contact: { name: "Ann", email: "ann@example.com" }
    }
    const { markdown } = guideOf(
      {
        "/boxes": { get: boxes("List", { security: [{ Key: ["boxes:read"] }] }), post: boxes("Pack", { security: [] }) }
      },
      { info, components: { securitySchemes: { Key: { type: "oauth2", flows } } } }
    )
    expect(below(markdown, "## Before you begin")).toContain("https://example.com/token")
    expect(below(markdown, "## Before you begin")).toContain("| `boxes:read` | Look at boxes |")
    expect(markdown).toContain("| List | `GET /boxes` | `Key` with `boxes:read` |")
    expect(below(markdown, "## Further information")).toMatch(/Contact: Ann.*ann@example\.com[^]*example\.com\/terms/)
    expect(markdown).toContain("if you use Boxes, version 1, from")
  })

  it("knows a collection by its path, also where the path ends with a format", () => {
    const paths = {
      "/boxes.json": { get: boxes("List", { responses: answers({ type: "array", items: object({ id: text }) }) }) },
      "/boxes/{id}.json": { get: boxes("Look", item), delete: boxes("End", item) }
    }
    expect(guideOf(paths).markdown).toContain("`GET /boxes.json` returns the `id` that stands for `{id}`")
  })
})

describe("an administration guide made of an API description", () => {
  const made = (paths: object, more: object = {}) =>
    generateDocument({ docType: "admin-guide", sources: [{ name: "a", content: api(paths, more) }] })

  const only = { "/boxes": { get: boxes("List") } }

  it("is not made of an address and credentials alone: the refusal says what to add", () => {
    expect(made(only, { servers: [{ url: "https://api.example.com" }] })).toMatchObject({
      kind: "failed",
      failure: {
        code: "material_required",
        message: expect.stringContaining("Give it scopes with descriptions, limits")
      }
    })
  })

  it("names requests for administrators, and of keys and copies where words say that they are such", () => {
    const paths = {
      "/keys": { get: boxes("List API keys"), post: boxes("Make one") },
      "/pianos/keys": { get: boxes("List black and white ones") },
      "/dumps": { post: boxes("Dump all boxes") },
      "/snapshots": { get: boxes("Look at pictures") },
      "/boxes/{id}/restore": { post: boxes("Restore a box") },
      "/boxes/metrics": { get: boxes("Count boxes") },
      "/admin/boxes": { delete: boxes("Burn all boxes") }
    }
    const { markdown } = make("admin-guide", api(paths))
    expect(below(markdown, "## Keys and security")).toContain(
      "| List API keys | `GET /keys` |\n| Make one | `POST /keys` |"
    )
    expect(below(markdown, "## Backups")).toContain("| Dump all boxes | `POST /dumps` |")
    expect(below(markdown, "## Requests for administrators")).toContain("| Burn all boxes | `DELETE /admin/boxes` |")
    expect(markdown).not.toMatch(/pianos|pictures|Restore a box|Count boxes/)
  })

  it("names requests of snapshots that can be recovered, and those that say whether a service is alive", () => {
    const paths = {
      "/health/alive": { get: boxes("Say whether it runs") },
      "/boxes/snapshots": { get: boxes("List pictures") },
      "/boxes/{id}/snapshots/recover": { put: { ...boxes("Recover from a picture"), ...item } },
      "/admin/boxes": { delete: boxes("Burn all boxes") }
    }
    const { markdown, report } = make("admin-guide", api(paths))
    expect(below(markdown, "## Monitor and operate")).toContain("`GET /health/alive`")
    expect(below(markdown, "## Backups")).toContain("| List pictures | `GET /boxes/snapshots` |")
    expect(below(markdown, "## Backups")).toContain("`PUT /boxes/{id}/snapshots/recover`")
    expect(report.dropped.map(({ item: left }) => left)).not.toContain("Requirements")
  })

  it("has no chapter of one failure, and no sentence of the description about itself", () => {
    const failing = (...codes: ReadonlyArray<string>) => ({
      "/dumps": {
        post: {
          ...boxes("Dump all boxes"),
          responses: Object.fromEntries(codes.map((code) => [code, { description: `Ann sleeps for ${code} hours.` }]))
        }
      },
      "/admin/boxes": { delete: boxes("Burn all boxes") }
    })
    const words = "Boxes of glass.\n\nThis document describes v1.2 of\nsearches for boxes. Ann packs them."
    const of = (...codes: ReadonlyArray<string>) =>
      make("admin-guide", api(failing(...codes), { info: { title: "Boxes", version: "1", description: words } }))
    expect(of("503").markdown).not.toContain("## Errors")
    expect(below(of("503", "504").markdown, "## Errors")).toContain("Ann sleeps for 504 hours.")
    expect(of("503").markdown).toContain("Boxes of glass.\n\nAnn packs them.")
    expect(of("503").report.dropped.map(({ reason }) => reason)).toContain("It speaks of the description itself")
  })

  it("is made where the description tells of two matters of theirs, or has words of its own on them, and keeps no others", () => {
    const scheme = { Key: { type: "apiKey", in: "header", name: "K", description: "Ask Ann for one." } }
    const dumps = { "/dumps": { post: boxes("Dump all boxes") } }
    expect(made(dumps, { components: { securitySchemes: scheme } }).kind).toBe("made")
    expect(made(dumps).kind).toBe("failed")
    // A list of requests is in the reference.
    const old = { "/boxes": { get: boxes("List", { deprecated: true }) }, "/health": { get: boxes("Say how it is") } }
    expect(made(old, { components: { securitySchemes: scheme } }).kind).toBe("failed")
    const ofWords = (words: string) =>
      made(only, { info: { title: "Boxes", version: "1", description: `${description}\n\n${words}` } })
    const own = ofWords("## Roles\n\nAnn packs.\n\n## Limits\n\nTen boxes a day.")
    expect(own).toMatchObject({ kind: "made", markdown: expect.stringMatching(/^(?!.*## Packing).*## Roles/s) })
    // What is watched is their matter, whatever stands above it.
    expect(ofWords("## Keys\n\nAsk Ann.\n\n## Answers\n\nThe quota is ten boxes.")).toMatchObject({
      kind: "made",
      markdown: expect.stringContaining("## Answers\n\nThe quota is ten boxes.")
    })
    // Words on credentials and what scopes open are two.
    const flows = { clientCredentials: { tokenUrl: "https://example.com/t", scopes: { read: "Look" } } }
    const oauth = { Key: { type: "oauth2", flows, description: "Ask Ann for one." } }
    expect(made(only, { components: { securitySchemes: oauth } }).kind).toBe("made")
    // How a program is let in is one matter, however many chapters it has.
    expect(ofWords("## Authentication\n\nAsk Ann.\n\n## API keys\n\nAnn makes them.").kind).toBe("failed")
  })
})
