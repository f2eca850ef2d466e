/** What tests about risk share: payments with their assessments, and rules. */
import { expect } from "vitest"
import type { Host } from "./host.ts"

export type Body = Readonly<Record<string, unknown>>

export const post = (host: Host, path: string, body: Body = {}) => host.ask("POST", path, body)

export const makeRule = async (host: Host, body: Body = {}) =>
  (await post(host, "/v2/risk/rules", { name: "Big", when: { amount: { gte: 5_000 } }, action: "block", ...body })).body

/** A payment whatever came of it, with its assessment. */
export const paid = async (host: Host, body: Body = {}) => {
  const { body: answer, status } = await post(host, "/v2/payments", {
    amount: 2_000,
    currency: "usd",
    payment_method: "pm_card_visa",
    ...body
  })
  const id = status === 200 ? answer.id : answer.error.payment_id
  const payment = (await host.ask("GET", `/v2/payments/${id}`)).body
  const assessment = (await host.ask("GET", `/v2/risk/assess/${id}`)).body
  // The invariant of decisions C1, for every payment of these tests.
  const sum = assessment.rules_triggered.reduce(
    (total: number, rule: { score_contribution: number }) => total + rule.score_contribution,
    0
  )
  expect(Math.min(100, sum)).toBe(assessment.score)
  return { status, payment, assessment, error: status === 200 ? undefined : answer.error }
}

export const typesOf = async (host: Host, type: string) =>
  (await host.ask("GET", `/v2/events?type=${type}`)).body.data as ReadonlyArray<{ data: { id: string } }>
