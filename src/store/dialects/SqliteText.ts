/** What SQLite is sent. */
import { rowsIn } from "../../services/Statement.ts"
import type { Write } from "../../services/Store.ts"
import { statementTexts } from "./StatementText.ts"
import type { Runnable } from "./StatementUnit.ts"

const textOf = statementTexts(() => "?")

/** A write as the writer runs it. */
export const runnable = ({ ifPreviousChanged, orElse, statement, values, wakes }: Write<unknown>): Runnable => ({
  text: textOf(statement, rowsIn(statement, values)),
  params: values,
  orElse,
  ifPreviousChanged,
  wakes
})
