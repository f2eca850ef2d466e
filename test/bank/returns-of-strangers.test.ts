/** Money that comes back, as it says, for a payment that it cannot be of. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Pacs008 } from "../../plugins/bank/messages/index.ts"
import { newsOf } from "../../plugins/bank/rails/iso-news.ts"
import { balances } from "../../src/ledger/post.ts"
import { Store } from "../../src/services/Store.ts"
import { beneficiary, freshKey, hear, inBooks, originator, startHost, to, type Host } from "./host.ts"
import { creditTransfer } from "./messages/samples.ts"
import { american, send, swift, wire } from "./wire/wires.ts"

const alerts = async ({ admin }: Host) => (await admin("GET", "/v2/admin/alerts")).body.data

const stepsOf = async ({ admin }: Host, paymentId: string) =>
  (await admin("GET", `/v2/admin/ledger/entries?paymentId=${paymentId}`)).body.data.map(({ step }: any) => step)

describe("a return of a payment that is not here", () => {
  const back = { type: "return", code: "AC04", narrative: undefined, amountCents: 700 } as const

  it.each([
    ["fednow", { endToEndId: "pmt_inst_none" }, "pmt_inst_none"],
    ["fednow", { endToEndId: undefined, messageId: "20260617NONE" }, "20260617NONE"],
    ["fedwire", { endToEndId: "pmt_wire_none" }, "pmt_wire_none"],
    ["swift", { endToEndId: undefined }, "RETURN-1"]
  ] as const)("over %s alerts an administrator, once: %j", async (rail, named, resource) => {
    const host = await startHost()
    for (const _ of ["first", "second"]) {
      await hear(host, { ...back, rail, railEventId: "RETURN-1", ...named })
    }
    expect(await alerts(host)).toMatchObject([
      { type: "payment.needs_attention", resource, message: expect.stringContaining("700 minor units of USD") }
    ])
  })

  it("is none of a payment that left over another rail", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay({ railPreference: "rtp" })).body.data
    await hear(host, { ...back, rail: "fednow", railEventId: "RETURN-1", endToEndId: paymentId })
    expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
    expect(await stepsOf(host, paymentId)).toEqual(["reserve", "submit", "settle"])
    expect(await alerts(host)).toMatchObject([{ type: "payment.needs_attention", resource: paymentId }])
  })
})

it("a return of a wire that waits for its day lies in suspense, and the wire leaves on it", async () => {
  const host = await startHost()
  const asked = swift({ beneficiary: american(), currency: "USD", valueDate: "2026-06-22" })
  const { paymentId } = (await send(host, asked)).body.data
  // Whoever is to get the wire may know its reference.
  const news = { rail: "swift", endToEndId: paymentId, code: "AC04", narrative: undefined, amountCents: 1 } as const
  await hear(host, { ...news, type: "return", railEventId: "RETURN-1" })
  expect(await wire(host, paymentId)).toMatchObject({ status: "queued", needsAttention: true })
  expect(await alerts(host)).toMatchObject([{ type: "payment.needs_attention", resource: paymentId }])
  await host.engine.advance("7 days")
  expect(await wire(host, paymentId)).toMatchObject({ status: "settled", needsAttention: true })
  expect(await stepsOf(host, paymentId)).toEqual(["reserve", "stray:RETURN-1", "submit", "settle"])
})

describe("money that comes in", () => {
  const credit = {
    messageId: "M20260617099900027TWICE",
    endToEndId: "NOTPROVIDED",
    uetr: "11111111-1111-4111-8111-111111111111",
    amountCents: 700,
    originator: beneficiary as never,
    beneficiary: originator as never,
    remittanceInfo: null
  }

  it("under a reference that another credit has is booked as well", async () => {
    const host = await startHost()
    for (const messageId of ["M20260617099900027ONE", "M20260617099900027TWO"]) {
      const event = { type: "inbound", rail: "rtp", railEventId: messageId } as const
      await hear(host, { ...event, credit: { ...credit, messageId } })
      await hear(host, { ...event, credit: { ...credit, messageId } })
    }
    expect(await strangersBooks(host)).toContainEqual(
      expect.objectContaining({ account: "settlement:rtp", balance: 1_400n })
    )
  })

  it.each([0, -5, 0.5, NaN])(
    "is no money where a connection reports %d cents: an administrator is alerted, once",
    async (amountCents) => {
      const host = await startHost()
      const { paymentId } = (await host.pay({ railPreference: "rtp" })).body.data
      const back = { type: "return", endToEndId: paymentId, code: "AC04", narrative: undefined, amountCents } as const
      const inbound = { type: "inbound", credit: { ...credit, amountCents } } as const
      for (const [index, news] of [back, inbound, back, inbound].entries()) {
        await hear(host, { ...news, rail: "rtp", railEventId: `NOTHING-${index % 2}` })
      }
      expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
      expect((await alerts(host)).map(({ message }: any) => message)).toEqual([
        `Money (inbound) of ${amountCents} minor units came over rtp that nothing here acts on, and nothing is booked for it`,
        `Money (return) of ${amountCents} minor units came over rtp that nothing here acts on, and nothing is booked for it`
      ])
    }
  )

  it("for an account in whatever characters is in the books without its number", async () => {
    const host = await startHost()
    for (const [index, accountNumber] of ["98 765 4321", "98:7654321"].entries()) {
      const to = { ...originator, accountNumber, routingNumber: index === 0 ? "" : originator.routingNumber } as never
      const event = { type: "inbound", rail: "rtp", railEventId: `M-${index}` } as const
      await hear(host, { ...event, credit: { ...credit, messageId: `M-${index}`, beneficiary: to } })
    }
    const accounts = (await strangersBooks(host)).map(({ account }) => account)
    expect(accounts.filter((account) => /^customer:\d*:\*{4}4?321\.[0-9a-f]{20}$/.test(account))).toHaveLength(2)
  })

  it("over a wire network, where credits are not taken in, alerts an administrator, once", async () => {
    const host = await startHost()
    for (const _ of ["first", "second"]) {
      await hear(host, { type: "inbound", rail: "fedwire", railEventId: "WIRE-1", credit })
    }
    expect(await alerts(host)).toMatchObject([
      { resource: credit.messageId, message: expect.stringContaining("700 minor units came over fedwire") }
    ])
  })
})

describe("credits of two banks that numbered them alike", () => {
  it("alert an administrator each", async () => {
    const host = await startHost()
    for (const routingNumber of ["099900014", "099900027", "099900014"]) {
      const sent = { ...creditTransfer, chargeBearer: "SHAR", instructingAgent: { routingNumber } } as const
      await hear(host, newsOf("fedwire", Result.getOrThrow(Pacs008.build(sent, { profile: "fedwire" })))!)
    }
    expect(await alerts(host)).toHaveLength(2)
  })
})

describe("a message that nothing here acts on", () => {
  const message = (name: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><X><GrpHdr><MsgId>M-1</MsgId></GrpHdr></X></Document>`

  it.each(["pacs.008.001.99", "pacs.004.001.10", "pacs.009.001.08", "camt.056.001.08", "admi.002.001.01"])(
    "%s alerts an administrator, once",
    async (name) => {
      const host = await startHost()
      for (const _ of ["first", "second"]) await hear(host, newsOf("fedwire", message(name))!)
      expect(await alerts(host)).toMatchObject([
        { resource: `${name} M-1`, message: expect.stringContaining(`A ${name} came over fedwire`) }
      ])
    }
  )

  it.each([
    ["that is no readable XML", ["", "<Document>", `<!DOCTYPE Document>${message("pacs.008.001.08")}`]],
    [
      "of no known kind",
      [
        message("pacs.008.001.08").replace(/ xmlns="[^"]*"/, ""),
        `<In xmlns="urn:fednow">${message("pacs.008.001.08")}</In>`
      ]
    ]
  ])("alerts also where it is a message %s, once for each text", async (what, texts) => {
    const host = await startHost()
    for (const text of [...texts, ...texts]) await hear(host, newsOf("fednow", text)!)
    expect((await alerts(host)).map((alert: any) => alert.message)).toEqual(
      texts.map(() => expect.stringContaining(`A message ${what} came over fednow`))
    )
  })

  it("alerts for each bank that gave its message the same id", async () => {
    const host = await startHost()
    const from = (bic: string) =>
      message("pacs.009.001.08").replace(
        "</GrpHdr>",
        `<InstgAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></InstgAgt></GrpHdr>`
      )
    for (const bic of ["AAAADEFFXXX", "BBBBDEFFXXX", "AAAADEFFXXX"]) await hear(host, newsOf("swift", from(bic))!)
    expect((await alerts(host)).map(({ resource }: any) => resource).toSorted()).toEqual([
      "pacs.009.001.08 AAAADEFFXXX M-1",
      "pacs.009.001.08 BBBBDEFFXXX M-1"
    ])
  })

  it("is no news where nobody has to act either", () => {
    expect(["pacs.002.001.99", "admi.004.001.02"].map((name) => newsOf("fednow", message(name)))).toEqual([
      undefined,
      undefined
    ])
  })
})

const body = (xml: string) => xml.replace(/^<\?xml[^>]*\?>/, "")
const texts = />([^<&]+)</g
const inReferences = (text: string) => Array.from(text, (sign) => `&#x${sign.codePointAt(0)!.toString(16)};`).join("")

it.each<readonly [string, (xml: string) => string]>([
  [
    "prefixes",
    (xml) =>
      body(xml)
        .replace(/<(\/?)(?=[A-Z])/g, "<$1n1:")
        .replace("xmlns=", "xmlns:n1=")
  ],
  ["a mark of byte order", (xml) => `\uFEFF${xml}`],
  ["the encoding that it had in bytes", (xml) => `<?xml version="1.0" encoding="UTF-16"?>${body(xml)}`],
  ["an instruction to a processor", (xml) => body(xml).replace("<Document", "<?xml-stylesheet href='a'?><Document")],
  ["single quotes", (xml) => body(xml).replace(/="([^"]*)"/g, "='$1'")],
  ["lines of Windows", (xml) => xml.replaceAll("><", ">\r\n  <")],
  ["comments", (xml) => xml.replace(texts, ">$1<!-- c --><")],
  ["CDATA", (xml) => xml.replace(texts, "><![CDATA[$1]]><")],
  ["references", (xml) => xml.replace(texts, (_, text: string) => `>${inReferences(text)}<`)],
  ["spaces in its tags", (xml) => xml.replace(/<(\/?[A-Za-z0-9]+)>/g, "<$1\n>")]
])("money is read from a message with %s", (_, written) => {
  const xml = Result.getOrThrow(Pacs008.build(creditTransfer, { profile: "fednow" }))
  expect(written(xml)).not.toBe(xml)
  expect(newsOf("fednow", written(xml))).toEqual(newsOf("fednow", xml))
})

it.each(["fednow", "rtp"] as const)(
  "a credit over %s in another currency than USD alerts, and none is booked",
  async (rail) => {
    const host = await startHost()
    for (const remittance of ["Invoice 42", "RETURN AC04"]) {
      const xml = Result.getOrThrow(Pacs008.build({ ...creditTransfer, remittance }, { profile: rail }))
      await hear(host, newsOf(rail, xml.replaceAll('Ccy="USD"', 'Ccy="EUR"'))!)
    }
    expect(await alerts(host)).toMatchObject([{ message: expect.stringContaining("A pacs.008.001.08 came over") }])
    expect(await strangersBooks(host)).toEqual([])
  }
)

/** Balances of what belongs to no client. */
const strangersBooks = ({ engine }: Host) =>
  engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* balances(yield* store.region(store.home), { plugin: "bank", scope: "admin/test" })
    })
  )

describe("money over RTP whose text names a payment and says RETURN", () => {
  const credited = async (to: object, from: object = {}) => {
    const host = await startHost()
    const { paymentId, uetr } = (await host.pay({ railPreference: "rtp", amount: 40_000 })).body.data
    const credit = {
      messageId: "M20260617099900027STRANGER",
      endToEndId: paymentId,
      // As banks do: a return bears the reference of what it returns.
      uetr,
      amountCents: 700,
      originator: { ...beneficiary, ...from } as never,
      beneficiary: { ...originator, ...to } as never,
      remittanceInfo: "RETURN AC04"
    }
    const { amountCents, endToEndId, messageId: railEventId } = credit
    const of = {
      rail: "rtp",
      railEventId,
      endToEndId,
      code: "AC04",
      narrative: undefined,
      amountCents,
      credit
    } as const
    await hear(host, { type: "return", ...of })
    return { host, paymentId }
  }

  it("and goes to the account that the payment came from is its return", async () => {
    const { host, paymentId } = await credited({})
    expect(await host.payment(paymentId)).toMatchObject({ status: "returned", returnCode: "AC04" })
  })

  it.each([
    ["goes to another account", { accountNumber: "666" }, {}],
    ["goes to another bank", { routingNumber: "099900030" }, {}],
    ["comes from another bank than the payment went to", {}, { routingNumber: "099900030" }]
  ])("and %s is that account's money", async (_, to, from) => {
    const { host, paymentId } = await credited(to, from)
    expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
    expect(await stepsOf(host, paymentId)).toEqual(["reserve", "submit", "settle"])
    const { accountNumber, routingNumber } = { ...originator, ...to }
    expect(await strangersBooks(host)).toMatchObject([
      { account: inBooks(`customer:${routingNumber}:${accountNumber}`), balance: -700n },
      { account: "settlement:rtp", balance: 700n }
    ])
  })
})

describe("news of another rail than that of what it names", () => {
  it("settle no payment", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay(to("9002000005", { railPreference: "fednow" }))).body.data
    const { messageId } = (await host.ask("GET", "/v2/simulator/network/messages")).body.data.find(
      (message: any) => message.endToEndId === paymentId && message.messageType === "pacs.008"
    )
    const news = { type: "status", messageId, status: "ACSC", reason: undefined, narrative: undefined } as const
    await hear(host, { ...news, rail: "rtp", railEventId: "NEWS-1" })
    expect(await host.payment(paymentId)).toMatchObject({ status: "submitted" })
    await hear(host, { ...news, rail: "fednow", railEventId: "NEWS-2" })
    expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
  })

  it("decline no request for payment", async () => {
    const host = await startHost()
    const parties = { payee: originator, payer: { ...beneficiary, accountNumber: "9005000077" } }
    const { rfpId } = (await host.ask("POST", "/v2/payments/rfp", { rail: "fednow", amount: 100, ...parties })).body
      .data
    const news = {
      type: "rfp",
      rfpId,
      messageId: undefined,
      status: "RJCT",
      reason: "AC04",
      narrative: undefined
    } as const
    const status = async () => (await host.ask("GET", `/v2/payments/rfp/${rfpId}`)).body.data.status
    await hear(host, { ...news, rail: "rtp", railEventId: "NEWS-1" })
    expect(await status()).toBe("sent")
    await hear(host, { ...news, rail: "fednow", railEventId: "NEWS-2" })
    expect(await status()).toBe("declined")
  })

  it("answer no request to give a payment back", async () => {
    const host = await startHost()
    const { paymentId } = (await host.pay(to("9004000005", { railPreference: "fednow" }))).body.data
    const path = `/v2/payments/instant/${paymentId}/return-request`
    const asked = await host.ask("POST", path, { reasonCode: "DUPL" }, { "idempotency-key": freshKey() })
    const { returnRequestId: requestId } = asked.body.data
    const news = { type: "returnRequestAnswer", requestId, status: "RJCR", reason: "CUST" } as const
    const status = async () => (await host.ask("GET", `${path}s/${requestId}`)).body.data.status
    await hear(host, { ...news, rail: "rtp", railEventId: "NEWS-1" })
    expect(await status()).toBe("pending")
    await hear(host, { ...news, rail: "fednow", railEventId: "NEWS-2" })
    expect(await status()).toBe("rejected")
  })
})
