import * as Redacted from "effect/Redacted"
import { afterAll, describe, expect, it } from "vitest"
import { docs } from "../../plugins/docs/index.ts"
import { createEngine, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { failing } from "./failing.ts"
import { frameSuite, one, operationsOf, untilLimited, type FramedOperation, type Probe } from "./frame.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const key = "docs_key_of_tests"
const document = (await docs().load()).http!.openApi("/docs") as any
const openId = "ci.receive"

// Also where the document asks for no body, one may be sent.
const operations = operationsOf(document, () => "non_0").map((operation) => ({
  ...operation,
  hasBody: operation.method !== "GET" && operation.method !== "DELETE",
  isOpen: operation.id === openId
}))

const engines: Array<EngineHandle> = []
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

const start = async (store: ReturnType<typeof sqlite>) => {
  const engine = await createEngine({
    plugins: [docs({ apiKeys: [Redacted.make(key)], webhookSecret: Redacted.make("secret of tests") })],
    store,
    masterKey,
    clock: "2026-01-15T09:30:00Z",
    log: false
  })
  engines.push(engine)
  return engine
}

/** Bodies that pass the schemas of their operations, where `{}` does not. */
const usable: Readonly<Record<string, unknown>> = {
  "projects.create": { name: "Pets" },
  "projects.addSource": { content: "# Pets" },
  "generations.create": { projectId: "prj_0", docType: "readme" },
  "publications.publish": { repositoryUrl: "https://git.example.com/pets.git", repoToken: "token" },
  "ci.receive": { repositoryUrl: "https://git.example.com/pets.git" },
  "documents.save": { content: "# Pets" },
  "documents.snapshot": { name: "First" },
  "documents.setBaseline": { versionId: "ver_0" },
  "contextDocuments.create": { kind: "reference", name: "Facts", content: "Pets are animals." },
  "rules.create": { name: "No foo", kind: "existence", severity: "error", tokens: ["foo"] },
  "rules.createSet": { name: "Ours", ruleIds: ["rul_0"] },
  "checks.check": { versionId: "ver_0" },
  "checks.fix": { versionId: "ver_0" },
  "transformations.transform": { text: "Pets are animals.", kind: "simplify", context: { documentId: "doc_0" } }
}

const asking =
  (engine: EngineHandle) =>
  (headers: Readonly<Record<string, string>> = {}, body?: string, query = "") =>
  async ({ hasBody, id, isOpen, method, path }: FramedOperation) => {
    const response = await engine.fetch(
      new Request(`http://host.test/docs${path}${query}`, {
        method,
        headers: {
          ...(isOpen ? { "x-docs-secret": "secret of tests" } : { authorization: `Bearer ${key}` }),
          "if-match": "*",
          ...(hasBody ? { "content-type": "application/json" } : {}),
          ...headers
        },
        ...(hasBody ? { body: body ?? JSON.stringify(usable[id] ?? {}) } : {})
      })
    )
    return { status: response.status, code: ((await response.json()) as any).error?.code }
  }

const hasBody = (operation: FramedOperation) => operation.hasBody

/** Those whose body has a schema; the others read what they are sent, or nothing. */
const hasSchema = ({ hasBody, id }: FramedOperation) =>
  hasBody && ![openId, "documents.save", "generations.cancel"].includes(id)

/** The webhook of CI systems reads its query itself. */
const hasOwnQuery = ({ id }: FramedOperation) => id === openId

const takesKey = (operation: FramedOperation) => operation.hasBody && !operation.isOpen

/** All but those that ask nothing of the store. */
const asksStore = ({ id }: FramedOperation) => id !== "rules.builtin"

let made: Promise<ReadonlyArray<Probe>> | undefined

const makeProbes = async (): Promise<ReadonlyArray<Probe>> => {
  const usual = asking(await start(sqlite(":memory:")))
  const broken = failing()
  const unavailable = asking(await start(broken.layer))
  const dying = failing()
  const defective = asking(await start(dying.layer))
  broken.state.isBroken = true
  dying.state.dies = true
  const projects = operations.find(({ id }) => id === "projects.create")!
  await usual({ "idempotency-key": "taken" }, '{"name":"Taken"}')({ ...projects })
  const limited = await start(sqlite(":memory:"))
  const stranger = asking(limited)({ authorization: "Bearer x", "x-docs-secret": "x" })
  const tooLong = JSON.stringify({ content: "x".repeat(33 * 1024 * 1024) })
  return [
    one(401, "unauthorized", "no key", usual({ authorization: "", "x-docs-secret": "" })),
    one(401, "unauthorized", "an unknown key", usual({ authorization: "Bearer x", "x-docs-secret": "x" })),
    one(415, "unsupported_media_type", "an image", usual({ "content-type": "image/png" }), hasBody),
    one(400, "invalid_json", "a body that ends early", usual({}, "{"), hasBody),
    one(400, "invalid_payload", "an unknown field", usual({}, '{"zzz":1}'), hasSchema),
    one(400, "invalid_payload", "an unknown parameter", usual({}, undefined, "?zzz=1"), (one) => !hasOwnQuery(one)),
    one(400, "invalid_payload", "a key that is no text", usual({ "idempotency-key": "\u00e9" }), takesKey),
    one(409, "idempotency_conflict", "a key of another request", usual({ "idempotency-key": "taken" }), takesKey),
    one(413, "payload_too_large", "a body that is too long", usual({}, tooLong), hasBody),
    one(429, "rate_limited", "strangers over their limit", untilLimited(stranger, 600)),
    one(503, "unavailable", "a request while the store is away", unavailable(), asksStore),
    one(500, "internal", "a request that meets a defect", defective(), asksStore)
  ]
}

frameSuite("every operation of docs answers alike", operations, () => (made ??= makeProbes()))

describe("the published document of docs", () => {
  const all: ReadonlyArray<any> = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods))

  it("says of every operation and parameter what it is", () => {
    for (const { description, operationId, parameters, summary } of all) {
      expect([summary, description], operationId).not.toContain(undefined)
      for (const parameter of parameters) {
        if (parameter.$ref === undefined) expect(parameter.description, `${operationId} ${parameter.name}`).toBeTruthy()
      }
    }
  })

  it("says of every field what it holds, and has no number that could be a text", () => {
    for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
      for (const [field, of] of Object.entries<any>(schema.properties ?? {})) {
        expect(of.description, `${name}.${field}`).toBeTruthy()
      }
    }
    expect(JSON.stringify(document)).not.toMatch(/NaN|Infinity/)
  })

  it("has a limit for every list of which it says in words how long it may be", () => {
    const found: Array<string> = []
    for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
      for (const [field, of] of Object.entries<any>(schema.properties ?? {})) {
        const [, most] = /^Up to (\d+) /.exec(of.description) ?? []
        if (of.type !== "array" || most === undefined) continue
        expect(of.maxItems, `${name}.${field}`).toBe(Number(most))
        found.push(`${name}.${field}`)
      }
    }
    expect(found).toContain("CreateGeneration.sourceIds")
    expect(found).toContain("CheckText.glossaryIds")
  })

  it("declares every header that the CI webhook reads, with words", () => {
    const { parameters } = document.paths["/api/webhooks/ci"].post
    const declared = new Map<string, string>(
      parameters.map((one: any) => {
        const { description, name } =
          one.$ref === undefined ? one : document.components.parameters[one.$ref.split("/").at(-1)]
        return [name.toLowerCase(), description]
      })
    )
    const read = ["webhook-id", "webhook-timestamp", "x-event-key", "x-request-uuid", "x-request-id", "idempotency-key"]
    const hosts = ["github", "gitlab", "gitea", "gogs", "forgejo"]
    for (const name of [...read, "x-gitlab-event-uuid", ...hosts.map((host) => `x-${host}-event`)]) {
      expect(declared.get(name), name).toMatch(/\w+/)
    }
  })

  it("declares no 500 and no 503 for an operation that does not use the store", () => {
    const statuses = Object.keys(document.paths["/api/docs/v1/rules/builtin"].get.responses)
    expect(statuses).toEqual(["200", "400", "401", "429"])
  })

  it("says every media type that is taken or answered", () => {
    const bodyOf = (path: string, method: string) => document.paths[`/api/docs/v1${path}`][method]
    const mediaOf = (body: any) => Object.keys(body.content).sort()
    expect(mediaOf(bodyOf("/projects/{id}/sources", "post").requestBody)).toEqual([
      "application/json",
      "multipart/form-data"
    ])
    expect(mediaOf(bodyOf("/documents/{id}/content", "put").requestBody)).toEqual([
      "application/json",
      "text/markdown",
      "text/plain"
    ])
    expect(mediaOf(bodyOf("/generations/{id}/stream", "get").responses["200"])).toEqual(["text/event-stream"])
    expect(mediaOf(bodyOf("/documents/{id}", "get").responses["200"])).toEqual([
      "application/json",
      "text/html",
      "text/markdown"
    ])
  })
})
