/** What callers in process do besides sending payments: officers, administrators, and the simulated networks. */
import { describe, expect, it } from "vitest"
import {
  adminPrincipal,
  administration,
  approvalRules,
  approvals,
  batches,
  clientPrincipal,
  clients,
  deliveries,
  holds,
  networkMessages,
  participants,
  payments,
  requestsForPayment,
  routing,
  simulator,
  testClient,
  tokens,
  webhooks
} from "../../plugins/bank/index.ts"
import type { CallerShape } from "../../src/plugin.ts"
import { beneficiary, freshKey, originator, startHost } from "./host.ts"

const from = { ...originator, accountType: "checking" } as const
const to = { ...beneficiary, accountType: "checking" } as const
const instant = { amountCents: 125_000, originator: from, beneficiary: to } as const

const start = async () => {
  const { ask, engine } = await startHost()
  const principal = clientPrincipal(testClient)
  const admin = await engine.caller({ principal: adminPrincipal() })
  const officer = await engine.caller({ principal: adminPrincipal({ person: "officer-1" }) })
  const caller = await engine.caller({ principal })
  const pay = async (command: Parameters<typeof payments.createInstant>[1] = instant) =>
    engine.call(payments.createInstant(await engine.caller({ principal, idempotencyKey: freshKey() }), command))
  /** Makes a call twice under one key, and gives what both came to. */
  const twice = async <A>(make: (keyed: CallerShape) => Promise<A>, by = adminPrincipal()): Promise<A> => {
    const on = { principal: by, idempotencyKey: freshKey() }
    const first = await make(await engine.caller(on))
    expect(await make(await engine.caller(on))).toEqual(first)
    return first
  }
  return { admin, ask, caller, engine, officer, pay, principal, twice }
}

const refusedWith = (tag: string) => ({ _tag: tag })

describe("officers in process", () => {
  it("release and reject holds, once per key, and add exceptions", async () => {
    const { admin, caller, engine, pay, twice } = await start()
    await engine.call(simulator.setScreening(admin, { status: "down" }))
    const [first, second] = [await pay(), await pay()]
    expect([first.status, second.status]).toEqual(["held", "held"])
    const waiting = await engine.call(holds.list(admin, { status: "open" }))
    expect(waiting.data).toHaveLength(2)
    const holdOf = (paymentId: string) => waiting.data.find((hold) => hold.paymentId === paymentId)!.id
    await engine.call(simulator.setScreening(admin, { status: "up" }))
    const released = await twice((keyed) => engine.call(holds.release(keyed, holdOf(first.id), { note: "Known" })))
    expect(released).toMatchObject({ status: "released", note: "Known", decidedBy: "admin" })
    const rejected = await twice((keyed) => engine.call(holds.reject(keyed, holdOf(second.id), { note: "Unknown" })))
    expect(await engine.call(holds.retrieve(admin, rejected.id))).toEqual(rejected)
    expect(await engine.call(payments.retrieve(caller, second.id))).toMatchObject({ status: "rejected" })
    await expect(engine.call(holds.release(admin, rejected.id, { note: "Late" }))).rejects.toMatchObject(
      refusedWith("StateConflict")
    )
    await expect(engine.call(holds.retrieve(admin, "hold_none"))).rejects.toMatchObject(refusedWith("HoldNotFound"))
    const exception = { screenedValue: "Jane Roe", listEntryId: "ofac-1", reason: "Another person" }
    expect(await twice((keyed) => engine.call(holds.addException(keyed, exception)))).toMatchObject({
      ...exception,
      createdBy: "admin",
      expiresAt: null
    })
  })

  it("approve payments in pairs, once each, and refuse them", async () => {
    const { admin, caller, engine, officer, pay, twice } = await start()
    const rule = { priority: 1, when: { minAmount: 100_000 }, verdict: "human", approvers: 2 } as const
    const made = await twice((keyed) => engine.call(approvalRules.create(keyed, rule)))
    expect(made).toMatchObject({ verdict: "human", approvers: 2 })
    const [first, second] = [await pay(), await pay()]
    expect((await engine.call(approvals.list(admin))).data.map(({ id }) => id)).toEqual([second.id, first.id])
    const one = await twice((keyed) => engine.call(approvals.approve(keyed, first.id)), officer.principal)
    expect(one).toMatchObject({ status: "pending_approval" })
    const other = await engine.caller({ principal: adminPrincipal({ person: "officer-2" }) })
    await engine.call(approvals.approve(other, first.id, { note: "Known" }))
    await engine.drain()
    expect(await engine.call(payments.retrieve(caller, first.id))).toMatchObject({ status: "settled" })
    const ended = await twice((keyed) => engine.call(approvals.reject(keyed, second.id, { note: "No" })))
    expect(ended).toMatchObject({ status: "rejected" })
    await expect(engine.call(approvals.approve(caller, first.id))).rejects.toMatchObject(
      refusedWith("SelfApprovalForbidden")
    )
    await expect(engine.call(approvals.reject(admin, "pay_none"))).rejects.toMatchObject(refusedWith("PaymentNotFound"))
    const replaced = await twice((keyed) =>
      engine.call(approvalRules.replace(keyed, made.id, { priority: 2, verdict: "auto" }))
    )
    expect(await engine.call(approvalRules.list(admin))).toEqual([replaced])
    await twice((keyed) => engine.call(approvalRules.remove(keyed, made.id)))
    await expect(engine.call(approvalRules.remove(admin, made.id))).rejects.toMatchObject(refusedWith("ObjectNotFound"))
  })
})

describe("administrators in process", () => {
  it("keep clients, whose secrets are given once, and issue their tokens", async () => {
    const { admin, ask, engine, twice } = await start()
    const made = await twice((keyed) =>
      engine.call(clients.create(keyed, { name: "Acme", scopes: ["payments:read"], limits: { daily: 100 } }))
    )
    expect(made.client).toMatchObject({ name: "Acme", limits: { daily: 100, perTransaction: null } })
    expect(Object.keys(made.client).filter((name) => /lookup/i.test(name))).toEqual([])
    const { id } = made.client
    expect(await engine.call(clients.retrieve(admin, id))).toEqual(made.client)
    expect((await engine.call(clients.list(admin))).data.map((client) => client.id)).toEqual([id, testClient.clientId])
    const credentials = { clientId: id, clientSecret: made.secrets.clientSecret }
    const issued = await engine.call(tokens.create(admin, credentials))
    expect(issued).toMatchObject({ scopes: ["payments:read"], lifetimeSeconds: 3600 })
    const statusWith = async (token: string) => {
      const headers = { "x-api-key": undefined, authorization: `Bearer ${token}` }
      return (await ask("GET", "/v2/payments/instant", undefined, headers)).status
    }
    expect(await statusWith(issued.token)).toBe(200)
    await expect(engine.call(tokens.create(admin, { ...credentials, scope: "rfp:read" }))).rejects.toMatchObject({
      _tag: "InsufficientScope",
      scope: "rfp:read"
    })
    await twice((keyed) => engine.call(clients.revokeTokens(keyed, id)))
    expect(await statusWith(issued.token)).toBe(401)
    const rotated = await twice((keyed) => engine.call(clients.rotateKey(keyed, id)))
    expect(rotated.secrets.apiKey).not.toBe(made.secrets.apiKey)
    await expect(engine.call(tokens.create(admin, credentials))).rejects.toMatchObject(
      refusedWith("ClientCredentialsRefused")
    )
    expect(await twice((keyed) => engine.call(clients.update(keyed, id, { name: "Acme 2" })))).toMatchObject({
      name: "Acme 2"
    })
    expect(await twice((keyed) => engine.call(clients.remove(keyed, id)))).toMatchObject({ active: false })
    await expect(engine.call(clients.retrieve(admin, "cli_none"))).rejects.toMatchObject(refusedWith("ClientNotFound"))
  })

  it("keep directories of banks, and name what is wrong with one", async () => {
    const { admin, caller, engine, twice } = await start()
    const { routingNumber } = to
    expect(await engine.call(participants.retrieve(caller, routingNumber))).toMatchObject({ routingNumber })
    const before = await engine.call(participants.list(admin))
    const [bank] = before.participants
    const name = "2026-06"
    const replaced = await twice((keyed) => engine.call(participants.replace(keyed, { name, participants: [bank!] })))
    expect(replaced).toMatchObject({ name, entries: 1, version: before.directory.version + 1 })
    await expect(
      engine.call(participants.replace(admin, { name, participants: [bank!, bank!] }))
    ).rejects.toMatchObject({ issues: [{ path: ["participants", "1", "routingNumber"] }] })
    const content = JSON.stringify([{ ...bank, name: "Renamed" }])
    const imported = await twice((keyed) =>
      engine.call(participants.importFile(keyed, { name, format: "json", content }))
    )
    expect(imported).toMatchObject({ version: replaced.version + 1 })
    expect((await engine.call(participants.list(admin))).participants).toMatchObject([{ name: "Renamed" }])
    await expect(engine.call(participants.retrieve(caller, "021000021"))).rejects.toMatchObject(
      refusedWith("ParticipantNotFound")
    )
    const abroad = { bic: "DEUTDEFF", name: "Bank in Frankfurt", status: "active" } as const
    const [kept] = await twice((keyed) => engine.call(participants.keepBics(keyed, { bics: [abroad] })))
    expect(kept).toMatchObject({ bic: "DEUTDEFFXXX", country: "DE" })
    expect(await engine.call(participants.listBics(admin, { after: "DEUTDEFF" }))).toContainEqual(kept)
  })

  it("keep routing rules, and explain the choice of a rail", async () => {
    const { admin, engine, twice } = await start()
    const rule = { priority: 1, when: { minAmount: 100 }, rail: "rtp" } as const
    const made = await twice((keyed) => engine.call(routing.create(keyed, rule)))
    expect(made).toMatchObject({ rail: "rtp", enabled: true })
    const question = {
      amountCents: 5_000,
      originatorRoutingNumber: from.routingNumber,
      beneficiaryRoutingNumber: to.routingNumber
    }
    expect((await engine.call(routing.evaluate(admin, question))).steps[0]).toMatchObject({
      considered: `rule:${made.id}`
    })
    await expect(engine.call(routing.evaluate(admin, { ...question, amountCents: 0.5 }))).rejects.toMatchObject({
      issues: [{ path: ["amountCents"] }]
    })
    const replaced = await twice((keyed) => engine.call(routing.replace(keyed, made.id, { ...rule, enabled: false })))
    expect(await engine.call(routing.list(admin))).toEqual([replaced])
    await twice((keyed) => engine.call(routing.remove(keyed, made.id)))
    await expect(engine.call(routing.remove(admin, made.id))).rejects.toMatchObject(refusedWith("ObjectNotFound"))
  })

  it("see alerts, the audit trail, the books and the lists, and replace places under sanctions", async () => {
    const { admin, engine, pay, twice } = await start()
    const { id } = await pay()
    const [entry] = await engine.call(administration.listLedgerEntries(admin, { paymentId: id }))
    expect(entry).toMatchObject({ source: id, currency: "usd" })
    const { countries } = await engine.call(administration.retrieveScreeningLists(admin))
    const places = [...countries, { country: "AQ", name: "Antarctica", active: true }]
    const replaced = await twice((keyed) =>
      engine.call(administration.replaceScreeningLists(keyed, { countries: places }))
    )
    expect(replaced.countries).toEqual(places)
    const audit = await engine.call(administration.listAuditEntries(admin, { resource: "sanctioned_places" }))
    expect(audit.data).toMatchObject([{ action: "screening_lists.replace" }])
    expect((await engine.call(administration.listAlerts(admin))).data).toEqual([])
    await expect(engine.call(administration.acknowledgeAlert(admin, "alr_none"))).rejects.toMatchObject(
      refusedWith("ObjectNotFound")
    )
    await expect(
      engine.call(administration.resolvePayment(admin, id, { outcome: "failed", note: "By telephone" }))
    ).rejects.toMatchObject(refusedWith("StateConflict"))
  })

  it("acknowledge alerts, and retry deliveries of any client's webhook", async () => {
    const { admin, engine, pay, twice } = await start()
    const made = await twice((keyed) =>
      engine.call(
        webhooks.createForClient(keyed, {
          clientId: testClient.clientId,
          url: "https://client.example/hooks",
          events: ["payment.settled"]
        })
      )
    )
    const { clientId } = testClient
    const rotated = await twice((keyed) => engine.call(webhooks.rotateSecret(keyed, made.endpoint.id, { clientId })))
    const secrets: ReadonlyArray<string> = [made.secret, rotated.secret]
    expect(secrets[1]).not.toBe(secrets[0])
    engine.receiversAnswer(Array.from({ length: 20 }, () => 500))
    await pay()
    await engine.advance("4 days")
    const [failed] = (await engine.call(deliveries.list(admin, { status: "exhausted" }))).data
    expect(failed!.delivery.endpointId).toBe(made.endpoint.id)
    expect(await engine.call(deliveries.retrieve(admin, failed!.delivery.id))).toEqual(failed)
    await expect(engine.call(deliveries.retry(admin, failed!.delivery.id))).rejects.toMatchObject(
      refusedWith("RetryRefused")
    )
    const [alert] = (await engine.call(administration.listAlerts(admin, { status: "open" }))).data
    const seen = await twice((keyed) => engine.call(administration.acknowledgeAlert(keyed, alert!.id)))
    expect(seen).toMatchObject({ id: alert!.id, acknowledgedBy: "admin" })
    await expect(engine.call(deliveries.retry(admin, "whd_none"))).rejects.toMatchObject(
      refusedWith("DeliveryNotFound")
    )
  })
})

describe("clients in process", () => {
  it("whom an administrator stands in for make batches that are nobody else's to approve", async () => {
    const { engine, principal, twice } = await start()
    const rule = { priority: 1, verdict: "human", approvers: 1 } as const
    await twice((keyed) => engine.call(approvalRules.create(keyed, rule)))
    const anna = adminPrincipal({ person: "anna" })
    const entry = { direction: "credit", secCode: "PPD", originator: from, receiver: to, amountCents: 5_000 } as const
    const maker = { ...principal, credential: anna.credential }
    await twice((keyed) => engine.call(batches.create(keyed, { entries: [entry] })), maker)
    await engine.drain()
    const approve = async (person: string) => {
      const by = await engine.caller({ principal: adminPrincipal({ person }), idempotencyKey: freshKey() })
      const [waiting] = (await engine.call(approvals.list(by))).data
      return engine.call(approvals.approve(by, waiting!.id))
    }
    await expect(approve("anna")).rejects.toMatchObject(refusedWith("SelfApprovalForbidden"))
    expect((await approve("ben")).status).toBe("queued")
  })

  it("whom an administrator stands in for are one person with them, for four eyes and in the audit trail", async () => {
    const { admin, engine, pay, principal, twice } = await start()
    const rule = { priority: 1, verdict: "human", approvers: 2 } as const
    await twice((keyed) => engine.call(approvalRules.create(keyed, rule)))
    const { id } = await pay()
    const anna = adminPrincipal({ person: "anna" })
    const standsIn = (account: string) => engine.caller({ principal: { ...anna, account } })
    await engine.call(approvals.approve(await engine.caller({ principal: anna }), id))
    await expect(engine.call(approvals.approve(await standsIn("cli_officer"), id))).rejects.toMatchObject(
      refusedWith("StateConflict")
    )
    await engine.call(payments.cancel(await standsIn(principal.account), id))
    const { data } = await engine.call(administration.listAuditEntries(admin, { resource: id }))
    expect(data.map(({ action, actor }) => [action, actor])).toEqual([
      ["payment.cancel", "admin:anna"],
      ["payment.approve", "admin:anna"]
    ])
  })

  it("send batches of entries, and read the messages of what they sent", async () => {
    const { admin, caller, engine, pay, principal, twice } = await start()
    const batch = await twice(
      (keyed) =>
        engine.call(
          batches.create(keyed, {
            referenceId: "June",
            defaults: { direction: "credit", secCode: "PPD", originator: from },
            entries: [{ amountCents: 5_000, receiver: { ...to, accountNumber: "9000000000" } }, { amountCents: 0.5 }]
          })
        ),
      principal
    )
    expect(batch.batch).toMatchObject({ referenceId: "June", totalCreditCents: 5_000 })
    expect(batch.batch.errors.map(({ field, index }) => [index, field])).toContainEqual([1, "entries[1].amount"])
    const { id } = batch.batch
    await engine.drain()
    expect(await engine.call(batches.retrieve(caller, id))).toMatchObject({ batch: { id } })
    expect((await engine.call(batches.listEntries(caller, id))).data).toHaveLength(2)
    await expect(engine.call(batches.retrieve(caller, "bat_none"))).rejects.toMatchObject(refusedWith("BatchNotFound"))
    await engine.advance("1 day")
    const [file] = await engine.call(networkMessages.listOfBatch(caller, id))
    const own = await engine.call(networkMessages.retrieveOfBatch(caller, id, file!.id))
    const [whole] = await engine.call(networkMessages.listOfBatchForAdmin(admin, id))
    const all = await engine.call(networkMessages.retrieveOfBatchForAdmin(admin, id, whole!.id))
    expect(all.text.length).toBeGreaterThan(own.text.length)
    const payment = await pay()
    const [sent] = await engine.call(networkMessages.list(caller, payment.id))
    expect(await engine.call(networkMessages.retrieve(caller, payment.id, sent!.id))).toMatchObject({ message: sent })
    expect(await engine.call(networkMessages.listForAdmin(admin, payment.id))).toContainEqual(sent)
    await engine.call(networkMessages.retrieveForAdmin(admin, payment.id, sent!.id))
    expect((await engine.call(administration.listAuditEntries(admin, { resource: sent!.id }))).data).toHaveLength(1)
    await expect(engine.call(networkMessages.listForAdmin(caller, "pay_none"))).rejects.toMatchObject(
      refusedWith("PaymentNotFound")
    )
  })

  it("are refused what their scopes do not allow", async () => {
    const { engine } = await start()
    const principal = clientPrincipal({ ...testClient, scopes: ["payments:read"] })
    const reader = await engine.caller({ principal })
    for (const [call, scope] of [
      [clients.list(reader), "admin:read"],
      [holds.list(reader), "compliance:read"],
      [simulator.listMessages(reader), "simulator:control"]
    ] as const) {
      await expect(engine.call<unknown, unknown>(call as never)).rejects.toMatchObject({
        _tag: "InsufficientScope",
        scope
      })
    }
  })
})

describe("the simulated networks in process", () => {
  it("answer, return and settle payments, once per key, and say what passed", async () => {
    const { admin, caller, engine, pay, twice } = await start()
    const payment = await pay()
    const back = await twice((keyed) =>
      engine.call(simulator.returnPayment(keyed, payment.id, { code: "AC04", amountCents: 100 }))
    )
    expect(back).toHaveLength(1)
    await engine.advance("1 hour")
    expect(await engine.call(payments.retrieveReturn(caller, payment.id))).toMatchObject({
      returned: { code: "AC04", amountCents: 100 }
    })
    await twice((keyed) => engine.call(simulator.settlePayment(keyed, payment.id)))
    await twice((keyed) => engine.call(simulator.respondToPayment(keyed, payment.id, { status: "ACSC" })))
    const passed = await engine.call(simulator.listMessages(admin, { paymentId: payment.id }))
    expect(passed.map(({ messageType }) => messageType)).toContain("pacs.004")
    await expect(engine.call(simulator.settlePayment(admin, "pay_none"))).rejects.toMatchObject(
      refusedWith("ObjectNotFound")
    )
    await expect(
      engine.call(simulator.returnPayment(admin, payment.id, { code: "AC04", amountCents: 1_000_000 }))
    ).rejects.toMatchObject({ _tag: "ReturnAboveAmount", mostMinor: payment.amountCents })
  })

  it("make payers act, send money, and go wrong as planned", async () => {
    const { admin, caller, engine, twice } = await start()
    const rfp = await engine.call(
      requestsForPayment.create(caller, { rail: "rtp", amountCents: 9_900, payee: from, payer: to })
    )
    await engine.drain()
    await twice((keyed) => engine.call(simulator.respondToRequest(keyed, rfp.id, { action: "decline" })))
    await engine.advance("1 minute")
    expect(await engine.call(requestsForPayment.retrieve(caller, rfp.id))).toMatchObject({ status: "declined" })
    const [message] = await engine.call(networkMessages.listOfRfp(caller, rfp.id))
    await engine.call(networkMessages.retrieveOfRfp(caller, rfp.id, message!.id))
    expect(await engine.call(networkMessages.listOfRfpForAdmin(admin, rfp.id))).toContainEqual(message)
    await engine.call(networkMessages.retrieveOfRfpForAdmin(admin, rfp.id, message!.id))
    const inbound = { rail: "rtp", amountCents: 500, originator: to, beneficiary: from } as const
    const [received] = await twice((keyed) => engine.call(simulator.receive(keyed, inbound)))
    await engine.advance("1 minute")
    const passed = await engine.call(simulator.listMessages(admin))
    expect(passed.filter(({ messageId }) => messageId === received)).toHaveLength(1)
    const fault = await twice((keyed) => engine.call(simulator.planFault(keyed, { rail: "rtp", fault: "down" })))
    expect(fault).toMatchObject({ rail: "rtp", remaining: 1 })
    expect(await twice((keyed) => engine.call(simulator.setScreening(keyed, { status: "up" })))).toEqual({
      status: "up"
    })
    // This host allows no crash.
    await expect(engine.call(simulator.crash(admin, { at: "before_send" }))).rejects.toMatchObject(
      refusedWith("ObjectNotFound")
    )
  })

  it("are not there in production", async () => {
    const { engine } = await startHost({ bank: { mode: "production" } })
    await expect(engine.caller({ principal: adminPrincipal() })).rejects.toThrow("all callers of bank are live")
    const admin = await engine.caller({ principal: adminPrincipal({ mode: "live" }) })
    await expect(engine.call(simulator.listMessages(admin))).rejects.toMatchObject({
      _tag: "ObjectNotFound",
      what: "simulator"
    })
  })
})
