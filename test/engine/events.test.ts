/** Events as an async iterable: in the order of their commits, live, and from a cursor on. */
import { describe, expect, it, onTestFinished } from "vitest"
import { eventData } from "../../plugins/cards/api.ts"
import { cards, payments, testAccount } from "../../plugins/cards/index.ts"
import { EngineClosed, type EngineEvent } from "../../src/index.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"

const start = async () => {
  const engine = await TestEngine.make({ plugins: [cards({ mode: "sandbox" })], log: false })
  onTestFinished(() => engine.close())
  const caller = await engine.caller({ principal: testAccount("acct_host") })
  const pay = () =>
    engine.call(payments.create(caller, { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" }))
  return { engine, pay }
}

/** The first so many events. */
const first = async <Event>(count: number, events: AsyncIterable<Event>): Promise<ReadonlyArray<Event>> => {
  const found: Array<Event> = []
  for await (const event of events) {
    found.push(event)
    if (found.length === count) break
  }
  return found
}

const typesOf = (events: ReadonlyArray<Pick<EngineEvent, "type">>) => events.map(({ type }) => type)

describe("the events of an engine", () => {
  it("come in the order of their commits, with what they hold, and go on behind a cursor", async () => {
    const { engine, pay } = await start()
    const { id } = await pay()
    const found = await first(2, engine.events({ plugin: "cards" }))
    expect(found).toMatchObject([
      { type: "payment.created", resource: id, account: "acct_host", mode: "test", data: { id } },
      { type: "payment.succeeded", resource: id }
    ])
    const later = await pay()
    const rest = await first(2, engine.events({ plugin: "cards", after: found[0]!.cursor }))
    expect(rest.map(({ resource }) => resource)).toEqual([id, later.id])
    expect(rest[0]!.id).toBe(found[1]!.id)
  })

  it("wait for what is still to come, and may be told apart by their types", async () => {
    const { engine, pay } = await start()
    await pay()
    const { "payment.succeeded": succeeded } = eventData
    const events = engine.events({ plugin: "cards", after: "now", types: { "payment.succeeded": succeeded } })
    const iterator = events[Symbol.asyncIterator]()
    const next = iterator.next()
    // Once a second reader has been answered, the first one has found its place.
    await first(1, engine.events({ plugin: "cards" }))
    const { id } = await pay()
    const { value } = await next
    expect(value).toMatchObject({ type: "payment.succeeded", resource: id })
    // The types of what it holds are those of the schema.
    const amount: number | undefined = value?.data.amount
    expect(amount).toBe(2000)
  })

  it("end when the signal is aborted, and when the engine closes", async () => {
    const { engine, pay } = await start()
    await pay()
    const controller = new AbortController()
    const all = async (signal?: AbortSignal) => {
      const found: Array<EngineEvent> = []
      for await (const event of engine.events({ plugin: "cards", ...(signal && { signal }) })) {
        found.push(event)
        if (found.length === 2) controller.abort()
      }
      return found
    }
    expect(typesOf(await all(controller.signal))).toHaveLength(2)
    const whole = all()
    await first(2, engine.events({ plugin: "cards" }))
    await engine.close()
    expect(typesOf(await whole)).toEqual(["payment.created", "payment.succeeded"])
    await expect(first(1, engine.events({ plugin: "cards" }))).rejects.toThrow(EngineClosed)
  })

  it("are refused for a plugin that is missing, and behind a cursor that is none", async () => {
    const { engine } = await start()
    await expect(first(1, engine.events({ plugin: "bank" }))).rejects.toMatchObject({ _tag: "PluginMissing" })
    for (const after of ["", "12", "nowhere:3", "us-east-1:x", "eu-west-1:1"]) {
      await expect(first(1, engine.events({ plugin: "cards", after }))).rejects.toMatchObject({ _tag: "InvalidCursor" })
    }
  })
})
