/** Benches that run others: all of them, each in a process of its own, and the short form that compares with the record. */
import { fork } from "node:child_process"
import { join } from "node:path"
import { defineBench, flagOption, numberOption, textOption, type Bench } from "./options.ts"
import { readRecorded, surroundings, warningsOf, writeRecorded, type BenchRecord } from "./record.ts"
import { median, openTable, rounded, writeLine, type Figure } from "./report.ts"

type Benches = Readonly<Record<string, Bench>>

/** Benches that `all` leaves out unless `--only` names them, and why. */
const apart: Readonly<Record<string, string>> = {
  peers: "installs packages from npm",
  console: "needs Chromium",
  "docs-blind": "needs inputs that are not part of this repository",
  "docs-hostile": "takes more than half an hour",
  "screening-unseen": "needs names that are not part of this repository",
  "long-life": "takes half an hour and 20 GB of disk",
  overload: "takes half an hour"
}

/** Runs one bench in a process of its own, which prints as it does alone; its figures come back as values. */
const runBench = (name: string, args: ReadonlyArray<string>, limitMs: number): Promise<ReadonlyArray<Figure>> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "main.ts"), [name, ...args], {
      execArgv: ["--conditions=bursar-source"]
    })
    let figures: ReadonlyArray<Figure> = []
    const kill = () => child.kill("SIGTERM")
    process.once("exit", kill)
    const limit = setTimeout(kill, limitMs)
    child.on("message", (told) => {
      figures = told as ReadonlyArray<Figure>
    })
    child.once("close", (code) => {
      clearTimeout(limit)
      process.off("exit", kill)
      if (code === 0) resolve(figures)
      else reject(new Error(`it ended with ${code} (its limit is ${limitMs / 60_000} minutes)`))
    })
  })

/** The option of a bench that says how often it measures. */
const repetition = ["pairs", "rounds"]

/** Names of benches that are to run. */
const chosen = (benches: Benches, only: string): ReadonlyArray<string> => {
  const named = only === "" ? undefined : only.split(",")
  const unknown = named?.filter((name) => benches[name] === undefined) ?? []
  if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(", ")}`)
  return named ?? Object.keys(benches).filter((name) => apart[name] === undefined)
}

/** `npm run bench -- all`. */
export const everyBench = (benches: Benches): Bench =>
  defineBench({
    summary: "every bench that needs nothing else, each in a process of its own (an hour and more)",
    options: {
      report: flagOption("keeps the figures in figures.json and writes them into README.md"),
      only: textOption("names of benches, comma-separated; also those that are left out otherwise"),
      rounds: numberOption(3, { min: 1, max: 100 }, "rounds of each measure, where a bench repeats"),
      minutes: numberOption(20, { min: 1, max: 600 }, "after which a bench is ended and counts as failed")
    },
    run: async ({ minutes, only, report, rounds }) => {
      const names = chosen(benches, only)
      const failed: Array<string> = []
      const runs: Record<string, BenchRecord> = {}
      for (const name of names) {
        const around = surroundings()
        const repeated = repetition.filter((option) => benches[name]!.options[option] !== undefined)
        writeLine(`\n== ${name}, ${around.commit}, load ${around.load}`)
        try {
          const args = repeated.flatMap((option) => [`--${option}`, String(rounds)])
          const figures = await runBench(name, args, minutes * 60_000)
          if (figures.length > 0) runs[name] = { ...around, figures }
          if (report) await writeRecorded(runs)
        } catch (error) {
          failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      if (only === "") for (const [name, why] of Object.entries(apart)) writeLine(`left out: ${name}, it ${why}`)
      if (failed.length > 0) throw new Error(`benches that gave no figures:\n${failed.join("\n")}`)
    }
  })

/** Runs of a few seconds that give P1, P3 and P4 relative to raw. */
const short: Readonly<Record<string, ReadonlyArray<string>>> = {
  create: [],
  retrieve: ["--payments", "2000"],
  list: ["--payments", "10000"]
}

/** The figures that are compared. */
const isCompared = ({ measure }: Figure): boolean => /^P[134] .*ours\/raw$/.test(measure)

/** How long one of them may take. */
const shortLimitMs = 180_000

/** `npm run bench -- compare`: never fails because of a figure, since machines are noisy. */
export const comparison = defineBench({
  summary: "P1, P3 and P4 relative to raw, in short rounds, beside the recorded figures (some 4 minutes)",
  options: {
    pairs: numberOption(3, { min: 1, max: 100 }, "rounds per server, raw and ours in turn"),
    seconds: numberOption(2, { min: 1, max: 600 }, "length of a round"),
    warm: numberOption(6, { min: 1, max: 600 }, "seconds of warming up, for each server")
  },
  run: async (options) => {
    const recorded = readRecorded()
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const compared: Array<readonly [bench: string, before: ReadonlyArray<Figure>, now: ReadonlyArray<Figure>]> = []
    for (const [name, args] of Object.entries(short)) {
      try {
        compared.push([name, recorded[name]?.figures ?? [], await runBench(name, [...args, ...given], shortLimitMs)])
      } catch (error) {
        writeLine(`${name} gave no figures: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    writeLine()
    const row = openTable([
      { title: "measure", width: 44 },
      { title: "of commit", width: 24 },
      { title: "recorded" },
      { title: "now", width: 8 }
    ])
    for (const [name, before, now] of compared) {
      for (const { measure, values } of now.filter(isCompared)) {
        const was = before.find((figure) => figure.measure === measure)
        row([
          measure,
          recorded[name]?.commit ?? "",
          was === undefined ? "" : rounded(median(was.values), 2),
          rounded(median(values), 2)
        ])
      }
    }
    const warnings = compared.flatMap(([, before, now]) => warningsOf(before, now.filter(isCompared)))
    for (const { before, measure, now } of warnings) {
      writeLine(`WARNING: ${measure} was ${rounded(before, 2)} and is ${rounded(now, 2)}: measure again`)
    }
    if (warnings.length === 0) writeLine("nothing is worse than recorded by more than the noise of such rounds")
  }
})
