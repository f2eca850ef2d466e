/** Texts that clients send, as networks carry them: transliterated, or refused where nothing of their meaning would be left. */
import { describe, expect, it } from "vitest"
import { beneficiary, startHost, to } from "../host.ts"

const named = (name: string, change = {}) => ({ beneficiary: { ...beneficiary, name }, ...change })

describe("texts for networks", () => {
  it.each([
    ["another script", named("Владимир Сорокин"), "<Cdtr><Nm>Vladimir Sorokin</Nm>"],
    [
      "an address with accents",
      { beneficiary: { ...beneficiary, address: { ...beneficiary.address, city: "Málaga" } } },
      "<TwnNm>Malaga</TwnNm>"
    ],
    [
      "a remittance with typographic signs",
      { remittanceInfo: "Rent – “June” €5" },
      '<Ustrd>Rent - "June" EUR5</Ustrd>'
    ],
    [
      "an address that lacks what the network asks for",
      { beneficiary: { ...beneficiary, address: { city: "Reno" } } },
      "<Cdtr><Nm>Jane Roe</Nm></Cdtr>"
    ]
  ])("carry %s", async (_, change, sent) => {
    const host = await startHost()
    const { body } = await host.pay(change)
    expect(body.data.status).toBe("settled")
    const path = `/v2/payments/${body.data.paymentId}/messages`
    const [first] = (await host.ask("GET", path)).body.data
    expect((await host.ask("GET", `${path}/${first.messageId}`)).body.data.content).toContain(sent)
  })

  it.each([
    ["a character without a plain writing", named("A\u{E000}"), "INVALID_FIELD_FORMAT", "beneficiary.name"],
    ["a name of signs that are not seen", named("\u{200b}"), "INVALID_FIELD_FORMAT", "beneficiary.name"],
    ["a name of blanks", named("  "), "INVALID_FIELD_FORMAT", "beneficiary.name"],
    [
      "a remittance of signs that are not seen",
      { remittanceInfo: "\u{fe0f}" },
      "INVALID_FIELD_FORMAT",
      "remittanceInfo"
    ],
    ["a control character", { remittanceInfo: "a\u0007b" }, "INVALID_FIELD_FORMAT", "remittanceInfo"],
    ["a name that is too long in plain letters", named("ß".repeat(71)), "FIELD_TOO_LONG", "beneficiary.name"],
    [
      "a remittance that is too long in plain letters",
      { remittanceInfo: "€".repeat(47) },
      "FIELD_TOO_LONG",
      "remittanceInfo"
    ],
    ["B17: a remittance of 141 characters", { remittanceInfo: "x".repeat(141) }, "FIELD_TOO_LONG", "remittanceInfo"]
  ])("refuse %s", async (_, change, code, field) => {
    const host = await startHost()
    const { body, status } = await host.pay(change)
    expect([status, body.error?.code, body.error?.field]).toEqual([400, code, field])
    expect((await host.ask("GET", "/v2/payments/instant")).body.data).toEqual([])
  })

  it.each(["rtp", "fednow"])("a payment of 140 accented characters is settled over %s", async (railPreference) => {
    const host = await startHost()
    const long = "é".repeat(140)
    const { body } = await host.pay({ ...to("9000000000"), railPreference, remittanceInfo: long, ...named(long) })
    expect(body.data.status).toBe("settled")
  })
})
