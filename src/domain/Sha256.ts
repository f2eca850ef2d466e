/** SHA-256 (FIPS 180-4) of bytes that come in parts. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

/** A digest on its way. */
export interface Sha256 {
  readonly add: (part: Uint8Array) => void
  /** The digest in lower-case hex; nothing can be added after it. */
  readonly hex: () => string
}

export const begin = (): Sha256 => {
  const hash = sha256.create()
  return { add: (part) => void hash.update(part), hex: () => bytesToHex(hash.digest()) }
}
