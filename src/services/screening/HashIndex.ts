/**
 * A map from 32-bit hashes to numbers in two sorted arrays: compact, and handed from one thread to another for nothing.
 * Different keys may share a hash, so whoever reads it checks what was found.
 */

/** Hashes in ascending order, each with a value; a hash may have several. */
export interface HashIndex {
  readonly hashes: Uint32Array
  readonly values: Uint32Array
}

const offsetBasis = 0x811c9dc5

/** FNV-1a (offset basis and prime of 32 bits) over bytes, going on from the hash of what stands before them. */
export const hashOf = (bytes: Uint8Array, before = offsetBasis): number => {
  let hash = before
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash >>> 0
}

/** The hash of the bytes with one of them left out. */
export const hashWithout = (bytes: Uint8Array, without: number): number => {
  let hash = offsetBasis
  for (let at = 0; at < bytes.length; at++) if (at !== without) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash >>> 0
}

/** Collects pairs and sorts them. */
export class HashIndexBuilder {
  #pairs = new Float64Array(1024)
  #length = 0

  add(hash: number, value: number): void {
    if (this.#length === this.#pairs.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#pairs)
      this.#pairs = larger
    }
    // Both fit into the 53 bits of a number, so that one sort orders by hash and value.
    this.#pairs[this.#length++] = hash * 0x200000 + value
  }

  build(): HashIndex {
    const sorted = this.#pairs.subarray(0, this.#length).sort()
    let count = 0
    for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) count++
    const hashes = new Uint32Array(count)
    const values = new Uint32Array(count)
    let place = 0
    for (let at = 0; at < sorted.length; at++) {
      const pair = sorted[at]!
      if (at > 0 && pair === sorted[at - 1]) continue
      hashes[place] = Math.floor(pair / 0x200000)
      values[place++] = pair % 0x200000
    }
    return { hashes, values }
  }
}

/** Most values of one index: 21 bits beside a hash of 32 in one number. */
export const maxIndexed = 0x200000

/** The first place of a hash; the values go on from there while `hashes` is equal. */
export const findHash = ({ hashes }: HashIndex, hash: number): number => {
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (hashes[middle]! < hash) low = middle + 1
    else high = middle
  }
  return low
}
