/** The client alone: it takes nothing with it, is small, and its types serve programs with strict settings. */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { expect, it, onTestFinished } from "vitest"
import { writeModules } from "../published/client/write.ts"

const root = join(import.meta.dirname, "../..")

/** Most bytes of it over the wire. */
const mostBytes = 30_000

it("is a bundle of its own files for any platform, of at most 30 kB gzipped", async () => {
  await using bundle = await rolldown({
    input: join(root, "src/client/index.ts"),
    cwd: root,
    platform: "browser",
    logLevel: "silent"
  })
  const { output } = await bundle.generate({ minify: true })
  expect(output).toHaveLength(1)
  const [chunk] = output
  expect([...chunk.imports, ...chunk.dynamicImports]).toEqual([])
  const outside = chunk.moduleIds.filter((id) => !relative(root, id).startsWith(join("src", "client")))
  expect(outside).toEqual([])
  expect(gzipSync(chunk.code).length).toBeLessThan(mostBytes)
})

const program = `
import { Bursar, BursarError, webhooks, type Bank, type Cards } from "bursar/client"

const bursar = new Bursar({ baseUrl: "https://payments.example.com", secretKey: "sk_test_12345678" })

export const pay = async (): Promise<Cards.Payment | string> => {
  try {
    return await bursar.payments.create({ amount: 2000, currency: "usd", payment_method: undefined })
  } catch (error) {
    if (!(error instanceof BursarError)) throw error
    switch (error.type) {
      case "declined":
        if (error.service === "cards" && error.code === "insufficient_funds") return "ask for another card"
        // @ts-expect-error: cards have no such code
        if (error.service === "cards" && error.code === "INVALID_TOKEN") return "never"
        return error.paymentId ?? error.code
      case "invalid_request":
      case "authentication":
      case "permission":
      case "not_found":
      case "conflict":
      case "rate_limited":
      case "unavailable":
        return error.code
      case "unexpected_answer":
        return String(error.status)
      case "connection":
      case "timeout":
      case "aborted":
        return error.service
      case "signature":
        return error.reason
      case "usage":
        return error.message
      default:
        return error satisfies never
    }
  }
}

export const logged = ({ code, requestId, status, type }: BursarError): ReadonlyArray<string | number | undefined> => [
  type,
  status,
  code,
  requestId
]

export const lists = async () => {
  for await (const { amount } of bursar.payments.list({ status: "succeeded" })) amount satisfies number
  const { data, requestId } = await bursar.bank.payments.list().withResponse()
  const entries: ReadonlyArray<Bank.PaymentEntry> = data.data
  // @ts-expect-error: no currency
  const wrong = () => bursar.payments.create({ amount: 1, currency: "no", payment_method: "pm_card_visa" })
  // @ts-expect-error: a refund needs its payment
  const less = () => bursar.refunds.create({})
  // @ts-expect-error: the client fills in the key, and calls may give one in their options
  const key = () => bursar.payments.capture("pay_1", { idempotency_key: "a" })
  return { entries, requestId, wrong, less, key }
}

export const receive = async (body: string) => {
  const event = await webhooks.constructEvent(body, "header", "secret")
  if (event.type === "refund.failed") event.data.payment_id satisfies string
  const text: string = await bursar.docs.documents.retrieve("doc_1", { format: "markdown" })
  const { content } = await bursar.docs.documents.retrieve("doc_1")
  return text + content
}
`

it.each([
  ["a browser", { lib: ["es2022", "dom", "dom.iterable"], types: [] }],
  ["Node", { lib: ["es2022"], types: ["node"] }]
])(
  "has types that tell errors and events apart, in a strict program for %s",
  (_, options) => {
    writeModules()
    // In the tree, so that the package finds itself; `coverage` is kept out of it by .gitignore.
    mkdirSync(join(root, "coverage"), { recursive: true })
    const folder = mkdtempSync(join(root, "coverage/client-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, "program.ts"), program)
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true }
    const modules = { module: "nodenext", customConditions: ["bursar-source"], allowImportingTsExtensions: true }
    const compilerOptions = { target: "es2022", ...strict, ...modules, ...options }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }))
    const compiler = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" })
    expect(stdout).toBe("")
  },
  60_000
)
