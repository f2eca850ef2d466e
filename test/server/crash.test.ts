/** What was answered survives `kill -9`: real server processes on a real folder. */
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"

const main = fileURLToPath(new URL("../../src/server/main.ts", import.meta.url))

interface Running {
  readonly base: string
  readonly kill: () => Promise<void>
}

const addressIn = async (child: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /listening on (http:\S+)/.exec(line)
    if (found !== null) return found[1]!
  }
  throw new Error("the server ended before it listened")
}

const start = async (folder: string): Promise<Running> => {
  const child = spawn(process.execPath, ["--conditions=bursar-source", main], {
    env: { ...process.env, PORT: "0", BURSAR_DATA: folder, BURSAR_CLOCK: "2026-01-15T09:30:00Z" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "exit")
  onTestFinished(() => void child.kill("SIGKILL"))
  return {
    base: await addressIn(child),
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

const create = (base: string, key: string, body: Readonly<Record<string, unknown>> = {}) =>
  fetch(`${base}/cards/v2/payments`, {
    method: "POST",
    headers: {
      authorization: "Bearer sk_test_0123456789",
      "content-type": "application/json",
      "idempotency-key": key
    },
    body: JSON.stringify({ amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...body })
  })

const retrieve = (base: string, id: string) =>
  fetch(`${base}/cards/v2/payments/${id}`, { headers: { authorization: "Bearer sk_test_0123456789" } })

it("a payment is there after kill -9, and its key gives the same bytes", async () => {
  const folder = temporaryFolder()
  const first = await start(folder)
  const answer = await (await create(first.base, "order-1")).text()
  const { id } = JSON.parse(answer) as { id: string }
  await first.kill()

  const second = await start(folder)
  expect(await (await retrieve(second.base, id)).text()).toBe(answer)
  const again = await create(second.base, "order-1")
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(await again.text()).toBe(answer)
  await second.kill()
})

it("whatever was answered before kill -9 under load is there, and a retry of the rest pays once", async () => {
  const folder = temporaryFolder()
  const first = await start(folder)
  const answered = new Map<string, string>()
  const keys = Array.from({ length: 400 }, (_, at) => `order-${at}`)
  const attempt = async (key: string) => {
    const response = await create(first.base, key)
    answered.set(key, await response.text())
    if (answered.size === 150) await first.kill()
  }
  const waiting = [...keys]
  const worker = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) await attempt(key)
  }
  // After the kill every open request fails: that is the point.
  await Promise.allSettled(Array.from({ length: 16 }, worker))
  expect(answered.size).toBeGreaterThanOrEqual(150)
  expect(answered.size).toBeLessThan(keys.length)

  const second = await start(folder)
  const ids = new Set<string>()
  for (const key of keys) {
    const text = await (await create(second.base, key)).text()
    const before = answered.get(key)
    if (before !== undefined) expect(text).toBe(before)
    ids.add((JSON.parse(text) as { id: string }).id)
  }
  expect(ids.size).toBe(keys.length)
  const stored: Array<string> = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const page = (await (
      await fetch(`${second.base}/cards/v2/payments?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`, {
        headers: { authorization: "Bearer sk_test_0123456789" }
      })
    ).json()) as { data: ReadonlyArray<{ id: string }>; next_cursor: string | null }
    stored.push(...page.data.map((entry) => entry.id))
    cursor = page.next_cursor
  }
  expect(new Set(stored)).toEqual(ids)
  expect(stored).toHaveLength(keys.length)
  await second.kill()
})
