/**
 * Makes data of the schema of today, to be kept and opened by later code: what the examples of the published documents leave behind,
 * and some requests with their answers. `node --conditions=bursar-source test/store/earlier/make.ts NAME` writes a data file; with
 * DATABASE_URL, of an empty database, the statements of a dump by `pg_dump`, which must be installed.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import * as Redacted from "effect/Redacted"
import { bank } from "../../../plugins/bank/index.ts"
import { cards } from "../../../plugins/cards/index.ts"
import { docs } from "../../../plugins/docs/index.ts"
import { postgres } from "../../../src/store/dialects/Postgres.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { key as docsKey, webhookSecret } from "../../published/examples/docsEngine.ts"
import { playOn } from "../../published/examples/record.ts"
import { scenarios } from "../../published/examples/write.ts"

const name = process.argv[2]!
const databaseUrl = process.env["DATABASE_URL"]
const folder = mkdtempSync(join(tmpdir(), "bursar-earlier-"))

/** Requests whose answers the keys of later code must give again, the first of them an open authorization. */
const requests: ReadonlyArray<readonly [path: string, body: (first: any) => unknown]> = [
  [
    "/cards/v2/payments",
    () => ({ amount: 9000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" })
  ],
  ["/cards/v2/payments", () => ({ amount: 2500, currency: "usd", payment_method: "pm_card_visa" })],
  [
    "/cards/v2/payments",
    () => ({ amount: 700, currency: "eur", payment_method: "pm_card_fr", capture_method: "manual" })
  ],
  ["/cards/v2/customers", () => ({ email: "kept@example.com", name: "Kept Person" })],
  ["/cards/v2/payouts", () => ({ amount: 1500, currency: "usd", destination: "ba_test_verified_usd" })]
]

const play = async () => {
  const engine = await TestEngine.make({
    plugins: [
      cards(),
      bank({ mode: "sandbox", crash: () => {} }),
      docs({ apiKeys: [Redacted.make(docsKey)], webhookSecret: Redacted.make(webhookSecret) })
    ],
    store: databaseUrl === undefined ? sqlite(folder) : postgres(databaseUrl),
    key: "sk_test_examples"
  })
  for (const scenario of Object.values(scenarios)) await playOn(engine, scenario)
  // An example plans that the next payment fails.
  await engine.request("POST", "/cards/v2/payments", { amount: 100, currency: "usd", payment_method: "pm_card_visa" })
  const sent: Array<{ path: string; key: string; body: unknown; answer: string }> = []
  for (const [at, [path, bodyOf]] of requests.entries()) {
    const body = bodyOf(sent[0])
    const answer = await engine.request("POST", path, body, { "idempotency-key": `kept-${at}` })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`)
    sent.push({ path, key: `kept-${at}`, body, answer: answer.text })
  }
  await engine.close()
  return sent
}

/** The statements of a dump, without comments and the commands of its own client. */
const statementsOf = (dump: string): ReadonlyArray<string> =>
  Array.from(
    dump.matchAll(/--[^\n]*\n|\\[^\n]*\n|\s+|((?:[^';-]|-(?!-)|'(?:[^']|'')*')+;)/g),
    ([, statement]) => statement
  ).filter((statement) => statement !== undefined)

const sent = await play()
const write = (ending: string, content: Buffer | string) =>
  writeFileSync(join(import.meta.dirname, `${name}.${ending}`), content)
if (databaseUrl === undefined) {
  write("db.br", brotliCompressSync(readFileSync(join(folder, "us-east-1.db"))))
  write("json", `${JSON.stringify(sent, undefined, 2)}\n`)
} else {
  const dump = execFileSync("pg_dump", ["--inserts", "--no-owner", databaseUrl], { maxBuffer: 2 ** 30 }).toString()
  write("sql.br", brotliCompressSync(JSON.stringify(statementsOf(dump))))
  write("sql.json", `${JSON.stringify(sent, undefined, 2)}\n`)
}
rmSync(folder, { recursive: true, force: true })
