/** Writes in one form: whoever goes through those of a commit finds the same fields at the same places. */
import type { SqlValue, Statement } from "../services/Statement.ts"
import type { Write } from "../services/Store.ts"

export const writeOf = <E = never>(
  statement: Statement,
  values: ReadonlyArray<SqlValue>,
  orElse?: () => E,
  wakes?: boolean,
  contends?: string
): Write<E> => ({
  statement,
  values,
  orElse,
  ifPreviousChanged: undefined,
  wakes,
  contends,
  takesTurns: undefined
})
