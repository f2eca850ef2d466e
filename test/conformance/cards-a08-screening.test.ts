/** Sections A8 and A12 of the requirement list, as far as they speak of screening on demand; and the lists behind it. */
import { describe, expect, it } from "vitest"
import * as customers from "../../plugins/cards/customers/operations.ts"
import { testAccount } from "../../plugins/cards/index.ts"
import { listSources } from "../../src/services/screening/sources/registry.ts"
import { decide } from "../../src/domain.ts"
import { key, startMerchant, timestampPattern } from "./merchant.ts"

const path = "/v2/compliance/sanctions"

const lists = ["ofac_sdn", "un_consolidated", "eu_amld6", "uk_hmt", "pep", "adverse_media"]

/** What asking for a subject comes to: `clear`, `match`, or the code and the parameter of the refusal. */
const asked = async (body: Record<string, unknown>): Promise<string> => {
  const { send } = await startMerchant()
  const answer = await send("POST", path, body)
  return answer.status === 200 ? answer.body.result : `${answer.body.error.code} ${answer.body.error.param}`
}

describe("A8: screening", () => {
  it("C75 a screening tells its id, the name, the result, the matches, the lists and the time", async () => {
    const { post } = await startMerchant()
    const clear = await post(path, { name: "Ada Lovelace" })
    expect(clear.screening_id).toMatch(/^scr_/)
    expect(clear).toMatchObject({ name: "Ada Lovelace", result: "clear", matches: [] })
    expect(clear.screened_at).toMatch(timestampPattern)
    const match = await post(path, { name: "Test Sanctioned Person" })
    expect(match).toMatchObject({ result: "match", matches: [{ list: "ofac_sdn", score: 100 }] })
    expect(match.screening_id).not.toBe(clear.screening_id)
  })

  it("C76 lists_screened names the lists that were consulted", async () => {
    const { post } = await startMerchant()
    expect((await post(path, { name: "Ada Lovelace" })).lists_screened).toEqual(lists)
    const found = async (name: string) => (await post(path, { name })).matches.map(({ list }: { list: string }) => list)
    expect(await found("Test UN Listed")).toEqual(["un_consolidated"])
    expect(await found("Test EU Listed")).toEqual(["eu_amld6"])
    expect(await found("Test UK Listed")).toEqual(["uk_hmt"])
    expect(await found("Test Pep Person")).toEqual(["pep"])
    expect(await found("Test Adverse Media")).toEqual(["adverse_media"])
  })

  it("C77 a list that was not renewed in its time is told as stale: a day, two days, or a week and a day", () => {
    const hours = new Map(
      listSources.map(({ list, maxAgeHours }) => [list({ name: "", text: "", date: "" }), maxAgeHours])
    )
    // In real time and daily; what is in real time is a file here, which is fetched each day at least. Adverse media
    // have no file: a provider of the host's own brings them (S35).
    expect(hours.get("ofac_sdn")).toBe(24)
    for (const daily of ["un_consolidated", "eu_amld6", "uk_hmt"]) expect(hours.get(daily)).toBe(48)
    expect(hours.get("pep")).toBe(8 * 24)
  })

  it("C91, S36: payouts of two days count together, and the alert names what had come in", async () => {
    const account = "acct_conformance"
    const { bankAccount, engine, get, pay, payout } = await startMerchant({ accounts: [{ id: account, keys: [key] }] })
    const { customer, id } = await bankAccount()
    // As if the identity had been verified: without that nothing is paid out.
    const caller = await engine.caller({ principal: testAccount(account) })
    await engine.call(
      customers.change(caller, customer, (before) => decide({ state: { ...before, kycStatus: "verified" } }))
    )
    const layering = async () =>
      (await get(`/v2/aml/alerts?customer_id=${customer}`)).data.filter(
        ({ alert_type }: { alert_type: string }) => alert_type === "layering"
      )
    const paid = await pay({ customer, amount: 600_000 })
    await payout({ destination: id, amount: 470_000 })
    expect(await layering()).toEqual([])
    await payout({ destination: id, amount: 20_000 })
    expect(await layering()).toMatchObject([{ sar_required: true, status: "open", transactions: [paid.id] }])
  })
})

describe("A12: screen a subject", () => {
  it("C130 POST /v2/compliance/sanctions screens a subject", async () => {
    const { get, post, refused } = await startMerchant()
    const match = await post(path, { name: "Test Sanctioned Person" })
    const [event] = (await get("/v2/events?type=screening.match")).data
    expect(event.data).toEqual(match)
    expect(await refused("GET", path)).toMatchObject({ status: 405, code: "method_not_allowed" })
  })

  it("C163 name is required", async () => {
    expect(await asked({})).toBe("parameter_missing name")
    expect(await asked({ name: "  " })).toBe("parameter_invalid name")
    expect(await asked({ name: "Ada" })).toBe("clear")
  })

  it("C164 date_of_birth is a date, and one that contradicts the entry clears", async () => {
    const name = "Test Dated Person"
    expect(await asked({ name })).toBe("match")
    expect(await asked({ name, date_of_birth: "1960-04-01" })).toBe("match")
    expect(await asked({ name, date_of_birth: "1990-04-01" })).toBe("clear")
    for (const date_of_birth of ["2001-02-29", "01/02/2001", ""]) {
      expect(await asked({ name, date_of_birth })).toBe("parameter_invalid date_of_birth")
    }
  })

  it("C165 country is two letters of ISO 3166-1, and alone clears nobody", async () => {
    const name = "Test Dated Person"
    expect(await asked({ name, country: "RU" })).toBe("match")
    expect(await asked({ name, country: "US" })).toBe("match")
    for (const country of ["USA", "us", "1"]) expect(await asked({ name, country })).toBe("parameter_invalid country")
  })

  it("C166 entity_type is individual, the default, or business", async () => {
    expect(await asked({ name: "Test Blocked Trading LLC" })).toBe("clear")
    expect(await asked({ name: "Test Blocked Trading LLC", entity_type: "individual" })).toBe("clear")
    expect(await asked({ name: "Test Blocked Trading LLC", entity_type: "business" })).toBe("match")
    expect(await asked({ name: "Test Sanctioned Person", entity_type: "business" })).toBe("clear")
    expect(await asked({ name: "Ada", entity_type: "vessel" })).toBe("parameter_invalid entity_type")
  })
})
