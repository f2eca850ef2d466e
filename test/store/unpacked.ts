/** The data that earlier commits wrote, as they are kept compressed. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"

/** What is kept in `earlier` under a name. */
export const unpacked = (name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(import.meta.dirname, "earlier", `${name}.br`)))
