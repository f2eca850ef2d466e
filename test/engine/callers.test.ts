/** Operations that are handed the caller of another plugin: they may not even have their tables. */
import { createEngine, type Plugin } from "bursar"
import { bank, clientPrincipal, payments as transfers, simulator, testClient } from "bursar/bank"
import { cards, payments, testAccount } from "bursar/cards"
import { docs, projects } from "bursar/docs"
import { sqlite } from "bursar/sqlite"
import { expect, it } from "vitest"

const start = async (plugin: Plugin) => createEngine({ plugins: [plugin], store: sqlite(":memory:"), log: false })

const sentence = (plugin: string, given: string) =>
  `This operation is of the plugin "${plugin}" and its caller of "${given}": ` +
  `make one with await engine.caller and a principal of "${plugin}"`

it("are refused with a sentence where the engine has only the other plugin", async () => {
  const engine = await start(cards())
  const caller = await engine.caller({ principal: testAccount("acct_shop"), idempotencyKey: "k" })
  const calls = [
    [() => engine.call(transfers.list(caller)), "bank"],
    [() => engine.call(transfers.cancel(caller, "pmt_inst_1")), "bank"],
    [() => engine.call(simulator.listMessages(caller)), "bank"],
    [() => engine.call(projects.create(caller, { name: "Widgets" })), "docs"],
    [() => engine.call(projects.retrieve(caller, "prj_1")), "docs"]
  ] as const
  for (const [call, plugin] of calls) await expect(call()).rejects.toThrow(sentence(plugin, "cards"))
  await engine.close()
})

it("are refused so where they are none, such as a promise that nobody awaited", async () => {
  const engine = await start(cards())
  for (const none of [engine.caller({ principal: testAccount("acct_shop") }), {}, undefined]) {
    const call = () =>
      payments.create(none as never, { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" })
    await expect(engine.call(call())).rejects.toThrow(sentence("cards", "no plugin"))
  }
  await engine.close()
})

it("are made of a principal, in a region that there is", async () => {
  const engine = await start(cards())
  const principal = testAccount("acct_shop")
  const made = (on: unknown) => engine.caller(on as Parameters<typeof engine.caller>[0])
  const { scopes: _, ...scopeless } = principal
  for (const wrong of [
    undefined,
    "acct_shop",
    {},
    { plugin: "cards" },
    { ...principal, account: undefined },
    scopeless
  ])
    await expect(made({ principal: wrong })).rejects.toThrow("A caller needs a principal with a plugin, an account")
  for (const region of ["mars", "../us-east-1"])
    await expect(made({ principal, region })).rejects.toThrow(/there is no region .* one of us-east-1, eu-west-1/)
  expect((await made({ principal, region: "eu-west-1" })).store.name).toBe("eu-west-1")
  await engine.close()
})

it("are refused so where reads are loaded later, too, and where the engine has both", async () => {
  const engine = await start(docs())
  const caller = await engine.caller({ principal: { ...testAccount("acct_shop"), plugin: "docs" } })
  await expect(engine.call(payments.retrieve(caller, "pay_1"))).rejects.toThrow(sentence("cards", "docs"))
  await engine.close()

  const both = await createEngine({ plugins: [bank(), cards()], store: sqlite(":memory:"), log: false })
  const client = await both.caller({ principal: clientPrincipal(testClient) })
  const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
  for (const call of [() => both.call(payments.create(client, order)), () => both.call(payments.list(client))])
    await expect(call()).rejects.toThrow(sentence("cards", "bank"))
  await both.close()
})

it("have nothing beside, and a key that is a text: a repeated call would have its effect twice", async () => {
  const engine = await start(cards())
  const principal = testAccount("acct_shop")
  const made = (on: unknown) => engine.caller(on as Parameters<typeof engine.caller>[0])
  await expect(made({ principal, idempotencykey: "order-1" })).rejects.toThrow("A caller has no option idempotencykey")
  const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
  for (const idempotencyKey of [null, 7]) {
    const call = engine.call(payments.create(await made({ principal, idempotencyKey }), order))
    await expect(call).rejects.toMatchObject({ _tag: "InvalidIdempotencyKey" })
  }
  await engine.close()
})

it("are refused so where another engine of the process made them: its books would have what this one does", async () => {
  const [one, other] = [await start(cards()), await start(cards())]
  const caller = await one.caller({ principal: testAccount("acct_shop"), region: "eu-west-1" })
  const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
  for (const call of [() => other.call(payments.create(caller, order)), () => other.call(payments.list(caller))])
    await expect(call()).rejects.toThrow(sentence("cards", "another engine"))
  expect((await one.call(payments.create(caller, order))).state).toBe("captured")
  await Promise.all([one.close(), other.close()])
})
