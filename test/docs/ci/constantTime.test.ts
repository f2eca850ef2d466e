/** The comparison of secrets (D37): how much is read depends on nothing that is presented. Reads are counted, not timed. */
import type * as sha2 from "@noble/hashes/sha2.js"
import { expect, it, vi } from "vitest"
import type * as proof from "../../../plugins/docs/ci/proof.ts"

const seen = vi.hoisted(() => ({ digests: 0, bytes: 0 }))

vi.mock("@noble/hashes/sha2.js", async (importOriginal) => {
  const { sha256 } = await importOriginal<typeof sha2>()
  const counted = (message: Uint8Array) => {
    seen.digests += 1
    return new Proxy(Array.from(sha256(message)), {
      get: (digest, name, receiver) => {
        if (typeof name === "string" && /^\d+$/.test(name)) seen.bytes += 1
        return Reflect.get(digest, name, receiver) as unknown
      }
    })
  }
  return { sha256: Object.assign(counted, sha256) }
})

// Files of a worker share their modules: this one is loaded under a name of its own, and so with what counts.
const counting = "../../../plugins/docs/ci/proof.ts?counting"
const { isProved } = (await import(counting)) as typeof proof

const secret = "a-secret-of-the-webhook"

/** What is hashed and read to judge these headers. */
const workOf = (headers: Record<string, string>) => {
  Object.assign(seen, { digests: 0, bytes: 0 })
  const proved = isProved([secret], { headers, macs: [] })
  return { proved, ...seen }
}

it("D37 reads both digests whole, wherever and whether the presented secret differs", () => {
  const right = workOf({ "x-docs-secret": secret })
  // One pair of digests for the header, one for none; each of 32 bytes.
  expect(right).toEqual({ proved: true, digests: 4, bytes: 128 })
  for (const wrong of ["", "x", `b${secret.slice(1)}`, `${secret.slice(0, -1)}x`, `${secret}x`, "z".repeat(5_000)]) {
    expect(workOf({ "x-docs-secret": wrong }), wrong).toEqual({ ...right, proved: false })
    expect(workOf({ authorization: `Bearer ${wrong}` }), wrong).toEqual({ ...right, proved: false })
  }
})

it("D37 compares once without any secret presented, too", () => {
  expect(workOf({})).toEqual({ proved: false, digests: 2, bytes: 64 })
})
