/**
 * The plugin beside cards, with a clock that stands until a test moves it. Run it in the folder of the example:
 *
 *   npx vitest run
 */
import { cards } from "bursar/cards"
import { pluginSuite, TestEngine } from "bursar/testing"
import { expect, test } from "vitest"
import { calls, show, wallet } from "./wallet.ts"

const shop = { authorization: "Bearer wk_shop" }
const otherShop = { authorization: "Bearer wk_other" }

const start = () =>
  TestEngine.make({
    plugins: [
      cards({ mode: "sandbox", accounts: [{ id: "acct_shop", keys: [TestEngine.defaultKey] }] }),
      wallet({ keys: { acct_shop: ["wk_shop"], acct_other: ["wk_other"] } })
    ]
  })

type Engine = Awaited<ReturnType<typeof start>>

const open = async ({ request }: Engine) =>
  (await request("POST", "/wallet/wallets", { owner: "Ada", currency: "usd" }, shop)).json.id as string

/** Pays by card: the key of cards is the one that a test engine sends by itself. */
const pay = async (engine: Engine, wallet: string, amount: number) => {
  const payment = { amount, currency: "usd", payment_method: "pm_card_visa", metadata: { wallet } }
  expect((await engine.request("POST", "/cards/v2/payments", payment)).status).toBe(200)
  await engine.drain()
}

const balanceOf = async ({ request }: Engine, id: string, headers = shop) =>
  (await request("GET", `/wallet/wallets/${id}`, undefined, headers)).json.balanceMinor as number

const principalOf = (account: string) =>
  ({ plugin: "wallet", account, mode: "test", credential: "app", scopes: [], plan: "own" }) as const

const caller = (engine: Engine, idempotencyKey: string) =>
  engine.caller({ idempotencyKey, principal: principalOf("acct_shop") })

test("a payment by card tops a wallet up, and what is in it can be spent, and no more", async () => {
  await using engine = await start()
  const id = await open(engine)
  await pay(engine, id, 2_000)
  expect(await balanceOf(engine, id)).toBe(2_000)

  const spend = (amountMinor: number) =>
    engine.request("POST", `/wallet/wallets/${id}/spendings`, { amountMinor }, shop)
  expect((await spend(1_500)).status).toBe(201)
  const tooMuch = await spend(501)
  expect([tooMuch.status, tooMuch.json.error.code]).toEqual([402, "balance_too_low"])
  expect(await balanceOf(engine, id)).toBe(500)
})

test("a wallet is nobody else's", async () => {
  await using engine = await start()
  const id = await open(engine)
  const { json, status } = await engine.request("GET", `/wallet/wallets/${id}`, undefined, otherShop)
  expect([status, json.error.code]).toEqual([404, "wallet_not_found"])
})

test("a wallet that nobody pays into is closed after 30 days, to the minute", async () => {
  await using engine = await start()
  const [unused, used] = [await open(engine), await open(engine)]
  await pay(engine, used, 100)
  await engine.advance({ days: 29, hours: 23, minutes: 59 })
  expect(await balanceOf(engine, unused)).toBe(0)
  await engine.advance("1 minute")
  expect(await balanceOf(engine, unused)).toBeUndefined()
  expect(await balanceOf(engine, used)).toBe(100)
})

test("a request under one key spends once", async () => {
  await using engine = await start()
  const id = await open(engine)
  await pay(engine, id, 1_000)
  const spend = (amountMinor: number) =>
    engine.request(
      "POST",
      `/wallet/wallets/${id}/spendings`,
      { amountMinor },
      { ...shop, "idempotency-key": "order-1" }
    )
  const first = await spend(300)
  expect((await spend(300)).text).toBe(first.text)
  expect((await spend(301)).json.error.code).toBe("idempotency_key_reused")
  expect(await balanceOf(engine, id)).toBe(700)
})

test("a call in process under one key spends once, too", async () => {
  await using engine = await start()
  const opened = await engine.call(calls.open(await caller(engine, "open-1"), { owner: "Ada", currency: "usd" }))
  await pay(engine, opened.id, 1_000)
  const spend = async () => engine.call(calls.spend(await caller(engine, "order-1"), opened.id, 300))
  expect(await spend()).toEqual(await spend())
  const shown = await engine.call(show(await caller(engine, "look-1"), opened.id))
  expect(shown).toEqual({ ...opened, balanceMinor: 700 })
  const tooMuch = calls.spend(await caller(engine, "order-2"), opened.id, 701)
  await expect(engine.call(tooMuch)).rejects.toThrow("There is not so much in the wallet")
})

test("webhooks tell what happened", async () => {
  await using engine = await start()
  const { json, status } = await engine.request(
    "POST",
    "/wallet/listeners",
    { url: "http://127.0.0.1:8080/hooks" },
    shop
  )
  expect([status, json.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
  const id = await open(engine)
  await pay(engine, id, 1_000)
  const events = engine.notifier.requests.map(({ body }) => JSON.parse(body))
  expect(events.map(({ type }) => type)).toEqual(["wallet.opened", "wallet.topped_up"])
  expect(events[1].data).toMatchObject({ wallet: id, amountMinor: 1_000 })
})

test("a body that does not fit is refused with what is wrong", async () => {
  await using engine = await start()
  const { json, status } = await engine.request("POST", "/wallet/wallets", { owner: "", currency: "usd" }, shop)
  expect([status, json.error.code, json.error.details[0].path]).toEqual([400, "invalid_parameters", "owner"])
})

const suite = pluginSuite({
  // The first is the one that is tested.
  plugins: () => [wallet({ keys: { acct_shop: ["wk_shop"], acct_other: ["wk_other"] } }), cards()],
  accounts: [
    { headers: shop, principal: principalOf("acct_shop") },
    { headers: otherShop, principal: principalOf("acct_other") }
  ],
  make: { path: "/wallet/wallets", body: { owner: "Ada", currency: "usd" } },
  read: ({ id }) => `/wallet/wallets/${id}`,
  other: { path: "/wallet/wallets", body: { owner: "Bob", currency: "usd" } },
  call: (asking) => calls.open(asking, { owner: "Ada", currency: "usd" })
})
for (const { name, run } of suite) test(name, run)
