/** Money that other banks send is screened before it is its owner's, and held as a payment is (decision 0074). */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Pacs008 from "../../plugins/bank/messages/Pacs008.ts"
import { newsOf } from "../../plugins/bank/rails/iso-news.ts"
import { achBody, created, listen, steps, told, until } from "./ach/achHost.ts"
import { client, hear, keyOf, originator, startHost, type Host } from "./host.ts"
import * as Samples from "./messages/samples.ts"

const sender = {
  name: "Zoltan Sanctionov",
  accountNumber: "77",
  accountType: "checking" as const,
  routingNumber: "099900027"
}

const body = { rail: "fednow", amount: 4_200, payee: originator, payer: { ...sender, name: "Jane Roe" } }

const record = async ({ ask }: Host, id: string) => (await ask("GET", `/v2/payments/rfp/${id}`)).body.data

/** A credit as its network writes it, with more in it before an element. */
const messageWith = (before: string, more: string) => {
  const xml = Result.getOrThrow(Pacs008.build(Samples.creditTransfer, { profile: "fednow" }))
  expect(xml).toContain(`<${before}>`)
  return xml.replace(`<${before}>`, `${more}<${before}>`)
}

const who = "<Nm>Zoltan Sanctionov</Nm>"

it("B82 events of a debit say that it takes money, at every step", async () => {
  const host = await startHost({ engine: { clock: "2026-06-16T16:00:00.000Z" } })
  await listen(host)
  await created(host, achBody({ direction: "debit" }))
  await until(host, "2026-06-17T12:30:00Z")
  expect(told(host).map(({ data, eventType }) => [eventType, data.direction])).toEqual([
    ["payment.validated", "debit"],
    ["payment.approved", "debit"],
    ["payment.submitted", "debit"],
    ["payment.settled", "debit"]
  ])
})

describe("money that answers no request", () => {
  const ours = { routingNumber: originator.routingNumber, accountNumber: originator.accountNumber }
  const send = async (host: Host, change: object = {}) => {
    const party = { ...sender, name: "Jane Roe" }
    const to = { ...originator, address: undefined, ...change }
    const credit = { rail: "fednow", amount: 4_200, originator: party, beneficiary: to }
    const { body, status } = await host.admin("POST", "/v2/simulator/inbound", credit)
    expect(status, JSON.stringify(body)).toBe(200)
    await host.engine.drain()
  }
  const listed = async ({ ask }: Host, headers = {}) =>
    (await ask("GET", "/v2/payments/instant", undefined, headers)).body.data

  it("is that of the client which has the account on its list, and of no other", async () => {
    const [holder, other] = [client("cli_holder"), client("cli_other")]
    const host = await startHost({
      bank: {
        clients: [
          { ...holder, accounts: [ours] },
          { ...other, accounts: [{ ...ours, accountNumber: "12" }] }
        ]
      }
    })
    const hooks = { url: "https://client.example/hooks", events: ["*"] }
    await host.ask("POST", "/v2/webhooks", hooks, keyOf(holder))
    await send(host)
    const [payment, ...more] = await listed(host, keyOf(holder))
    expect(more).toEqual([])
    expect(payment).toMatchObject({ direction: "inbound", status: "settled", amount: 4_200 })
    expect((await host.ask("GET", `/v2/payments/instant/${payment.paymentId}`, undefined, keyOf(holder))).status).toBe(
      200
    )
    expect(await listed(host, keyOf(other))).toEqual([])
    expect((await host.ask("GET", `/v2/payments/instant/${payment.paymentId}`, undefined, keyOf(other))).status).toBe(
      404
    )
    expect(told(host).map(({ data, eventType }) => [eventType, data.direction])).toEqual([
      ["payment.settled", "inbound"]
    ])
  })

  it("is nobody's where its client was deactivated, or no client has the account", async () => {
    const holder = client("cli_holder")
    const host = await startHost({ bank: { clients: [{ ...holder, accounts: [ours] }] } })
    await send(host, { accountNumber: "12" })
    await host.admin("PATCH", "/v2/admin/clients/cli_holder", { active: false })
    await send(host)
    await host.admin("PATCH", "/v2/admin/clients/cli_holder", { active: true })
    expect(await listed(host, keyOf(holder))).toEqual([])
  })
})

describe("money that comes in is screened (B5, B70, B135)", () => {
  /** Money of somebody on a list, for a request where there is one. */
  const comes = async (host: Host, change: Readonly<Record<string, unknown>> = {}, rfpId = "ext_1") => {
    const credit = {
      messageId: "20260617099900027MX1",
      endToEndId: rfpId,
      uetr: undefined,
      amountCents: 4_200,
      originator: { ...sender, ...change },
      beneficiary: { ...originator, accountType: "checking" as const },
      remittanceInfo: null
    }
    await hear(host, { type: "inbound", rail: "fednow", railEventId: `in ${rfpId}`, credit })
    return (await host.admin("GET", "/v2/compliance/holds")).body.data[0]
  }
  const decide = (host: Host, holdId: string, how: string) =>
    host.admin("POST", `/v2/compliance/holds/${holdId}/${how}`, { note: "looked at" })

  it("and held with a match: the request is fulfilled once an officer released it", async () => {
    const host = await startHost()
    await listen(host)
    const { rfpId } = (await host.ask("POST", "/v2/payments/rfp", body)).body.data
    const { holdId, paymentId, ...hold } = await comes(host, {}, rfpId)
    expect(hold).toMatchObject({ matchedField: "originator.name", matchScore: 100, status: "open" })
    expect(await comes(host, {}, rfpId)).toMatchObject({ holdId })
    expect(await record(host, rfpId)).toMatchObject({ status: "sent" })
    expect(await host.payment(paymentId)).toMatchObject({ direction: "inbound", status: "held", amount: 4_200 })
    expect(await steps(host, paymentId)).toEqual(["receive settlement>customer_hold"])
    expect((await host.ask("POST", `/v2/payments/instant/${paymentId}/cancel`)).body.error.code).toBe(
      "PAYMENT_NOT_CANCELLABLE"
    )
    // Whatever its owner may send by now.
    await host.admin("PATCH", "/v2/admin/clients/cli_sandbox", { rails: ["ach"] })
    await host.engine.advance("1 day")
    expect((await decide(host, holdId, "release")).body.data.status).toBe("released")
    await host.engine.drain()
    expect(await host.payment(paymentId)).toMatchObject({
      status: "settled",
      settlementTimestamp: "2026-06-17T16:00:00.000Z"
    })
    expect(await record(host, rfpId)).toMatchObject({ status: "fulfilled", fulfillingPaymentId: paymentId })
    expect(await steps(host, paymentId)).toEqual(["receive settlement>customer_hold", "release customer_hold>customer"])
    expect(told(host).map(({ data, eventType }) => [eventType, data.direction])).toEqual([
      ["compliance.hold", "inbound"],
      ["compliance.released", "inbound"],
      ["payment.settled", "inbound"],
      ["rfp.fulfilled", undefined]
    ])
  })

  it("and lies in suspense when an officer rejects it, until an administrator knows where it went", async () => {
    const host = await startHost()
    const { holdId, paymentId } = await comes(host)
    expect((await decide(host, holdId, "reject")).body.data.status).toBe("rejected")
    const resolve = (outcome: string) =>
      host.admin("POST", `/v2/admin/payments/${paymentId}/resolve`, { outcome, note: "paid into a blocked account" })
    expect((await resolve("settled")).body.data).toMatchObject({ status: "rejected" })
    expect((await resolve("failed")).status).toBe(409)
    expect(await steps(host, paymentId)).toEqual([
      "receive settlement>customer_hold",
      "release customer_hold>suspense",
      "clear suspense>settlement"
    ])
  })

  it("and held while nobody can say, until somebody can", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const { paymentId, ...hold } = await comes(host, { name: "Jane Roe" })
    expect(hold).toMatchObject({ holdReason: "OFAC_SCREENING_UNAVAILABLE", status: "open" })
    await host.ask("POST", "/v2/simulator/screening", { status: "up" })
    await host.engine.advance("1 minute")
    expect(await steps(host, paymentId)).toEqual(["receive settlement>customer_hold", "release customer_hold>customer"])
  })

  it("B137 and held when it comes from a place under sanctions, as long as that is one", async () => {
    const host = await startHost()
    const { holdId, ...hold } = await comes(host, { name: "Jane Roe", address: { country: "KP" } })
    expect(hold).toMatchObject({ matchedField: "originator.address.country", matchedName: "North Korea" })
    expect((await decide(host, holdId, "release")).body.error.code).toBe("SANCTIONED_COUNTRY")
    await host.admin("PUT", "/v2/admin/screening-lists", { countries: [] })
    expect((await decide(host, holdId, "release")).body.data.status).toBe("released")
  })

  it.each([
    ["Dbtr", `<UltmtDbtr>${who}</UltmtDbtr>`, "CdtTrfTxInf.UltmtDbtr.name"],
    [
      "Dbtr",
      "<InitgPty><Nm>Jane</Nm><PstlAdr><Ctry>KP</Ctry></PstlAdr></InitgPty>",
      "CdtTrfTxInf.InitgPty.address.country"
    ],
    ["Purp", `<UltmtCdtr>${who}</UltmtCdtr>`, "CdtTrfTxInf.UltmtCdtr.name"],
    [
      "RmtInf",
      "<InstrForCdtrAgt><InstrInf>for Zoltan Sanctionov</InstrInf></InstrForCdtrAgt>",
      "CdtTrfTxInf.InstrForCdtrAgt.InstrInf"
    ],
    ["/RmtInf", `<Strd><Invcr>${who}</Invcr></Strd>`, "CdtTrfTxInf.RmtInf.Strd.Invcr.name"],
    ["/Dbtr", "<CtryOfRes>KP</CtryOfRes>", "CdtTrfTxInf.Dbtr.CtryOfRes.address.country"],
    ["ClrSysMmbId", "<BICFI>SIMBIRTHXXX</BICFI>", "CdtTrfTxInf.InstgAgt.FinInstnId.BICFI.address.country"],
    ["/PstlAdr", "<AdrLine>c/o Zoltan Sanctionov</AdrLine>", "originator.address"]
  ])("and held with whoever else its message names: before %s %s", async (before, more, matchedField) => {
    const host = await startHost()
    const news = newsOf("fednow", messageWith(before, more))
    expect(news).toMatchObject({ type: "inbound" })
    await hear(host, news!)
    const [hold] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    expect(hold).toMatchObject({ matchedField, status: "open" })
  })
})
