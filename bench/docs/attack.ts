/** A process that sends the attacks with one text to the service and says what each cost: what `docs-hostile` starts. */
import * as Redacted from "effect/Redacted"
import { createEngine } from "bursar"
import { docs } from "bursar/docs"
import { sqlite } from "bursar/sqlite"
import { attacks, type Attack } from "./attacks.ts"

/** What the process prints: CPU time of all its threads and peak memory since the request, beyond those before it. */
export interface AttackFigures {
  readonly cpuMs: number
  readonly memoryMb: number
  /** Status of the answer, with the code of a refusal. */
  readonly outcome: string
}

const key = "bench"
const base = "http://bench/docs/api/docs/v1"

type Ask = (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: any }>

const outcomeOf = ({ body, status }: Awaited<ReturnType<Ask>>): string =>
  body?.error?.code === undefined ? String(status) : `${status} ${body.error.code}: ${body.error.message}`

const generate = async (ask: Ask, { sourceKind, text, what }: Attack): Promise<string> => {
  const source = { name: "attack", content: text(), ...(sourceKind === undefined ? {} : { kind: sourceKind }) }
  const started = await ask("POST", "/generations", { docType: what, source })
  if (started.status !== 202) return outcomeOf(started)
  for (;;) {
    const { body } = await ask("GET", `/generations/${started.body.id}`)
    if (body.status !== "queued" && body.status !== "running") {
      return body.error === undefined || body.error === null
        ? body.status
        : `${body.status} ${body.error.code}: ${body.error.message}`
    }
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

const diff = async (ask: Ask, { other, text }: Attack): Promise<string> => {
  const source = { name: "a", kind: "text", content: "# A\n\nText.\n" }
  const started = await ask("POST", "/generations", { docType: "user-guide", source })
  for (;;) {
    const { body } = await ask("GET", `/generations/${started.body.id}`)
    if (body.documentId !== undefined && body.documentId !== null) {
      const path = `/documents/${body.documentId}`
      const first = await ask("PUT", `${path}/content`, { content: text() })
      const second = await ask("PUT", `${path}/content`, { content: other!() })
      return outcomeOf(
        await ask(
          "GET",
          `${path}/diff?from=${first.body.id ?? first.body.versionId}&to=${second.body.id ?? second.body.versionId}&format=json`
        )
      )
    }
    await new Promise((wake) => setTimeout(wake, 50))
  }
}

const attackWith = async (ask: Ask, attack: Attack): Promise<string> => {
  if (attack.kind === "document") return generate(ask, attack)
  if (attack.kind === "diff") return diff(ask, attack)
  if (attack.kind === "check") return outcomeOf(await ask("POST", "/checks", { text: attack.text() }))
  return outcomeOf(await ask("POST", "/transformations", { text: attack.text(), kind: attack.what }))
}

const engineOf = async (): Promise<{ readonly ask: Ask; readonly close: () => Promise<void> }> => {
  const engine = await createEngine({
    plugins: [docs({ apiKeys: [Redacted.make(key)] })],
    store: sqlite(":memory:"),
    log: false
  })
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const ask: Ask = async (method, path, body) => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const match = path.endsWith("/content") ? { "if-match": "*" } : {}
    const response = await engine.fetch(
      new Request(`${base}${path}`, { method, headers: { ...headers, ...match }, ...text })
    )
    const answer = await response.text()
    return { status: response.status, body: answer.startsWith("{") ? JSON.parse(answer) : undefined }
  }
  return { ask, close: () => engine.close() }
}

const run = async (ask: Ask, attack: Attack): Promise<AttackFigures> => {
  const before = process.cpuUsage()
  const memoryBefore = process.resourceUsage().maxRSS
  const outcome = await attackWith(ask, attack)
  const { system, user } = process.cpuUsage(before)
  const memoryMb = (process.resourceUsage().maxRSS - memoryBefore) / 1024
  return { cpuMs: (system + user) / 1_000, memoryMb, outcome }
}

if (import.meta.main) {
  const { ask, close } = await engineOf()
  // The threads are started and their modules loaded before anything is measured.
  const plain = { name: "", kind: "document", what: "user-guide", sourceKind: "text" } as const
  await generate(ask, { ...plain, text: () => "# A\n\nText.\n" })
  for (const place of process.argv.slice(2)) {
    const figures = await run(ask, attacks[Number(place)]!)
    process.stdout.write(`${JSON.stringify(figures)}\n`)
  }
  await close()
  process.exit(0)
}
