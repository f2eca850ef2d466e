import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { chartOfAccounts, credit, debit, entry, UnbalancedEntry } from "../../src/domain/Ledger.ts"
import { declarePlugin, Undeclared } from "../../src/domain/PluginDeclaration.ts"
import { balanceOf } from "../../src/ledger/post.ts"
import {
  EventSubscribers,
  Store,
  UniqueViolation,
  VersionConflict,
  type RegionStore
} from "../../src/services/Store.ts"
import { commit, commitKept, type KeptUnit } from "../../src/store/commit.ts"
import { find, IdempotencyRaced, type IdempotencyRecord } from "../../src/store/idempotencyRepository.ts"
import { claim, counts, leaseRule, LeaseLost, schedule } from "../../src/store/jobRepository.ts"
import { eventById, eventTypesOf } from "../../src/store/outboxRepository.ts"
import { text, versionedTable } from "../../src/rows/Table.ts"
import { addNote, noteIds, onStore, storeLayer } from "./openStore.ts"
import { written } from "./written.ts"

const now = 1_772_438_400_000
const scope = "ada/test"

const declared = declarePlugin({
  id: "tiny",
  accounts: chartOfAccounts({
    cash: { normal: "debit", description: "Money" },
    sales: { normal: "credit", description: "Earned" },
    desk: { normal: "debit", named: true, description: "Money at a desk" }
  }),
  events: { "note.written": "A note was written", "note.sold": "A note was sold" } as Readonly<Record<string, string>>
})

const makeNextId = () => {
  let made = 0
  return (prefix: string) => `${prefix}_${++made}`
}

const unit = <E = never>(over: Partial<KeptUnit<E>> = {}): KeptUnit<E> => ({
  plugin: declared,
  scope,
  now,
  nextId: makeNextId(),
  writes: [],
  ...over
})

const record: IdempotencyRecord = {
  scope: "tiny:ada/test",
  key: "k",
  fingerprint: "f",
  requestId: "req_1",
  status: 201,
  body: "{}",
  expiresAt: now + 1_000
}

const eventOf = (id: string, type = "note.written") => ({ id, type, resource: "note_1", body: "{}", createdAt: now })

const sale = (step: string, amountMinor = 500) =>
  entry({
    source: "note_1",
    step,
    currency: "usd",
    postings: [debit("cash", amountMinor), credit("sales", amountMinor)]
  })

const job = (key: string, dueAt = now) => ({ name: "tiny.job", key, payload: { key }, dueAt })

/** Takes the one waiting job, as a worker does. */
const claimOne = (store: RegionStore, wallNow = 0) =>
  Effect.map(
    claim(store, {
      dueBy: now,
      wallNow,
      lease: leaseRule(1_000, new Map()),
      leasedBy: 0,
      limit: 1,
      names: [],
      not: true
    }),
    ([claimed]) => claimed!
  )

/** Rows per table: all that a commit can have left behind. */
const rowCounts = (store: RegionStore) =>
  Effect.map(
    store.read<{ found: number }>(
      ["notes", "events", "webhook_deliveries", "ledger_entries", "ledger_balances", "idempotency_records", "jobs"]
        .map((table) => `SELECT count(*) AS found FROM ${table}`)
        .join(" UNION ALL "),
      []
    ),
    (rows) => rows.map((row) => Number(row.found))
  )

const nothing = [0, 0, 0, 0, 0, 0, 0]

describe("a commit", () => {
  const undeclared = async (over: Partial<KeptUnit<never>>) => {
    const exit = await onStore(
      Effect.fnUntraced(function* (store) {
        const exit = yield* Effect.exit(commit(store, unit({ writes: [addNote("note_1")], ...over })))
        expect(yield* rowCounts(store)).toEqual(nothing)
        return exit
      })
    )
    return exit._tag === "Failure" ? Cause.squash(exit.cause) : undefined
  }
  const between = (from: string, to: string) =>
    entry({ source: "note_1", step: "s", currency: "usd", postings: [debit(from, 1), credit(to, 1)] })

  it("with an account that the plugin does not declare is refused by name, and nothing of it is kept", async () => {
    for (const account of ["merchant.pending", "cash:1", "desk", "desk:", "toString", ":desk"]) {
      const error = await undeclared({ entries: [between("cash", account)] })
      expect(error).toBeInstanceOf(Undeclared)
      expect(String(error)).toContain(`The plugin "tiny" does not declare the account "${account}"`)
    }
    expect(
      await onStore((store) => commit(store, unit({ entries: [between("cash", "desk:north:2")] })))
    ).toBeUndefined()
  })

  it("with an event type that the plugin does not declare is refused by name, and nothing of it is kept", async () => {
    for (const type of ["note.gone", "toString"]) {
      const error = await undeclared({ events: [eventOf("evt_1"), eventOf("evt_2", type)] })
      expect(String(error)).toContain(`The plugin "tiny" does not declare the event "${type}"`)
    }
  })

  it("with an entry that does not balance is refused, whoever built it", async () => {
    const { postings, ...rest } = between("cash", "sales")
    for (const amountMinor of [2, -1, 0.5, NaN]) {
      const error = await undeclared({
        entries: [{ ...rest, postings: [{ ...postings[0]!, amountMinor }, postings[1]!] }]
      })
      expect(error).toBeInstanceOf(UnbalancedEntry)
    }
  })

  it("with a limit of an account to which it posts nothing is refused: it would hold nobody back", async () => {
    for (const account of ["desk:north", "cash "]) {
      const limits = [{ account, ceilingMinor: 0, orElse: () => undefined as never }]
      const error = await undeclared({ entries: [between("cash", "sales")], limits })
      expect(String(error)).toContain(`limits the account "${account}"`)
    }
  })

  it("amends the answer of a request that has committed before, and no other's", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commitKept(store, unit({ record }))
        const final = { ...record, status: 402, body: '{"now":"known"}' }
        yield* commitKept(store, unit({ record: final, amends: true }))
        expect(yield* find(store, { ...record, now })).toMatchObject({ status: 402, body: '{"now":"known"}' })
        yield* commitKept(store, unit({ record: { ...record, requestId: "req_other", body: "{}" }, amends: true }))
        expect(yield* find(store, { ...record, now })).toMatchObject({ status: 402, body: '{"now":"known"}' })
      })
    ))

  it("keeps rows, journals, events, jobs and the answer together", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commitKept(
          store,
          unit({
            writes: [addNote("note_1")],
            entries: [sale("capture")],
            events: [eventOf("evt_1"), eventOf("evt_2", "note.sold")],
            jobs: [job("a"), job("b")],
            record
          })
        )
        expect(yield* noteIds(store)).toEqual(["note_1"])
        expect(yield* balanceOf(store, { plugin: "tiny", scope, account: "cash", currency: "usd" })).toBe(500n)
        expect(yield* eventById(store, "evt_2")).toEqual({ ...eventOf("evt_2", "note.sold"), plugin: "tiny", scope })
        expect(yield* eventTypesOf(store, "note_1")).toEqual(["note.written", "note.sold"])
        expect(yield* counts(store)).toEqual({ waiting: 2, dead: 0 })
        expect(yield* find(store, { ...record, now })).toEqual(record)
      })
    ))

  it("of nothing is a commit, too", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit())
        expect(yield* rowCounts(store)).toEqual(nothing)
      })
    ))

  it("drops the jobs that are no longer needed, and none with another name or key", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit({ jobs: [job("a"), job("b")] }))
        const cancelledJobs = [
          { name: "tiny.job", key: "a" },
          { name: "tiny.other", key: "b" },
          { name: "tiny.job", key: "never" }
        ]
        yield* commit(store, unit({ cancelledJobs }))
        expect((yield* claimOne(store)).key).toBe("b")
        expect(yield* counts(store)).toEqual({ waiting: 1, dead: 0 })
      })
    ))

  it("puts a job at another time by dropping it and adding it anew", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit({ jobs: [job("a", now + 5_000)] }))
        yield* commit(store, unit({ cancelledJobs: [{ name: "tiny.job", key: "a" }], jobs: [job("a", now)] }))
        expect((yield* claimOne(store)).dueAt).toBe(now)
      })
    ))

  it("adds a job that exists no second time", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit({ jobs: [job("a", now)] }))
        yield* commit(store, unit({ jobs: [job("a", now - 5_000)] }))
        expect(yield* counts(store)).toEqual({ waiting: 1, dead: 0 })
        expect((yield* claimOne(store)).dueAt).toBe(now)
      })
    ))

  it("ends the job that asked for it, which may ask for itself again", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit({ jobs: [job("daily")] }))
        const claimed = yield* claimOne(store)
        yield* commit(store, unit({ completes: claimed, jobs: [job("daily", now + 1)] }))
        const [row] = yield* store.read<{ due_at: number; attempts: number }>(`SELECT due_at, attempts FROM jobs`, [])
        expect({ ...row }).toEqual({ due_at: now + 1, attempts: 0 })
      })
    ))
})

describe("a commit that fails keeps nothing", () => {
  const full = { entries: [sale("capture")], events: [eventOf("evt_1")], jobs: [job("a")], record }
  const notes = versionedTable("notes", { id: text, text }, [])

  /** Each failure with what is there before. */
  const failures: ReadonlyArray<
    readonly [string, KeptUnit<VersionConflict>, Partial<KeptUnit<VersionConflict>>, object]
  > = [
    [
      "a row exists",
      unit({ writes: [addNote("note_1")] }),
      { writes: [addNote("note_1")] },
      new UniqueViolation({ constraint: "notes.id" })
    ],
    [
      "a row was changed by somebody else",
      unit<VersionConflict>({
        writes: [notes.insert({ id: "note_1", text: "" }), notes.update({ id: "note_1", text: "new" }, 1)]
      }),
      { writes: [notes.update({ id: "note_1", text: "mine" }, 1)] },
      new VersionConflict({ table: "notes", key: "note_1" })
    ],
    [
      "a journal was posted before",
      unit({ entries: [sale("capture")] }),
      { writes: [addNote("note_2")] },
      new UniqueViolation({ constraint: "ledger_entries.plugin, ledger_entries.source, ledger_entries.step" })
    ],
    [
      "an event was stored before",
      unit({ events: [eventOf("evt_1")] }),
      { writes: [addNote("note_2")] },
      new UniqueViolation({ constraint: "events.id" })
    ],
    [
      "its key was used",
      unit({ record: { ...record, fingerprint: "other" } }),
      { writes: [addNote("note_2")] },
      new IdempotencyRaced({ key: "k" })
    ]
  ]

  it.each(failures)("when %s", (_, before, over, failure) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commitKept(store, before)
        const kept = yield* rowCounts(store)
        const nextId = (prefix: string) => `${prefix}_of_the_second`
        expect(yield* Effect.flip(commitKept(store, unit({ ...full, nextId, ...over })))).toEqual(failure)
        expect(yield* rowCounts(store)).toEqual(kept)
      })
    )
  )

  it("when an account would be overdrawn", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const limits = [{ account: "cash", ceilingMinor: 499, orElse: () => "overdrawn" as const }]
        yield* commit(store, unit({ entries: [sale("first", 1)] }))
        const kept = yield* rowCounts(store)
        const nextId = (prefix: string) => `${prefix}_of_the_second`
        const over = unit({ ...full, nextId, writes: [addNote("note_1")], limits })
        expect(yield* Effect.flip(commit(store, over))).toBe("overdrawn")
        expect(yield* rowCounts(store)).toEqual(kept)
      })
    ))

  it("when the lease of its job was lost", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit({ jobs: [job("mine")] }))
        const slow = yield* claimOne(store)
        yield* claimOne(store, slow.leaseUntil)
        const failure = yield* Effect.flip(commit(store, unit({ ...full, writes: [addNote("n")], completes: slow })))
        expect(failure).toEqual(new LeaseLost({ name: "tiny.job", key: "mine" }))
        expect(yield* rowCounts(store)).toEqual([0, 0, 0, 0, 0, 0, 1])
      })
    ))

  it("when its job was cancelled meanwhile", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* commit(store, unit({ jobs: [job("mine")] }))
        const running = yield* claimOne(store)
        yield* commit(store, unit({ cancelledJobs: [{ name: "tiny.job", key: "mine" }] }))
        const failure = yield* Effect.flip(commit(store, unit({ ...full, completes: running })))
        expect(failure).toBeInstanceOf(LeaseLost)
        expect(yield* rowCounts(store)).toEqual(nothing)
      })
    ))

  it("when its last statement is none", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const broken = written("INSERT INTO nowhere VALUES (?)", [1])
        const exit = yield* Effect.exit(commit(store, unit({ ...full, writes: [addNote("n"), broken] })))
        expect(exit._tag).toBe("Failure")
        expect(yield* rowCounts(store)).toEqual(nothing)
      })
    ))
})

describe("who is told of a commit", () => {
  const subscribers = [
    { plugin: "tiny", eventType: "note.written", job: "a.hears.written" },
    { plugin: "tiny", eventType: "*", job: "b.hears.all" },
    { plugin: "small", eventType: "*", job: "c.hears.others" }
  ]

  it("is every subscriber to the plugin and the type, once per event, by a job in the same commit", () =>
    Effect.gen(function* () {
      const opened = yield* Store
      const store = yield* opened.region(opened.home)
      yield* commit(store, unit({ events: [eventOf("evt_1"), eventOf("evt_2", "note.sold")] }))
      const rows = yield* store.read<{ name: string; job_key: string; payload: string; due_at: number }>(
        `SELECT name, job_key, payload, due_at FROM jobs ORDER BY name, job_key`,
        []
      )
      expect(rows.map((row) => [row.name, row.job_key, JSON.parse(row.payload), row.due_at])).toEqual([
        ["a.hears.written", "evt_1", { eventId: "evt_1" }, now],
        ["b.hears.all", "evt_1", { eventId: "evt_1" }, now],
        ["b.hears.all", "evt_2", { eventId: "evt_2" }, now]
      ])
    }).pipe(
      Effect.provide(storeLayer(":memory:")),
      Effect.provideService(EventSubscribers, subscribers),
      Effect.runPromise
    ))

  it("are the workers, after the commit, and only when it left work", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        let woken = 0
        const stop = store.onWake(() => void woken++)
        yield* commitKept(store, unit({ writes: [addNote("a")], entries: [sale("one")], record }))
        expect(woken).toBe(0)
        yield* commit(store, unit({ jobs: [job("a")] }))
        expect(woken).toBe(1)
        yield* commit(store, unit({ jobs: [job("a")] }))
        expect(woken).toBe(1)
        yield* Effect.exit(commit(store, unit({ jobs: [job("b")], writes: [addNote("a")] })))
        expect(woken).toBe(1)
        stop()
        yield* store.write([schedule(job("c"))])
        expect(woken).toBe(1)
      })
    ))
})
