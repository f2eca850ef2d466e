import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Customer from "../../plugins/cards/customers/Customer.ts"

const facts: Customer.CustomerFacts = {
  id: "cus_1",
  now: 1_768_469_400_000,
  livemode: false,
  screening: { screeningId: "scr_1", result: "clear", approved: false },
  flags: []
}

const ada = Customer.create({ email: " Ada@Example.com ", name: "Ada", metadata: { a: "1", b: "2" } }, facts).state

const updated = (command: Customer.UpdateCustomer) => Result.getOrThrow(Customer.update(ada, command, undefined)).state

describe("a customer", () => {
  it("C176: is made of what was told, and the rest is empty", () => {
    expect(Customer.create({ email: "a@b.c" }, { ...facts, screening: null }).state).toMatchObject({
      email: "a@b.c",
      name: null,
      phone: null,
      address: null,
      metadata: {},
      kycStatus: "not_started",
      screening: null,
      flags: [],
      defaultPaymentMethod: null
    })
  })

  it.each([
    ["trims the address and keeps its spelling", ada.email, "Ada@Example.com"],
    ["compares addresses without case", Customer.normalizeEmail(" Ada@Example.COM"), "ada@example.com"]
  ])("C46: %s", (_, found, wanted) => {
    expect(found).toBe(wanted)
  })

  it.each<readonly [string, Customer.UpdateCustomer, Partial<Customer.Customer>]>([
    ["nothing", {}, ada],
    ["the name", { name: "Ada L." }, { name: "Ada L.", email: ada.email }],
    ["the name, clearing it", { name: null }, { name: null, screening: ada.screening }],
    ["an address in place of the one before", { address: { city: "Oslo" } }, { address: { city: "Oslo" } }],
    ["metadata, key by key", { metadata: { b: "3", c: "4" } }, { metadata: { a: "1", b: "3", c: "4" } }],
    ["metadata, removing a key", { metadata: { a: null } }, { metadata: { b: "2" } }]
  ])("C177: changes %s and leaves the rest", (_, command, wanted) => {
    expect(updated(command)).toEqual({ ...ada, ...wanted })
  })

  it("C50: has at most 20 pairs after a change, whatever the change alone has", () => {
    const pairs = (count: number, from: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${from + at}`, "v"]))
    expect(Object.keys(updated({ metadata: pairs(18, 0) }).metadata)).toHaveLength(20)
    const refused = Customer.update(ada, { metadata: pairs(19, 0) }, undefined)
    expect(Result.isFailure(refused) && refused.failure._tag).toBe("TooManyPairs")
    expect(updated({ metadata: { ...pairs(19, 0), a: null } }).metadata).toHaveProperty("k18")
  })

  it("C180: cannot be deleted while subscriptions are active", () => {
    expect(Result.isFailure(Customer.remove(ada, { activeSubscriptions: 1 }))).toBe(true)
    expect(Result.getOrThrow(Customer.remove(ada, { activeSubscriptions: 0 })).events).toEqual([
      { type: "customer.deleted" }
    ])
  })
})

describe("what blocks a customer", () => {
  const screened = (result: "clear" | "match" | "pending", approved = false) => ({
    screeningId: "scr_1",
    result,
    approved
  })
  it.each<readonly [string, Partial<Customer.Customer>, Customer.CustomerBlock | undefined]>([
    ["clear", {}, undefined],
    ["nobody to look for", { screening: null }, undefined],
    ["C78, C79: a match", { screening: screened("match") }, "screening_match"],
    ["a match that was approved", { screening: screened("match", true) }, undefined],
    ["lists that could not be consulted", { screening: screened("pending") }, "screening_pending"],
    ["C162: high risk, not verified", { flags: ["high_risk"] }, "kyc_required"],
    ["C162: politically exposed, verification failed", { flags: ["pep"], kycStatus: "failed" }, "kyc_required"],
    ["high risk and verified", { flags: ["high_risk"], kycStatus: "verified" }, undefined],
    [
      "an approved exposed person who is not verified",
      { flags: ["pep"], screening: screened("match", true) },
      "kyc_required"
    ],
    [
      "an exposed person who is verified and not approved",
      { flags: ["pep"], kycStatus: "verified", screening: screened("match") },
      "screening_match"
    ]
  ])("%s", (_, changes, wanted) => {
    expect(Customer.blockOf({ ...ada, ...changes })).toBe(wanted)
  })

  it("a new screening replaces the one before, and only adds flags", () => {
    const exposed = Customer.screened(ada, { screening: screened("match"), flags: ["pep"] })
    expect(exposed.events.map(({ type }) => type)).toEqual(["customer.updated", "screening.match"])
    const approved = Customer.approved(exposed.state, [screened("match").screeningId]).state
    const cleared = Customer.screened(approved, { screening: screened("clear"), flags: [] })
    expect(cleared.state).toMatchObject({ screening: { result: "clear" }, flags: ["pep"] })
    expect(cleared.events).toEqual([{ type: "customer.updated" }])
  })

  it.each(["clear", "pending", "match"] as const)(
    "C78, S32: a match that nobody approved outlasts whatever comes after it: %s",
    (result) => {
      const matched: Customer.Customer = { ...ada, screening: { ...screened("match"), screeningId: "scr_first" } }
      const { state } = Customer.screened(matched, { screening: screened(result), flags: [] })
      expect(Customer.blockOf(state)).toBe("screening_match")
      // What is clear is not told while something else blocks; what could not be looked for is looked for again.
      expect(state.screening).toEqual(result === "clear" ? matched.screening : screened(result))
      expect(Customer.openScreeningsOf(state)[0]).toBe("scr_first")
    }
  )

  it("S32: each match stands by itself: approving one leaves the others, in whichever order", () => {
    const named = (screeningId: string) => ({ screening: { ...screened("match"), screeningId }, flags: [] })
    const all = ["scr_a", "scr_b", "scr_c"]
    const blocked = all.reduce((customer, id) => Customer.screened(customer, named(id)).state, ada)
    for (const order of [all, all.toReversed(), ["scr_b", "scr_a", "scr_c"]]) {
      let customer = blocked
      for (const [at, id] of order.entries()) {
        expect(Customer.openScreeningsOf(customer)).toEqual(all.filter((one) => !order.slice(0, at).includes(one)))
        expect(Customer.blockOf(customer)).toBe("screening_match")
        customer = Customer.approved(customer, [id]).state
      }
      expect(Customer.blockOf(customer)).toBeUndefined()
      expect(Customer.blockOf(Customer.confirmed(customer, "scr_b").state)).toBe("screening_match")
    }
  })

  it("a screening that found the same and more takes the place of the one before", () => {
    const matched: Customer.Customer = { ...ada, screening: { ...screened("match"), screeningId: "scr_first" } }
    const { state } = Customer.screened(matched, { screening: screened("match"), flags: [], supersedes: ["scr_first"] })
    expect(Customer.openScreeningsOf(state)).toEqual([screened("match").screeningId])
  })
})
