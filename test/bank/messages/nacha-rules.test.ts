/**
 * Files that the service and the simulated operator write, against the rules of the format as written down anew: no function
 * of the writer or the reader is used.
 */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { live, startOfMonth } from "../../../bench/bank-month/month.ts"
import { openText, Store } from "../../../src/plugin.ts"
import { startHost } from "../host.ts"

const part = (record: string, from: number, to: number) => record.slice(from - 1, to)
const number = (record: string, from: number, to: number) => Number(part(record, from, to))
const debitCodes = new Set(["26", "27", "28", "29", "36", "37", "38", "39", "47", "55"])

interface Totals {
  readonly count: number
  readonly hash: number
  readonly debits: number
  readonly credits: number
}

const totalsOf = (records: ReadonlyArray<string>): Totals => {
  const entries = records.filter((record) => record.startsWith("6"))
  const sum = (of: ReadonlyArray<string>, from: number, to: number) =>
    of.reduce((total, record) => total + number(record, from, to), 0)
  const isDebit = (record: string) => debitCodes.has(part(record, 2, 3))
  return {
    count: records.filter((record) => /^[67]/.test(record)).length,
    hash: sum(entries, 4, 11) % 10_000_000_000,
    debits: sum(entries.filter(isDebit), 30, 39),
    credits: sum(
      entries.filter((record) => !isDebit(record)),
      30,
      39
    )
  }
}

const batchProblems = (batch: ReadonlyArray<string>, index: number): ReadonlyArray<string> => {
  const [header, control] = [batch[0]!, batch.at(-1)!]
  const entries = batch.filter((record) => record.startsWith("6"))
  const { count, credits, debits, hash } = totalsOf(batch)
  const secCode = part(header, 51, 53)
  const addenda98 = batch.filter((record) => record.startsWith("798"))
  const isDebitBatch = part(header, 2, 4) === "225"
  const checks: ReadonlyArray<readonly [string, boolean]> = [
    ["batch number", number(header, 88, 94) === index + 1 && number(control, 88, 94) === index + 1],
    ["service class", part(header, 2, 4) === part(control, 2, 4) && ["220", "225"].includes(part(header, 2, 4))],
    ["entry and addenda count", number(control, 5, 10) === count],
    ["entry hash", number(control, 11, 20) === hash],
    ["debits", number(control, 21, 32) === debits],
    ["credits", number(control, 33, 44) === credits],
    ["one direction", entries.every((entry) => debitCodes.has(part(entry, 2, 3)) === isDebitBatch)],
    ["company", part(header, 41, 50) === part(control, 45, 54)],
    ["originating bank", part(header, 80, 87) === part(control, 80, 87)],
    ["traces of the bank", entries.every((entry) => part(entry, 80, 87) === part(header, 80, 87))],
    ["class of corrections", secCode === "COR" ? addenda98.length === entries.length : addenda98.length === 0],
    ["corrections without money", secCode !== "COR" || debits + credits === 0],
    [
      "addenda follow their entry",
      batch.every(
        (record, at) => !record.startsWith("7") || part(record, 88, 94).trim() === "" || /^[67]/.test(batch[at - 1]!)
      )
    ]
  ]
  return checks.flatMap(([name, holds]) => (holds ? [] : [`batch ${index + 1} (${secCode}): ${name}`]))
}

/** What is wrong with a file. */
const problemsOf = (text: string): ReadonlyArray<string> => {
  const records = text.split("\n").slice(0, -1)
  const content = records.filter((record) => record !== "9".repeat(94))
  const control = content.at(-1)!
  const starts = content.flatMap((record, at) => (record.startsWith("5") ? [at] : []))
  const batches = starts.map((start) =>
    content.slice(start, content.findIndex((r, at) => at > start && r.startsWith("8")) + 1)
  )
  const { count, credits, debits, hash } = totalsOf(content)
  const traces = content.filter((record) => record.startsWith("6")).map((record) => part(record, 80, 94))
  const checks: ReadonlyArray<readonly [string, boolean]> = [
    ["94 columns of printable ASCII", records.every((record) => /^[\x20-\x7E]{94}$/.test(record))],
    ["blocks of ten", records.length % 10 === 0 && part(records[0]!, 35, 39) === "09410"],
    ["filler at the end only", records.lastIndexOf(control) === content.length - 1],
    ["header and control", records[0]!.startsWith("101") && control.startsWith("9")],
    ["batches", number(control, 2, 7) === batches.length],
    ["block count", number(control, 8, 13) === records.length / 10],
    ["count", number(control, 14, 21) === count],
    ["hash", number(control, 22, 31) === hash],
    ["debits", number(control, 32, 43) === debits],
    ["credits", number(control, 44, 55) === credits],
    ["every trace once", new Set(traces).size === traces.length]
  ]
  return [...checks.flatMap(([name, holds]) => (holds ? [] : [name])), ...batches.flatMap(batchProblems)]
}

describe("Nacha files of a month", () => {
  it("keep the rules of the format, those that are sent and those that come back", async () => {
    const host = await startHost({
      bank: { requestsPerMinute: 10_000_000 },
      engine: { clock: startOfMonth, seed: 4 }
    })
    const { admin, ask, engine } = host
    await live({ ask, admin, advance: engine.advance, drain: engine.drain }, { seed: 4, payments: 300 })
    const files = await engine.call(
      Effect.gen(function* () {
        const stores = yield* Store
        const store = yield* stores.region(stores.home)
        const sent = yield* store.read<{ readonly body: string }>("SELECT body FROM bank_ach_texts", [])
        const received = yield* store.read<{ readonly body: string }>("SELECT body FROM bank_ach_inbound", [])
        const opened = ({ body }: { readonly body: string }) => openText(store, body)
        return { sent: sent.map(opened), received: received.map(opened) }
      })
    )
    expect(files.sent.length).toBeGreaterThan(10)
    expect(files.received.some((text) => text.includes("\n799"))).toBe(true)
    expect(files.received.some((text) => text.includes("\n798"))).toBe(true)
    expect([...files.sent, ...files.received].flatMap(problemsOf)).toEqual([])
  }, 240_000)
})
