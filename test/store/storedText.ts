/** What a store holds, as somebody who gets hold of it would read it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { EngineHandle } from "../../src/index.ts"
import { Store } from "../../src/services/Store.ts"
import { onSqlite, tablesText } from "./onSqlite.ts"

const rowsOf = (engine: Pick<EngineHandle<never>, "call">): Promise<ReadonlyArray<string>> =>
  engine.call(
    Effect.gen(function* () {
      const store = yield* Store
      const home = yield* store.region(store.home)
      const tables = yield* home.read<{ readonly name: string }>(tablesText, [])
      const found = yield* Effect.forEach(tables, ({ name }) =>
        home.read<{ readonly one: string }>(`SELECT CAST(t AS TEXT) AS one FROM "${name}" t`, [])
      )
      return found.flatMap((rows) => rows.map(({ one }) => one))
    })
  )

/** Bytes, which Postgres writes in hex, as text. */
const withBytesRead = (text: string): string =>
  text.replaceAll(/\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, "hex").toString())

/**
 * Everything that the store of a running engine holds: the bytes of the files of its folder, with what deleted rows left behind,
 * or on Postgres every column of every row of every table.
 */
export const storedText = async (engine: Pick<EngineHandle<never>, "call">, folder: string): Promise<string> =>
  onSqlite
    ? readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join("\n")
    : withBytesRead((await rowsOf(engine)).join("\n"))
