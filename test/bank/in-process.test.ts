/** What a host does with payments, requests and webhooks without HTTP. */
import { describe, expect, it } from "vitest"
import {
  administration,
  adminPrincipal,
  clientPrincipal,
  holds,
  payments,
  requestsForPayment,
  testClient,
  webhooks
} from "../../plugins/bank/index.ts"
import { beneficiary, originator, startHost, startOfTests } from "./host.ts"

const from = { ...originator, accountType: "checking" } as const
const to = { ...beneficiary, accountType: "checking" } as const

const start = async () => {
  const { admin, ask, engine } = await startHost({ engine: { allowLoopbackWebhooks: true } })
  const principal = clientPrincipal(testClient)
  const caller = await engine.caller({ principal })
  const under = (idempotencyKey: string) => engine.caller({ principal, idempotencyKey })
  return { admin, ask, engine, caller, under }
}

const instant = { amountCents: 125_000, originator: from, beneficiary: to, referenceId: "INV-42" } as const

const ach = {
  direction: "credit",
  amountCents: 5_000,
  secCode: "PPD",
  originator: from,
  receiver: { ...to, accountNumber: "9000000000" }
} as const

describe("bank in process", () => {
  it("sends instant payments once per key, shows and lists them", async () => {
    const { ask, caller, engine, under } = await start()
    const send = async () => engine.call(payments.createInstant(await under("one"), instant))
    const sent = await send()
    expect(sent).toMatchObject({ status: "settled", amountCents: 125_000, kind: "instant" })
    expect(await send()).toEqual(sent)
    expect(await engine.call(payments.retrieve(caller, sent.id))).toEqual(sent)
    expect((await engine.call(payments.list(caller, { referenceId: "INV-42" }))).data).toHaveLength(1)
    // It is the payment that HTTP shows.
    expect((await ask("GET", `/v2/payments/instant/${sent.id}`)).body.data).toMatchObject({ status: "settled" })
    await expect(
      engine.call(payments.createInstant(await under("one"), { ...instant, amountCents: 1 }))
    ).rejects.toMatchObject({ _tag: "IdempotencyKeyReused" })
  })

  it("refuses an amount by both of its names: that of a body that a host hands on would count", async () => {
    const { engine, under } = await start()
    const body = { ...JSON.parse('{"amount":100}') }
    const refused = { _tag: "InvalidParameters", issues: [{ path: ["amountCents"] }] }
    const both = payments.createInstant(await under("one"), { ...body, ...instant })
    await expect(engine.call(both)).rejects.toMatchObject(refused)
    const entry = payments.createAch(await under("two"), { ...body, ...ach })
    await expect(engine.call(entry)).rejects.toMatchObject(refused)
    const wire = { network: "fedwire", amountMinor: 500, originator: from, beneficiary: to } as const
    await expect(engine.call(payments.createWire(await under("three"), { ...body, ...wire }))).rejects.toThrow(
      "amountMinor must be given once: amount is another name of it"
    )
    const big = payments.createInstant(await under("five"), { ...instant, amountCents: 5n as never })
    await expect(engine.call(big)).rejects.toThrow("amountCents must be")
    const once = payments.createInstant(await under("four"), { ...body, ...instant, amount: undefined })
    expect(await engine.call(once)).toMatchObject({ amountCents: 125_000 })
  })

  it("creates ACH entries and wires, and cancels what has not left", async () => {
    const { caller, engine, under } = await start()
    const entry = await engine.call(payments.createAch(await under("ach"), ach))
    expect(entry).toMatchObject({ kind: "ach", status: "queued" })
    expect(await engine.call(payments.cancel(caller, entry.id))).toMatchObject({ status: "cancelled" })
    const address = { ...from.address, country: "US" }
    const wire = {
      network: "fedwire",
      amountMinor: 500_000,
      originator: { ...from, address },
      beneficiary: { ...to, address }
    } as const
    const made = await engine.call(payments.createWire(await under("wire"), wire))
    expect(made).toMatchObject({ kind: "wire", rail: "fedwire" })
    expect((await engine.call(payments.list(caller, { kind: "wire" }))).data).toHaveLength(1)
    expect((await engine.call(payments.list(caller))).data).toHaveLength(2)
  })

  it("asks a settled payment back", async () => {
    const { caller, engine, under } = await start()
    const sent = await engine.call(payments.createInstant(await under("sent"), instant))
    const asked = await engine.call(
      payments.requestReturn(await under("back"), sent.id, { reasonCode: "DUPL", amountCents: 100 })
    )
    expect(asked).toMatchObject({ paymentId: sent.id, requestedAmountCents: 100 })
    expect(await engine.call(payments.retrieveReturnRequest(caller, sent.id, asked.id))).toMatchObject({ id: asked.id })
  })

  it("sends requests for payment, and takes them back", async () => {
    const { caller, engine } = await start()
    const made = await engine.call(
      requestsForPayment.create(caller, { rail: "rtp", amountCents: 9_900, payee: from, payer: to })
    )
    expect(made).toMatchObject({ amountCents: 9_900, rail: "rtp" })
    expect(await engine.call(requestsForPayment.retrieve(caller, made.id))).toMatchObject({ id: made.id })
    expect(await engine.call(requestsForPayment.cancel(caller, made.id))).toMatchObject({ status: "cancelled" })
    expect((await engine.call(requestsForPayment.list(caller, { status: "cancelled" }))).data).toHaveLength(1)
  })

  it("keeps webhooks", async () => {
    const { caller, engine, under } = await start()
    const register = async () =>
      engine.call(webhooks.register(await under("hook"), { url: "https://client.example/hooks", events: ["*"] }))
    const made = await register()
    expect(made.secret).toBeTypeOf("string")
    expect(await register()).toEqual(made)
    const { id } = made.endpoint
    expect((await engine.call(webhooks.update(caller, id, { enabled: false }))).endpoint).toMatchObject({
      status: "disabled"
    })
    expect((await engine.call(webhooks.list(caller))).data).toMatchObject([{ id }])
    await engine.call(webhooks.remove(caller, id))
    await expect(engine.call(webhooks.retrieve(caller, id))).rejects.toMatchObject({ _tag: "EndpointNotFound" })
  })

  it("refuses a client that was deactivated, as its keys are refused", async () => {
    const { admin, caller, engine, under } = await start()
    const sent = await engine.call(payments.createInstant(await under("before"), instant))
    await admin("PATCH", `/v2/admin/clients/${testClient.clientId}`, { active: false })
    const refused = { _tag: "ClientDeactivated", message: "The client is deactivated" }
    await expect(engine.call(payments.retrieve(caller, sent.id))).rejects.toMatchObject(refused)
    await expect(engine.call(payments.createInstant(await under("after"), instant))).rejects.toMatchObject(refused)
    await admin("PATCH", `/v2/admin/clients/${testClient.clientId}`, { active: true })
    expect(await engine.call(payments.retrieve(caller, sent.id))).toMatchObject({ id: sent.id })
  })

  it("refuses what HTTP refuses: other scopes, no key for money, bodies that do not fit", async () => {
    const { caller, engine, under } = await start()
    const reader = await engine.caller({
      principal: clientPrincipal({ ...testClient, scopes: ["payments:read"] }),
      idempotencyKey: "reader"
    })
    const lacking = (scope: string) => ({ _tag: "InsufficientScope", scope })
    await expect(engine.call(payments.createInstant(reader, instant))).rejects.toMatchObject(lacking("payments:write"))
    await expect(engine.call(requestsForPayment.list(reader))).rejects.toMatchObject(lacking("rfp:read"))
    await expect(engine.call(webhooks.list(reader))).rejects.toMatchObject(lacking("webhooks:manage"))
    expect((await engine.call(payments.list(reader))).data).toEqual([])
    for (const moving of [payments.createInstant(caller, instant), payments.createAch(caller, ach)]) {
      await expect(engine.call(moving as never)).rejects.toMatchObject({ _tag: "IdempotencyKeyMissing" })
    }
    const refused = async (call: Promise<unknown>) => (await call.catch((error: unknown) => error)) as any
    const wrong = await refused(engine.call(payments.createInstant(await under("w"), { ...instant, amountCents: 0.5 })))
    expect(wrong).toMatchObject({ _tag: "InvalidParameters", issues: [{ path: ["amountCents"] }] })
    const entry = await refused(engine.call(payments.createAch(await under("a"), { ...ach, amountCents: 0.5 })))
    expect(entry).toMatchObject({ _tag: "InvalidParameters", issues: [{ path: ["amountCents"] }] })
    // Rules that go across fields hold here, too.
    const late = { rail: "rtp", amountCents: 1, payee: from, payer: to, dueDate: "2020-01-01" } as const
    const past = await refused(engine.call(requestsForPayment.create(caller, late)))
    expect(past).toMatchObject({ _tag: "InvalidParameters", issues: [{ path: ["dueDate"] }] })
    expect(startOfTests > late.dueDate).toBe(true)
  })
})

describe("lists in process", () => {
  it("refuse a page among their filters, and filters that no request could have", async () => {
    const { caller, engine, under } = await start()
    const admin = await engine.caller({ principal: adminPrincipal() })
    const { id } = await engine.call(payments.createInstant(await under("one"), instant))
    const since = (createdFrom: number) => engine.call(payments.list(caller, { createdFrom, kind: "instant" }))
    const [listed] = (await since(0)).data
    expect(listed!.id).toBe(id)
    expect((await since(listed!.createdAt + 1)).data).toEqual([])
    const of = (filter: object) => filter as never
    const asked = [
      [payments.list(caller, of({ limit: 10 })), "limit"],
      [payments.list(caller, of({ createdTo: "soon" })), "createdTo"],
      [requestsForPayment.list(caller, of({ cursor: "next" })), "cursor"],
      [holds.list(admin, of({ status: "pending" })), "status"],
      [administration.listAlerts(admin, of({ status: "closed" })), "status"],
      [administration.listAuditEntries(admin, of({ limit: 10 })), "limit"]
    ] as const
    for (const [list, field] of asked) {
      const refused = { _tag: "InvalidParameters", issues: [{ path: [field] }] }
      await expect(engine.call(list as never), field).rejects.toMatchObject(refused)
    }
  })
})
