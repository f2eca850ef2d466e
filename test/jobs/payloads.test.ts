/** What jobs are given, as it was stored: in an earlier form, in today's, and in one that nobody can read. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "@effect/vitest"
import { backoff } from "../../src/domain/RetryPolicy.ts"
import { defineJob } from "../../src/jobs/Job.ts"
import { logTo } from "../../src/services/log.ts"
import { storedAs } from "../../src/rows/storedAs.ts"
import { deadJobs } from "../../src/store/jobRepository.ts"
import { storeLayer } from "../store/openStore.ts"
import { inMemory, jobOf, startWorker } from "./workshop.ts"

interface Payment {
  readonly note: string
  readonly amount: number
}

/** At first the amount was a text. */
const payload = storedAs<Payment>({
  table: "paid_jobs/a",
  form: { note: "text", amount: "number" },
  upgrades: [({ amount, ...rest }) => ({ ...rest, amount: Number(amount) })]
})

/** A job that notes what it is given. */
const paying = () => {
  const seen: Array<Payment> = []
  const retry = backoff("twice", { initialMs: 1_000, factor: 1, capMs: 1_000, attempts: 2 })
  const run = Effect.fnUntraced(function* (job: { readonly payload: Payment }) {
    seen.push(job.payload)
    return yield* Effect.succeed("done" as const)
  })
  return { seen, job: defineJob({ name: "a", payload, retry, run }) }
}

it.effect("a job gets its payload in the form of today, also one that an earlier version left waiting", () =>
  Effect.gen(function* () {
    const { job, seen } = paying()
    const { add, drain, home } = yield* startWorker([job])
    yield* add(home, { ...jobOf("x"), payload: { note: "earlier", amount: "5" } })
    yield* add(home, { ...jobOf("y"), payload: { note: "today", amount: 6 } })
    yield* drain(0)
    expect(seen).toEqual([
      { note: "earlier", amount: 5 },
      { note: "today", amount: 6 }
    ])
  }).pipe(Effect.provide(inMemory))
)

it.effect("a job whose payload misses a field is dead with a sentence that names table and field and no value", () =>
  Effect.gen(function* () {
    const { job, seen } = paying()
    const { add, drain, home, keys } = yield* startWorker([job])
    yield* add(home, { ...jobOf("x"), payload: { amount: 5, memo: "secret words" } })
    yield* drain(100_000)
    expect([keys(), seen]).toEqual([["x", "x"], []])
    const lastError =
      "StoredUnreadable: paid_jobs/a x, stored at version 1: its field note is missing or has another form"
    expect(yield* deadJobs(home)).toMatchObject([{ name: "a", key: "x", attempts: 2, lastError }])
  }).pipe(Effect.provide(inMemory))
)

it.effect("a job that fails is in the log with the place in the code where it failed, and without its words", () => {
  const lines: Array<string> = []
  const log = logTo({ isTTY: false, write: (line) => void lines.push(line) })
  return Effect.gen(function* () {
    const run = () => Effect.die(new RangeError("No account of Zaphod"))
    const { add, drain, home } = yield* startWorker([defineJob({ name: "a", run })])
    yield* add(home, jobOf("x"))
    yield* drain(0)
    expect(lines.join("")).toMatch(/A job failed and will run again.*RangeError.*payloads\.test\.ts/)
    expect(lines.join("")).not.toContain("Zaphod")
  }).pipe(Effect.provide(Layer.merge(storeLayer(":memory:"), log)))
})
