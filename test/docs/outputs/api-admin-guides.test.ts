/** Administration guides made of API descriptions: what the service is, and the requests that their author's names mark as administration or operation. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { administered, isTheirsAlone, managing } from "../../../plugins/docs/outputs/guide/administration.ts"
import type { ApiModel, Operation } from "../../../plugins/docs/model/ApiModel.ts"
import { below, make } from "./made.ts"

const text = { type: "string" }

const description = "Boxes of glass.\n\n## Packing\n\nPack a box before you send it."

const api = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "Boxes", version: "1", description }, paths, ...more })

const boxes = (summary: string, more: object = {}) => ({ summary, responses: {}, ...more })

const info = (words: string) => ({ info: { title: "Boxes", version: "1", description: words } })

/** Two requests that make a guide. */
const watched = { "/health": { get: boxes("Say whether it runs") }, "/config": { put: boxes("Change how it runs") } }

const adminOf = (paths: object, more: object = {}) => make("admin-guide", api({ ...watched, ...paths }, more))

const operation = (of: Partial<Operation>): Operation =>
  ({ method: "GET", path: "/boxes", tags: [], ...of }) as Operation

const marked = (of: Partial<Operation>): boolean =>
  managing({ title: "Boxes", operations: [operation(of)] } as unknown as ApiModel).length === 1

describe("a request for administrators", () => {
  it.each<readonly [string, Partial<Operation>]>([
    ["a tag", { tags: ["Project administration"] }],
    ["a tag of the state of the service", { tags: ["Health Check"] }],
    ["settings in its summary", { method: "PUT", path: "/all", summary: "Update the configuration" }],
    ["a tag that is private", { tags: ["private"] }],
    ["a part of its path", { path: "/shops/{id}/admin/boxes" }],
    ["a path of the service alone", { path: "/api/v1/status" }],
    ["settings, and one of them", { path: "/configuration/{name}" }],
    ["its id", { path: "/", operationId: "getServerInfo" }],
    ["its summary", { path: "/all", summary: "Make an API key" }]
  ])("is marked by %s", (_, of) => expect(marked(of)).toBe(true))

  it.each<readonly [string, Partial<Operation>]>([
    ["the state of one thing", { path: "/orders/{id}/status", operationId: "getStatus", summary: "Get status" }],
    ["the state of a job by its id", { path: "/status/{jobId}" }],
    ["settings of a user", { path: "/users/{id}/settings", operationId: "updateUserSettings" }],
    ["words on a user", { path: "/user/info", summary: "Get user info" }],
    ["a secret of a subscription", { tags: ["Secret"], path: "/subscriptions/{id}/secret" }],
    ["health that is no state", { path: "/health-plans", summary: "List health plans" }],
    ["a token below the root of an API", { path: "/api/token", operationId: "token" }],
    ["what stands below a tenant", { path: "/tenants/{id}/boxes" }],
    ["a version that is made", { method: "POST", path: "/version", operationId: "createVersion" }],
    ["a group that is called info", { tags: ["Info"], path: "/boxes" }],
    ["codes that are kept", { path: "/users/me/backup_codes" }],
    ["a part of a longer word", { path: "/badmintons" }]
  ])("is not marked by %s", (_, of) => expect(marked(of)).toBe(false))

  it("is each request of an API whose title says so, and one alone is too little", () => {
    const of = (title: string, ...paths: ReadonlyArray<string>) =>
      ({ title, operations: paths.map((path) => operation({ path })) }) as unknown as ApiModel
    expect(managing(of("Boxes Admin API", "/boxes", "/lids"))).toHaveLength(2)
    expect(administered(of("Boxes", "/boxes", "/health"))).toBeUndefined()
    expect(administered(of("Boxes", "/ready", "/health"))?.operations).toHaveLength(2)
  })

  it("is theirs alone where a tag or a part of a path says nothing else", () => {
    const alone = (of: Partial<Operation>) => isTheirsAlone(operation(of))
    expect([alone({ tags: ["Admin"] }), alone({ path: "/v1/internal/boxes" })]).toEqual([true, true])
    expect([alone({ tags: ["Project administration"] }), alone({ tags: ["private"] })]).toEqual([false, false])
  })
})

describe("an administration guide made of an API description", () => {
  it("is refused where fewer than two requests are marked, and the refusal says what to add", () => {
    const made = (paths: object, more: object = {}) =>
      generateDocument({ docType: "admin-guide", sources: [{ name: "a", content: api(paths, more) }] })
    const of = {
      components: { securitySchemes: { Key: { type: "http", scheme: "bearer", description: "Ask Ann." } } },
      ...info("Boxes.\n\n## Roles\n\nAnn packs.\n\n## Rate limits\n\nTen a day.")
    }
    for (const paths of [{ "/boxes": { get: boxes("List") } }, { "/health": watched["/health"] }])
      expect(made(paths, of)).toMatchObject({
        kind: "failed",
        failure: { code: "material_required", message: expect.stringContaining("names configuration, permissions") }
      })
    expect(made(watched).kind).toBe("made")
  })

  it("says what the service is, in the first words of its author, and keeps chapters and parts of theirs", () => {
    const chapters =
      "## Packing\n\nBy hand.\n\n### Keys\n\nTurn them.\n\n#### Gold\n\nTurn it twice.\n\n### Glass\n\nIt breaks."
    const words = `${chapters}\n\n## Wood\n\nIt does not.`
    const { markdown, report } = adminOf({}, info(`Boxes of glass.\n\n${words}`))
    expect(markdown).toContain("\n\nIf you administer Boxes, version 1, this guide is for you.\n\nBoxes of glass.\n")
    expect(markdown).toContain("## Packing\n\nBy hand.\n\n### Keys\n\nTurn them.\n\n#### Gold\n\nTurn it twice.\n")
    expect(markdown).not.toMatch(/It breaks|It does not/)
    const items = report.dropped.map(({ item: left }) => left)
    expect(items).toEqual(expect.arrayContaining(["Glass", "Wood"]))
    expect(items).not.toContain("Gold")
    expect(adminOf({}, info(`## Overview\n\nBoxes of glass.\n\n${words}`)).markdown).toContain(
      "## Overview\n\nBoxes of"
    )
  })

  it("tells what one reads of the service", () => {
    const schema = { type: "object", required: ["up"], properties: { up: { ...text, enum: ["OK", "WARNING"] } } }
    const responses = { "200": { description: "OK", content: { "application/json": { schema } } } }
    const { markdown } = adminOf({ "/health": { get: boxes("Say whether it runs", { responses }) } })
    expect(below(markdown, "### Say whether it runs").trim()).toBe(
      "`GET /health`\n\nIts answer has:\n\n- `up`: One of `OK`, `WARNING`."
    )
  })

  it("tells failures, headers, callbacks and credentials of its requests alone, and names the others in the report", () => {
    const of = (status: string, words: string, name: string) => ({
      responses: { [status]: { description: words, headers: { [name]: { description: words, schema: text } } } },
      callbacks: { [name]: { "{$request.body#/url}": { post: boxes(`Tell ${words}`) } } }
    })
    const paths = {
      "/config": { put: boxes("Change", { ...of("404", "Not Found", "X-RateLimit"), security: [] }) },
      "/boxes": { get: boxes("List", of("503", "Service Unavailable", "X-Boxes")) }
    }
    const more = {
      openapi: "3.1.0",
      webhooks: { packed: { post: boxes("Tell of a box") } },
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: "http", scheme: "basic" } } }
    }
    const { markdown, report } = adminOf(paths, more)
    expect(below(markdown, "## Error statuses").match(/^\| `.*$/gm)).toEqual(["| `404` | Not Found |"])
    expect(markdown).toContain("| `X-RateLimit` | `404` | Not Found |")
    expect(below(markdown, "## Keys and security")).toContain("Unless a request says otherwise, it needs `Key`:")
    expect(below(markdown, "## Webhooks")).toContain("### Tell Not Found")
    expect(markdown).not.toMatch(/X-Boxes|Service Unavailable|Tell of a box/)
    const reason = "Nothing marks it as for administrators; it stands in the user guide"
    for (const item of ["GET /boxes", "POST packed"]) expect(report.dropped).toContainEqual({ item, reason })
  })

  it("says of no other requests that they name no credentials", () => {
    const of = { components: { securitySchemes: { Key: { type: "http", scheme: "basic" } } } }
    const paths = { "/config": { put: boxes("Change") }, "/boxes": { get: boxes("List", { security: [{ Key: [] }] }) } }
    expect(below(adminOf(paths, of).markdown, "## Keys and security")).toMatch(/^\n\nNo request told here says which /)
  })

  it("says where a request stands only if it stands there", () => {
    const bare = { "/health": { get: boxes("") }, "/config": { put: boxes("") }, "/boxes": { get: boxes("") } }
    const { report } = make("admin-guide", api(bare, { info: { title: "Boxes", version: "1" } }))
    expect(report.dropped).toContainEqual({ item: "GET /boxes", reason: "Nothing marks it as for administrators" })
  })

  it("says what `{baseUrl}` is where its examples have it", () => {
    const body = { content: { "application/json": { schema: { type: "object" }, example: { lids: 2 } } } }
    const { markdown } = adminOf({ "/config": { put: boxes("Change", { requestBody: body }) } })
    expect(markdown).toContain("'{baseUrl}/config'")
    expect(below(markdown, "## Addresses")).toContain("`{baseUrl}` is the address of the server that you use.")
  })

  it("says of the description what it says of itself, and repeats not what it is", () => {
    const words = "This is the reference of boxes. This document describes v1.2 of\nsearches for boxes. Ann packs them."
    const { markdown, report } = adminOf({}, { info: { title: "Boxes", version: "not set", description: words } })
    expect(markdown).toContain("\n\nThe API description describes v1.2 of\nsearches for boxes. Ann packs them.\n")
    expect(markdown).toContain("If you administer Boxes, this guide is for you.")
    expect(report.dropped.map(({ reason }) => reason)).toContain("It speaks of the description itself")
  })
})
