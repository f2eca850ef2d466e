import { describe, expect, it } from "vitest"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import { startMoneyHost, type MoneyHost } from "./money.ts"

/** Asks at the same time; answers how many were granted. */
const atOnce = async (asks: ReadonlyArray<() => Promise<any>>) => {
  const bodies = await Promise.all(asks.map((ask) => ask()))
  return { granted: bodies.filter((body) => body.error === undefined), refused: bodies.filter((body) => body.error) }
}

const codesOf = (refused: ReadonlyArray<any>) => [...new Set(refused.map((body) => body.error.code))]

describe("requests at the same time", () => {
  it("C116: two refunds that together exceed the capture: one is made", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const refund = () => host.post("/v2/refunds", { payment_id: payment.id, amount: 1200 })
    const { granted, refused } = await atOnce([refund, refund, refund])
    expect(granted).toHaveLength(1)
    expect(codesOf(refused)).toEqual(["refund_amount_too_large"])
    await host.booksAreRight()
  })

  it("a refund and a dispute of the whole: one is made", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const { granted } = await atOnce([
      () => host.post("/v2/refunds", { payment_id: payment.id }),
      () => host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general", amount: 2000 })
    ])
    expect(granted).toHaveLength(1)
    await host.booksAreRight()
  })

  it("B10: two disputes of one payment: one is opened", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const dispute = () =>
      host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general", amount: 10 })
    const { granted, refused } = await atOnce([dispute, dispute])
    expect([granted.length, codesOf(refused)]).toEqual([1, ["payment_disputed"]])
    await host.booksAreRight()
  })

  it("a refund against the capture: it is refused, or made of what was captured", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay({ capture_method: "manual" })
    await atOnce([
      () => host.post("/v2/refunds", { payment_id: payment.id, amount: 600 }),
      () => host.post(`/v2/payments/${payment.id}/capture`, { amount: 500 }),
      () => host.post("/v2/refunds", { payment_id: payment.id, amount: 400 })
    ])
    const { amount_captured, amount_refunded } = await host.get(`/v2/payments/${payment.id}`)
    expect(amount_captured).toBe(500)
    expect([0, 400]).toContain(amount_refunded)
    await host.booksAreRight()
  })

  it("C117: evidence twice, or evidence against acceptance: one counts", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    const dispute = await host.post("/v2/test_helpers/disputes", { payment_id: payment.id, reason: "general" })
    const submit = () => host.post(`/v2/disputes/${dispute.id}/evidence`, { receipt: "x", submit: true })
    const { granted } = await atOnce([submit, submit, () => host.post(`/v2/disputes/${dispute.id}/accept`)])
    expect(granted).toHaveLength(1)
    await host.booksAreRight()
  })

  it("payouts that together exceed the balance: as many as it covers", async () => {
    const host = await startMoneyHost()
    await host.post("/v2/test_helpers/balance/fund", { currency: "usd", amount: 1000 })
    const payout = () => host.post("/v2/payouts", { amount: 300, currency: "usd", destination: "ba_test_verified_usd" })
    const { granted, refused } = await atOnce(Array.from({ length: 10 }, () => payout))
    expect([granted.length, codesOf(refused)]).toEqual([3, ["balance_insufficient"]])
    expect(await host.balance()).toBe(100)
    await host.booksAreRight()
  })

  it("a payout against a refund: never is more paid out than there is", async () => {
    const host = await startMoneyHost()
    const payment = await host.pay()
    await atOnce([
      () => host.post("/v2/refunds", { payment_id: payment.id }),
      () => host.post("/v2/payouts", { amount: 2000, currency: "usd", destination: "ba_test_verified_usd" })
    ])
    await host.booksAreRight()
  })
})

interface World {
  readonly host: MoneyHost
  readonly payments: ReadonlyArray<string>
  readonly pick: (below: number) => number
}

type Move = (world: World) => Promise<unknown>

const payments = ({ payments: ids, pick }: World) => ids[pick(ids.length)]!

const latest = async (host: MoneyHost, path: string) => (await host.get(`${path}?limit=3`)).data

const oneOf = async ({ host, pick }: World, path: string): Promise<string | undefined> => {
  const found = await latest(host, path)
  return found.length === 0 ? undefined : found[pick(found.length)].id
}

const refund: Move = (world) =>
  world.host.post("/v2/refunds", { payment_id: payments(world), amount: 100 + world.pick(900) })

const dispute: Move = (world) =>
  world.host.post("/v2/test_helpers/disputes", {
    payment_id: payments(world),
    reason: "general",
    ...(world.pick(2) === 0 ? {} : { amount: 1 + world.pick(1500) })
  })

const onDispute =
  (path: string, body: (world: World) => unknown): Move =>
  async (world) => {
    const id = await oneOf(world, "/v2/disputes")
    if (id !== undefined) await world.host.post(path.replace(":id", id), body(world))
  }

const onPayout =
  (path: string): Move =>
  async (world) => {
    const id = await oneOf(world, "/v2/payouts")
    if (id !== undefined) await world.host.post(path.replace(":id", id))
  }

/** Everything that moves money after a payment, by whomever. */
const moves: ReadonlyArray<Move> = [
  refund,
  refund,
  refund,
  dispute,
  dispute,
  onDispute("/v2/disputes/:id/accept", () => ({})),
  onDispute("/v2/disputes/:id/evidence", ({ pick }) => ({ receipt: "winning_evidence", submit: pick(2) === 0 })),
  onDispute("/v2/test_helpers/disputes/:id/resolve", ({ pick }) => ({ outcome: pick(2) === 0 ? "won" : "lost" })),
  (world) => world.host.post(`/v2/payments/${payments(world)}/capture`, { amount: 1000 + world.pick(1001) }),
  (world) => world.host.post(`/v2/payments/${payments(world)}/cancel`),
  ({ host, pick }) =>
    host.post("/v2/payouts", {
      amount: 1 + pick(3000),
      currency: "usd",
      destination: "ba_test_verified_usd",
      method: pick(2) === 0 ? "instant" : "standard"
    }),
  onPayout("/v2/payouts/:id/cancel"),
  onPayout("/v2/test_helpers/payouts/:id/pay"),
  onPayout("/v2/test_helpers/payouts/:id/fail"),
  onPayout("/v2/test_helpers/payouts/:id/return")
]

const clockMoves = ["1 second", "1 minute", "11 minutes", "15 hours", "4 days", "15 days"] as const

const methods = ["pm_card_visa", "pm_card_pendingRefund", "pm_card_refundFail", "pm_card_disputed"]

const start = async (pick: World["pick"]): Promise<World> => {
  const host = await startMoneyHost({
    fees: { processingBasisPoints: pick(300), processingMinor: pick(40), disputeMinor: pick(2) * 1500 },
    settlementDelayDays: pick(3)
  })
  const made: Array<string> = []
  for (const method of methods) {
    const capture_method = pick(2) === 0 ? "manual" : "automatic"
    made.push((await host.pay({ payment_method: method, capture_method })).id)
  }
  return { host, payments: made, pick }
}

describe("generated stories", () => {
  const seeds = Array.from({ length: 24 }, (_, at) => at + 1)
  it.each(seeds)("seed %i: whatever happens at the same time, the books are right after every step", async (seed) => {
    const random = makeSeededRandom(seed)
    const pick = (below: number) => random() % below
    const world = await start(pick)
    for (let step = 0; step < 12; step++) {
      const together = Array.from({ length: 1 + pick(5) }, () => moves[pick(moves.length)]!)
      await Promise.all(together.map((move) => move(world)))
      await world.host.booksAreRight()
      if (pick(3) > 0) continue
      await world.host.engine.clock.advance(clockMoves[pick(clockMoves.length)]!)
      await world.host.booksAreRight()
    }
    // At the end of time nothing is on its way any more.
    await world.host.engine.clock.advance("90 days")
    await world.host.booksAreRight()
    expect((await world.host.get("/v2/disputes?status=needs_response")).data).toEqual([])
    expect((await world.host.get("/v2/payouts?status=pending")).data).toEqual([])
    expect((await world.host.get("/v2/payouts?status=in_transit")).data).toEqual([])
    expect(await world.host.balance("disputed")).toBe(0)
    expect(await world.host.balance("pending")).toBe(0)
  })
})
