/**
 * What inputs of accepted size cost that ask for more work than they have bytes: processor time and memory of the whole process,
 * HTTP included, one process per attack. Leaves out several attacks at once.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import type { AttackFigures } from "./docs/attack.ts"
import { attacks } from "./docs/attacks.ts"
import { defineBench, textOption } from "./options.ts"
import { openTable, rounded, writeLine } from "./report.ts"

/** An attack that takes longer, in milliseconds of real time, is ended. */
const longestMs = 90_000

const costOf = (place: number): AttackFigures | undefined => {
  const program = join(import.meta.dirname, "docs/attack.ts")
  const args = ["--conditions=bursar-source", program, String(place)]
  const ran = spawnSync(process.execPath, args, { encoding: "utf8", timeout: longestMs, killSignal: "SIGKILL" })
  return ran.status === 0 ? (JSON.parse(ran.stdout) as AttackFigures) : undefined
}

/** The bench `docs-hostile`. */
export const docsHostile = defineBench({
  summary: "CPU and memory of hostile sources, texts and pairs of texts, one process each",
  options: { only: textOption("regular expression: attacks whose kind and name match it; default all") },
  run: async ({ only }) => {
    const row = openTable([{ title: "attack", width: 78 }, { title: "CPU s" }, { title: "MiB" }, { title: "outcome" }])
    let worst = 0
    for (const [place, { kind, name, what }] of attacks.entries()) {
      const title = [kind, what, name].filter((part) => part !== undefined).join(" ")
      if (!new RegExp(only).test(title)) continue
      const cost = costOf(place)
      worst = Math.max(worst, cost?.cpuMs ?? longestMs)
      row(
        cost === undefined
          ? [title, "", "", "ended"]
          : [title, rounded(cost.cpuMs / 1_000, 1), rounded(cost.memoryMb, 0), cost.outcome.slice(0, 90)]
      )
    }
    writeLine(`\nlongest: ${(worst / 1_000).toFixed(1)} s`)
  }
})
