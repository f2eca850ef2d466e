/** Clients that stock generators make of the published documents: they compile in strict mode, and they work. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { createEngine, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

const root = join(import.meta.dirname, "../..")

/** In the tree, so that what is generated finds its packages; `coverage` is kept out of it by .gitignore. */
const makeFolder = (): string => {
  mkdirSync(join(root, "coverage"), { recursive: true })
  return mkdtempSync(join(root, "coverage/clients-"))
}

const folder = makeFolder()

const run = (script: string, ...args: ReadonlyArray<string>) => {
  const hook = pathToFileURL(join(import.meta.dirname, "typescriptApi.ts")).href
  const env = { ...process.env, NODE_OPTIONS: `--import ${hook}`, NO_COLOR: "1" }
  return execFileSync(process.execPath, [join(root, "node_modules", script), ...args], { env, encoding: "utf8" })
}

/** The complaints of TypeScript about what lies in the folder. */
const compile = (options: object): string => {
  const strict = { strict: true, noEmit: true, target: "es2023", lib: ["es2023", "dom", "dom.iterable"], types: [] }
  const modules = { module: "esnext", moduleResolution: "bundler", skipLibCheck: true }
  const path = join(folder, "tsconfig.json")
  writeFileSync(path, JSON.stringify({ compilerOptions: { ...strict, ...modules, ...options }, include: ["*.ts"] }))
  try {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", path], { encoding: "utf8" })
    return ""
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout)
  }
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

let engine: EngineHandle

beforeAll(async () => {
  engine = await createEngine({ plugins: [cards()], store: sqlite(":memory:"), log: false })
  const document = await engine.fetch(new Request("http://host.test/cards/openapi.json"))
  write("openapi.json", await document.text())
}, 120_000)

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const setup = {
  baseUrl: "http://host.test/cards",
  headers: { authorization: "Bearer sk_test_generated1" },
  fetch: (request: Request) => engine.fetch(request)
}

const story = [
  ["create", "succeeded"],
  ["decline", 402, "card_declined"],
  ["3D Secure", "requires_action"],
  ["refund", 2000]
]

describe("a client for cards", () => {
  it("by openapi-typescript and openapi-fetch compiles and runs", async () => {
    run("openapi-typescript/bin/cli.js", join(folder, "openapi.json"), "-o", join(folder, "schema.ts"))
    write(
      "fetch.ts",
      `import createClient from "openapi-fetch"
import type { paths } from "./schema"
export const tell = async (setup: { baseUrl: string; headers: Record<string, string>; fetch: (request: Request) => Promise<Response> }) => {
  const client = createClient<paths>(setup)
  const pay = (payment_method: string) =>
    client.POST("/v2/payments", { body: { amount: 2000, currency: "usd", payment_method } })
  const paid = await pay("pm_card_visa")
  const declined = await pay("pm_card_visa_chargeDeclined")
  const asked = await pay("pm_card_3ds_required")
  if (paid.data === undefined || declined.error === undefined || asked.data === undefined) throw new Error("unexpected")
  // @ts-expect-error: no operation answers such a code
  if (declined.error.error.code === "no_such_code") throw new Error("unexpected")
  const refunded = await client.POST("/v2/refunds", { body: { payment_id: paid.data.id } })
  const amount: number | undefined = refunded.data?.amount
  return [
    ["create", paid.data.status],
    ["decline", declined.response.status, declined.error.error.code],
    ["3D Secure", asked.data.status],
    ["refund", amount]
  ]
}
`
    )
    expect(compile({ exactOptionalPropertyTypes: true })).toBe("")
    const { tell } = (await import(pathToFileURL(join(folder, "fetch.ts")).href)) as {
      tell: (with_: object) => unknown
    }
    expect(await tell(setup)).toEqual(story)
  }, 120_000)

  it("by @hey-api/openapi-ts compiles and runs", async () => {
    const args = ["-i", join(folder, "openapi.json"), "-o", join(folder, "hey"), "-c", "@hey-api/client-fetch"]
    run("@hey-api/openapi-ts/bin/run.js", ...args, "--no-log-file")
    expect(existsSync(join(folder, "hey/sdk.gen.ts")) && dirname(folder)).toBe(join(root, "coverage"))
    write(
      "hey.ts",
      `import { paymentsCreate, refundsCreate } from "./hey/sdk.gen"
import { createClient } from "./hey/client"
export const tell = async (setup: { baseUrl: string; headers: Record<string, string>; fetch: (request: Request) => Promise<Response> }) => {
  const client = createClient({ ...setup, fetch: setup.fetch as typeof fetch })
  const pay = (payment_method: string) =>
    paymentsCreate({ client, body: { amount: 2000, currency: "usd", payment_method } })
  const paid = await pay("pm_card_visa")
  const declined = await pay("pm_card_visa_chargeDeclined")
  const asked = await pay("pm_card_3ds_required")
  if (paid.data === undefined || declined.error === undefined || asked.data === undefined) throw new Error("unexpected")
  const refunded = await refundsCreate({ client, body: { payment_id: paid.data.id } })
  const amount: number | undefined = refunded.data?.amount
  return [
    ["create", paid.data.status],
    ["decline", declined.response?.status, declined.error.error.code],
    ["3D Secure", asked.data.status],
    ["refund", amount]
  ]
}
`
    )
    expect(compile({})).toBe("")
    const { tell } = (await import(pathToFileURL(join(folder, "hey.ts")).href)) as { tell: (with_: object) => unknown }
    expect(await tell(setup)).toEqual(story)
  }, 120_000)
})
