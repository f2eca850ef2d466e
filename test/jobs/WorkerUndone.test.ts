import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it } from "@effect/vitest"
import { table, text } from "../../src/rows/Table.ts"
import { counts } from "../../src/store/jobRepository.ts"
import { onSqlite } from "../store/onSqlite.ts"
import { addNote, noteIds, notes, storeLayer } from "../store/openStore.ts"
import { inMemory, jobOf, jobThat, startWorker } from "./workshop.ts"

describe("moving time", () => {
  // On Postgres each job commits by itself.
  it.effect.runIf(onSqlite)(
    "fails when what its jobs wrote cannot be committed: they are due as if none had run, and run once later",
    () => {
      const pairs = {
        id: 2,
        name: "pairs",
        up: () => [
          "CREATE TABLE pairs (id TEXT PRIMARY KEY, note TEXT REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)"
        ]
      }
      const orphan = table("pairs", { id: text, note: text }).insert({ id: "orphan", note: "nobody" })
      return Effect.gen(function* () {
        let isBroken = true
        const noting = jobThat(({ key }, store) =>
          store.write([addNote(key), ...(isBroken && key === "second" ? [orphan] : [])])
        )
        const { add, drain, home, keys } = yield* startWorker([noting])
        yield* add(home, jobOf("first", 100), jobOf("second", 100), jobOf("third", 200))
        expect((yield* Effect.exit(drain(1_000)))._tag).toBe("Failure")
        expect(yield* noteIds(home)).toEqual([])
        expect(yield* counts(home)).toEqual({ waiting: 3, dead: 0 })
        isBroken = false
        yield* drain(1_000)
        expect(yield* noteIds(home)).toEqual(["first", "second", "third"])
        expect(yield* counts(home)).toEqual({ waiting: 0, dead: 0 })
        expect(keys()).toEqual(["first", "second", "third", "first", "second", "third"])
      }).pipe(Effect.provide(Layer.merge(storeLayer(":memory:", [notes, pairs]), Logger.layer([]))))
    }
  )
})

describe("a job", () => {
  it.effect("that throws before there is an effect has failed like any other, and the one after it runs", () =>
    Effect.gen(function* () {
      const throwing = jobThat((job) => {
        if (job.key === "x") throw new Error("bug")
        return Effect.void
      })
      const { add, drain, home, keys } = yield* startWorker([throwing])
      yield* add(home, jobOf("x"), jobOf("y"))
      yield* drain(0)
      expect(keys()).toEqual(["x", "y"])
      expect(yield* counts(home)).toEqual({ waiting: 1, dead: 0 })
    }).pipe(Effect.provide(inMemory))
  )
})
