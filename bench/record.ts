/** The last recorded figures, of which machine and commit, and the section of README.md that is made of them. */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os"
import { join } from "node:path"
import { format } from "prettier"
import { median, rounded, verdictOf, worstOf, type Figure } from "./report.ts"

/** Where benches ran: nothing that names this machine or a folder on it. */
export interface Machine {
  readonly cores: number
  readonly processor: string
  readonly memoryGiB: number
  readonly node: string
  readonly kernel: string
}

/** One run of a bench. */
export interface BenchRecord {
  readonly commit: string
  readonly day: string
  readonly machine: Machine
  /** Processes that wanted a core before the bench began: above a tenth of the cores it was disturbed. */
  readonly load: number
  readonly figures: ReadonlyArray<Figure>
}

/** The last run of each bench. */
export type Recorded = Readonly<Record<string, BenchRecord>>

const recordedFile = join(import.meta.dirname, "figures.json")
const readme = join(import.meta.dirname, "README.md")

/** Between these lines README.md is generated. */
const markers = ["<!-- figures: npm run bench -- all --report -->", "<!-- end of figures -->"] as const

export const readRecorded = (): Recorded => JSON.parse(readFileSync(recordedFile, "utf8")) as Recorded

const commitNow = (): string => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim()
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", "..", ":!README.md", ":!figures.json")
    return `${git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : " with changes"}`
  } catch {
    return "unknown"
  }
}

/** What a record says of the machine and the code; taken before the bench, whose own load does not count. */
export const surroundings = (): Omit<BenchRecord, "figures"> => ({
  commit: commitNow(),
  day: new Date().toISOString().slice(0, 10),
  machine: {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    kernel: `${type()} ${release()}`
  },
  load: Number(loadavg()[0]?.toFixed(1))
})

/**
 * How sure it is that the median of many rounds lies between the lowest and the highest of these: 1 − 2^(1 − n), for
 * rounds that are independent of each other.
 */
export const confidence = (rounds: number): number => 1 - 2 ** (1 - rounds)

const precise = (value: number): string =>
  String(rounded(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2))

const cellsOf = (figure: Figure): ReadonlyArray<string> => {
  const { measure, unit = "", values } = figure
  const [low, high] = [Math.min(...values), Math.max(...values)].map(precise)
  const sure = values.length < 2 ? "" : `${Math.floor(confidence(values.length) * 100)} %`
  const spread = values.length < 2 ? "" : `${low} to ${high}`
  return [measure, `${precise(median(values))} ${unit}`, spread, `${values.length}`, sure, verdictOf(figure)]
}

const tableOf = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const figureHead = ["measure", "median", "lowest to highest", "rounds", "confidence", "worst round against its limits"]

/** The figures as Markdown. */
export const renderRecorded = (recorded: Recorded): Promise<string> => {
  const benches = Object.entries(recorded)
  const runs = benches.map(([name, { commit, day, load, machine }]) => [
    `\`${name}\``,
    commit,
    day,
    `${machine.cores} × ${machine.processor}, ${machine.memoryGiB} GiB`,
    `${machine.node}, ${machine.kernel}`,
    load > machine.cores / 10 ? `${load}: busy` : `${load}`
  ])
  const text = [
    tableOf(["bench", "commit", "day", "machine", "Node, kernel", "load before"], runs),
    ...benches.map(([name, { figures }]) => `### ${name}\n\n${tableOf(figureHead, figures.map(cellsOf))}`)
  ].join("\n\n")
  return format(text, { parser: "markdown", printWidth: 120 })
}

/** Puts a generated text between the markers of another. */
export const replaceSection = (text: string, generated: string): string => {
  const [from, to] = [text.indexOf(markers[0]), text.indexOf(markers[1])]
  if (from === -1 || to < from) throw new Error("the markers of the figures are missing")
  return `${text.slice(0, from)}${markers[0]}\n\n${generated.trim()}\n\n${text.slice(to)}`
}

/** Keeps the runs beside those of other benches, and writes README.md anew. */
export const writeRecorded = async (runs: Recorded): Promise<void> => {
  const recorded = { ...readRecorded(), ...runs }
  const text = await format(JSON.stringify(recorded), { parser: "json", printWidth: 120 })
  writeFileSync(recordedFile, text)
  writeFileSync(readme, replaceSection(readFileSync(readme, "utf8"), await renderRecorded(recorded)))
}

/** Below this share of a recorded figure lies more than the noise of raw measured against itself. */
const noise = 0.9

/**
 * What is worse than it was: figures relative to raw whose median lies outside the recorded rounds and more than a
 * tenth beside their median. A figure that was not recorded is passed over.
 */
export const warningsOf = (
  before: ReadonlyArray<Figure>,
  now: ReadonlyArray<Figure>
): ReadonlyArray<{ readonly measure: string; readonly before: number; readonly now: number }> =>
  now.flatMap((figure) => {
    const recorded = before.find(({ measure }) => measure === figure.measure)
    if (recorded === undefined || !figure.measure.endsWith("ours/raw")) return []
    const [then, found] = [median(recorded.values), median(figure.values)]
    const worst = worstOf(recorded)
    const isWorse =
      figure.better === "higher" ? found < worst && found < then * noise : found > worst && found > then / noise
    return isWorse ? [{ measure: figure.measure, before: then, now: found }] : []
  })
