import * as Effect from "effect/Effect"
import { expect, it } from "@effect/vitest"
import { readLongText, sliceBytes } from "../../src/store/readLongText.ts"
import { addNote, onStore } from "./openStore.ts"
import { onSqlite } from "./onSqlite.ts"

/** Its characters have one to four bytes, so that slices end in the midst of some. */
const line = "aé€😀 "

const texts: ReadonlyArray<readonly [string, string]> = [
  ["empty", ""],
  ["short", line],
  ["one that begins with a byte order mark", `\uFEFF${line}`],
  ["as long as a slice", "a".repeat(sliceBytes)],
  ["longer than a slice by a byte", "a".repeat(sliceBytes + 1)],
  ["of three slices", line.repeat((3 * sliceBytes) / 11)],
  // Postgres keeps no such text.
  ...(onSqlite ? [["one with a zero character", `a\u0000b`] as const] : [])
]

it.each(texts)("reads a text that is %s as it was written", (_, text) =>
  onStore((store) =>
    Effect.gen(function* () {
      yield* store.write([addNote("long", text), addNote("other", "x")])
      const read = (id: string) =>
        readLongText(store, { table: "notes", column: "text", where: ["id = ?", "version = ?"], params: [id, 1] })
      const found = yield* read("long")
      expect(found === text).toBe(true)
      expect(yield* read("none")).toBeUndefined()
    })
  )
)
