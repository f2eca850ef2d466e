/** What events say, and in which order (B.3, B.4): one row per path of a payment. */
import { describe, expect, it } from "vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eventData } from "../../plugins/bank/event-data.ts"
import { events } from "../../plugins/bank/events.ts"
import { beneficiary, fitsDescription, freshKey, originator, paymentBody, startHost, to, type Host } from "./host.ts"

const told = ({ engine }: Host) =>
  engine.notifier.requests.map(({ body }) => JSON.parse(String(body))).sort((a, b) => a.data.sequence - b.data.sequence)

const listening = async () => {
  const host = await startHost()
  await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
  return host
}

/** A place of the description that asks for a body. */
interface Described {
  readonly post: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly schema: {
            readonly required?: ReadonlyArray<string>
            readonly properties: Readonly<Record<string, { readonly required?: ReadonlyArray<string> }>>
          }
        }
      }
    }
  }
}

/** Fields as the description has them, and as a schema has them. */
interface Shape {
  readonly properties: Readonly<Record<string, unknown>>
}
interface Fields {
  readonly fields: Readonly<Record<string, unknown>>
}

/** The description of the API, as far as it is looked at here. */
interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Described>>
  readonly webhooks: Readonly<Record<string, Described>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const described = async ({ engine }: Host): Promise<Description> => {
  const response = await engine.fetch(new Request("http://host.test/bank/openapi.json"))
  return (await response.json()) as Description
}

const schemaOf = (at: Described | undefined) => at?.post.requestBody.content["application/json"].schema

/** A schema itself, where the document refers to it. */
const resolved = ({ components }: Description, schema: any): any =>
  schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1)]

/** The schema of what an event carries. */
const dataOf = (document: Description, type: string): any =>
  resolved(document, (schemaOf(document.webhooks[type]) as any)?.allOf[1].properties.data)

describe("the events of a payment", () => {
  it("B64 B65 B66 B67 tell the good path, numbered, with the status of their moment", async () => {
    const host = await listening()
    const { body } = await host.pay()
    await host.engine.drain()
    const common = { paymentId: body.data.paymentId, rail: "fednow", referenceId: "INV-42" }
    expect(told(host).map(({ data, eventType }) => [eventType, data])).toEqual([
      [
        "payment.validated",
        { ...common, status: "validated", sequence: 1, amount: 125_000, createdAt: body.data.createdAt }
      ],
      [
        "payment.approved",
        {
          ...common,
          status: "queued",
          sequence: 2,
          approvedBy: "rule:default",
          approvedAt: "2026-06-17T16:00:00.000Z"
        }
      ],
      [
        "payment.submitted",
        {
          ...common,
          status: "submitted",
          sequence: 3,
          submittedAt: "2026-06-17T16:00:00.000Z",
          uetr: body.data.uetr,
          networkMessageId: expect.stringMatching(/^20260617099900014/)
        }
      ],
      ["payment.settled", expect.objectContaining({ ...common, status: "settled", sequence: 4 })]
    ])
  })

  it("B64 tell nothing of a request that was refused, at whichever check", async () => {
    const host = await listening()
    const bank = (routingNumber: string) => ({ beneficiary: { ...beneficiary, routingNumber } })
    const iran = { beneficiary: { ...beneficiary, address: { ...beneficiary.address, country: "IR" } } }
    const bare = { amount: 300_000, beneficiary: { ...beneficiary, address: undefined } }
    const statuses = []
    for (const change of [{ amount: 0 }, bank("099900085"), bank("099900069"), bare, iran]) {
      statuses.push((await host.pay(change)).status)
    }
    await host.engine.drain()
    expect([statuses, told(host)]).toEqual([[400, 400, 422, 422, 422], []])
  })

  it("B65 tell who approved: the rule, or the person", async () => {
    const host = await listening()
    await host.admin("POST", "/v2/admin/approval-rules", JSON.parse(`{"priority":1,"when":{},"then":"human"}`))
    const { body } = await host.pay()
    await host.engine.drain()
    expect(told(host).map(({ eventType }) => eventType)).toEqual(["payment.validated"])
    await host.admin("POST", `/v2/approvals/${body.data.paymentId}/approve`, { note: "seen" })
    await host.engine.drain()
    expect(told(host)[1]).toMatchObject({
      eventType: "payment.approved",
      data: { approvedBy: "admin", approvedAt: "2026-06-17T16:00:00.000Z", status: "queued", sequence: 2 }
    })
  })

  it("B63 B68 X6 tell a return, before or after the money moved", async () => {
    const host = await listening()
    await host.pay(to("9001000004"))
    await host.engine.drain()
    expect(told(host).at(-1)).toMatchObject({
      eventType: "payment.returned",
      data: {
        status: "returned",
        returnCode: "AC04",
        returnReason: "Closed account",
        returnedAmount: 125_000,
        fundsMoved: false,
        returnedAt: "2026-06-17T16:00:00.000Z",
        sequence: 4
      }
    })
    host.engine.notifier.clear()
    await host.pay(to("9003000004"))
    await host.engine.advance("2 days")
    expect(told(host).at(-1)).toMatchObject({ eventType: "payment.returned", data: { fundsMoved: true, sequence: 5 } })
  })

  it.each([
    ["network", to("9001000099"), { reasonCode: "E997" }],
    [
      "compliance",
      { beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } },
      { reasonCode: "OFAC_POSSIBLE_MATCH" }
    ],
    ["approval", {}, { reason: "no" }]
  ])("B62 B69 tell a rejection and its stage: %s", async (rejectionStage, body, more) => {
    const host = await listening()
    const asksPeople = `{"priority":1,"when":{},"then":"human"}`
    if (rejectionStage === "approval") await host.admin("POST", "/v2/admin/approval-rules", JSON.parse(asksPeople))
    const paid = await host.pay(body)
    if (rejectionStage === "approval") {
      await host.admin("POST", `/v2/approvals/${paid.body.data.paymentId}/reject`, { note: "no" })
    }
    if (rejectionStage === "compliance") {
      const { body: holds } = await host.admin("GET", "/v2/compliance/holds")
      await host.admin("POST", `/v2/compliance/holds/${holds.data[0].holdId}/reject`, { note: "him" })
    }
    await host.engine.drain()
    expect(told(host).at(-1)).toMatchObject({ eventType: "payment.rejected", data: { rejectionStage, ...more } })
  })

  it("B57 tell that a request for payment was declined", async () => {
    const host = await listening()
    const payer = { ...beneficiary, accountNumber: "9005000002", address: undefined }
    await host.ask("POST", "/v2/payments/rfp", { rail: "rtp", amount: 100, payee: originator, payer })
    await host.engine.advance("5 minutes")
    expect(told(host)).toMatchObject([
      {
        eventType: "rfp.declined",
        data: { status: "declined", reasonCode: "NARR", reason: "declined by payer", sequence: 1 }
      }
    ])
  })
})

describe("the description of the API (B147, B149)", () => {
  it("is generated, and tells integrators their duties", async () => {
    const host = await startHost()
    const document = await described(host)
    expect(document.info).toMatchObject({ title: "Bursar bank transfers", version: "2.1" })
    expect(document.info.description).toContain("confirm beneficiary and amount")
    expect(document.info.description).toContain("eventId")
    const instant = resolved(document, schemaOf(document.paths["/v2/payments/instant"]))
    expect(JSON.stringify(instant)).toContain("remittanceInfo")
    expect(Object.keys(document.paths).length).toBeGreaterThan(50)
  })

  it("B147 tells the duties of integrators, in the description of the API and in the README", async () => {
    const readme = readFileSync(join(import.meta.dirname, "../../plugins/bank/README.md"), "utf8")
    const { info } = await described(await startHost())
    for (const text of [info.description, readme]) {
      const words = text.replaceAll("**", "").replace(/\s+/g, " ").toLowerCase()
      expect(words).toMatch(
        /confirm beneficiary and amount with your user before you (?:initiate an instant payment|start one)/
      )
      expect(words).toContain("deduplicate webhook deliveries by `eventid`")
      expect(words).toContain("irrevocable once the receiving bank accepts")
    }
  })

  it("B149 the server refuses a body for each field that the description requires, and for no other", async () => {
    const host = await startHost()
    const document = await described(host)
    const payer = { ...beneficiary, address: undefined }
    const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      "/v2/payments/instant": { ...paymentBody(), railPreference: "auto" },
      "/v2/payments/rfp": { rail: "rtp", amount: 1, payee: originator, payer, dueDate: "2026-06-20", description: "d" },
      "/v2/webhooks": { url: "https://client.example/hooks", events: ["*"], description: "d", enabled: true }
    }
    for (const [path, body] of Object.entries(bodies)) {
      const schema = resolved(document, schemaOf(document.paths[path]))
      const required = schema.required ?? []
      for (const field of Object.keys(body)) {
        expect(Object.keys(schema.properties)).toContain(field)
        const { [field]: _left, ...rest } = body
        const { body: reply, status } = await host.ask("POST", path, rest, { "idempotency-key": freshKey() })
        const expected = required.includes(field)
          ? [400, "REQUIRED_FIELD_MISSING", field]
          : [true, undefined, undefined]
        expect([path, field, status < 300 ? true : status, reply.error?.code, reply.error?.field]).toEqual([
          path,
          field,
          ...expected
        ])
      }
    }
  })

  it("B149 the fields of every event are those of the schema that its data are held to", async () => {
    const document = await described(await startHost())
    for (const [type, schema] of Object.entries(eventData)) {
      // Some events have one form per kind of payment.
      const data = dataOf(document, type) as Shape & { readonly anyOf?: ReadonlyArray<Shape> }
      const held = schema as unknown as Fields & { readonly members?: ReadonlyArray<Fields> }
      const namesOf = (of: object) => Object.keys(of).toSorted()
      expect([type, ...(data.anyOf ?? [data]).map((form) => namesOf(resolved(document, form).properties))]).toEqual([
        type,
        ...(held.members ?? [held]).map(({ fields }) => namesOf(fields))
      ])
    }
  })

  it("B86 B149 lists every event with its fields, from the schemas that the events of these tests are held to", async () => {
    const host = await startHost()
    const document = await described(host)
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(events))
    expect(dataOf(document, "compliance.hold").required).toEqual([
      "paymentId",
      "rail",
      "status",
      "referenceId",
      "sequence",
      "holdReason",
      "matchedField",
      "matchScore",
      "heldAt"
    ])
  })

  it("B81 B149 no event carries a field that is not listed", async () => {
    const host = await listening()
    for (const account of ["9000000000", "9001000030", "9001000099", "9003000004"]) await host.pay(to(account))
    await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } })
    await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionof" } })
    const { body: holds } = await host.admin("GET", "/v2/compliance/holds")
    for (const [at, { holdId }] of holds.data.entries()) {
      await host.admin("POST", `/v2/compliance/holds/${holdId}/${at === 0 ? "release" : "reject"}`, { note: "known" })
    }
    for (const accountNumber of ["9005000001", "9005000002"]) {
      const payer = { ...beneficiary, accountNumber, address: undefined }
      await host.ask("POST", "/v2/payments/rfp", { rail: "rtp", amount: 100, payee: originator, payer })
    }
    const sender = { ...originator, address: { ...originator.address, country: "US" } }
    const receiver = { ...beneficiary, accountNumber: "9021000004", address: sender.address }
    for (const change of [{}, { beneficiary: { ...receiver, accountNumber: "9020000002" } }]) {
      const body = { network: "fedwire", amount: 500_000, originator: sender, beneficiary: receiver, ...change }
      const wire = await host.ask("POST", "/v2/payments/wire", body, { "idempotency-key": freshKey() })
      const path = `/v2/payments/wire/${wire.body.data.paymentId}/recall`
      if (Object.keys(change).length === 0) {
        await host.ask("POST", path, { reason: "DUPL" }, { "idempotency-key": freshKey() })
      }
    }
    await host.engine.advance("2 days")
    const all = told(host)
    for (const event of all) fitsDescription(event)
    const known = Object.keys(events).filter((type) => type !== "batch.completed")
    expect([...new Set(all.map(({ eventType }) => eventType))].sort()).toEqual(known.sort())
  })
})

describe("trouble of ours (B116, B117)", () => {
  it("a store that is away is 503 with Retry-After", async () => {
    const FaultyStore = await import("../../src/testing/FaultyStore.ts")
    const { sqlite } = await import("../../src/store/dialects/Sqlite.ts")
    const faults = FaultyStore.make()
    const host = await startHost({ engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) } })
    faults.refuseWrites({ table: "bank_payments" })
    const reply = await host.pay()
    expect(reply).toMatchObject({ status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } })
    expect(reply.headers.get("retry-after")).toBe("1")
  })

  it("what nobody foresaw is 500 with a request id and nothing else", async () => {
    const host = await startHost({
      bank: {
        adminToken: () => {
          throw new Error("a secret detail")
        }
      }
    })
    const reply = await host.ask("GET", "/v2/webhooks", undefined, {
      authorization: "Bearer x",
      "x-api-key": undefined
    })
    expect(reply).toMatchObject({ status: 500, body: { error: { code: "INTERNAL_ERROR" } } })
    expect(reply.body.meta.requestId).toBe(reply.headers.get("x-request-id"))
    expect(JSON.stringify(reply.body)).not.toContain("secret detail")
  })
})
