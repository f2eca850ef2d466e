/** That neither a repository token nor the webhook's secret is left anywhere (D59), whatever store is below: rows, logs, spans, errors, temporary files. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { RepoTokens } from "../../../plugins/docs/git/RepoTokens.ts"
import { Writer } from "../../../plugins/docs/index.ts"
import { Store } from "../../../src/services/Store.ts"
import { repoToken, startGitHost } from "../gitHost.ts"
import { holdQueue, petStore, startDocs, type DocsHost } from "../host.ts"

const base = "/api/docs/v1"
const secret = "whsec_to_be_found_nowhere"
const wrong = "another-token-that-is-wrong"

/** Everything that was logged and every span, as text. */
const recorder = () => {
  const lines: Array<string> = []
  const spans: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const end = span.end.bind(span)
      span.end = (...ended) => {
        end(...ended)
        spans.push(JSON.stringify([span.name, Array.from(span.attributes), span.events, String(ended[1])]))
      }
      return span
    }
  })
  const logger = Logger.make(({ cause, message }) => void lines.push(`${JSON.stringify(message)} ${String(cause)}`))
  return { lines, spans, layer: Layer.mergeAll(Layer.succeed(Tracer.Tracer, tracer), Logger.layer([logger])) }
}

const tables = [
  "docs_projects",
  "docs_sources",
  "docs_generations",
  "docs_documents",
  "docs_versions",
  "docs_version_models",
  "docs_publications",
  "docs_deliveries",
  "docs_context_documents",
  "docs_rules",
  "docs_rule_sets",
  "jobs",
  "idempotency_records",
  "events",
  "engine_settings"
]

/** Every row of every table, as text. */
const rowsOf = ({ engine }: DocsHost) =>
  engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const found: Array<string> = []
      for (const table of tables) {
        const rows = yield* home.read<Record<string, unknown>>(`SELECT * FROM ${table}`, [])
        found.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`))
      }
      return found
    })
  )

/** A text in the forms in which it could be found again. */
const formsOf = (text: string) => [
  text,
  ...["", "git:", "x-access-token:"].map((user) => Buffer.from(user + text).toString("base64"))
]

/** Gives whatever is temporary a folder of the test's own; answers what lies there, but for what the test itself needs. */
const watchTemporary = () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-secrets-"))
  vi.stubEnv("TMPDIR", folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => readdirSync(folder).filter((name) => !name.startsWith("bursar-git-host-"))
}

describe("a token or secret", () => {
  it(
    "D59 and D62: is in no row, log, span, answer or temporary file, after success and after failure",
    { timeout: 90_000 },
    async () => {
      const temporaryFiles = watchTemporary()
      const code = await startGitHost({ "openapi.json": JSON.stringify(petStore) })
      const { layer, lines, spans } = recorder()
      const host = await startDocs({
        docs: { webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] },
        engine: { log: true, layers: layer as never }
      })
      const said: Array<string> = []
      const ask = async (...request: Parameters<DocsHost["ask"]>) => {
        const reply = await host.ask(...request)
        said.push(reply.text, JSON.stringify([...reply.headers]))
        return reply
      }
      // The wrong one first: what is there already needs no push.
      for (const token of [wrong, repoToken]) {
        const call = { repositoryUrl: code.url, docType: "api-reference", publishToRepo: true, repoToken: token }
        const { body } = await ask("POST", "/api/webhooks/ci", call, { authorization: `Bearer ${secret}` })
        await host.engine.clock.drain()
        const done = await ask("GET", `${base}/generations/${body.generationId}`)
        expect(done.body.publish.status).toBe(token === repoToken ? "succeeded" : "failed")
        await ask("GET", `${base}/generations/${body.generationId}/stream`)
        const target = { repositoryUrl: code.url, repoToken: token, path: "docs/b.md" }
        const key = { "idempotency-key": `k${token.length}` }
        const asked = await ask("POST", `${base}/documents/${done.body.documentId}/publish`, target, key)
        await host.engine.clock.drain()
        await ask("GET", `${base}/publications/${asked.body.id}`)
      }
      await ask("POST", "/api/webhooks/ci", {}, { "x-docs-secret": "wrong" })
      const rows = await rowsOf(host)
      expect(rows.length).toBeGreaterThan(10)
      expect(spans.length).toBeGreaterThan(3)
      const everything = [...rows, ...lines, ...spans, ...said].join("\n")
      for (const form of [secret, repoToken, wrong].flatMap(formsOf)) expect(everything).not.toContain(form)
      expect(temporaryFiles()).toEqual([])
    }
  )

  it("D59 and D62: is in no row, and no file is left, after a generation was cancelled while it was written", async () => {
    const temporaryFiles = watchTemporary()
    const code = await startGitHost({ "openapi.json": JSON.stringify(petStore) })
    let begun = () => {}
    const writing = new Promise<void>((resolve) => (begun = resolve))
    const writeSection = () => Stream.fromEffectDrain(Effect.andThen(Effect.sync(begun), Effect.never))
    const writer = Layer.succeed(Writer, Writer.make({ name: "never", writeSection }))
    const host = await startDocs({
      docs: { writer, webhookSecret: Redacted.make(secret), allowOrigins: [code.origin] }
    })
    const call = { repositoryUrl: code.url, docType: "api-reference", publishToRepo: true, repoToken }
    const { body } = await host.ask("POST", "/api/webhooks/ci", call, { authorization: `Bearer ${secret}` })
    await writing
    expect((await host.ask("POST", `${base}/generations/${body.generationId}/cancel`)).status).toBe(202)
    await host.engine.clock.drain()
    expect((await host.ask("GET", `${base}/generations/${body.generationId}`)).body.status).toBe("cancelled")
    const rows = (await rowsOf(host)).join("\n")
    for (const form of formsOf(repoToken)) expect(rows).not.toContain(form)
    expect(temporaryFiles()).toEqual([])
  })

  it("D59: is held no longer by a generation that failed, or was cancelled in the queue or at work", async () => {
    let begun = () => {}
    const writing = new Promise<void>((resolve) => (begun = resolve))
    const writeSection = () => Stream.fromEffectDrain(Effect.andThen(Effect.sync(begun), Effect.never))
    const host = await startDocs({
      docs: { writer: Layer.succeed(Writer, Writer.make({ name: "never", writeSection })) }
    })
    const publish = { repositoryUrl: "https://git.example.com/team/project.git", repoToken }
    const start = async (source: object) => {
      const body = { docType: "api-reference", source: { name: "pets", ...source }, settings: { publish } }
      const { id } = (await host.ask("POST", `${base}/generations`, body)).body
      expect(await holds(id)).toBe(true)
      return id as string
    }
    const holds = (id: string) =>
      host.engine.call(Effect.map(RepoTokens, (tokens) => tokens.of(id) !== undefined) as Effect.Effect<boolean>)
    const cancel = (id: string) => host.ask("POST", `${base}/generations/${id}/cancel`)
    const pets = { content: JSON.stringify(petStore) }
    const release = holdQueue()
    const queued = await start(pets)
    expect((await cancel(queued)).body.status).toBe("cancelled")
    release()
    const failed = await start({ url: "https://nowhere.invalid/openapi.json" })
    const working = await start(pets)
    await writing
    expect((await cancel(working)).body.status).toBe("running")
    await host.engine.clock.drain()
    expect((await host.ask("GET", `${base}/generations/${failed}`)).body.status).toBe("failed")
    expect([await holds(queued), await holds(failed), await holds(working)]).toEqual([false, false, false])
  })
})

it("tokens of one account that wait cost no other account its own", async () => {
  const token = Redacted.make(repoToken)
  const held = Effect.gen(function* () {
    const tokens = yield* RepoTokens
    yield* tokens.holdFor({ scope: "one", ids: ["pub_a"] }, token, Effect.void)
    const ids = Array.from({ length: 1_001 }, (_, at) => `pub_${at}`)
    yield* tokens.holdFor({ scope: "other", ids }, token, Effect.void)
    return ["pub_a", "pub_0", "pub_1", "pub_1000"].map((id) => tokens.of(id) !== undefined)
  })
  expect(await Effect.runPromise(Effect.provide(held, RepoTokens.layer))).toEqual([true, false, true, true])
})
