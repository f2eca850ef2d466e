/** Digests of images: what is kept of them. The platform makes them beside the event loop. */
import * as Effect from "effect/Effect"

/** SHA-256 in hex. */
export const digestOf = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)),
    (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )
