/** Randomness, for keys and for waiting times. */

const keyBytes = 16

/** An idempotency key that nobody else draws. */
export const drawKey = (): string => {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** A number from 0 to 1. */
export const drawShare = (): number => (globalThis.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
