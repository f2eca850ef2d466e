/** Administration guides made of API descriptions: what holds something for those who manage access, and what does not. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make } from "./made.ts"

const text = { type: "string" }

const description = "Boxes of glass.\n\n## Packing\n\nPack a box before you send it."

const api = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1", description }, paths, ...more })

const boxes = (summary: string, more: object = {}) => ({ summary, tags: ["Boxes"], responses: {}, ...more })

const made = (paths: object, more: object = {}) =>
  generateDocument({ docType: "admin-guide", sources: [{ name: "a", content: api(paths, more) }] })

const only = { "/boxes": { get: boxes("List") } }

describe("an administration guide made of an API description", () => {
  it("is not made of an address and tasks of users alone: the refusal says what to add", () => {
    expect(made(only, { servers: [{ url: "https://api.example.com" }] })).toMatchObject({
      kind: "failed",
      failure: { code: "material_required", message: expect.stringContaining("Add words on its credentials") }
    })
  })

  it("is made of any one matter of theirs: credentials, limits, what is managed, words; what is sent or old is none", () => {
    const headers = { "X-RateLimit-Limit": { description: "Boxes a day", schema: text } }
    const kindOf = (own: object, more: object = {}) => made({ "/boxes": { get: boxes("List", own) } }, more).kind
    const keyOf = (more: object) => ({
      components: { securitySchemes: { Key: { type: "http", scheme: "bearer", ...more } } }
    })
    expect(kindOf({}, keyOf({}))).toBe("failed")
    expect(kindOf({}, keyOf({ description: "Ask Ann." }))).toBe("made")
    // A failure of a request of users, and when to ask again, are no matter of theirs.
    expect(kindOf({ responses: { "401": { description: "Ask Ann." } } }, keyOf({}))).toBe("failed")
    expect(kindOf({ responses: { "200": { description: "Done", headers } } })).toBe("made")
    const wait = { "Retry-After": { description: "When to ask again", schema: text } }
    expect(kindOf({ responses: { "200": { description: "Done", headers: wait } } })).toBe("failed")
    expect(kindOf({ deprecated: true })).toBe("failed")
    expect(kindOf({}, { openapi: "3.1.0", webhooks: { packed: { post: boxes("Tell") } } })).toBe("failed")
    expect(kindOf({ summary: "List API keys" })).toBe("failed")
    expect(made({ "/keys": { get: boxes("List API keys"), post: boxes("Make an API key") } }).kind).toBe("made")
    const ofWords = (words: string) =>
      made(only, { info: { title: "Boxes", version: "1", description: `${description}\n\n${words}` } })
    const own = ofWords("## Roles\n\nAnn packs.")
    expect(own).toMatchObject({ kind: "made", markdown: expect.stringMatching(/^(?!.*## Packing).*## Roles/s) })
    expect(ofWords("## Answers\n\nThe quota is ten boxes.")).toMatchObject({
      kind: "made",
      markdown: expect.stringContaining("## Answers\n\nThe quota is ten boxes.")
    })
    expect(ofWords("## Answers\n\nThe lid is shut.").kind).toBe("failed")
  })

  it("tells requests for administrators whole, and none that has such a word by chance", () => {
    const paths = {
      "/keys": { get: boxes("List API keys", { description: "Those of Ann, too." }) },
      "/pianos/keys": { get: boxes("List black and white ones") },
      "/health/alive": { get: boxes("Say whether it runs") },
      "/dumps": { post: boxes("Dump all boxes") },
      "/boxes/keys/count": { get: boxes("Count boxes") },
      "/admin/boxes": { delete: boxes("Burn all boxes", { responses: { "503": { description: "Ann sleeps." } } }) }
    }
    const { markdown, report } = make("admin-guide", api(paths))
    const told = below(markdown, "## Requests for administrators")
    expect(told.match(/^#### .*$/gm)).toEqual([
      "#### List API keys",
      "#### Say whether it runs",
      "#### Dump all boxes",
      "#### Burn all boxes"
    ])
    expect(below(told, "#### List API keys").trim()).toBe("`GET /keys`\n\nThose of Ann, too.")
    expect(below(told, "#### Burn all boxes")).toContain("- `503`: Ann sleeps.")
    // What stands with its request is not told again.
    expect(markdown).not.toContain("## Errors")
    expect(report.dropped.map(({ item: left }) => left)).not.toContain("Requirements")
  })

  it("tells failures of the requests that it holds, and none of others; the report names the others", () => {
    const failing = (status: string, words: string) => ({ responses: { [status]: { description: words } } })
    const paths = {
      "/boxes": { get: boxes("List", failing("503", "Service Unavailable")) },
      "/acl/lids": {
        get: boxes("List lids", failing("404", "Not Found")),
        post: boxes("Add a lid", failing("404", "Not Found"))
      }
    }
    const { markdown, report } = make("admin-guide", api(paths))
    expect(below(markdown, "## Errors").match(/^\| `.*$/gm)).toEqual(["| `404` | Not Found |"])
    expect(report.dropped).toContainEqual({
      item: "GET /boxes",
      reason: "Nothing marks it as for administrators; it stands in the user guide"
    })
  })

  it("names what is open to everybody", () => {
    const paths = { "/boxes": { get: boxes("List", { security: [] }), post: boxes("Pack") } }
    const more = {
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: "http", scheme: "basic" } } }
    }
    expect(below(make("admin-guide", api(paths, more)).markdown, "## Keys and security")).toContain(
      "These requests need no credentials:\n\n- `GET /boxes`\n"
    )
  })

  it("introduces with the whole introduction of the description, and says of its readers what always holds", () => {
    const words =
      "Boxes of glass, such as:\n\n- one\n\nA lid shuts a box:\n\n- Access tokens open it\n\nAnn gives access tokens."
    const of = api(
      { "/dumps": { post: boxes("Dump"), get: boxes("List dumps") } },
      { info: { title: "Boxes", version: "1", description: words } }
    )
    const { markdown } = make("admin-guide", of)
    expect(markdown).toContain(words)
    expect(markdown).toContain("This guide is for you if you administer Boxes, version 1, or programs that use it.")
  })

  it("says of the description what it says of itself, and repeats not what it is", () => {
    const words = "This is the reference of boxes. This document describes v1.2 of\nsearches for boxes. Ann packs them."
    const { markdown, report } = make(
      "admin-guide",
      api(
        { "/dumps": { post: boxes("Dump"), get: boxes("List dumps") } },
        { info: { title: "Boxes", version: "not set", description: words } }
      )
    )
    expect(markdown).toContain("\n\nThe API description describes v1.2 of\nsearches for boxes. Ann packs them.\n")
    expect(markdown).not.toContain("version not set")
    expect(report.dropped.map(({ reason }) => reason)).toContain("It speaks of the description itself")
  })
})
