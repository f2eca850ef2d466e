/** Every code of the error catalogue (decisions B5) over HTTP: its status, type and param, and that nothing was stored. */
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { catalogue, type ErrorCode } from "../../plugins/cards/error-catalogue.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { documented } from "./documented-errors.ts"
import { cases, missingReference, type Case } from "./errors.ts"
import { idsOf, key, startMerchant, type Merchant } from "./merchant.ts"
import { onSqlite } from "../store/onSqlite.ts"

/** Everything that an account can see of its data: what a refusal must leave as it was. */
const everything = async ({ get }: Merchant): Promise<string> => {
  const lists = ["payments?expand=full&", "refunds?", "disputes?", "payouts?", "customers?", "bank_accounts?"]
  const paths = [...lists, "webhook_endpoints?", "aml/alerts?", "risk/rules?", "events?"].map(
    (list) => `/v2/${list}limit=100`
  )
  const bodies = await Promise.all([...paths, "/v2/balance"].map((path) => get(path)))
  return JSON.stringify(bodies, null, 1)
}

const row = (code: ErrorCode, given: Case) => [code, given] as const

/** Codes with a test of their own below: they need ten thousand requests, or half a minute. */
const apart: ReadonlyArray<string> = ["rate_limit_exceeded", "idempotency_key_in_use"]

describe("every code of the error catalogue", () => {
  it("is here once", () => {
    const covered = [...Object.keys(cases), ...apart]
    expect(covered.toSorted()).toEqual(Object.keys(catalogue).toSorted())
    for (const [code, row] of Object.entries(catalogue)) expect([code, row]).toEqual([code, documented.get(code)])
  })

  it.each([
    ...Object.entries(cases).map(([code, given]) => row(code as ErrorCode, given)),
    row("resource_missing", missingReference)
  ])("%s", async (code, given) => {
    const merchant = await (given.start ?? startMerchant)()
    const asked = await given.prepare(merchant)
    await merchant.drain()
    const before = await everything(merchant)
    const { body, headers, status } = await merchant.send(...asked)
    const [usual, type] = documented.get(code)!
    expect([status, body.error.type, body.error.code, body.error.param]).toEqual([
      given.status ?? usual,
      type,
      code,
      given.param
    ])
    expect(body.error.request_id).toBe(headers.get("request-id"))
    expect(body.error.message).toMatch(/^\S.{10,}/)
    await merchant.drain()
    const after = await everything(merchant)
    expect(after === before).toBe(given.stores === undefined)
    if (given.stores === "payment") expect((await merchant.payment(body.error.payment_id)).status).toBe("failed")
  })

  it("rate_limit_exceeded: the request over the limit does nothing", async () => {
    const keys = [key, "sk_test_second_key_of_it"]
    const merchant = await startMerchant({ accounts: [{ id: "acct_starter", keys, plan: "starter" }] })
    for (let sent = 0; sent < 10_000; sent += 500) {
      await Promise.all(Array.from({ length: 500 }, () => merchant.send("GET", "/v2/nothing")))
    }
    expect(await merchant.declined()).toMatchObject({ status: 429, type: "api_error", code: "rate_limit_exceeded" })
    expect((await merchant.get("/v2/payments", { authorization: `Bearer ${keys[1]}` })).data).toEqual([])
  })

  // Timers are faked, and a connection to a database needs them; across processes it is test/postgres that waits.
  it.runIf(onSqlite)(
    "idempotency_key_in_use: a repetition gives up after 30 seconds, and the first request ends as it would",
    async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      onTestFinished(() => void vi.useRealTimers())
      const answers: Array<(score: { readonly score: number }) => void> = []
      const slow = RiskModel.make({
        name: "slow",
        timeout: "1 hour",
        score: () => new Promise((resolve) => void answers.push(resolve))
      })
      const merchant = await startMerchant({}, key, Layer.succeed(RiskModel, slow))
      const first = merchant.pay({ idempotency_key: "order-17" })
      await vi.waitFor(() => expect(answers).toHaveLength(1))
      const second = merchant.declined({ idempotency_key: "order-17" })
      for (let second_ = 0; second_ < 31; second_++) await vi.advanceTimersByTimeAsync(1_000)
      expect(await second).toMatchObject({
        status: 409,
        type: "api_error",
        code: "idempotency_key_in_use",
        param: "idempotency_key"
      })
      answers[0]!({ score: 0 })
      const { id } = await first
      expect(idsOf(await merchant.get("/v2/payments"))).toEqual([id])
    }
  )
})
