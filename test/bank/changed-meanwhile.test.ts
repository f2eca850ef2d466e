/** What changed while a payment waited: whoever lets it go meets what holds now (B.2, step 12; B.5). */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { testClient } from "../../plugins/bank/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { achBody, achTo, act, created, listen, shown, steps, told, until } from "./ach/achHost.ts"
import { beneficiary, freshKey, originator, paymentBody, startHost, type Host, type Reply } from "./host.ts"
import { american, fedwire, german, swift } from "./wire/wires.ts"

const sanction = ({ admin }: Host, country: string) =>
  admin("PUT", "/v2/admin/screening-lists", { countries: [{ country, name: country, active: true }] })

const codeOf = ({ body, status }: Reply) => [status, body.error?.code, body.error?.field]

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

it("a request for payment whose time was over before it left is not sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-rfp-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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
