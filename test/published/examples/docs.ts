/** What is done to the documentation service for its examples. */
import { refusalsOfDocs } from "./docs-refusals.ts"
import { base, engine, headers, webhookSecret } from "./docsEngine.ts"
import type { Ask, Scenario, Scene } from "./record.ts"

const description = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pet store", version: "1.0.0", description: "Keeps pets." },
  paths: {
    "/pets": {
      get: { operationId: "listPets", summary: "List pets", responses: { 200: { description: "All pets." } } }
    }
  }
})

const text = "The cache can be utilized in order to make requests faster."

/** A document in its versions, saved, compared and on its way into a repository. */
const playDocument = async (ask: Ask, documentId: string) => {
  const at = `${base}/documents/${documentId}`
  const { items: versions } = await ask("GET", `${at}/versions`)
  const edited = { "if-match": `"${versions[0].id}"` }
  const saved = await ask("PUT", `${at}/content`, { content: "# Pet store\n\nSells pets.\n" }, undefined, edited)
  await ask("GET", `${base}/versions/${versions[0].id}`)
  await ask("GET", `${at}/diff?from=${versions[0].id}&to=latest`)
  await ask("POST", `${at}/versions`, { name: "Before the release" })
  await ask("POST", `${at}/baseline`, { versionId: saved.id ?? versions[0].id })
  const repositoryUrl = "https://code.example.com/pets.git"
  const publication = await ask("POST", `${at}/publish`, { repositoryUrl, repoToken: "token", path: "docs/pets.md" })
  await ask("GET", `${base}/publications/${publication.id}`)
  const proof = { authorization: undefined as never, "x-docs-secret": webhookSecret }
  await ask("POST", "/api/webhooks/ci", { repositoryUrl, branch: "main", docType: "readme" }, undefined, proof)
}

/** A project, a generation, its document, rules and checks. */
const playAll: Scene["play"] = async (ask, engine) => {
  const project = await ask("POST", `${base}/projects`, { name: "Pet store", defaultDocType: "api-reference" })
  await ask("PATCH", `${base}/projects/${project.id}`, { audience: "developer", tone: "concise" })
  const { id: sourceId } = await ask("POST", `${base}/projects/${project.id}/sources`, {
    name: "openapi.json",
    content: description
  })
  await ask("POST", `${base}/projects`, { title: "Pet store" }, 400)
  await ask("GET", `${base}/projects/prj_unknown`, undefined, 404)
  const source = { name: "openapi.json", content: description }
  const generation = await ask("POST", `${base}/generations`, { docType: "api-reference", source })
  await engine.drain()
  const { documentId } = await ask("GET", `${base}/generations/${generation.id}`)
  await ask("GET", `${base}/generations/${generation.id}/report`)
  await ask("GET", `${base}/documents/${documentId}`)
  await ask("GET", `${base}/documents/${documentId}/versions`)
  const waiting = await ask("POST", `${base}/generations`, { projectId: project.id, docType: "readme" })
  await ask("POST", `${base}/generations/${waiting.id}/cancel`)
  const words = await ask("POST", `${base}/context-documents`, {
    kind: "glossary",
    name: "Words of the store",
    content: "**Pet**: an animal that the store sells."
  })
  const rule = await ask("POST", `${base}/rules`, {
    name: "Plain words",
    kind: "substitution",
    severity: "warning",
    swap: { utilize: "use" }
  })
  await ask("PATCH", `${base}/rules/${rule.id}`, { severity: "suggestion" })
  const set = await ask("POST", `${base}/rule-sets`, { name: "House style", ruleIds: [rule.id] })
  await ask("PATCH", `${base}/rule-sets/${set.id}`, { customRules: ['Do not use "simply"'] })
  await ask("POST", `${base}/checks`, { text, customRules: 'Use "use" instead of "utilize"' })
  await ask("POST", `${base}/checks/fix`, { text })
  await ask("POST", `${base}/transformations`, { text, kind: "simplify" })
  await ask("GET", `${base}/sources/${sourceId}`)
  await ask("GET", `${base}/context-documents/${words.id}`)
  await playDocument(ask, documentId)
}

/** The scenario: everything that works, then every refusal. */
export const docs: Scenario = {
  service: "docs",
  scenes: [{ engine, headers, play: playAll }, ...refusalsOfDocs]
}
