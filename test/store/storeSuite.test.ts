import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import type { Statement } from "../../src/services/Statement.ts"
import { Store, type RegionStore, type Write } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Sqlite.ts"
import { aroundRegions } from "../../src/store/regionsOf.ts"
import { storeSuite } from "../../src/testing/storeSuite.ts"
import { temporaryFolder } from "./openStore.ts"

const inMemory = () => layer({ folder: ":memory:" })

describe.each(["in memory", "on disk"])("a store %s", (place) => {
  it.each(storeSuite)("$name", ({ check }) =>
    check(place === "in memory" ? inMemory : () => layer({ folder: temporaryFolder() }))
  )
})

type Wrong = (store: RegionStore) => RegionStore

type Writes = ReadonlyArray<Write<never>>

type WriteAll = (writes: Writes) => ReturnType<RegionStore["write"]>

const writing =
  (wrong: (write: WriteAll, store: RegionStore) => WriteAll): Wrong =>
  (store) => ({ ...store, write: wrong(store.write, store) as RegionStore["write"] })

/** Makes something else of the writes of each unit. */
const writingOnly = (some: (writes: Writes) => Writes) => writing((write) => (writes) => write(some(writes)))

/** Takes each statement for another one. */
const taking = (wrong: (statement: Statement) => Statement) =>
  writingOnly((writes) => writes.map((one) => ({ ...one, statement: wrong(one.statement) })))

const reading =
  (wrong: (rows: ReadonlyArray<object>) => ReadonlyArray<object>): Wrong =>
  (store) => ({
    ...store,
    read: <Row extends object>(...asked: Parameters<RegionStore["read"]>) =>
      Effect.map(store.read(...asked), (rows) => wrong(rows) as ReadonlyArray<Row>)
  })

/** Looks at the versions of rows as they are when a unit arrives, and not when its turn has come. */
const looksTooEarly = writing((write, { read }) => (writes) => {
  const found = Effect.runSync(
    Effect.orDie(read<{ id: string; version: number }>("SELECT id, version FROM things", []))
  )
  const there = new Set(found.map(({ id, version }) => `${id} ${version}`))
  const trusted = ({ orElse, statement, values, ...one }: Write<never>): Write<never> =>
    orElse !== undefined && statement.kind === "update" && there.has(`${values[0]} ${values[1]}`)
      ? { ...one, values: values.slice(0, 1), statement: { ...statement, where: statement.where.slice(0, 1) } }
      : { ...one, statement, values, ...(orElse === undefined ? {} : { orElse }) }
  return Effect.andThen(Effect.yieldNow, write(writes.map(trusted)))
})

const mixesUpReads: Wrong = (store) => {
  let before: Effect.Effect<ReadonlyArray<object>> | undefined
  return {
    ...store,
    read: <Row extends object>(...asked: Parameters<RegionStore["read"]>) => {
      const mine = Effect.orDie(store.read<Row>(...asked))
      const given = before ?? mine
      before = asked[0].includes("WHERE id = ?") ? mine : undefined
      return given as Effect.Effect<ReadonlyArray<Row>>
    }
  }
}

const wrongStores: Readonly<Record<string, Wrong>> = {
  "loses the second half of a unit": writingOnly((writes) => writes.slice(0, Math.ceil(writes.length / 2))),
  "takes up to 100 statements of a unit": writingOnly((writes) => writes.slice(0, 100)),
  "commits each statement by itself": writing(
    (write) => (writes) => Effect.forEach(writes, (one) => write([one]), { discard: true })
  ),
  "drops a unit whose row exists": writing((write) => (writes) => Effect.ignore(write(writes))),
  "does not say that a row had moved on": writingOnly((writes) =>
    writes.map(({ statement, values }) => ({ statement, values }))
  ),
  "looks at versions too early": looksTooEarly,
  "answers before a unit is kept": writing(
    (write) => (writes) => Effect.asVoid(Effect.forkDetach(Effect.andThen(Effect.yieldNow, write(writes))))
  ),
  "leaves a row that exists as it is": taking((statement) =>
    statement.kind === "insert" && statement.onExisting !== undefined
      ? { ...statement, onExisting: { ...statement.onExisting, set: [] } }
      : statement
  ),
  "changes a row that exists whatever is in it": taking((statement) =>
    statement.kind === "insert" && statement.onExisting !== undefined
      ? { ...statement, onExisting: { ...statement.onExisting, where: statement.onExisting.where.slice(1) } }
      : statement
  ),
  "takes more for equal": taking((statement) =>
    statement.kind === "delete"
      ? { ...statement, where: statement.where.map((one) => ({ ...one, comparison: "=" as const })) }
      : statement
  ),
  "passes over columns without a value": taking((statement) =>
    statement.kind === "delete" ? { ...statement, where: statement.where.filter(({ to }) => to !== null) } : statement
  ),
  "gives rows in another order": reading((rows) => rows.toReversed()),
  "gives numbers as texts": reading((rows) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value && String(value)])))
  ),
  "mixes up reads that are asked together": mixesUpReads,
  "keeps a unit that died": (store) => ({
    ...store,
    transact: (unit) => Effect.flatten(store.transact(Effect.exit(unit)))
  }),
  "counts no changes": (store) => ({ ...store, changes: () => 0 }),
  "wakes nobody": (store) => ({ ...store, onWake: () => () => {} })
}

describe("a store that", () => {
  const outcomesOf = (wrong: (store: Store["Service"]) => Store["Service"]) => {
    const open = () => Layer.provide(Layer.effect(Store, Effect.map(Store, wrong)), inMemory())
    return Promise.allSettled(storeSuite.map(({ check }) => check(open)))
  }

  it.each(Object.entries(wrongStores))("%s does not pass", async (_, wrong) => {
    const outcomes = await outcomesOf((store) => aroundRegions(store, wrong))
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true)
  })

  it("has the rows of all regions in one place does not pass", async () => {
    const outcomes = await outcomesOf((store) => ({ ...store, region: () => store.region(store.home) }))
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true)
  })
})
