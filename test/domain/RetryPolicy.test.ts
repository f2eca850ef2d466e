import { describe, expect, it } from "@effect/vitest"
import * as RetryPolicy from "../../src/domain/RetryPolicy.ts"

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

describe("exponential", () => {
  it("C236: reproduces the webhook schedule of cards, 8 attempts with the last exactly at 48 hours", () => {
    const policy = RetryPolicy.exponential("webhook", { attempts: 8, factor: 3, totalMs: 48 * hourMs })
    const offsetsSeconds = [0, 158, 632, 2055, 6324, 19130, 57547, 172800]
    expect(policy).toEqual({ name: "webhook", offsetsMs: offsetsSeconds.map((seconds) => seconds * secondMs) })
  })

  it("starts at zero, ends at the total, never goes back and stays on whole seconds", () => {
    for (let attempts = 2; attempts <= 20; attempts++) {
      for (const factor of [1.1, 2, 3.7, 10]) {
        const { offsetsMs } = RetryPolicy.exponential("any", { attempts, factor, totalMs: hourMs })
        expect([offsetsMs.length, offsetsMs[0], offsetsMs.at(-1)]).toEqual([attempts, 0, hourMs])
        offsetsMs.forEach((offsetMs, k) => {
          expect(offsetMs % secondMs).toBe(0)
          expect(offsetMs).toBeGreaterThanOrEqual(offsetsMs[k - 1] ?? 0)
        })
      }
    }
  })

  it.each([
    { attempts: 1, factor: 3, totalMs: hourMs },
    { attempts: 2.5, factor: 3, totalMs: hourMs },
    { attempts: 8, factor: 1, totalMs: hourMs },
    { attempts: 8, factor: NaN, totalMs: hourMs },
    { attempts: 8, factor: 3, totalMs: 0 },
    { attempts: 8, factor: 3, totalMs: 1500 }
  ])("refuses to define %j", (options) => {
    expect(() => RetryPolicy.exponential("bad", options)).toThrow(RangeError)
  })
})

describe("fromWaits", () => {
  it("reproduces the webhook schedule of bank: each wait counts after the attempt before it", () => {
    const waitsMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs]
    const offsetsMinutes = [0, 1, 6, 36, 156, 516]
    expect(RetryPolicy.fromWaits("webhook", waitsMs)).toEqual({
      name: "webhook",
      offsetsMs: offsetsMinutes.map((minutes) => minutes * minuteMs)
    })
  })

  it.each([[[]], [[1, 2]], [[0, -1]], [[0, 1.5]], [[0, NaN]]])("refuses the waits %j", (waitsMs) => {
    expect(() => RetryPolicy.fromWaits("bad", waitsMs)).toThrow(RangeError)
  })
})

describe("backoff", () => {
  it("grows by the factor until the cap", () => {
    const policy = RetryPolicy.backoff("job", { initialMs: 100, factor: 2, capMs: 500, attempts: 7 })
    expect(policy.offsetsMs).toEqual([0, 100, 300, 700, 1200, 1700, 2200])
  })

  it("stays finite with many attempts", () => {
    const policy = RetryPolicy.backoff("job", { initialMs: 1, factor: 10, capMs: 1000, attempts: 500 })
    expect(policy.offsetsMs.at(-1)).toBe(1 + 10 + 100 + 496 * 1000)
  })

  it("makes one attempt where only one is wanted", () => {
    expect(RetryPolicy.backoff("job", { initialMs: 1, factor: 2, capMs: 1, attempts: 1 }).offsetsMs).toEqual([0])
  })

  it.each([
    { initialMs: 1, factor: 2, capMs: 1, attempts: 0 },
    { initialMs: 1, factor: 0.5, capMs: 1, attempts: 3 },
    { initialMs: -1, factor: 2, capMs: 1, attempts: 3 },
    { initialMs: 10, factor: 2, capMs: 1.5, attempts: 3 }
  ])("refuses to define %j", (options) => {
    expect(() => RetryPolicy.backoff("bad", options)).toThrow(RangeError)
  })
})

describe("nextAttemptAt", () => {
  const policy = RetryPolicy.fromWaits("p", [0, 10, 20])

  it("counts from the first attempt and ends after the last", () => {
    const dueAt = [0, 1, 2, 3, 4].map((attemptsMade) =>
      RetryPolicy.nextAttemptAt(policy, { firstAttemptAt: 1000, attemptsMade })
    )
    expect(dueAt).toEqual([1000, 1010, 1030, undefined, undefined])
  })

  it.each([-1, 0.5, NaN])("throws on %d attempts instead of taking them for exhausted", (attemptsMade) => {
    expect(() => RetryPolicy.nextAttemptAt(policy, { firstAttemptAt: 0, attemptsMade })).toThrow(RangeError)
  })
})
