/** The result of an instant payment (spec bank §2; decisions A.3). */
import { expect, it } from "vitest"
import { startHost } from "./host.ts"

it("B22 B24 B25 B26 B27 B28 B29 B30 B31 B32 answers 200 with the settled result, wrapped in data (B2)", async () => {
  const { pay } = await startHost()
  const { body, status } = await pay()
  expect(status).toBe(200)
  expect(body.data).toEqual({
    paymentId: expect.stringMatching(/^pmt_inst_/),
    rail: "fednow",
    direction: "outbound",
    status: "settled",
    amount: 125_000,
    uetr: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    settlementTimestamp: "2026-06-17T16:00:00.000Z",
    processingTimeMs: 0,
    posting: "posted",
    referenceId: "INV-42",
    createdAt: "2026-06-17T16:00:00.000Z"
  })
})
