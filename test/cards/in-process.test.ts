import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import {
  bankAccounts,
  customers,
  paymentMethods,
  payments,
  refunds,
  testAccount,
  webhookEndpoints
} from "../../plugins/cards/index.ts"
import { tablesText } from "../store/onSqlite.ts"
import { startHost } from "./host.ts"

const start = async () => {
  const { engine } = await startHost({ engine: { allowLoopbackWebhooks: true } })
  const principal = testAccount("acct_host")
  const caller = await engine.caller({ principal })
  const under = (idempotencyKey: string) => engine.caller({ principal, idempotencyKey })
  return { engine, caller, under }
}

const card = { number: "4242424242424242", expMonth: 12, expYear: 2030, cvc: "123" } as const

/** Where the issues of a refused call are. */
const pathsOf = async (refused: Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const failure: any = await refused.then(
    () => expect.unreachable("nothing was refused"),
    (error: unknown) => error
  )
  expect(failure).toMatchObject({ _tag: "InvalidParameters" })
  return failure.issues.map(({ path }: { readonly path: ReadonlyArray<string> }) => path.join("."))
}

describe("cards in process", () => {
  it("keeps customers: created, found, changed and deleted", async () => {
    const { caller, engine } = await start()
    const made = await engine.call(
      customers.create(caller, { email: "a@example.com", name: "Ann Example", address: { postalCode: "10001" } })
    )
    expect(made).toMatchObject({ name: "Ann Example", address: { postalCode: "10001" } })
    expect(await engine.call(customers.retrieve(caller, made.id))).toEqual(made)
    const changed = await engine.call(customers.update(caller, made.id, { name: null, metadata: { orderNo: "7" } }))
    expect(changed).toMatchObject({ name: null, metadata: { orderNo: "7" }, email: "a@example.com" })
    expect((await engine.call(customers.list(caller, { email: "a@example.com" }))).data).toMatchObject([changed])
    await engine.call(customers.remove(caller, made.id))
    await expect(engine.call(customers.retrieve(caller, made.id))).rejects.toMatchObject({ _tag: "CustomerNotFound" })
  })

  it("tokenizes cards and bank accounts, attaches and detaches them", async () => {
    const { caller, engine } = await start()
    const { id: customer } = await engine.call(customers.create(caller, { email: "a@example.com" }))
    const made = await engine.call(paymentMethods.create(caller, { type: "card", card, client: { deviceId: "d1" } }))
    expect(made).toMatchObject({ type: "card", card: { last4: "4242" }, client: { deviceId: "d1" } })
    expect(await engine.call(paymentMethods.attach(caller, made.id, { customer }))).toMatchObject({ customer })
    expect((await engine.call(paymentMethods.list(caller, { customer }))).data).toHaveLength(1)
    expect(await engine.call(paymentMethods.detach(caller, made.id))).toMatchObject({ customer: null })
    const usBankAccount = { routingNumber: "110000000", accountNumber: "000123456789" }
    expect(
      await engine.call(paymentMethods.create(caller, { type: "us_bank_account", usBankAccount, customer }))
    ).toMatchObject({ usBankAccount: { last4: "6789" }, customer })
  })

  it("keeps no number that was entered, also under an idempotency key", async () => {
    const { engine, under } = await start()
    const make = async (number: string) =>
      engine.call(paymentMethods.create(await under("card"), { type: "card", card: { ...card, number } }))
    const made = await make(card.number)
    expect(await make(card.number)).toEqual(made)
    // Another card is another call, although no number is kept to compare it with.
    await expect(make("5555555555554444")).rejects.toMatchObject({ _tag: "IdempotencyKeyReused" })
    const { store } = await under("other")
    const tables = await engine.call(store.read<{ readonly name: string }>(tablesText, []))
    const rows = tables.map(({ name }) => engine.call(store.read(`SELECT * FROM ${name}`, [])))
    const text = inspect(await Promise.all(rows), { depth: null, maxArrayLength: null, maxStringLength: null })
    expect(text).toContain(made.id)
    for (const secret of [card.number, "5555555555554444"]) expect(text).not.toContain(secret)
  })

  it("adds bank accounts of customers, and counts a wrong try to verify one once under a key", async () => {
    const { caller, engine, under } = await start()
    const { id: customer } = await engine.call(customers.create(caller, { email: "a@example.com" }))
    const account = await engine.call(
      bankAccounts.create(caller, {
        customer,
        country: "US",
        currency: "usd",
        accountHolderName: "Ann Example",
        routingNumber: "110000000",
        accountNumber: "000123456789"
      })
    )
    expect(account).toMatchObject({ last4: "6789", status: "pending_verification" })
    const guess = async () => engine.call(bankAccounts.verify(await under("guess"), account.id, { amounts: [1, 2] }))
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(guess()).rejects.toMatchObject({ _tag: "BankAccountRefused", code: "parameter_invalid" })
    }
    expect(await engine.call(bankAccounts.retrieve(caller, account.id))).toMatchObject({ failedVerifications: 1 })
    const amounts = [32, 45]
    expect(await engine.call(bankAccounts.verify(caller, account.id, { amounts }))).toMatchObject({
      status: "verified"
    })
    expect((await engine.call(bankAccounts.list(caller, { customer }))).data).toHaveLength(1)
    await engine.call(bankAccounts.remove(caller, account.id))
    expect((await engine.call(bankAccounts.list(caller))).data).toEqual([])
  })

  it("names the option that would allow a webhook to this machine, to the host and not to its clients", async () => {
    const { ask, engine } = await startHost()
    const caller = await engine.caller({ principal: testAccount("acct_host") })
    const words = (url: string): Promise<string> =>
      engine.call(webhookEndpoints.create(caller, { url, enabledEvents: ["*"] })).then(
        () => expect.unreachable("nothing was refused"),
        ({ message }: Error) => message
      )
    const option = "allowLoopbackWebhooks of createEngine"
    for (const url of ["http://127.0.0.1:4010/hooks", "http://localhost/hooks", "https://[::1]/hooks"])
      expect(await words(url)).toContain(option)
    for (const url of ["http://shop.example.com/hooks", "https://10.0.0.1/hooks", "https://127.0.0.1/4242424242424242"])
      expect(await words(url)).not.toContain(option)
    const { body } = await ask("POST", "/v2/webhook_endpoints", {
      url: "http://localhost/hooks",
      enabled_events: ["*"]
    })
    expect(body.error.message).toBe("url must use https")
  })

  it("refuses what is no command and no filter: programs without types leave them out", async () => {
    const { caller, engine } = await start()
    for (const none of [null, "pm_card_visa"])
      for (const call of [refunds.create, customers.create, bankAccounts.list, refunds.list])
        expect(await pathsOf(engine.call((call as any)(caller, none)))).toEqual([""])
    for (const none of [payments.list(caller, null as never), payments.list(caller, {}, null as never)])
      expect(await pathsOf(engine.call(none))).toEqual([""])
  })

  it("registers webhook endpoints, whose secret a repetition gives again", async () => {
    const { caller, engine, under } = await start()
    const command = { url: "http://127.0.0.1:4010/hooks", enabledEvents: ["payment.succeeded"] } as const
    const register = async () => engine.call(webhookEndpoints.create(await under("hook"), command))
    const made = await register()
    const secret: string = made.secret
    expect(secret).toMatch(/^whsec_/)
    expect(await register()).toEqual(made)
    const { id } = made.endpoint
    expect((await engine.call(webhookEndpoints.list(caller))).data).toMatchObject([made.endpoint])
    const changed = await engine.call(webhookEndpoints.update(caller, id, { status: "disabled" }))
    expect(changed.endpoint).toMatchObject({ status: "disabled", url: command.url })
    const { secret: another }: { readonly secret: string } = await engine.call(
      webhookEndpoints.rotateSecret(caller, id)
    )
    expect(another).not.toBe(secret)
    await engine.call(webhookEndpoints.update(caller, id, { status: "enabled" }))
    const from = new Date(0)
    expect(await engine.call(webhookEndpoints.replay(caller, id, { from }))).toMatchObject({ from: 0, events: 0 })
    expect((await engine.call(webhookEndpoints.deliveries(caller, id))).data).toEqual([])
    await expect(engine.call(webhookEndpoints.retryDelivery(caller, "wd_none"))).rejects.toMatchObject({
      _tag: "DeliveryNotFound"
    })
    await engine.call(webhookEndpoints.remove(caller, id))
    await expect(engine.call(webhookEndpoints.retrieve(caller, id))).rejects.toMatchObject({ _tag: "EndpointNotFound" })
  })

  it("tells what is wrong with a command in the names of the command", async () => {
    const { caller, engine } = await start()
    const order = { amountMinor: 1, currency: "usd", paymentMethod: "", returnUrl: "nowhere" } as const
    expect(await pathsOf(engine.call(payments.create(caller, order, { returnUrl: "nowhere" })))).toEqual([
      "amountMinor"
    ])
    expect(await pathsOf(engine.call(payments.create(caller, { ...order, amountMinor: 50 })))).toEqual([
      "paymentMethod"
    ])
    // What is missing has no name that was written: it gets the one that could have been.
    expect(await pathsOf(engine.call(payments.create(caller, { currency: "usd" } as never)))).toEqual(["amountMinor"])
    expect(await pathsOf(engine.call(refunds.create(caller, { paymentId: "" })))).toEqual(["paymentId"])
    const address = { postalCode: "1".repeat(21) }
    expect(await pathsOf(engine.call(customers.create(caller, { email: "a@example.com", address })))).toEqual([
      "address.postalCode"
    ])
    const metadata = { own_name: 7 } as never
    expect(await pathsOf(engine.call(customers.create(caller, { email: "a@example.com", metadata })))).toEqual([
      "metadata.own_name"
    ])
    expect(await pathsOf(engine.call(paymentMethods.create(caller, { type: "us_bank_account" } as never)))).toEqual([
      "usBankAccount"
    ])
    expect(await pathsOf(engine.call(customers.list(caller, {}, { limit: 101 })))).toEqual(["limit"])
  })
})
