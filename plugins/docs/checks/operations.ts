/** Checks texts and fixes them, on the workbench: requests do not wait for each other's texts. */
import * as Effect from "effect/Effect"
import { glossariesOf } from "../context/operations.ts"
import * as documents from "../documents/operations.ts"
import { DocsRefused, invalid } from "../errors.ts"
import type { Reader } from "../finding.ts"
import { chosen, type RuleChoice } from "../rules/operations.ts"
import { work } from "../workbench/work.ts"
import type { CheckResult } from "./checkText.ts"
import type { NotChecked } from "./Finding.ts"

/** What is to be checked: exactly one of text and version. */
export interface CheckRequest extends RuleChoice {
  readonly text?: string | undefined
  readonly versionId?: string | undefined
  readonly glossaryIds?: ReadonlyArray<string> | undefined
}

/** Characters of the longest text that is checked: its tree must fit a thread. Our choice. */
export const maxTextCharacters = 1_000_000

const textOf = Effect.fnUntraced(function* (caller: Reader, { text, versionId }: CheckRequest) {
  if ((text === undefined) === (versionId === undefined)) {
    return yield* invalid("text", "exactly one of text and versionId must be given")
  }
  const given = text ?? (yield* documents.retrieveVersion(caller, versionId!)).content
  if (given.length > maxTextCharacters) {
    const message = `A text of more than ${maxTextCharacters} characters is not checked at once: send it in parts`
    return yield* new DocsRefused({ code: "limit_exceeded", message })
  }
  return given
})

const withGone = (result: CheckResult, gone: ReadonlyArray<NotChecked>): CheckResult =>
  gone.length === 0 ? result : { ...result, notChecked: [...gone, ...result.notChecked] }

const prepare = Effect.fnUntraced(function* (caller: Reader, request: CheckRequest) {
  const { gone, rules } = yield* chosen(caller, request)
  const text = yield* textOf(caller, request)
  const context = yield* glossariesOf(caller, request.glossaryIds ?? [], "glossaryIds")
  return { gone, of: { text, rules, context } }
})

/** Checks a text. Fails with `NotFound` for what is named and not there, and `DocsRefused`. */
export const check = Effect.fnUntraced(function* (caller: Reader, request: CheckRequest) {
  const { gone, of } = yield* prepare(caller, request)
  const { result } = yield* work({ kind: "check", ...of }, "checked")
  return withGone(result, gone)
})

/** Applies the replacements that are safe; nothing is stored. Fails as `check`. */
export const fix = Effect.fnUntraced(function* (caller: Reader, request: CheckRequest) {
  const { gone, of } = yield* prepare(caller, request)
  const { result } = yield* work({ kind: "fix", ...of }, "fixed")
  return { ...result, changed: result.text !== of.text, after: withGone(result.after, gone) }
})
