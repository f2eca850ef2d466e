/** What the documentation service refuses, for its examples. */
import { docs } from "../../../plugins/docs/index.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { noDownload } from "../../docs/layers.ts"
import { apiKeys, base, engine, headers, plugin, webhookSecret } from "./docsEngine.ts"
import { anonymous, type Headers, type Scene } from "./record.ts"
import { whileStoreFails } from "./scenes.ts"

const proof: Headers = { ...anonymous, "x-docs-secret": webhookSecret }

const repositoryUrl = "https://code.example.com/pets.git"

const inline = {
  name: "openapi.json",
  content: JSON.stringify({ openapi: "3.1.0", info: { title: "Pet store", version: "1.0.0" }, paths: {} })
}

/** What every request may meet. */
const refuseFrame: Scene["play"] = async (ask) => {
  const projects = `${base}/projects`
  await ask("GET", projects, undefined, 401, anonymous)
  await ask("POST", "/api/webhooks/ci", { repositoryUrl }, 401, anonymous)
  await ask("POST", projects, "{", 400)
  const key = { "idempotency-key": "project-1" }
  await ask("POST", projects, { name: "Pet store" }, undefined, key)
  await ask("POST", projects, { name: "Other" }, 409, key)
  await ask("POST", projects, { name: "x".repeat(1_100_000) }, 413)
  await ask("POST", projects, "name=x", 415, { "content-type": "text/plain" })
}

/** What a generation is refused for. */
const refuseGenerations: Scene["play"] = async (ask, engine) => {
  const generate = (more: object, expected?: number) =>
    ask("POST", `${base}/generations`, { docType: "api-reference", source: inline, ...more }, expected)
  const publish = { repositoryUrl, repoToken: "token", path: "docs/pets.md" }
  await generate({ docType: "poem" }, 422)
  await generate({ docType: "release-notes" }, 422)
  const sources: ReadonlyArray<string> = [
    "openapi: 3.0.0\ninfo: {title: x",
    "openapi: 4.0.0",
    '{"requests":[],"order":[]}',
    `openapi: 3.0.0 #${"x".repeat(10 * 1024 * 1024)}`
  ]
  for (const content of sources) await generate({ source: { name: "openapi.yaml", content } }, 422)
  await generate({ source: { name: "openapi.yaml", url: "https://10.0.0.1/openapi.yaml" } }, 422)
  await generate({ settings: { publish: { ...publish, repoToken: "" } } }, 422)
  await generate({ settings: { publish: { ...publish, path: "../pets.md" } } }, 422)
  await generate({ projectId: "prj_unknown" }, 404)
  const project = await ask("POST", `${base}/projects`, { name: "Pet store" })
  const paths = { outputPaths: { readme: "../readme.md" } }
  await ask("POST", `${base}/projects`, { name: "Pet store", ...paths }, 422)
  await ask("PATCH", `${base}/projects/${project.id}`, paths, 422)
  for (const content of sources)
    await ask("POST", `${base}/projects/${project.id}/sources`, { name: "openapi.yaml", content }, 422)
  const done = await generate({})
  await engine.drain()
  await ask("POST", `${base}/generations/${done.id}/cancel`, undefined, 409)
  const { documentId } = await ask("GET", `${base}/generations/${done.id}`)
  const at = `${base}/documents/${documentId}`
  await ask("PUT", `${at}/content`, { content: "# Pets" }, 412, { "if-match": '"ver_unknown"' })
  await ask("GET", `${at}/diff`, undefined, 409)
  for (const more of [{ repoToken: "" }, { path: "../pets.md" }, { repositoryUrl: "https://10.0.0.1/pets.git" }])
    await ask("POST", `${at}/publish`, { ...publish, ...more }, 422)
  await engine.advance("20 minutes")
  await ask("GET", `${base}/generations/${done.id}/stream`, undefined, 410)
  const ci = (body: object, expected: number) => ask("POST", "/api/webhooks/ci", body, expected, proof)
  await ci({ repositoryUrl, docType: "poem" }, 422)
  await ci({ repositoryUrl, docType: "readme", publishToRepo: true }, 422)
  await ci({ repositoryUrl: "https://10.0.0.1/pets.git", docType: "readme" }, 422)
}

/** What is refused about texts and rules. */
const refuseTexts: Scene["play"] = async (ask) => {
  const unsafe = "/(a*)*b/: x"
  const check = (body: object, expected: number) => ask("POST", `${base}/checks`, body, expected)
  const fix = (body: object, expected: number) => ask("POST", `${base}/checks/fix`, body, expected)
  for (const asking of [check, fix]) {
    await asking({ text: "a".repeat(2_000_001) }, 422)
    await asking({ text: "a", customRules: unsafe }, 422)
  }
  const transform = (body: object) => ask("POST", `${base}/transformations`, { kind: "simplify", ...body }, 422)
  await transform({ text: "a".repeat(100_001) })
  await transform({ text: "Utilize this.", kind: "expand" })
  const rule = { name: "No foo", kind: "regex", severity: "error", pattern: "(a+)+$" }
  await ask("POST", `${base}/rules`, rule, 422)
  const { id } = await ask("POST", `${base}/rules`, { ...rule, pattern: "foo" })
  await ask("PATCH", `${base}/rules/${id}`, { pattern: rule.pattern }, 422)
  await ask("POST", `${base}/rule-sets`, { name: "House style", ruleIds: ["rul_unknown"] }, 404)
  const set = await ask("POST", `${base}/rule-sets`, { name: "House style", ruleIds: [id] })
  await ask("PATCH", `${base}/rule-sets/${set.id}`, { customRules: [unsafe] }, 422)
  await check({ versionId: "ver_unknown" }, 404)
  await fix({ versionId: "ver_unknown" }, 404)
  const lost = { text: "Pets are animals.", kind: "simplify", context: { documentId: "doc_unknown" } }
  await ask("POST", `${base}/transformations`, lost, 404)
  await ask("POST", `${base}/rule-sets`, { name: "House style", customRules: [unsafe] }, 422)
}

/** A source by an address at which nothing answers. */
const refuseUnreachable: Scene["play"] = async (ask) => {
  const { id } = await ask("POST", `${base}/projects`, { name: "Pet store" })
  const address = { name: "openapi.json", url: "https://api.example.com/openapi.json", kind: "openapi" }
  const source = await ask("POST", `${base}/projects/${id}/sources`, address)
  const body = { text: "Call it.", kind: "expand", context: { sourceIds: [source.id] } }
  await ask("POST", `${base}/transformations`, body, 422)
}

/** What the documentation service refuses. */
export const refusalsOfDocs: ReadonlyArray<Scene> = [
  { engine, headers, play: refuseFrame },
  { engine, headers, play: refuseGenerations },
  { engine, headers, play: refuseTexts },
  {
    engine,
    headers,
    play: async (ask) => void (await ask("GET", `${base}/projects`, undefined, 429, anonymous))
  },
  {
    engine: () => TestEngine.make({ plugins: [docs({ apiKeys, webhookSecret: () => undefined })] }),
    headers,
    play: async (ask) => void (await ask("POST", "/api/webhooks/ci", { repositoryUrl }, 503, proof))
  },
  {
    engine: () => TestEngine.make({ plugins: [docs({ apiKeys, download: noDownload })] }),
    headers,
    play: refuseUnreachable
  },
  whileStoreFails(plugin, headers, ["GET", `${base}/projects`])
]
