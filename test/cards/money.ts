/** What tests about money share: a host whose books are checked, and the moves that a test makes. */
import { expect } from "vitest"
import { testAccount, type CardsOptions } from "../../plugins/cards/index.ts"
import { checkInvariants } from "../../plugins/cards/ledger/invariants.ts"
import type { Payment } from "../../plugins/cards/payments/Payment.ts"
import { showPayment } from "../../plugins/cards/payments/PaymentBody.ts"
import type { CallerShape } from "../../src/plugin.ts"
import { eventsOf } from "../store/eventsOf.ts"
import { startHost, testKey, type Host } from "./host.ts"

/** Fails unless each payment is kept as it would be shown now. */
const expectShown = async (engine: Host["engine"], { scope, store }: CallerShape) => {
  const text = `SELECT state, shown FROM cards_payments WHERE scope = ?`
  const rows = await engine.call(store.read<{ readonly state: string; readonly shown: string | null }>(text, [scope]))
  expect(rows.map(({ shown }) => shown)).toEqual(rows.map(({ state }) => showPayment(JSON.parse(state) as Payment)))
}

/** The account of the test key. */
export const account = "acct_money"

export interface MoneyHost extends Host {
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<any>
  readonly get: (path: string) => Promise<any>
  /** Amount of `usd`, or of another currency, in a part of the balance. */
  readonly balance: (part?: "available" | "pending" | "disputed", currency?: string) => Promise<number>
  /** Types of the events about a resource. */
  readonly told: (resource: string) => Promise<ReadonlyArray<string>>
  /** Fails unless every invariant holds, and every payment is kept as it is shown. */
  readonly booksAreRight: () => Promise<void>
}

/** Starts a host with one account. */
export const startMoneyHost = async (
  options: Partial<CardsOptions["accounts"] extends ReadonlyArray<infer A> | undefined ? A : never> = {},
  engineOptions: NonNullable<Parameters<typeof startHost>[0]>["engine"] = {}
): Promise<MoneyHost> => {
  const cards = { accounts: [{ id: account, keys: [testKey], ...options }] }
  const host = await startHost({ cards, engine: engineOptions })
  const { ask, engine } = host
  const caller = await engine.caller({ principal: testAccount(account) })
  const get: MoneyHost["get"] = async (path) => (await ask("GET", path)).body
  return {
    ...host,
    get,
    post: async (path, body = {}, headers = {}) => (await ask("POST", path, body, headers)).body,
    balance: async (part = "available", currency = "usd") => {
      const found = (await get("/v2/balance"))[part].find((each: { currency: string }) => each.currency === currency)
      return found?.amount ?? 0
    },
    told: async (resource) =>
      (await engine.call(eventsOf(caller.store, { scope: caller.scope, resource }))).map(({ type }) => type),
    booksAreRight: async () => {
      // Rows are read one after the other: a job that is due, such as a test card's dispute, must not run in between.
      await engine.clock.drain()
      expect(await engine.call(checkInvariants(caller.store, caller.scope))).toEqual({ ok: true, failures: [] })
      await expectShown(engine, caller)
    }
  }
}
