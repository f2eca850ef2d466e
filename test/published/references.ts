/**
 * The API references of the services, made by the documentation service from their published documents. Run as a program,
 * with `npm run docs`, it writes them to docs/reference.
 */
import * as Redacted from "effect/Redacted"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { TestEngine } from "../../src/testing/index.ts"

type Json = any

/** Where the references are kept. */
export const folder = join(import.meta.dirname, "../../docs/reference")

/** The services that have one. */
export const services = ["cards", "bank", "docs"] as const

/** A reference with the report of its making. */
export interface MadeReference {
  readonly markdown: string
  readonly report: Json
}

const key = "docs_key_of_references"

/** Makes the references over HTTP, as anybody else would. The addresses in them are those of a server on this machine. */
export const makeReferences = async (): Promise<ReadonlyMap<string, MadeReference>> => {
  const plugins = [cards(), bank(), docs({ apiKeys: [Redacted.make(key)] })]
  await using engine = await TestEngine.make({ plugins, key })
  const base = "/docs/api/docs/v1"
  const made = new Map<string, MadeReference>()
  for (const service of services) {
    const { json: document } = await engine.request("GET", `/${service}/openapi.json`)
    document.servers = [{ url: `http://127.0.0.1:4242/${service}`, description: "A server on this machine." }]
    const source = { name: `${service}.json`, content: JSON.stringify(document) }
    const begun = await engine.request("POST", `${base}/generations`, { docType: "api-reference", source })
    if (begun.status !== 202) throw new Error(begun.text)
    await engine.drain()
    const { json: done } = await engine.request("GET", `${base}/generations/${begun.json.id}`)
    if (done.status !== "succeeded") throw new Error(JSON.stringify(done))
    const accept = { accept: "text/markdown" }
    const { text: markdown } = await engine.request("GET", `${base}/documents/${done.documentId}`, undefined, accept)
    const { json: report } = await engine.request("GET", `${base}/generations/${begun.json.id}/report`)
    made.set(service, { markdown, report })
  }
  return made
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const [service, { markdown }] of await makeReferences()) writeFileSync(join(folder, `${service}.md`), markdown)
}
