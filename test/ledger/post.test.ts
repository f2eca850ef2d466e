import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "@effect/vitest"
import { credit, debit, entry, type LedgerEntry } from "../../src/domain/Ledger.ts"
import { balancesOfAll } from "../../src/ledger/booksRepository.ts"
import { balanceOf, balances, entriesOf, post, trialBalance, type BalanceLimit } from "../../src/ledger/post.ts"
import { renameAccounts } from "../../src/ledger/rename.ts"
import { UniqueViolation, type RegionStore } from "../../src/services/Store.ts"
import { onStore } from "../store/openStore.ts"
import { written } from "../store/written.ts"

const scope = "ada/test"
const now = 1_772_438_400_000

/** Ids of the journals of one test, in order. */
const makeInto = () => {
  let made = 0
  return { plugin, scope, now, nextId: () => `le_${++made}` }
}

/** Money that comes into the account `cash`, or, when it is negative, goes out of it. */
const move = (step: string, amountMinor: number, currency: "usd" | "eur" = "usd"): LedgerEntry => {
  const amount = Math.abs(amountMinor)
  const postings =
    amountMinor > 0
      ? [debit("cash", amount), credit("sales", amount)]
      : [debit("sales", amount), credit("cash", amount)]
  return entry({ source: "note_1", step, currency, postings })
}

const balance = (store: RegionStore, account: string, currency: "usd" | "eur" = "usd") =>
  balanceOf(store, { plugin, scope, account, currency })

const refusing = (account: string, ceilingMinor: number): ReadonlyArray<BalanceLimit<string>> => [
  { account, ceilingMinor, orElse: () => `${account} above ${ceilingMinor}` }
]

const plugin = "tiny"

describe("books of two plugins", () => {
  it("with the same accounts, scope, source and step are two books", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const other = { ...makeInto(), plugin: "other", nextId: () => "le_other" }
        yield* store.write(post([move("a", 100)], makeInto()))
        // The other's account may not be overdrawn: the first one's money does not help it.
        const refused = yield* Effect.flip(store.write(post([move("a", -1)], other, refusing("sales", 0))))
        expect(refused).toBe("sales above 0")
        yield* store.write(post([move("a", 7)], other))
        expect(yield* balance(store, "cash")).toBe(100n)
        expect(yield* balanceOf(store, { plugin: "other", scope, account: "cash", currency: "usd" })).toBe(7n)
        expect((yield* entriesOf(store, "other", "note_1")).map(({ id }) => id)).toEqual(["le_other"])
        expect(yield* trialBalance(store)).toEqual([])
        yield* store.write([
          written(`UPDATE ledger_balances SET balance = 0 WHERE plugin = 'other' AND account = 'cash'`)
        ])
        expect(yield* trialBalance(store, { plugin })).toEqual([])
        expect(yield* trialBalance(store, { plugin: "other" })).toMatchObject([
          { plugin: "other", posted: 7n, balance: 0n }
        ])
      })
    ))
})

describe("journals", () => {
  it("are kept as they were decided, oldest first", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const entries = [move("first", 100), move("second", -30, "eur")]
        yield* store.write(post(entries, makeInto()))
        expect(yield* entriesOf(store, plugin, "note_1")).toEqual(
          entries.map((journal, n) => ({
            ...journal,
            plugin,
            scope,
            sequence: n + 1,
            id: `le_${n + 1}`,
            createdAt: now
          }))
        )
        expect(yield* entriesOf(store, plugin, "note_2")).toEqual([])
      })
    ))

  it("move balances by what they add up to, per account and currency", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        yield* store.write(post([move("a", 100), move("b", -30), move("c", 7, "eur")], into))
        yield* store.write(post([move("d", 5)], into))
        expect(yield* balances(store, { plugin, scope })).toEqual([
          { account: "cash", currency: "eur", balance: 7n },
          { account: "cash", currency: "usd", balance: 75n },
          { account: "sales", currency: "eur", balance: -7n },
          { account: "sales", currency: "usd", balance: -75n }
        ])
        expect(yield* balance(store, "nothing")).toBe(0n)
        expect(yield* balances(store, { plugin, scope: "bob/test" })).toEqual([])
      })
    ))

  it("happen once: a step of a source that was posted is refused, in the same commit too", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        yield* store.write(post([move("a", 100)], into))
        expect(yield* Effect.flip(store.write(post([move("a", 50)], into)))).toBeInstanceOf(UniqueViolation)
        expect(yield* Effect.flip(store.write(post([move("b", 1), move("b", 1)], into)))).toBeInstanceOf(
          UniqueViolation
        )
        expect(yield* balance(store, "cash")).toBe(100n)
        expect(yield* entriesOf(store, plugin, "note_1")).toHaveLength(1)
      })
    ))

  it("of nothing write nothing", () => {
    expect(post([], makeInto())).toEqual([])
  })
})

describe("a balance limit", () => {
  /** Posts 100 to cash, then `amountMinor` more under a limit. */
  const after = (amountMinor: number, limits: ReadonlyArray<BalanceLimit<string>>, startMinor = 100) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        yield* store.write(post([move("start", startMinor)], into))
        const refused = yield* store
          .write(post([move("next", amountMinor)], into, limits))
          .pipe(Effect.match({ onSuccess: () => undefined, onFailure: (failure) => failure }))
        return { refused, cash: yield* balance(store, "cash") }
      })
    )

  it("lets an account come to its ceiling and no further", async () => {
    expect(await after(50, refusing("cash", 150))).toEqual({ refused: undefined, cash: 150n })
    expect(await after(51, refusing("cash", 150))).toEqual({ refused: "cash above 150", cash: 100n })
  })

  it("keeps a credit account from going negative", async () => {
    expect(await after(-100, refusing("sales", 0))).toEqual({ refused: undefined, cash: 0n })
    expect(await after(-101, refusing("sales", 0))).toEqual({ refused: "sales above 0", cash: 100n })
  })

  it("holds for what is between: money in and out of one commit counts as its sum", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        yield* store.write(post([move("start", 100)], into))
        yield* store.write(post([move("in", 1_000), move("out", -1_010)], into, refusing("cash", 100)))
        expect(yield* balance(store, "cash")).toBe(90n)
      })
    ))

  it("of one account leaves the others alone", async () => {
    expect((await after(1_000, refusing("fees", 0))).refused).toBeUndefined()
  })

  it("lets the first movement of an account through when it stays below", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        yield* store.write(post([move("in", 100)], into, refusing("cash", 100)))
        expect(yield* balance(store, "cash")).toBe(100n)
        yield* store.write(post([move("in eur", 100, "eur")], into, refusing("sales", 0)))
        expect(yield* balance(store, "sales", "eur")).toBe(-100n)
      })
    ))

  it("refuses the first movement of an account when it goes above", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const failure = yield* Effect.flip(store.write(post([move("out", -1)], makeInto(), refusing("sales", 0))))
        expect(failure).toBe("sales above 0")
        expect(yield* balances(store, { plugin, scope })).toEqual([])
        expect(yield* trialBalance(store)).toEqual([])
      })
    ))

  it("is exact beyond 2^53", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        const most = Number.MAX_SAFE_INTEGER
        yield* store.write(post([move("a", most)], into))
        yield* store.write(post([move("b", most)], into))
        yield* store.write(post([move("c", -3)], into, refusing("sales", 0)))
        expect(yield* balance(store, "cash")).toBe(2n * BigInt(most) - 3n)
        expect(yield* trialBalance(store)).toEqual([])
      })
    ))
})

describe("balances beyond 2^53", () => {
  it("are exact", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        const most = Number.MAX_SAFE_INTEGER
        // More than 2^62: most of what 64 bits hold.
        for (let n = 0; n < 600; n++) yield* store.write(post([move(String(n), most)], into))
        yield* store.write(post([move("odd", 1)], into))
        expect(yield* balance(store, "cash")).toBe(600n * BigInt(most) + 1n)
        expect(yield* balance(store, "sales")).toBe(-600n * BigInt(most) - 1n)
        expect(yield* trialBalance(store)).toEqual([])
      })
    ))

  it("are listed for operators, and are the same under another name of their account", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        const most = Number.MAX_SAFE_INTEGER
        for (const [step, amount] of Object.entries({ a: most, b: most, c: 3 })) {
          yield* store.write(post([move(step, amount)], into))
        }
        const [found] = yield* balancesOfAll(store, plugin, { account: undefined, after: undefined })
        expect(found!.balances.get("cash")).toBe(Number(2n * BigInt(most) + 3n))
        yield* renameAccounts(store, plugin, (account) => `old_${account}`)
        expect(yield* balance(store, "old_cash")).toBe(2n * BigInt(most) + 3n)
        expect(yield* trialBalance(store)).toEqual([])
      })
    ))

  it("keep journals of the largest amount exact", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write(post([move("a", Number.MAX_SAFE_INTEGER)], makeInto()))
        const [journal] = yield* entriesOf(store, plugin, "note_1")
        expect(journal!.postings.map((posting) => posting.amountMinor)).toEqual([
          Number.MAX_SAFE_INTEGER,
          Number.MAX_SAFE_INTEGER
        ])
      })
    ))
})

describe("the trial balance", () => {
  const plant = (text: string, expected: object) =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write(post([move("a", 100), move("b", 7, "eur")], makeInto()))
        expect(yield* trialBalance(store)).toEqual([])
        yield* store.write([written(text)])
        expect(yield* trialBalance(store)).toEqual([{ plugin, ...expected }])
      })
    )

  it("finds a balance that was changed behind the journals' back", () =>
    plant(`UPDATE ledger_balances SET balance = balance + 1 WHERE account = 'cash' AND currency = 'usd'`, {
      scope,
      account: "cash",
      currency: "usd",
      posted: 100n,
      balance: 101n
    }))

  it("finds a balance that is missing", () =>
    plant(`DELETE FROM ledger_balances WHERE account = 'sales' AND currency = 'eur'`, {
      scope,
      account: "sales",
      currency: "eur",
      posted: -7n,
      balance: 0n
    }))

  it("finds that all balances are missing", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write(post([move("a", 100)], makeInto()))
        yield* store.write([written(`DELETE FROM ledger_balances`)])
        expect((yield* trialBalance(store)).map(({ account, posted }) => [account, posted])).toEqual([
          ["cash", 100n],
          ["sales", -100n]
        ])
      })
    ))

  it("finds a balance that no journal made", () =>
    plant(
      `INSERT INTO ledger_balances (plugin, scope, account, currency, balance) VALUES ('tiny', 'bob/test', 'cash', 'usd', 5)`,
      {
        scope: "bob/test",
        account: "cash",
        currency: "usd",
        posted: 0n,
        balance: 5n
      }
    ))

  it("finds a journal that was removed", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write(post([move("a", 100), move("b", 1)], makeInto()))
        yield* store.write([written(`DELETE FROM ledger_entries WHERE step = 'b'`)])
        expect((yield* trialBalance(store)).map(({ account, posted, balance }) => [account, posted, balance])).toEqual([
          ["cash", 100n, 101n],
          ["sales", -100n, -101n]
        ])
      })
    ))

  const Amount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
  const Journals = Schema.Array(Schema.Struct({ amountMinor: Amount, isIn: Schema.Boolean }))

  it.effect.prop("is even after any journals, and balances add up to nothing", [Journals], ([journals]) =>
    Effect.promise(() =>
      onStore(
        Effect.fnUntraced(function* (store) {
          const into = makeInto()
          let cash = 0n
          for (const [n, { amountMinor, isIn }] of journals.entries()) {
            const signed = isIn ? amountMinor : -amountMinor
            yield* store.write(post([move(String(n), signed)], into))
            cash += BigInt(signed)
          }
          expect(yield* balance(store, "cash")).toBe(cash)
          expect(yield* balance(store, "sales")).toBe(-cash)
          expect(yield* trialBalance(store)).toEqual([])
        })
      )
    )
  )
})

describe("the trial balance", () => {
  it("reads any number of journals in their order, of one scope when asked", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const into = makeInto()
        const other = { ...into, scope: "note/other" }
        const count = 2_100
        const moves = Array.from({ length: count }, (_, at) => move(String(at), 1))
        for (let from = 0; from < count; from += 100) yield* store.write(post(moves.slice(from, from + 100), into))
        yield* store.write(post([move("foreign", 7)], other))
        yield* store.write([written(`UPDATE ledger_balances SET balance = 8 WHERE balance = 7`)])
        const steps: Array<string> = []
        const visit = ({ step }: { readonly step: string }) => void steps.push(step)
        expect(yield* trialBalance(store, { scope, visit })).toEqual([])
        expect(steps).toEqual(moves.map(({ step }) => step))
        expect(yield* trialBalance(store)).toMatchObject([{ scope: other.scope, posted: 7n, balance: 8n }])
        expect((yield* trialBalance(store, { scope: other.scope })).length).toBe(1)
      })
    ))

  it("tells whose a journal is, and where it stands", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write(post([move("first", 100), move("second", 50)], makeInto()))
        expect(yield* entriesOf(store, plugin, "note_1")).toMatchObject([
          { scope, step: "first", sequence: 1 },
          { scope, step: "second", sequence: 2 }
        ])
      })
    ))
})
