/** Gathers what the answers of a whole run were, from all of its workers, into `coverage/published.json`. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "bursar-published-"))
  process.env["BURSAR_PUBLISHED_MET"] = folder
  return () => {
    const met: Record<string, number> = {}
    for (const file of readdirSync(folder)) {
      for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
        const [, count, key] = /^(\d+) (.+)$/.exec(line) ?? []
        if (key !== undefined) met[key] = (met[key] ?? 0) + Number(count)
      }
    }
    rmSync(folder, { recursive: true })
    if (Object.keys(met).length === 0) return
    mkdirSync("coverage", { recursive: true })
    writeFileSync("coverage/published.json", JSON.stringify(met, null, 1))
  }
}
