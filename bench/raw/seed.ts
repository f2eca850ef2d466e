/**
 * Fills a data folder of the raw server without the server: the same rows by the same statements, in larger commits, so
 * that a million payments take about a minute.
 */
import { mkdirSync } from "node:fs"
import { openRawStore } from "./store.ts"
import type { RawStore } from "./store.ts"
import { buildUnit } from "./unit.ts"
import { parseCreate } from "./validate.ts"

/** What to write; every `collectEvery`-th payment's id is returned. */
export interface RawSeed {
  readonly account: string
  readonly payments: number
  readonly collectEvery: number
  /** Text of the create body. */
  readonly body: string
  /** The idempotency key of a payment by its number from 0. */
  readonly keyOf: (index: number) => string
}

/** Payments per commit. Our choice: beyond this the commit is no longer what takes the time. */
const batchSize = 2000

const writeBatch = (store: RawStore, seed: RawSeed, first: number, ids: Array<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const input = parseCreate(seed.body)
    if ("parameter" in input) return reject(new Error(`the body to seed with is not valid: ${input.parameter}`))
    const end = Math.min(first + batchSize, seed.payments)
    for (let index = first; index < end; index += 1) {
      const key = seed.keyOf(index)
      const unit = buildUnit({ account: seed.account, key, text: seed.body, input, request: `req_seed${index}` })
      if ((index + 1) % seed.collectEvery === 0) ids.push(unit.paymentId)
      store.commit(unit, (outcome) => {
        if (outcome.kind !== "written") reject(new Error(`a seeded payment was not written: ${outcome.kind}`))
        else if (index === end - 1) resolve()
      })
    }
  })

/** Writes the payments of a seed into a folder and returns the sample of their ids. */
export const seedRawFolder = async (folder: string, seed: RawSeed): Promise<ReadonlyArray<string>> => {
  mkdirSync(folder, { recursive: true })
  const store = openRawStore(folder)
  const ids: Array<string> = []
  for (let first = 0; first < seed.payments; first += batchSize) await writeBatch(store, seed, first, ids)
  store.close()
  return ids
}
