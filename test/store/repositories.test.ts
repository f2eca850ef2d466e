import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { UniqueViolation, type RegionStore, type SqlValue } from "../../src/services/Store.ts"
import * as credentials from "../../src/store/credentialRepository.ts"
import { dueLanes, nextDue, nextDueAt } from "../../src/store/dueJobs.ts"
import * as idempotency from "../../src/store/idempotencyRepository.ts"
import * as jobs from "../../src/store/jobRepository.ts"
import { eventsOf } from "./eventsOf.ts"
import * as outbox from "../../src/store/outboxRepository.ts"
import * as settings from "../../src/store/settingsRepository.ts"
import { onStore, temporaryFolder } from "./openStore.ts"
import { onSqlite } from "./onSqlite.ts"

const now = 1_772_438_400_000

describe("jobs", () => {
  const job = (key: string, dueAt: number, name = "a") => ({ name, key, payload: { key }, dueAt })

  /** All jobs due now, lent for a second of system time. */
  const claim = (store: RegionStore, over: Partial<jobs.ClaimRequest> = {}) => {
    const wallNow = over.wallNow ?? 0
    return jobs.claim(store, {
      dueBy: now,
      lease: jobs.leaseRule(1_000, new Map()),
      leasedBy: 0,
      limit: 100,
      names: [],
      not: true,
      wallNow,
      ...over
    })
  }
  const keys = (claimed: ReadonlyArray<jobs.ClaimedJob>) => claimed.map((one) => one.key)
  const addAll = (store: RegionStore, ...decided: ReadonlyArray<Parameters<typeof jobs.schedule>[0]>) =>
    store.write(decided.map(jobs.schedule))

  it("are lent in order of due time, and of one moment in the order in which they were added", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("late", now), job("first", now - 9), job("later", now), job("second", now - 5))
        expect(keys(yield* claim(store))).toEqual(["first", "second", "late", "later"])
      })
    ))

  it("are not lent before they are due, and at that moment they are", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now + 1))
        expect(yield* claim(store)).toEqual([])
        expect(keys(yield* claim(store, { dueBy: now + 1 }))).toEqual(["a"])
      })
    ))

  it("are lent with what they carry", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        yield* addAll(store, job("a", now), { ...job("b", now), trace })
        const lent = { dueAt: now, attempts: 1, unended: 1, leaseUntil: 1_007 }
        expect(yield* claim(store, { wallNow: 7 })).toEqual([
          { sequence: 1, name: "a", key: "a", payload: { key: "a" }, ...lent },
          { sequence: 2, name: "a", key: "b", payload: { key: "b" }, ...lent, trace }
        ])
      })
    ))

  it("are lent to one only, until the lease ends", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now))
        yield* claim(store)
        expect(yield* claim(store, { wallNow: 999 })).toEqual([])
        expect(yield* nextDueAt(store, { wallNow: 999 })).toBeUndefined()
        expect(yield* nextDueAt(store, { wallNow: 1_000 })).toBe(now)
        expect(yield* claim(store, { wallNow: 1_000 })).toMatchObject([{ key: "a", attempts: 2 }])
      })
    ))

  it("are lent for the time of their own name, however long others may take", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("1", now, "it's quick"), job("2", now, "slow"), job("3", now, "other"))
        const lease = jobs.leaseRule(
          1_000,
          new Map([
            ["it's quick", 10],
            ["slow", 5_000]
          ])
        )
        const claimed = yield* claim(store, { lease, wallNow: 2 ** 41 })
        expect(claimed.map((one) => one.leaseUntil - 2 ** 41)).toEqual([10, 5_000, 1_000])
        yield* Effect.forEach(claimed, (one) => store.write([jobs.complete(one)]))
      })
    ))

  it("of one process are freed when it is gone, those of others stay lent", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now), job("b", now))
        yield* claim(store, { leasedBy: 7, limit: 1 })
        yield* claim(store, { leasedBy: 8 })
        expect([...(yield* jobs.leaseholders(store, 0))].sort()).toEqual([7, 8])
        yield* jobs.releaseOf(store, 7)
        expect(yield* jobs.leaseholders(store, 0)).toEqual([8])
        expect(yield* claim(store, { leasedBy: 9 })).toMatchObject([{ key: "a", attempts: 2 }])
      })
    ))

  it("are lent by name, or all but some names, and as many as are requested", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("1", now, "a"), job("2", now, "b"), job("3", now, "c"), job("4", now, "b"))
        expect(keys(yield* claim(store, { names: ["b"], not: false, limit: 1 }))).toEqual(["2"])
        expect(keys(yield* claim(store, { names: ["b"], not: true }))).toEqual(["1", "3"])
        expect(keys(yield* claim(store, { names: [], not: false }))).toEqual([])
        expect(keys(yield* claim(store, { names: [], not: true }))).toEqual(["4"])
      })
    ))

  it.each([
    ["completed", jobs.complete],
    ["postponed", (claimed: jobs.ClaimedJob) => jobs.postpone(claimed, now, "error")],
    ["buried", (claimed: jobs.ClaimedJob) => jobs.bury(claimed, "error")],
    ["given back", jobs.unclaim]
  ] as const)("are not %s by a worker whose lease was lost", (_, end) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now))
        const [slow] = yield* claim(store)
        const [quick] = yield* claim(store, { wallNow: 5_000 })
        expect(yield* Effect.flip(store.write([end(slow!)]))).toEqual(new jobs.LeaseLost({ name: "a", key: "a" }))
        yield* store.write([end(quick!)])
      })
    )
  )

  it("wait until the new time when they are postponed, with their attempts", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now))
        const [claimed] = yield* claim(store)
        yield* store.write([jobs.postpone(claimed!, now + 50, "no answer")])
        expect(yield* claim(store)).toEqual([])
        expect(yield* claim(store, { dueBy: now + 50 })).toMatchObject([{ dueAt: now + 50, attempts: 2 }])
      })
    ))

  it("that are dead are shown with their error, lent to nobody, and run anew when revived", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now), job("b", now))
        const [claimed] = yield* claim(store)
        yield* store.write([jobs.bury(claimed!, "no answer")])
        expect(yield* jobs.counts(store)).toEqual({ waiting: 1, dead: 1 })
        const [dead, ...others] = yield* jobs.deadJobs(store)
        expect(others).toEqual([])
        expect(dead).toMatchObject({ name: "a", key: "a", payload: { key: "a" }, attempts: 1, lastError: "no answer" })
        expect(keys(yield* claim(store, { wallNow: 9_000 }))).toEqual(["b"])
        yield* store.write([jobs.revive(dead!.sequence, now)])
        expect(yield* claim(store)).toMatchObject([{ key: "a", attempts: 1 }])
        expect(yield* jobs.deadJobs(store)).toEqual([])
      })
    ))

  it("that are dead give their place to what is asked for under their name and key", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now))
        for (const claimed of yield* claim(store)) yield* store.write([jobs.bury(claimed, "no answer")])
        yield* addAll(store, { ...job("a", now - 1), payload: "new" }, job("a", now - 2))
        expect(yield* claim(store)).toMatchObject([{ payload: "new", dueAt: now - 1, attempts: 1 }])
      })
    ))

  it("that wait are not touched by reviving", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now))
        yield* store.write([jobs.revive(1, now - 1_000)])
        expect(yield* nextDueAt(store, { wallNow: 0 })).toBe(now)
      })
    ))

  it("of a process that died are free when another one starts, the dead ones stay dead", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* addAll(store, job("a", now), job("b", now))
        const [first] = yield* claim(store)
        yield* store.write([jobs.bury(first!, "error")])
        yield* jobs.releaseAll(store)
        expect(keys(yield* claim(store))).toEqual(["b"])
      })
    ))

  it.runIf(onSqlite)("are found by an index, however many are dead", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const plan = yield* store.read<{ detail: string }>(
          `EXPLAIN QUERY PLAN SELECT due_at FROM jobs WHERE state = 'waiting' AND lease_until <= ?
           ORDER BY due_at, sequence LIMIT 1`,
          [0]
        )
        expect(plan.map((step) => step.detail)).toEqual(["SCAN jobs USING INDEX jobs_due"])
      })
    )
  )

  it.runIf(onSqlite)("are looked for by their time, however many of a name are due later", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const steps: Array<string> = []
        const explained: typeof store = {
          ...store,
          read: <A extends object>(text: string, values: ReadonlyArray<SqlValue> = []) =>
            Effect.tap(store.read<A>(`EXPLAIN QUERY PLAN ${text}`, values), (rows) =>
              Effect.sync(() => steps.push(...rows.map((row) => String(Reflect.get(row, "detail")))))
            )
        }
        const names = { wallNow: 1, names: ["a", "b"], except: ["c"] }
        yield* nextDue(explained, names)
        yield* dueLanes(explained, { ...names, dueBy: 1 })
        expect(steps.filter((step) => step.includes("jobs USING")).length).toBe(5)
        expect(steps.filter((step) => step.includes("jobs_key"))).toEqual([])
      })
    )
  )
})

describe("answers kept for replay", () => {
  const record = (key: string, expiresAt: number, over: Partial<idempotency.IdempotencyRecord> = {}) => ({
    scope: "tiny:ada/test",
    key,
    fingerprint: "f",
    requestId: "req_1",
    status: 201,
    body: `{"key":"${key}"}`,
    expiresAt,
    ...over
  })
  const find = (store: RegionStore, key: string, at: number, scope = "tiny:ada/test") =>
    idempotency.find(store, { scope, key, now: at })

  it("are found as they were kept, in their scope, until they expire", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const kept = record("k", now + 10)
        yield* store.write([idempotency.keep(kept, now)])
        expect(yield* find(store, "k", now + 9)).toEqual(kept)
        expect(yield* find(store, "k", now + 10)).toBeUndefined()
        expect(yield* find(store, "k", now, "tiny:bob/test")).toBeUndefined()
        expect(yield* find(store, "other", now)).toBeUndefined()
      })
    ))

  it("are replaced when they have expired, not a millisecond before", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([idempotency.keep(record("k", now + 10), now)])
        const next = record("k", now + 20, { fingerprint: "g", requestId: "req_2", status: 200, body: "new" })
        const failure = yield* Effect.flip(store.write([idempotency.keep(next, now + 9)]))
        expect(failure).toEqual(new idempotency.IdempotencyRaced({ key: "k" }))
        yield* store.write([idempotency.keep(next, now + 10)])
        expect(yield* find(store, "k", now + 10)).toEqual(next)
      })
    ))

  it("are purged when they have expired, and only those", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([
          idempotency.keep(record("old", now), now - 1),
          idempotency.keep(record("kept", now + 1), now - 1),
          idempotency.keep(record("older", now - 1), now - 2)
        ])
        yield* idempotency.purge(store, now, 0)
        const rows = yield* store.read<{ idempotency_key: string }>(
          `SELECT idempotency_key FROM idempotency_records`,
          []
        )
        expect(rows.map((row) => row.idempotency_key)).toEqual(["kept"])
      })
    ))
})

describe("credentials", () => {
  const principal = {
    plugin: "tiny",
    account: "ada",
    mode: "test" as const,
    credential: "c",
    scopes: ["notes:write"],
    plan: "only"
  }
  const issued = { id: "key_1", lookup: "fingerprint", principal, createdAt: now }
  const find = (store: RegionStore, over: { plugin?: string; lookup?: string } = {}) =>
    credentials.findPrincipal(store, { plugin: "tiny", lookup: "fingerprint", ...over })

  it("lead to their principal, in their plugin", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([credentials.issue(issued)])
        expect(yield* find(store)).toEqual(principal)
        expect(yield* find(store, { plugin: "small" })).toBeUndefined()
        expect(yield* find(store, { lookup: "another" })).toBeUndefined()
      })
    ))

  it("lead nowhere from the moment they are revoked, and others stay", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([
          credentials.issue(issued),
          credentials.issue({ ...issued, id: "key_2", lookup: "another" })
        ])
        yield* credentials.revoke(store, { id: "key_1", at: now + 1 })
        yield* credentials.revoke(store, { id: "key_1", at: now + 2 })
        expect(yield* find(store)).toBeUndefined()
        expect(yield* find(store, { lookup: "another" })).toEqual(principal)
        const rows = yield* store.read(`SELECT revoked_at FROM credentials WHERE id = 'key_1'`, [])
        expect(rows.map((row) => ({ ...row }))).toEqual([{ revoked_at: now + 1 }])
      })
    ))

  it.each([
    ["the same key under another id", { ...issued, id: "key_2" }],
    ["another key under the same id", { ...issued, lookup: "another" }]
  ])("are refused when they repeat %s", (_, second) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([credentials.issue(issued)])
        expect(yield* Effect.flip(store.write([credentials.issue(second)]))).toBeInstanceOf(UniqueViolation)
      })
    )
  )
})

describe("settings", () => {
  it("are what was written last, over a restart", async () => {
    const folder = temporaryFolder()
    await onStore(
      Effect.fnUntraced(function* (store) {
        expect(yield* settings.readSetting(store, "clock")).toBeUndefined()
        yield* settings.writeSetting(store, "clock", { mode: "frozen", at: 5 })
        yield* settings.writeSetting(store, "clock", { mode: "system" })
        yield* settings.writeSetting(store, "runs", 3)
      }),
      { folder }
    )
    const read = await onStore(
      (store) => Effect.all([settings.readSetting(store, "clock"), settings.readSetting(store, "runs")]),
      { folder }
    )
    expect(read).toEqual([{ mode: "system" }, 3])
  })
})

describe("events", () => {
  const publish = (store: RegionStore, resource: string, ids: ReadonlyArray<string>, createdAt = now) =>
    store.write(
      outbox.publish(
        store,
        "tiny",
        "ada/test",
        ids.map((id) => ({ id, type: "note.written", resource, body: `{ "id": "${id}" }`, createdAt }))
      )
    )

  it("are a resource's history, oldest first, with their bodies byte for byte", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* publish(store, "note_1", ["evt_1", "evt_2"])
        yield* publish(store, "note_2", ["evt_3"])
        yield* publish(store, "note_1", ["evt_4"])
        const history = yield* eventsOf(store, { scope: "ada/test", resource: "note_1" })
        expect(history.map((event) => event.id)).toEqual(["evt_1", "evt_2", "evt_4"])
        expect(history[1]?.body).toBe(`{ "id": "evt_2" }`)
        expect(yield* eventsOf(store, { scope: "bob/test", resource: "note_1" })).toEqual([])
        expect(yield* outbox.eventById(store, "evt_none")).toBeUndefined()
      })
    ))

  it("say how far time has come", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        expect(yield* settings.latestTime(store)).toBeUndefined()
        yield* publish(store, "note_1", ["evt_1"], now + 500)
        expect(yield* settings.latestTime(store)).toBe(now + 500)
      })
    ))

  it("say how far time has come although a later one is dated earlier", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* publish(store, "note_1", ["evt_1"], now + 500)
        yield* publish(store, "note_1", ["evt_2"], now)
        expect(yield* settings.latestTime(store)).toBe(now + 500)
      })
    ))
})
