/** A rail that is down: `auto` goes to the other one before anything was sent, and what was not sent can be cancelled. */
import { describe, expect, it } from "vitest"
import { chooseRail } from "../../plugins/bank/routing/RailChoice.ts"
import { specifiedLimits } from "../../plugins/bank/rails/rail-ids.ts"
import { sandboxParticipants } from "../../plugins/bank/participants/sandbox-participants.ts"
import { beneficiary, client, keyOf, originator, startHost, to, type Host } from "./host.ts"

const down = (host: Host, rail: string, count = 12) =>
  host.admin("POST", "/v2/simulator/faults", { rail, fault: "down", count })

const messages = async ({ admin }: Host, paymentId: string) =>
  (await admin("GET", `/v2/simulator/network/messages?paymentId=${paymentId}`)).body.data as ReadonlyArray<any>

const credits = async (host: Host, paymentId: string) =>
  (await messages(host, paymentId)).filter(({ credited, direction }) => credited && direction === "out")

const alerts = async ({ admin }: Host) =>
  (await admin("GET", "/v2/admin/alerts")).body.data.map(({ resource, type }: any) => [type, resource])

/** Has a person approve the payments that these conditions name. */
const askPeople = async (host: Host, when: Readonly<Record<string, unknown>> = {}) => {
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  const rule = { priority: 1, when, then: "human", approvers: 1 }
  expect((await host.admin("POST", "/v2/admin/approval-rules", rule)).status).toBe(201)
}

describe("a rail that is down", () => {
  it("auto settles over the other rail without the clock moving, in the books of that rail", async () => {
    const host = await startHost()
    await down(host, "fednow")
    const { body, status } = await host.pay()
    expect([status, body.data.rail, body.data.status]).toEqual([200, "rtp", "settled"])
    const { paymentId } = body.data
    expect(await credits(host, paymentId)).toMatchObject([{ rail: "rtp", messageType: "pacs.008" }])
    const { body: entries } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)
    const accounts = entries.data.flatMap(({ postings }: any) => postings.map(({ account }: any) => account))
    expect(accounts.filter((account: string) => account.endsWith("fednow"))).toEqual([])
    expect(await alerts(host)).toEqual([["rail.down", "fednow"]])
    // What FedNow was never handed is no message that was sent.
    const sent = (await host.ask("GET", `/v2/payments/${paymentId}/messages`)).body.data
    expect(sent.map(({ direction, rail }: any) => [direction, rail])).toEqual([
      ["out", "rtp"],
      ["in", "rtp"]
    ])
  })

  it("a rail that was requested is waited for", async () => {
    const host = await startHost()
    await down(host, "fednow", 3)
    const { paymentId, status } = (await host.pay({ railPreference: "fednow" })).body.data
    expect(status).toBe("queued")
    await host.engine.advance("1 minute")
    expect(await host.payment(paymentId)).toMatchObject({ rail: "fednow", status: "settled" })
    expect(await credits(host, paymentId)).toHaveLength(1)
  })

  it.each(["fednow", "rtp"])(
    "that is back on another day (%s) gets a message of that day: id, time and settlement",
    async (rail) => {
      const host = await startHost({ engine: { clock: "2026-06-18T03:50:00.000Z" } })
      await down(host, rail)
      const { paymentId } = (await host.pay({ railPreference: rail })).body.data
      await host.engine.advance("1 hour")
      expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
      const path = `/v2/payments/${paymentId}/messages`
      const [sent] = (await host.ask("GET", path)).body.data
      const { content } = (await host.ask("GET", `${path}/${sent.messageId}`)).body.data
      expect(content).toMatch(/<MsgId>M?20260618.*<CreDtTm>2026-06-18T00:.*<IntrBkSttlmDt>2026-06-18</)
    }
  )

  it.each([
    ["the client may not use", { rails: ["fednow"] }],
    ["is too narrow for the client", { limits: { perTransaction: null, daily: null, perRail: { rtp: 100 } } }]
  ] as const)("auto waits where the other rail %s", async (_, change) => {
    const limited = client("cli_narrow", change as object)
    const host = await startHost({ bank: { clients: [limited] } })
    await down(host, "fednow", 2)
    const { paymentId } = (await host.pay({}, keyOf(limited))).body.data
    await host.engine.advance("1 minute")
    const { body } = await host.ask("GET", `/v2/payments/instant/${paymentId}`, undefined, keyOf(limited))
    expect(body.data).toMatchObject({ rail: "fednow", status: "settled" })
  })

  it("auto waits where a person would have to approve it on the other rail", async () => {
    const host = await startHost()
    await askPeople(host, { rails: ["rtp"] })
    await down(host, "fednow", 2)
    const { paymentId } = (await host.pay()).body.data
    await host.engine.advance("1 minute")
    expect(await host.payment(paymentId)).toMatchObject({ rail: "fednow", status: "settled" })
  })

  it("with both down the rails are tried in turn, and the first that is back carries it, once", async () => {
    const host = await startHost()
    await down(host, "fednow", 100)
    await down(host, "rtp", 3)
    const { paymentId, status } = (await host.pay()).body.data
    expect(status).toBe("queued")
    await host.engine.advance("10 minutes")
    expect(await host.payment(paymentId)).toMatchObject({ rail: "rtp", status: "settled" })
    expect(await credits(host, paymentId)).toHaveLength(1)
  })

  it("what may have been sent stays on its rail", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/faults", { rail: "fednow", fault: "drop_requests" })
    const { paymentId } = (await host.pay()).body.data
    await down(host, "fednow", 1)
    await host.engine.advance("10 minutes")
    expect(await host.payment(paymentId)).toMatchObject({ rail: "fednow", status: "settled" })
    expect(await credits(host, paymentId)).toMatchObject([{ rail: "fednow" }])
  })

  it("is given up after a day, and the money is back", async () => {
    const host = await startHost()
    await down(host, "fednow", 10_000)
    await down(host, "rtp", 10_000)
    const { paymentId } = (await host.pay()).body.data
    await host.engine.advance("2 days")
    expect(await host.payment(paymentId)).toMatchObject({ status: "failed", failureCode: "NOT_SENT" })
    expect((await messages(host, paymentId)).length).toBe(0)
  })
})

describe("the originator's bank", () => {
  const bank = (routingNumber: string) => sandboxParticipants.find((known) => known.routingNumber === routingNumber)!
  const choose = (from: string, preference: "auto" | "rtp" | "fednow" = "auto", amountCents = 1_000) =>
    chooseRail(
      { preference, amountCents, clientId: "c", purposeCode: null, now: 0 },
      {
        originatorBank: bank(from),
        beneficiaryBank: bank("099900027"),
        connectedRails: ["rtp", "fednow", "ach", "fedwire"],
        allowedRails: ["rtp", "fednow", "ach", "fedwire"],
        fednowEligible: false,
        limits: specifiedLimits,
        rules: []
      }
    )

  it.each([
    ["099900014", "auto", "fednow", undefined],
    ["099900030", "auto", "rtp", undefined],
    ["099900043", "auto", "fednow", undefined],
    ["099900111", "auto", "rtp", undefined],
    ["099900072", "auto", undefined, "NotReachable"],
    ["099900124", "auto", undefined, "NotReachable"],
    ["099900043", "rtp", "rtp", "NotReachable"],
    ["099900030", "fednow", "fednow", "NotReachable"]
  ] as const)("B40 B41 B42 B45 %s with %s: %s %s", (from, preference, rail, refusal) => {
    const choice = choose(from, preference)
    expect([choice.rail, choice.refusal?._tag]).toEqual([rail, refusal])
  })

  it("B39 has to be on Fedwire where the amount goes there", () => {
    expect(choose("099900072", "auto", 100_000_001).refusal?._tag).toBe("NotReachable")
    expect(choose("099900069", "auto", 100_000_001).rail).toBe("fedwire")
  })

  it("B128 that takes part in ACH alone sends no instant payment", async () => {
    const host = await startHost()
    const { body, status } = await host.pay({ originator: { ...originator, routingNumber: "099900072" } })
    expect([status, body.error.code]).toEqual([422, "INSTANT_RAIL_NOT_AVAILABLE"])
    expect(body.error.details.considered[0].reason).toBe("The originator's bank does not take part in FedNow")
  })
})

describe("cancelling an instant payment (B.3)", () => {
  const cancel = ({ ask }: Host, paymentId: string) => ask("POST", `/v2/payments/instant/${paymentId}/cancel`)
  const refused = { status: 422, body: { error: { code: "PAYMENT_NOT_CANCELLABLE" } } }
  const isUndone = async (host: Host, paymentId: string) => {
    const { body } = await host.admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)
    expect(body.data.map(({ step }: any) => step)).toEqual(["reserve", "release"])
    expect(await messages(host, paymentId)).toEqual([])
  }

  it("while it is held closes its hold, and nobody can release it", async () => {
    const host = await startHost()
    const held = await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } })
    const { paymentId } = held.body.data
    expect(await cancel(host, paymentId)).toMatchObject({ status: 200, body: { data: { status: "cancelled" } } })
    const { body } = await host.admin("GET", "/v2/compliance/holds?status=open")
    expect(body.data).toEqual([])
    await host.engine.advance("1 day")
    await isUndone(host, paymentId)
    expect(await cancel(host, paymentId)).toMatchObject(refused)
  })

  it("while it waits for approval", async () => {
    const host = await startHost()
    await askPeople(host)
    const { paymentId } = (await host.pay()).body.data
    expect((await cancel(host, paymentId)).body.data.status).toBe("cancelled")
    expect((await host.admin("POST", `/v2/approvals/${paymentId}/approve`, { note: "late" })).status).toBe(409)
    await isUndone(host, paymentId)
  })

  it("while it is queued because its rail is down; it is not sent when the rail is back", async () => {
    const host = await startHost()
    await down(host, "fednow", 5)
    const { paymentId } = (await host.pay({ railPreference: "fednow" })).body.data
    await host.engine.drain()
    expect((await cancel(host, paymentId)).body.data.status).toBe("cancelled")
    await host.engine.advance("1 day")
    await isUndone(host, paymentId)
  })

  it("gives its amount back to the daily limit", async () => {
    const limited = client("cli_day", { limits: { perTransaction: null, daily: 100, perRail: {} } })
    const host = await startHost({ bank: { clients: [limited] } })
    await askPeople(host)
    const { paymentId } = (await host.pay({ amount: 100 }, keyOf(limited))).body.data
    expect((await host.pay({ amount: 1 }, keyOf(limited))).body.error.code).toBe("AMOUNT_LIMIT_EXCEEDED")
    await host.ask("POST", `/v2/payments/instant/${paymentId}/cancel`, undefined, keyOf(limited))
    expect((await host.pay({ amount: 100 }, keyOf(limited))).body.data.status).toBe("pending_approval")
  })

  it.each(["9002000005", "9000000000", "9001000001"])("is refused once it was sent (%s)", async (account) => {
    const host = await startHost()
    const { paymentId } = (await host.pay(to(account))).body.data
    await host.engine.drain()
    expect(await cancel(host, paymentId)).toMatchObject(refused)
  })

  it("is refused while a send is begun whose end nobody knows", async () => {
    const host = await startHost({
      bank: {
        crash: () => {
          throw new Error("crash")
        }
      }
    })
    await host.ask("POST", "/v2/simulator/crash", { at: "after_send_before_commit" })
    const { paymentId, status } = (await host.pay(to("9002000001"))).body.data
    expect(status).toBe("queued")
    expect(await cancel(host, paymentId)).toMatchObject(refused)
    await host.engine.advance("10 minutes")
    expect((await host.payment(paymentId)).status).toBe("settled")
  })

  it("belongs to its client", async () => {
    const other = client("cli_other")
    const mine = client("cli_mine")
    const host = await startHost({ bank: { clients: [mine, other] } })
    const { paymentId } = (await host.pay({}, keyOf(mine))).body.data
    const path = `/v2/payments/instant/${paymentId}/cancel`
    expect((await host.ask("POST", path, undefined, keyOf(other))).status).toBe(404)
  })
})
