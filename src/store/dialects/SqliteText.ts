/** What SQLite is sent. */
import { rowsIn } from "../../services/Statement.ts"
import type { Write } from "../../services/Store.ts"
import { statementTexts } from "./StatementText.ts"
import type { Runnable } from "./StatementUnit.ts"

const textOf = statementTexts(() => "?")

/** A write as the writer runs it. */
export const runnable = <E>({
  ifPreviousChanged,
  orElse,
  statement,
  values,
  wakes
}: Write<E>): Runnable & Pick<Write<E>, "orElse"> => ({
  text: textOf(statement, rowsIn(statement, values)),
  params: values,
  orElse,
  ifPreviousChanged,
  wakes
})
