import { describe, expect, it } from "vitest"
import { calls, wallet } from "../../examples/06-own-plugin/wallet.ts"
import { bank } from "../../plugins/bank/index.ts"
import { cards, payments } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { pluginSuite, type PluginFixture } from "../../src/testing/index.ts"
import { fixtureOf, type Mistake } from "./notes.ts"

const accountOf = (plugin: string, name: string, key: string) => ({
  headers: { authorization: `Bearer ${key}` },
  principal: { plugin, account: `acct_${name}`, mode: "test", credential: name, scopes: [], plan: "own" } as const
})

const walletFixture: PluginFixture = {
  plugins: () => [wallet({ keys: { acct_a: ["wk_a"], acct_b: ["wk_b"] } }), cards(), bank(), docs()],
  accounts: [accountOf("wallet", "a", "wk_a"), accountOf("wallet", "b", "wk_b")],
  make: { path: "/wallet/wallets", body: { owner: "Ada", currency: "usd" } },
  other: { path: "/wallet/wallets", body: { owner: "Bob", currency: "usd" } },
  read: ({ id }) => `/wallet/wallets/${id}`,
  call: (caller) => calls.open(caller, { owner: "Ada", currency: "usd" })
}

const cardsAccount = (name: string) => {
  const account = accountOf("cards", name, `sk_test_suite_of_${name}`)
  return { ...account, principal: { ...account.principal, plan: "growth" } }
}

const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }

const cardsFixture: PluginFixture = {
  plugins: () => [
    cards({
      mode: "sandbox",
      accounts: ["a", "b"].map((name) => ({ id: `acct_${name}`, keys: [`sk_test_suite_of_${name}`] }))
    }),
    bank(),
    docs()
  ],
  accounts: [cardsAccount("a"), cardsAccount("b")],
  make: { path: "/cards/v2/payments", body: payment },
  other: { path: "/cards/v2/payments", body: { ...payment, amount: 3000 } },
  read: ({ id }) => `/cards/v2/payments/${id}`,
  call: (caller) => payments.create(caller, { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" }),
  reset: { path: "/cards/v2/test_helpers/reset" },
  // Its names are older than this rule: they begin with what they are about.
  names: [""]
}

describe.each([
  ["the wallet of the examples", walletFixture],
  ["cards", cardsFixture],
  ["a plugin without a mistake", fixtureOf()]
])("%s", (_, fixture) => {
  it.each(pluginSuite(fixture))("$name", ({ run }) => run())
})

/** Services whose accounts are made otherwise: what can be checked without asking as two of them. */
describe.each([
  ["bank", () => [bank(), cards(), docs()] as const],
  ["docs", () => [docs(), cards(), bank()] as const]
])("%s", (_, plugins) => {
  const { accounts, make, other, read } = cardsFixture
  const cases = pluginSuite({ plugins, accounts, make, other, read, names: [""] })
  it.each(cases.filter(({ name }) => /^(?:names|claims|brings)/.test(name)))("$name", ({ run }) => run())
})

/** Per mistake, the cases that find it, each with what it says. */
const found: Readonly<Record<Mistake, readonly [name: string, said: RegExp]>> = {
  "foreign names": ["names what is its own after itself", /Names begin with.*written/],
  "claimed table": ["claims nothing that the plugins beside it claim", /both declare the table jobs/],
  "gap in migrations": ["brings up its tables from nothing, step by step, and a second time", /numbered 1, 2, 3/],
  "open door": ["refuses who shows no credentials", /401 or 403/],
  "no owner": ["shows nobody what another account made", /Another account does not find it/],
  "books of all": ["keeps its own books, and leaves those of other plugins alone", /are not its own/],
  chance: ["gives the same bytes under the same seed", /A second run/],
  "request twice": ["does a request under one key once", /It is answered/],
  "call twice": ["does a call in process under one key once", /It gives/],
  "half a reset": ["forgets an account that is reset, and nothing else", /is gone/],
  "reset of all": ["forgets an account that is reset, and nothing else", /keep what they have/],
  "job that fails": ["ends its jobs", /No job gives up.*blind/]
}

describe("the suite finds", () => {
  it.each(Object.entries(found))("a plugin with %s", async (mistake, [name, said]) => {
    const check = pluginSuite(fixtureOf(mistake as Mistake)).find((found) => found.name === name)
    await expect(check!.run()).rejects.toThrow(said)
  })

  it("every kind of mistake: each case fails for one of them", () => {
    const names = new Set(Object.values(found).map(([name]) => name))
    expect(pluginSuite(fixtureOf()).map(({ name }) => name)).toEqual(Array.from(names))
  })
})
