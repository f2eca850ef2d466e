import { describe, expect, it } from "vitest"
import { startHost, testKey } from "./host.ts"

describe("GET /v2/events", () => {
  it("C222, B12: shows the envelope, whose data is the resource itself", async () => {
    const host = await startHost()
    const customer = (await host.ask("POST", "/v2/customers", { email: "a@b.cd" }, { "idempotency-key": "k1" })).body
    const { data } = (await host.ask("GET", "/v2/events")).body
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-z]{23}$/),
        object: "event",
        type: "customer.created",
        created_at: "2026-01-15T09:30:00Z",
        livemode: false,
        api_version: "2026-01-15",
        region: "us-east-1",
        request: { id: expect.stringMatching(/^req_/), idempotency_key: "k1" },
        data: customer
      }
    ])
    expect((await host.ask("GET", `/v2/events/${data[0].id}`)).body).toEqual(data[0])
  })

  it("PRECEDENCE: pages newest first, narrowed by type, resource and time, both ends included", async () => {
    const host = await startHost()
    const first = await host.pay()
    await host.engine.clock.advance("1 hour")
    const second = await host.pay({ capture_method: "manual" })
    await host.engine.clock.advance("1 hour")
    await host.ask("POST", `/v2/payments/${second.id}/capture`, {})
    const walk = async (query: string) => {
      const types: Array<string> = []
      let cursor: string | null = null
      do {
        const after: string = cursor === null ? "" : `&cursor=${cursor}`
        const { body } = await host.ask("GET", `/v2/events?limit=1&${query}${after}`)
        types.push(...body.data.map((event: any) => event.type))
        cursor = body.next_cursor
      } while (cursor !== null)
      return types
    }
    expect(await walk("")).toEqual([
      "payment.succeeded",
      "payment.captured",
      "payment.authorized",
      "payment.created",
      "payment.succeeded",
      "payment.created"
    ])
    expect(await walk("type=payment.created")).toHaveLength(2)
    expect(await walk(`resource=${first.id}`)).toEqual(["payment.succeeded", "payment.created"])
    expect(await walk(`resource=${first.id}&type=payment.created`)).toEqual(["payment.created"])
    const at = encodeURIComponent(second.created_at)
    expect(await walk(`created[gte]=${at}&created[lte]=${at}`)).toEqual(["payment.authorized", "payment.created"])
    expect(await walk(`created[gte]=${at}&type=payment.succeeded`)).toEqual(["payment.succeeded"])
  })

  it.each([
    ["type=payment.exploded", "parameter_invalid", "type"],
    ["created[gte]=yesterday", "invalid_timestamp", "created[gte]"],
    ["created[lte]=2026", "invalid_timestamp", "created[lte]"],
    ["resource=", "parameter_invalid", "resource"],
    ["customer=cus_1", "parameter_unknown", "customer"],
    ["limit=1000", "invalid_limit", "limit"],
    ["cursor=cur_x", "invalid_cursor", "cursor"]
  ])("B5: refuses %s", async (query, code, param) => {
    const { ask } = await startHost()
    const refused = await ask("GET", `/v2/events?${query}`)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({ status: 400, code, param })
  })

  it("C205: shows nobody else's: another account's, another region's", async () => {
    const host = await startHost()
    await host.pay()
    const [event] = (await host.ask("GET", "/v2/events")).body.data
    for (const headers of [{ authorization: `Bearer ${testKey}x` }, { "svc-data-region": "eu-west-1" }]) {
      expect((await host.ask("GET", "/v2/events", undefined, headers)).body.data).toEqual([])
      expect((await host.ask("GET", `/v2/events/${event.id}`, undefined, headers)).status).toBe(404)
    }
    expect((await host.ask("GET", "/v2/events/evt_none")).body.error.code).toBe("resource_missing")
  })
})
