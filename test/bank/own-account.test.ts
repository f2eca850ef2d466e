/** Nobody pays, or asks, their own account: the specification is silent, and no network carries such a payment. */
import { describe, expect, it } from "vitest"
import { achBody } from "./ach/achHost.ts"
import { freshKey, originator, paymentBody, startHost, type Reply } from "./host.ts"
import { fedwire } from "./wire/wires.ts"

const codeOf = ({ body, status }: Reply) => [status, body.error?.code, body.error?.field]

const { accountNumber, routingNumber } = originator
const own = { accountNumber, routingNumber }
const elsewhere = { accountNumber, routingNumber: "099900027" }

/** Every way to move money, with its other end. */
const ways = [
  [
    "/v2/payments/instant",
    "beneficiary",
    (change: object) => ({ ...paymentBody(), beneficiary: { ...originator, ...change } })
  ],
  [
    "/v2/payments/wire",
    "beneficiary",
    (change: object) => fedwire({ beneficiary: { ...fedwire().beneficiary, ...change } })
  ],
  ["/v2/payments/ach", "receiver", (change: object) => achBody({ receiver: { ...achBody().receiver, ...change } })],
  [
    "/v2/payments/rfp",
    "payer",
    (change: object) => ({ rail: "rtp", amount: 100, payee: originator, payer: { ...originator, ...change } })
  ]
] as const

describe("one's own account", () => {
  it.each(ways)(
    "%s does not go to it; the same number at another bank is another account",
    async (path, side, body) => {
      const host = await startHost()
      const post = (change: object) => host.ask("POST", path, body(change), { "idempotency-key": freshKey() })
      expect(codeOf(await post(own))).toEqual([400, "INVALID_FIELD_FORMAT", `${side}.accountNumber`])
      expect((await post(elsewhere)).status).toBeLessThan(300)
    }
  )

  it("is refused of an entry of a batch, and stops no other", async () => {
    const host = await startHost()
    const entries = [achBody({ receiver: { ...achBody().receiver, ...own } }), achBody()]
    const { body } = await host.ask("POST", "/v2/payments/ach/batches", { entries }, { "idempotency-key": freshKey() })
    expect(body.data).toMatchObject({
      validRecords: 1,
      errors: [{ code: "INVALID_FIELD_FORMAT", field: "entries[0].receiver.accountNumber" }]
    })
  })
})
