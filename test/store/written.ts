/** Writes of tests that are made of SQL. */
import { rawStatement } from "../../src/rows/statement.ts"
import { rowsIn } from "../../src/services/Statement.ts"
import type { SqlValue, Write } from "../../src/services/Store.ts"
import { statementTexts } from "../../src/store/dialects/StatementText.ts"

/** A write of this text, with `?` for its values in their order. */
export const written = <E = never>(text: string, values: ReadonlyArray<SqlValue> = [], orElse?: () => E): Write<E> => ({
  statement: rawStatement(text),
  values,
  orElse
})

const texts = statementTexts(() => "?")

/** The SQL of a write, as SQLite has it. */
export const textOf = ({ statement, values }: Write<unknown>): string => texts(statement, rowsIn(statement, values))
