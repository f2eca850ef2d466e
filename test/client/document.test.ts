/** The page about the client: its blocks are one program, which compiles, runs, and prints what their comments say. */
import * as Redacted from "effect/Redacted"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { configFromEnv, serve, type ServerHandle } from "../../src/server/index.ts"

const root = join(import.meta.dirname, "../..")

const blocks = Array.from(readFileSync(join(root, "docs/client.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm))
const program = blocks.map(([, code]) => code).join("\n")

/** What the comments after `console.log` say, in their order. */
const promised = Array.from(program.matchAll(/console\.log\(.*\) \/\/ (.*)/g), ([, line]) => line)

// In the tree, so that the package finds itself; `coverage` is kept out of it by .gitignore.
mkdirSync(join(root, "coverage"), { recursive: true })
const folder = mkdtempSync(join(root, "coverage/client-document-"))
const file = join(folder, "program.ts")

let server: ServerHandle

beforeAll(async () => {
  server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: ":memory:" }))
  const { bank, docs } = server.credentials
  const own = program
    .replace("http://127.0.0.1:4242", server.url)
    .replace("bank_key_sandbox", Redacted.value(bank!.apiKey))
    .replace("docs_key_1234567890", Redacted.value(docs.apiKey!))
  writeFileSync(file, own)
}, 60_000)

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

it("compiles in a strict program", () => {
  // Without the engine, whose types take long and are compiled with the rest.
  writeFileSync(
    join(folder, "client.ts"),
    blocks
      .map(([, code]) => code)
      .filter((code) => !code?.includes("engine"))
      .join("\n")
  )
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true }
  const modules = { module: "nodenext", customConditions: ["bursar-source"], allowImportingTsExtensions: true }
  const compilerOptions = { target: "es2024", types: ["node"], skipLibCheck: true, ...strict, ...modules }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts"] }))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" })
  expect(stdout).toBe("")
}, 60_000)

it("prints what it says, and receives webhooks", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {})
  const { receive } = (await import(pathToFileURL(file).href)) as { receive: (request: Request) => Promise<Response> }
  const printed = log.mock.calls.map((values) => values.join(" "))
  log.mockRestore()
  expect(printed).toEqual(promised)
  expect(promised.length).toBeGreaterThan(8)
  const forged = new Request("https://shop.example/hook", { method: "POST", body: "{}" })
  expect((await receive(forged)).status).toBe(400)
}, 60_000)
