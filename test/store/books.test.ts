import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { chartOfAccounts } from "../../src/domain/Ledger.ts"
import { balances, entriesOf, trialBalance } from "../../src/ledger/post.ts"
import { Migrations, Store, type OwnedMigrations } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Sqlite.ts"
import { coreSchema } from "../../src/store/migrations/0001_core.ts"
import { temporaryFolder } from "./openStore.ts"
import { written } from "./written.ts"

const shop = chartOfAccounts({
  cash: { normal: "debit", description: "Money" },
  sales: { normal: "credit", description: "Sold" }
})
const vault = chartOfAccounts({
  customer: { normal: "credit", named: true, description: "Owed" },
  cashier: { normal: "debit", description: "Money at the desk" }
})

const open = <A, E>(folder: string, owners: ReadonlyArray<OwnedMigrations>, use: Effect.Effect<A, E, Store>) =>
  Effect.runPromise(Effect.provide(use, layer({ folder }).pipe(Layer.provide(Layer.succeed(Migrations, owners)))))

const home = Effect.flatMap(Store, (store) => store.region(store.home))

it("books that were written before they had owners go to the plugins that declare their accounts", async () => {
  const folder = temporaryFolder()
  // The schema before books had owners, with the books of two plugins.
  const earlier = [{ ...coreSchema, migrations: coreSchema.migrations.filter(({ id }) => id < 6) }]
  const journals = [
    ["le_1", "sale_1", '[["cash",700],["sales",-700]]'],
    ["le_2", "deposit_1", '[["cashier",50],["customer:1:2",-50]]'],
    ["le_3", "deposit_2", '[["customer:1:2",20],["customer:1:3",-20]]']
  ].map((params) =>
    written(
      `INSERT INTO ledger_entries (id, scope, source, step, currency, postings, created_at)
      VALUES (?, 'a/test', ?, 's', 'usd', ?, 1)`,
      params
    )
  )
  const running = [
    ["cash", 700],
    ["sales", -700],
    ["cashier", 50],
    ["customer:1:2", -30],
    ["customer:1:3", -20]
  ].map((params) =>
    written(`INSERT INTO ledger_balances (scope, account, currency, balance) VALUES ('a/test', ?, 'usd', ?)`, params)
  )
  await open(
    folder,
    earlier,
    Effect.flatMap(home, (store) => store.write([...journals, ...running]))
  )
  const shopOnly = [coreSchema, { owner: "shop", migrations: [], accounts: shop }]
  const both = [...shopOnly, { owner: "vault", migrations: [], accounts: vault }]
  const found = Effect.gen(function* () {
    const store = yield* home
    return {
      shop: yield* balances(store, { plugin: "shop", scope: "a/test" }),
      vault: yield* balances(store, { plugin: "vault", scope: "a/test" }),
      sale: (yield* entriesOf(store, "shop", "sale_1")).length,
      deposits: [...(yield* entriesOf(store, "vault", "deposit_1")), ...(yield* entriesOf(store, "vault", "deposit_2"))]
        .length,
      wrong: yield* trialBalance(store)
    }
  })
  const sold = [
    { account: "cash", currency: "usd", balance: 700n },
    { account: "sales", currency: "usd", balance: -700n }
  ]
  // A plugin that is not there yet finds its books when it comes.
  expect(await open(folder, shopOnly, found)).toEqual({ shop: sold, vault: [], sale: 1, deposits: 0, wrong: [] })
  expect(await open(folder, both, found)).toEqual({
    shop: sold,
    vault: [
      { account: "cashier", currency: "usd", balance: 50n },
      { account: "customer:1:2", currency: "usd", balance: -30n },
      { account: "customer:1:3", currency: "usd", balance: -20n }
    ],
    sale: 1,
    deposits: 2,
    wrong: []
  })
})
