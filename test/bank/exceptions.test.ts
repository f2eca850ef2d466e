/** Exceptions for false positives: which matches they pass over, however many there are (B.5, compliance queue). */
import { describe, expect, it } from "vitest"
import { Screening } from "../../src/services/Screening.ts"
import { beneficiary, paymentBody, startHost, type Host } from "./host.ts"

const named = (name: string) => paymentBody({ beneficiary: { ...beneficiary, name } })

const matched = "Zoltan Sanctionof"

/** The hold of a payment to a name that is nearly that of an entry. */
const held = async (host: Host) => {
  await host.pay(named(matched))
  return (await host.admin("GET", "/v2/compliance/holds?status=open")).body.data[0]
}

const except = (host: Host, exception: Readonly<Record<string, unknown>>) =>
  host.admin("POST", "/v2/compliance/exceptions", { screenedValue: matched, reason: "another person", ...exception })

const statusOf = async (host: Host) => (await host.pay(named(matched))).body.data.status

describe("an exception", () => {
  it("of an entry of one list lets no entry of another list pass that has the same id", async () => {
    const host = await startHost()
    const { listEntryId, listName } = await held(host)
    const { body } = await except(host, { listEntryId, listName: "un_consolidated" })
    expect(body.data).toMatchObject({ listEntryId, listName: "un_consolidated" })
    expect(await statusOf(host)).toBe("held")
    await except(host, { listEntryId, listName })
    expect(await statusOf(host)).toBe("settled")
  })

  it("by a release is one of the list that matched; one that names no list is of any", async () => {
    const host = await startHost()
    const { holdId, listEntryId, listName } = await held(host)
    await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { addException: true, note: "another person" })
    const { body } = await host.admin("GET", `/v2/admin/audit?resource=${holdId}`)
    expect(body.data[0].after.exception).toMatchObject({ listEntryId, listName })
    const other = await startHost()
    await except(other, { listEntryId })
    expect(await statusOf(other)).toBe("settled")
  })

  it("counts however many others there are of its entry", async () => {
    const host = await startHost()
    const { listEntryId } = await held(host)
    await except(host, { listEntryId })
    for (let other = 0; other < 200; other += 1) await except(host, { listEntryId, screenedValue: `Somebody ${other}` })
    expect(await statusOf(host)).toBe("settled")
  })

  it("lets nobody else of that name pass, however many have one", async () => {
    const entries = Array.from({ length: 400 }, (_, at) => ({
      entryId: `entry-${at}`,
      entityType: "individual" as const,
      name: "Ruslan Vetrovin"
    }))
    const lists = [{ list: "own", stateDate: "2026-06-01", version: "1", entries }]
    const host = await startHost({ engine: { layers: Screening.layerLists({ lists }) } })
    const pay = async () => (await host.pay(named("Ruslan Vetrovin"))).body.data.status
    for (const { entryId: listEntryId } of entries.slice(0, -1)) {
      await except(host, { screenedValue: "Ruslan Vetrovin", listEntryId })
    }
    expect(await pay()).toBe("held")
    await except(host, { screenedValue: "Ruslan Vetrovin", listEntryId: "entry-399" })
    expect(await pay()).toBe("settled")
  })

  it("of a release leaves the hold open with another of its names, after many alike of the first", async () => {
    const entries = [...Array.from({ length: 30 }, () => "Ruslan Vetrovin"), "Zoltan Sanctionow"].map((name, at) => ({
      entryId: `entry-${at}`,
      entityType: "individual" as const,
      name
    }))
    const lists = [{ list: "own", stateDate: "2026-06-01", version: "1", entries }]
    const host = await startHost({ engine: { layers: Screening.layerLists({ lists }) } })
    await host.pay(named("Ruslan Vetrovin & Zoltan Sanctionov"))
    const [{ holdId }] = (await host.admin("GET", "/v2/compliance/holds?status=open")).body.data
    const { body } = await host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "another person" })
    expect(body.data).toMatchObject({ status: "open", matchedName: "Zoltan Sanctionow" })
  })
})
