/** Calls while engine time stands: each waits for what is due, and is answered when nothing of it is left. */
import { describe, expect, it } from "vitest"
import { beneficiary, originator, startHost, to } from "./host.ts"

describe("while engine time stands", () => {
  it("a payment whose answer is due is answered with its outcome, however many are made at once", async () => {
    const host = await startHost()
    const replies = await Promise.all(Array.from({ length: 200 }, () => host.pay()))
    expect(replies.filter(({ body, status }) => status === 200 && body.data.status === "settled")).toHaveLength(200)
  })

  it.each([
    ["whose answer comes later", "9002000001", "submitted"],
    ["that is never answered", "9002000002", "submitted"]
  ])("a payment %s is answered as it stands, without waiting for time", async (_, account, status) => {
    // With no limit that could end the wait within the test.
    const host = await startHost({ bank: { synchronousLimitMs: 2 ** 31 - 1 } })
    const reply = await host.pay(to(account))
    expect([reply.status, reply.body.data.status]).toEqual([202, status])
    await host.engine.advance("1 minute")
    expect((await host.payment(reply.body.data.paymentId)).status).toBe("settled")
  })

  it("a payment that cannot leave is answered as queued, and a request for payment as pending", async () => {
    const host = await startHost({ bank: { synchronousLimitMs: 2 ** 31 - 1 } })
    await host.admin("POST", "/v2/simulator/faults", { rail: "fednow", fault: "down", count: 2 })
    const payment = await host.pay({ railPreference: "fednow" })
    expect([payment.status, payment.body.data.status]).toEqual([202, "queued"])
    const request = await host.ask("POST", "/v2/payments/rfp", {
      rail: "fednow",
      amount: 5_000,
      payee: originator,
      payer: beneficiary
    })
    expect([request.status, request.body.data.status]).toEqual([202, "pending"])
  })

  it("a wire is answered once it left", async () => {
    const host = await startHost({ bank: { synchronousLimitMs: 2 ** 31 - 1 } })
    const reply = await host.pay({ amount: 100_000_001 })
    expect([reply.status, reply.body.data.rail]).toEqual([202, "fedwire"])
    expect(["submitted", "settled"]).toContain(reply.body.data.status)
  })
})
