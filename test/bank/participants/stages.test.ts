/** Directories as rows: how they come into force, and what becomes of the ones before. */
import * as Effect from "effect/Effect"
import { expect, it } from "@effect/vitest"
import { bankMigrations } from "../../../plugins/bank/migrations/steps.ts"
import {
  findParticipant,
  listParticipants,
  removeEarlier,
  stageDirectory
} from "../../../plugins/bank/participants/repository.ts"
import type { RegionStore, Write } from "../../../src/services/Store.ts"
import { table, integer, key, text } from "../../../src/rows/Table.ts"
import { writeAhead } from "../../../src/store/writtenAhead.ts"
import { onStore } from "../../store/openStore.ts"

const on = { participates: true, from: null } as never
const bank = (n: number, name: string) => ({
  routingNumber: String(n).padStart(9, "0"),
  name,
  status: "active" as const,
  ach: on,
  fedwire: on,
  rtp: on,
  fednow: on
})

const banks = (name: string) => Array.from({ length: 1_000 }, (_, n) => bank(n, name))

/** How many rows each transaction had. */
const watched = (inner: RegionStore) => {
  const sizes: Array<number> = []
  const store: RegionStore = {
    ...inner,
    write: <E>(writes: ReadonlyArray<Write<E>>) => {
      sizes.push(writes.length)
      return inner.write(writes)
    }
  }
  return { sizes, store }
}

const next = (version: number, stage: number) => ({
  version,
  stage,
  name: `v${version}`,
  loadedAt: 1_000,
  entries: 1_000
})

const stages = (store: RegionStore) =>
  Effect.map(
    store.read<{ stage: number }>(
      `SELECT DISTINCT directory_version AS stage FROM bank_participants ORDER BY directory_version`,
      []
    ),
    (rows) => rows.map(({ stage }) => Number(stage))
  )

it("a directory of any size comes into force and goes in short transactions", () =>
  onStore(
    (inner) =>
      Effect.gen(function* () {
        const { sizes, store } = watched(inner)
        for (const version of [1, 2]) {
          const inForce = yield* stageDirectory(store, next(version, -version), banks(`of ${version}`))
          const before = yield* findParticipant(store, "000000007")
          expect(before?.name).toBe(version === 1 ? undefined : "of 1")
          yield* store.write(inForce)
          expect((yield* findParticipant(store, "000000007"))?.name).toBe(`of ${version}`)
        }
        const directory = next(2, -2)
        expect(
          (yield* listParticipants(store, { directory, after: "000000997", rows: 9 })).map((of) => of.name)
        ).toEqual(["of 2", "of 2"])
        expect(yield* stages(store)).toEqual([-2, -1])
        yield* removeEarlier(store)
        expect(yield* stages(store)).toEqual([-2])
        // The registration comes with the first rows.
        expect(Math.max(...sizes)).toBe(201)
        expect(sizes.length).toBeGreaterThan(16)
      }),
    { steps: bankMigrations }
  ))

it("a directory that an earlier version put in force stays, and one that is being written too", () =>
  onStore(
    (store) =>
      Effect.gen(function* () {
        const rows = table("bank_participants", {
          directory_version: key(integer),
          routing_number: key(text),
          state: text
        })
        const state = JSON.stringify(bank(7, "of an earlier version"))
        const { stage: _, ...directory } = next(7, 0)
        yield* store.write([rows.insert({ directory_version: 7, routing_number: "000000007", state })])
        const keep = yield* stageDirectory(store, { ...directory, stage: -3 }, [])
        // What the earlier version wrote: no stage, and the rows under the version itself.
        yield* store.write(
          keep.map((write) => ({ ...write, values: write.values.map((value) => withoutStage(value)) }))
        )
        const of = {
          table: "bank_participants",
          column: "directory_version",
          order: "routing_number",
          value: -9,
          now: 0
        }
        yield* writeAhead(store, of, [[rows.insert({ directory_version: -9, routing_number: "1", state })]])
        yield* removeEarlier(store)
        expect(yield* stages(store)).toEqual([-9, 7])
        expect((yield* findParticipant(store, "000000007"))?.name).toBe("of an earlier version")
      }),
    { steps: bankMigrations }
  ))

const withoutStage = <Value>(value: Value): Value =>
  typeof value === "string" && value.includes('"stage"') ? (value.replace(/,?"stage":-?\d+/, "") as Value) : value
