/**
 * ACH in bulk: a Nacha file of many entries that comes in is read, and a batch of many entries is taken over HTTP, in process and
 * on disk: validated, screened against limits and committed when it is answered, and afterwards made into payments. Leaves out
 * sockets, and the file that the entries leave in.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "bursar"
import { bank, messages, testClient } from "bursar/bank"
import { sqlite } from "bursar/sqlite"
import { comparisonOptions, defineBench, numberOption } from "./options.ts"
import { rounded, writeFigure, writeLine, writeVerdict } from "./report.ts"

const ofOriginator = { companyId: "1234567890", companyName: "ACME CORP" }

const entryOf = (index: number) => ({
  amount: 1_000 + index,
  direction: "credit",
  secCode: "PPD",
  entryDescription: "PAYROLL",
  entryReferenceId: `entry-${index}`,
  receiver: {
    name: "Jane Roe",
    accountNumber: `55${String(index).padStart(6, "0")}`,
    accountType: "checking",
    routingNumber: "099900069"
  }
})

const originator = {
  name: "Acme Corp",
  accountNumber: "1234567890",
  accountType: "checking",
  routingNumber: "099900014",
  ...ofOriginator
}

/** The text of a file with so many entries in two batches, whose totals are right. */
const fileOf = (entries: number): string => {
  const half = Math.ceil(entries / 2)
  const batchOf = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const fields = ["6", "22", "09990006", "9", `55${index}`.padEnd(17), String(1_000 + index).padStart(10, "0")]
      const trace = `09990001${String(index + 1).padStart(7, "0")}`
      return [...fields, `EMP-${index}`.padEnd(15), "Jane Roe".padEnd(22), "  ", "0", trace].join("")
    })
  const totalsOf = (count: number) => ({
    count,
    hash: (count * 9_990_006) % 10_000_000_000,
    cents: count * 1_000 + (count * (count - 1)) / 2
  })
  const parts = [half, entries - half]
  const batches = parts.flatMap((count, index) => {
    const { cents, hash } = totalsOf(count)
    const number = String(index + 1).padStart(7, "0")
    return [
      `5220${"ACME CORP".padEnd(16)}${"".padEnd(20)}1234567890PPDPAYROLL   SD1300260616   109990001${number}`,
      ...batchOf(count),
      `8220${String(count).padStart(6, "0")}${String(hash).padStart(10, "0")}${"0".repeat(12)}${String(cents).padStart(12, "0")}1234567890${"".padEnd(25)}09990001${number}`
    ]
  })
  const all = parts.map(totalsOf)
  const sum = (of: "count" | "hash" | "cents") => all.reduce((total, part) => total + part[of], 0)
  const blocks = Math.ceil((batches.length + 2) / 10)
  const control =
    `9000002${String(blocks).padStart(6, "0")}${String(sum("count")).padStart(8, "0")}` +
    `${String(sum("hash") % 10_000_000_000).padStart(10, "0")}${"0".repeat(12)}${String(sum("cents")).padStart(12, "0")}`
  const header = `101 099900069 0999000142606151405A094101${"SIM OPERATOR".padEnd(23)}${"SIM FIRST BOTH RAILS".padEnd(23)}${"".padEnd(8)}`
  return [header, ...batches, control.padEnd(94)].join("\n")
}

/** Reads a file some times. Answers the times in milliseconds. */
const readTimes = (entries: number, rounds: number): ReadonlyArray<number> => {
  const text = fileOf(entries)
  return Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    const reading = messages.readNachaFile(text)
    const tookMs = performance.now() - startedAt
    if (reading._tag === "Failure") throw new Error(reading.failure.problem)
    const { file, problems } = reading.success
    const read = file.batches.reduce((sum, batch) => sum + batch.entries.length, 0)
    if (read !== entries || problems.length > 0) throw new Error(`${read} entries: ${JSON.stringify(problems[0])}`)
    return tookMs
  })
}

/** Gives batches to an engine on disk. Answers the times in milliseconds until each was answered, and until its payments were there. */
const batchTimes = async (folder: string, entries: number, rounds: number) => {
  const engine = await createEngine({
    plugins: [bank({ mode: "sandbox" })],
    store: sqlite(folder),
    masterKey: Buffer.alloc(32, 1).toString("base64"),
    clock: "2026-06-17T16:00:00.000Z",
    log: false
  })
  const body = JSON.stringify({
    defaults: { originator },
    entries: Array.from({ length: entries }, (_, index) => entryOf(index))
  })
  const headers = { "x-api-key": testClient.apiKey, "content-type": "application/json" }
  const url = "http://bench.test/bank/v2/payments/ach/batches"
  const answered: Array<number> = []
  const made: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const own = { ...headers, "idempotency-key": `batch-${round}` }
    const response = await engine.fetch(new Request(url, { method: "POST", headers: own, body }))
    const { data } = (await response.json()) as { readonly data?: { readonly validRecords?: number } }
    answered.push(performance.now() - startedAt)
    if (data?.validRecords !== entries) throw new Error(`${response.status}: ${JSON.stringify(data).slice(0, 400)}`)
    await engine.clock.drain()
    made.push(performance.now() - startedAt)
  }
  await engine.close()
  return { answered, made }
}

const mebibyte = 1024

/** The bench `bank-ach`. */
export const bankAch = defineBench({
  summary: "ACH in bulk: a Nacha file read, a batch validated and committed, its payments made",
  options: {
    rounds: numberOption(3, { min: 1, max: 100 }, "files and batches"),
    records: numberOption(100_000, { min: 2, max: 1_000_000 }, "entries of the file"),
    entries: numberOption(5_000, { min: 1, max: 5_000 }, "entries of the batch"),
    folder: comparisonOptions.folder
  },
  run: async ({ entries, folder: parent, records, rounds }) => {
    const loaded = process.resourceUsage().maxRSS / mebibyte
    const read = readTimes(records, rounds)
    const peak = process.resourceUsage().maxRSS / mebibyte
    const folder = mkdtempSync(join(parent === "" ? tmpdir() : parent, "bursar-bench-"))
    try {
      const { answered, made } = await batchTimes(folder, entries, rounds)
      const [worst, memory] = [
        { floor: 5_000, goal: 5_000 },
        { floor: 300, goal: 300 }
      ] as const
      const file = `Nacha file of ${records} entries`
      writeVerdict({ measure: `${file} read`, better: "lower", unit: "ms", ...worst }, read)
      writeVerdict({ measure: `${file}, peak of the process`, better: "lower", unit: "MiB", ...memory }, [peak])
      writeFigure({ measure: `${file}, of which for the file`, better: "lower", unit: "MiB" }, [peak - loaded])
      const batch = `ACH batch of ${entries} entries`
      writeVerdict({ measure: `${batch} committed`, better: "lower", unit: "ms", floor: 1_000, goal: 1_000 }, answered)
      writeFigure({ measure: `${batch}, payments made`, better: "lower", unit: "ms" }, made)
      const rate = made.map((ms, round) => (entries / (ms - answered[round]!)) * 1_000)
      writeLine(`${rounded(Math.min(...rate), 0)} payments of a batch a second at worst`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
})
