import { describe, expect, it } from "vitest"
import { SignatureInvalid, verifyWebhook } from "../../plugins/cards/index.ts"
import { startCards } from "./webhook-endpoints-engine.ts"

type Engine = Awaited<ReturnType<typeof startCards>>

const replay = async (engine: Engine, id: string, body: unknown) => {
  const asked = await engine.call("POST", `/v2/webhook_endpoints/${id}/replay`, body)
  await engine.engine.clock.drain()
  return asked
}

const sentTypes = (engine: Engine, from = 0) =>
  engine.requests.slice(from).map((request) => JSON.parse(String(request.body)).type)

const wide = { from: "2026-01-01T00:00:00Z" }

describe("B12: replaying a range of time", () => {
  it("sends everything again, in its order, also what was made before the endpoint", async () => {
    const engine = await startCards()
    await engine.pay()
    await engine.engine.clock.advance("1 hour")
    await engine.pay()
    const endpoint = await engine.register()
    const asked = await replay(engine, endpoint.id, wide)
    expect(asked.body).toEqual({
      object: "webhook_replay",
      endpoint_id: endpoint.id,
      from: "2026-01-01T00:00:00Z",
      to: "2026-01-15T10:30:00Z",
      events: 4
    })
    const types = ["payment.created", "payment.succeeded"]
    expect(sentTypes(engine).sort()).toEqual([...types, ...types].sort())
    const deliveries = await engine.deliveriesTo(endpoint.id)
    expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "delivered"))
  })

  it("takes the ends of the range in, and nothing beyond, and only what the endpoint hears", async () => {
    const engine = await startCards()
    await engine.pay()
    await engine.engine.clock.advance("1 hour")
    await engine.pay()
    await engine.engine.clock.advance("1 hour")
    await engine.pay()
    const endpoint = await engine.register({ enabled_events: ["payment.succeeded"] })
    const at = "2026-01-15T10:30:00Z"
    expect((await replay(engine, endpoint.id, { from: at, to: at })).body.events).toBe(1)
    expect(sentTypes(engine)).toEqual(["payment.succeeded"])
  })

  it("sends a delivered event once more, and one that was given up or dropped from the beginning", async () => {
    const engine = await startCards()
    const endpoint = await engine.register({ enabled_events: ["payment.succeeded"] })
    await engine.pay()
    engine.answerWith(() => 500)
    await engine.pay()
    await engine.engine.clock.advance("3 days")
    await engine.pay()
    await engine.call("POST", `/v2/webhook_endpoints/${endpoint.id}`, { status: "disabled" })
    await engine.call("POST", `/v2/webhook_endpoints/${endpoint.id}`, { status: "enabled" })
    const statuses = async () => (await engine.deliveriesTo(endpoint.id)).map(({ status }) => status)
    expect(await statuses()).toEqual(["dropped", "exhausted", "delivered"])
    engine.answerWith(() => 200)
    const before = engine.requests.length
    expect((await replay(engine, endpoint.id, wide)).body.events).toBe(3)
    expect(sentTypes(engine, before)).toHaveLength(3)
    expect(await statuses()).toEqual(["delivered", "delivered", "delivered"])
  })

  it("goes page by page through more events than fit in one run", async () => {
    const engine = await startCards()
    for (let count = 0; count < 130; count++) {
      await engine.call("POST", "/v2/payments", { amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
    }
    const endpoint = await engine.register()
    expect((await replay(engine, endpoint.id, wide)).body.events).toBe(260)
    const sent = engine.requests.map((request) => JSON.parse(String(request.body)).id)
    expect(new Set(sent).size).toBe(260)
    expect(sent).toHaveLength(260)
  })

  it.each([
    ["no from", {}, "parameter_missing", "from"],
    ["a from that is none", { from: "yesterday" }, "invalid_timestamp", "from"],
    [
      "an end before the beginning",
      { from: "2026-01-15T10:00:00Z", to: "2026-01-15T09:00:00Z" },
      "parameter_invalid",
      "to"
    ],
    ["an unknown field", { ...wide, types: [] }, "parameter_unknown", "types"]
  ])("B5: refuses %s", async (_, body, code, param) => {
    const engine = await startCards()
    const { id } = await engine.register()
    const refused = await replay(engine, id, body)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({ status: 400, code, param })
  })

  it("B5: refuses an endpoint that does not exist or is disabled", async () => {
    const engine = await startCards()
    const { id } = await engine.register()
    expect((await replay(engine, "we_none", wide)).status).toBe(404)
    await engine.call("POST", `/v2/webhook_endpoints/${id}`, { status: "disabled" })
    expect((await replay(engine, id, wide)).body.error).toMatchObject({ code: "parameter_invalid" })
  })
})

describe("C233, C234: the verifier that is shipped", () => {
  it.each(["literal", "prefixed"])(
    "accepts a delivery in the %s format, and gives its event",
    async (signature_format) => {
      const engine = await startCards()
      const { secret } = await engine.register({ signature_format })
      const paid = await engine.pay()
      const request = engine.requests[1]!
      const header = new Headers(request.headers).get("svc-signature")!
      const received = { payload: String(request.body), signature: header, secret }
      const at = Number(header.replace(/^t=/, "").split(",")[0]) * 1000
      const event = verifyWebhook({ ...received, receivedAt: new Date(at + 300_000) })
      expect(event).toMatchObject({ type: "payment.succeeded", data: { id: paid.id } })
      const late = () => verifyWebhook({ ...received, receivedAt: new Date(at + 301_000) })
      expect(late).toThrow(SignatureInvalid)
      const altered = () => verifyWebhook({ ...received, receivedAt: new Date(at), payload: `${received.payload} ` })
      expect(altered).toThrow(SignatureInvalid)
      expect(() => verifyWebhook({ ...received, receivedAt: new Date(at), secret: "whsec_other" })).toThrow(
        SignatureInvalid
      )
    }
  )
})
