/** Patience with slow receivers, passed by hand: whoever moves time counts it by an interval. */
import { expect, onTestFinished, vi } from "vitest"

export const patienceByHand = () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  return {
    /** Waits until somebody waits for receivers. */
    begun: () => vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 20_000, interval: 10 }),
    /** Lets so many milliseconds pass for whoever waits for receivers. */
    pass: (ms: number) => void vi.advanceTimersByTime(ms)
  }
}
