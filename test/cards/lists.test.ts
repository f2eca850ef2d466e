import { describe, expect, it } from "vitest"
import { startHost, testKey, type Host } from "./host.ts"

const idsOf = (page: { data: ReadonlyArray<{ id: string }> }) => page.data.map((entry) => entry.id)

/** All ids of a list, page by page. */
const walk = async (host: Host, query: string, from: string | null = null) => {
  const ids: Array<string> = []
  let cursor = from
  do {
    const { body } = await host.ask("GET", `/v2/payments?${query}${cursor === null ? "" : `&cursor=${cursor}`}`)
    ids.push(...idsOf(body))
    cursor = body.next_cursor
    expect(body.has_more).toBe(cursor !== null)
  } while (cursor !== null)
  return ids
}

describe("the list of payments", () => {
  it("C35, C98–C101: entries carry five fields, in an envelope", async () => {
    const host = await startHost()
    await host.pay()
    const { body } = await host.ask("GET", "/v2/payments")
    expect(body).toMatchObject({ object: "list", has_more: false, next_cursor: null })
    expect(Object.keys(body.data[0])).toEqual(["id", "amount", "currency", "status", "created_at"])
  })

  it("C102, C104: pages cover the list once, newest first, also when all were made in the same moment", async () => {
    const host = await startHost()
    const made: Array<string> = []
    for (let count = 0; count < 25; count++) {
      if (count === 13) await host.engine.clock.advance("2 seconds")
      made.unshift((await host.pay()).id)
    }
    expect(await walk(host, "limit=4")).toEqual(made)
    expect(await walk(host, "limit=100")).toEqual(made)
  })

  it("never repeats or skips a payment while others are made", async () => {
    const host = await startHost()
    const made: Array<string> = []
    for (let count = 0; count < 10; count++) made.unshift((await host.pay()).id)
    const first = (await host.ask("GET", "/v2/payments?limit=3")).body
    await host.pay()
    await host.engine.clock.advance("1 minute")
    await host.pay()
    expect([...idsOf(first), ...(await walk(host, "limit=3", first.next_cursor))]).toEqual(made)
  })

  it("C144: 20 entries unless asked for 1 to 100", async () => {
    const host = await startHost()
    for (let count = 0; count < 21; count++) await host.pay()
    expect((await host.ask("GET", "/v2/payments")).body.data).toHaveLength(20)
    expect((await host.ask("GET", "/v2/payments?limit=1")).body.data).toHaveLength(1)
    expect((await host.ask("GET", "/v2/payments?limit=100")).body.data).toHaveLength(21)
  })

  it("C146: filters by status", async () => {
    const host = await startHost()
    await host.pay()
    const pending = await host.pay({ capture_method: "manual" })
    const failed = await host.pay({ payment_method: "pm_card_declined" })
    expect(await walk(host, "status=pending")).toEqual([pending.id])
    expect(await walk(host, "status=failed")).toEqual([failed.error.payment_id])
    expect(await walk(host, "status=canceled")).toEqual([])
  })

  it("C147, C148: filters by creation, both ends included", async () => {
    const host = await startHost()
    const first = await host.pay()
    await host.engine.clock.advance("1 hour")
    const second = await host.pay()
    await host.engine.clock.advance("1 hour")
    const third = await host.pay()
    const at = encodeURIComponent(second.created_at)
    expect(await walk(host, `created[gte]=${at}`)).toEqual([third.id, second.id])
    expect(await walk(host, `created[lte]=${at}`)).toEqual([second.id, first.id])
    expect(await walk(host, `created[gte]=${at}&created[lte]=${at}`)).toEqual([second.id])
    expect(await walk(host, `created%5Bgte%5D=${encodeURIComponent("2026-01-15T11:30:00+01:00")}`)).toEqual([
      third.id,
      second.id
    ])
  })

  it("C149: filters by customer", async () => {
    const host = await startHost()
    await host.pay()
    expect(await walk(host, "customer=cus_1")).toEqual([])
  })

  it.each([
    ["limit=0", "invalid_limit", "limit"],
    ["limit=101", "invalid_limit", "limit"],
    ["limit=ten", "invalid_limit", "limit"],
    ["limit=1.5", "invalid_limit", "limit"],
    ["status=requires_action", "parameter_invalid", "status"],
    ["status=Pending", "parameter_invalid", "status"],
    ["created[gte]=yesterday", "invalid_timestamp", "created[gte]"],
    ["created[lte]=2026-01-15", "invalid_timestamp", "created[lte]"],
    ["created[gt]=2026-01-15T09:30:00Z", "parameter_unknown", "created[gt]"],
    ["cursor=abc", "invalid_cursor", "cursor"],
    ["cursor=cur_AAAA", "invalid_cursor", "cursor"],
    ["order=asc", "parameter_unknown", "order"]
  ])("refuses %s", async (query, code, param) => {
    const { ask } = await startHost()
    const { body, status } = await ask("GET", `/v2/payments?${query}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: "validation_error", code, param })
  })

  it("refuses the cursor of another list: other filters, another account, another region", async () => {
    const host = await startHost()
    for (let count = 0; count < 3; count++) await host.pay()
    const { next_cursor: cursor } = (await host.ask("GET", "/v2/payments?limit=1")).body
    const refused = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await host.ask("GET", path, undefined, headers)).body.error?.code
    expect(await refused(`/v2/payments?limit=1&cursor=${cursor}`)).toBeUndefined()
    expect(await refused(`/v2/payments?limit=2&cursor=${cursor}`)).toBeUndefined()
    expect(await refused(`/v2/payments?status=failed&cursor=${cursor}`)).toBe("invalid_cursor")
    expect(await refused(`/v2/webhook_endpoints?cursor=${cursor}`)).toBe("invalid_cursor")
    expect(await refused(`/v2/payments?cursor=${cursor}`, { authorization: `Bearer ${testKey}x` })).toBe(
      "invalid_cursor"
    )
    expect(await refused(`/v2/payments?cursor=${cursor}`, { "svc-data-region": "eu-west-1" })).toBe("invalid_cursor")
  })
})

describe("the deprecated page", () => {
  it("C103: is still served, and says so; page and cursor together are refused", async () => {
    const host = await startHost()
    const made: Array<string> = []
    for (let count = 0; count < 7; count++) made.unshift((await host.pay()).id)
    const page = async (query: string) => await host.ask("GET", `/v2/payments?${query}`)
    const ids = async (query: string) => (await page(query)).body.data.map((entry: { id: string }) => entry.id)
    expect(await ids("limit=3&page=1")).toEqual(made.slice(0, 3))
    expect(await ids("limit=3&page=2")).toEqual(made.slice(3, 6))
    expect(await ids("limit=3&page=3")).toEqual(made.slice(6))
    expect(await ids("limit=3&page=4")).toEqual([])
    const second = await page("limit=3&page=2")
    expect(second.headers.get("deprecation")).toBe("@1768435200")
    expect((await page("limit=3")).headers.get("deprecation")).toBeNull()
    expect(await ids(`limit=3&cursor=${second.body.next_cursor}`)).toEqual(made.slice(6))
    const both = await page(`limit=3&page=2&cursor=${second.body.next_cursor}`)
    expect([both.status, both.body.error.param]).toEqual([400, "page"])
    for (const wrong of ["0", "-1", "1.5", "x"]) {
      const { body, status } = await page(`page=${wrong}`)
      expect([status, body.error.code, body.error.param]).toEqual([400, "parameter_invalid", "page"])
    }
  })

  it("expand=full lists whole payments", async () => {
    const host = await startHost()
    const made = await host.pay()
    expect((await host.ask("GET", "/v2/payments?expand=full")).body.data).toEqual([made])
    expect((await host.ask("GET", "/v2/payments?expand=all")).body.error.param).toBe("expand")
  })
})
