/** Whether a host and this package use one copy of Effect, as they should: what one copy makes may not fit another. */
import { realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import * as Layer from "effect/Layer"

export interface EffectCopy {
  readonly path: string
  readonly version: string
}

/** The copy that a file would import; `undefined` where it finds none. */
const copyFor = (file: string): EffectCopy | undefined => {
  try {
    const require = createRequire(file)
    const path = require.resolve("effect/package.json")
    return { path: realpathSync(dirname(path)), version: (require(path) as { readonly version: string }).version }
  } catch {
    return undefined
  }
}

/** The copy of this package. */
export const ownCopy = (): EffectCopy | undefined => copyFor(import.meta.url)

/** The copy of programs in a folder. */
export const copyIn = (folder: string): EffectCopy | undefined => copyFor(join(folder, "host.js"))

const told = ({ path, version }: EffectCopy): string => `${version} in ${path}`

/** What to tell about two copies. */
export const twoCopies = (theirs: EffectCopy | undefined, ours: EffectCopy | undefined): string => {
  const known = theirs !== undefined && theirs.path !== ours?.path ? `${told(theirs)} for your program and ` : ""
  const own = ours === undefined ? "" : `: ${known}${told(ours)} for Bursar`
  return (
    `There are two copies of Effect${own}. What one makes may not fit the other: npm ls effect says who wants which, ` +
    "and npm dedupe leaves one"
  )
}

/** Whether another copy of Effect made a layer. Each copy has a prototype of its own for all its layers. */
export const isForeign = (layer: unknown): boolean =>
  Layer.isLayer(layer) && Object.getPrototypeOf(layer) !== Object.getPrototypeOf(Layer.empty)

let warned = false

/** Warns once in a process if any of these layers was made by another copy. */
export const warnOfForeign = (layers: ReadonlyArray<unknown>): void => {
  if (warned || !layers.some(isForeign)) return
  warned = true
  process.emitWarning(twoCopies(copyIn(process.cwd()), ownCopy()), { code: "BURSAR_TWO_EFFECTS" })
}
