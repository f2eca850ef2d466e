/**
 * The API references of the services, made by the documentation service from their published documents, and the tables of
 * endpoints in their READMEs. Run as a program, with `npm run docs`, it writes them.
 */
import * as Redacted from "effect/Redacted"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { format, resolveConfig } from "prettier"
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
  /** The table of endpoints, by what they are about. */
  readonly endpoints: string
}

/** The README of a service. */
export const readmeOf = (service: string): string => join(import.meta.dirname, `../../plugins/${service}/README.md`)

/** Where the table of endpoints stands in a README. */
const tablePlace = /(?<=<!-- endpoints -->\n\n)[^]*(?=\n\n<!-- \/endpoints -->)/

/** The README of a service with this table of endpoints, formatted. */
export const withEndpoints = async (service: string, table: string): Promise<string> => {
  const filepath = readmeOf(service)
  const readme = readFileSync(filepath, "utf8")
  if (!tablePlace.test(readme)) throw new Error(`${filepath} has no place for the table of endpoints`)
  return format(
    readme.replace(tablePlace, () => table),
    { ...(await resolveConfig(filepath)), filepath }
  )
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-")

/** `GET`, `POST /payments` and so on: methods of one path stand together. */
const endpointsTable = (service: string, document: Json): string => {
  const paths = (tag: string) =>
    Object.entries<Json>(document.paths).flatMap(([path, operations]) => {
      const methods = Object.entries<Json>(operations).filter(([, operation]) => operation.tags?.includes(tag) === true)
      return methods.length === 0
        ? []
        : [`${methods.map(([method]) => `\`${method.toUpperCase()}`).join("`, ")} ${path}\``]
    })
  const rows = document.tags
    .map(({ name }: Json) => ({ name, listed: paths(name) }))
    .filter(({ listed }: Json) => listed.length > 0)
    .map(
      ({ listed, name }: Json) =>
        `| [${name}](../../docs/reference/${service}.md#${anchorOf(name)}) | ${listed.join(", ")} |`
    )
  return ["| about | endpoints |", "| --- | --- |", ...rows].join("\n")
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
    made.set(service, { markdown, report, endpoints: endpointsTable(service, document) })
  }
  return made
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const [service, { endpoints, markdown }] of await makeReferences()) {
    writeFileSync(join(folder, `${service}.md`), markdown)
    writeFileSync(readmeOf(service), await withEndpoints(service, endpoints))
  }
}
