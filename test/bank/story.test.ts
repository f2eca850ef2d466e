/**
 * The whole story over HTTP: a client gets a token, registers a webhook, pays, is held and released, is paid for a request
 * for payment; each event is received, and its signature verified.
 */
import { expect, it } from "vitest"
import { verifySignature } from "../../plugins/bank/index.ts"
import { beneficiary, originator, paymentBody, startHost } from "./host.ts"

it("B4 B8 B10 B64 B65 B66 B67 B73 B81 B83 B85 B86 B97 B148 tells every event of the story, signed", async () => {
  const host = await startHost()
  const granted = await host.ask(
    "POST",
    "/auth/token",
    "grant_type=client_credentials&client_id=cli_sandbox&client_secret=bank_secret_sandbox",
    { "content-type": "application/x-www-form-urlencoded", "x-api-key": undefined }
  )
  const bearer = { authorization: `Bearer ${granted.body.access_token}`, "x-api-key": undefined }
  const asClient = (method: string, path: string, body?: unknown, headers = {}) =>
    host.ask(method, path, body, { ...bearer, ...headers })

  const webhook = await asClient("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] })
  expect(webhook.status).toBe(201)
  const { signingSecret } = webhook.body.data

  const paid = await asClient("POST", "/v2/payments/instant", paymentBody(), { "idempotency-key": "story-1" })
  expect(paid.body.data).toMatchObject({ status: "settled", rail: "fednow" })

  const suspect = { ...beneficiary, name: "Zoltan Sanctionof" }
  const held = await asClient("POST", "/v2/payments/instant", paymentBody({ beneficiary: suspect }), {
    "idempotency-key": "story-2"
  })
  expect(held.status).toBe(202)
  const { body: holds } = await host.admin("GET", "/v2/compliance/holds?status=open")
  await host.admin("POST", `/v2/compliance/holds/${holds.data[0].holdId}/release`, { note: "another person" })
  await host.engine.drain()
  expect((await asClient("GET", `/v2/payments/instant/${held.body.data.paymentId}`)).body.data.status).toBe("settled")

  const asked = await asClient("POST", "/v2/payments/rfp", {
    rail: "rtp",
    amount: 9_900,
    payee: originator,
    payer: { ...beneficiary, accountNumber: "9005000001", address: undefined },
    referenceId: "RFP-1"
  })
  expect(asked.status).toBe(202)
  await host.engine.advance("6 minutes")
  const rfp = await asClient("GET", `/v2/payments/rfp/${asked.body.data.rfpId}`)
  expect(rfp.body.data.status).toBe("fulfilled")

  const requests = host.engine.notifier.requests
  const told = requests.map(({ body, headers }) => {
    const event = JSON.parse(String(body))
    const header = Object.entries(headers).find(([name]) => name.toLowerCase() === "x-bank-signature")![1]
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    const nowSeconds = Number(/^t=(\d+)/.exec(header)![1])
    expect(verifySignature({ header, rawBody: String(body), secret: signingSecret, nowSeconds })).toBe(true)
    expect(verifySignature({ header, rawBody: `${body} `, secret: signingSecret, nowSeconds })).toBe(false)
    expect(
      verifySignature({ header, rawBody: String(body), secret: signingSecret, nowSeconds: nowSeconds + 301 })
    ).toBe(false)
    expect(event.eventId).toMatch(/^evt_/)
    expect(event.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    return event
  })
  const of = (resource: string) =>
    told
      .filter(({ data }) => data.paymentId === resource || data.rfpId === resource)
      .sort((a, b) => a.data.sequence - b.data.sequence)
      .map(({ eventType }) => eventType)
  expect(of(paid.body.data.paymentId)).toEqual([
    "payment.validated",
    "payment.approved",
    "payment.submitted",
    "payment.settled"
  ])
  expect(of(held.body.data.paymentId)).toEqual([
    "payment.validated",
    "compliance.hold",
    "compliance.released",
    "payment.approved",
    "payment.submitted",
    "payment.settled"
  ])
  expect(of(asked.body.data.rfpId)).toEqual(["rfp.fulfilled"])
  expect(of(rfp.body.data.fulfillingPaymentId)).toEqual(["payment.settled"])
  expect(told).toHaveLength(12)

  const find = (type: string, resource: string) =>
    told.find(({ data, eventType }) => eventType === type && [data.paymentId, data.rfpId].includes(resource)).data
  expect(find("payment.settled", paid.body.data.paymentId)).toEqual({
    paymentId: paid.body.data.paymentId,
    rail: "fednow",
    status: "settled",
    amount: 125_000,
    uetr: paid.body.data.uetr,
    settlementTimestamp: paid.body.data.settlementTimestamp,
    processingTimeMs: 0,
    referenceId: "INV-42",
    sequence: 4
  })
  expect(find("compliance.hold", held.body.data.paymentId)).toEqual({
    paymentId: held.body.data.paymentId,
    rail: "fednow",
    status: "held",
    holdReason: "OFAC_POSSIBLE_MATCH",
    matchedField: "beneficiary.name",
    matchScore: expect.any(Number),
    heldAt: held.body.data.heldAt,
    referenceId: "INV-42",
    sequence: 2
  })
  expect(find("rfp.fulfilled", asked.body.data.rfpId)).toMatchObject({
    status: "fulfilled",
    amount: 9_900,
    fulfillingPaymentId: rfp.body.data.fulfillingPaymentId,
    referenceId: "RFP-1",
    sequence: 1
  })
})
