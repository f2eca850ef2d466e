import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { ScreeningUnavailable, type WatchListEntry } from "../../src/services/Screening.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost, type Host } from "./host.ts"
import { person, replaceableLists } from "./replaceableLists.ts"

type Lists = ReturnType<typeof replaceableLists>

const start = (lists: Lists, folder?: string) =>
  startHost({ engine: { layers: lists.layer }, ...(folder === undefined ? {} : { folder }) })

let customers = 0

const make = async (host: Host, name: string): Promise<any> => {
  const made = await host.ask("POST", "/v2/customers", { email: `c${++customers}@example.com`, name })
  if (made.status !== 200) throw new Error(made.text)
  return made.body
}

const customerOf = async (host: Host, { id }: { readonly id: string }) =>
  (await host.ask("GET", `/v2/customers/${id}`)).body

const resultOf = async (host: Host, customer: { readonly id: string }) =>
  (await customerOf(host, customer)).screening.result

const pay = (host: Host, customer: { readonly id: string }) =>
  host.ask("POST", "/v2/payments", {
    amount: 2000,
    currency: "usd",
    payment_method: "pm_card_visa",
    customer: customer.id
  })

const matchEvents = async (host: Host) => (await host.ask("GET", "/v2/events?type=screening.match")).body.data

const rows = (host: Host, text: string) =>
  host.engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      return yield* (yield* store.region(store.home)).read<any>(text, [])
    })
  )

const waiting = (host: Host) => rows(host, "SELECT name FROM jobs WHERE name = 'cards.customer.rescreen'")

/** Replaces the lists and waits until the engine has noticed it. */
const replace = async (host: Host, lists: Lists, entries: ReadonlyArray<WatchListEntry>) => {
  lists.replace(entries)
  await expect.poll(() => waiting(host)).toHaveLength(1)
}

/** Everything that is due now, and the second look. */
const lookThrough = async (host: Host) => {
  await host.engine.clock.advance("2 minutes")
}

const folderFor = () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-rescreening-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe("S27: known customers after the lists have changed", () => {
  it("S27 a name that comes on a list blocks the customer, is kept and told of, as at creation", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await start(lists)
    const [listed, other] = [await make(host, "Oskar Lindqvist"), await make(host, "Maria Duarte")]
    expect((await pay(host, listed)).status).toBe(200)
    await replace(host, lists, [person("1", "Grigori Melnikov"), person("2", "Oskar Lindqvist")])
    await lookThrough(host)
    expect((await pay(host, listed)).body.error).toMatchObject({ code: "screening_match", param: "customer" })
    expect((await pay(host, other)).status).toBe(200)
    const { screening } = await customerOf(host, listed)
    const [event] = await matchEvents(host)
    expect(event.data).toMatchObject({
      screening_id: screening.screening_id,
      result: "match",
      customer: listed.id,
      matches: [{ entry_id: "2" }]
    })
    const kept = await rows(host, `SELECT state FROM cards_screenings WHERE id = '${screening.screening_id}'`)
    expect(JSON.parse(kept[0].state)).toMatchObject({ matches: [{ entryId: "2", entryVersion: expect.any(String) }] })
    expect(await resultOf(host, other)).toBe("clear")
    expect(await waiting(host)).toEqual([])
  })

  it("S27 the outcome is that of screening everybody in full, over many changes", async () => {
    const names = ["Anna Kowalska", "Bruno Ferreira", "Chidi Okafor", "Dana Levi", "Emil Novak", "Fatima Zahra"]
    const lists = replaceableLists([person("0", "Grigori Melnikov")])
    const host = await start(lists)
    const known = names.slice(0, 3).map((name) => ({ name, made: make(host, name) }))
    await Promise.all(known.map(({ made }) => made))
    await replace(host, lists, [person("0", "Grigori Melnikov"), person("1", "Bruno Ferreira")])
    await lookThrough(host)
    for (const name of names.slice(3)) known.push({ name, made: make(host, name) })
    await Promise.all(known.map(({ made }) => made))
    await replace(host, lists, [person("1", "Bruno Ferreira"), person("2", "Emil Novak"), person("3", "Dana Levi")])
    await lookThrough(host)
    await replace(host, lists, [person("1", "Bruno Ferreira"), person("2", "Emil Novak"), person("3", "Ana Kowalska")])
    await lookThrough(host)
    const blocked: Array<string> = []
    for (const { made, name } of known) if ((await resultOf(host, await made)) === "match") blocked.push(name)
    // Whoever was blocked stays so until a person decides, also when the entry has gone.
    expect(blocked).toEqual(["Anna Kowalska", "Bruno Ferreira", "Dana Levi", "Emil Novak"])
  })

  it("S27 entries that were there before are not looked at again, and nobody is when nothing came", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov"), person("2", "Petra Vogel")])
    const host = await start(lists)
    for (const name of ["Anna Kowalska", "Bruno Ferreira", "Chidi Okafor"]) await make(host, name)
    lists.screened.length = 0
    await replace(host, lists, [person("1", "Grigori Melnikov")])
    await lookThrough(host)
    expect(lists.screened).toEqual([])
    const stamps = await rows(host, "SELECT DISTINCT screened_lists FROM cards_customers")
    expect(stamps).toHaveLength(1)
  })

  it("S27 at a start with other lists, customers are compared with them; a job that was cut off goes on", async () => {
    const folder = folderFor()
    const before = await start(replaceableLists([person("1", "Grigori Melnikov")]), folder)
    // One after the other: they are compared in this order.
    const known: Array<any> = []
    for (let at = 0; at < 130; at++)
      known.push(await make(before, at === 120 ? "Oskar Lindqvist" : `Maria Duarte ${at}`))
    await before.engine.close()

    const lists = replaceableLists([person("1", "Grigori Melnikov"), person("2", "Oskar Lindqvist")])
    // The process ends in the middle of the first page after the first.
    const crashing = replaceableLists([person("1", "Grigori Melnikov"), person("2", "Oskar Lindqvist")], (inner) => ({
      ...inner,
      screen: (subject, options) => (subject.name === "Maria Duarte 70" ? Effect.never : inner.screen(subject, options))
    }))
    const during = await start(crashing, folder)
    await expect.poll(() => crashing.screened.includes("Maria Duarte 69")).toBe(true)
    await during.engine.close()

    const after = await start(lists, folder)
    await lookThrough(after)
    expect(await resultOf(after, known[120])).toBe("match")
    expect(await matchEvents(after)).toHaveLength(1)
    // The first page was on disk before the end.
    expect(lists.screened).not.toContain("Maria Duarte 10")
    expect(new Set(lists.screened).size).toBe(80)
  })

  it("S32 a customer whom a person cleared is not blocked again by an entry that has not changed", async () => {
    const folder = folderFor()
    const entries = [person("1", "Grigori Melnikov"), person("2", "Oskar Lindqvist")]
    const first = await start(replaceableLists(entries), folder)
    const made = await make(first, "Oskar Lindqvist")
    expect(made.screening.result).toBe("match")
    const resolve = (host: Host, id: string) =>
      host.ask("POST", `/v2/test_helpers/screenings/${id}/resolve`, { decision: "approved" })
    await resolve(first, made.screening.screening_id)
    expect((await pay(first, made)).status).toBe(200)
    await first.engine.close()

    // After a restart no earlier version is known, so that everything counts as changed.
    const lists = replaceableLists([...entries, person("3", "Petra Vogel")])
    const host = await start(lists, folder)
    await lookThrough(host)
    expect(lists.screened).toContain("Oskar Lindqvist")
    expect((await customerOf(host, made)).screening).toEqual(made.screening)
    expect((await pay(host, made)).status).toBe(200)

    // A change of the entry ends the decision.
    await replace(host, lists, [entries[0]!, person("2", "Oskar Lindqvist", { datesOfBirth: ["1970"] })])
    await lookThrough(host)
    const again = await customerOf(host, made)
    expect(again.screening.screening_id).not.toBe(made.screening.screening_id)
    expect((await pay(host, made)).body.error.code).toBe("screening_match")

    // Another entry of the same name does as well, and approving it approves all that is known.
    await resolve(host, again.screening.screening_id)
    await replace(host, lists, [
      person("2", "Oskar Lindqvist", { datesOfBirth: ["1970"] }),
      person("4", "Oskar Lindqvist")
    ])
    await lookThrough(host)
    expect((await pay(host, made)).body.error.code).toBe("screening_match")
  })

  it("S30 a customer whom nobody could compare is compared later, and holds nobody up", async () => {
    let tries = 0
    const lists = replaceableLists([person("1", "Grigori Melnikov")], (inner) => ({
      ...inner,
      screen: (subject, options) =>
        options?.changedSince !== undefined && subject.name === "Oskar Lindqvist" && ++tries < 3
          ? Effect.fail(new ScreeningUnavailable({ reason: "failed" }))
          : inner.screen(subject, options)
    }))
    const host = await start(lists)
    const [hard, easy] = [await make(host, "Oskar Lindqvist"), await make(host, "Petra Vogel")]
    await replace(host, lists, [person("2", "Oskar Lindqvist"), person("3", "Petra Vogel")])
    await host.engine.clock.advance("1 second")
    expect([await resultOf(host, hard), await resultOf(host, easy)]).toEqual(["clear", "match"])
    await host.engine.clock.advance("1 hour")
    expect(await resultOf(host, hard)).toBe("match")
  })

  it("S27 payouts that wait for their batch are not paid to whoever was listed meanwhile", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await start(lists)
    const made = await make(host, "Oskar Lindqvist")
    const authorized = await host.ask("POST", "/v2/payments", {
      amount: 2000,
      currency: "usd",
      payment_method: "pm_card_visa",
      customer: made.id,
      capture_method: "manual"
    })
    await replace(host, lists, [person("2", "Oskar Lindqvist")])
    await lookThrough(host)
    const captured = await host.ask("POST", `/v2/payments/${authorized.body.id}/capture`)
    expect(captured.body.error).toMatchObject({ code: "screening_match", param: "customer" })
  })
})
