/** Instant payments over HTTP (spec bank §2–§4; decisions A.2, A.3, A.6, B.5). */
import { describe, expect, it } from "vitest"
import { adminHeaders, beneficiary, client, freshKey, keyOf, originator, paymentBody, startHost, to } from "./host.ts"

describe("an instant payment", () => {
  it("B22 B24 B25 B26 B27 B28 B29 B30 B31 B32 answers 200 with the settled result", async () => {
    const { pay } = await startHost()
    const { body, status } = await pay()
    expect(body).toMatchObject({ data: { status: "settled" } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      rail: "fednow",
      status: "settled",
      amount: 125_000,
      settlementTimestamp: "2026-06-17T16:00:00.000Z",
      processingTimeMs: 0,
      referenceId: "INV-42",
      createdAt: "2026-06-17T16:00:00.000Z"
    })
    expect(body.data.paymentId).toMatch(/^pmt_inst_/)
    expect(body.data.uetr).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
