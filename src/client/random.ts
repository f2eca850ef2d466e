/** Randomness, for keys and for waiting times. */

type WebCrypto = typeof globalThis.crypto

/** Web Cryptography; Node 18 has it in a module only. */
export const webCrypto = async (): Promise<WebCrypto> => {
  if (globalThis.crypto !== undefined) return globalThis.crypto
  // No bundler reads this, since no other platform needs it.
  const module = "node:crypto"
  return ((await import(/* webpackIgnore: true */ /* @vite-ignore */ module)) as { readonly webcrypto: WebCrypto })
    .webcrypto
}

const keyBytes = 16

/** An idempotency key that nobody else draws. */
export const drawKey = async (): Promise<string> => {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(keyBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** A number from 0 to 1. */
export const drawShare = async (): Promise<number> =>
  ((await webCrypto()).getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
