import * as Result from "effect/Result"
import { describe, expect, it } from "@effect/vitest"
import { fromWaits } from "../../src/domain/RetryPolicy.ts"
import {
  afterAttempt,
  afterEndpointGone,
  afterManualAttempt,
  isAccepted,
  retryByHand,
  type DeliveryStatus,
  type WebhookDelivery
} from "../../src/webhooks/Delivery.ts"
import { hourMs, secondMs, startedAt } from "./fixture.ts"

const schedule = fromWaits("three", [0, 60 * secondMs, 300 * secondMs])
const ok = { httpStatus: 200 }
const refused = { httpStatus: 500 }

const delivery: WebhookDelivery = {
  id: "whd_1",
  eventId: "evt_1",
  endpointId: "we_1",
  status: "pending",
  attempts: 0,
  firstAttemptAt: undefined,
  nextAttemptAt: startedAt,
  createdAt: startedAt
}
const allStatuses: ReadonlyArray<DeliveryStatus> = ["pending", "delivered", "exhausted", "dropped"]

describe("isAccepted", () => {
  it("C235, B91: takes 200 and nothing else for success", () => {
    const statuses = [200, 201, 202, 204, 206, 301, 302, 307, 400, 404, 410, 429, 500, 503, undefined]
    expect(statuses.filter((httpStatus) => isAccepted({ httpStatus }))).toEqual([200])
  })
})

describe("afterAttempt", () => {
  it("settles an accepted delivery, with nothing left to do", () => {
    const { jobs, state } = afterAttempt(delivery, ok, schedule, startedAt)
    expect(jobs).toEqual([])
    expect(state).toMatchObject({ status: "delivered", attempts: 1, nextAttemptAt: undefined })
  })

  it("C236: counts every due time from when the first attempt was due, not from when attempts ended", () => {
    const first = afterAttempt(delivery, refused, schedule, startedAt + 7 * secondMs)
    expect(first.state).toMatchObject({ status: "pending", attempts: 1, firstAttemptAt: startedAt })
    expect(first.jobs).toEqual([
      {
        name: "webhooks.attempt",
        key: "whd_1/2",
        payload: { deliveryId: "whd_1" },
        dueAt: startedAt + 60 * secondMs
      }
    ])
    const second = afterAttempt(first.state, refused, schedule, startedAt + 75 * secondMs)
    expect(second.jobs.map(({ dueAt, key }) => ({ dueAt, key }))).toEqual([
      { key: "whd_1/3", dueAt: startedAt + 360 * secondMs }
    ])
    expect(second.state.nextAttemptAt).toBe(startedAt + 360 * secondMs)
  })

  it("is exhausted by the last attempt of the schedule", () => {
    const last = { ...delivery, attempts: 2, firstAttemptAt: startedAt }
    const { jobs, state } = afterAttempt(last, refused, schedule, startedAt)
    expect(jobs).toEqual([])
    expect(state).toMatchObject({ status: "exhausted", attempts: 3, nextAttemptAt: undefined })
  })

  it("waits the whole wait again when the engine was down past a due time", () => {
    const late = startedAt + 10 * hourMs
    const first = afterAttempt(delivery, refused, schedule, late)
    expect(first.state.nextAttemptAt).toBe(late + 60 * secondMs)
    const second = afterAttempt(first.state, refused, schedule, late + 60 * secondMs)
    expect(second.state.nextAttemptAt).toBe(late + 360 * secondMs)
  })

  it.each(["delivered", "exhausted", "dropped"] as const)(
    "leaves a %s delivery settled when it fails late",
    (status) => {
      const settled = { ...delivery, status, nextAttemptAt: undefined }
      const { jobs, state } = afterAttempt(settled, refused, schedule, startedAt)
      expect(jobs).toEqual([])
      expect(state).toMatchObject({ status, attempts: 1, nextAttemptAt: undefined })
    }
  )
})

describe("afterManualAttempt", () => {
  it("changes nothing when it fails, whatever the state", () => {
    for (const status of allStatuses) {
      const before = { ...delivery, status }
      expect(afterManualAttempt(before, refused)).toMatchObject({ state: before, jobs: [], cancelledJobs: [] })
    }
  })

  it("calls off the schedule when it is accepted", () => {
    const { cancelledJobs, state } = afterManualAttempt({ ...delivery, attempts: 2 }, ok)
    expect(state).toMatchObject({ status: "delivered", attempts: 2, nextAttemptAt: undefined })
    expect(cancelledJobs).toEqual([{ name: "webhooks.attempt", key: "whd_1/3" }])
  })

  it("delivers what was exhausted, and brings nothing back that was dropped", () => {
    expect(afterManualAttempt({ ...delivery, status: "exhausted" }, ok).state.status).toBe("delivered")
    expect(afterManualAttempt({ ...delivery, status: "dropped" }, ok).state.status).toBe("dropped")
  })
})

describe("afterEndpointGone", () => {
  it("drops what is pending and leaves what is settled", () => {
    const after = allStatuses.map((status) => afterEndpointGone({ ...delivery, status }).status)
    expect(after).toEqual(["dropped", "delivered", "exhausted", "dropped"])
  })
})

describe("retryByHand", () => {
  const facts = { endpoint: { status: "enabled" }, now: startedAt + 72 * hourMs, retryableForMs: 72 * hourMs } as const

  it.each(["pending", "exhausted", "delivered"] as const)("makes a job of its own for a %s delivery", (status) => {
    expect(Result.getOrThrow(retryByHand({ ...delivery, status }, facts))).toEqual({
      name: "webhooks.attempt",
      key: "whd_1/manual",
      payload: { deliveryId: "whd_1", manual: true },
      dueAt: facts.now
    })
  })

  it.each([
    ["dropped", { ...delivery, status: "dropped" as const }, facts],
    ["endpoint_deleted", delivery, { ...facts, endpoint: undefined }],
    ["endpoint_disabled", delivery, { ...facts, endpoint: { status: "disabled" as const } }],
    ["event_expired", delivery, { ...facts, now: facts.now + 1 }]
  ])("B94: refuses with %s", (reason, of, known) => {
    expect(Result.getOrThrow(Result.flip(retryByHand(of, known)))).toMatchObject({
      _tag: "RetryRefused",
      deliveryId: "whd_1",
      reason
    })
  })

  it("knows no age where the profile states none", () => {
    const old = { ...facts, now: startedAt + 9_000 * hourMs, retryableForMs: undefined }
    expect(Result.isSuccess(retryByHand(delivery, old))).toBe(true)
  })
})
