import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { instantPayoutFeeOf, processingFeeOf } from "../../plugins/cards/ledger/fees.ts"
import * as Payout from "../../plugins/cards/payouts/Payout.ts"

const at = (time: string) => Date.parse(time)

const destination: Payout.PayoutDestination = {
  id: "ba_1",
  customer: "cus_1",
  currency: "usd",
  verified: true,
  instantEligible: true,
  late: false,
  sandboxFault: null
}

const create = (
  command: Partial<Payout.CreatePayout> = {},
  facts: { readonly now?: number; readonly livemode?: boolean; readonly destination?: Payout.PayoutDestination } = {}
) =>
  Payout.create(
    { amountMinor: 1000, currency: "usd", destination: "ba_1", ...command },
    { id: "po_1", now: at("2026-01-15T09:30:00Z"), livemode: false, destination, screeningId: "scr_1", ...facts }
  )

describe("fees", () => {
  it.each([
    [1, 0],
    [33, 0],
    [34, 1],
    [100, 2],
    [166, 2],
    [167, 3],
    [10_000, 150],
    [999_999_999_999, 15_000_000_000]
  ])("C189: 1.5 percent of %i is %i, rounded half up", (amountMinor, feeMinor) => {
    expect(instantPayoutFeeOf({ amountMinor, currency: "usd" })).toBe(feeMinor)
    expect(feeMinor).toBe(Math.floor((amountMinor * 15 + 500) / 1000))
  })

  it.each([
    [{}, 1000, 0],
    [{ processingBasisPoints: 290, processingMinor: 30 }, 1000, 59],
    [{ processingBasisPoints: 150 }, 100, 2],
    [{ processingMinor: 30 }, 50, 30],
    [{ processingMinor: 80 }, 50, 50]
  ])("C3: the processing fee %o of %i is %i, and never more than the capture", (schedule, amountMinor, feeMinor) => {
    expect(processingFeeOf(schedule, { amountMinor, currency: "usd" })).toBe(feeMinor)
  })
})

describe("times", () => {
  it.each([
    ["2026-01-15T00:00:00Z", "2026-01-16T00:00:00Z"],
    ["2026-01-15T00:00:01Z", "2026-01-16T00:00:00Z"],
    ["2026-01-15T23:59:59Z", "2026-01-16T00:00:00Z"],
    ["2026-12-31T12:00:00Z", "2027-01-01T00:00:00Z"]
  ])("C186: the batch after %s is the one at %s", (now, batch) => {
    expect(Payout.nextBatch(at(now))).toBe(at(batch))
  })

  it.each([
    ["a Monday", "2026-01-12T10:00:00Z", "2026-01-15T00:00:00Z", "2026-01-16T00:00:00Z"],
    ["a Wednesday", "2026-01-14T10:00:00Z", "2026-01-19T00:00:00Z", "2026-01-20T00:00:00Z"],
    ["a Thursday", "2026-01-15T10:00:00Z", "2026-01-20T00:00:00Z", "2026-01-21T00:00:00Z"],
    ["a Friday", "2026-01-16T10:00:00Z", "2026-01-20T00:00:00Z", "2026-01-21T00:00:00Z"],
    ["a Sunday", "2026-01-18T10:00:00Z", "2026-01-21T00:00:00Z", "2026-01-22T00:00:00Z"]
  ])(
    "C187: made on %s it arrives two business days after its batch, three at a late bank",
    (_day, now, usual, late) => {
      expect(create({}, { now: at(now) }).state.arrivalAt).toBe(at(usual))
      expect(create({}, { now: at(now), destination: { ...destination, late: true } }).state.arrivalAt).toBe(at(late))
    }
  )

  it("C188: an instant payout that is not through after 30 minutes fails, and not at 30 minutes", () => {
    const payout = create({ method: "instant" }).state
    const step = (now: number) => Result.getOrThrow(Payout.takeStep(payout, { now, block: undefined })).state
    expect(step(payout.createdAt + Payout.instantDeadlineMs).status).toBe("paid")
    expect(step(payout.createdAt + Payout.instantDeadlineMs + 1000)).toMatchObject({
      status: "failed",
      fault: { code: "instant_deadline_missed" }
    })
  })

  it("in live mode nobody but the bank says that it arrived", () => {
    expect(Payout.nextStepAt(create({ method: "instant" }, { livemode: true }).state)).toBeNull()
    expect(create({ method: "instant" }, { livemode: true }).jobs).toEqual([])
    expect(Payout.nextStepAt(create({}, { livemode: true }).state)).toBe(at("2026-01-16T00:00:00Z"))
  })
})

describe("cancellation", () => {
  it("B9: is taken until the last moment before the batch, and refused from the batch on, although its job has not run", () => {
    const payout = create().state
    const canceled = (now: number) => Result.isSuccess(Payout.cancel(payout, now))
    expect(canceled(payout.batchAt! - 1)).toBe(true)
    expect(canceled(payout.batchAt!)).toBe(false)
  })
})

describe("gates of the bank account, in their order", () => {
  const gate = (command: Partial<Payout.CreatePayout>, account: Partial<Payout.PayoutDestination>) => {
    const checked = Payout.checkDestination(
      { amountMinor: 1000, currency: "usd", destination: "ba_1", ...command },
      { ...destination, ...account }
    )
    return Result.isFailure(checked) ? checked.failure.code : "open"
  }

  it.each([
    ["C184", { currency: "eur" as const, method: "instant" as const }, { verified: false }, "bank_account_unverified"],
    ["C183", { currency: "eur" as const, method: "instant" as const }, { instantEligible: false }, "currency_mismatch"],
    ["C190", { method: "instant" as const }, { instantEligible: false }, "instant_payout_unavailable"],
    [
      "C190",
      { method: "instant" as const, currency: "jpy" as const },
      { currency: "jpy" as const },
      "instant_payout_unavailable"
    ],
    ["C185", {}, { instantEligible: false }, "open"],
    ["C185", { method: "instant" as const }, {}, "open"]
  ])("%s: %o to %o is %s", (_number, command, account, answer) => {
    expect(gate(command, account)).toBe(answer)
  })
})

describe("the state machine", () => {
  const rows = Object.entries(Payout.payoutMachine.rows).flatMap(([state, row]) =>
    Object.entries(row).flatMap(([trigger, next]) => (next === null ? [] : [`${state} ${trigger} ${next}`]))
  )
  it("B9: has these ways and no other", () => {
    expect(rows).toEqual([
      "new request pending",
      "new requestInstant in_transit",
      "pending depart in_transit",
      "pending cancel canceled",
      "pending stop failed",
      "in_transit pay paid",
      "in_transit fail failed",
      "paid return failed"
    ])
  })
})
