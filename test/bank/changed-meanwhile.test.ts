/** What changed while a payment waited: whoever lets it go meets what holds now (B.2, step 12; B.5). */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { testClient } from "../../plugins/bank/index.ts"
import { Screening, ScreeningUnavailable } from "../../src/services/Screening.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { achBody, achTo, act, created, listen, shown, steps, told, until } from "./ach/achHost.ts"
import { beneficiary, freshKey, originator, paymentBody, startHost, type Host, type Reply } from "./host.ts"
import { american, fedwire, german, swift } from "./wire/wires.ts"

const sanction = ({ admin }: Host, country: string) =>
  admin("PUT", "/v2/admin/screening-lists", { countries: [{ country, name: country, active: true }] })

const codeOf = ({ body, status }: Reply) => [status, body.error?.code, body.error?.field]

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-rfp-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const refused = (field: string) => [422, "SANCTIONED_COUNTRY", field]

/** Lives elsewhere than where the bank is. */
const abroad = { ...german(), address: { ...german().address, country: "FR" } }

const human = JSON.parse('{"priority":1,"then":"human"}') as object

describe("a country that came under sanctions", () => {
  it.each([
    ["/v2/payments/instant", "beneficiary.address.country", "US", { amount: 100, originator: beneficiary }],
    ["/v2/payments/ach", "receiver.address.country", "US", achBody()],
    ["/v2/payments/wire", "beneficiary.address.country", "DE", swift()],
    ["/v2/payments/wire", "beneficiary.bic", "DE", swift({ beneficiary: abroad })]
  ])("%s is not approved, and can be rejected: %s", async (path, field, country, asked) => {
    const host = await startHost()
    await host.admin("POST", "/v2/admin/approval-rules", human)
    const body = path.endsWith("instant") ? { ...asked, beneficiary: { ...beneficiary, accountNumber: "42" } } : asked
    const made = await host.ask("POST", path, body, { "idempotency-key": freshKey() })
    expect(made.body.data?.status, JSON.stringify(made.body)).toBe("pending_approval")
    const { paymentId } = made.body.data
    await sanction(host, country)
    expect(codeOf(await host.admin("POST", `/v2/approvals/${paymentId}/approve`))).toEqual(refused(field))
    const trail = (await host.admin("GET", `/v2/admin/audit?resource=${paymentId}`)).body.data
    expect(trail).toMatchObject([{ actor: "admin", action: "payment.sanctioned_country", after: { field } }])
    expect((await host.admin("POST", `/v2/approvals/${paymentId}/reject`)).body.data.status).toBe("rejected")
  })

  it("is not released from a hold, and can be rejected", async () => {
    const host = await startHost()
    await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } })
    const [{ holdId }] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    await sanction(host, "US")
    const decide = (how: string) => host.admin("POST", `/v2/compliance/holds/${holdId}/${how}`, { note: "not him" })
    expect(codeOf(await decide("release"))).toEqual(refused("beneficiary.address.country"))
    expect((await decide("reject")).body.data.status).toBe("rejected")
  })

  it("keeps a payment that was held for an outage, until it is off the list or an officer rejects it", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const { paymentId } = (await host.pay()).body.error.details
    await sanction(host, "US")
    await host.ask("POST", "/v2/simulator/screening", { status: "up" })
    await host.engine.advance("1 hour")
    expect((await host.payment(paymentId)).status).toBe("held")
    await sanction(host, "CU")
    await host.engine.advance("1 hour")
    expect((await host.payment(paymentId)).status).toBe("settled")
  })

  it("gets no reversal of an entry, and no second presentment", async () => {
    const host = await startHost({ engine: { clock: "2026-06-12T16:00:00.000Z" } })
    const credit = await created(host, achBody())
    const returned = await created(host, achTo("9010000001", { direction: "debit" }))
    await until(host, "2026-06-18T12:30:00Z")
    await sanction(host, "US")
    const field = "receiver.address.country"
    expect(codeOf(await act(host, credit, "reversal", { reason: "duplicate" }))).toEqual(refused(field))
    expect(codeOf(await act(host, returned, "represent"))).toEqual(refused(field))
  })
})

describe("a client that lost its access", () => {
  const path = `/v2/admin/clients/${testClient.clientId}`

  it.each([
    ["was deactivated", ({ admin }: Host) => admin("PATCH", path, { active: false })],
    ["was deleted", ({ admin }: Host) => admin("DELETE", path)],
    ["may not use the rail", ({ admin }: Host) => admin("PATCH", path, { rails: ["ach"] })],
    ["may not use the account", ({ admin }: Host) => admin("PATCH", path, { accounts: [] })]
  ])("%s: what it sent before is neither approved nor released, and can be rejected", async (_, lose) => {
    const host = await startHost()
    await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } })
    await host.admin("POST", "/v2/admin/approval-rules", human)
    const { paymentId } = (await host.pay()).body.data
    const [{ holdId }] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    await lose(host)
    const decide = (where: string, how: string) => host.admin("POST", `${where}/${how}`, { note: "as it was" })
    const [hold, approval] = [`/v2/compliance/holds/${holdId}`, `/v2/approvals/${paymentId}`]
    expect(codeOf(await decide(approval, "approve"))).toEqual([409, "STATE_CONFLICT", undefined])
    expect(codeOf(await decide(hold, "release"))).toEqual([409, "STATE_CONFLICT", undefined])
    expect((await decide(approval, "reject")).body.data.status).toBe("rejected")
    expect((await decide(hold, "reject")).body.data.status).toBe("rejected")
  })
})

describe("what was queued before (B21, B69, B152)", () => {
  const path = `/v2/admin/clients/${testClient.clientId}`
  const lost = (host: Host, change: object) => host.admin("PATCH", path, change)

  it.each([
    ["of a country under sanctions", "SANCTIONED_COUNTRY", "compliance", (host: Host) => sanction(host, "US")],
    [
      "of a client that was deactivated",
      "CLIENT_DEACTIVATED",
      "validation",
      (host: Host) => lost(host, { active: false })
    ],
    [
      "of a client without the rail",
      "RAIL_ACCESS_DENIED",
      "validation",
      (host: Host) => lost(host, { rails: ["rtp"] })
    ],
    [
      "from an account that is not the client's any more",
      "ACCOUNT_ACCESS_DENIED",
      "validation",
      (host: Host) => lost(host, { accounts: [] })
    ]
  ])("%s does not leave, and its money is given back", async (_, reasonCode, stage, change) => {
    // Wednesday evening: Fedwire is closed, and the window of tomorrow's entries.
    const host = await startHost({ engine: { clock: "2026-06-17T23:00:00.000Z" } })
    await listen(host)
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count: 2 })
    const ask = async (kind: string, body: unknown) => {
      const made = await host.ask("POST", `/v2/payments/${kind}`, body, { "idempotency-key": freshKey() })
      expect(made.body.data?.status, JSON.stringify(made.body)).toBe("queued")
      return made.body.data.paymentId as string
    }
    const ids = [
      await ask("ach", achBody({ effectiveDate: "2026-06-22" })),
      await ask("wire", fedwire()),
      await ask("wire", swift({ beneficiary: american(), currency: "USD", valueDate: "2026-06-22" })),
      await ask("instant", paymentBody({ railPreference: "fednow" }))
    ]
    await change(host)
    await host.engine.advance("6 days")
    await lost(host, { active: true })
    for (const id of ids) {
      const kind = id.split("_")[1] === "inst" ? "instant" : id.split("_")[1]
      const { data } = (await host.ask("GET", `/v2/payments/${kind}/${id}`)).body
      expect(data).toMatchObject({ status: "rejected", rejectionStage: stage })
      expect(
        told(host)
          .filter((event) => event.data.paymentId === id)
          .at(-1)
      ).toMatchObject({
        eventType: "payment.rejected",
        data: { rejectionStage: stage, reasonCode }
      })
      expect(await steps(host, id)).toEqual(["reserve customer>customer_hold", "release customer_hold>customer"])
      expect((await host.ask("GET", `/v2/simulator/network/messages?paymentId=${id}`)).body.data).toEqual([])
      expect((await host.admin("GET", `/v2/admin/audit?resource=${id}`)).body.data).toMatchObject([{ actor: "system" }])
    }
  })

  it.each([
    ["of a client that was deactivated", "CLIENT_DEACTIVATED", (host: Host) => lost(host, { active: false })],
    ["to a country under sanctions", "SANCTIONED_COUNTRY", (host: Host) => sanction(host, "US")]
  ])("a request for payment %s does not leave either", async (_, reasonCode, change) => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count: 2 })
    const payer = { ...beneficiary, address: { ...beneficiary.address, country: "US" } }
    const asked = { rail: "fednow", amount: 100, payee: originator, payer }
    const { rfpId, status } = (await host.ask("POST", "/v2/payments/rfp", asked)).body.data
    expect(status).toBe("pending")
    await change(host)
    await host.engine.advance("1 hour")
    await lost(host, { active: true })
    expect((await host.ask("GET", `/v2/payments/rfp/${rfpId}`)).body.data).toMatchObject({
      status: "cancelled",
      sentAt: null
    })
    expect((await host.admin("GET", `/v2/admin/audit?resource=${rfpId}`)).body.data).toMatchObject([
      { actor: "system", action: "rfp.cancel", after: { reasonCode } }
    ])
    const sent = (await host.ask("GET", `/v2/simulator/network/messages?paymentId=${rfpId}`)).body.data
    expect(sent.map(({ messageType }: any) => messageType)).not.toContain("pain.013")
  })

  it("leaves beside those that may not, in one window", async () => {
    const host = await startHost()
    const kept = await created(host, achBody())
    const late = await created(
      host,
      achBody({ receiver: { ...achBody().receiver, address: { ...originator.address, country: "FR" } } })
    )
    await sanction(host, "FR")
    await host.engine.advance("3 days")
    expect([(await shown(host, kept)).status, (await shown(host, late)).status]).toEqual(["settled", "rejected"])
  })

  it("is held for an outage, and does not go on by itself for a client that was deactivated", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const { paymentId } = (await host.pay()).body.error.details
    await host.ask("POST", "/v2/simulator/screening", { status: "up" })
    await lost(host, { active: false })
    await host.engine.advance("1 hour")
    await lost(host, { active: true })
    expect((await host.payment(paymentId)).status).toBe("held")
  })
})

describe("a list that changed while a payment waited (B5, B21, B70)", () => {
  /** A host of which the lists can be given names. */
  const listing = async (engine: object = {}) => {
    const listed = new Set<string>()
    const asked: Array<string> = []
    const screen = (base: Screening["Service"]): Screening["Service"] => ({
      ...base,
      screen: (subject, options) => {
        asked.push(subject.name)
        if (listed.has("everybody")) return Effect.fail(new ScreeningUnavailable({ reason: "timeout" }))
        return base.screen(listed.has(subject.name) ? { ...subject, name: "Zoltan Sanctionov" } : subject, options)
      }
    })
    const layers = Layer.effect(Screening, Effect.map(Screening, screen)).pipe(Layer.provide(Screening.layer))
    return { host: await startHost({ engine: { layers: layers as never, ...engine } }), listed, asked }
  }
  const holds = async ({ admin }: Host) => (await admin("GET", "/v2/compliance/holds?status=open")).body.data
  const release = ({ admin }: Host, holdId: string) =>
    admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "another one" })
  const ahead = { effectiveDate: "2026-06-24" }
  const later = () => swift({ beneficiary: american(), currency: "USD", valueDate: "2026-06-24" })

  it.each([
    ["ach", achBody(ahead)],
    ["wire", later()]
  ])("%s: it is held when it would leave, and leaves once an officer released it", async (kind, body) => {
    const { host, listed } = await listing()
    await host.admin("POST", "/v2/admin/approval-rules", human)
    const { paymentId } = (await host.ask("POST", `/v2/payments/${kind}`, body, { "idempotency-key": freshKey() })).body
      .data
    await host.admin("POST", `/v2/approvals/${paymentId}/approve`)
    const status = async () => (await host.ask("GET", `/v2/payments/${kind}/${paymentId}`)).body.data.status
    listed.add("Jane Roe")
    await host.engine.advance("8 days")
    expect(await status()).toBe("held")
    const [{ holdId, ...hold }] = await holds(host)
    expect(hold).toMatchObject({ paymentId, matchedField: kind === "ach" ? "receiver.name" : "beneficiary.name" })
    expect((await host.ask("GET", `/v2/simulator/network/messages?paymentId=${paymentId}`)).body.data).toEqual([])
    // What was approved needs no other approval, and what was decided is not held again.
    expect((await release(host, holdId)).body.data.status).toBe("released")
    expect(await status()).toBe("queued")
    await host.engine.advance("8 days")
    expect([await status(), await holds(host)]).toEqual(["settled", []])
    expect(await steps(host, paymentId)).toHaveLength(3)
  })

  it("what an officer released is held again for another name only", async () => {
    const { host, listed } = await listing()
    listed.add("Jane Roe")
    await host.ask("POST", "/v2/payments/wire", later(), { "idempotency-key": freshKey() })
    const [first] = await holds(host)
    await release(host, first.holdId)
    listed.add("Acme Corp")
    await host.engine.advance("8 days")
    expect(await holds(host)).toMatchObject([{ holdId: first.holdId, matchedField: "originator.name", attempts: 2 }])
  })

  it("what the network never had is not sent again after a day to somebody who came onto a list", async () => {
    const { host, listed } = await listing()
    await host.admin("POST", "/v2/admin/approval-rules", human)
    const { paymentId } = (await host.pay({ beneficiary: { ...beneficiary, accountNumber: "9002000004" } })).body.data
    await host.engine.advance("1439 minutes")
    await host.engine.advance("55 seconds")
    await host.admin("POST", `/v2/approvals/${paymentId}/approve`)
    listed.add("Jane Roe")
    await host.engine.advance("6 hours")
    expect(await host.payment(paymentId)).toMatchObject({ status: "failed", failureCode: "NOT_SENT" })
    const messages = (await host.ask("GET", `/v2/simulator/network/messages?paymentId=${paymentId}`)).body.data
    expect(messages.map(({ messageType }: any) => messageType)).toEqual(["pacs.008", "pacs.028"])
    expect(messages.some(({ credited }: any) => credited)).toBe(false)
  })

  it("a request for payment that could not leave for more than a day is cancelled", async () => {
    const store = sqlite(newFolder())
    const first = await startHost({ engine: { store } })
    await first.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down" })
    const payer = { ...beneficiary, accountNumber: "77" }
    const asked = { rail: "fednow", amount: 100, payee: originator, payer }
    const { rfpId } = (await first.ask("POST", "/v2/payments/rfp", asked)).body.data
    await first.engine.close()
    const { host, listed } = await listing({ store, clock: "2026-06-19T16:00:00.000Z" })
    listed.add("Jane Roe")
    await host.engine.drain()
    expect((await host.ask("GET", `/v2/payments/rfp/${rfpId}`)).body.data).toMatchObject({
      status: "cancelled",
      sentAt: null
    })
    expect((await host.admin("GET", `/v2/admin/audit?resource=${rfpId}`)).body.data).toMatchObject([
      { actor: "system", action: "rfp.cancel", after: { reasonCode: "OFAC_MATCH" } }
    ])
    const sent = (await host.ask("GET", `/v2/simulator/network/messages?paymentId=${rfpId}`)).body.data
    expect(sent.map(({ messageType }: any) => messageType)).not.toContain("pain.013")
  })

  it("counts for nothing while nobody can say: it was screened when it was made", async () => {
    const { host } = await listing()
    const id = await created(host, achBody(ahead))
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    await host.engine.advance("8 days")
    expect((await shown(host, id)).status).toBe("settled")
  })

  it("holds up no file while a provider does not answer: it is asked once", async () => {
    const { asked, host, listed } = await listing()
    const ids = [await created(host, achBody(ahead)), await created(host, achBody(ahead))]
    listed.add("everybody")
    asked.length = 0
    await host.engine.advance("8 days")
    for (const id of ids) expect((await shown(host, id)).status).toBe("settled")
    expect(asked).toHaveLength(1)
  })
})

it("a request for payment whose time was over before it left is not sent", async () => {
  const folder = newFolder()
  const first = await startHost({ engine: { store: sqlite(folder) } })
  await first.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down" })
  const asked = { rail: "fednow", amount: 100, payee: originator, payer: beneficiary, dueDate: "2026-06-17" }
  const { rfpId } = (await first.ask("POST", "/v2/payments/rfp", asked)).body.data
  await first.engine.close()
  // Both its sending and its end are due.
  const second = await startHost({ engine: { store: sqlite(folder), clock: "2026-06-19T16:00:00.000Z" } })
  await second.engine.drain()
  const { body } = await second.ask("GET", `/v2/payments/rfp/${rfpId}`)
  expect(body.data).toMatchObject({ status: "expired", sentAt: null })
  expect((await second.ask("GET", `/v2/simulator/network/messages?paymentId=${rfpId}`)).body.data).toEqual([])
})

it.each([
  ["made after midnight", "2026-06-18T04:00:30.000Z", 0],
  ["that could not leave before midnight", "2026-06-18T03:59:58.000Z", 3]
])("a request for payment %s bears the day in New York on which it leaves", async (_, clock, count) => {
  const asked = { rail: "fednow", amount: 100, payee: originator, payer: beneficiary }
  const host = await startHost({ engine: { clock } })
  if (count > 0) await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count })
  const { rfpId } = (await host.ask("POST", "/v2/payments/rfp", asked)).body.data
  await host.engine.advance("1 minute")
  expect((await host.ask("GET", `/v2/payments/rfp/${rfpId}`)).body.data).toMatchObject({ status: "sent" })
  const messages = `/v2/payments/rfp/${rfpId}/messages`
  const sent = (await host.ask("GET", messages)).body.data.filter(({ direction }: any) => direction === "out")
  expect(sent.map(({ networkMessageId }: any) => networkMessageId.slice(0, 8))).toEqual(["20260618"])
  const { content } = (await host.ask("GET", `${messages}/${sent[0].messageId}`)).body.data
  expect(content).toMatch(/<CreDtTm>2026-06-18T00:00:\d\d-04:00</)
  expect(content).toContain("<ReqdExctnDt><Dt>2026-06-18</Dt>")
})
