/** What screenings of payments leave behind for an auditor (S33). */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { listScreenings } from "../../plugins/bank/compliance/repository.ts"
import { Screening } from "../../src/services/Screening.ts"
import { Store } from "../../src/services/Store.ts"
import { achBody, achOriginator, created } from "./ach/achHost.ts"
import { beneficiary, originator, paymentBody, startHost, type Host } from "./host.ts"
import { american, send, swift, wire } from "./wire/wires.ts"

const named = (name: string) => paymentBody({ beneficiary: { ...beneficiary, name } })

const evidenceOf = (host: Host, paymentId: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* listScreenings(yield* store.region(store.home), paymentId, 100)
    })
  )

const openHold = async ({ admin }: Host) => (await admin("GET", "/v2/compliance/holds?status=open")).body.data[0]

describe("S33: the evidence of a screening of a payment", () => {
  it("is kept of a clear one: every subject, the lists in their versions, threshold, scorer, time", async () => {
    const host = await startHost()
    const { body } = await host.pay(named("Jane Roe"))
    const [evidence, ...others] = await evidenceOf(host, body.data.paymentId)
    expect(others).toEqual([])
    expect(evidence).toMatchObject({
      id: expect.stringMatching(/^scr_/),
      paymentId: body.data.paymentId,
      attempt: 1,
      outcome: "clear",
      holdId: null,
      decisive: null,
      createdAt: expect.any(Number)
    })
    const fields = evidence!.subjects.map(({ subject }) => subject.field)
    expect(fields).toEqual(expect.arrayContaining(["beneficiary.name", "originator.name"]))
    for (const one of evidence!.subjects) {
      expect(one).toMatchObject({ outcome: "clear", matches: [], threshold: 85, scorer: expect.any(String) })
      expect(one.listsScreened[0]).toMatchObject({
        list: expect.any(String),
        stateDate: expect.stringMatching(/^\d{4}-/),
        version: expect.any(String)
      })
    }
  })

  it("names the company of an entry by itself only where it is no beginning of the originator's name", async () => {
    const host = await startHost()
    const screened = async (change: object) => {
      const named = { ...achOriginator, name: "Straßenbau Müller GmbH", ...change }
      const [evidence] = await evidenceOf(host, await created(host, achBody({ originator: named })))
      return evidence!.subjects.map(({ subject }) => subject.field).includes("originator.companyName")
    }
    expect(await screened({ companyName: undefined })).toBe(false)
    expect(await screened({ companyName: "SM BAU" })).toBe(true)
  })

  it("is kept of a match with every candidate and its reasons, and screening it again says the same", async () => {
    const host = await startHost()
    const { body } = await host.pay(named("Zoltan Sanctionof"))
    const { holdId, matchScore } = await openHold(host)
    const [evidence] = await evidenceOf(host, body.data.paymentId)
    expect(evidence).toMatchObject({
      outcome: "match",
      holdId,
      decisive: { field: "beneficiary.name", score: matchScore, matchedName: "Zoltan Sanctionov" }
    })
    const found = evidence!.subjects.find(({ outcome }) => outcome === "match")!
    expect(found.matches[0]).toMatchObject({ entryVersion: expect.any(String), score: matchScore })
    expect(found.matches[0]!.reasons.length).toBeGreaterThan(0)
    const again = await host.engine.call(Effect.flatMap(Screening, (one) => one.screen(found.subject)))
    expect(again.matches).toEqual(found.matches)
    expect(again.listsScreened).toEqual(found.listsScreened)
  })

  it("is kept of each try while the lists cannot be consulted", async () => {
    const host = await startHost()
    const { body } = await host.pay(named("Screening Outage Match"))
    const { holdId } = await openHold(host)
    await host.engine.advance("1 hour")
    const kept = await evidenceOf(host, body.error.details.paymentId)
    expect(kept.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [3, "match"],
      [2, "unavailable"],
      [1, "unavailable"]
    ])
    expect(kept.map((one) => one.holdId)).toEqual([holdId, holdId, holdId])
    const nobody = kept[2]!.subjects.find(({ subject }) => subject.name === "Screening Outage Match")
    expect(nobody).toMatchObject({ outcome: "unavailable", matches: [], listsScreened: [], scorer: null })
  })

  it("is kept of a payment that is screened again when it leaves, whatever that finds", async () => {
    const host = await startHost()
    const entry = await created(host, achBody({ effectiveDate: "2026-06-24" }))
    const valueDate = "2026-06-24"
    const { paymentId } = (await send(host, swift({ beneficiary: american(), currency: "USD", valueDate }))).body.data
    // The entry leaves on the evening before its day, the wire at midnight.
    await host.engine.advance("153 hours")
    await host.admin("POST", "/v2/simulator/screening", { status: "down" })
    await host.engine.advance("1 day")
    for (const [id, found] of [
      [entry, "clear"],
      [paymentId, "unavailable"]
    ] as const) {
      const kept = await evidenceOf(host, id)
      expect(kept.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
        [2, found],
        [1, "clear"]
      ])
    }
  })

  it("is kept once a day of a payment whose rail does not take it when it leaves", async () => {
    const host = await startHost()
    const valueDate = "2026-06-24"
    const { paymentId } = (await send(host, swift({ beneficiary: american(), currency: "USD", valueDate }))).body.data
    await host.ask("POST", "/v2/simulator/faults", { rail: "swift", fault: "down", count: 20 })
    await host.engine.advance("8 days")
    expect((await wire(host, paymentId)).status).toBe("settled")
    expect((await evidenceOf(host, paymentId)).map(({ attempt }) => attempt)).toEqual([2, 1])
  })

  it("holds for an outage, and not for a match, until every name of the payment was looked for", async () => {
    const host = await startHost()
    const body = { ...named("Zoltan Sanctionov"), originator: { ...originator, name: "Screening Outage" } }
    const { paymentId } = (await host.pay(body)).body.error.details
    expect(await openHold(host)).toMatchObject({ holdReason: "OFAC_SCREENING_UNAVAILABLE", matchedField: null })
    await host.engine.advance("1 hour")
    expect(await openHold(host)).toMatchObject({ paymentId, matchedField: "beneficiary.name", attempts: 3 })
  })

  it("tells also of an entry that an exception covers", async () => {
    const host = await startHost()
    await host.pay(named("Zoltan Sanctionov"))
    const { holdId } = await openHold(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him", addException: true })
    const { body } = await host.pay(named("Zoltan Sanctionov"))
    const [evidence] = await evidenceOf(host, body.data.paymentId)
    expect(evidence).toMatchObject({ outcome: "clear", decisive: null })
    expect(evidence!.subjects.flatMap(({ matches }) => matches)).toHaveLength(1)
  })
})

describe("several names on lists", () => {
  it("B71 stays held for each further name that is on a list by itself, and is released with the last one", async () => {
    const host = await startHost()
    const body = {
      originator: { ...originator, name: "Zoltan Sanctionov" },
      remittanceInfo: "for Zoltan Sanctionov",
      beneficiary: { ...beneficiary, name: "Blocked Trading LLC" }
    }
    const { paymentId } = (await host.pay(body)).body.data
    const [first] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    const release = (note: string) => host.admin("POST", `/v2/compliance/holds/${first.holdId}/release`, { note })
    const second = (await release("another company")).body.data
    const fields = [first, second].map(({ matchedField, status }) => `${status} ${matchedField}`).toSorted()
    // The text names the same entry as the originator does: who is not him there is not him here.
    expect(fields).toEqual(["open beneficiary.name", "open originator.name"])
    expect(await host.payment(paymentId)).toMatchObject({ status: "held" })
    expect((await release("another person")).body.data).toMatchObject({ status: "released", note: "another person" })
    await host.engine.drain()
    expect(await host.payment(paymentId)).toMatchObject({ status: "settled" })
    const trail = (await host.admin("GET", `/v2/admin/audit?resource=${first.holdId}`)).body.data
    expect(trail.map(({ after, before }: any) => [before.matchedField, after.note])).toEqual([
      [second.matchedField, "another person"],
      [first.matchedField, "another company"]
    ])
  })

  it("B71 stays held for each person of one field", async () => {
    const host = await startHost()
    const people = { ...beneficiary, name: "Zoltan Sanctionov and Test Pep Person" }
    const { paymentId } = (await host.pay({ beneficiary: people })).body.data
    const [{ holdId, matchedName }] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    const release = async (note: string) =>
      (await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note })).body.data
    const next = await release("not this one")
    expect([matchedName, next.matchedName].toSorted()).toEqual(["Test Pep Person", "Zoltan Sanctionov"])
    expect([next.status, (await host.payment(paymentId)).status]).toEqual(["open", "held"])
    expect((await release("nor this one")).status).toBe("released")
  })
})
