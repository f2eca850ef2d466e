/** How long an answer of a language model may be: asked by the writer, passed on by providers that know of it. */
import * as Context from "effect/Context"

/** Most tokens of an answer; `undefined`: as many as the model likes. */
export const OutputTokens = Context.Reference<number | undefined>("docs/OutputTokens", {
  defaultValue: () => undefined
})
