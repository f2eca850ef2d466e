/** Names of fields and parameters that nobody documents (decisions B.1; what is settled about unknown fields). */
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { describe, expect, it } from "vitest"
import { BankApi } from "../../plugins/bank/api.ts"
import { namesOf } from "../../plugins/bank/fieldNames.ts"
import { beneficiary, freshKey, originator, paymentBody, startHost, type Host, type Reply } from "./host.ts"

const messagesOf = ({ body }: Reply): ReadonlyArray<string> =>
  (body.errors ?? [body.error]).map(({ message }: { message: string }) => message)

interface Taking {
  readonly method: string
  readonly path: string
  readonly names: ReadonlyArray<string>
}

/** Names that a schema documents at its top. */
const topNames = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** Every endpoint that takes a body. */
const taking: ReadonlyArray<Taking> = Object.values(BankApi.groups).flatMap((group) =>
  Object.values(group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>).flatMap(({ method, path, payload }) =>
    [...payload.values()].flatMap(({ schemas }) =>
      schemas.map((schema) => ({
        method,
        path: path.replace(/:\w+/g, "nobody_1"),
        names: topNames(SchemaAST.toEncoded(schema.ast))
      }))
    )
  )
)

/** A rule with what it leads to. */
const leadingTo = (rule: object, verdict: string): unknown => ({ ...rule, ...JSON.parse(`{"then":${verdict}}`) })

const administrative = /^\/v2\/(admin|compliance|approvals|simulator)\//

const send = ({ ask }: Host, { method, path }: Taking, body: unknown) =>
  ask(method, path, body, { "idempotency-key": freshKey() })

describe("bodies", () => {
  it("of administrative and simulator endpoints refuse every name that is not documented", async () => {
    const host = await startHost()
    const asked = taking.filter(({ path }) => administrative.test(path))
    expect(asked.length).toBeGreaterThan(20)
    for (const endpoint of asked) {
      const reply = await send(host, endpoint, { zzzzzzzzzz: 1 })
      expect([endpoint.path, reply.status]).toEqual([endpoint.path, 400])
      expect(messagesOf(reply), endpoint.path).toContain("zzzzzzzzzz is not a field of this request")
    }
  })

  it("of clients ignore a name that is nobody's, and refuse one that is nearly a documented one", async () => {
    const host = await startHost()
    const asked = taking.filter(({ names, path }) => !administrative.test(path) && names.length > 0)
    expect(asked.length).toBeGreaterThan(8)
    for (const endpoint of asked) {
      for (const name of endpoint.names.filter(({ length }) => length >= 5)) {
        const misspelled = [name.slice(1), `${name}xx`, name.toUpperCase(), name.split("").join("_")]
        const reply = await send(host, endpoint, Object.fromEntries(misspelled.map((one) => [one, 1])))
        for (const one of misspelled) {
          expect(messagesOf(reply), endpoint.path).toContain(`${one} must be spelled ${name}`)
        }
      }
      const ignored = await send(host, endpoint, { zzzzzzzzzz: 1 })
      expect(JSON.stringify(ignored.body)).not.toContain("zzzzzzzzzz")
    }
  })

  it("say which name was meant, further in as well", async () => {
    const host = await startHost()
    const pay = (change: Readonly<Record<string, unknown>>) => host.pay(paymentBody(change))
    const refused = async (change: Readonly<Record<string, unknown>>) => messagesOf(await pay(change))
    expect(await refused({ railPrefrence: "rtp" })).toEqual(["railPrefrence must be spelled railPreference"])
    expect(await refused({ rail_preference: "rtp" })).toEqual(["rail_preference must be spelled railPreference"])
    expect(await refused({ originator: { ...originator, adress: {} } })).toEqual([
      "originator.adress must be spelled address"
    ])
    const { address } = beneficiary
    expect(await refused({ beneficiary: { ...beneficiary, address: { ...address, Country: "US" } } })).toEqual([
      "beneficiary.address.Country must be spelled country"
    ])
    // Short names are near to many words: two edits are one too many.
    expect((await pay({ beneficiary: { ...beneficiary, note: "x", type: "y" }, invoice: { amout: 1 } })).status).toBe(
      200
    )
  })

  it("of ACH and of its batches are looked at entry by entry", async () => {
    const host = await startHost()
    const entry = {
      direction: "credit",
      amount: 100,
      secCode: "PPD",
      originator,
      receiver: { ...beneficiary, routingNumber: "099900069" }
    }
    const one = await host.ask(
      "POST",
      "/v2/payments/ach",
      { ...entry, sameday: true },
      { "idempotency-key": freshKey() }
    )
    expect(messagesOf(one)).toEqual(["sameday must be spelled sameDay"])
    const entries = [entry, { ...entry, same_day: true }, { ...entry, entryReferenceID: "A" }]
    const batch = await host.ask("POST", "/v2/payments/ach/batches", { entries }, { "idempotency-key": freshKey() })
    expect(batch.body.data.validRecords).toBe(1)
    expect(batch.body.data.errors.map(({ field, index }: any) => [index, field])).toEqual([
      [1, "entries[1].same_day"],
      [2, "entries[2].entryReferenceID"]
    ])
  })

  it("of rules never become a rule for everybody", async () => {
    const host = await startHost()
    const rule = { priority: 1, when: { minAmmount: 5 } }
    const approval = await host.admin("POST", "/v2/admin/approval-rules", leadingTo(rule, '"human"'))
    expect(messagesOf(approval)).toEqual(["when.minAmmount must be spelled minAmount"])
    const routing = { ...rule, when: { customers: ["cli_a"] } }
    const refused = await host.admin("POST", "/v2/admin/routing-rules", leadingTo(routing, '{"rail":"rtp"}'))
    expect(messagesOf(refused)).toEqual(["when.customers is not a field of this request"])
    expect((await host.admin("GET", "/v2/admin/approval-rules")).body.data).toEqual([])
    expect((await host.admin("GET", "/v2/admin/routing-rules")).body.data).toEqual([])
  })
})

it("A filter of a list that is misspelled is refused, and not passed over", async () => {
  const host = await startHost()
  const refused = await host.ask("GET", "/v2/payments/instant?statsu=held")
  expect([refused.status, messagesOf(refused)]).toEqual([400, ["statsu is not a parameter of this request"]])
  expect((await host.admin("GET", "/v2/admin/approval-rules?limit=1")).status).toBe(400)
})

describe("directories", () => {
  const bank = (routingNumber: string) => ({
    routingNumber,
    name: "First Bank",
    status: "active",
    ach: { participates: true },
    fedwire: { participates: false },
    rtp: { participates: false },
    fednow: { participates: false }
  })

  it("with a bank twice are refused, naming its number and both rows", async () => {
    const host = await startHost()
    const participants = [bank("099900014"), bank("099900027"), bank("099900014")]
    const put = await host.admin("PUT", "/v2/admin/participants", { name: "twice", participants })
    expect([put.status, put.body.error.field]).toEqual([400, "participants[2].routingNumber"])
    expect(put.body.error.message).toContain("099900014 is also that of participants[0]")
    const content = JSON.stringify(participants)
    const imported = await host.admin("POST", "/v2/admin/participants/import", {
      name: "twice",
      format: "json",
      content
    })
    expect([imported.status, imported.body.error.field]).toEqual([400, "content[2].routingNumber"])
    const bics = ["DEUTDEFF", "DEUTDEFFXXX"].map((bic) => ({ bic, name: "Bank", status: "active" }))
    const kept = await host.admin("PUT", "/v2/admin/bics", { bics })
    expect([kept.status, kept.body.error.field]).toEqual([400, "bics[1].bic"])
    expect((await host.admin("GET", "/v2/admin/participants")).body.data.directory.version).toBe(1)
  })
})

describe("a name that was judged before", () => {
  it("is judged alike, at each place by the names that are documented there, however many others came between", () => {
    const inner = Schema.Struct({ amount: Schema.Number })
    const find = namesOf(Schema.Struct({ amounts: Schema.Number, inner }), "ignore")
    const meant = () => find({ amuont: 1, amountz: 2, inner: { amuont: 1 } }).map(({ expected }) => expected)
    const first = meant()
    expect(first).toEqual(["spelled amounts", "spelled amounts", "spelled amount"])
    for (let other = 0; other < 300; other += 1) expect(find({ [`other${other}`]: 1 })).toEqual([])
    expect(meant()).toEqual(first)
  })
})
