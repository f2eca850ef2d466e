/** Jobs whose process was killed in the middle of them, such as by the jobs themselves. */
import { setImmediate } from "node:timers/promises"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "@effect/vitest"
import { backoff } from "../../src/domain/RetryPolicy.ts"
import type { RegionStore } from "../../src/services/Store.ts"
import { claim, counts, deadJobs, leaseRule, release, releaseAll, revive } from "../../src/store/jobRepository.ts"
import { inMemory, jobOf, jobThat, startedAt, startWorker } from "./workshop.ts"

const three = backoff("three", { initialMs: 1_000, factor: 4, capMs: 60_000, attempts: 3 })

/** Takes every due job. */
const takeOver = (store: RegionStore, wallNow: number) => {
  const all = { names: [], not: true, dueBy: startedAt, leasedBy: 0, limit: 9 }
  return claim(store, { ...all, wallNow, lease: leaseRule(60_000, new Map()) })
}

/** What a process leaves behind that is killed in the middle of the jobs that are due, and the start of the next one. */
const killedProcess = (store: RegionStore) => Effect.andThen(takeOver(store, startedAt), releaseAll(store))

describe("a job whose process ends in the middle of it", () => {
  it.effect("is given up after eight such runs in a row, without another one, and runs when it is revived", () =>
    Effect.gen(function* () {
      const { add, drain, home, runs } = yield* startWorker([jobThat(() => Effect.void, { retry: three })])
      yield* add(home, jobOf("x"))
      for (let died = 0; died < 8; died++) yield* killedProcess(home)
      yield* drain(0)
      expect(runs).toEqual([])
      const [dead] = yield* deadJobs(home)
      expect(dead).toMatchObject({ key: "x", lastError: "Error: The process ended during each of its last 8 runs" })
      yield* home.write([revive(dead!.sequence, startedAt)])
      yield* drain(0)
      expect(runs).toMatchObject([{ key: "x", attempt: 1 }])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is not given up where a run of it ended in order among them, however many there were", () =>
    Effect.gen(function* () {
      const { add, drain, home, runs } = yield* startWorker([jobThat(() => Effect.void, { retry: three })])
      yield* add(home, jobOf("x"))
      for (let died = 0; died < 12; died++) {
        if (died === 6) yield* home.write([release((yield* takeOver(home, startedAt))[0]!)])
        yield* killedProcess(home)
      }
      yield* drain(0)
      expect(runs).toMatchObject([{ key: "x", attempt: 14 }])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect.each(["ordered", "parallel"] as const)(
    "runs alone after two of them, so that no others end with it: %s",
    (lane) =>
      Effect.gen(function* () {
        const begun: Array<unknown> = []
        const looking = jobThat(
          (job, store) =>
            Effect.gen(function* () {
              for (let turns = 0; turns < 20; turns++) yield* Effect.promise(() => setImmediate())
              const lent = yield* store.read(`SELECT job_key FROM jobs WHERE lease_until > 0`, [])
              begun.push([job.key, lent.length, job.attempts])
            }),
          { lane }
        )
        const { add, drain, home } = yield* startWorker([looking, { ...looking, name: "ordered", lane: "ordered" }])
        yield* add(home, jobOf("x"), jobOf("y", 0, "ordered"), jobOf("z"))
        for (let died = 0; died < 2; died++) yield* killedProcess(home)
        yield* drain(0)
        expect(begun.toSorted()).toEqual([
          ["x", 1, 3],
          ["y", 1, 3],
          ["z", 1, 3]
        ])
      }).pipe(Effect.provide(inMemory))
  )

  it.effect("holds up no other job while it runs alone", () =>
    Effect.gen(function* () {
      const ran = { new: yield* Deferred.make<void>(), ordered: yield* Deferred.make<void>() }
      const waiting = jobThat(
        ({ key }) =>
          key === "x"
            ? Effect.andThen(Deferred.await(ran.new), Deferred.await(ran.ordered))
            : Deferred.succeed(ran[key as "new" | "ordered"], undefined),
        { lane: "parallel" }
      )
      const { add, drain, home, keys } = yield* startWorker([waiting, { ...waiting, name: "b", lane: "ordered" }])
      yield* add(home, jobOf("x"))
      for (let died = 0; died < 2; died++) yield* killedProcess(home)
      yield* add(home, jobOf("new"), jobOf("ordered", 0, "b"))
      yield* drain(0)
      expect(keys().toSorted()).toEqual(["new", "ordered", "x"])
      expect(yield* counts(home)).toEqual({ waiting: 0, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )

  it.live("is not passed by whoever moves time until its process is found to be dead", () =>
    Effect.gen(function* () {
      let looks = 0
      const { add, drain, home, runs } = yield* startWorker([jobThat(() => Effect.void)], {
        hasPeers: true,
        // The job is given back as soon as somebody has looked for what is due, and not seen it.
        through: (store) => ({
          ...store,
          read: (text, params) =>
            Effect.tap(store.read(text, params), () => {
              if (text.includes("AS next")) looks++
              return looks === 3 ? releaseAll(store) : Effect.void
            })
        })
      })
      yield* add(home, jobOf("x"))
      yield* takeOver(home, startedAt)
      yield* add(home, jobOf("y", 1_000))
      yield* drain(10_000)
      expect(runs).toMatchObject([
        { key: "x", at: 0 },
        { key: "y", at: 1_000 }
      ])
    }).pipe(Effect.provide(inMemory))
  )
})
