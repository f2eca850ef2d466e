/** Sections A8 and A12 of the requirement list, as far as they speak of screening on demand; and the lists behind it. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, expect, it, onTestFinished } from "vitest"
import * as customers from "../../plugins/cards/customers/operations.ts"
import { testAccount } from "../../plugins/cards/index.ts"
import { carryOutUnkeyed } from "../../src/plugin.ts"
import { Clock, makeClock } from "../../src/services/Clock.ts"
import * as NodeScreening from "../../src/services/NodeScreening.ts"
import { Screening } from "../../src/services/Screening.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { decide } from "../../src/domain.ts"
import { key, startMerchant, timestampPattern } from "./merchant.ts"

const path = "/v2/compliance/sanctions"

const stateOfLists = "2026-01-15"

/** A file of each list in the form of its authority, all of one day. */
const listFiles: Readonly<Record<string, string>> = {
  [`sdn-${stateOfLists}.csv`]: `2674,"SAMSA, Gregor","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n`,
  "consolidated.xml": `<CONSOLIDATED_LIST dateGenerated="${stateOfLists}T00:00:00.000Z"><INDIVIDUALS><INDIVIDUAL>
    <FIRST_NAME>GREGOR</FIRST_NAME><SECOND_NAME>SAMSA</SECOND_NAME><REFERENCE_NUMBER>CDi.001</REFERENCE_NUMBER>
    </INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
  [`eu_oj-${stateOfLists}.csv`]: `celex,recordId,annex,programKey,measure,schema,name,alias,weakAlias,birthDate,nationality
1R1,1,I,EU-X,Asset freeze,Person,SAMSA Gregor,,,,Austria
`,
  "ConList.csv": `Last Updated,15/01/2026,,,,,,,
Name 6,Name 1,Name 2,DOB,Nationality,Group Type,Alias Type,Regime,Group ID
SAMSA,Gregor,,31/08/1960,Austria,Individual,Prime Alias,Prague,12999
`,
  [`pep-${stateOfLists}.jsonl`]: `${JSON.stringify({ id: "1", type: "individual", name: "Gregor Samsa" })}\n`
}

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

  it("C77 a list that was not renewed in its time is stale: after a day, two days, or a week and a day", async () => {
    // Renewed in real time and daily; what is in real time is a file here, which is fetched each day at least. Adverse media
    // have no file: a provider of the host's own brings them (S35).
    const expected = { ofac_sdn: 24, un_consolidated: 48, eu_amld6: 48, uk_hmt: 48, pep: 8 * 24 }
    const folder = temporaryFolder()
    for (const [name, text] of Object.entries(listFiles)) writeFileSync(join(folder, name), text)
    let now = Date.parse(stateOfLists)
    const clock = Layer.succeed(
      Clock,
      makeClock(
        () => now,
        { mode: "system" },
        () => 0
      )
    )
    const runtime = ManagedRuntime.make(NodeScreening.layer({ folder }).pipe(Layer.provide(clock)))
    onTestFinished(() => runtime.dispose())
    const staleAfter = async (hours: number, moreMs: number) => {
      now = Date.parse(stateOfLists) + hours * 3_600_000 + moreMs
      const lists = await runtime.runPromise(Effect.flatMap(Screening, (screening) => screening.lists))
      return lists.filter(({ stale }) => stale).map(({ list }) => list)
    }
    const listsOf = (maxHours: number) =>
      Object.entries(expected)
        .filter(([, hours]) => hours <= maxHours)
        .map(([list]) => list)
    for (const hours of [24, 48, 8 * 24]) {
      const earlier = listsOf(hours - 1)
      expect((await staleAfter(hours, 0)).toSorted()).toEqual(earlier.toSorted())
      expect((await staleAfter(hours, 1)).toSorted()).toEqual(listsOf(hours).toSorted())
    }
  })

  it("C91, S36: payouts of two days count together, and the alert names what had come in", async () => {
    const account = "acct_conformance"
    const { bankAccount, engine, get, pay, payout } = await startMerchant({ accounts: [{ id: account, keys: [key] }] })
    const { customer, id } = await bankAccount()
    // As if the identity had been verified: without that nothing is paid out.
    const caller = await engine.caller({ principal: testAccount(account) })
    const verify = customers.change(caller, customer, (before) =>
      decide({ state: { ...before, kycStatus: "verified" } })
    )
    await engine.call(carryOutUnkeyed(caller.store, verify))
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

  it("C165 country is two capital letters of ISO 3166-1, may be left out, and alone clears nobody", async () => {
    const { post, refused } = await startMerchant()
    const name = "Test Dated Person"
    const scoreOf = async (body: Record<string, unknown>) => (await post(path, { name, ...body })).matches[0]?.score
    expect(await scoreOf({})).toBe(100)
    for (const country of ["RU", "US", "DE", "GB", "IN", "JP", "BR", "ZA", "AU", "KP", "VA"]) {
      expect(await scoreOf({ country }), country).toBeGreaterThan(80)
    }
    // A country that contradicts the entry takes from the score, and a spelling that is only near does not match then.
    expect(await scoreOf({ country: "US" })).toBeLessThan(await scoreOf({ country: "RU" }))
    const malformed = [
      "USA",
      "RUS",
      "643",
      "1",
      "",
      "R",
      "us",
      "Us",
      "uS",
      "U1",
      "1U",
      " US",
      "US ",
      "U S",
      "US\n",
      "US-CA",
      // Two capital letters that ISO 3166-1 does not give to a country.
      "QZ",
      "UK",
      "XX",
      "ZZ",
      "EU",
      "SU"
    ]
    const hostile = ["\uFF35\uFF33", "U\u200BS", "ÜS", "US\u0000", "ＵＳ", "ΑΒ", 5, null, true, ["US"], { code: "US" }]
    for (const country of [...malformed, ...hostile]) {
      expect(await refused("POST", path, { name, country }), JSON.stringify(country)).toMatchObject({
        status: 400,
        type: "validation_error",
        code: "parameter_invalid",
        param: expect.stringMatching(/^country/)
      })
    }
  })

  it("C166 entity_type is individual, the default, or business", async () => {
    expect(await asked({ name: "Test Blocked Trading LLC" })).toBe("clear")
    expect(await asked({ name: "Test Blocked Trading LLC", entity_type: "individual" })).toBe("clear")
    expect(await asked({ name: "Test Blocked Trading LLC", entity_type: "business" })).toBe("match")
    expect(await asked({ name: "Test Sanctioned Person", entity_type: "business" })).toBe("clear")
    expect(await asked({ name: "Ada", entity_type: "vessel" })).toBe("parameter_invalid entity_type")
  })
})
