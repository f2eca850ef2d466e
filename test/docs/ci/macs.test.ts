/** Signatures of deliveries, made by the platform: as Node makes them, and no more often than needed. */
import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished, vi } from "vitest"
import { isProved, macsOf } from "../../../plugins/docs/ci/proof.ts"

const secret = "a-secret-of-the-webhook"
const body = new TextEncoder().encode('{"ref":"refs/heads/main"}')
const hex = createHmac("sha256", secret).update(body).digest("hex")
const message = createHmac("sha256", secret)
  .update(`m1.1700000000.${new TextDecoder().decode(body)}`)
  .digest("base64")

const proved = async (headers: Readonly<Record<string, string>>, nowSeconds = 1_700_000_000) =>
  isProved([secret, "another"], {
    headers,
    macs: await Effect.runPromise(macsOf([secret, "another"], { headers, body }, nowSeconds))
  })

it.each([
  [{ "x-hub-signature-256": `sha256=${hex}` }],
  [{ "x-gitea-signature": hex }],
  [{ "x-gitlab-token": secret }],
  [{ "webhook-id": "m1", "webhook-timestamp": "1700000000", "webhook-signature": `v1,${message}` }],
  [{ "webhook-id": "m1", "webhook-timestamp": "1700000000", "webhook-signature": `v1,another v1,${message}` }]
])("a delivery is proved by %j, and by nothing near it", async (headers) => {
  expect(await proved(headers)).toBe(true)
  const wrong = Object.entries(headers).map(([name, value]) => [name, `${value.slice(0, -1)}_`])
  expect(await proved(Object.fromEntries(wrong) as Record<string, string>)).toBe(false)
})

it("a delivery that signs its time is proved for five minutes before and after it", async () => {
  const headers = { "webhook-id": "m1", "webhook-timestamp": "1700000000", "webhook-signature": `v1,${message}` }
  const times = [-301, -300, 300, 301, 86_401].map((seconds) => proved(headers, 1_700_000_000 + seconds))
  expect(await Promise.all(times)).toEqual([false, true, true, false, false])
})

it("a delivery with every signature is summed up once for each secret, and without any not at all", async () => {
  const sign = vi.spyOn(crypto.subtle, "sign")
  onTestFinished(() => sign.mockRestore())
  const names = [
    "x-hub-signature-256",
    "x-hub-signature",
    "x-gitea-signature",
    "x-forgejo-signature",
    "x-gogs-signature"
  ]
  expect(await proved(Object.fromEntries(names.map((name) => [name, "sha256=0"])))).toBe(false)
  expect(sign).toHaveBeenCalledTimes(2)
  expect(await proved({ "x-docs-secret": "wrong" })).toBe(false)
  expect(sign).toHaveBeenCalledTimes(2)
})

it("a bearer token is read in a time that grows with its length alone", async () => {
  const before = process.cpuUsage()
  expect(await proved({ authorization: `Bearer a${" ".repeat(64_000)}b` })).toBe(false)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(300)
  for (const authorization of [`Bearer ${secret}`, `bearer   ${secret}  `])
    expect(await proved({ authorization })).toBe(true)
  for (const authorization of ["Bearer", "Bearer ", `Bearer${secret}`, `Basic ${secret}`])
    expect(await proved({ authorization })).toBe(false)
})
