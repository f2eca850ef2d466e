/** What callers in process are refused with: classes that a host can name, and a sentence each. */
import { inspect } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import * as bank from "../plugins/bank/index.ts"
import { publishedCodes as bankCodes } from "../plugins/bank/errors.ts"
import * as cards from "../plugins/cards/index.ts"
import * as cardsTesting from "../plugins/cards/testing.ts"
import { publishedCodes as cardsCodes } from "../plugins/cards/errors.ts"
import { docs } from "../plugins/docs/index.ts"
import * as core from "../src/index.ts"
import * as TestEngine from "../src/testing/TestEngine.ts"

/** What only requests over HTTP and the console meet. */
const overHttpOnly: ReadonlySet<string> = new Set(
  `InvalidJson UnsupportedMediaType RequestTooLarge RequestAborted UnknownEndpoint MethodNotAllowed RateLimited
  IdempotencyKeyConflict InternalFailure MissingApiKey InvalidApiKey LiveKeyInSandbox TestKeyInProduction InvalidRegion
  InvalidVersion MissingAuthorization InvalidToken GrantRefused ClockMoveMissing
  ClockMoveRefused HeldInOutage OutsideHours DateOutOfRange`.split(/\s+/)
)

const plugins = [
  { name: "cards", index: { ...cards, ...cardsTesting }, codes: cardsCodes },
  { name: "bank", index: bank, codes: bankCodes }
]

describe("a refusal in process", () => {
  it.each(plugins)("of $name is of a class that hosts are given", ({ codes, index }) => {
    const given: Readonly<Record<string, unknown>> = { ...core, ...index }
    const tags = Object.keys(codes).filter((tag) => !overHttpOnly.has(tag))
    expect(tags.length).toBeGreaterThan(20)
    expect(tags.filter((tag) => typeof given[tag] !== "function")).toEqual([])
  })

  it("has a message, in the words of its plugin", async () => {
    const engine = await TestEngine.make({
      plugins: [cards.cards({ mode: "sandbox" }), bank.bank({ mode: "sandbox" })],
      log: false
    })
    onTestFinished(() => engine.close())
    const shop = await engine.caller({ principal: cards.testAccount("acct_host") })
    const client = await engine.caller({ principal: bank.clientPrincipal(bank.testClient) })
    const reader = await engine.caller({ principal: bank.clientPrincipal({ ...bank.testClient, scopes: [] }) })
    const order = { amountMinor: 1, currency: "usd", paymentMethod: "pm_card_visa" } as const
    const refused: ReadonlyArray<readonly [() => Promise<unknown>, string]> = [
      [() => engine.call(cards.payments.retrieve(shop, "pay_none")), "There is no such payment"],
      [() => engine.call(cards.payments.create(shop, order)), "amountMinor must be at least 50"],
      [() => engine.call(cards.customers.list(shop, {}, { cursor: "x" })), "This cursor is not one of this list"],
      [() => engine.call(bank.payments.retrieve(client, "pay_none")), "There is no such payment"],
      [() => engine.call(bank.payments.list(reader)), "This needs the scope payments:read"]
    ]
    for (const [call, message] of refused) {
      const refusal = await call().catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(Error)
      expect((refusal as Error).message).toContain(message)
      // Whoever logs it sees the message, too.
      expect(inspect(refusal)).toContain(message)
    }
    await engine.close()
    await expect(engine.call(bank.payments.list(client)).catch(inspect)).resolves.toContain("The engine is closed")
  })

  it("has the words of the documentation service, too", async () => {
    const engine = await TestEngine.make({ plugins: [docs()], log: false })
    onTestFinished(() => engine.close())
    const events = engine.events({ plugin: "docs", after: "nothing" })[Symbol.asyncIterator]()
    await expect(events.next()).rejects.toThrow("This cursor is not one of this list")
  })

  it("is a value of attempt, whose tags a switch exhausts", async () => {
    const engine = await TestEngine.make({ plugins: [cards.cards({ mode: "sandbox" })], log: false })
    onTestFinished(() => engine.close())
    const shop = await engine.caller({ principal: cards.testAccount("acct_host") })
    const find = async (id: string): Promise<string> => {
      const found = await engine.attempt(cards.payments.retrieve(shop, id))
      if (found.ok) return found.value.id
      switch (found.error._tag) {
        case "PaymentNotFound":
          return found.error.message
        case "StoreUnavailable":
          return found.error.reason
        default:
          // Does not compile when a refusal is left over.
          return found.error satisfies never
      }
    }
    expect(await find("pay_none")).toContain("There is no such payment")
    const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
    const { id } = await engine.call(cards.payments.create(shop, order))
    expect(await find(id)).toBe(id)
  })

  it("is EngineClosed once the engine is closed", async () => {
    const engine = await TestEngine.make({ plugins: [cards.cards({ mode: "sandbox" })], log: false })
    const shop = await engine.caller({ principal: cards.testAccount("acct_host") })
    await engine.close()
    await expect(engine.call(cards.payments.list(shop))).rejects.toThrow(core.EngineClosed)
    await expect(engine.caller({ principal: shop.principal })).rejects.toThrow(core.EngineClosed)
  })
})
