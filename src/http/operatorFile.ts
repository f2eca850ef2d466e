/** Files of JSON that an operator writes by hand, and what is wrong with one: a sentence for each problem. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { issuesOf } from "./SchemaErrors.ts"

const fieldName = (path: ReadonlyArray<string>): string =>
  path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join("") || "the file"

/**
 * Reads files by a schema; `entry` names what they list, such as `an account`. A sentence names the field, such as
 * `[0].plan must be starter, growth or dedicated`; no value of the file is part of it.
 */
export const operatorFile = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, entry: string) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  const problemTexts = {
    missing: () => "is missing",
    unknown: () => `is no field of ${entry}`,
    more: () => "has more problems",
    invalid: (expected: string) => `must be ${expected}`
  }
  return (text: string): Result.Result<S["Type"], ReadonlyArray<string>> => {
    const json = Result.try((): unknown => JSON.parse(text))
    if (Result.isFailure(json)) return Result.fail(["the file is not JSON"])
    return Result.mapError(decode(json.success), ({ issue }) =>
      issuesOf(issue).map(({ expected, path, problem }) => `${fieldName(path)} ${problemTexts[problem](expected)}`)
    )
  }
}
