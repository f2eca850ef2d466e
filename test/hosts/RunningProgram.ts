/** A program that runs until the test ends it. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { afterAll } from "vitest"
import { userEnv } from "../packedPackage.ts"

/** Starts a program of Node, and waits until it prints an address. */
export const startProgram = async (
  node: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = {}
) => {
  const child = spawn(node, args, { cwd, env: { ...userEnv(), ...env }, stdio: ["ignore", "pipe", "pipe"] })
  afterAll(() => void child.kill("SIGKILL"))
  let output = ""
  let complaints = ""
  child.stderr.on("data", (chunk: Buffer) => void (complaints += chunk.toString()))
  const ended = once(child, "close")
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
      if (address !== undefined) found(address)
    })
    void ended.then(() => failed(new Error(`It ended early: ${output}${complaints}`)))
  })
  const stop = async () => {
    child.kill("SIGTERM")
    const [status, signal] = (await ended) as [number | null, NodeJS.Signals | null]
    return { status, signal, stderr: complaints }
  }
  return { url, stop }
}

const json = { "content-type": "application/json" }

/** Sends a payment of 20.00 USD with a key and a payment method of the sandbox. */
export const pay = async (cards: string, key: string, paymentMethod: string) => {
  const body = JSON.stringify({ amount: 2000, currency: "usd", payment_method: paymentMethod })
  const headers = { ...json, authorization: `Bearer ${key}` }
  const response = await fetch(`${cards}/v2/payments`, { method: "POST", headers, body })
  return { status: response.status, json: JSON.parse(await response.text()) }
}
