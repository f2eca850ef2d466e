/**
 * What inputs of accepted size cost that ask for more work than they have bytes: processor time and memory of the whole process,
 * HTTP included, one process per text, which gets it as every kind of input one after the other. Leaves out several at once.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import type { AttackFigures } from "./docs/attack.ts"
import { attacks, type Attack } from "./docs/attacks.ts"
import { defineBench, textOption } from "./options.ts"
import { openTable, rounded, writeLine } from "./report.ts"

/** A process that takes longer for one text, in milliseconds of real time, is ended. */
const longestMs = 180_000

const costsOf = (places: ReadonlyArray<number>): ReadonlyArray<AttackFigures> => {
  const program = join(import.meta.dirname, "docs/attack.ts")
  const args = ["--conditions=bursar-source", program, ...places.map(String)]
  const ran = spawnSync(process.execPath, args, { encoding: "utf8", timeout: longestMs, killSignal: "SIGKILL" })
  return ran.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as AttackFigures)
}

const titleOf = ({ kind, name, what }: Attack): string =>
  [kind, what, name].filter((part) => part !== undefined).join(" ")

/** The bench `docs-hostile`. */
export const docsHostile = defineBench({
  summary: "CPU and memory of hostile sources, texts and pairs of texts, one process per text",
  options: { only: textOption("regular expression: attacks whose kind and name match it; default all") },
  run: async ({ only }) => {
    const row = openTable([
      { title: "text", width: 62 },
      { title: "inputs" },
      { title: "CPU s" },
      { title: "MiB" },
      { title: "the longest one" }
    ])
    const wanted = attacks.flatMap((attack, place) => (new RegExp(only).test(titleOf(attack)) ? [place] : []))
    let worst = 0
    for (const [name, places] of Map.groupBy(wanted, (place) => attacks[place]!.name)) {
      const costs = costsOf(places)
      const longest = costs.reduce((at, { cpuMs }, next) => (cpuMs > costs[at]!.cpuMs ? next : at), 0)
      const cost = costs[longest]
      const memory = costs.reduce((sum, { memoryMb }) => sum + memoryMb, 0)
      worst = Math.max(worst, costs.length < places.length ? longestMs : (cost?.cpuMs ?? 0))
      const ended = costs.length < places.length ? `ended in: ${titleOf(attacks[places[costs.length]!]!)}` : undefined
      const { kind, what = "" } = attacks[places[longest]!]!
      row([
        name,
        String(costs.length),
        cost === undefined ? "" : rounded(cost.cpuMs / 1_000, 1),
        rounded(memory, 0),
        (ended ?? `${kind} ${what}: ${cost?.outcome ?? ""}`).slice(0, 90)
      ])
    }
    writeLine(`\nlongest: ${(worst / 1_000).toFixed(1)} s`)
  }
})
