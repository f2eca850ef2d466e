/** Worlds that found something once, in the product or in a fault put back: each is a test from then on. `--keep` of `npm run simulate` adds to them. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A world, and the step up to which it is played. */
export interface FoundWorld {
  readonly seed: number
  readonly steps: number
  readonly store: string
  readonly processes: number
  /** A world of every rail of the bank. */
  readonly ofRails?: boolean
}

const file = join(import.meta.dirname, "found.json")

/** All of them. */
export const foundWorlds = (): ReadonlyArray<FoundWorld> => JSON.parse(readFileSync(file, "utf8"))

/** Makes a world a test. */
export const keepWorld = (world: FoundWorld): void => {
  const lines = [...foundWorlds(), world].map(
    ({ ofRails, processes, seed, steps, store }) =>
      `  { "seed": ${seed}, "steps": ${steps}, "store": "${store}", "processes": ${processes}${ofRails === true ? ', "ofRails": true' : ""} }`
  )
  writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`)
}
