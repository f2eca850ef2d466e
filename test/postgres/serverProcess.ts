/** Server processes on one database, as an operator runs them. */
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

const main = fileURLToPath(new URL("../../src/server/main.ts", import.meta.url))

/** The time at which engines of these tests stand. */
export const startOfTests = "2026-01-15T09:30:00Z"

export interface ServerProcess {
  readonly base: string
  /** Ends the process as a failing machine would. */
  readonly kill: () => Promise<void>
  /** Lets it do nothing until it goes on. */
  readonly pause: () => void
  readonly goOn: () => void
  /** Ends it as an operator would, and answers its exit code. */
  readonly stop: () => Promise<number | null>
}

const addressIn = async (child: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /listening on (http:\S+)/.exec(line)
    if (found !== null) {
      child.stdout!.resume()
      return found[1]!
    }
  }
  throw new Error("the server ended before it listened")
}

/** Starts a server that is killed with the test at the latest. Its log is thrown away: databases fail here on purpose. */
export const startProcess = async (
  folder: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {}
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ["--conditions=bursar-source", main], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      BURSAR_DATA: folder,
      BURSAR_CLOCK: startOfTests,
      DATABASE_URL: databaseUrl,
      ...env
    },
    stdio: ["ignore", "pipe", process.env["BURSAR_TEST_LOG"] === undefined ? "ignore" : "inherit"]
  })
  const ended = once(child, "exit")
  onTestFinished(() => void child.kill("SIGKILL"))
  return {
    base: await addressIn(child),
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    },
    pause: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      return child.exitCode
    }
  }
}

const key = "sk_test_0123456789"

/** Asks a server to take a payment under an idempotency key. */
export const create = (base: string, idempotencyKey: string, body: Readonly<Record<string, unknown>> = {}) =>
  fetch(`${base}/cards/v2/payments`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify({ amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...body })
  })
