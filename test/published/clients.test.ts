/** Clients that stock generators make of the published documents: they compile in strict mode, and they work. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
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

/** The complaints of TypeScript about a file and what it imports. */
const compile = (file: string, options: object): string => {
  const strict = { strict: true, noEmit: true, target: "es2023", lib: ["es2023", "dom", "dom.iterable"], types: [] }
  const modules = { module: "esnext", moduleResolution: "bundler", skipLibCheck: true }
  const path = join(folder, "tsconfig.json")
  writeFileSync(path, JSON.stringify({ compilerOptions: { ...strict, ...modules, ...options }, files: [file] }))
  try {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", path], { encoding: "utf8" })
    return ""
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout)
  }
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

const services = ["cards", "bank"] as const

let engine: EngineHandle

beforeAll(async () => {
  const plugins = [cards(), bank()]
  engine = await createEngine({ plugins, store: sqlite(":memory:"), clock: "2026-01-15T16:00:00Z", log: false })
  for (const service of services) {
    const document = await engine.fetch(new Request(`http://host.test/${service}/openapi.json`))
    write(`${service}.json`, await document.text())
  }
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const setupOf = (service: string, headers: Readonly<Record<string, string>>) => ({
  baseUrl: `http://host.test/${service}`,
  headers,
  fetch: (request: Request) => engine.fetch(request)
})

/** What a scenario tells of each service. */
const told = {
  cards: [
    ["create", "succeeded"],
    ["decline", 402, "card_declined"],
    ["3D Secure", "requires_action", "succeeded"],
    ["refund", 2000]
  ],
  bank: [
    ["transfer", 200, "settled"],
    ["hold", 202, "OFAC_MATCH", "open"],
    ["return", "returned"]
  ]
}

const setupType = "{ baseUrl: string; headers: Record<string, string>; fetch: (request: Request) => Promise<Response> }"

/** The scenarios in words that both clients know: `ask` is what differs. */
const party = (name: string, accountNumber: string, routingNumber: string) =>
  `{ name: "${name}", accountNumber: "${accountNumber}", accountType: "checking", routingNumber: "${routingNumber}", address: { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" } }`

const transfer = `{ amount: 125000, originator: ${party("Example Supplies Inc", "1234567890", "099900014")}, beneficiary: { ...${party("Jane Roe", "9000000000", "099900027")}, name } } as const`

const unexpected = `throw new Error("unexpected")`

/** Programs for openapi-fetch. */
const byFetch = {
  cards: `  const pay = (payment_method: string) =>
    client.POST("/v2/payments", { body: { amount: 2000, currency: "usd", payment_method } })
  const paid = await pay("pm_card_visa")
  const declined = await pay("pm_card_visa_chargeDeclined")
  const asked = await pay("pm_card_3ds_required")
  if (paid.data === undefined || declined.error === undefined || asked.data === undefined) ${unexpected}
  // @ts-expect-error: no operation answers such a code
  if (declined.error.error.code === "no_such_code") ${unexpected}
  const params = { path: { id: asked.data.id } }
  await client.POST("/v2/test_helpers/payments/{id}/authenticate", { params, body: { result: "succeeded" } })
  await client.POST("/v2/payments/{id}/confirm", { params, body: {} })
  const authenticated = await client.GET("/v2/payments/{id}", { params })
  const refunded = await client.POST("/v2/refunds", { body: { payment_id: paid.data.id } })
  const amount: number | undefined = refunded.data?.amount
  return [
    ["create", paid.data.status],
    ["decline", declined.response.status, declined.error.error.code],
    ["3D Secure", asked.data.status, authenticated.data?.status],
    ["refund", amount]
  ]`,
  bank: `  const send = (key: string, name: string) =>
    client.POST("/v2/payments/instant", { params: { header: { "Idempotency-Key": key } }, body: ${transfer} })
  const sent = await send("fetch-1", "Jane Roe")
  const held = await send("fetch-2", "Test Sanctioned Person")
  if (sent.data === undefined || held.data === undefined) ${unexpected}
  const holds = await client.GET("/v2/compliance/holds")
  const hold = holds.data?.data[0]
  const path = { paymentId: sent.data.data.paymentId }
  await client.POST("/v2/simulator/payments/{paymentId}/return", { params: { path }, body: { code: "AC04" } })
  await client.POST("/v2/simulator/clock", { body: { advance: "PT1S" } })
  const returned = await client.GET("/v2/payments/instant/{paymentId}", { params: { path } })
  return [
    ["transfer", sent.response.status, sent.data.data.status],
    ["hold", held.response.status, "error" in held.data ? held.data.error?.code : undefined, hold?.status],
    ["return", returned.data?.data.status]
  ]`
}

/** Programs for the functions that @hey-api/openapi-ts makes. */
const byHey = {
  cards: [
    "paymentHelpersAuthenticate, paymentsConfirm, paymentsCreate, paymentsRetrieve, refundsCreate",
    `  const pay = (payment_method: string) =>
    paymentsCreate({ client, body: { amount: 2000, currency: "usd", payment_method } })
  const paid = await pay("pm_card_visa")
  const declined = await pay("pm_card_visa_chargeDeclined")
  const asked = await pay("pm_card_3ds_required")
  if (paid.data === undefined || declined.error === undefined || asked.data === undefined) ${unexpected}
  const path = { id: asked.data.id }
  await paymentHelpersAuthenticate({ client, path, body: { result: "succeeded" } })
  await paymentsConfirm({ client, path, body: {} })
  const authenticated = await paymentsRetrieve({ client, path })
  const refunded = await refundsCreate({ client, body: { payment_id: paid.data.id } })
  const amount: number | undefined = refunded.data?.amount
  return [
    ["create", paid.data.status],
    ["decline", declined.response?.status, declined.error.error.code],
    ["3D Secure", asked.data.status, authenticated.data?.status],
    ["refund", amount]
  ]`
  ],
  bank: [
    "holdsList, paymentsInitiate, paymentsRetrieve, simulatorGiveBack, simulatorMoveClock",
    `  const send = (key: string, name: string) =>
    paymentsInitiate({ client, headers: { "Idempotency-Key": key }, body: ${transfer} })
  const sent = await send("hey-1", "Jane Roe")
  const held = await send("hey-2", "Test Sanctioned Person")
  if (sent.data === undefined || held.data === undefined) ${unexpected}
  const holds = await holdsList({ client })
  const hold = holds.data?.data[0]
  const path = { paymentId: sent.data.data.paymentId }
  await simulatorGiveBack({ client, path, body: { code: "AC04" } })
  await simulatorMoveClock({ client, body: { advance: "PT1S" } })
  const returned = await paymentsRetrieve({ client, path })
  return [
    ["transfer", sent.response?.status, sent.data.data.status],
    ["hold", held.response?.status, "error" in held.data ? held.data.error?.code : undefined, hold?.status],
    ["return", returned.data?.data.status]
  ]`
  ]
} as const

const headersOf = {
  cards: { authorization: "Bearer sk_test_generated1" },
  bank: { "x-api-key": "bank_key_sandbox" }
}

/** What the program in a file tells. */
const tell = async (file: string, service: (typeof services)[number]): Promise<unknown> => {
  const program = (await import(pathToFileURL(join(folder, file)).href)) as {
    tell: (setup: object) => Promise<unknown>
  }
  return await program.tell(setupOf(service, headersOf[service]))
}

describe.each(services)("a client for %s", (service) => {
  it("by openapi-typescript and openapi-fetch compiles and runs", async () => {
    run("openapi-typescript/bin/cli.js", join(folder, `${service}.json`), "-o", join(folder, `${service}-schema.ts`))
    write(
      `${service}-fetch.ts`,
      `import createClient from "openapi-fetch"
import type { paths } from "./${service}-schema"
export const tell = async (setup: ${setupType}) => {
  const client = createClient<paths>(setup)
${byFetch[service]}
}
`
    )
    expect(compile(`${service}-fetch.ts`, { exactOptionalPropertyTypes: true })).toBe("")
    expect(await tell(`${service}-fetch.ts`, service)).toEqual(told[service])
  })

  it("by @hey-api/openapi-ts compiles and runs", async () => {
    const out = join(folder, `${service}-hey`)
    const args = ["-i", join(folder, `${service}.json`), "-o", out, "-c", "@hey-api/client-fetch"]
    run("@hey-api/openapi-ts/bin/run.js", ...args, "--no-log-file")
    const [functions, program] = byHey[service]
    write(
      `${service}-hey.ts`,
      `import { ${functions} } from "./${service}-hey/sdk.gen"
import { createClient } from "./${service}-hey/client"
export const tell = async (setup: ${setupType}) => {
  const client = createClient({ ...setup, fetch: setup.fetch as typeof fetch })
${program}
}
`
    )
    expect(compile(`${service}-hey.ts`, {})).toBe("")
    expect(await tell(`${service}-hey.ts`, service)).toEqual(told[service])
  })
})
