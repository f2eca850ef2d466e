import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { afterEach, describe, expect, it, vi } from "vitest"
import { Readable } from "node:stream"
import { BodyPace, processPace } from "../../src/http/BodyPace.ts"
import { readRawBody } from "../../src/http/RequestBody.ts"

const pieceMs = 62.5

describe("the pace of long bodies", () => {
  it("is that of the network while nobody else calls", () => {
    const pace = new BodyPace()
    expect(pace.waitOf("ada", 0)).toBe(0)
    pace.called("ada", 0)
    pace.called("ada", 10)
    expect(pace.waitOf("ada", 10)).toBe(0)
  })

  it("is eight mebibytes a second while others call, for all bodies together", () => {
    const pace = new BodyPace()
    pace.called("bob", 0)
    pace.called("ada", 0)
    expect(pace.waitOf("ada", 0)).toBe(pieceMs)
    expect(pace.waitOf("eve", 0)).toBe(2 * pieceMs)
    expect(pace.waitOf("ada", pieceMs)).toBe(2 * pieceMs)
    // What was not used is not saved up.
    expect(pace.waitOf("ada", 900)).toBe(pieceMs)
  })

  it("counts whoever called within a second, also where the sender called since", () => {
    const pace = new BodyPace()
    pace.called("bob", 0)
    for (let at = 1; at < 5; at++) pace.called("ada", at)
    expect(pace.waitOf("ada", 1_000)).toBe(pieceMs)
    expect(pace.waitOf("ada", 1_001)).toBe(0)
  })
})

describe("a long body that is read", () => {
  afterEach(() => vi.useRealTimers())

  const length = 3 * 1_048_576

  /** Reads a body, lets each time pass for which it waits, and answers how often it did. */
  const waitedBy = async (sender: string) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    const chunks = Array.from({ length: length / 65_536 }, () => Buffer.alloc(65_536, 32))
    const request = { headers: {}, source: Readable.from(chunks) } as unknown as HttpServerRequest
    const reading = Effect.runFork(readRawBody(request, { bodyLimitBytes: length, sender }))
    let waited = 0
    while (reading.pollUnsafe() === undefined) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      if (vi.getTimerCount() === 0) continue
      vi.advanceTimersToNextTimer()
      waited++
    }
    const { body } = await Effect.runPromise(Fiber.join(reading))
    expect(body).toHaveLength(length)
    return waited
  }

  it("waits after each half of a mebibyte beyond the first mebibyte while others call", async () => {
    processPace.called("somebody else", performance.now())
    expect(await waitedBy("reader")).toBe(4)
  })

  it("waits for nobody where its sender calls alone", async () => {
    processPace.called("somebody else", -Infinity)
    processPace.called("reader", performance.now())
    expect(await waitedBy("reader")).toBe(0)
  })
})
