/** Limits that are counts of rows, with several engines on one database at once. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import type { RegionStore, Write } from "../../src/services/Store.ts"
import { startHost, type Host } from "../cards/host.ts"
import { noteIds, onStore, temporaryFolder } from "../store/openStore.ts"
import { written } from "../store/written.ts"

const startAll = async (count: number): Promise<ReadonlyArray<Host>> => {
  const folder = temporaryFolder()
  const hosts: Array<Host> = []
  for (let at = 0; at < count; at++) hosts.push(await startHost({ folder, cards: { mode: "sandbox" } }))
  return hosts
}

/** So many requests at once, to the engines in turn. */
const askAll = (hosts: ReadonlyArray<Host>, count: number, path: string, body: (at: number) => object) =>
  Promise.all(Array.from({ length: count }, (_, at) => hosts[at % hosts.length]!.ask("POST", path, body(at))))

/** Adds a note where there is none, and takes its time before it commits: the other one must not have counted by then. */
const addFirst = (id: string): ReadonlyArray<Write<string>> => [
  {
    ...written(
      `INSERT INTO notes (id, text, version) SELECT CAST(? AS TEXT), '', 1 WHERE (SELECT count(*) FROM notes) < 1`,
      [id],
      () => "too many"
    ),
    takesTurns: "notes"
  },
  written(`SELECT pg_sleep(0.3)`)
]

it("units that take turns see what those before them wrote", async () => {
  const folder = temporaryFolder()
  const add = (id: string) => onStore((store: RegionStore) => Effect.result(store.write(addFirst(id))), { folder })
  const outcomes = await Promise.all(["one", "two", "three"].map(add))
  expect(outcomes.filter(Result.isSuccess)).toHaveLength(1)
  expect(await onStore(noteIds, { folder })).toHaveLength(1)
})

it("an account gets 16 webhook endpoints, whichever engine is asked", async () => {
  const hosts = await startAll(3)
  const replies = await askAll(hosts, 60, "/v2/webhook_endpoints", (at) => ({
    url: `https://shop.example.com/hooks/${at}`,
    enabled_events: ["*"]
  }))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(16)
  expect((await hosts[0]!.ask("GET", "/v2/webhook_endpoints?limit=100")).body.data).toHaveLength(16)
})

it("an account gets 100 risk rules, whichever engine is asked", async () => {
  const hosts = await startAll(3)
  const rule = (at: number) => ({ name: `Rule ${at}`, when: { amount: { gte: at } }, action: "review" })
  await askAll(hosts, 90, "/v2/risk/rules", rule)
  const replies = await askAll(hosts, 40, "/v2/risk/rules", rule)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
})

it("five attempts with a card pass without the velocity signal, whichever engine is asked", async () => {
  const hosts = await startAll(3)
  const payment = () => ({ amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
  const replies = await askAll(hosts, 45, "/v2/payments", payment)
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 45 }, () => 200))
  const quiet = replies.filter(({ body }) => !body.risk.signals.includes("velocity_check"))
  expect(quiet).toHaveLength(5)
})

it("three small payments with different cards from one address are the most that pass as no card testing", async () => {
  const hosts = await startAll(3)
  const cards = ["visa", "mastercard", "amex", "discover", "eea", "3ds_optional"].map((name) => `pm_card_${name}`)
  const replies = await askAll(hosts, 30, "/v2/payments", (at) => ({
    amount: 100,
    currency: "usd",
    payment_method: cards[Math.floor(at / 3) % cards.length],
    client: { ip: "192.0.2.7" }
  }))
  const quiet = new Set(
    replies
      .filter(({ body }) => body.risk?.signals.includes("card_testing") === false)
      .map(({ body }) => body.payment_method)
  )
  expect(quiet.size).toBeLessThanOrEqual(2)
})
