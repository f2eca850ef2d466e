/**
 * Knows of an idempotency key that it was never used, so that it need not be looked for: with every commit in between, a
 * lookup reads pages anew, and nearly all keys are new. It may be mistaken in one way only, and then the key is looked up.
 */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import { keysAfter, type KeyPosition } from "../store/idempotencyRepository.ts"

/** Keys beyond which it gives up and every key is looked up, as 8 to 16 bytes are held for each. Our choice. */
const defaultMaxKeys = 1_000_000

/** Kept keys that one lookup reads along while not all of them are known: some tenths of a millisecond. */
const readAtOnce = 250

/** The hash of a key within its scope, 32 bits and never 0: FNV-1a, and the finalizer of MurmurHash3 to spread it. */
const hashOf = (slot: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < slot.length; at++) hash = Math.imul(hash ^ slot.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0 || 1
}

/** A set of hashes, in parts of which each grows for itself: no single addition takes long. */
class HashSet {
  static readonly #parts = 256
  readonly #tables: Array<Uint32Array> = Array.from({ length: HashSet.#parts }, () => new Uint32Array(16))
  readonly #counts = new Uint32Array(HashSet.#parts)
  size = 0

  /** Where a hash is, or would be. */
  #placeOf(table: Uint32Array, hash: number): number {
    const mask = table.length - 1
    let place = hash & mask
    while (table[place] !== 0 && table[place] !== hash) place = (place + 1) & mask
    return place
  }

  has(hash: number): boolean {
    const table = this.#tables[hash >>> 24]!
    return table[this.#placeOf(table, hash)] === hash
  }

  add(hash: number): void {
    const part = hash >>> 24
    const table = this.#tables[part]!
    const place = this.#placeOf(table, hash)
    if (table[place] === hash) return
    table[place] = hash
    this.size += 1
    const count = this.#counts[part]! + 1
    this.#counts[part] = count
    if (count * 2 > table.length) this.#tables[part] = this.#larger(table)
  }

  #larger(table: Uint32Array): Uint32Array {
    const larger = new Uint32Array(table.length * 2)
    for (const hash of table) if (hash !== 0) larger[this.#placeOf(larger, hash)] = hash
    return larger
  }
}

/** How far the kept keys of a region were read. */
type Progress = KeyPosition | "all"

const start: KeyPosition = { scope: "", key: "" }

/** What one process knows of the keys that were used. Right only where no other process writes. */
export class KnownKeys {
  readonly #maxKeys: number
  readonly #progress = new Map<RegionStore, Progress>()
  #used = new HashSet()
  #overflows = 0

  constructor(maxKeys = defaultMaxKeys) {
    this.#maxKeys = maxKeys
  }

  /** The slot of a key within its scope. */
  static slotOf(scope: string, key: string): string {
    return `${scope}\n${key}`
  }

  /** Remembers a key, before anything is done under it. */
  use(slot: string): void {
    // A second time would be no use: so many are alive.
    if (this.#overflows > 1) return
    this.#used.add(hashOf(slot))
    if (this.#used.size <= this.#maxKeys) return
    // Most may have expired meanwhile: those that are still kept are read once more.
    this.#overflows += 1
    this.#used = new HashSet()
    this.#progress.clear()
    if (this.#overflows === 1) this.#used.add(hashOf(slot))
  }

  /** Whether a key was certainly never used in these regions. Until their kept keys are known, none is. */
  isNew(slot: string, stores: ReadonlyArray<RegionStore>): Effect.Effect<boolean, StoreUnavailable> {
    if (this.#overflows > 1) return Effect.succeed(false)
    for (const store of stores) {
      const progress = this.#progress.get(store) ?? start
      if (progress !== "all") return Effect.as(this.#readOn(store, progress), false)
    }
    return Effect.succeed(!this.#used.has(hashOf(slot)))
  }

  #readOn(store: RegionStore, progress: KeyPosition): Effect.Effect<void, StoreUnavailable> {
    return Effect.map(keysAfter(store, progress, readAtOnce), (found) => {
      const before = this.#overflows
      for (const { key, scope } of found) this.use(KnownKeys.slotOf(scope, key))
      if (this.#overflows !== before) return
      this.#progress.set(store, found.length < readAtOnce ? "all" : found[found.length - 1]!)
    })
  }
}
