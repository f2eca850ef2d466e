/** Several matches of one customer, over HTTP: each blocks until a person decides on it (S28, S32). */
import { describe, expect, it } from "vitest"
import { startHost, type Host } from "./host.ts"
import { person, replaceableLists } from "./replaceableLists.ts"

const path = "/v2/customers"

const make = async (host: Host, name: string): Promise<any> =>
  (await host.ask("POST", path, { email: "ada@example.com", name })).body

const rename = async (host: Host, id: string, name: string): Promise<any> =>
  (await host.ask("POST", `${path}/${id}`, { name })).body

const resolve = (host: Host, screening: string, decision: "approved" | "confirmed") =>
  host.ask("POST", `/v2/test_helpers/screenings/${screening}/resolve`, { decision })

/** The code with which a payment of the customer is refused, or `undefined` when it is taken. */
const refusalOf = async (host: Host, customer: string): Promise<string | undefined> => {
  const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer }
  return (await host.ask("POST", "/v2/payments", order)).body.error?.code
}

const [listed, other] = ["Test Sanctioned Person", "Test UN Listed"]

describe("several matches of one customer", () => {
  it.each(["older first", "newer first"])("S32: approving one entry lifts that one only: %s", async (order) => {
    const host = await startHost()
    const made = await make(host, listed)
    const renamed = await rename(host, made.id, other)
    const both = [made.screening.screening_id, renamed.screening.screening_id]
    expect(new Set(both).size).toBe(2)
    const [first, second] = order === "older first" ? both : both.toReversed()
    await resolve(host, first, "approved")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    expect((await host.ask("GET", `${path}/${made.id}`)).body.screening).toEqual({
      screening_id: second,
      result: "match"
    })
    await resolve(host, second, "approved")
    expect(await refusalOf(host, made.id)).toBeUndefined()
  })

  it("S32: a match that was confirmed blocks, whatever else is approved, until it is approved itself", async () => {
    const host = await startHost()
    const made = await make(host, listed)
    const renamed = await rename(host, made.id, other)
    await resolve(host, made.screening.screening_id, "confirmed")
    await resolve(host, renamed.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    await resolve(host, made.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBeUndefined()
    await resolve(host, renamed.screening.screening_id, "confirmed")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
  })

  it("S32: an entry that was approved is known when another name brings it back with a new one", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov"), person("2", "Oskar Lindqvist")])
    const host = await startHost({ engine: { layers: lists.layer } })
    const made = await make(host, "Grigori Melnikov")
    await resolve(host, made.screening.screening_id, "approved")
    const renamed = await rename(host, made.id, "Oskar Lindqvist")
    await resolve(host, renamed.screening.screening_id, "approved")
    // On-demand screening of the first name finds nothing that nobody has decided on.
    const again = await rename(host, made.id, "Grigori Melnikov")
    await resolve(host, again.screening.screening_id, "approved")
    await host.ask("POST", "/v2/compliance/sanctions", { name: "Grigori Melnikov" })
    expect(await refusalOf(host, made.id)).toBeUndefined()
  })

  it("S32: approving a name that is like a listed one lifts no match of the listed name itself", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await startHost({ engine: { layers: lists.layer } })
    const made = await make(host, "Grigori Melnikov")
    const renamed = await rename(host, made.id, "Grigory Melnikow")
    expect(renamed.screening.result).toBe("match")
    await resolve(host, renamed.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    await resolve(host, made.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBeUndefined()
  })

  it("S27, S32: an entry that comes with new lists blocks beside the one from before", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await startHost({ engine: { layers: lists.layer } })
    const made = await make(host, "Grigori Melnikov")
    // The name is another one when the second entry comes: its screening does not find the first entry again.
    await rename(host, made.id, "Oskar Lindqvist")
    lists.replace([person("1", "Grigori Melnikov"), person("2", "Oskar Lindqvist")])
    await expect
      .poll(async () => {
        await host.engine.clock.advance("2 minutes")
        return (await host.ask("GET", `${path}/${made.id}`)).body.screening.screening_id
      })
      .not.toBe(made.screening.screening_id)
    const newer = (await host.ask("GET", `${path}/${made.id}`)).body.screening.screening_id
    await resolve(host, newer, "approved")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    await resolve(host, made.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBeUndefined()
  })

  it("S27: one decision is enough where the new lists bring the same entry and one more", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await startHost({ engine: { layers: lists.layer } })
    const made = await make(host, "Grigori Melnikov")
    lists.replace([person("1", "Grigori Melnikov"), person("2", "Grigory Melnikov")])
    await expect
      .poll(async () => {
        await host.engine.clock.advance("2 minutes")
        return (await host.ask("GET", `${path}/${made.id}`)).body.screening.screening_id
      })
      .not.toBe(made.screening.screening_id)
    const newer = (await host.ask("GET", `${path}/${made.id}`)).body.screening.screening_id
    // Approving what was seen first leaves the entry that came.
    await resolve(host, made.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    await resolve(host, newer, "approved")
    expect(await refusalOf(host, made.id)).toBeUndefined()
  })

  it("S32: a name that could not be looked for blocks also after the match before it was approved", async () => {
    const host = await startHost()
    const made = await make(host, listed)
    await rename(host, made.id, "Screening Outage Match")
    await resolve(host, made.screening.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBe("unavailable")
    await host.engine.clock.advance("10 minutes")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
  })

  it("S30, S32: a match that comes before the customer's own screening leaves it to come", async () => {
    const host = await startHost()
    const made = await make(host, "Screening Outage Match")
    await host.ask("POST", "/v2/test_helpers/screening_entries", { name: made.name, list: "adverse_media" })
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    const { data } = (await host.ask("GET", "/v2/events?type=screening.match")).body
    await resolve(host, data[0].data.screening_id, "approved")
    expect(await refusalOf(host, made.id)).toBe("unavailable")
    await host.engine.clock.advance("10 minutes")
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    const { screening } = (await host.ask("GET", `${path}/${made.id}`)).body
    expect(screening).toEqual({ screening_id: made.screening.screening_id, result: "match" })
  })

  it("S32: decisions and a new match at the same moment: none of them is lost", async () => {
    const host = await startHost()
    const made = await make(host, listed)
    const second = (await rename(host, made.id, other)).screening.screening_id
    const [, , renamed] = await Promise.all([
      resolve(host, made.screening.screening_id, "approved"),
      resolve(host, second, "approved"),
      host.ask("POST", `${path}/${made.id}`, { name: "Test Pep Person" })
    ])
    expect(renamed.status).toBe(200)
    expect(await refusalOf(host, made.id)).toBe("screening_match")
    const { screening } = (await host.ask("GET", `${path}/${made.id}`)).body
    await resolve(host, screening.screening_id, "approved")
    // Exposed persons must be verified besides.
    expect(await refusalOf(host, made.id)).toBe("kyc_required")
  })
})
