/** Checks what in-process callers ask for by the schemas of the bodies that requests have. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Refusal, parameterIssues } from "../../src/plugin.ts"

/** Checks a command by the schema of the body it would have had, so that no way in is laxer than another. */
export const checked = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  return (body: unknown): Effect.Effect<S["Type"], Refusal.InvalidParameters> => {
    const decoded = decode(body)
    return Result.isSuccess(decoded)
      ? Effect.succeed(decoded.success)
      : Effect.fail(new Refusal.InvalidParameters({ part: "body", issues: parameterIssues(decoded.failure.issue) }))
  }
}

/** A body of what was given: what is undefined was left out. */
export const present = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
