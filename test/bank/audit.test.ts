/** What the audit trail says of changes, whoever makes them (B.5, administration). */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  adminPrincipal,
  payments,
  requestsForPayment,
  testClient,
  type ClientConfig
} from "../../plugins/bank/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { beneficiary, client, freshKey, originator, startHost, type Host } from "./host.ts"

const trail = async ({ admin }: Host, resource: string): Promise<ReadonlyArray<any>> =>
  (await admin("GET", `/v2/admin/audit?resource=${resource}`)).body.data

describe("the audit trail", () => {
  it("says of approvals and refusals where the payment stood, where it stands, and why", async () => {
    const host = await startHost()
    const human = JSON.parse('{"priority":1,"then":"human"}') as object
    expect((await host.admin("POST", "/v2/admin/approval-rules", human)).status).toBe(201)
    const decide = async (how: "approve" | "reject", note: string) => {
      const { paymentId } = (await host.pay()).body.data
      expect((await host.admin("POST", `/v2/approvals/${paymentId}/${how}`, { note })).status).toBe(200)
      return trail(host, paymentId)
    }
    const before = { status: "pending_approval", approvals: 0 }
    expect(await decide("approve", "known payee")).toMatchObject([
      { action: "payment.approve", before, after: { status: "queued", approvals: 1, note: "known payee" } }
    ])
    expect(await decide("reject", "not ours")).toMatchObject([
      { action: "payment.reject", before, after: { status: "rejected", approvals: 0, note: "not ours" } }
    ])
  })

  it("has what a start makes of the configured clients, without their secrets", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-audit-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const started = (clients: ReadonlyArray<ClientConfig>) =>
      startHost({ bank: { clients }, engine: { store: sqlite(folder) } })
    const one = client("cli_one")
    const first = await started([one])
    await first.engine.close()
    const second = await started([{ ...one, scopes: ["admin:write"] }])
    const lines = await trail(second, one.clientId)
    expect(lines).toMatchObject([
      {
        actor: "system",
        action: "client.configure",
        before: { scopes: expect.arrayContaining(["payments:read"]) },
        after: { scopes: ["admin:write"] }
      },
      { actor: "system", action: "client.configure", before: null, after: { name: "cli_one", active: true } }
    ])
    expect(JSON.stringify(lines)).not.toMatch(/lookup|secret-of|key-of/i)
    await second.engine.close()
    const third = await started([{ ...one, scopes: ["admin:write"] }])
    expect(await trail(third, one.clientId)).toEqual(lines)
  })

  it("has the requests for money that an administrator makes, or takes back, in a client's name", async () => {
    const host = await startHost()
    const { engine } = host
    const { paymentId } = (await host.pay()).body.data
    const standIn = () =>
      engine.caller({
        principal: { ...adminPrincipal({ person: "anna" }), account: testClient.clientId },
        idempotencyKey: freshKey()
      })
    const asked = await engine.call(payments.requestReturn(await standIn(), paymentId, { reasonCode: "DUPL" }))
    const rfp = { rail: "rtp", amountCents: 100, payee: originator, payer: beneficiary } as const
    const { id } = await engine.call(requestsForPayment.create(await standIn(), rfp as never))
    await engine.call(requestsForPayment.cancel(await standIn(), id))
    const actor = "admin:anna"
    expect(await trail(host, paymentId)).toMatchObject([
      { actor, action: "payment.return_request", after: { returnRequestId: asked.id, reason: "DUPL", amount: 125_000 } }
    ])
    expect(await trail(host, id)).toMatchObject([
      { actor, action: "rfp.cancel", before: { status: "sent" } },
      { actor, action: "rfp.create" }
    ])
  })
})
