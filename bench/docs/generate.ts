/** A process that makes one reference through the service and says how long it took: what `docs-reference` starts. */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import * as Redacted from "effect/Redacted"
import { createEngine } from "bursar"
import { docs } from "bursar/docs"
import { sqlite } from "bursar/sqlite"

/** What the process prints. Times are milliseconds: of the first text since the request, of all since the start. */
export interface GenerateFigures {
  readonly firstDeltaMs: number
  readonly totalMs: number
  readonly markdownBytes: number
  readonly rssMb: number
}

const key = "bench"
const base = "http://bench/docs/api/docs/v1"

const run = async (path: string): Promise<GenerateFigures> => {
  const bytes = readFileSync(path)
  const content = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
  const engine = await createEngine({
    plugins: [docs({ apiKeys: [Redacted.make(key)] })],
    store: sqlite(":memory:"),
    log: false
  })
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const body = JSON.stringify({ docType: "api-reference", source: { name: "sample", kind: "openapi", content } })
  const askedAt = performance.now()
  const started = await engine.fetch(new Request(`${base}/generations`, { method: "POST", headers, body }))
  const { id } = (await started.json()) as { readonly id: string }
  const stream = await engine.fetch(new Request(`${base}/generations/${id}/stream`, { headers }))
  let firstDeltaMs: number | undefined
  let text = ""
  const decoder = new TextDecoder()
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (firstDeltaMs === undefined && text.includes("event: delta")) firstDeltaMs = performance.now() - askedAt
  }
  if (!text.includes("event: generation.completed"))
    throw new Error(`the generation did not complete: ${text.slice(-300)}`)
  const totalMs = performance.now()
  const deltas = [...text.matchAll(/^event: delta\ndata: (.*)$/gm)].map(
    ([, data]) => (JSON.parse(data!) as { text: string }).text
  )
  await engine.close()
  return {
    firstDeltaMs: firstDeltaMs ?? totalMs,
    totalMs,
    markdownBytes: Buffer.byteLength(deltas.join("")),
    rssMb: process.resourceUsage().maxRSS / 1024
  }
}

const [path] = process.argv.slice(2)
if (import.meta.main && path !== undefined) process.stdout.write(`${JSON.stringify(await run(path))}\n`)
