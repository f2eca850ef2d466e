/** What context documents say, read without holding up anybody: short ones at once, long ones on the workbench. */
import * as Effect from "effect/Effect"
import { work } from "../workbench/work.ts"
import type { ContextInput } from "./ContextInput.ts"
import { termsIn, understoodIn } from "./language.ts"

/** Characters up to which texts are read at once: a few milliseconds, whatever they hold. Our choice. */
const shortCharacters = 5_000

const isShort = (context: ReadonlyArray<ContextInput>): boolean =>
  context.reduce((sum, { content }) => sum + content.length, 0) <= shortCharacters

/** The terms of glossaries. Fails with `DocsRefused` where that takes too long or too much memory. */
export const readTerms = (context: ReadonlyArray<ContextInput>) =>
  isShort(context)
    ? Effect.sync(() => termsIn(context))
    : Effect.map(work({ kind: "terms", context }, "terms"), ({ terms }) => terms)

/** How many terms or rules of a context document are understood. Fails as `readTerms` does. */
export const countUnderstood = (input: ContextInput) =>
  isShort([input])
    ? Effect.sync(() => understoodIn(input))
    : Effect.map(work({ kind: "count", context: [input] }, "counted"), ({ understood }) => understood[0]!)
