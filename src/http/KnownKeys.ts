/**
 * Knows of an idempotency key that it was never used, so that it need not be looked for: with every commit in between, a
 * lookup reads pages anew, and nearly all keys are new. It may be mistaken in one way only, and then the key is looked up.
 */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable } from "../services/Store.ts"
import { keysAfter, type KeyPosition } from "../store/idempotencyRepository.ts"

/** Sizes, our choice: a key takes two bytes, and some 8 million are known at a time. Each full part has six in 10,000 new keys looked up for nothing. */
const sizes = { keysInPart: 65_536, bitsOfKey: 16, probes: 8, mostParts: 128, readAtOnce: 250 } as const

/** Two hashes of a key within its scope: FNV-1a, and the finalizer of MurmurHash3 to spread it. */
const hashesOf = (slot: string): readonly [number, number] => {
  let hash = 0x811c9dc5
  for (let at = 0; at < slot.length; at++) hash = Math.imul(hash ^ slot.charCodeAt(at), 0x01000193)
  return [spread(hash), spread(hash ^ 0x5bd1e995) | 1]
}

const spread = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

/** A Bloom filter of keys that were used one after the other. */
class Part {
  readonly #bits = new Uint32Array((sizes.keysInPart * sizes.bitsOfKey) / 32)
  #keys = 0
  #freeAt = 0

  get isFull(): boolean {
    return this.#keys >= sizes.keysInPart
  }

  /** Whether all its keys are free again at a time. */
  isOver(now: number): boolean {
    return this.#freeAt <= now
  }

  add(slot: string, freeAt: number): void {
    const [first, step] = hashesOf(slot)
    for (let probe = 0; probe < sizes.probes; probe++) {
      const bit = this.#bitOf(first, step, probe)
      this.#bits[bit >>> 5]! |= 1 << (bit & 31)
    }
    this.#keys += 1
    this.#freeAt = Math.max(this.#freeAt, freeAt)
  }

  mayHave(first: number, step: number): boolean {
    for (let probe = 0; probe < sizes.probes; probe++) {
      const bit = this.#bitOf(first, step, probe)
      if ((this.#bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return false
    }
    return true
  }

  #bitOf(first: number, step: number, probe: number): number {
    return ((first + Math.imul(step, probe)) >>> 0) % (sizes.keysInPart * sizes.bitsOfKey)
  }
}

/** How far the kept keys of a region were read. */
type Progress = KeyPosition | "all"

const start: KeyPosition = { scope: "", key: "" }

/** What one process knows of the keys that were used. Right only where no other process writes. */
export class KnownKeys {
  readonly #progress = new Map<RegionStore, Progress>()
  readonly #mostParts: number
  #parts: Array<Part> = [new Part()]

  constructor({ mostParts = sizes.mostParts }: { readonly mostParts?: number } = {}) {
    this.#mostParts = mostParts
  }

  /** Remembers a key, before anything is done under it, until it is free again (engine time). */
  use(slot: string, { freeAt, now }: { readonly freeAt: number; readonly now: number }): void {
    this.#openPart(now).add(slot, freeAt)
  }

  /**
   * Whether a key was certainly never used in these regions, or is free again. Until their kept keys are known, none is.
   */
  isNew(slot: string, stores: ReadonlyArray<RegionStore>): Effect.Effect<boolean, StoreUnavailable> {
    for (const store of stores) {
      const progress = this.#progress.get(store) ?? start
      if (progress !== "all") return Effect.as(this.#readOn(store, progress), false)
    }
    const [first, step] = hashesOf(slot)
    return Effect.succeed(!this.#parts.some((part) => part.mayHave(first, step)))
  }

  /** The part that keys are added to. With as many as there may be, the last takes more, and more keys are looked up. */
  #openPart(now: number): Part {
    const last = this.#parts.at(-1)!
    if (!last.isFull) return last
    this.#parts = this.#parts.filter((part) => part === last || !part.isOver(now))
    if (this.#parts.length >= this.#mostParts) return last
    const opened = new Part()
    this.#parts.push(opened)
    return opened
  }

  #readOn(store: RegionStore, progress: KeyPosition): Effect.Effect<void, StoreUnavailable> {
    return Effect.map(keysAfter(store, progress, sizes.readAtOnce), (found) => {
      // When they are free again is not in the index that is read.
      for (const { key, scope } of found) this.use(slotOf(scope, key), { freeAt: Infinity, now: 0 })
      this.#progress.set(store, found.length < sizes.readAtOnce ? "all" : found.at(-1)!)
    })
  }
}

/** A key within its scope. */
export const slotOf = (scope: string, key: string): string => `${scope}\n${key}`
