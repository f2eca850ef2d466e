/**
 * Exactly one file at the operator (decisions D.6): crashes at every boundary around a hand-over, lost and doubled traffic,
 * faulty stores. The operator's own memory is the proof: the bytes that were fixed, once.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import type { CrashPoint } from "../../../plugins/bank/index.ts"
import { digestOf } from "../../../plugins/bank/ach/digest.ts"
import { files, textOf } from "../../../plugins/bank/ach/repository.ts"
import { readLog } from "../../../plugins/bank/simulator/repository.ts"
import { Store } from "../../../src/services/Store.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../../src/testing/FaultyStore.ts"
import { startHost, type Host } from "../host.ts"
import { achBody, achTo, alerts, created, events, operatorLog, shown, steps, until } from "./achHost.ts"

const clock = "2026-06-16T16:00:00.000Z"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "bursar-ach-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

class Crashed extends Error {}

const throwing = (at: CrashPoint) => {
  throw new Crashed(at)
}

/** Files as we keep them, and as the operator got them. */
const filesOf = ({ engine }: Host) =>
  engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const kept = yield* files.list(home, {}, undefined, 100)
      const log = yield* readLog(home, undefined)
      return {
        kept: yield* Effect.forEach(kept, (file) =>
          Effect.map(textOf(home, file.id), (text) => ({ file, text: text ?? "" }))
        ),
        got: log
          .filter(({ isLost, messageType }) => messageType === "nacha.file" && isLost !== true)
          .map(({ body, messageId }) => ({ body, messageId })),
        lost: log.filter(({ isLost }) => isLost === true).map(({ body, messageId }) => ({ body, messageId }))
      }
    })
  )

/** One file, whose bytes are those that were fixed; each entry in it once; every payment settled once. */
const provesOneFile = async (host: Host, ids: ReadonlyArray<string>) => {
  const { got, kept } = await filesOf(host)
  expect(kept).toHaveLength(1)
  const [{ file, text }] = kept as [(typeof kept)[number]]
  expect([file.sha256, file.bytes, file.entries, file.state]).toEqual([
    digestOf(text),
    text.length,
    ids.length,
    "delivered"
  ])
  expect(new Set(got.map(({ messageId }) => messageId))).toEqual(new Set([file.name]))
  expect(new Set(got.map(({ body }) => body))).toEqual(new Set([text]))
  for (const id of ids) {
    const credited = (await operatorLog(host, id)).filter((line) => line.credited && line.direction === "out")
    expect(credited).toHaveLength(1)
    expect(events(await shown(host, id))).toEqual(["validated", "approved", "submitted", "settled"])
    expect((await steps(host, id)).map((step) => step.split(" ")[0])).toEqual(["reserve", "submit", "settle"])
  }
  return got.length
}

const three = async (host: Host) => [
  await created(host, achBody()),
  await created(host, achBody({ amount: 1 })),
  await created(host, achTo("9000000001", { secCode: "CCD" }))
]

const settledAt = "2026-06-17T12:40:00Z"

describe("D.6 a crash around a hand-over", () => {
  const points: ReadonlyArray<CrashPoint> = ["before_send", "after_send_before_commit", "after_commit"]

  it.each(points)("%s: after a restart the operator has exactly one file", async (point) => {
    const path = folder()
    const start = (crash?: (at: CrashPoint) => void) =>
      startHost({ bank: crash === undefined ? {} : { crash }, engine: { store: sqlite(path), clock } })
    let reached: CrashPoint | undefined
    const first = await start((at) => {
      reached = at
      throw new Crashed(at)
    })
    const ids = await three(first)
    await first.ask("POST", "/v2/simulator/crash", { at: point })
    await until(first, "2026-06-17T00:00:00Z")
    expect(reached).toBe(point)
    await first.engine.close()
    const second = await start()
    await until(second, settledAt)
    expect(await provesOneFile(second, ids)).toBe(1)
  })

  it.each(
    points.flatMap((point) =>
      ["drop_requests", "drop_responses", "down", "duplicate", "slow"].map((fault) => [point, fault] as const)
    )
  )("%s, with %s", async (at, fault) => {
    const host = await startHost({ bank: { crash: throwing }, engine: { clock } })
    const ids = await three(host)
    await host.ask("POST", "/v2/simulator/faults", { rail: "ach", fault, delayMs: 7_200_000 })
    await host.ask("POST", "/v2/simulator/crash", { at })
    await until(host, settledAt)
    expect(await provesOneFile(host, ids)).toBe(1)
  })

  it.each([
    ["refuses the write", "refuseWrites"],
    ["keeps the write and loses its answer", "loseAnswers"]
  ] as const)("a store that %s leaves one file: at its fixing, its delivery, its settlement", async (_, fault) => {
    for (const table of ["bank_ach_texts", "bank_ach_files", "bank_payments"]) {
      const faults = FaultyStore.make()
      const host = await startHost({ engine: { store: FaultyStore.layer(sqlite(":memory:"), faults), clock } })
      const ids = await three(host)
      faults[fault]({ table })
      await until(host, settledAt)
      expect(faults.pending()).toBe(0)
      await provesOneFile(host, ids)
    }
  })

  it("a file that was lost on the way is handed over again, with the same bytes, once the operator was asked", async () => {
    const host = await startHost({ engine: { clock } })
    const ids = await three(host)
    await host.ask("POST", "/v2/simulator/faults", { rail: "ach", fault: "drop_requests" })
    await until(host, "2026-06-17T00:04:59Z")
    expect((await filesOf(host)).got).toEqual([])
    await until(host, "2026-06-17T00:05:00Z")
    const { got, lost } = await filesOf(host)
    expect(got).toHaveLength(1)
    // What was lost is in the log, marked.
    expect(lost).toEqual(got)
    await until(host, settledAt)
    await provesOneFile(host, ids)
  })

  it("an operator that stays away is tried on, and an administrator is told once", async () => {
    const host = await startHost({ engine: { clock } })
    const ids = await three(host)
    await host.ask("POST", "/v2/simulator/faults", { rail: "ach", fault: "down", count: 8 })
    await until(host, "2026-06-17T00:00:00Z")
    expect((await shown(host, ids[0]!)).status).toBe("queued")
    await until(host, settledAt)
    await provesOneFile(host, ids)
    expect(await alerts(host)).toMatchObject([{ type: "rail.down", resource: "ach" }])
  })

  it("a file that is handed over after its settlement time settles on the next banking day, and its time for returns begins then", async () => {
    const host = await startHost({ engine: { clock } })
    const [debit, back, resolved] = [
      await created(host, achBody({ direction: "debit" })),
      await created(host, achTo("9016000001", { direction: "debit" })),
      await created(host, achBody({ direction: "debit" }))
    ]
    // Until the afternoon of Wednesday, on which it was to settle.
    await host.ask("POST", "/v2/simulator/faults", { rail: "ach", fault: "down", count: 120 })
    await until(host, "2026-06-17T22:00:00Z")
    expect((await shown(host, debit)).status).toBe("submitted")
    // What an officer says of an entry does not move the day on which its file settles.
    const found = { outcome: "settled", note: "asked by phone" }
    expect((await host.admin("POST", `/v2/admin/payments/${resolved}/resolve`, found)).status).toBe(200)
    await until(host, "2026-06-18T12:30:00Z")
    expect(await shown(host, debit)).toMatchObject({ status: "settled", settledAt: "2026-06-18T12:30:00.000Z" })
    // Friday is a holiday: two banking days after Thursday is Tuesday, at the opening.
    await until(host, "2026-06-23T12:30:59Z")
    for (const id of [debit, resolved]) expect(await steps(host, id)).toEqual(["settle settlement>uncollected"])
    expect(await shown(host, back)).toMatchObject({ status: "returned", representmentDeadline: "2026-12-15" })
    await until(host, "2026-06-23T12:31:00Z")
    for (const id of [debit, resolved])
      expect(await steps(host, id)).toEqual(["settle settlement>uncollected", "collect uncollected>customer"])
  })

  it("entries wait for their window together, and never move to another file while one is out", async () => {
    const host = await startHost({ engine: { clock } })
    await host.ask("POST", "/v2/simulator/faults", { rail: "ach", fault: "down", count: 12 })
    const first = await created(host, achBody())
    await until(host, "2026-06-17T00:00:30Z")
    const second = await created(host, achBody())
    await until(host, "2026-06-18T12:30:00Z")
    const { kept } = await filesOf(host)
    expect(kept.map(({ file }) => file.entries)).toEqual([1, 1])
    expect((await shown(host, first)).traceNumber).toBe("099900010000001")
    expect((await shown(host, second)).traceNumber).toBe("099900010000002")
  })
})

describe("the file", () => {
  it("has one batch per company, class, direction and description, and is named by its day", async () => {
    const host = await startHost({ engine: { clock } })
    await created(host, achBody())
    await created(host, achBody({ direction: "debit" }))
    await created(host, achBody({ companyEntryDescription: "BONUS" }))
    await created(host, achBody())
    await created(host, achBody({ originator: { ...achBody().originator, routingNumber: "099900027" } }))
    await until(host, "2026-06-17T00:00:00Z")
    const { kept } = await filesOf(host)
    const lines = kept[0]!.text.split("\n")
    expect(kept[0]!.file.name).toBe("20260616-A.ach")
    expect(lines.every((line) => line.length === 94 || line === "")).toBe(true)
    expect((lines.length - 1) % 10).toBe(0)
    const batches = lines.filter((line) => line.startsWith("5"))
    expect(batches.map((line) => [line.slice(1, 4), line.slice(53, 63).trim(), line.slice(79, 87)])).toEqual([
      ["220", "PAYROLL", "09990001"],
      ["225", "PAYROLL", "09990001"],
      ["220", "BONUS", "09990001"],
      ["220", "PAYROLL", "09990002"]
    ])
    const traces = lines.filter((line) => line.startsWith("6")).map((line) => line.slice(79))
    expect(traces).toEqual([
      "099900010000001",
      "099900010000002",
      "099900010000003",
      "099900010000004",
      "099900020000001"
    ])
  })

  it("says REVERSAL and RETRY PYMT, and marks same-day windows", async () => {
    const host = await startHost({ engine: { clock } })
    const credit = await created(host, achBody({ sameDay: true }))
    const debit = await created(host, achTo("9010000001", { direction: "debit" }))
    await until(host, "2026-06-18T12:31:00Z")
    const key = (name: string) => ({ "idempotency-key": name })
    await host.ask("POST", `/v2/payments/ach/${credit}/reversal`, { reason: "wrong_date" }, key("one"))
    await host.ask("POST", `/v2/payments/ach/${debit}/represent`, undefined, key("two"))
    await until(host, "2026-06-19T00:00:00Z")
    const { kept } = await filesOf(host)
    const headers = kept.toReversed().flatMap(({ text }) => text.split("\n").filter((line) => line.startsWith("5")))
    expect(headers.map((line) => [line.slice(53, 63).trim(), line.slice(63, 69).trim(), line.slice(69, 75)])).toEqual([
      ["PAYROLL", "SD1700", "260616"],
      ["PAYROLL", "", "260617"],
      ["REVERSAL", "", "260622"],
      ["RETRY PYMT", "", "260622"]
    ])
  })
})
