/** What context documents say, read without holding up anybody: short ones at once, long ones on the workbench. */
import * as Effect from "effect/Effect"
import { work } from "../workbench/work.ts"
import type { ContextInput } from "./ContextInput.ts"
import { languageOf } from "./language.ts"

/** Characters up to which texts are read at once: a few milliseconds, whatever they hold. Our choice. */
const shortCharacters = 5_000

/** Reads context documents. Fails with `DocsRefused` where that takes too long or too much memory. */
export const understand = (context: ReadonlyArray<ContextInput>) =>
  context.reduce((sum, { content }) => sum + content.length, 0) <= shortCharacters
    ? Effect.sync(() => languageOf(context))
    : Effect.map(work({ kind: "language", context }, "understood"), ({ language }) => language)
